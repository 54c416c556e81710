// Types of DuckDB's Parquet reader as canonical types, and the SQL that gives a column's values in a form that loses nothing.
import type { CanonicalType } from "../../model/types.ts";

export type ParquetColumn = {
  readonly name: string;
  /** As DuckDB prints it. */
  readonly duckType: string;
  readonly type: CanonicalType;
  /** Set when DuckDB cannot read the column exactly: the reason. */
  readonly unreadable: string | null;
  /** Its times are finer than a microsecond: the rest is left off. */
  readonly isCut: boolean;
};

const plain: Readonly<Record<string, CanonicalType>> = {
  BOOLEAN: { kind: "boolean" },
  TINYINT: { kind: "int16" },
  UTINYINT: { kind: "int16" },
  SMALLINT: { kind: "int16" },
  USMALLINT: { kind: "int32" },
  INTEGER: { kind: "int32" },
  UINTEGER: { kind: "int64" },
  BIGINT: { kind: "int64" },
  UBIGINT: { kind: "uint64" },
  FLOAT: { kind: "float32" },
  DOUBLE: { kind: "float64" },
  VARCHAR: { kind: "text" },
  BLOB: { kind: "binary" },
  UUID: { kind: "uuid" },
  JSON: { kind: "json" },
  DATE: { kind: "date" },
  TIME: { kind: "time" },
  "TIME WITH TIME ZONE": { kind: "timetz" },
  TIMESTAMP: { kind: "timestamp" },
  TIMESTAMP_S: { kind: "timestamp" },
  TIMESTAMP_MS: { kind: "timestamp" },
  TIMESTAMP_NS: { kind: "timestamp" },
  "TIMESTAMP WITH TIME ZONE": { kind: "timestamptz" },
  INTERVAL: { kind: "interval" },
};

export function parquetType(duckType: string): CanonicalType {
  const known = plain[duckType];
  if (known) return known;
  const decimal = /^DECIMAL\((\d+),(\d+)\)$/.exec(duckType);
  if (decimal) return { kind: "decimal", precision: Number(decimal[1]), scale: Number(decimal[2]) };
  if (duckType.endsWith("[]")) {
    const element = duckType.slice(0, -2);
    const of = parquetType(element);
    return of.kind === "list" || of.kind === "json" ? { kind: "json" } : { kind: "list", of };
  }
  return /^(STRUCT|MAP|UNION)/.test(duckType) ? { kind: "json" } : { kind: "text" };
}

/** Values in their own type where a segment can hold it; else canonical text. */
export function valueSql(
  expression: string,
  { duckType, type }: ParquetColumn,
): { readonly sql: string; readonly wire: "native" | "text" } {
  if (duckType === "TIMESTAMP_NS") return { sql: toMicros(expression), wire: "native" };
  if (/^TIMESTAMP_M?S$/.test(duckType)) return { sql: `${expression}::timestamp`, wire: "native" };
  switch (type.kind) {
    case "list":
    case "json":
    case "timetz":
    case "interval":
    case "text":
      return { sql: canonicalSql(expression, duckType, type), wire: "text" };
    default:
      return { sql: expression, wire: "native" };
  }
}

/** Canonical text of a value (connector/canonical-text.ts); floats still as DuckDB prints them. */
export function canonicalSql(expression: string, duckType: string, type: CanonicalType): string {
  switch (type.kind) {
    case "binary":
      return String.raw`'\x' || lower(hex(${expression}))`;
    case "list": {
      const element = duckType.slice(0, -2);
      return `to_json(list_transform(${expression}, lambda x: ${canonicalSql("x", element, type.of)}))::varchar`;
    }
    case "json":
      return duckType === "JSON" ? `${expression}::varchar` : `to_json(${expression})::varchar`;
    case "timestamp":
    case "date":
    case "timestamptz": {
      const text = `(${duckType === "TIMESTAMP_NS" ? toMicros(expression) : expression})::varchar`;
      // DuckDB writes (BC) behind the date, the canonical form BC behind everything.
      return `case when ${text} like '%(BC)%' then replace(${text}, ' (BC)', '') || ' BC' else ${text} end`;
    }
    case "interval":
      return `datepart('year', ${expression}) * 12 + datepart('month', ${expression}) || ' months ' || datepart('day', ${expression}) || ' days ' || (epoch_us(${expression} - to_months((datepart('year', ${expression}) * 12 + datepart('month', ${expression}))::int) - to_days(datepart('day', ${expression})::int))) || ' microseconds'`;
    default:
      return `${expression}::varchar`;
  }
}

/** Nanoseconds cut down to microseconds, before 1970 as well, where DuckDB's own cast rounds up. */
const toMicros = (expression: string): string =>
  `make_timestamp((epoch_ns(${expression}) - ((epoch_ns(${expression}) % 1000) + 1000) % 1000) // 1000)`;
