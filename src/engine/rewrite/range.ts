// The range of a part as SQL: over rows of the table, which it replaces, and over rows of a segment, where the source could
// not leave out what lies outside.
import { quoteText, type Workbench } from "../../connector/workbench.ts";
import type { ColumnRange } from "../../connector/destination.ts";
import type { ReadRange } from "../../connector/source.ts";
import { convertSql } from "../convert.ts";
import { cursorSql, makeCursor, type StreamCursor } from "../cursor.ts";
import type { Landed } from "../land.ts";
import { convertedSql } from "../load-sql.ts";
import type { StreamPlan } from "../plan.ts";
import type { StreamSetup } from "../stream-setup.ts";
import type { PartRange } from "./part.ts";

export type RangeSql = {
  readonly read: ReadRange;
  readonly column: StreamCursor;
  /** The same over the table's column, for a destination; of no use where the column is a place in a document. */
  readonly within: ColumnRange;
  /** Boolean SQL over a row of the table, never NULL. */
  readonly inside: string;
};

export function makeRange(plan: StreamPlan, setup: StreamSetup, range: PartRange): RangeSql {
  const column = makeCursor(
    { ...plan, cursorField: range.field },
    setup.stream,
    setup.mappers,
    setup.fields,
  );
  return {
    read: { field: range.field, type: column.type, from: range.from, to: range.to },
    column,
    within: { column: column.column, type: column.type, from: range.from, to: range.to },
    inside: insideSql(cursorSql(column, "text"), column, range),
  };
}

function insideSql(value: string, column: StreamCursor, { from, to }: PartRange): string {
  const type =
    column.type.kind === "number"
      ? ({ kind: "decimal", precision: 38, scale: 9 } as const)
      : column.type;
  const bound = (text: string): string => `(${convertSql(quoteText(text), type).value})`;
  const conditions = [
    `${value} is not null`,
    ...(from === null ? [] : [`${value} >= ${bound(from)}`]),
    ...(to === null ? [] : [`${value} < ${bound(to)}`]),
  ];
  return `coalesce(${conditions.join(" and ")}, false)`;
}

/** The segment without the rows that lie outside: those were not to be read at all. */
export async function narrowSegment(
  workbench: Workbench,
  landed: Landed,
  { column, read }: RangeSql,
): Promise<Landed> {
  const own = landed.columns.find((other) => other.name === column.from);
  if (!own) return landed;
  const value = convertedSql(own, column.type.kind === "number" ? own.type : column.type);
  const file = landed.file.replace(/\.parquet$/, ".part.parquet");
  await workbench.run("set preserve_insertion_order = true");
  let rows: number;
  try {
    rows = await workbench.change(
      `copy (from read_parquet(${quoteText(landed.file)}) where ${insideSql(value, column, read)}) to ${quoteText(file)} (format parquet, compression uncompressed)`,
    );
  } finally {
    await workbench.run("set preserve_insertion_order = false");
  }
  const share = landed.rows === 0 ? 0 : rows / landed.rows;
  const { isPlain: _, ...facts } = landed;
  return {
    ...facts,
    file,
    label: landed.label.replace(/\.parquet$/, ".part.parquet"),
    rows,
    filtered: 0,
    bytes: Math.round(landed.bytes * share),
  };
}

/** Quarantined rows of the stream whose original lies within the range. */
export const originalInside = (range: RangeSql): string =>
  insideSql(
    convertSql(
      `json_extract_string(original, ${quoteText(`$."${range.column.from.replaceAll('"', '\\"')}"`)})`,
      range.column.type,
    ).value,
    range.column,
    range.read,
  );
