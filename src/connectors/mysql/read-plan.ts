// What a read asks the server for, and how each field of the answer reaches its segment. The table is looked at again
// inside the read's own transaction: a column that is gone or has another type than was discovered stops the read.
import { positionText } from "../../connector/position.ts";
import type { SegmentColumn } from "../../connector/segment.ts";
import type { CursorRange, ReadColumn, ReadRequest } from "../../connector/source.ts";
import { must } from "../../kernel/assert.ts";
import { RevosError } from "../../kernel/error.ts";
import { isSameType } from "../../model/types.ts";
import type { ColumnDefinition } from "../../protocols/mysql/answers.ts";
import { wireOf, type WireColumn } from "../../protocols/mysql/wire-column.ts";
import { chunkCondition } from "./chunks.ts";
import { cursorCondition } from "./cursor.ts";
import { pickCondition } from "./digest.ts";
import { checkWhere, describeColumns } from "./look.ts";
import { quoteIdentifier, relationOf } from "./queries.ts";
import { rangeConditions } from "./range.ts";
import type { RowField } from "./rows.ts";
import { unseenCondition } from "./seen.ts";
import type { Session } from "./session.ts";
import type { Moment } from "./snapshot.ts";
import { isNative, isText, selectOf, toCanonical, type MysqlType } from "./types.ts";

export type ReadPlan = {
  readonly sql: string;
  /** How the answer's fields land, once the server has said how they travel. */
  toFields(columns: readonly ColumnDefinition[]): PlannedFields;
};

export type PlannedFields = {
  /** The segment's columns, in the order of the first fields. */
  readonly columns: readonly SegmentColumn[];
  readonly fields: readonly RowField[];
  /** Places of the filter's fields among `fields`. */
  readonly filterFields: readonly number[];
};

/** `moment`: what the read's snapshot shows. */
export async function planRead(
  session: Session,
  request: ReadRequest,
  moment: Moment,
): Promise<ReadPlan> {
  const { stream } = request;
  const filtered = request.filter?.fields ?? [];
  const names = [
    ...new Set([
      ...request.columns.map((column) => column.source),
      ...filtered,
      ...(request.cursor ? [request.cursor.field[0] ?? ""] : []),
      ...(request.range ? [request.range.field[0] ?? ""] : []),
    ]),
  ];
  const types = await describeColumns(session, stream, names);
  const selects = [...request.columns.map((column) => column.source), ...filtered].map((name) =>
    selectOf(typeOf(types, name), quoteIdentifier(name)),
  );
  const conditions: string[] = [];
  if (request.chunk !== undefined)
    conditions.push(await chunkCondition(session, stream, request.chunk));
  const unseen = await unseenCondition(session, request, types, moment);
  if (unseen !== null) conditions.push(unseen);
  else if (request.cursor) conditions.push(...cursorConditions(request.cursor, types));
  if (request.range)
    conditions.push(...rangeConditions(request.range, typeOf(types, request.range.field[0] ?? "")));
  if (request.where !== null) {
    await checkWhere(session, stream, request.where);
    conditions.push(`(\n${request.where}\n)`);
  }
  if (request.pick) conditions.push(await pickCondition(session, request, request.pick));
  // Half of a table is still read quicker along its key than as a whole.
  const byKey = request.chunk !== undefined ? " force index (primary)" : "";
  const where = conditions.length > 0 ? ` where ${conditions.join(" and ")}` : "";
  return {
    sql: `select ${selects.join(", ")} from ${relationOf(stream)}${byKey}${where}`,
    toFields(columns) {
      if (columns.length !== selects.length)
        throw new RevosError(
          "bug.assertion",
          "A result has another number of columns than asked for.",
        );
      const planned = request.columns.map((column, i) =>
        planColumn(column, typeOf(types, column.source), wireOf(must(columns[i], "a column"))),
      );
      const extra = filtered.map((name, i): RowField => ({
        name: null,
        type: toCanonical(typeOf(types, name)),
        wire: wireOf(must(columns[planned.length + i], "a column")),
        how: "written",
        privacy: null,
      }));
      return {
        columns: planned.map(({ segment }) => segment),
        fields: [...planned.map(({ field }) => field), ...extra],
        filterFields: extra.map((_, i) => planned.length + i),
      };
    },
  };
}

function typeOf(types: ReadonlyMap<string, MysqlType>, name: string): MysqlType {
  return must(types.get(name), "a column of a read that was described");
}

function planColumn(
  column: ReadColumn,
  mysqlType: MysqlType,
  wire: WireColumn,
): { field: RowField; segment: SegmentColumn } {
  const own = toCanonical(mysqlType);
  const text = { kind: "text" } as const;
  const base = { name: column.name, type: own, wire, privacy: column.privacy ?? null };
  if (column.privacy)
    return {
      field: { ...base, how: "written" },
      segment: { name: column.name, type: text, wire: "native" },
    };
  const wanted = column.wanted?.kind;
  // A time as people write it, where they asked for a clock or a text: the words of a duration would be neither.
  if (own.kind === "interval" && (wanted === "time" || wanted === "text"))
    return {
      field: { ...base, type: text, how: "written" },
      segment: { name: column.name, type: text, wire: "native" },
    };
  // A date as the server writes it, where they asked for text: a zero date is one as well, and lands.
  if (wanted === "text" && (wire.kind === "date" || wire.kind === "datetime"))
    return {
      field: { ...base, how: "written" },
      segment: { name: column.name, type: text, wire: "native" },
    };
  const isAsked = isSameType(own, column.type);
  if (isAsked && (wire.kind === "null" || isNative(own, wire)))
    return {
      field: { ...base, how: "decoded" },
      segment: { name: column.name, type: column.type, wire: "native" },
    };
  const segment: SegmentColumn = {
    name: column.name,
    type: column.type,
    wire: column.type.kind === "text" ? "native" : "text",
  };
  return isText(own, wire)
    ? { field: { ...base, how: "decoded", as: { kind: "bytes" } }, segment }
    : { field: { ...base, how: "written" }, segment };
}

function cursorConditions(cursor: CursorRange, types: ReadonlyMap<string, MysqlType>): string[] {
  if (cursor.from === null) return [];
  const name = cursor.field[0] ?? "";
  const column = quoteIdentifier(name);
  const condition = cursorCondition(
    typeOf(types, name),
    column,
    positionText(cursor.from),
    cursor.lookbackMs,
  );
  // Rows without a cursor value cannot be told to be old: they are part of every read.
  return condition === null ? [] : [`(${condition} or ${column} is null)`];
}
