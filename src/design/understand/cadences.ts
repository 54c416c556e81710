// How often data moves, said without a duration: hourly, 毎晩, once a day, `1 日 3 回`, one export a day; and clock times.
import type { QuantityKind } from "../reading.ts";
import { day, fromKanji, hour, minute, month, week, year } from "../lexicon/units.ts";

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
  five: 5,
  six: 6,
  eight: 8,
  ten: 10,
  twelve: 12,
  一: 1,
  二: 2,
  三: 3,
  四: 4,
  六: 6,
};
const toCount = (text: string | undefined): number =>
  text === undefined ? 1 : (counts[text] ?? (Number(text) || (fromKanji(text) ?? 1)));

const words = "once|twice|thrice|one|two|three|four|five|six|eight|ten|twelve";
const periods: Readonly<Record<string, number>> = {
  分: minute,
  時間: hour,
  日: day,
  週: week,
  週間: week,
  か月: month,
  カ月: month,
  ヶ月: month,
  月: month,
  四半期: 3 * month,
  年: year,
  hourly: hour,
  daily: day,
  weekly: week,
  monthly: month,
  hour,
  day,
  night: day,
  morning: day,
  week,
  month,
  quarter: 3 * month,
  year,
};
const weekday = "(?:mon|tues|wednes|thurs|fri|satur|sun)days?";

type Pattern = {
  readonly match: RegExp;
  readonly seconds: (groups: RegExpMatchArray) => number;
  readonly of?: string;
};

const things =
  "exports?|files?|loads?|runs?|syncs?|dumps?|batch(?:es)?|times?|updates?|deliver(?:y|ies)|drops?|snapshots?";
const patterns: readonly Pattern[] = [
  // 4 時間に 1 回, 二日に一度, 2 週間に 1 回: several periods and how often in them.
  {
    match:
      /(\d+|[一二三四五六七八九十]+)\s*(分|時間|日|週間|週|か月|カ月|ヶ月|年)\s*に\s*(?:つき)?\s*(\d+|[一二三四五六七八九十]+)\s*(?:回|度)/gu,
    seconds: (m) => (toCount(m[1]) * (periods[m[2] ?? "日"] ?? day)) / toCount(m[3]),
  },
  // `4x a day`, `three times daily`, `twice weekly`
  {
    match: new RegExp(
      String.raw`(?<![a-z0-9.])(?:(once|twice|thrice)|(\d+|${words})\s*(?:x|×|times))\s*(?:(?:a|an|per|each|every|/)\s*)?(hour|day|week|month|quarter|year|hourly|daily|weekly|monthly)(?![a-z])`,
      "gu",
    ),
    seconds: (m) => (periods[m[3] ?? "day"] ?? day) / toCount(m[1] ?? m[2]),
  },
  // `six-hourly`, `4-hourly`, `10-minutely`
  {
    match: new RegExp(
      String.raw`(?<![a-z0-9.])(\d+|${words})[\s-]*(hourly|daily|weekly|monthly)(?![a-z])`,
      "gu",
    ),
    seconds: (m) => toCount(m[1]) * (periods[m[2] ?? "daily"] ?? day),
  },
  // `at 00 and 30 past every hour`, 毎時 0 分と 30 分
  {
    match:
      /(?:at\s+)?:?\d{2}\s*(?:and|,|&|\/)\s*:?\d{2}\s*(?:minutes?\s*)?(?:past|after|of)\s*(?:every|each|the)\s*hour|毎時\s*\d{1,2}\s*分\s*(?:と|、|・|,)\s*\d{1,2}\s*分/gu,
    seconds: () => hour / 2,
  },
  {
    match:
      /(?<![a-z])(?:every other day|every second day|on alternate days)(?![a-z])|隔日|一日おき|1 ?日おき/gu,
    seconds: () => 2 * day,
  },
  {
    match:
      /(?<![a-z])(?:fortnightly|bi-?weekly|every fortnight|once a fortnight|every other week|every second week)(?![a-z])|隔週/gu,
    seconds: () => 2 * week,
  },
  {
    match:
      /(?<![a-z])(?:quarterly|every quarter|each quarter|once a quarter|once per quarter)(?![a-z])|四半期(?:ごと|毎|に\s*(?:1|一)\s*(?:回|度)|次)/gu,
    seconds: () => 3 * month,
  },
  {
    match:
      /(?<![a-z])(?:yearly|annually|once a year|once per year|every year)(?![a-z])|年次|毎年|年に?\s*(?:1|一)\s*(?:回|度)/gu,
    seconds: () => year,
  },
  // Read when the day opens and when it closes.
  {
    match:
      /when (?:they|we|the (?:shops?|stores?)) open(?:s)? and (?:again )?when (?:they|we|the (?:shops?|stores?)) close(?:s)?|at (?:store |shop )?opening and (?:at )?closing(?: time)?|(?:every )?morning and (?:every )?evening|開店(?:時|前)?と閉店(?:時|後)?|始業(?:時)?と終業(?:時)?|朝と(?:夕方?|夜|晩)|朝夕|朝晩/gu,
    seconds: () => day / 2,
  },
  // `Monday mornings`, `on Mondays`, 月曜の朝
  {
    match: new RegExp(
      String.raw`(?<![a-z])(?:(?:every|each)\s+)?${weekday.replace("s?)", ")")}\s+(?:mornings|evenings|nights|afternoons)(?![a-z])|(?<![a-z])on\s+(?:mon|tues|wednes|thurs|fri|satur|sun)days(?![a-z])|毎[月火水木金土日]曜|(?:[月火水木金土日]曜日?)\s*(?:ごと|の?(?:朝|夜|晩|早朝|深夜)(?=[にの、。]|$)(?![^。]{0,12}(?:切り替|切替|停止|止め)))`,
      "gu",
    ),
    seconds: () => week,
  },
  {
    match:
      /(?<![a-z])(?:on the first (?:business|working) day of (?:the|each|every) month|at (?:the )?month[ -]end|at the end of (?:the|each|every) month|on the \d{1,2}(?:st|nd|rd|th) of (?:the|each|every) month)(?![a-z])|月初(?=に|の第|め)|月末(?=に|の締め後)|月に\s*(?:1|一)\s*(?:回|度)/gu,
    seconds: () => month,
  },
  {
    match:
      /(?<![a-z])(?:first thing in the morning|at (?:the )?end of (?:the )?day|at close of business|after (?:the )?close of business)(?![a-z])|朝イチ|朝一番?(?=[にでの])|営業終了後|閉店後|終業後/gu,
    seconds: () => day,
  },
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
      /(?<![\d一二三四五六七八九十半数]\s*)(?:1|一)?\s*(日|週間?|か月|時間|月)\s*(?:あたり|に|につき)?\s*(\d+|一|二|三|四|六)\s*(?:回|度|ファイル|本のファイル|個のファイル)/gu,
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
      of: isDeadline(flat, hit.index, hit.index + hit[0].length) ? "deadline" : null,
    });
  return found.toSorted((a, b) => a.at - b.at);
}

/** `by 7:00 every morning`, 毎朝7時までに: when it has to be there, not when it starts. */
const isDeadline = (flat: string, at: number, end: number): boolean =>
  /(?:\bby|\bbefore|no later than|not later than|\bdue(?: at)?|ready (?:at|for)|deadline(?: is| of|:)?)\s*(?:the\s+)?$/.test(
    flat.slice(Math.max(0, at - 18), at),
  ) ||
  /^\s*(?:までに|まで(?!の?遅|は止|停止)|前に|より前|以前に|締め?切|必着|時点で(?:揃|そろ|見)|at the latest|deadline|sharp)/.test(
    flat.slice(end, end + 16),
  );

function clockSeconds(hit: RegExpMatchArray): number {
  const isLate = /午後|夜(?!中)|pm/.test(hit[0]);
  const hours = Number(hit[1] ?? hit[3] ?? hit[5] ?? 0);
  const minutes = Number(hit[2] ?? hit[4] ?? 0);
  return ((isLate && hours < 12 ? hours + 12 : hours) % 24) * hour + minutes * minute;
}
