// Which numbers are not asked for: a speed that nobody needs (`we don't need sub-second`, 1 秒以内は求めていません), and what the writer took
// back (毎時で、いや、やっぱり毎日で).
import type { Quantity } from "../reading.ts";
import { clauseAt, type Clause } from "./normalize.ts";
import type { FoundNumber } from "./numbers.ts";

const unwanted =
  /\b(?:(?:do(?:es)?|did|would|will)(?:n't| not)|no one|nobody|not|never|no longer|needn't)\s+(?:[a-z]+\s+){0,2}?(?:need(?:ed|s)?|want(?:ed|s)?|require[ds]?|ask(?:s|ed|ing)?(?: for)?|expect(?:s|ed|ing)?|necessary|after|looking for|care about)\b[^.;,]{0,24}$|\b(?:no need for|without any need for|not about|isn't about|need not be)\b[^.;,]{0,24}$/;
/** `no need for anything faster than 15 minutes` sets the 15 minutes. */
const setsIt =
  /\b(?:faster|sooner|quicker|fresher|newer|older|later|slower|more|longer) than\s+(?:about\s+)?$/;
const unwantedJa =
  /^\s*(?:以内|以下|未満|単位|レベル|間隔|ごと)?(?:の?(?:反映|更新|速さ|遅延|レイテンシ|リアルタイム性?|鮮度))?(?:とか|など|なんて|という[^。、]{0,8})?(?:まで)?(?:は|も|を)?(?:特に|とくに|別に|全然)?\s*(?:求めて(?:は)?(?:い)?(?:ない|ません)|求めない|求めません|不要|いらな|いりませ|要らな|要りませ|必要(?:は|が|では|も)?(?:な[いく]|ありませ)|でなくて(?:も)?(?:よ|い|構))/;

export function isNotWanted(flat: string, clauses: readonly Clause[], one: FoundNumber): boolean {
  if (one.unit !== "time") return false;
  const clause = clauseAt(clauses, one.at);
  const before = flat.slice(Math.max(clause.at, one.at - 80), one.at);
  if (unwanted.test(before)) return !setsIt.test(before);
  return unwantedJa.test(flat.slice(one.end, one.end + 32));
}

const correction =
  /いや[、,\s]*(?:やっぱり?|やはり)?|やっぱり|やはり|訂正(?:します)?[:、,]?|ではなくて、|\b(?:no,? wait|scratch that|sorry,? i mean|i mean|correction:?|actually,? (?:no|make (?:it|that)|let's say)|make that|on second thoughts?)\b/gu;

/** The last word counts: what stands before a correction gives way to the same kind of number after it. */
export function withoutCorrected(flat: string, all: readonly Quantity[]): readonly Quantity[] {
  const turns = [...flat.matchAll(correction)].map((one) => one.index);
  if (turns.length === 0) return all;
  const speaksOf = (one: Quantity) =>
    one.kind === "latency" || one.kind === "freshness_sla" ? "update_interval" : one.kind;
  return all.filter(
    (one) =>
      !turns.some(
        (turn) =>
          one.at < turn &&
          turn - one.at < 80 &&
          all.some(
            (other) => other.at > turn && other.at - turn < 60 && speaksOf(other) === speaksOf(one),
          ),
      ),
  );
}
