// How the rows of a target lie along a column, asked of the server: a plan tells it without a row being fetched.
import type { TargetMeasure, ColumnRange, TableName } from "../../../connector/destination.ts";
import { quoteLiteral } from "../queries.ts";
import type { Session } from "../session.ts";
import { ident, qualified } from "./names.ts";
import { columnsOf, type WarehouseColumn } from "./tables.ts";

const perStatement = 200;
const number = String.raw`'^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$'`;

export async function measureTarget(
  session: Session,
  target: TableName,
  ranges: readonly ColumnRange[],
): Promise<TargetMeasure> {
  const columns = await columnsOf(session, target);
  const nothing = { least: null, most: null, within: ranges.map(() => 0) };
  if (columns === null) return { rows: 0, ...nothing };
  const table = qualified(target);
  const [first] = ranges;
  const column = columns.find((one) => one.name === first?.column);
  const { rows } = await session.query(
    column && first
      ? `select count(*), ${edge("min", column, first)}, ${edge("max", column, first)} from ${table}`
      : `select count(*) from ${table}`,
  );
  const total = Number(rows[0]?.[0] ?? 0);
  if (!column) return { rows: total, ...nothing };
  const within: number[] = [];
  for (let at = 0; at < ranges.length; at += perStatement) {
    const list = ranges.slice(at, at + perStatement);
    const counted = await session.query(
      `select ${list.map((range) => `count(*) filter (where ${inside(column, range)})`).join(", ")} from ${table}`,
    );
    within.push(...list.map((_, index) => Number(counted.rows[0]?.[index] ?? 0)));
  }
  return { rows: total, least: rows[0]?.[1] ?? null, most: rows[0]?.[2] ?? null, within };
}

const isTime = (kind: string): boolean => ["date", "timestamp", "timestamptz"].includes(kind);

function edge(of: "min" | "max", column: WarehouseColumn, range: ColumnRange): string {
  const { value } = comparable(column, range);
  const finite =
    isTime(range.type.kind) && column.type !== "VARCHAR"
      ? ` filter (where pg_catalog.isfinite(${value}))`
      : "";
  return `(${of}(${value})${finite})::pg_catalog.text`;
}

/** The range as a condition that is never NULL. */
export function inside(column: WarehouseColumn, range: ColumnRange, alias = ""): string {
  const { value, cast } = comparable(column, range, alias);
  const bound = (text: string): string => `${quoteLiteral(text)}${cast}`;
  return [
    `${value} is not null`,
    ...(range.from === null ? [] : [`${value} >= ${bound(range.from)}`]),
    ...(range.to === null ? [] : [`${value} < ${bound(range.to)}`]),
  ].join(" and ");
}

/** What landed as text is ordered as what it is: canonical texts of times sort as times, numbers have to be read. */
function comparable(
  { name, type, sqlType }: WarehouseColumn,
  range: ColumnRange,
  alias = "",
): { readonly value: string; readonly cast: string } {
  const column = `${alias}${ident(name)}`;
  if (type !== "VARCHAR") return { value: column, cast: `::${sqlType}` };
  if (isTime(range.type.kind) || range.type.kind === "text")
    return { value: `(${column} collate "C")`, cast: "" };
  return {
    value: `(case when ${column} ~ ${number} then ${column}::pg_catalog.numeric end)`,
    cast: "::pg_catalog.numeric",
  };
}
