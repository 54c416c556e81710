// Two designs side by side: which decisions, numbers, questions and rules differ between a stored design and the one now asked for.
import { RevosError } from "../../kernel/error.ts";
import type { Answer } from "../../model/answer.ts";
import type { Context } from "../context.ts";
import { readYamlObject } from "../files.ts";
import { parseDesignState } from "./design-state.ts";

export async function againstDesign(ctx: Context, now: Answer, path: string): Promise<number> {
  const state = parseDesignState(await readYamlObject(ctx, path));
  if (!state)
    throw new RevosError(
      "usage.bad_value",
      `${path} is not a stored design. Nothing was compared.`,
      {
        advice: "revos design ... --out <dir> writes one: design.yaml.",
        data: { flag: "--against", value: path, wanted: "kind: Design" },
      },
    );
  const earlier = asRequest(state.request, state.answers, state.lang);
  const before = await ctx.call("design.answer", { ...earlier, lang: now.lang });
  const changes = differences(before, now);
  if (ctx.out.machine || ctx.flags.text("format") === "json") {
    ctx.out.json({ changed: changes.length > 0, against: path, changes });
    return 0;
  }
  if (changes.length === 0) ctx.out.text(ctx.say("design.sameDesign", { file: path }));
  for (const { what, from, to } of changes) {
    ctx.out.text(what);
    for (const line of from) ctx.out.text(`  - ${line}`);
    for (const line of to) ctx.out.text(`  + ${line}`);
  }
  return 0;
}

type State = NonNullable<ReturnType<typeof parseDesignState>>;

function asRequest(request: State["request"], answers: State["answers"], lang: State["lang"]) {
  const { text, requirement, route, recipe, asOf } = request;
  return {
    ...(text === undefined ? {} : { text }),
    ...(requirement === undefined ? {} : { requirement }),
    ...(route === undefined ? {} : { route }),
    ...(recipe === undefined ? {} : { recipe }),
    ...(asOf === undefined ? {} : { asOf }),
    ...(answers ? { answers } : {}),
    ...(lang ? { lang } : {}),
  };
}

export type Difference = {
  readonly what: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
};

function differences(before: Answer, now: Answer): Difference[] {
  const found: Difference[] = [];
  const add = (what: string, from: readonly string[], to: readonly string[]) => {
    const gone = from.filter((line) => !to.includes(line));
    const come = to.filter((line) => !from.includes(line));
    if (gone.length + come.length > 0) found.push({ what, from: gone, to: come });
  };
  const value = (one: unknown) => (one === null || one === undefined ? [] : [String(one)]);
  for (const key of ["route", "recipe", "mode", "tier", "provisional"] as const)
    add(key, value(before[key]), value(now[key]));
  const fresh = (answer: Answer) =>
    Object.entries(answer.freshness ?? {}).map(([key, one]) => `${key}: ${String(one)}`);
  add("freshness", fresh(before), fresh(now));
  add(
    "questions",
    before.questions.map((one) => one.code),
    now.questions.map((one) => one.code),
  );
  for (const key of new Set([...Object.keys(before.sections), ...Object.keys(now.sections)])) {
    const lines = (answer: Answer) =>
      (answer.sections as Readonly<Record<string, readonly string[]>>)[key] ?? [];
    add(key, lines(before), lines(now));
  }
  add(
    "rules",
    before.decisions.map((one) => one.rule),
    now.decisions.map((one) => one.rule),
  );
  return found;
}
