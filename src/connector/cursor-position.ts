// Positions of cursor values: the canonical text of a value turned into text that sorts as the values do. For sources that
// compare by value themselves (files, memory, endpoints); a database source may have an order of its own.
import type { CanonicalType } from "../model/types.ts";
import { encodeInteger, makePosition, type Position } from "./position.ts";

/** The position of a cursor value. Law: for two values of one type, `a < b` exactly when their positions compare so as strings. */
export function cursorPosition(type: CanonicalType, canonical: string): Position {
  return makePosition(orderOf(type, canonical), canonical);
}

// Every order text ends with a mark below (`!`) or above (`~`) all its other characters, because the bar and the value's
// own text follow it: without the mark "1" and "1.5" would be compared at the bar.
function orderOf(type: CanonicalType, text: string): string {
  switch (type.kind) {
    case "int16":
    case "int32":
    case "int64":
    case "uint64":
    case "float32":
    case "float64":
    case "decimal":
    case "number":
      return numberOrder(text);
    case "date":
    case "timestamp":
    case "timestamptz":
      return timeOrder(text);
    default:
      return `${hexOf(text)}!`;
  }
}

/** m -infinity, n negative, o zero, p positive, q infinity, r NaN: the order Postgres and DuckDB give them. */
function numberOrder(text: string): string {
  const word = text.trim().toLowerCase();
  if (/^[+]?inf(inity)?$/.test(word)) return "q!";
  if (/^-inf(inity)?$/.test(word)) return "m!";
  if (word === "nan") return "r!";
  const match = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/.exec(word);
  if (!match) return `s${hexOf(text)}!`;
  const whole = match[2] ?? "";
  const digits = (whole + (match[3] ?? "")).replace(/0+$/, "");
  const leading = /^0*/.exec(digits)?.[0].length ?? 0;
  const significant = digits.slice(leading);
  if (significant === "") return "o!";
  const exponent = whole.length - leading + Number(match[4] ?? 0);
  const scaled = `${String(exponent + 500_000).padStart(7, "0")}${significant}`;
  if (match[1] !== "-") return `p${scaled}!`;
  return `n${[...scaled].map((digit) => String(9 - Number(digit))).join("")}~`;
}

/** Years before 1 are negative or end in BC, years above 9999 have more digits; an offset is taken off, so that instants compare. */
function timeOrder(text: string): string {
  const word = text.trim().toLowerCase();
  if (/^\+?infinity$/.test(word)) return "q!";
  if (word === "-infinity") return "m!";
  const match =
    /^([+-]?\d{1,6})-(\d\d)-(\d\d)(?:[t ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?\s*(z|utc|[+-]\d\d(?::?\d\d)?(?::?\d\d)?)?\s*(?:\((bc)\)|(bc))?$/.exec(
      word,
    );
  if (!match) return `s${hexOf(text)}!`;
  const [
    ,
    year,
    month,
    day,
    hour = "0",
    minute = "0",
    second = "0",
    fraction = "",
    offset,
    bc1,
    bc2,
  ] = match;
  const yearNumber = bc1 || bc2 ? 1 - Number(year) : Number(year);
  const days = daysFromCivil(yearNumber, Number(month), Number(day));
  const seconds =
    days * 86_400n +
    BigInt(Number(hour) * 3600 + Number(minute) * 60 + Number(second) - offsetSeconds(offset));
  return `o${encodeInteger(seconds * 1_000_000_000n + BigInt(fraction.padEnd(9, "0") || "0"))}!`;
}

function offsetSeconds(offset: string | undefined): number {
  if (!offset || offset === "z" || offset === "utc") return 0;
  const [hours = "0", minutes = "0", seconds = "0"] =
    offset.slice(1).replaceAll(":", "").match(/\d\d/g) ?? [];
  return (
    (offset.startsWith("-") ? -1 : 1) *
    (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds))
  );
}

/** Days since 1970-01-01 in the proleptic Gregorian calendar, which has a year 0. */
function daysFromCivil(year: number, month: number, day: number): bigint {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return BigInt(era * 146_097 + dayOfEra - 719_468);
}

/** UTF-8 as hex: its string order is the byte order, which is also the order of code points. */
function hexOf(text: string): string {
  let hex = "";
  for (const byte of new TextEncoder().encode(text)) hex += byte.toString(16).padStart(2, "0");
  return hex;
}
