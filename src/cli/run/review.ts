// review: a path (a file, a folder, `-`) or words. Files are read here and judged by the operation; words go the way of every other
// request. `--fail-on` makes the exit 3, for a gate in CI.
import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { RevosError } from "../../kernel/error.ts";
import type { Answer, ReviewFinding } from "../../model/answer.ts";
import {
  failureIds,
  failureModes,
  groupTitles,
  severityTitles,
} from "../../model/failure-modes.ts";
import type { Handler } from "../command.ts";
import type { Context } from "../context.ts";
import { readText } from "../files.ts";
import { toSarif } from "../view/sarif.ts";
import { design } from "./design.ts";
import { givenLang } from "./given-lang.ts";

const maxFiles = 1000;
const skipped = new Set(["node_modules", ".git", ".revos"]);
const rank = { critical: 0, warning: 1, note: 2 } as const;

export const review: Handler = async (ctx) => {
  if (ctx.flags.has("rules")) return listRules(ctx);
  const path = namedPath(ctx);
  const format = ctx.flags.text("format");
  if (path === null) {
    if (format !== "sarif" && ctx.flags.text("fail-on") === undefined) return design(ctx);
    const answer = await ctx.call("design.answer", {
      text: ctx.args.join(" "),
      route: "review",
      ...givenLang(ctx),
    });
    return show(ctx, answer, "never");
  }
  const files = await Promise.all(
    listed(ctx, path).map(async (one) => ({
      path: one === "-" ? "stdin" : one,
      text: await readText(ctx, one),
    })),
  );
  if (files.length === 0)
    throw new RevosError("file.not_found", `${path} holds no YAML file to review.`, {
      data: { file: path },
    });
  const answer = await ctx.call("design.review", { files, ...givenLang(ctx) });
  return show(ctx, answer, "critical");
};

function listRules(ctx: Context): number {
  const { lang } = ctx.terminal;
  const groups = new Map(groupTitles);
  const rules = failureIds.map((id) => {
    const { group, severity, title, fix } = failureModes[id];
    return { rule: id, group, severity, title: title[lang], fix: fix[lang] };
  });
  ctx.out.list(
    rules,
    [
      { title: ctx.say("col.rule"), value: (one) => one.rule },
      { title: ctx.say("col.group"), value: (one) => groups.get(one.group)?.[lang] ?? one.group },
      { title: ctx.say("col.severity"), value: (one) => severityTitles[one.severity][lang] },
      { title: ctx.say("col.title"), value: (one) => one.title, cut: true },
    ],
    "-",
  );
  return 0;
}

function show(ctx: Context, answer: Answer, otherwise: string): number {
  const format = ctx.flags.text("format");
  if (format === "sarif") ctx.out.json(toSarif(answer, ctx.host.version));
  else if (ctx.out.machine || format === "json") ctx.out.json(answer);
  else ctx.out.text(answer.text.trimEnd());
  const failOn = ctx.flags.text("fail-on") ?? otherwise;
  return answer.findings.some((one) => reaches(one, failOn)) ? 3 : 0;
}

const reaches = (one: ReviewFinding, failOn: string): boolean =>
  failOn !== "never" && rank[one.severity] <= rank[failOn as keyof typeof rank];

/** The one argument that is a file, a folder or `-`; `--file` says it outright. Anything else is a description. */
function namedPath(ctx: Context): string | null {
  const file = ctx.flags.text("file");
  if (file !== undefined) return file;
  const [only] = ctx.args;
  if (ctx.args.length !== 1 || only === undefined) return null;
  if (only === "-") return only;
  if (statSync(resolve(ctx.host.cwd, only), { throwIfNoEntry: false })) return only;
  // `conections/orders.yaml` is a slip of the pen, not a description of a pipeline.
  if (/^\S+\.(?:ya?ml|json|md)$/i.test(only))
    throw new RevosError("file.not_found", `The file ${only} does not exist.`, {
      data: { file: only },
    });
  return null;
}

function listed(ctx: Context, path: string): string[] {
  const whole = resolve(ctx.host.cwd, path);
  if (path === "-" || !statSync(whole, { throwIfNoEntry: false })?.isDirectory()) return [path];
  const found: string[] = [];
  const walk = (folder: string, shown: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).toSorted((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      if (entry.isDirectory() && !skipped.has(entry.name))
        walk(join(folder, entry.name), join(shown, entry.name));
      else if (entry.isFile() && /\.ya?ml$/.test(entry.name)) found.push(join(shown, entry.name));
      if (found.length > maxFiles)
        throw new RevosError("usage.bad_value", `${path} holds more than ${maxFiles} YAML files.`, {
          data: { flag: "path", value: path, wanted: `at most ${maxFiles} files` },
        });
    }
  };
  walk(whole, path);
  return found;
}
