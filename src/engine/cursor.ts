// The cursor of an incremental stream: where it stands in the table, how its values are compared, and which position a
// load ends at. A position is the largest finite cursor value that was loaded: never NULL, never infinity (they would stop
// all later reads), never a value that was not read.
import { reachOfFence } from "./cursor-fence.ts";
import { cursorPosition } from "../connector/cursor-position.ts";
import { positionText, type Position } from "../connector/position.ts";
import type { OpenSource } from "../connector/source.ts";
import type { TableName } from "../connector/destination.ts";
import { quoteName, quoteText, type Workbench } from "../connector/workbench.ts";
import { RevosError } from "../kernel/error.ts";
import type { CatalogStream } from "../model/catalog.ts";
import type { FieldPath } from "../model/discovery.ts";
import type { CanonicalType } from "../model/types.ts";
import { convertSql } from "./convert.ts";
import { textSql } from "./convert-text.ts";
import type { MapperPlan } from "./mappers/plan.ts";
import { pathSql } from "./path-sql.ts";
import type { StreamPlan } from "./plan.ts";
import type { TableField } from "./fields.ts";

export type StreamCursor = {
  /** As the plan names it, for the source. */
  readonly field: FieldPath;
  /** The source's type of the column; `text` for a nested field until its values are seen. */
  readonly type: CanonicalType;
  readonly isNested: boolean;
  /** The table's column that holds it. */
  readonly column: string;
  /** The same in the segment. */
  readonly from: string;
  /** Path below the column, empty for a column. */
  readonly path: FieldPath;
  /** Type of the table's column. */
  readonly columnType: CanonicalType;
};

export function makeCursor(
  plan: StreamPlan,
  stream: CatalogStream,
  mappers: MapperPlan,
  fields: readonly TableField[],
): StreamCursor {
  const [column = "", ...path] = mappers.resolve(plan.cursorField, "cursor");
  const field = fields.find((other) => other.name === column);
  const source = stream.columns.find((other) => other.name === plan.cursorField[0]);
  if (!field || !source) {
    throw new RevosError(
      "config.cursor_not_discovered",
      `The cursor field ${plan.cursorField.join(".")} of stream ${stream.name} is not among the columns that are read.`,
      {
        data: { field: plan.cursorField },
        where: { stream: stream.name },
      },
    );
  }
  const isNested = path.length > 0;
  if (source.unordered && !isNested)
    throw new RevosError(
      "config.cursor_not_ordered",
      `Stream ${stream.name} cannot be read by ${source.name}: values of ${source.sourceType} land as text, which is not the order that the source has them in. Nothing was read.`,
      { data: { stream: stream.name, field: plan.cursorField }, where: { stream: stream.name } },
    );
  return {
    field: plan.cursorField,
    type: isNested ? { kind: "text" } : source.type,
    isNested,
    column,
    from: field.from ?? column,
    path,
    columnType: field.type,
  };
}

/** How values inside a json column compare: as numbers or instants when all of them are, else as text. */
export type NestedOrder = "number" | "time" | "text";

const nestedTypes: Readonly<Record<NestedOrder, CanonicalType>> = {
  number: { kind: "decimal", precision: 38, scale: 9 },
  time: { kind: "timestamptz" },
  text: { kind: "text" },
};

/** The cursor as a comparable SQL value over table columns. `column`: the same over other columns (a segment's). */
export function cursorSql(
  cursor: StreamCursor,
  order: NestedOrder,
  column: string = cursor.column,
): string {
  if (cursor.isNested) return convertSql(pathSql(column, cursor.path), nestedTypes[order]).value;
  const name = quoteName(column);
  if (cursor.type.kind === "number") return `try_cast(${name} as decimal(38,9))`;
  if (cursor.type.kind === cursor.columnType.kind) return name;
  return convertSql(textSql(name, cursor.columnType), cursor.type).value;
}

/** How the nested values of a position, or of staged rows, compare. */
export function orderOfPosition(position: Position | null): NestedOrder | null {
  if (position === null) return null;
  const text = positionText(position);
  if (/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return "number";
  return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) ? "time" : "text";
}

export async function orderOfValues(
  workbench: Workbench,
  cursor: StreamCursor,
  table: string,
): Promise<NestedOrder> {
  const text = pathSql(cursor.column, cursor.path);
  const is = (order: NestedOrder): string =>
    `coalesce(bool_and(${convertSql("t", nestedTypes[order]).value} is not null), false)`;
  const rows = await workbench.all(
    `select ${is("number")} as number, ${is("time")} as time from (select ${text} as t from ${table}) where t is not null`,
  );
  return rows[0]?.number === true ? "number" : rows[0]?.time === true ? "time" : "text";
}

/** SQL literal of the value inside a position, comparable with `cursorSql`. */
export function positionSql(cursor: StreamCursor, order: NestedOrder, position: Position): string {
  const type = cursor.isNested
    ? nestedTypes[order]
    : cursor.type.kind === "number"
      ? nestedTypes.number
      : cursor.type;
  return convertSql(quoteText(positionText(position)), type).value;
}

/** Where a load ends: the marker's position, and the largest finite value that was loaded (null: none). */
export type EndOfLoad = { readonly position: Position | null; readonly highest: Position | null };

/** The position after a load. Keeps `before` when nothing finite was loaded beyond it. */
export async function endPosition(
  workbench: Workbench,
  stage: TableName,
  cursor: StreamCursor,
  order: NestedOrder,
  before: Position | null,
  source: OpenSource,
  fence: Position | null,
): Promise<EndOfLoad> {
  const table = `${quoteName(stage.schema)}.${quoteName(stage.table)}`;
  const value = cursorSql(cursor, order);
  const type = cursor.isNested ? nestedTypes[order] : cursor.type;
  const finite = canBeInfinite(type) ? `isfinite(v)` : "true";
  // The source's own text of the largest value, so that nothing is cut or rounded on the way.
  const text =
    cursor.isNested || cursor.type.kind === "number" ? "max_by(t, v)" : textSql("max(v)", type);
  const own = cursor.isNested
    ? pathSql(cursor.column, cursor.path)
    : `cast(${quoteName(cursor.column)} as varchar)`;
  const rows = await workbench.all(
    `select ${text} as text from (select ${value} as v, ${own} as t from ${table}) where v is not null and ${finite}`,
  );
  const largest = rows[0]?.text;
  if (typeof largest !== "string") return { position: before, highest: null };
  const after = cursor.isNested
    ? cursorPosition(
        order === "number"
          ? { kind: "number" }
          : order === "time"
            ? { kind: "timestamptz" }
            : { kind: "text" },
        largest,
      )
    : source.toPosition(cursor.type, largest);
  const reach =
    fence === null || cursor.isNested
      ? fence
      : await reachOfFence(
          workbench,
          `select v from (select ${value} as v from ${table}) where v is not null and ${finite}`,
          cursor.type,
          fence,
          source,
        );
  const fenced = reach !== null && after > reach ? reach : after;
  return { position: before === null || fenced > before ? fenced : before, highest: after };
}

const canBeInfinite = (type: CanonicalType): boolean =>
  ["float32", "float64", "date", "timestamp", "timestamptz"].includes(type.kind);
