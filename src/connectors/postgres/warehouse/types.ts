// Types on both sides of the warehouse: what a workbench (DuckDB) type is called in Postgres, and which workbench type a
// Postgres column stands for. docs/decisions tells why json and not jsonb, arrays and not jsonb.
import { duckTypeName } from "../../../connector/duck/type-names.ts";
import type { Refusal } from "../../../connector/destination.ts";
import { quoteText } from "../../../connector/workbench.ts";
import type { CanonicalType } from "../../../model/types.ts";
import { toCanonical, type PostgresType } from "../types.ts";

const names: Readonly<Record<string, string>> = {
  BOOLEAN: "boolean",
  SMALLINT: "smallint",
  INTEGER: "integer",
  BIGINT: "bigint",
  UBIGINT: "numeric(20,0)",
  FLOAT: "real",
  DOUBLE: "double precision",
  VARCHAR: "text",
  BLOB: "bytea",
  UUID: "uuid",
  JSON: "json",
  DATE: "date",
  TIME: "time",
  TIMETZ: "time with time zone",
  "TIME WITH TIME ZONE": "time with time zone",
  TIMESTAMP: "timestamp",
  TIMESTAMPTZ: "timestamp with time zone",
  "TIMESTAMP WITH TIME ZONE": "timestamp with time zone",
  INTERVAL: "interval",
};

/** `DECIMAL(12,2)` → `numeric(12,2)`, `VARCHAR[]` → `text[]`. What is unknown lands as text. */
export function postgresType(duck: string): string {
  const upper = duck.trim().toUpperCase();
  if (upper.endsWith("[]")) return `${postgresType(upper.slice(0, -2))}[]`;
  const decimal = /^(?:DECIMAL|NUMERIC)\s*\(\s*(\d+)\s*,\s*(\d+)\s*\)$/.exec(upper);
  if (decimal) return `numeric(${decimal[1]},${decimal[2]})`;
  return names[upper] ?? "text";
}

export const postgresTypeName = (type: CanonicalType): string => postgresType(duckTypeName(type));

/** The workbench's type of a column that stands in the warehouse. */
export const duckTypeOf = (type: PostgresType): string => duckTypeName(toCanonical(type));

const has = (text: string, part: string): string => `contains(${text}, ${part})`;

/**
 * What the workbench holds and Postgres does not: NUL in text, an escaped NUL in JSON (json_in takes it, every operator
 * fails on it), and times before 4714 BC or after 5874897. interface.md §6: such a row goes to quarantine.
 */
export function refuses(type: CanonicalType, value: string): Refusal | null {
  const never = (isBad: string): string => `coalesce(${isBad}, false)`;
  switch (type.kind) {
    case "text":
      return {
        isBad: never(has(value, "chr(0)")),
        rule: "PostgreSQL cannot store the character NUL in text",
      };
    case "json": {
      // A backslash before the one of \u0000 makes it two characters of text: "\\u0000" is fine.
      const escaped = String.raw`regexp_matches(${value}::varchar, '(^|[^\\])(\\\\)*\\u0000')`;
      return {
        isBad: never(`(${has(`${value}::varchar`, quoteText(String.raw`\u0000`))} and ${escaped})`),
        rule: String.raw`PostgreSQL cannot read the character \u0000 in JSON`,
      };
    }
    case "date":
    case "timestamp":
    case "timestamptz": {
      const duck = duckTypeName(type);
      const low = type.kind === "date" ? "'4714-11-24 (BC)'" : "'4714-11-24 (BC) 00:00:00'";
      const high = type.kind === "date" ? ` or ${value} > '5874897-12-31'::date` : "";
      return {
        isBad: never(`(isfinite(${value}) and (${value} < ${low}::${duck}${high}))`),
        rule: `outside of what PostgreSQL's ${postgresTypeName(type)} can hold`,
      };
    }
    case "list": {
      const inner = refuses(type.of, "refused");
      return (
        inner && {
          isBad: never(`list_bool_or(list_transform(${value}, lambda refused: ${inner.isBad}))`),
          rule: inner.rule,
        }
      );
    }
    default:
      return null;
  }
}
