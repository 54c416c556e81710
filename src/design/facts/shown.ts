// The facts that an outcome leans on, in the words of one language, in the order of the table.
import type { ShownFact } from "../../model/answer.ts";
import type { Outcome } from "../decide.ts";
import type { Lang } from "../reading.ts";
import { goodUntil, isTooOld, type Fact } from "./fact.ts";
import { facts } from "./facts.ts";

export function factsOf(outcome: Outcome, lang: Lang): ShownFact[] {
  const { today, decided } = outcome.case;
  return (Object.values(facts) as readonly Fact[])
    .filter((one) => decided.leansOn.includes(one.id))
    .map((one) => ({
      id: one.id,
      claim: one.claim[lang],
      asOf: one.asOf,
      source: one.source,
      goodUntil: goodUntil(one),
      tooOld: isTooOld(one, today),
    }));
}
