// What kind of value a text is, judged by its bytes and to the letter: only a text that a typed column gives back unchanged
// (up to zeros behind the point) counts as more than text. "007", "+5", "1.0.1" and "1e5" are text.

/** Bits, so that a column's classes are one number. */
export const valueClass = {
  boolean: 1,
  integer: 2,
  /** A whole number beyond 64 bits. */
  bigInteger: 4,
  decimal: 8,
  /** With an exponent, few enough digits for a double to give back, and a point or a negative exponent. */
  float: 16,
  date: 32,
  timestamp: 64,
  timestamptz: 128,
  text: 256,
  /** Beside integer or decimal: more digits than a double gives back. */
  wide: 512,
} as const;

const minus = 45;
const point = 46;
const colon = 58;
const zero = 48;
const isDigit = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 48 && byte <= 57;

/** The class of the bytes from `start` to `end`, which are not empty. */
export function classify(bytes: Uint8Array, start: number, end: number): number {
  let from = start;
  let to = end;
  while (from < to && bytes[from] === 32) from++;
  while (to > from && bytes[to - 1] === 32) to--;
  const first = bytes[from];
  if (from === to) return valueClass.text;
  if (isDigit(first) || first === minus) return classifyNumber(bytes, from, to);
  const length = to - from;
  const letter = (first ?? 0) | 32;
  const isWord =
    letter === 116 && length === 4
      ? isSameWord(bytes, from, "true")
      : letter === 102 && length === 5 && isSameWord(bytes, from, "false");
  return isWord && from === start && to === end ? valueClass.boolean : valueClass.text;
}

function isSameWord(bytes: Uint8Array, at: number, word: string): boolean {
  for (let i = 0; i < word.length; i++)
    if (((bytes[at + i] ?? 0) | 32) !== word.charCodeAt(i)) return false;
  return true;
}

function classifyNumber(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  const isNegative = bytes[at] === minus;
  if (isNegative) at++;
  const whole = at;
  while (at < to && isDigit(bytes[at])) at++;
  const wholeDigits = at - whole;
  if (wholeDigits === 0) return valueClass.text;
  if (at === to) {
    if (bytes[whole] === zero && (wholeDigits > 1 || isNegative)) return valueClass.text;
    if (wholeDigits <= 15) return valueClass.integer;
    if (wholeDigits < 19) return valueClass.integer | valueClass.wide;
    if (wholeDigits > 38) return valueClass.text;
    if (wholeDigits > 19) return valueClass.bigInteger;
    const value = BigInt(String.fromCharCode(...bytes.subarray(from, to)));
    return (
      valueClass.wide |
      (BigInt.asIntN(64, value) === value ? valueClass.integer : valueClass.bigInteger)
    );
  }
  if (bytes[at] === minus)
    return !isNegative && wholeDigits === 4 ? classifyTime(bytes, from, to) : valueClass.text;
  if (bytes[whole] === zero && wholeDigits > 1) return valueClass.text;
  const hasPoint = bytes[at] === point;
  const fraction = at + 1;
  if (hasPoint) {
    at++;
    while (at < to && isDigit(bytes[at])) at++;
    if (at === fraction) return valueClass.text;
    if (at === to) {
      const digits = wholeDigits + (at - fraction);
      return digits <= 15
        ? valueClass.decimal
        : digits <= 38
          ? valueClass.decimal | valueClass.wide
          : valueClass.text;
    }
  }
  return classifyExponent(bytes, from, at, to, hasPoint);
}

/** Fifteen significant digits survive the way through a double and back; a bare `2E10` may as well be a code. */
function classifyExponent(
  bytes: Uint8Array,
  from: number,
  at: number,
  to: number,
  hasPoint: boolean,
): number {
  if ((bytes[at] ?? 0) !== 101 && bytes[at] !== 69) return valueClass.text;
  const match = /^[+-]?(\d{1,3})$/.exec(String.fromCharCode(...bytes.subarray(at + 1, to)));
  if (!match || Number(match[1]) > 290) return valueClass.text;
  if (!hasPoint && bytes[at + 1] !== minus) return valueClass.text;
  return at - from <= 16 ? valueClass.float : valueClass.text;
}

/** ISO 8601 with up to microseconds; the day must exist. Anything finer would be cut, so it stays text. */
function classifyTime(bytes: Uint8Array, from: number, to: number): number {
  const length = to - from;
  if (length < 10 || bytes[from + 4] !== minus || bytes[from + 7] !== minus) return valueClass.text;
  const year = twoDigits(bytes, from) * 100 + twoDigits(bytes, from + 2);
  const month = twoDigits(bytes, from + 5);
  const day = twoDigits(bytes, from + 8);
  if (!(year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)))
    return valueClass.text;
  if (length === 10) return valueClass.date;
  const mark = bytes[from + 10];
  if ((mark !== 32 && mark !== 84) || length < 16 || bytes[from + 13] !== colon)
    return valueClass.text;
  if (!(twoDigits(bytes, from + 11) <= 23 && twoDigits(bytes, from + 14) <= 59))
    return valueClass.text;
  let at = from + 16;
  if (at < to && bytes[at] === colon) {
    if (at + 3 > to || !(twoDigits(bytes, at + 1) <= 59)) return valueClass.text;
    at += 3;
    if (at < to && bytes[at] === point) {
      const fraction = ++at;
      while (at < to && isDigit(bytes[at])) at++;
      if (at === fraction || at - fraction > 6) return valueClass.text;
    }
  }
  return at === to
    ? valueClass.timestamp
    : isZone(bytes, at, to)
      ? valueClass.timestamptz
      : valueClass.text;
}

/** `Z`, `+09`, `+0900`, `+09:00`. */
function isZone(bytes: Uint8Array, at: number, to: number): boolean {
  if (bytes[at] === 90) return at + 1 === to;
  if (bytes[at] !== 43 && bytes[at] !== minus) return false;
  const length = to - at;
  if (length !== 3 && length !== 5 && length !== 6) return false;
  if (!(twoDigits(bytes, at + 1) <= 15)) return false;
  if (length === 6 && bytes[at + 3] !== colon) return false;
  return length === 3 || twoDigits(bytes, to - 2) <= 59;
}

/** NaN when one of the two is no digit: every comparison with it is false. */
function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = bytes[at];
  const ones = bytes[at + 1];
  return isDigit(tens) && isDigit(ones) ? ((tens ?? 0) - 48) * 10 + (ones ?? 0) - 48 : Number.NaN;
}

function daysIn(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}
