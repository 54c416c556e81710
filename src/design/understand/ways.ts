// Chains: what data only passes on its way. `Salesforce to Marketo by way of Snowflake`, S3 に落として Cassandra に載せる, `MySQL -> Kafka -> Pinot`:
// the middle is a landing or a broker, and the last is the sink.
import type { SystemKind } from "../reading.ts";
import type { Mention } from "./systems.ts";

const resting: ReadonlySet<SystemKind> = new Set([
  "warehouse",
  "lake",
  "files",
  "broker",
  "database",
  "online_store",
  "app",
]);

const byWay =
  /(?:^|[\s,(])(?:by way of|via|through|passing through|going through|routed through|over|hop(?:ping)? (?:through|via))\s+(?:(?:the|our|a|an)\s+)?(?:[a-z]+\s+)?$/;
const byWayJa =
  /^[\s"'`)]*(?:の[^、。]{1,10})?(?:を\s*)?(?:経由|介し|はさん|挟ん|通して|通し、|中継)/u;
/** S3 に毎晩アンロードして、それを …: put down there, and taken on. */
const putDownJa =
  /^[\s"'`)]*(?:バケット|トピック|側|上)?(?:に|へ)[^。\n]{0,24}?(?:落と|落ち|置い|置き|書き出|吐き出|出力|アンロード|ダンプ|エクスポート|溜め|ため|貯め|退避|ステージング|ランディング|一旦|いったん|一度|積ん|流し込|取り込|入れ)[^。\n]{0,12}?(?:て|で|し|後|のち|から|、)/u;
const takenOnJa = /(?:それを|これを|そこから|その後|そのあと|のち|てから|でから)[^。\n]{0,30}$/u;
/** 一旦 S3 に: for the time being, before it or after it. */
const forNowJa = /(?:一旦|いったん|一度|まず(?:は)?|最初に)[^。\n]{0,24}$/u;
const putDown =
  /(?:^|[\s,(])(?:unload|unloads|unloaded|dump|dumps|dumped|drop|drops|land|lands|landed|landing|stage|stages|staged|park|parks|parked|export|exports|exported|buffer|buffered|copy|put|write|written)(?![a-z])[^.;\n]{0,60}$/;
const takenOn =
  /(?:\bfrom there\b|\bfrom it\b|\bonwards?\b|\bpick(?:ed|s)? (?:it|them) up\b|\b(?:and|before|,)\s*then\b[^.;\n]{0,20}\b(?:it|them|that|those)\b|\bfirst\b[^.;\n]{0,20}\bthen\b|\bbefore (?:loading|going|it goes|they go|being)\b|\bwhich (?:is|are) (?:then )?(?:loaded|copied|read)\b)/;
const arrow = /^[^。\n]{0,40}→[^。\n]{0,40}$/;
const origin =
  /(?:元(?:データ)?は|大元は|出どころは|originally (?:come|comes|from|in)[^.;\n]{0,12}|originat(?:e|es|ing) (?:in|from)\s*(?:the |our )?|come from\s*(?:the |our )?)[^。、.;\n]{0,10}$/u;

/** Roles are given; what lies between source and sink in a chain goes from its role to `via`. */
export function findWays(flat: string, mentions: readonly Mention[]): void {
  const ends = (role: "source" | "sink", except: Mention) =>
    mentions.filter((one) => one !== except && one.role === role && one.id !== except.id);
  for (const [i, one] of mentions.entries()) {
    if (one.role === "via" || !resting.has(one.kind)) continue;
    const [before, after] = [
      flat.slice(Math.max(0, one.at - 90), one.at),
      flat.slice(one.end, one.end + 60),
    ];
    const next = mentions.slice(i + 1).find((other) => !isTool(other));
    const last = mentions.slice(0, i).findLast((other) => !isTool(other));
    const toNext = next ? flat.slice(one.end, next.at) : "";
    const fromLast = last ? flat.slice(last.end, one.at) : "";
    const because =
      byWay.test(before) || byWayJa.test(after)
        ? "by way of"
        : next && last && arrow.test(fromLast) && arrow.test(toNext)
          ? "between two arrows"
          : next?.role === "sink" &&
              toNext.length < 120 &&
              ((putDownJa.test(toNext) &&
                (takenOnJa.test(toNext) ||
                  /[てで]、?\s*$/u.test(toNext) ||
                  forNowJa.test(before))) ||
                (takenOn.test(toNext) && putDown.test(before)) ||
                /\bfrom there\b/.test(toNext))
            ? "put down there and taken on"
            : null;
    if (because && ends("source", one).length > 0 && ends("sink", one).length > 0)
      Object.assign(one, { role: "via", because });
  }
  // Bronze は ADLS から、元は店舗 POS の CSV: the store that is read is itself filled from what is said to be the origin.
  const first = mentions.find(
    (one) => one.role === "source" && origin.test(flat.slice(Math.max(0, one.at - 24), one.at)),
  );
  if (!first || !mentions.some((one) => one.role === "sink")) return;
  for (const one of ends("source", first))
    if (["files", "broker", "lake"].includes(one.kind) && one.because !== "")
      Object.assign(one, { role: "via", because: `filled from ${first.id}` });
}

const isTool = (one: Mention): boolean => one.role === "tool" && one.kind.endsWith("_tool");
