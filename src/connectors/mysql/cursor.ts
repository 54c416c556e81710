// The low end of a cursor read as a SQL condition: closed (rows at the saved value are read again, so that late rows with
// an equal value are not lost), typed so that an index serves it, and with texts compared byte by byte, which is how
// positions sort, whatever the column's collation.
import { cursorPosition } from "../../connector/cursor-position.ts";
import type { Position } from "../../connector/position.ts";
import type { CanonicalType } from "../../model/types.ts";
import { quoteLiteral } from "./queries.ts";
import type { OpenSince } from "./snapshot.ts";
import { durationMicros } from "./text-sql.ts";
import { toCanonical, type MysqlType } from "./types.ts";

/**
 * The place that a marker must not pass: rows of transactions that the snapshot does not see may still come with a time
 * at or above it. Times only; what order other cursors (numbers from a sequence) are committed in nobody can tell. Null
 * where the user may not see open transactions.
 */
export function fenceOf(type: CanonicalType, since: OpenSince | null): Position | null {
  if (since === null) return null;
  const earliest = since.local < since.utc ? since.local : since.utc;
  switch (type.kind) {
    case "timestamptz":
      return cursorPosition(type, `${since.utc}+00`);
    case "timestamp":
      return cursorPosition(type, earliest);
    case "date":
      return cursorPosition(type, earliest.slice(0, 10));
    default:
      return null;
  }
}

/**
 * `column` is quoted; `text` is the canonical text of the saved value. Null: this type has no order that both sides share
 * (durations), so everything is read.
 */
export const cursorCondition = (
  type: MysqlType,
  column: string,
  text: string,
  lookbackMs: number,
): string | null => comparison(type, column, ">=", text, lookbackMs);

/** Above the value, as positions sort. Null: as above. */
export const beyondCondition = (type: MysqlType, column: string, text: string): string | null =>
  comparison(type, column, ">", text, 0);

function comparison(
  type: MysqlType,
  column: string,
  operator: ">=" | "=" | ">" | "<",
  text: string,
  lookbackMs: number,
): string | null {
  switch (toCanonical(type).kind) {
    case "boolean":
      return `${column} + 0 ${operator} ${text === "true" ? 1 : 0}`;
    case "int16":
    case "int32":
    case "int64":
    case "uint64":
      // Bare, a year compares with 0 to 69 as with 2000 to 2069.
      return `${column}${["year", "bit"].includes(type.dataType) ? " + 0" : ""} ${operator} ${integerLiteral(text)}`;
    case "decimal":
      return `${column} ${operator} ${decimalLiteral(text)}`;
    case "float32":
      // The double that the stored single is: 0.7 is below 0.7's nearest single on one side and above on the other.
      return `${column} ${operator} ${Math.fround(Number(text)).toExponential()}`;
    case "float64":
      return `${column} ${operator} ${Number(text).toExponential()}`;
    case "date":
      return `${column} ${operator} ${lowTime(`date${quoteLiteral(text)}`, lookbackMs)}`;
    case "timestamp":
    case "timestamptz":
      return `${column} ${operator} ${lowTime(`timestamp${quoteLiteral(text.replace(/\+00$/, ""))}`, lookbackMs)}`;
    case "binary":
      return `${column} ${operator} x${quoteLiteral(text.replace(/^\\x/, ""))}`;
    case "interval":
      return null;
    default:
      return `cast(convert(${column} using utf8mb4) as binary) ${operator} cast(${quoteLiteral(text)} as binary)`;
  }
}

/** The low end of a range, of any type: durations have an order, if not one that positions share. */
export function lowCondition(type: MysqlType, column: string, text: string): string {
  const condition = cursorCondition(type, column, text, 0);
  return condition ?? `${durationMicros(column)} >= ${microsOf(text)}`;
}

/** The column has exactly this value, given as canonical text; an index over the column serves it. */
export function equalsCondition(type: MysqlType, column: string, text: string): string {
  const { kind } = toCanonical(type);
  if (kind === "interval") return `${durationMicros(column)} = ${microsOf(text)}`;
  if (kind === "uuid") return `${column} = ${quoteLiteral(text)}`;
  const condition = comparison(type, column, "=", text, 0) ?? "false";
  // A collation finds too much, byte by byte no index is used: both together are exact and quick.
  return kind === "text" ? `(${column} = ${quoteLiteral(text)} and ${condition})` : condition;
}

/** In the server's own order, which an index has: texts by their collation. */
export function nativeCondition(
  type: MysqlType,
  column: string,
  operator: ">=" | ">" | "<",
  text: string,
): string {
  const { kind } = toCanonical(type);
  if (kind === "text" || kind === "uuid") return `${column} ${operator} ${quoteLiteral(text)}`;
  return comparison(type, column, operator, text, 0) ?? "false";
}

/** `0 months 0 days 1500000 microseconds`. */
const microsOf = (text: string): string =>
  BigInt(/(-?\d+) microseconds$/.exec(text)?.[1] ?? "0").toString();

/** A time before the server's calendar is NULL, and would match nothing. */
const lowTime = (literal: string, lookbackMs: number): string =>
  lookbackMs > 0
    ? `coalesce(${literal} - interval ${Math.round(lookbackMs * 1000)} microsecond, timestamp'0001-01-01 00:00:00')`
    : literal;

/** Positions come back from a store: nothing but digits is written into a statement. */
const integerLiteral = (text: string): string => BigInt(text).toString();
const decimalLiteral = (text: string): string =>
  /^-?\d+(\.\d+)?$/.test(text) ? text : quoteLiteral(text);
