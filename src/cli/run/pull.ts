// pull: connections into files. A file that differs is shown and asked about, never replaced silently.
import type { OperationOutput } from "../../api/operations.ts";
import { RevosError } from "../../kernel/error.ts";
import { consentNeeded } from "../consent.ts";
import type { Context } from "../context.ts";
import type { Handler } from "../command.ts";
import { glyphs } from "../view/glyphs.ts";
import { paintDifference } from "../view/difference.ts";
import { resolveNames, withSuggestion } from "./names.ts";

type Pulled = OperationOutput<"pull">;

export const pull: Handler = async (ctx) => {
  const all = ctx.flags.has("all");
  if (!all && ctx.args.length === 0) {
    throw new RevosError("usage.missing_argument", "revos pull needs a name, or --all.", {
      data: { command: "pull", argument: "name" },
      advice: "revos pull --all",
    });
  }
  const names = await resolveNames(ctx, ctx.args);
  const options = { names, ...(all ? { all: true } : {}) };
  const run = (more: { force?: boolean; check?: boolean; stdout?: boolean }) =>
    withSuggestion(ctx, names[0] ?? "", ctx.call("pull", { ...options, ...more }));
  if (ctx.flags.has("stdout")) {
    const result = await run({ stdout: true });
    if (ctx.out.machine) ctx.out.json(result);
    else ctx.out.raw(result.files.map((file) => file.yaml ?? "").join("---\n"));
    return 0;
  }
  if (ctx.flags.has("check")) {
    const result = await run({ check: true });
    print(ctx, result);
    return result.files.some((file) => file.state !== "unchanged") ? 10 : 0;
  }
  const first = await run(ctx.flags.has("force") || ctx.flags.has("yes") ? { force: true } : {});
  const differing = first.files.filter((file) => file.state === "differs");
  if (differing.length === 0 || ctx.flags.has("force")) {
    print(ctx, first);
    return 0;
  }
  return askAndReplace(
    ctx,
    first,
    differing.map((file) => file.path),
    () => run({ force: true }),
  );
};

async function askAndReplace(
  ctx: Context,
  first: Pulled,
  paths: readonly string[],
  replace: () => Promise<Pulled>,
): Promise<number> {
  print(ctx, first);
  const question = ctx.say("pull.replaceAsk", { files: paths.join(", ") });
  if (!ctx.prompt.possible)
    throw consentNeeded(question, `revos pull ${ctx.args.join(" ") || "--all"} --force`);
  if (!(await ctx.prompt.yesNo(question, false))) {
    ctx.notes.line(ctx.say("consent.declined"));
    return 7;
  }
  print(ctx, await replace());
  return 0;
}

function print(ctx: Context, result: Pulled): void {
  if (ctx.out.machine) return ctx.out.json(result);
  const mark = glyphs(ctx.terminal.ascii);
  const lines = result.files.flatMap((file) => {
    const sign =
      file.state === "differs"
        ? ctx.paint.warn("!")
        : file.state === "written"
          ? ctx.paint.good(mark.ok)
          : "=";
    return [
      `  ${sign} ${ctx.say(`pull.${file.state}`)}  ${file.path}`,
      ...(file.difference ? paintDifference(file.difference, ctx.paint) : []),
    ];
  });
  ctx.out.text(lines.join("\n") || ctx.say("connections.none"));
}
