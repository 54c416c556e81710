// Columns of the workbench as binary COPY takes them: what DuckDB is to write as plain Parquet, and what must hold for it.
import { quoteName } from "../../../connector/workbench.ts";
import { numericDigits, type CopyColumn } from "../../../protocols/postgres/copy-cells.ts";

export type BinaryCell = {
  readonly copy: CopyColumn;
  /** SQL of the cell. */
  readonly sql: string;
  /** SQL over all rows: true, never NULL, when every value fits; null: each does. */
  readonly fits: string | null;
  /** SQL over all rows: the bytes of the longest text; null: no text. */
  readonly longest: string | null;
};

/** Null for types whose binary form is not written here (intervals, times with a zone, lists): those travel as text. */
export function binaryCell(name: string, duck: string): BinaryCell | null {
  const column = quoteName(name);
  const type = duck.trim().toUpperCase();
  const kind = kinds[type];
  if (kind) return { copy: { kind }, sql: column, fits: null, longest: null };
  switch (type) {
    case "VARCHAR":
    case "JSON": {
      const sql = type === "JSON" ? `${column}::varchar` : column;
      return { copy: { kind: "bytes" }, sql, fits: null, longest: `max(strlen(${sql}))` };
    }
    case "BLOB":
      return {
        copy: { kind: "bytes" },
        sql: column,
        fits: null,
        longest: `max(octet_length(${column}))`,
      };
    case "UBIGINT":
      return numeric(column, 20, 0);
    default: {
      const [, precision, scale] = /^DECIMAL\((\d+),\s*(\d+)\)$/.exec(type) ?? [];
      return precision === undefined ? null : numeric(column, Number(precision), Number(scale));
    }
  }
}

type PlainKind = Exclude<CopyColumn["kind"], "numeric" | "constant">;

const kinds: Readonly<Record<string, PlainKind>> = {
  BOOLEAN: "bool",
  SMALLINT: "int2",
  INTEGER: "int4",
  BIGINT: "int8",
  FLOAT: "float4",
  DOUBLE: "float8",
  UUID: "uuid",
  DATE: "date",
  TIME: "time",
  TIMESTAMP: "timestamp",
  TIMESTAMPTZ: "timestamp",
  "TIMESTAMP WITH TIME ZONE": "timestamp",
};

function numeric(column: string, precision: number, scale: number): BinaryCell | null {
  const digits = numericDigits(scale);
  if (scale > digits) return null;
  const bound = `'1${"0".repeat(digits - scale)}'::decimal(38, ${scale})`;
  return {
    copy: { kind: "numeric", scale },
    sql: `${column}::decimal(18, ${scale})`,
    fits:
      precision <= digits
        ? null
        : `coalesce(min(${column}) > -${bound} and max(${column}) < ${bound}, true)`,
    longest: null,
  };
}
