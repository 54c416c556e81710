// ask, design, review, operate, migrate, contract: one request to the architect. In a terminal `design` asks the open questions
// first; elsewhere they are listed in the answer.
import type { Answer, Recipe, Route } from "../../model/answer.ts";
import { resolve } from "node:path";
import { RevosError } from "../../kernel/error.ts";
import type { Context } from "../context.ts";
import type { Handler } from "../command.ts";
import { readText, readYamlObject } from "../files.ts";
import { againstDesign } from "./design-against.ts";
import { listFiles, tellWritten } from "./design-files.ts";
import { asDesignState } from "./design-state.ts";
import { givenLang } from "./given-lang.ts";

export type Asked = {
  readonly text?: string;
  readonly requirement?: unknown;
  readonly route?: Exclude<Route, "menu" | "redirect">;
  readonly recipe?: Recipe;
  readonly asOf?: string;
  /** Answers that a stored design already has. */
  readonly answers?: Readonly<Record<string, string>>;
  readonly lang?: "en" | "ja";
};

export const design: Handler = async (ctx) => {
  const { answers: earlier, ...asked } = await readAsked(ctx);
  const explain = ctx.flags.has("explain") ? { explain: true } : {};
  let answers = { ...earlier, ...(await readAnswers(ctx)) };
  const request = () => ({
    ...asked,
    ...explain,
    ...givenLang(ctx),
    ...asOfFlag(ctx),
    ...(Object.keys(answers).length > 0 ? { answers } : {}),
  });
  let answer = await ctx.call("design.answer", request());
  if (ctx.command.path[0] === "design" && ctx.prompt.possible && answer.questions.length > 0) {
    answers = { ...answers, ...(await askAll(ctx, answer)) };
    answer = await ctx.call("design.answer", request());
  }
  tellOldFacts(ctx, answer);
  const out = ctx.flags.text("out");
  const against = ctx.flags.text("against");
  if (against !== undefined) return againstDesign(ctx, answer, against);
  const isJson = ctx.out.machine || ctx.flags.text("format") === "json";
  if (out === undefined) {
    show(ctx, answer, isJson);
    return 0;
  }
  const folder = {
    ...request(),
    dir: resolve(ctx.host.cwd, out),
    ...(ctx.flags.has("overwrite") ? { overwrite: true } : {}),
  };
  // Listed first, always; a person at a terminal is asked before anything is written.
  const listed = await ctx.call("design.files", folder);
  if (!isJson) {
    show(ctx, listed.answer, false);
    listFiles(ctx, listed, out);
  }
  const goesOn =
    !ctx.flags.has("dry-run") &&
    listed.files.length > 0 &&
    (await agreed(ctx, listed.files.length));
  const done = goesOn ? await ctx.call("design.write", folder) : listed;
  if (isJson) show(ctx, done.answer, true);
  else tellWritten(ctx, done, out);
  return 0;
};

/** The day facts are judged by. Without it the answer does not depend on the clock. */
function asOfFlag(ctx: Context): { readonly asOf?: string } {
  const given = ctx.flags.text("as-of");
  if (given === undefined) return {};
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(given) && !Number.isNaN(Date.parse(given));
  if (!isDay)
    throw new RevosError("usage.bad_value", `--as-of ${given} is no day.`, {
      data: { flag: "--as-of", value: given, wanted: "a day such as 2026-11-30" },
    });
  return { asOf: given };
}

/** What the clock knows and the answer must not: facts that have run out since their table was read through. On stderr. */
function tellOldFacts(ctx: Context, answer: Answer): void {
  if (ctx.flags.text("as-of") !== undefined) return;
  const today = new Date(ctx.now()).toISOString().slice(0, 10);
  const old = answer.facts.filter((one) => one.goodUntil !== null && one.goodUntil < today);
  if (old.length > 0) ctx.notes.line(ctx.say("design.factsOld", { facts: old.length, day: today }));
}

async function agreed(ctx: Context, files: number): Promise<boolean> {
  if (!ctx.prompt.possible || ctx.flags.has("yes")) return true;
  const reply = await ctx.prompt.ask(`${ctx.say("design.writeAsk", { files })} `);
  return reply.trim() === "" || /^(?:y|yes|はい)$/i.test(reply.trim());
}

function show(ctx: Context, answer: Answer, isJson: boolean): void {
  if (isJson) return ctx.out.json(answer);
  ctx.out.asIs(answer.text);
  for (const one of answer.trace ?? [])
    ctx.out.text(`  ${one.reads}  <- "${one.from}" (${one.because})`);
}

async function readAsked(ctx: Context): Promise<Asked> {
  const command = ctx.command.path[0] ?? "ask";
  const route = command === "ask" ? {} : { route: command as Exclude<Route, "menu" | "redirect"> };
  const isPiped = ctx.args.length === 1 && ctx.args[0] === "-";
  const file = ctx.flags.text("file") ?? (isPiped ? "-" : undefined);
  const words = isPiped ? "" : ctx.args.join(" ");
  if (file === undefined) {
    // A requirement file can be handed over in words too: interface.md §5.
    if (!/^\s*(?:apiVersion|kind)\s*:/.test(words) || !words.includes("PipelineRequirement"))
      return { ...route, text: words };
    const { readYamlText } = await import("../yaml-late.ts");
    const read = readYamlText(words);
    return "problem" in read ? { ...route, text: words } : { ...route, requirement: read.value };
  }
  if (words.trim() !== "")
    throw new RevosError(
      "usage.bad_value",
      "Words and --file were both given; one request is read at a time.",
      {
        data: { flag: "--file", value: file, wanted: "either words or --file" },
      },
    );
  const text = await readText(ctx, file);
  if (!/^\s*(?:apiVersion|kind)\s*:/m.test(text) && !text.trimStart().startsWith("{"))
    return { ...route, text };
  const { readYamlText } = await import("../yaml-late.ts");
  const read = readYamlText(text);
  if ("problem" in read) {
    const shown = file === "-" ? "stdin" : file;
    throw new RevosError(
      "config.yaml_invalid",
      `${shown} is not YAML: ${read.problem.code.toLowerCase().replaceAll("_", " ")}.`,
      {
        where: {
          file: shown,
          ...(read.line === null ? {} : { line: read.line, column: read.column }),
        },
        data: { file: shown },
      },
    );
  }
  const stored = asDesignState(read.value);
  return stored ? { ...route, ...stored } : { ...route, requirement: read.value };
}

async function readAnswers(ctx: Context): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  const file = ctx.flags.text("answers");
  if (file !== undefined)
    for (const [code, value] of Object.entries(await readYamlObject(ctx, file)))
      answers[code] = String(value);
  for (const one of ctx.flags.all("answer")) {
    const at = one.indexOf("=");
    if (at < 1)
      throw new RevosError("usage.bad_value", `--answer ${one} has no value.`, {
        data: { flag: "--answer", value: one, wanted: "code=words" },
      });
    answers[one.slice(0, at)] = one.slice(at + 1);
  }
  return answers;
}

async function askAll(ctx: Context, answer: Answer): Promise<Record<string, string>> {
  const given: Record<string, string> = {};
  for (const question of answer.questions) {
    ctx.notes.line(question.text);
    const reply = await ctx.prompt.ask(`  [${question.default ?? ""}] `);
    if (reply.trim() !== "") given[question.code] = reply.trim();
  }
  return given;
}
