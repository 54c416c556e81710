// "What would change this decision": the thresholds of the rules that held, nearest first.
import type { Turning } from "../model/answer.ts";
import type { Outcome } from "./decide.ts";
import type { Lang } from "./reading.ts";
import { isWeighingModes } from "./rules/evidence.ts";

const shown = 5;
const weight = (rule: string): number =>
  rule.startsWith("MODE") ? 0 : rule.startsWith("ASK") ? 2 : 1;

export function turningsOf(outcome: Outcome, lang: Lang): Turning[] {
  // Two products that are compared do not turn with the mode; two modes do.
  if (outcome.isComparison && !isWeighingModes(outcome.case)) return [];
  return (
    outcome.held
      .flatMap(({ rule }) =>
        (rule.thresholds?.(outcome.case) ?? []).map((one) => ({ rule: rule.id, ...one })),
      )
      .toSorted(
        (a, b) =>
          a.distance - b.distance || weight(a.rule) - weight(b.rule) || (a.rule < b.rule ? -1 : 1),
      )
      // One value, one line: what it does to the mode says more than what it does to a question.
      .filter(
        (one, i, all) =>
          all.findIndex(
            (other) => other.quantity.en === one.quantity.en && other.at.en === one.at.en,
          ) === i,
      )
      .slice(0, shown)
      .map((one) => ({
        rule: one.rule,
        quantity: one.quantity[lang],
        now: one.now?.[lang] ?? null,
        at: one.at[lang],
        becomes: one.becomes[lang],
      }))
  );
}
