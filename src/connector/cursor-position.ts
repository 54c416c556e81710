// Positions of cursor values: a text of any canonical type as a string that sorts as the values do. Shared by every
// source whose cursors are columns, so that the order of positions is one rule.
import { daysFromCivil } from "./canonical-text.ts";
import type { CanonicalType } from "../model/types.ts";
import { encodeInteger, makePosition, type Position } from "./position.ts";

const encoder = new TextEncoder();

/** The position of a cursor value given as canonical text (canonical-text.ts). */
export function cursorPosition(type: CanonicalType, canonical: string): Position {
  return makePosition(orderOf(type, canonical), canonical);
}

function orderOf(type: CanonicalType, text: string): string {
  switch (type.kind) {
    case "int16":
    case "int32":
    case "int64":
    case "uint64":
      return encodeInteger(BigInt(text));
    case "decimal":
    case "number":
      return decimalOrder(text);
    case "float32":
    case "float64":
      return floatOrder(Number(text));
    case "date":
    case "timestamp":
    case "timestamptz":
      return timestampOrder(text) ?? textOrder(text);
    default:
      return textOrder(text);
  }
}

/** Hex of the UTF-8 bytes: the order of collation "C". The mark at the end sorts below every digit. */
function textOrder(text: string): string {
  let order = "";
  for (const byte of encoder.encode(text)) order += (byte < 16 ? "0" : "") + byte.toString(16);
  return `${order}!`;
}

function floatOrder(value: number): string {
  if (Number.isNaN(value)) return "z"; // Postgres and DuckDB sort NaN above everything
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value === 0 ? 0 : value);
  const bits = view.getBigUint64(0);
  const ordered = bits >> 63n ? BigInt.asUintN(64, ~bits) : bits | (1n << 63n);
  return ordered.toString(16).padStart(16, "0");
}

/** Sign and exponent first, then the digits without leading and trailing zeros; complemented where negative. */
function decimalOrder(text: string): string {
  if (/^nan$/i.test(text)) return "z";
  if (/^-?inf/i.test(text)) return text.startsWith("-") ? "a" : "y";
  const match = /^(-?)0*(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text.trim().replace(/^\+/, ""));
  if (!match) return textOrder(text);
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  const leading = whole === "" ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0;
  const digits = (whole + fraction).slice(leading).replace(/0+$/, "");
  if (digits === "") return "m";
  const size = whole.length - leading + Number(exponent);
  const magnitude = encodeInteger(BigInt(size)) + digits;
  if (sign === "") return `p${magnitude}!`;
  const complement =
    encodeInteger(BigInt(-size)) + [...digits].map((digit) => String(9 - Number(digit))).join("");
  return `d${complement}~`;
}

function timestampOrder(text: string): string | null {
  if (text === "infinity") return "z";
  if (text === "-infinity") return "a";
  const match =
    /^(\d{1,7})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6})\d*)?)?)?\s*(Z|[+-]\d\d(?::?\d\d)?(?::?\d\d)?)?\s*(BC|\(BC\))?$/.exec(
      text.replace(/ \(BC\)(.*)$/, "$1 BC"),
    );
  if (!match) return null;
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = "", zone, era] =
    match;
  const days = daysFromCivil(era ? 1 - Number(year) : Number(year), Number(month), Number(day));
  const seconds =
    BigInt(days) * 86_400n +
    BigInt(Number(hour) * 3600 + Number(minute) * 60 + Number(second) - offsetSeconds(zone));
  return encodeInteger(seconds * 1_000_000n + BigInt(fraction.padEnd(6, "0")));
}

function offsetSeconds(zone: string | undefined): number {
  const match = /^([+-])(\d\d):?(\d\d)?:?(\d\d)?$/.exec(zone ?? "");
  if (!match) return 0;
  const size = Number(match[2]) * 3600 + Number(match[3] ?? 0) * 60 + Number(match[4] ?? 0);
  return match[1] === "-" ? -size : size;
}
