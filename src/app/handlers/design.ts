// The architect's operations. Answers need no store: the design room is pure. The files of a design look at the project's sources.
import { design, toAnswer } from "../../design/answer.ts";
import { artefactsOf, hubText } from "../../design/artefacts/artefacts.ts";
import { findRule } from "../../design/rule-sets.ts";
import { RevosError } from "../../kernel/error.ts";
import type { HandlerTable } from "../context.ts";
import { designFiles } from "../design/files.ts";
import { reviewFiles } from "../design/review-files.ts";

export const handlers: HandlerTable = {
  "design.answer": async (_, { lang, explain, ...request }) => {
    const outcome = design(request);
    const files = artefactsOf(outcome, request, { lang });
    const answer = toAnswer(outcome, {
      lang,
      explain,
      artifacts: files.map(({ path, kind }) => ({ path, kind })),
    });
    const hub = hubText(
      outcome,
      request,
      files.map((file) => file.path),
      { lang },
    );
    return hub === null ? answer : { ...answer, text: `${answer.text}\n${hub}\n` };
  },

  "design.review": async (_, { files, lang }) => reviewFiles(files, lang),
  "design.files": (ctx, input) => designFiles(ctx, input, false),
  "design.write": (ctx, input) => designFiles(ctx, input, true),

  "design.rule": async (_, { id, lang = "en" }) => {
    const rule = findRule(id);
    if (!rule)
      throw new RevosError("usage.bad_value", `There is no rule ${id}.`, {
        advice: "docs/reference/rules.md lists every rule.",
        data: { flag: "rule", value: id, wanted: "a rule id such as MODE-03" },
      });
    return {
      id: rule.id,
      stage: rule.stage,
      seed: rule.seed,
      basis: [...(rule.basis ?? [])],
      title: rule.title[lang],
      when: rule.when[lang],
      effect: rule.effect[lang],
    };
  },
};
