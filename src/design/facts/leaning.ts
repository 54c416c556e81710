// A line that leans on dated facts: it carries their ids, and shows source and date after its words, which come without their stop. One that is too old by the day
// of the case says so there, and rule FACT-01 warns.
import type { Case } from "../case.ts";
import type { Line } from "../rule.ts";
import { isTooOld } from "./fact.ts";
import { facts, type FactId } from "./facts.ts";

export function leaning(c: Case, text: Line, ...ids: readonly FactId[]): Line {
  const bySource = new Map<string, string[]>();
  for (const id of ids) {
    const fact = facts[id];
    const dates = bySource.get(fact.source) ?? [];
    bySource.set(fact.source, dates.includes(fact.asOf) ? dates : [...dates, fact.asOf]);
  }
  const old = ids.some((id) => isTooOld(facts[id], c.today));
  const shown = [...bySource];
  const en = shown.map(([source, dates]) => `${source}, ${dates.join(" and ")}`).join("; ");
  const ja = shown.map(([source, dates]) => `${source}、${dates.join("・")} 時点`).join("; ");
  return {
    ...text,
    en: `${text.en} (${en}${old ? ": too old to lean on, check first" : ""}).`,
    ja: `${text.ja} (${ja}${old ? "。古いため要確認" : ""})。`,
    facts: [...(text.facts ?? []), ...ids],
  };
}
