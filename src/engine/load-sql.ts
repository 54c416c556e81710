// The SQL of a load: one statement per segment file turns what was landed into staged rows. Where every column is native
// and nothing is filtered it is a plain insert … select; else conversions are computed once and judged.
import type { OpenDestination } from "../connector/destination.ts";
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
  if (isText || (column.isNarrow === true && wanted.kind === "number"))
    return { name: column.name, value: name, text: null, rule: "" };
  const { value, rule } = convertSql(name, wanted);
  return { name: column.name, value, text: name, rule };
}

/** Values that the destination does not hold (`OpenDestination.refuses`). */
export type Refuses = OpenDestination["refuses"];

/** A segment's column as a value of `wanted`; NULL where it does not convert. */
export const convertedSql = (column: SegmentColumn, wanted: CanonicalType): string =>
  judge(column, wanted).value;

export function compileLoad(
  shape: SegmentShape,
  wanted: ReadonlyMap<string, CanonicalType>,
  fields: readonly TableField[],
  filter: string | null,
  refuses?: Refuses,
  /** Fields of narrow numbers that are staged as decimals. */
  decimals: ReadonlySet<string> = new Set(),
): LoadSql {
  const judged = shape.columns
    .filter((column) => wanted.has(column.name))
    .map((column) => judge(column, wanted.get(column.name) ?? column.type));
  const checked = judged.flatMap((column, index) =>
    column.text === null ? [] : [{ ...column, text: column.text, kept: keptName(index) }],
  );
  const refused = judged.flatMap(({ name }): Refused[] => {
    const type = wanted.get(name) ?? { kind: "text" };
    const found = refuses?.(type, quoteName(name));
    const kept = checked.find((other) => other.name === name)?.kept;
    return found ? [{ ...found, name, text: kept ?? textSql(quoteName(name), type) }] : [];
  });
  const canBeBad = checked.length > 0 || refused.length > 0 || shape.hasBad;
  const isBad = [
    ...(shape.hasBad ? [`${quoteName(reasonsColumn)} is not null`] : []),
    ...checked.map(
      (column) => `(${column.kept} is not null and ${quoteName(column.name)} is null)`,
    ),
    ...refused.map((column) => column.isBad),
  ].join(" or ");
  const rowNumber = shape.columns.some((column) => column.name.toLowerCase() === "file_row_number")
    ? "row_number() over () - 1"
    : "file_row_number";
  const from = (file: string): string =>
    `read_parquet(${quoteText(file)}${rowNumber === "file_row_number" ? ", file_row_number = true" : ""})`;
  // Rows that the source marked are not converted on the way to the table; `row_number()` would count without them.
  const unmarked = (file: string): string =>
    shape.hasBad && rowNumber === "file_row_number"
      ? `(from ${from(file)} where ${quoteName(reasonsColumn)} is null)`
      : from(file);
  const own = shape.hasBad ? [quoteName(reasonsColumn), quoteName(originalColumn)] : [];
  const converted = (source: string, others: readonly string[]): string =>
    `select ${[
      ...judged.map((column) => `${column.value} as ${quoteName(column.name)}`),
      ...checked.map((column) => `${column.text} as ${column.kept}`),
      ...others,
      `${rowNumber} as ${quoteName(rowName)}`,
    ].join(", ")} from ${source}`;
  const list = [
    ...fields.map((field) => {
      const value = field.from === null ? field.sql : quoteName(field.from);
      return `${decimals.has(field.name) ? `cast(${value} as decimal(18, 6))` : value} as ${quoteName(field.name)}`;
    }),
    quoteName(rowName),
  ].join(", ");
  const isGood = canBeBad ? [`not coalesce(${isBad}, false)`] : [];
  // Materialised where something is converted: else the optimiser computes each conversion once for the judgement and once more for the row, and takes
  // seconds to plan a table of a thousand columns.
  const rows = (file: string, columns: string, conditions: readonly string[]): string => {
    const where = conditions.length === 0 ? "" : ` where ${conditions.join(" and ")}`;
    return checked.length > 0
      ? `with converted as materialized (${converted(unmarked(file), own.slice(0, 1))}) select ${columns} from converted${where}`
      : `select ${columns} from (${converted(unmarked(file), own.slice(0, 1))})${where}`;
  };
  const asked = filter === null ? [] : [`(${filter})`];
  return {
    canBeBad,
    good: (file) => rows(file, list, [...isGood, ...asked]),
    bad: (file) => {
      const others = shape.columns
        .filter((column) => !wanted.has(column.name))
        .map((column) => quoteName(column.name));
      const text = (column: SegmentColumn): string =>
        checked.find((other) => other.name === column.name)?.kept ?? sourceText(column);
      return `with converted as materialized (${converted(from(file), [...others, ...own])})
        select ${quoteName(rowName)} as row_number, ${reasonsSql(checked, refused, shape.hasBad)} as reasons, ${cellsSql(shape, text)} as original from converted where ${isBad}`;
    },
    filtered: (file) =>
      filter === null ? null : rows(file, "count(*) as n", [...isGood, `(${filter}) is not true`]),
  };
}

/** Holds the source's text of a judged column; no source column has such a name. */
const keptName = (index: number): string => quoteName(`_revos text ${index}`);

type Checked = { readonly name: string; readonly rule: string; readonly kept: string };
/** A cell that converts, and that the destination cannot hold. */
type Refused = {
  readonly name: string;
  readonly isBad: string;
  readonly text: string;
  readonly rule: string;
};

const reasonType = `'[{"column":"VARCHAR","value":"VARCHAR","rule":"VARCHAR"}]'`;

function reasonsSql(
  checked: readonly Checked[],
  refused: readonly Refused[],
  hasBad: boolean,
): string {
  const reason = (when: string, name: string, text: string, rule: string): string =>
    `case when ${when} then {'column': ${quoteText(name)}, 'value': ${text}, 'rule': ${quoteText(rule)}} end`;
  const found = [
    ...checked.map(({ name, kept, rule }) =>
      reason(`${kept} is not null and ${quoteName(name)} is null`, name, kept, rule),
    ),
    ...refused.map(({ name, isBad, text, rule }) => reason(isBad, name, text, rule)),
  ];
  const ours = `list_filter([${found.join(", ")}], lambda r: r is not null)`;
  const given = `coalesce(from_json(${quoteName(reasonsColumn)}, ${reasonType}), [])`;
  if (!hasBad) return ours;
  return found.length === 0 ? given : `list_concat(${given}, ${ours})`;
}

const sourceText = (column: SegmentColumn): string =>
  column.wire === "text" ? quoteName(column.name) : textSql(quoteName(column.name), column.type);

/** The source's text of every column as a JSON object. */
export const originalSql = (shape: SegmentShape): string => cellsSql(shape, sourceText);

function cellsSql(shape: SegmentShape, text: (column: SegmentColumn) => string): string {
  const cells = shape.columns.map((column) => `${quoteText(column.name)}: ${text(column)}`);
  const own = `cast(to_json({${cells.join(", ")}}) as varchar)`;
  return shape.hasBad ? `coalesce(${quoteName(originalColumn)}, ${own})` : own;
}
