// diff --offline: one file against files only, no store and no source. interface.md §4.
import { resolve } from "node:path";
import { RevosError, toErrorDocument } from "../../kernel/error.ts";
import type { Context } from "../context.ts";
import { printErrorLine } from "../failure.ts";
import { readJson, readText } from "../files.ts";
import { givenLang } from "./given-lang.ts";
import { invalid, inWords, printFindings, printWarnings } from "./findings.ts";

export async function diffOffline(ctx: Context): Promise<number> {
  const [file] = ctx.args;
  const discovery = ctx.flags.text("discovery");
  if (file === undefined || discovery === undefined) {
    throw new RevosError(
      "usage.missing_argument",
      `revos diff --offline needs ${file === undefined ? "a connection file" : "--discovery <file>"}.`,
      {
        data: { command: "diff --offline", argument: file === undefined ? "path" : "--discovery" },
        advice: "revos diff --offline --discovery streams.json connections/<name>.yaml",
      },
    );
  }
  if (ctx.args.length > 1) {
    throw new RevosError("usage.bad_value", "revos diff --offline takes one connection file.", {
      data: { flag: "path", value: ctx.args.join(" "), wanted: "one file" },
    });
  }
  const optional = async (flag: string) => {
    const path = ctx.flags.text(flag);
    return path === undefined ? {} : { [flag]: await readJson(ctx, path) };
  };
  const text = await readText(ctx, file);
  const result = await ctx.call("diff.offline", {
    file: file === "-" ? "-" : resolve(ctx.host.cwd, file),
    text,
    discovery: await readJson(ctx, discovery),
    ...(await optional("sources")),
    ...(await optional("connections")),
    ...givenLang(ctx),
  });
  const findings = result.findings.map((finding) => ({
    ...finding,
    file: file === "-" ? null : file,
  }));
  const failed = findings.some((finding) => finding.severity === "error");
  if (ctx.out.machine) {
    ctx.out.json({ ...result, findings: inWords(ctx, result.findings) });
    if (failed) printErrorLine(ctx.host, ctx.terminal, toErrorDocument(invalid(ctx, findings)));
    return failed ? 3 : 0;
  }
  printFindings(ctx, findings);
  printWarnings(ctx, result.warnings);
  ctx.out.text(
    ctx.say(failed ? "diff.offlineBad" : "diff.offlineOk", {
      file: file === "-" ? "stdin" : file,
      findings: findings.length,
    }),
  );
  return failed ? 3 : 0;
}
