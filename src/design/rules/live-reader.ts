// Who the hot path is for: the live sink, else the reader the request names beside the number (`surge pricing needs them within 3 seconds`,
// 異常検知は 1 秒以内). The history sink of a hybrid is never it.
import type { Case } from "../case.ts";
import type { Bi } from "../reading.ts";
import { bi } from "../rule.ts";
import { name, sinkName } from "../words.ts";
import { isHistorySink, livePath } from "./evidence.ts";

const someone = bi("the live reader", "リアルタイムの利用先");
const en =
  /(?:^|\b(?:and|that|while|but)\s+)(?:the |our |a )?([\p{L}][\p{L}\d'-]*(?:\s+[\p{L}\d'-]+){0,3}?)\s+(?:needs?|wants?|reads?|requires?|expects?|sees?|gets?|must|should|has to|have to|reacts?|acts?|looks?)\b/iu;
const enFor =
  /\b(?:to|for|by|in|on|reach|reaches|hit|hits|at)\s+(?:the |our )?([\p{L}][\p{L}\d'-]*(?:\s+(?!within|in|under)[\p{L}\d'-]+){0,2})\s+(?:within|in|under|inside|in less)\b/iu;
const ja =
  /([\p{Script=Han}\p{Script=Katakana}ーA-Za-z0-9]{2,16})(?:は|が|には|へは|では|向けに|に|へ)\s*[、]?\s*$/u;
const noReader =
  /^(?:it|they|we|this|that|these|those|which|what|who|there|data|events?|records?|latency|alerts?|遅延|レイテンシ|反映|要件|データ|イベント|許容)$/iu;

/** The subject of the clause that the latency stands in. */
function readerIn(c: Case): Bi | null {
  const one = c.req.consumers.find((each) => (each.latencySeconds ?? 60) < 60);
  if (one) return bi(one.name, one.name);
  const latency = c.req.latency;
  if (!latency) return null;
  const { text } = c.reading;
  const before = text.slice(0, latency.at);
  const from = Math.max(
    ...[...before.matchAll(/[:;：；。\n]|[,、.]\s/gu)].map((m) => m.index + m[0].length),
    0,
  );
  const clause = text.slice(from, latency.at + latency.text.length).trim();
  const found =
    enFor.exec(clause)?.[1] ?? en.exec(clause)?.[1] ?? ja.exec(text.slice(from, latency.at))?.[1];
  const words = found?.trim();
  return words && !noReader.test(words) && !c.reading.systems.some((s) => s.title === words)
    ? bi(words, words)
    : null;
}

/** Where the hot path of a hybrid, or a stream, ends. */
export function liveTarget(c: Case): Bi {
  const live = livePath(c);
  if (live) return sinkName(live);
  if (c.decided.mode !== "HYBRID") return sinkName(c.req.sinks[0] ?? null);
  const other = c.req.sinks.find((one) => !isHistorySink(one)) ?? null;
  return other ? name(other, someone) : (readerIn(c) ?? someone);
}
