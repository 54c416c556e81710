// Where an incremental read begins, for sources that compare cursor values themselves: the low end of the range with the
// lookback taken off, and the test of one value against it.
import { daysFromCivil, formatTimestamp } from "./canonical-text.ts";
import { cursorPosition } from "./cursor-position.ts";
import { positionText, type Position } from "./position.ts";
import type { CursorRange } from "./source.ts";
import type { CanonicalType } from "../model/types.ts";

/** The lowest position that a read takes: `from`, or `lookbackMs` below it for times. Null: everything. */
export function cursorFloor(cursor: CursorRange | null): Position | null {
  if (!cursor || cursor.from === null) return null;
  const micros = cursor.lookbackMs > 0 ? microsOf(positionText(cursor.from)) : null;
  if (micros === null) return cursor.from;
  const floor = formatTimestamp(micros - BigInt(Math.round(cursor.lookbackMs)) * 1000n, "+00");
  return cursorPosition(cursor.type, floor);
}

/**
 * True when a row with this cursor value belongs to the read. The low end is closed, and a text that is no value of the
 * type belongs to every read: the load must see it and put it aside.
 */
export function isAtOrAfter(type: CanonicalType, text: string, floor: Position): boolean {
  return !isValueText(type, text) || orderPart(cursorPosition(type, text)) >= orderPart(floor);
}

/** Without the value's own text: one value may be written in two ways (`T` or blank, `+00` or `Z`). */
const orderPart = (position: Position): string => position.slice(0, position.indexOf("|"));

const number = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,5})?\s*$/i;

function isValueText(type: CanonicalType, text: string): boolean {
  switch (type.kind) {
    case "int16":
    case "int32":
    case "int64":
    case "uint64":
      return /^[+-]?\d{1,34}$/.test(text);
    case "float32":
    case "float64":
    case "decimal":
    case "number":
      return number.test(text) || /^[+-]?(nan|inf|infinity)$/i.test(text);
    case "date":
    case "timestamp":
    case "timestamptz":
      return microsOf(text) !== null || /^-?infinity$/.test(text);
    default:
      return true;
  }
}

const time =
  /^(\d{1,7})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6})\d*)?)?)?\s*(Z|[+-]\d\d(?::?\d\d)?(?::?\d\d)?)?( BC)?$/;

/** Microseconds since 1970 UTC; null when the text is no date or time. */
function microsOf(text: string): bigint | null {
  const match = time.exec(text);
  if (!match) return null;
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = "", zone, era] =
    match;
  const days = daysFromCivil(era ? 1 - Number(year) : Number(year), Number(month), Number(day));
  const [hours = 0, minutes = 0, seconds = 0] = (zone?.match(/\d\d/g) ?? []).map(Number);
  const offset = (zone?.startsWith("-") ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds);
  const clock = Number(hour) * 3600 + Number(minute) * 60 + Number(second) - offset;
  return (BigInt(days) * 86_400n + BigInt(clock)) * 1_000_000n + BigInt(fraction.padEnd(6, "0"));
}
