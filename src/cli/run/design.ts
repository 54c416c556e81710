// ask, design, review, operate, migrate, contract: one request to the architect. In a terminal `design` asks the open questions
// first; elsewhere they are listed in the answer.
import type { Answer, Recipe, Route } from "../../model/answer.ts";
import { RevosError } from "../../kernel/error.ts";
import type { Context } from "../context.ts";
import type { Handler } from "../command.ts";
import { readText, readYamlObject } from "../files.ts";
import { givenLang } from "./given-lang.ts";

type Asked = {
  readonly text?: string;
  readonly requirement?: unknown;
  readonly route?: Exclude<Route, "menu" | "redirect">;
  readonly recipe?: Recipe;
};

export const design: Handler = async (ctx) => {
  const asked = await readAsked(ctx);
  const explain = ctx.flags.has("explain") ? { explain: true } : {};
  let answers = await readAnswers(ctx);
  const call = () =>
    ctx.call("design.answer", {
      ...asked,
      ...explain,
      ...givenLang(ctx),
      ...(Object.keys(answers).length > 0 ? { answers } : {}),
    });
  let answer = await call();
  if (ctx.command.path[0] === "design" && ctx.prompt.possible && answer.questions.length > 0) {
    answers = { ...answers, ...(await askAll(ctx, answer)) };
    answer = await call();
  }
  if (ctx.out.machine || ctx.flags.text("format") === "json") ctx.out.json(answer);
  else {
    ctx.out.text(answer.text);
    if (answer.trace)
      for (const one of answer.trace)
        ctx.out.text(`  ${one.reads}  <- "${one.from}" (${one.because})`);
  }
  return 0;
};

async function readAsked(ctx: Context): Promise<Asked> {
  const command = ctx.command.path[0] ?? "ask";
  const route = command === "ask" ? {} : { route: command as Exclude<Route, "menu" | "redirect"> };
  const file = ctx.flags.text("file");
  const words = ctx.args.join(" ");
  if (file === undefined) return { ...route, text: words };
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
  return { ...route, requirement: read.value };
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
