// Which type of the warehouse holds all values of another, exactly. A column whose source type changed may follow only
// along these arrows; anything else is a change of schema that a person has to see.
import { isSameType, type CanonicalType, type ScalarKind } from "../model/types.ts";
import { duckType } from "./convert.ts";

/** DuckDB's spellings of one type brought to the one it prints. */
export function normalType(type: string): string {
  const upper = type.trim().toUpperCase();
  if (upper.endsWith("[]")) return `${normalType(upper.slice(0, -2))}[]`;
  return (
    names[upper] ??
    upper
      .replaceAll(" ", "")
      .replace("TIMESTAMPWITHTIMEZONE", "TIMESTAMP WITH TIME ZONE")
      .replace("TIMEWITHTIMEZONE", "TIME WITH TIME ZONE")
  );
}

const names: Readonly<Record<string, string>> = {
  TIMESTAMPTZ: "TIMESTAMP WITH TIME ZONE",
  TIMETZ: "TIME WITH TIME ZONE",
  "TIMESTAMP WITH TIME ZONE": "TIMESTAMP WITH TIME ZONE",
  "TIME WITH TIME ZONE": "TIME WITH TIME ZONE",
};

/** Digits that the widest value of a whole-number type needs. */
const wholeDigits: Readonly<Record<string, number>> = {
  SMALLINT: 5,
  INTEGER: 10,
  BIGINT: 19,
  UBIGINT: 20,
};

const arrows: Readonly<Record<string, readonly string[]>> = {
  SMALLINT: ["INTEGER", "BIGINT", "FLOAT", "DOUBLE"],
  INTEGER: ["BIGINT", "DOUBLE"],
  FLOAT: ["DOUBLE"],
  DATE: ["TIMESTAMP"],
  JSON: ["VARCHAR"],
};

/** How a column's type changed: `widen` when every value of the old type is a value of the new one. */
export function typeChange(from: CanonicalType, to: CanonicalType): "same" | "widen" | "narrow" {
  if (isSameType(from, to)) return "same";
  const exact = ["int16", "int32", "int64", "uint64", "decimal"];
  if (to.kind === "number") return exact.includes(from.kind) ? "widen" : "narrow";
  if (from.kind === "number") return "narrow";
  return isWidening(duckType(from), duckType(to)) ? "widen" : "narrow";
}

/** The canonical type of a warehouse column, as far as a load can convert to it; null for others. */
export function typeOfColumn(type: string): CanonicalType | null {
  const name = normalType(type);
  if (name.endsWith("[]")) {
    const of = typeOfColumn(name.slice(0, -2));
    return of ? { kind: "list", of } : null;
  }
  const decimal = decimalShape(name);
  if (decimal) return { kind: "decimal", ...decimal };
  const kind = kinds[name];
  return kind ? { kind } : null;
}

const kinds: Readonly<Record<string, ScalarKind>> = {
  BOOLEAN: "boolean",
  SMALLINT: "int16",
  INTEGER: "int32",
  BIGINT: "int64",
  UBIGINT: "uint64",
  FLOAT: "float32",
  DOUBLE: "float64",
  VARCHAR: "text",
  BLOB: "binary",
  UUID: "uuid",
  JSON: "json",
  DATE: "date",
  TIME: "time",
  "TIME WITH TIME ZONE": "timetz",
  TIMESTAMP: "timestamp",
  "TIMESTAMP WITH TIME ZONE": "timestamptz",
  INTERVAL: "interval",
};

export type DecimalShape = { readonly precision: number; readonly scale: number };

export function decimalShape(type: string): DecimalShape | null {
  const match = /^DECIMAL\((\d+),(\d+)\)$/.exec(normalType(type));
  return match ? { precision: Number(match[1]), scale: Number(match[2]) } : null;
}

/** True when every value of `from` is a value of `to`. Types that are the same are not a widening. */
export function isWidening(from: string, to: string): boolean {
  const [a, b] = [normalType(from), normalType(to)];
  if (a === b) return false;
  if (a.endsWith("[]") && b.endsWith("[]")) return isWidening(a.slice(0, -2), b.slice(0, -2));
  if (arrows[a]?.includes(b)) return true;
  const target = decimalShape(b);
  if (!target) return false;
  const whole = wholeDigits[a];
  if (whole !== undefined) return target.precision - target.scale >= whole;
  const source = decimalShape(a);
  return (
    source !== null &&
    target.scale >= source.scale &&
    target.precision - target.scale >= source.precision - source.scale
  );
}
