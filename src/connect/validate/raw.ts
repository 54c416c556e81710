// Reading parts of a parsed file that may be of any shape: what has the right form is used, the rest is undefined.
import type { FieldPath } from "../../model/discovery.ts";
import { Mapper } from "../../model/mapper.ts";
import { syncModes, type SyncMode } from "../../model/sync-mode.ts";

export function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const part of path) {
    if (Array.isArray(value) && typeof part === "number") value = value[part];
    else if (isPlain(value) && typeof part === "string" && Object.hasOwn(value, part))
      value = value[part];
    else return undefined;
  }
  return value;
}

export const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

const isPath = (value: unknown): value is FieldPath =>
  Array.isArray(value) && value.every((part) => typeof part === "string");

/** A stream as far as it is of the right shape. `cursor`, `key`: undefined when absent or empty, null when of another shape. */
export type RawStream = {
  readonly index: number;
  readonly path: string;
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  readonly hasNamespace: boolean;
  readonly syncMode: SyncMode | undefined;
  readonly hasMode: boolean;
  readonly cursor: FieldPath | null | undefined;
  readonly key: readonly FieldPath[] | null | undefined;
  /** Those that could be read, up to the first that could not: what comes after it depends on it. */
  readonly mappers: readonly Mapper[];
  /** All that could be read, with their places in the list. */
  readonly readMappers: readonly { readonly at: number; readonly mapper: Mapper }[];
  readonly as: string | undefined;
  readonly isHistory: boolean;
  /** As written; undefined when absent. */
  readonly eventTime: unknown;
  readonly hasLateAfter: boolean;
  readonly hasLate: boolean;
  readonly columns: Readonly<
    Record<string, { readonly include?: unknown; readonly type?: unknown }>
  >;
};

export function readStreams(root: unknown): RawStream[] {
  const streams = valueAt(root, ["spec", "streams"]);
  if (!Array.isArray(streams)) return [];
  return streams.flatMap((stream: unknown, index) => {
    if (!isPlain(stream)) return [];
    const cursor = stream["cursorField"];
    const key = stream["primaryKey"];
    const written = Array.isArray(stream["mappers"]) ? stream["mappers"] : [];
    const mappers = written.map((mapper) => Mapper.safeParse(mapper));
    const unread = mappers.findIndex((mapper) => !mapper.success);
    const readMappers = mappers.flatMap((mapper, at) =>
      mapper.success ? [{ at, mapper: mapper.data }] : [],
    );
    const columns = isPlain(stream["columns"])
      ? Object.entries(stream["columns"]).filter(
          (entry): entry is [string, Record<string, unknown>] => isPlain(entry[1]),
        )
      : [];
    return [
      {
        index,
        path: `spec.streams[${index}]`,
        name: textOf(stream["name"]),
        namespace: textOf(stream["namespace"]),
        hasNamespace: stream["namespace"] !== undefined,
        syncMode: syncModes.find((mode) => mode === stream["syncMode"]),
        hasMode: stream["syncMode"] !== undefined && stream["syncMode"] !== null,
        cursor:
          cursor === undefined || cursor === null || (Array.isArray(cursor) && cursor.length === 0)
            ? undefined
            : isPath(cursor)
              ? cursor
              : null,
        key:
          key === undefined || key === null || (Array.isArray(key) && key.length === 0)
            ? undefined
            : Array.isArray(key) && key.every(isPath)
              ? key
              : null,
        mappers: readMappers
          .filter(({ at }) => unread < 0 || at < unread)
          .map(({ mapper }) => mapper),
        readMappers,
        as: textOf(stream["as"]),
        isHistory: stream["history"] === "scd2",
        eventTime: stream["eventTime"],
        hasLateAfter: stream["lateAfter"] !== undefined,
        hasLate: stream["late"] !== undefined,
        columns: Object.fromEntries(columns),
      },
    ];
  });
}
