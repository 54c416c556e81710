// What a read asks the server for. The table is looked at again inside the read's own transaction: a column that is gone or
// has another type than was discovered stops the read before a byte is decoded, because binary values of another type
// would decode into something.
import type { CursorRange, ReadColumn, ReadRequest } from "../../connector/source.ts";
import { positionText } from "../../connector/position.ts";
import type { SegmentColumn } from "../../connector/segment.ts";
import { RevosError } from "../../kernel/error.ts";
import type { CatalogStream } from "../../model/catalog.ts";
import { formatType, isSameType } from "../../model/types.ts";
import { cursorCondition } from "./cursor.ts";
import { sqlState, toSourceError } from "./errors.ts";
import { isRewritten, quoteIdentifier, relationOf } from "./queries.ts";
import type { RowField } from "./rows.ts";
import type { Session } from "./session.ts";
import { nativeForm, textForm, toCanonical, type PostgresType } from "./types.ts";
import { resolveTypes } from "./type-lookup.ts";

export type ReadPlan = {
  readonly sql: string;
  /** The segment's columns, in the order of the first fields. */
  readonly columns: readonly SegmentColumn[];
  readonly fields: readonly RowField[];
  /** Places of the filter's fields among `fields`. */
  readonly filterFields: readonly number[];
};

/** `public.orders`, as messages name it. */
export function streamLabel(stream: Pick<CatalogStream, "name" | "namespace">): string {
  return stream.namespace === undefined ? stream.name : `${stream.namespace}.${stream.name}`;
}

export async function planRead(session: Session, request: ReadRequest): Promise<ReadPlan> {
  const { stream } = request;
  const relation = relationOf(stream);
  const names = [
    ...new Set([
      ...request.columns.map((column) => column.source),
      ...(request.filter?.fields ?? []),
      ...(request.cursor ? [request.cursor.field[0] ?? ""] : []),
    ]),
  ];
  const types = await describeColumns(session, stream, names);
  const isUnchecked =
    (await session.query("select pg_catalog.current_setting('server_encoding')")).rows[0]?.[0] ===
    "SQL_ASCII";

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
  if (request.cursor) conditions.push(...cursorConditions(request.cursor, types));
  if (request.where !== null) {
    await checkWhere(session, stream, request.where);
    conditions.push(`(\n${request.where}\n)`);
  }
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

function planColumn(
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
        isUnchecked: false,
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

/** The columns' types as they are now; from here to the end of the transaction nobody can alter the table. */
async function describeColumns(
  session: Session,
  stream: CatalogStream,
  names: readonly string[],
): Promise<Map<string, PostgresType>> {
  const select = (columns: readonly string[]): string =>
    `select ${columns.map(quoteIdentifier).join(", ")} from ${relationOf(stream)} where false`;
  let fields;
  try {
    ({ fields } = await inSavepoint(session, () => session.query(select(names))));
  } catch (error) {
    if (sqlState(error) === "42703") throw await missingColumn(session, stream, names, select);
    throw readError(error, stream);
  }
  const types = await resolveTypes(session, fields);
  const described = new Map<string, PostgresType>();
  names.forEach((name, i) => {
    const type = types[i];
    if (!type) return;
    described.set(name, type);
    const discovered = stream.columns.find((column) => column.name === name);
    const now = toCanonical(type);
    if (discovered && !isSameType(discovered.type, now)) {
      throw changed(
        stream,
        `column "${name}" is ${formatType(now)} now and was ${formatType(discovered.type)} when it was discovered`,
      );
    }
  });
  return described;
}

async function missingColumn(
  session: Session,
  stream: CatalogStream,
  names: readonly string[],
  select: (columns: readonly string[]) => string,
): Promise<RevosError> {
  for (const name of names) {
    try {
      await inSavepoint(session, () => session.query(select([name])));
    } catch {
      return changed(stream, `column "${name}" no longer exists`);
    }
  }
  return changed(stream, "its columns are others now");
}

function changed(stream: CatalogStream, what: string): RevosError {
  return new RevosError(
    "source.schema_changed",
    `Could not read stream ${streamLabel(stream)}: ${what}.`,
    { where: whereOf(stream) },
  );
}

const whereOf = (stream: CatalogStream): Record<string, unknown> => ({
  stream: stream.name,
  namespace: stream.namespace ?? null,
});

/** A failure of a read as a coded error that names the stream, and for a missing right the grant to give. */
export function readError(error: unknown, stream: CatalogStream): RevosError {
  const denied = sqlState(error) === "42501";
  const table = `${quoteIdentifier(stream.namespace ?? "public")}.${quoteIdentifier(stream.name)}`;
  return toSourceError(error, {
    tried: `Could not read stream ${streamLabel(stream)}`,
    where: whereOf(stream),
    ...(denied
      ? {
          advice: `As its owner: grant usage on schema ${quoteIdentifier(stream.namespace ?? "public")} to <role>; grant select on ${table} to <role>;`,
        }
      : {}),
  });
}

async function checkWhere(session: Session, stream: CatalogStream, where: string): Promise<void> {
  try {
    await inSavepoint(session, () =>
      session.query(`select from ${relationOf(stream)} where false and (\n${where}\n)`),
    );
  } catch (error) {
    const state = sqlState(error);
    if (state === null || !/^(42|22|0A)/.test(state) || state === "42501")
      throw readError(error, stream);
    throw new RevosError(
      "config.value_invalid",
      `Could not use where of stream ${streamLabel(stream)}: Postgres does not accept it as a condition.`,
      {
        cause: error,
        data: { sqlState: state, field: "where" },
        where: whereOf(stream),
        advice:
          "Write a condition as it would stand behind WHERE, with the table's own column names.",
      },
    );
  }
}

/** A table that was emptied or rewritten after the snapshot would read as empty without an error. */
async function checkStorage(session: Session, stream: CatalogStream): Promise<void> {
  if (stream.kind !== "table" && stream.kind !== "partitioned_table") return;
  const name = `${quoteIdentifier(stream.namespace ?? "public")}.${quoteIdentifier(stream.name)}`;
  const answer = await session.query(isRewritten, [name]);
  if (answer.rows[0]?.[0] !== "t") return;
  throw changed(
    stream,
    "it was truncated or rewritten after this run's snapshot, which therefore cannot see its rows; run it again",
  );
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

async function inSavepoint<T>(session: Session, work: () => Promise<T>): Promise<T> {
  await session.run("savepoint revos_look");
  try {
    const result = await work();
    await session.run("release savepoint revos_look");
    return result;
  } catch (error) {
    if (!session.isBroken) await session.run("rollback to savepoint revos_look").catch(() => {});
    throw error;
  }
}
