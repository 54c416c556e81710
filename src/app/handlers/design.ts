// The architect's operations. No store and no network: the design room is pure, and this only hands it the request.
import { answer } from "../../design/answer.ts";
import { findRule } from "../../design/rule-sets.ts";
import { RevosError } from "../../kernel/error.ts";
import type { HandlerTable } from "../context.ts";

export const handlers: HandlerTable = {
  "design.answer": async (_, { lang, explain, ...request }) => answer(request, { lang, explain }),

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
