// A column's new name in everything a stream says about its columns: cursor, key, mappers, column settings. One rule for the
// run that follows a rename and for the command that accepts one.
import type { FieldPath } from "./discovery.ts";
import type { Mapper } from "./mapper.ts";

type Naming = {
  readonly cursorField?: FieldPath | undefined;
  readonly primaryKey?: readonly FieldPath[] | undefined;
  readonly eventTime?: string | FieldPath | null | undefined;
  readonly mappers?: readonly Mapper[] | undefined;
  readonly columns?: Readonly<Record<string, unknown>> | undefined;
};

/** The same settings with `from` called `to`. What does not mention it comes back equal. */
export function renameColumn<Stream extends Naming>(
  stream: Stream,
  from: string,
  to: string,
): Stream {
  const path = ([first, ...rest]: FieldPath): FieldPath =>
    first === from ? [to, ...rest] : [first ?? "", ...rest];
  return {
    ...stream,
    ...(stream.cursorField
      ? { cursorField: stream.cursorField.length > 0 ? path(stream.cursorField) : [] }
      : {}),
    ...(stream.primaryKey ? { primaryKey: stream.primaryKey.map(path) } : {}),
    ...(stream.eventTime
      ? {
          eventTime:
            typeof stream.eventTime === "string"
              ? stream.eventTime === from
                ? to
                : stream.eventTime
              : path(stream.eventTime),
        }
      : {}),
    ...(stream.mappers ? { mappers: renameInMappers(stream.mappers, from, to) } : {}),
    ...(stream.columns
      ? {
          columns: Object.fromEntries(
            Object.entries(stream.columns).map(([name, spec]) => [name === from ? to : name, spec]),
          ),
        }
      : {}),
  };
}

/** Mappers see the names that mappers before them gave: behind a field-renaming of the column its old name is another's. */
function renameInMappers(mappers: readonly Mapper[], from: string, to: string): readonly Mapper[] {
  let isOurs = true;
  return mappers.map((mapper) => {
    if (!isOurs) return mapper;
    const configuration = renameIn(mapper.mapperConfiguration, from, to);
    const original = (mapper.mapperConfiguration as { originalFieldName?: string })
      .originalFieldName;
    if (original !== undefined && headOf(original) === from) isOurs = false;
    return { ...mapper, mapperConfiguration: configuration } as Mapper;
  });
}

const fieldKeys = new Set(["targetField", "originalFieldName", "fieldName"]);

function renameIn(value: unknown, from: string, to: string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameIn(item, from, to));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      fieldKeys.has(key) && typeof inner === "string" && headOf(inner) === from
        ? quoted(to) + inner.slice(headLength(inner))
        : renameIn(inner, from, to),
    ]),
  );
}

const quoted = (name: string): string =>
  /[."]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;

/** `a` of `a.b`, `x.y` of `"x.y".z`. */
export const headOf = (field: string): string => {
  const head = field.slice(0, headLength(field));
  return head.startsWith('"') ? head.slice(1, -1).replaceAll('""', '"') : head;
};

function headLength(field: string): number {
  const match = /^"(?:[^"]|"")*"|^[^.]*/.exec(field);
  return match?.[0].length ?? field.length;
}

/** The same settings without a column that is gone: its mappers and its own settings. */
export function forgetColumn<Stream extends Naming>(stream: Stream, column: string): Stream {
  return {
    ...stream,
    ...(stream.mappers
      ? { mappers: stream.mappers.filter((mapper) => !targets(mapper, column)) }
      : {}),
    ...(stream.columns
      ? {
          columns: Object.fromEntries(
            Object.entries(stream.columns).filter(([name]) => name !== column),
          ),
        }
      : {}),
  };
}

const targets = ({ mapperConfiguration }: Mapper, column: string): boolean => {
  const { targetField, originalFieldName } = mapperConfiguration as {
    targetField?: string;
    originalFieldName?: string;
  };
  const field = targetField ?? originalFieldName;
  return field !== undefined && headOf(field) === column;
};

/** Columns that the settings of a stream name: cursor, key, event time, column settings, mappers. */
export function namedColumns(stream: Naming): Set<string> {
  const names = new Set<string>(Object.keys(stream.columns ?? {}));
  const add = (path: FieldPath | string | null | undefined): void => {
    const head = typeof path === "string" ? path : path?.[0];
    if (head) names.add(head);
  };
  add(stream.cursorField);
  for (const path of stream.primaryKey ?? []) add(path);
  add(stream.eventTime);
  const look = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) look(item);
    else if (typeof value === "object" && value !== null)
      for (const [key, inner] of Object.entries(value))
        if (fieldKeys.has(key) && typeof inner === "string") names.add(headOf(inner));
        else look(inner);
  };
  look(stream.mappers ?? []);
  return names;
}

/** True when rows are chosen by this column: in a row-filtering mapper or in `where`. */
export function choosesRowsBy(
  stream: { readonly mappers?: readonly Mapper[]; readonly where?: string | null },
  column: string,
): boolean {
  const asked = (node: unknown): boolean =>
    Array.isArray(node)
      ? node.some(asked)
      : typeof node === "object" &&
        node !== null &&
        Object.entries(node).some(([key, value]) =>
          key === "fieldName"
            ? typeof value === "string" && headOf(value) === column
            : asked(value),
        );
  return (
    mentions(stream.where, column) ||
    (stream.mappers ?? []).some(
      (mapper) => mapper.type === "row-filtering" && asked(mapper.mapperConfiguration),
    )
  );
}

/** True when a condition in SQL mentions the name: it cannot be renamed there without understanding it. */
export function mentions(condition: string | null | undefined, name: string): boolean {
  if (!condition) return false;
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, "iu").test(condition);
}
