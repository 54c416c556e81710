// Systems that are named beside the flow: where alerts go (違反時は Slack に), and how it was done by hand until now (Excel マクロで CSV を落としていた).
import { clauseAt, type Clause } from "./normalize.ts";
import type { Mention } from "./systems.ts";

const channels: ReadonlySet<string> = new Set(["slack", "servicenow", "jira"]);
const alerts =
  /(?:違反|失敗|異常|不合格|エラー|障害|検知|検出)(?:時|し|した|が|を|は|あれ|の(?:際|とき|場合))|アラート|通知|\balert|\bnotif|\bpage\b|\bwarn|\bon (?:failure|error|violation)|\bviolations?\b|\bwhen (?:it|a check|checks?|something) (?:fails?|breaks?)/;
const byHand: ReadonlySet<string> = new Set(["csv", "spreadsheet", "files"]);
const past =
  /(?:て|で)い(?:た|まし)|今は|現在は|現状は|これまで|従来|以前は|前任者|手作業|手動|マクロ|\b(?:used to|until now|so far|currently|today,|at the moment|right now|by hand|manually|macros?)\b/;

export function setAside(
  flat: string,
  clauses: readonly Clause[],
  mentions: readonly Mention[],
): void {
  const sentenceOf = (one: Mention) => clauseAt(clauses, one.at).sentence;
  const words = (one: Mention) => {
    const mates = clauses.filter((clause) => clause.sentence === sentenceOf(one));
    return flat.slice(mates[0]?.at ?? 0, mates.at(-1)?.end ?? flat.length);
  };
  for (const one of mentions) {
    if (channels.has(one.id) && one.role === "sink" && alerts.test(words(one)))
      Object.assign(one, { role: "tool", because: "where alerts go" });
    const hasOther = mentions.some(
      (other) =>
        other !== one &&
        other.role === one.role &&
        !byHand.has(other.id) &&
        sentenceOf(other) !== sentenceOf(one),
    );
    if (byHand.has(one.id) && one.role !== "tool" && hasOther && past.test(words(one)))
      Object.assign(one, { role: "tool", because: "how it was done until now" });
  }
}
