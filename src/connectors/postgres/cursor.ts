// The low end of a cursor read as a SQL condition: closed (rows at the saved value are read again, so that late rows with
// an equal value are not lost), typed, and with texts compared byte by byte, which is how positions sort.
import { cursorPosition } from "../../connector/cursor-position.ts";
import type { Position } from "../../connector/position.ts";
import type { CanonicalType } from "../../model/types.ts";
import type { OpenSince } from "./snapshot.ts";
import { quoteLiteral } from "./queries.ts";
import { bpcharOid, textForm, toCanonical, type PostgresType } from "./types.ts";

/**
 * The place that a marker must not pass: rows of transactions that the snapshot does not see may still come with a time
 * at or above it. Times only; what order other cursors (numbers from a sequence) are committed in nobody can tell.
 */
export function fenceOf(type: CanonicalType, since: OpenSince): Position | null {
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

/** Types that compare as themselves, by the server's number. */
export const typeNames: Readonly<Record<number, string>> = {
  16: "bool",
  17: "bytea",
  20: "int8",
  21: "int2",
  23: "int4",
  26: "oid",
  700: "float4",
  701: "float8",
  1082: "date",
  1083: "time",
  1114: "timestamp",
  1184: "timestamptz",
  1186: "interval",
  1266: "timetz",
  1700: "numeric",
  2950: "uuid",
  5069: "xid8",
};
/** The other side: rows strictly above `text`. Null for types whose values are compared as texts. */
export function beyondCondition(type: PostgresType, column: string, text: string): string | null {
  const name = type.element ? undefined : typeNames[type.oid];
  return name === undefined ? null : `${column} > ${quoteLiteral(text)}::pg_catalog.${name}`;
}

const collatable = new Set([25, 1043, bpcharOid]);

/** `column` is quoted; `text` is the canonical text of the saved value. */
export function cursorCondition(
  type: PostgresType,
  column: string,
  text: string,
  lookbackMs: number,
): string {
  const name = type.element ? undefined : typeNames[type.oid];
  if (name !== undefined) {
    const low = `${quoteLiteral(text)}::pg_catalog.${name}`;
    const kind = toCanonical(type).kind;
    const isTime = kind === "date" || kind === "timestamp" || kind === "timestamptz";
    return `${column} >= ${isTime && lookbackMs > 0 ? `(${low} - ${quoteLiteral(`${lookbackMs} milliseconds`)}::pg_catalog.interval)` : low}`;
  }
  if (type.oid === bpcharOid)
    return `${column} collate "C" >= ${quoteLiteral(text)}::pg_catalog.bpchar`;
  const subject = collatable.has(type.oid)
    ? column
    : `(${textForm(type, column).select})::pg_catalog.text`;
  return `${subject} collate "C" >= ${quoteLiteral(text)}`;
}
