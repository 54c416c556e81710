// SQL over a row of the table (or of source rows in the table's types): the digest texts that the source's own digests are
// compared with (connector/digest.ts), and the 64-bit content hash that rows are paired by once both sides stand here.
import { cellSeparator, nullCell } from "../../connector/digest.ts";
import { quoteName } from "../../connector/workbench.ts";
import type { CanonicalType } from "../../model/types.ts";
import { unreachable } from "../../kernel/assert.ts";
import { textSql } from "../convert-text.ts";
import { normalType } from "../widening.ts";
import type { ComparedColumn, VerifyShape } from "./shape.ts";

const separator = `chr(${cellSeparator.charCodeAt(0)})`;
const missing = `chr(${nullCell.charCodeAt(0)})`;

/** Plain digits without zeros that say nothing; texts with an exponent stay as they are. */
const bareNumber = (text: string): string =>
  `case when contains(${text}, '.') and not contains(lower(${text}), 'e') then rtrim(rtrim(${text}, '0'), '.') else ${text} end`;

function cellText(
  column: ComparedColumn,
  type: CanonicalType,
  text: "canonical" | "number",
): string {
  const name = quoteName(column.name);
  const table = normalType(column.tableType);
  if (text === "number") return bareNumber(`cast(${name} as varchar)`);
  if (table === "VARCHAR" || table === "JSON") return `cast(${name} as varchar)`;
  switch (type.kind) {
    case "date":
      // Only years before the first are written in another way, and the way round costs with every value.
      return `case when ${name} >= date '0001-01-01' then cast(${name} as varchar) else ${textSql(name, type)} end`;
    case "float32":
    case "float64": {
      // Measured: 0.4 µs a value instead of 8.8. Texts that round-trip cannot be the same for two values; a power of two whose
      // shortest text DuckDB does not write costs a look at its bucket.
      const own = type.kind === "float32" ? `cast(${name} as double)` : name;
      const text = `cast(${own} as varchar)`;
      return `case when ${name} = 0 or (abs(${name}) >= 0.0001 and abs(${name}) < 1e15) then case when ends_with(${text}, '.0') then left(${text}, -2) else ${text} end else ${textSql(own, { kind: "float64" })} end`;
    }
    case "timestamp":
    case "timestamptz":
      return `case when ${name} >= ${type.kind} '0001-01-01 00:00:00' then cast(${name} as varchar) else ${textSql(name, type)} end`;
    default:
      return textSql(name, type);
  }
}

function cellSql(column: ComparedColumn, form: VerifyShape["digest"], place: number): string {
  const name = quoteName(column.name);
  const asked = form?.columns[place];
  if (!asked || asked.text === "presence")
    return `case when ${name} is null then ${missing} else '+' end`;
  const text = cellText(column, asked.type, asked.text);
  const isText = asked.text === "canonical" && asked.type.kind === "text";
  return isText
    ? `coalesce(strlen(${text}) || ':' || ${text}, ${missing})`
    : `coalesce(${text}, ${missing})`;
}

/** The number of the bucket a row of the table belongs to, and its digest as a number. */
export function digestSql(
  shape: VerifyShape,
  buckets: number,
): { readonly row: string; readonly bucket: string; readonly hash: string } {
  const { digest, compared } = shape;
  const cells = compared.map((column, place) => cellSql(column, digest, place));
  const join = (parts: readonly string[]): string =>
    parts.length === 1 ? (parts[0] ?? "''") : `concat_ws(${[separator, ...parts].join(", ")})`;
  const row = join(cells);
  const key = (digest?.key ?? []).flatMap((place) => cells[place] ?? []);
  const dealt = key.length > 0 ? `substr(md5(${join(key)}), 1, 8)` : `substr(md5(${row}), 17, 8)`;
  return {
    row,
    bucket: `('0x' || ${dealt})::bigint % ${buckets}`,
    hash: `('0x' || substr(md5(${row}), 1, 15))::bigint`,
  };
}

/** What of a column the content hash sees: values that are equal to DuckDB but not the same stay apart. */
function contentSql(column: ComparedColumn): string {
  const name = quoteName(column.name);
  if (column.isPresence) return `${name} is null`;
  const { kind } = column.field.type;
  const table = normalType(column.tableType);
  switch (kind) {
    case "interval":
    case "timetz":
    case "json":
      return `cast(${name} as varchar)`;
    case "float32":
    case "float64":
      return table === "FLOAT" || table === "DOUBLE"
        ? `${name}, case when isnan(${name}) then null else signbit(${name}) end`
        : name;
    case "number":
      return bareNumber(name);
    case "boolean":
    case "int16":
    case "int32":
    case "int64":
    case "uint64":
    case "decimal":
    case "text":
    case "binary":
    case "uuid":
    case "date":
    case "time":
    case "timestamp":
    case "timestamptz":
      return name;
    case "list":
      return `${name}, cast(${name} as varchar)`;
    default:
      return unreachable(kind);
  }
}

/** 64 bits over all compared columns. Both sides are hashed here, by the same build. */
export const contentHash = (shape: VerifyShape): string =>
  `hash(${shape.compared.map(contentSql).join(", ")})`;

/** The columns of `contentHash`, one comparison each: true where the two differ. Aliases `s` and `t`. */
export const differsSql = (column: ComparedColumn): string => {
  const side = (alias: string): string =>
    `hash(${contentSql(column).replaceAll(quoteName(column.name), `${alias}.${quoteName(column.name)}`)})`;
  return `${side("s")} <> ${side("t")}`;
};
