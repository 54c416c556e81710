// When a dated fact is too old to lean on. Asked last, over what the lines of the other rules lean on; the day is that of the request
// (`--as-of`), else the day on which the table of facts was last read through, so that the same request keeps its bytes.
import type { Case } from "../case.ts";
import { ageInDays, isTooOld, lasts, type Fact } from "../facts/fact.ts";
import { findFact } from "../facts/facts.ts";
import { bi, line, type RuleSet } from "../rule.ts";

const old = (c: Case): Fact[] =>
  c.decided.leansOn.flatMap((id) => {
    const fact = findFact(id);
    return fact && isTooOld(fact, c.today) ? [fact] : [];
  });

export const factRules: RuleSet = {
  name: "facts",
  rank: 0,
  rules: [
    {
      id: "FACT-01",
      stage: "facts",
      seed: "000 §モードの選択",
      basis: ["K32"],
      title: bi("A fact has a date, and an end", "事実には日付と期限がある"),
      when: bi(
        `a line leans on a fact older than its kind lasts: ${lasts.state} days for versions, availability, limits and list prices, ${lasts.survey} for surveys; a release stays what it was`,
        `根拠とした事実が期限より古いとき (版・提供状況・上限・定価は ${lasts.state} 日、調査は ${lasts.survey} 日。リリースの事実は古くならない)`,
      ),
      effect: bi(
        "a warning that names the fact, its age and where to look it up",
        "該当する事実、経過日数、確認先を警告で示す",
      ),
      holds: (c) => old(c).length > 0,
      says: (c) =>
        old(c).map((one) =>
          line(
            "warning",
            `Too old to lean on by ${c.today}: ${one.claim.en} (${one.asOf}, ${ageInDays(one, c.today)} days; ${lasts[one.kind]} is the limit). Look it up at ${one.source} before deciding by it.`,
            `${c.today} 時点で根拠とするには古い事実です: ${one.claim.ja} (${one.asOf} 時点、${ageInDays(one, c.today)} 日経過。期限は ${lasts[one.kind]} 日)。判断に使う前に ${one.source} で確認してください。`,
          ),
        ),
    },
  ],
};
