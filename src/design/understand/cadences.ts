// How often data moves, said without a duration: hourly, 毎晩, once a day, `1 日 3 回`, one export a day; and clock times.
import type { QuantityKind } from "../reading.ts";
import { day, hour, minute, month, week } from "../lexicon/units.ts";

export type Cadence = {
  readonly kind: QuantityKind;
  readonly value: number;
  readonly text: string;
  readonly at: number;
  readonly end: number;
  readonly of: string | null;
};

const counts: Readonly<Record<string, number>> = {
  once: 1,
  one: 1,
  a: 1,
  "a single": 1,
  single: 1,
  twice: 2,
  two: 2,
  thrice: 3,
  three: 3,
  four: 4,
  six: 6,
  一: 1,
  二: 2,
  三: 3,
  四: 4,
  六: 6,
};
const toCount = (text: string | undefined): number =>
  text === undefined ? 1 : (counts[text] ?? (Number(text) || 1));

type Pattern = {
  readonly match: RegExp;
  readonly seconds: (groups: RegExpMatchArray) => number;
  readonly of?: string;
};

const things =
  "exports?|files?|loads?|runs?|syncs?|dumps?|batch(?:es)?|times?|updates?|deliver(?:y|ies)|drops?|snapshots?";
const patterns: readonly Pattern[] = [
  {
    match: new RegExp(
      String.raw`(?<![a-z])(once|twice|thrice|(?:one|two|three|four|six|a single|single|a|\d+))(?:\s+[a-z]+){0,2}?\s*(?:${things})?\s+(?:a|an|per|each|every)\s+(minute|hour|day|night|week|month|morning)(?![a-z])`,
      "gu",
    ),
    seconds: (m) =>
      new RegExp(`^(?:once|twice|thrice)|(?:${things})`).test(m[0])
        ? (periodOf(m[2]) ?? day) / toCount(m[1])
        : 0,
  },
  {
    match:
      /(?:1|一)?\s*(日|週間?|か月|時間|月)\s*(?:あたり|に|につき)?\s*(\d+|一|二|三|四|六)\s*(?:回|度|ファイル|本のファイル|個のファイル)/gu,
    seconds: (m) =>
      ({ 日: day, 週: week, 週間: week, か月: month, 月: month, 時間: hour }[m[1] ?? "日"] ?? day) /
      toCount(m[2]),
  },
  {
    match:
      /(?<![a-z])(?:hourly|every hour|each hour|on the hour)(?![a-z])|毎時(?!間)|(?<![\d一二三四五六七八九十数半]\s*)時間ごと(?=に|の|で)|(?<!\d)1\s*時間\s*(?:ごと|おき|毎)|時次/gu,
    seconds: () => hour,
  },
  {
    match: /(?<![a-z])(?:every minute|each minute|minutely|per-minute)(?![a-z])|毎分/gu,
    seconds: () => minute,
  },
  {
    match:
      /(?<![a-z])(?:daily|nightly|(?:per|a) night|overnight|every (?:day|night|morning|evening|weekday)|each (?:day|night|morning|evening)|next morning's)(?![a-z])|毎日|毎晩|毎朝|毎夜|毎夕|日次|夜間(?!工事)|夜中に|翌朝|日報/gu,
    seconds: () => day,
  },
  {
    match:
      /(?<![a-z])(?:weekly|every (?:week|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|each week)(?![a-z])|毎週|週次/gu,
    seconds: () => week,
  },
  {
    match: /(?<![a-z])(?:monthly|every month|each month)(?![a-z])|毎月|月次/gu,
    seconds: () => month,
  },
];

const periodOf = (word: string | undefined): number | null =>
  word === undefined
    ? null
    : ({ minute, hour, day, night: day, morning: day, week, month }[word] ?? null);

/** Words that only look like a cadence: a month's downtime, `per second`, a name in quotes. */
function isOther(flat: string, at: number, end: number): boolean {
  const after = flat.slice(end, end + 14);
  const before = flat.slice(Math.max(0, at - 14), at);
  return (
    /^\s*(?:active users|downtime|budget|fee|limit|ダウンタイム|の停止)/.test(after) ||
    /(?:not|no longer|instead of|rather than)\s*$/.test(before) ||
    /^\s*(?:では(?:なく|だめ|遅)|じゃ(?:なく|だめ)|だと遅|でなく)/.test(after) ||
    // A name for the thing, not a demand: 「夜間バッチ」と呼んでいる, our "nightly batch".
    /^[^、。,\n]{0,10}?["」』]?\s*(?:と(?:呼|称|いう名|言っ)|という名)/.test(after) ||
    (/["「『]\s*$/.test(before) && /^[^、。,\n]{0,14}?["」』]/.test(after))
  );
}

export function findCadences(flat: string): Cadence[] {
  const found: Cadence[] = [];
  for (const { match, seconds } of patterns)
    for (const hit of flat.matchAll(match)) {
      const value = seconds(hit);
      const end = hit.index + hit[0].length;
      if (value <= 0 || found.some((one) => hit.index < one.end && end > one.at)) continue;
      if (isOther(flat, hit.index, end)) continue;
      found.push({
        kind: "update_interval",
        value,
        text: hit[0].trim(),
        at: hit.index,
        end,
        of: null,
      });
    }
  for (const hit of flat.matchAll(
    /(?<![\d.])([01]?\d|2[0-3]):([0-5]\d)(?!\d)|(?:午前|午後|朝|夜|深夜|早朝)?\s*(\d{1,2})\s*時(?!間)(?:\s*(\d{1,2})\s*分)?|(?<![a-z0-9])(\d{1,2})\s*(am|pm)(?![a-z])/gu,
  ))
    found.push({
      kind: "clock",
      value: clockSeconds(hit),
      text: hit[0].trim(),
      at: hit.index,
      end: hit.index + hit[0].length,
      of: null,
    });
  return found.toSorted((a, b) => a.at - b.at);
}

function clockSeconds(hit: RegExpMatchArray): number {
  const isLate = /午後|夜(?!中)|pm/.test(hit[0]);
  const hours = Number(hit[1] ?? hit[3] ?? hit[5] ?? 0);
  const minutes = Number(hit[2] ?? hit[4] ?? 0);
  return ((isLate && hours < 12 ? hours + 12 : hours) % 24) * hour + minutes * minute;
}
