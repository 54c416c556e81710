// What a read asks the server for. The table is looked at again inside the read's own transaction: a column that is gone or
// has another type than was discovered stops the read before a byte is decoded, because binary values of another type
// would decode into something.
import type { CursorRange, ReadColumn, ReadRequest } from "../../connector/source.ts";
import { positionText } from "../../connector/position.ts";
import type { SegmentColumn } from "../../connector/segment.ts";
import { RevosError } from "../../kernel/error.ts";
import { isSameType } from "../../model/types.ts";
import { chunkSource } from "./chunks.ts";
import { cursorCondition } from "./cursor.ts";
import { pickCondition } from "./digest.ts";
import { checkStorage, checkWhere, describeColumns } from "./look.ts";
import { quoteIdentifier, relationOf } from "./queries.ts";
import { rangeConditions } from "./range.ts";
import type { RowField } from "./rows.ts";
import { unseenConditions } from "./seen.ts";
import type { Session } from "./session.ts";
import { nativeForm, textForm, toCanonical, type PostgresType } from "./types.ts";

export type ReadPlan = {
  readonly sql: string;
  /** The segment's columns, in the order of the first fields. */
  readonly columns: readonly SegmentColumn[];
  readonly fields: readonly RowField[];
  /** Places of the filter's fields among `fields`. */
  readonly filterFields: readonly number[];
};

export async function planRead(session: Session, request: ReadRequest): Promise<ReadPlan> {
  const { stream } = request;
  const part =
    request.chunk === undefined ? null : await chunkSource(session, stream, request.chunk);
  const relation = part?.relation ?? relationOf(stream);
  const names = [
    ...new Set([
      ...request.columns.map((column) => column.source),
      ...(request.filter?.fields ?? []),
      ...(request.cursor ? [request.cursor.field[0] ?? ""] : []),
      ...(request.range ? [request.range.field[0] ?? ""] : []),
    ]),
  ];
  const types = await describeColumns(session, stream, names);
  const isUnchecked = await session.isUnchecked();

  const selects: string[] = [];
  const columns: SegmentColumn[] = [];
  const fields: RowField[] = [];
  for (const column of request.columns) {
    const { select, field, segment } = planColumn(
      column,
      typeOf(types, column.source),
      isUnchecked,
    );
    selects.push(select);
    fields.push(field);
    columns.push(segment);
  }
  const filterFields = (request.filter?.fields ?? []).map((name) => {
    const type = typeOf(types, name);
    const form = textForm(type, quoteIdentifier(name));
    selects.push(form.select);
    fields.push({
      name: null,
      type: { kind: "text" },
      wire: form.wire,
      privacy: null,
      isUnchecked: false,
    });
    return fields.length - 1;
  });

  const conditions: string[] = [];
  if (part?.condition) conditions.push(part.condition);
  if (request.cursor)
    conditions.push(
      ...((await unseenConditions(session, request, types)) ??
        cursorConditions(request.cursor, types)),
    );
  if (request.range)
    conditions.push(...rangeConditions(request.range, typeOf(types, request.range.field[0] ?? "")));
  if (request.where !== null) {
    await checkWhere(session, stream, request.where);
    conditions.push(`(\n${request.where}\n)`);
  }
  if (request.pick) conditions.push(await pickCondition(session, request, request.pick));
  await checkStorage(session, stream);
  const where = conditions.length > 0 ? ` where ${conditions.join(" and ")}` : "";
  return {
    sql: `copy (select ${selects.join(", ")} from ${relation}${where}) to stdout (format binary)`,
    columns,
    fields,
    filterFields,
  };
}

function typeOf(types: ReadonlyMap<string, PostgresType>, name: string): PostgresType {
  const type = types.get(name);
  if (type) return type;
  throw new RevosError("bug.assertion", "A column of a read was not described.");
}

export function planColumn(
  column: ReadColumn,
  type: PostgresType,
  isUnchecked: boolean,
): { select: string; field: RowField; segment: SegmentColumn } {
  const name = quoteIdentifier(column.source);
  const own = toCanonical(type);
  const isText = { kind: "text" } as const;
  if (column.privacy) {
    const form = textForm(type, name);
    return {
      select: form.select,
      field: {
        name: column.name,
        type: isText,
        wire: form.wire,
        privacy: column.privacy,
        isUnchecked,
      },
      segment: { name: column.name, type: isText, wire: "native" },
    };
  }
  const form = isSameType(own, column.type) ? nativeForm(type, name) : textForm(type, name);
  const storage = column.type.kind === "text" ? "native" : form.storage;
  const isBytes = form.wire.kind === "bytes";
  const fieldType =
    isBytes && !(storage === "native" && column.type.kind === "binary") ? isText : own;
  return {
    select: form.select,
    field: {
      name: column.name,
      type: fieldType,
      wire: form.wire,
      privacy: null,
      isUnchecked: isUnchecked && isBytes && fieldType.kind === "text",
    },
    segment: { name: column.name, type: column.type, wire: storage },
  };
}

function cursorConditions(cursor: CursorRange, types: ReadonlyMap<string, PostgresType>): string[] {
  if (cursor.from === null) return [];
  const name = cursor.field[0] ?? "";
  const type = typeOf(types, name);
  const column = quoteIdentifier(name);
  const condition = cursorCondition(type, column, positionText(cursor.from), cursor.lookbackMs);
  // Rows without a cursor value cannot be told to be old: they are part of every read.
  return [`(${condition} or ${column} is null)`];
}
