// Numbers in a text with the unit that follows: `1.2k`, `12,000`, 3 億, 三十, `half an hour`, `5-10`. What a number is a number of is
// told in quantities.ts.
import {
  eventNouns,
  fromKanji,
  notThings,
  numberWords,
  requestNouns,
  scales,
  sizeUnits,
  timeUnits,
} from "../lexicon/units.ts";

export type NumberUnit =
  | "time"
  | "size"
  | "events"
  | "requests"
  | "percent"
  | "money"
  | "thing"
  | "none";

export type FoundNumber = {
  /** In seconds, bytes or plain. For a range: the lower end. */
  readonly value: number;
  /** The upper end of a range; equal to `value` otherwise. */
  readonly upper: number;
  readonly unit: NumberUnit;
  /** The unit's own size: 60 for minutes. */
  readonly unitSize: number;
  /** The word that is counted, for `thing` and `events`. */
  readonly of: string | null;
  readonly text: string;
  readonly at: number;
  readonly end: number;
};

const plain = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`;
const words = Object.keys(numberWords)
  .toSorted((a, b) => b.length - a.length)
  .join("|");
const scale = scales.map(([pattern]) => pattern).join("|");
const kanji = "[〇一二三四五六七八九十百千]+";

const time = timeUnits.map(([pattern]) => pattern).join("|");
const size = sizeUnits.map(([pattern]) => pattern).join("|");

/** 1万2千, 1億2,000万, 3億5千万: parts that add up, each with its scale. */
const compound = String.raw`(?:\d[\d,]*(?:\.\d+)?\s*(?:億|千万|百万|十万|万|千|百)){2,}(?:\d[\d,]*)?|\d[\d,]*(?:\.\d+)?\s*(?:億|万|千)\d[\d,]*`;
const amount = `(?:${compound})|(?:${plain})|(?<![a-z-])(?:${words})(?![a-z])|${kanji}`;
const unitAfter =
  `(?<time>${time})|(?<size>${size})|(?<percent>%|percent|パーセント)|(?<money>円|yen|usd|dollars?|eur|euros?|ドル|ユーロ)` +
  `|(?<requests>${requestNouns}|回(?=まで|/|しか))` +
  `|(?:[a-z]+\\s+)??(?<events>${eventNouns})|(?<thing>[a-z]+|アカウント|テーブル|ファイル|チーム|店舗|台|人|名(?!前|称|目)|回|本|社|か所|箇所|個)`;
/** `one 200-byte reading a minute`: the size stands between the number and what is counted. */
const sizedNoun = String.raw`(?=\d[\d.,]*[\s-]?(?:bytes?|b|kb|kib)\s+(?<sized>${eventNouns})(?![a-z]))`;
const pattern = new RegExp(
  String.raw`(?<![a-z0-9_.\-/:]|\d,)(?<currency>[$€£¥]\s*)?(?<first>${amount})(?<scale1>\s*(?:${scale})(?![a-z]))?` +
    String.raw`(?:\s*(?:-|~|〜|to|から|or)\s*(?<second>${amount})(?<scale2>\s*(?:${scale})(?![a-z]))?)?` +
    String.raw`(?:(?<gap>\s*-?\s*)(?:${sizedNoun}|(?:${unitAfter})(?![a-z0-9_])))?`,
  "gu",
);

export function findNumbers(flat: string): FoundNumber[] {
  const found: FoundNumber[] = [];
  for (const match of flat.matchAll(pattern)) {
    const groups = match.groups ?? {};
    const first = toNumber(
      groups.first,
      groups.scale1 ?? (groups.second ? groups.scale2 : undefined),
    );
    if (first === null) continue;
    const isWord = !/\d/.test(groups.first ?? "");
    const { unit, unitSize, of } = unitOf(groups);
    // `三` or `one` alone is no number: it needs a unit that people measure.
    if (isWord && (unit === "none" || (unit === "thing" && groups.gap === ""))) continue;
    const upper = groups.second ? (toNumber(groups.second, groups.scale2) ?? first) : first;
    found.push({
      value: Math.min(first, upper) * unitSize,
      upper: Math.max(first, upper) * unitSize,
      unit,
      unitSize,
      of,
      text: match[0].trim(),
      at: match.index,
      end: match.index + match[0].length,
    });
  }
  const said = findIdioms(flat);
  const isIn = (one: FoundNumber, idiom: FoundNumber) => one.at < idiom.end && one.end > idiom.at;
  const alone = found.filter((one) => !said.some((idiom) => isIn(one, idiom)));
  return [...alone, ...said].toSorted((a, b) => a.at - b.at);
}

function toNumber(text: string | undefined, scaleText: string | undefined): number | null {
  if (text === undefined) return null;
  const base = /\d.*[億万千百]/.test(text)
    ? fromParts(text)
    : /\d/.test(text)
      ? Number(text.replaceAll(",", ""))
      : (numberWords[text] ?? fromKanji(text));
  if (base === null || !Number.isFinite(base)) return null;
  const factor = scaleText
    ? (scales.find(([one]) => new RegExp(`^(?:${one})$`, "u").test(scaleText.trim()))?.[1] ?? 1)
    : 1;
  // 1.01 * 1e12 must be what is written, not its neighbour.
  return Number((base * factor).toPrecision(15));
}

const scaleOf: Readonly<Record<string, number>> = { 億: 1e8, 万: 1e4, 千: 1e3, 百: 100, 十: 10 };

/** 1億2,000万 → 120,000,000; 3億5千万: thousands of ten thousands. */
function fromParts(text: string): number {
  let total = 0;
  for (const part of text.matchAll(/(\d[\d,]*(?:\.\d+)?)\s*([億万千百十]*)/g))
    total +=
      Number((part[1] ?? "0").replaceAll(",", "")) *
      [...(part[2] ?? "")].reduce((product, one) => product * (scaleOf[one] ?? 1), 1);
  return total;
}

function unitOf(groups: Readonly<Record<string, string | undefined>>): {
  unit: NumberUnit;
  unitSize: number;
  of: string | null;
} {
  const sizeIn = (units: typeof timeUnits, text: string) =>
    units.find(([one]) => new RegExp(`^(?:${one})$`, "u").test(text))?.[1] ?? 1;
  if (groups.currency || groups.money)
    return { unit: "money", unitSize: 1, of: (groups.currency ?? groups.money ?? "").trim() };
  if (groups.time) return { unit: "time", unitSize: sizeIn(timeUnits, groups.time), of: null };
  if (groups.size)
    return {
      unit: "size",
      unitSize: sizeIn(sizeUnits, groups.size),
      of: /ps$|\/s$|per second$|\/秒$/.test(groups.size) ? "second" : null,
    };
  if (groups.percent) return { unit: "percent", unitSize: 1, of: null };
  if (groups.requests) return { unit: "requests", unitSize: 1, of: groups.requests };
  if (groups.sized) return { unit: "events", unitSize: 1, of: groups.sized };
  if (groups.events) return { unit: "events", unitSize: 1, of: groups.events };
  if (groups.thing && !notThings.has(groups.thing))
    return { unit: "thing", unitSize: 1, of: groups.thing };
  return { unit: "none", unitSize: 1, of: null };
}

/** Amounts without a digit: half an hour, 半日, `within an hour`. */
const idioms: readonly (readonly [RegExp, number])[] = [
  [/(?<![a-z])sub-?second|サブ秒/gu, 1],
  [/(?<![a-z])sub-?minute/gu, 60],
  [/half an hour|half-hour|半時間/gu, 1800],
  [/half a day|半日/gu, 43_200],
  [/half a second/gu, 0.5],
  [/half a minute/gu, 30],
  [/(?<=(?:within|under|than|after|in under|at most)\s)(?:an hour|the hour)/gu, 3600],
  [/(?<=(?:within|under|than|after|in under|at most|in)\s)(?:a minute|the minute)/gu, 60],
  [/(?<=(?:within|under|than|after|at most)\s)a second(?!\s+[a-z]+(?:\s|$)(?<!second [,.]))/gu, 1],
  [/(?<=(?:within|under|than|after|at most|up to)\s)(?:a day|the day)/gu, 86_400],
  [/(?:a )?quarter of an hour|a quarter hour/gu, 900],
];

/** `five nines`, ファイブナイン: 99.999 %. */
const nines =
  /(?<![a-z0-9])(?:(two|three|four|five|six|[2-6](?=[\s-]|nines?))[\s-]*(?:nines?(?![a-z])|9s(?![a-z0-9]))|(ツー|スリー|フォー|ファイブ|シックス)[・\s]?ナイン)/gu;
const nineCounts: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  ツー: 2,
  スリー: 3,
  フォー: 4,
  ファイブ: 5,
  シックス: 6,
};

function findIdioms(flat: string): FoundNumber[] {
  const availabilities = [...flat.matchAll(nines)].map((match) => {
    const count = nineCounts[match[1] ?? match[2] ?? ""] ?? Number(match[1]);
    const value = Number((100 - 10 ** (2 - count)).toFixed(4));
    const [at, end] = [match.index, match.index + match[0].length];
    const unit = "percent" as const;
    return { value, upper: value, unit, unitSize: 1, of: "nines", text: match[0], at, end };
  });
  return [...availabilities, ...findTimes(flat)];
}

/** `1 hour 30 minutes`, 1時間30分, `2h15m`: one time, said in two units. */
const pairs: readonly (readonly [big: string, size: number, small: string, size: number])[] = [
  ["days?|d|日", 86_400, "hours?|hrs?|h|時間", 3600],
  ["hours?|hrs?|h|時間", 3600, "minutes?|mins?|m|分", 60],
  ["minutes?|mins?|m|分", 60, "seconds?|secs?|s|秒", 1],
];
const inTwoUnits = pairs.map(([big, bigSize, small, smallSize]) => ({
  written: new RegExp(
    String.raw`(?<![a-z0-9_.,\-/:])(\d+)\s*(?:${big})\s*(?:and\s+)?(\d+)\s*(?:${small})(?![a-z0-9_])`,
    "gu",
  ),
  bigSize,
  smallSize,
}));

function findTimes(flat: string): FoundNumber[] {
  const sums = inTwoUnits.flatMap(({ written, bigSize, smallSize }) =>
    [...flat.matchAll(written)].map((match) => {
      const value = Number(match[1]) * bigSize + Number(match[2]) * smallSize;
      return timeAt(match, value, smallSize);
    }),
  );
  return [...sums, ...findWordTimes(flat)];
}

const timeAt = (match: RegExpMatchArray, value: number, unitSize: number): FoundNumber => ({
  value,
  upper: value,
  unit: "time",
  unitSize,
  of: null,
  text: match[0],
  at: match.index ?? 0,
  end: (match.index ?? 0) + match[0].length,
});

function findWordTimes(flat: string): FoundNumber[] {
  return idioms.flatMap(([idiom, value]) =>
    [...flat.matchAll(idiom)].map((match) => timeAt(match, value, value)),
  );
}
