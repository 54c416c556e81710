// "What would change this decision": the thresholds of the rules that held, nearest first.
import type { Turning } from "../model/answer.ts";
import type { Outcome } from "./decide.ts";
import type { Lang } from "./reading.ts";

const shown = 5;

export function turningsOf(outcome: Outcome, lang: Lang): Turning[] {
  return outcome.held
    .flatMap(({ rule }) =>
      (rule.thresholds?.(outcome.case) ?? []).map((one) => ({ rule: rule.id, ...one })),
    )
    .toSorted((a, b) => a.distance - b.distance || (a.rule < b.rule ? -1 : 1))
    .slice(0, shown)
    .map((one) => ({
      rule: one.rule,
      quantity: one.quantity[lang],
      now: one.now?.[lang] ?? null,
      at: one.at[lang],
      becomes: one.becomes[lang],
    }));
}
