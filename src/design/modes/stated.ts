// What an agreement or an operation states in plain words and has to come back in the answer: the time by which data is there, the rules by
// which a row is invalid, and the day or partition that is meant.
import type { Bi } from "../reading.ts";
import { bi } from "../rule.ts";

const clockEn = String.raw`(?:\d{1,2}(?::\d\d)?\s*(?:am|pm|a\.m\.|p\.m\.)|\d{1,2}:\d\d|:\d\d|noon|midnight)(?:\s*(?:utc|jst|cet|est))?`;
const clockJa = String.raw`\d{1,2}(?::\d\d|\s*時(?:\s*\d{1,2}\s*分|半)?)`;
const everyEn = String.raw`(?:(?:hourly|daily|weekly|every (?:hour|day|morning|night|week(?:day)?|monday|tuesday|wednesday|thursday|friday)|each (?:hour|day|morning|night))\s*(?:,\s*)?)?`;
const everyJa = String.raw`(?:毎[朝日夕晩時週月]|平日|翌[朝日]|当日)(?:の|に|、)?\s*`;

const dueEn = new RegExp(
  String.raw`\b${everyEn}(?:by|before|until|no later than|at|due)\s+(?:at\s+)?(${clockEn})(?:\s+(?:every|each)\s+\w+)?`,
  "iu",
);
const dueJa = new RegExp(String.raw`(?:${everyJa})?${clockJa}\s*(?:まで|迄|には|に)?`, "u");

/** `hourly by :10`, 毎朝 7:30 まで: as it was said. */
export function deadlineOf(text: string): Bi | null {
  const found = dueEn.exec(text)?.[0] ?? dueJa.exec(text)?.[0];
  if (!found) return null;
  const words = found
    .trim()
    .replace(/\s*に$/u, "")
    .trim();
  return bi(words, words);
}

const clauses = (text: string): string[] =>
  text
    .split(
      /[。;；\n!！]|(?<!\d),|,(?!\d)|\.(?=\s|$)|(?:、(?=[^、。]{0,40}(?:無効|不正|対象外|隔離)))/u,
    )
    .map((one) => one.replace(/^\s*(?:and|but|also)\s+/i, "").trim())
    .filter((one) => one !== "");

/** A condition on values, said to be wrong: 数量がマイナスの行は無効, `a speed above 60 knots is garbage`. */
const invalid =
  /\b(?:is|are|counts? as|must be|should be|be)\s+(?:\w+\s+)?(?:invalid|garbage|wrong|bad|rejected|held back|quarantined|refused|an error|errors|nonsense|impossible|not allowed)\b|\bmust not (?:be|reach|exceed|contain)\b|\bmay not be\b|\bmust (?:always )?be (?:above|below|between|positive|non-negative|unique|after|before|less|greater|at least|at most)\b|(?:無効|不正|異常|誤り|エラー|隔離|拒否|あり得ない|ありえない)(?:とする|とみなす|とし|扱い|にする|です|だ)?\s*$|(?:無効|不正)(?:とする|とみな|扱い|です)/iu;
const condition =
  /negative|positive|above|below|over|under|greater|less|more than|between|null|empty|missing|blank|future|duplicate|zero|\d|マイナス|負|ゼロ|空|未来|重複|以上|以下|超|未満|欠け|null|ない行|なし/iu;

export const statedChecks = (text: string): readonly string[] =>
  clauses(text)
    .filter((one) => invalid.test(one) && condition.test(one) && !/[?？]/.test(one))
    .slice(0, 5);

/** `2026-03-10`, 3 月 10 日, `last Tuesday`: the day, hours or partition that is to be done again. */
const day =
  /20\d\d[-/]\d{1,2}[-/]\d{1,2}(?:[ t]\d{1,2}:\d\d)?(?:\s*(?:to|through|until|-|–|〜|～|から)\s*20\d\d[-/]\d{1,2}[-/]\d{1,2})?|(?:20\d\d\s*年\s*)?\d{1,2}\s*月\s*\d{1,2}\s*日(?:\s*(?:から|〜|～)\s*(?:\d{1,2}\s*月\s*)?\d{1,2}\s*日)?(?:分)?|\b(?:last|previous|past)\s+(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|night|week|month|quarter)\b|\byesterday(?:'s)?\b|昨日|一昨日|先[週月]|前日|昨夜|(?:january|february|march|april|may|june|july|august|september|october|november|december)\s+\d{1,2}(?:st|nd|rd|th)?(?:,?\s+20\d\d)?/iu;

export function whenOf(text: string): Bi | null {
  const found = day.exec(text)?.[0].trim();
  return found ? bi(found, found) : null;
}
