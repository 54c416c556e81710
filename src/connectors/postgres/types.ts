// Postgres types: which canonical type each one is, how its values are asked for in a SELECT, and how they arrive.
// The rule: a value arrives in binary where Postgres's binary form can be decoded exactly without a JavaScript value
// a cell; everything else is cast to text by the server, so that no type is beyond us.
import type { CanonicalType, ScalarKind } from "../../model/types.ts";
import type { WireColumn } from "../../protocols/postgres/row-decoder.ts";

/** A type with its domains resolved. `element` is set for arrays only. */
export type PostgresType = {
  readonly oid: number;
  readonly typeModifier: number;
  readonly element: PostgresType | null;
};

/** Server's number of each built-in type that is more than text. */
const kindByOid: Readonly<Record<number, ScalarKind>> = {
  16: "boolean",
  17: "binary",
  20: "int64",
  21: "int16",
  23: "int32",
  26: "int64", // oid
  28: "int64", // xid
  29: "int64", // cid
  114: "json",
  700: "float32",
  701: "float64",
  1082: "date",
  1083: "time",
  1114: "timestamp",
  1184: "timestamptz",
  1186: "interval",
  1266: "timetz",
  1700: "number",
  2950: "uuid",
  3802: "json",
  5069: "uint64", // xid8
};

export const numericOid = 1700;
export const bpcharOid = 1042;
const intervalOid = 1186;

/** Types whose binary form is their text: char(n) with its padding, name, json. */
const rawTextOids = new Set([19, 25, 114, 1042, 1043]);

/** Built-in scalar types that never need a look into pg_type. */
export const knownOids: ReadonlySet<number> = new Set([
  ...Object.keys(kindByOid).map(Number),
  ...rawTextOids,
  18,
  142,
  790,
  650,
  829,
  774,
  869,
  1560,
  1562,
  3614,
  3615,
  3220,
]);

/** Texts, and strings of bits, whose text is in their own order. */
const textOrderOids = new Set([18, 19, 25, bpcharOid, 1043, 1560, 1562]);

/** Its canonical values sort as the server's do. `sourceType` tells citext, whose number is every database's own. */
export function isOrdered(type: PostgresType, sourceType: string): boolean {
  const { kind } = toCanonical(type);
  if (kind !== "text") return kind !== "list" && kind !== "json";
  return textOrderOids.has(type.oid) || /(^|\.)citext$/.test(sourceType);
}

/** Precision and scale of a `numeric(p,s)`, or null where it has none. Scales below zero and above the precision are widened away. */
export function decimalOf(typeModifier: number): { precision: number; scale: number } | null {
  if (typeModifier < 4) return null;
  const packed = typeModifier - 4;
  const precision = (packed >> 16) & 0xffff;
  const scale = ((packed & 0x7ff) ^ 1024) - 1024;
  if (scale < 0) return { precision: precision - scale, scale: 0 };
  return { precision: Math.max(precision, scale), scale };
}

export function toCanonical(type: PostgresType): CanonicalType {
  if (type.element) {
    const of = toCanonical(type.element);
    // Elements of nested or unknown types stay text; json elements keep their own text as well.
    return { kind: "list", of: of.kind === "list" || of.kind === "json" ? { kind: "text" } : of };
  }
  if (type.oid === numericOid) {
    const decimal = decimalOf(type.typeModifier);
    if (!decimal) return { kind: "number" };
    return decimal.precision <= 38 ? { kind: "decimal", ...decimal } : { kind: "text" };
  }
  return { kind: kindByOid[type.oid] ?? "text" };
}

/** How a column is asked for and how its field arrives. `native`: the field is the value; `text`: its canonical text. */
export type ColumnForm = {
  readonly select: string;
  readonly wire: WireColumn;
  readonly storage: "native" | "text";
};

const bytes: WireColumn = { kind: "bytes" };

/** The form in which a column is read when its own type is wanted. `name` is quoted. */
export function nativeForm(type: PostgresType, name: string): ColumnForm {
  const wire = binaryWire(type);
  if (wire) return { select: name, wire, storage: "native" };
  const canonical = toCanonical(type);
  return { ...textForm(type, name), storage: canonical.kind === "text" ? "native" : "text" };
}

/** The canonical text of a column (connector/canonical-text.ts), made by the server. */
export function textForm(type: PostgresType, name: string): ColumnForm {
  return { select: textOf(type, name), wire: bytes, storage: "text" };
}

function textOf(type: PostgresType, name: string): string {
  if (type.element) {
    // char(n) elements would lose their padding in the cast; interval elements need our own text.
    if (type.element.oid === bpcharOid) return `pg_catalog.array_to_json(${name})::pg_catalog.text`;
    if (type.element.oid === intervalOid) return intervalListText(name);
    return `pg_catalog.array_to_json(${name}::pg_catalog.text[])::pg_catalog.text`;
  }
  if (type.oid === intervalOid) return intervalText(name);
  if (type.oid === bpcharOid) return name;
  return `${name}::pg_catalog.text`;
}

/** Months, days and microseconds apart, in words that DuckDB casts exactly (it cannot read `-1 days +00:00:00.25`). */
function intervalText(value: string): string {
  const part = (field: string): string => `pg_catalog.date_part('${field}', ${value})`;
  const months = `(${part("year")}::pg_catalog.int8 * 12 + ${part("month")}::pg_catalog.int8)`;
  const micros = `(${part("hour")}::pg_catalog.int8 * 3600000000 + ${part("minute")}::pg_catalog.int8 * 60000000 + ${part("microseconds")}::pg_catalog.int8)`;
  const text = `${months} || ' months ' || ${part("day")}::pg_catalog.int8 || ' days ' || ${micros} || ' microseconds'`;
  return `case when pg_catalog.isfinite(${value}) then ${text} else ${value}::pg_catalog.text end`;
}

/** One dimension is rebuilt element by element; more stay as they are and are judged when they are loaded. */
function intervalListText(name: string): string {
  const elements = `(select pg_catalog.array_agg(${intervalText("e.v")} order by e.i) from pg_catalog.unnest(${name}) with ordinality as e(v, i))`;
  return `case when ${name} is null then null when pg_catalog.array_ndims(${name}) > 1 then pg_catalog.array_to_json(${name}::pg_catalog.text[])::pg_catalog.text else pg_catalog.array_to_json(coalesce(${elements}, '{}'))::pg_catalog.text end`;
}

/** The binary form that the decoder reads, or null where the value travels as text. */
function binaryWire(type: PostgresType): WireColumn | null {
  if (type.element) return null;
  switch (type.oid) {
    case 16:
      return { kind: "bool" };
    case 17:
    case 19:
    case 25:
    case bpcharOid:
    case 1043:
      return bytes;
    case 20:
      return { kind: "int8" };
    case 21:
      return { kind: "int2" };
    case 23:
      return { kind: "int4" };
    case 26:
    case 28:
    case 29:
      return { kind: "oid" };
    case 700:
      return { kind: "float4" };
    case 701:
      return { kind: "float8" };
    case 1082:
      return { kind: "date" };
    case 1083:
      return { kind: "time" };
    case 1114:
    case 1184:
      return { kind: "timestamp" };
    case 2950:
      return { kind: "uuid" };
    case numericOid: {
      const decimal = decimalOf(type.typeModifier);
      return decimal && decimal.precision <= 18 ? { kind: "numeric", ...decimal } : null;
    }
    default:
      return null;
  }
}
