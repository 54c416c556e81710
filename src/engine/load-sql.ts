// The SQL of a load: one statement per segment file turns what was landed into staged rows. Where every column is native
// and nothing is filtered it is a plain insert … select; else conversions are computed once and judged.
import { originalColumn, reasonsColumn, type SegmentColumn } from "../connector/segment.ts";
import { quoteName, quoteText } from "../connector/workbench.ts";
import { isSameType, type CanonicalType } from "../model/types.ts";
import { convertSql } from "./convert.ts";
import { textSql } from "./convert-text.ts";
import type { TableField } from "./fields.ts";

export type SegmentShape = { readonly columns: readonly SegmentColumn[]; readonly hasBad: boolean };

export type LoadSql = {
  /** Conversions or marks of bad rows exist: fewer rows may be staged than the file has. */
  readonly canBeBad: boolean;
  /** The rows to stage: select list of the table's fields, then the row number in the file. */
  good(file: string): string;
  /** Rows that do not fit: `row_number`, `reasons` (list of structs), `original` (JSON text). */
  bad(file: string): string;
  /** One number: good rows for which the filter is not true. Null without a filter. */
  filtered(file: string): string | null;
};

export const rowName = "_revos row";
const badName = "_revos bad";

type Judged = {
  readonly name: string;
  readonly value: string;
  readonly text: string | null;
  readonly rule: string;
};

/** How one segment column becomes its wanted type; `text` is null where nothing can be wrong. */
function judge(column: SegmentColumn, wanted: CanonicalType): Judged {
  const name = quoteName(column.name);
  const isText = wanted.kind === "text";
  if (column.wire === "native") {
    if (isSameType(column.type, wanted))
      return { name: column.name, value: name, text: null, rule: "" };
    const text = textSql(name, column.type);
    const { value, rule } = convertSql(text, wanted);
    return { name: column.name, value: isText ? text : value, text: isText ? null : text, rule };
  }
  if (isText) return { name: column.name, value: name, text: null, rule: "" };
  const { value, rule } = convertSql(name, wanted);
  return { name: column.name, value, text: name, rule };
}

export function compileLoad(
  shape: SegmentShape,
  wanted: ReadonlyMap<string, CanonicalType>,
  fields: readonly TableField[],
  filter: string | null,
): LoadSql {
  const judged = shape.columns
    .filter((column) => wanted.has(column.name))
    .map((column) => judge(column, wanted.get(column.name) ?? column.type));
  const checked = judged.filter((column) => column.text !== null);
  const canBeBad = checked.length > 0 || shape.hasBad;
  const isBad = [
    ...(shape.hasBad ? [`${quoteName(reasonsColumn)} is not null`] : []),
    ...checked.map((column) => `(${column.text} is not null and (${column.value}) is null)`),
  ].join(" or ");
  const rowNumber = shape.columns.some((column) => column.name.toLowerCase() === "file_row_number")
    ? "row_number() over () - 1"
    : "file_row_number";
  const from = (file: string): string =>
    `read_parquet(${quoteText(file)}${rowNumber === "file_row_number" ? ", file_row_number = true" : ""})`;
  const typed = (file: string): string =>
    `select ${[
      ...judged.map((column) => `${column.value} as ${quoteName(column.name)}`),
      `${rowNumber} as ${quoteName(rowName)}`,
      ...(canBeBad ? [`(${isBad}) as ${quoteName(badName)}`] : []),
    ].join(", ")} from ${from(file)}`;
  const list = [
    ...fields.map(
      (field) =>
        `${field.from === null ? field.sql : quoteName(field.from)} as ${quoteName(field.name)}`,
    ),
    quoteName(rowName),
  ].join(", ");
  const conditions = [
    ...(canBeBad ? [`not ${quoteName(badName)}`] : []),
    ...(filter === null ? [] : [`(${filter})`]),
  ].join(" and ");
  // Materialised: else the optimiser computes each conversion once for the condition and once more for the row.
  const rows = (file: string, columns: string, where: string): string =>
    canBeBad
      ? `with typed as materialized (${typed(file)}) select ${columns} from typed${where}`
      : `select ${columns} from (${typed(file)})${where}`;
  return {
    canBeBad,
    good: (file) => rows(file, list, conditions === "" ? "" : ` where ${conditions}`),
    bad: (file) => badSql(shape, checked, isBad, rowNumber, from(file)),
    filtered: (file) =>
      filter === null
        ? null
        : rows(
            file,
            "count(*) as n",
            ` where ${canBeBad ? `not ${quoteName(badName)} and ` : ""}(${filter}) is not true`,
          ),
  };
}

const reasonType = `'[{"column":"VARCHAR","value":"VARCHAR","rule":"VARCHAR"}]'`;

function badSql(
  shape: SegmentShape,
  checked: readonly Judged[],
  isBad: string,
  rowNumber: string,
  from: string,
): string {
  const found = checked.map(
    (column) =>
      `case when ${column.text} is not null and (${column.value}) is null then {'column': ${quoteText(column.name)}, 'value': ${column.text}, 'rule': ${quoteText(column.rule)}} end`,
  );
  const ours = `list_filter([${found.join(", ")}], lambda r: r is not null)`;
  const given = `coalesce(from_json(${quoteName(reasonsColumn)}, ${reasonType}), [])`;
  const reasons = !shape.hasBad
    ? ours
    : found.length === 0
      ? given
      : `list_concat(${given}, ${ours})`;
  return `select ${rowNumber} as row_number, ${reasons} as reasons, ${originalSql(shape)} as original from ${from} where ${isBad}`;
}

/** The source's text of every column as a JSON object. */
export function originalSql(shape: SegmentShape): string {
  const cells = shape.columns.map(
    (column) =>
      `${quoteText(column.name)}: ${column.wire === "text" ? quoteName(column.name) : textSql(quoteName(column.name), column.type)}`,
  );
  const own = `cast(to_json({${cells.join(", ")}}) as varchar)`;
  return shape.hasBad ? `coalesce(${quoteName(originalColumn)}, ${own})` : own;
}
