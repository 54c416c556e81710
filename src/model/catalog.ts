// A catalog: everything discovery learned about a source's streams. The seed's shape (model/discovery.ts) is a view of it.
import type { DiscoveredStream, FieldPath } from "./discovery.ts";
import type { SyncMode } from "./sync-mode.ts";
import type { CanonicalType } from "./types.ts";

export type CatalogColumn = {
  readonly name: string;
  readonly type: CanonicalType;
  /** The source's own name of the type, for people: `numeric(12,2)`. */
  readonly sourceType: string;
  readonly nullable: boolean;
  /** Nested fields the source knows of, as paths below the column: `["modified_at"]` under `meta`. */
  readonly nested?: readonly FieldPath[];
  /** The source computes the value (a generated column): read it like any other. */
  readonly generated?: boolean;
  /** Its values land as texts, which the source puts in another order (`F/0` and `10/0`, labels of an enum): no cursor. */
  readonly unordered?: boolean;
  /** The source's values are finer than the type: what lies below a microsecond is left off. */
  readonly cut?: boolean;
  /** The source's own lasting mark of the column, which a rename does not change: table and column number. Opaque. */
  readonly mark?: string;
  /** The name it had when it was first loaded, where a rename was accepted since: the table's column follows once. */
  readonly renamedFrom?: string;
};

export type CatalogStream = {
  readonly name: string;
  /** Absent where the source has no namespaces. */
  readonly namespace?: string;
  readonly kind: "table" | "partitioned_table" | "view" | "materialized_view" | "file" | "endpoint";
  readonly columns: readonly CatalogColumn[];
  readonly syncModes: readonly SyncMode[];
  readonly defaultCursorField: FieldPath;
  readonly sourceDefinedCursorField: boolean;
  readonly sourceDefinedPrimaryKey: readonly FieldPath[];
  readonly estimatedRows?: number;
  readonly estimatedBytes?: number;
  /** Types were judged from its beginning: what is read later and is of another type ends the read (`source.types_outgrown`). */
  readonly sampled?: true;
  /** Facts for people about this stream: why a mode is missing, that the role may not read it. */
  readonly notes?: readonly string[];
  /** The note that says that not all of it is seen: columns without a right, rows behind row-level security. */
  readonly partial?: string;
};

export type Catalog = { readonly streams: readonly CatalogStream[] };

/** The seed's shape of a stream. `modes` narrows to those that the destination supports as well. */
export function toDiscoveredStream(
  stream: CatalogStream,
  modes: readonly SyncMode[] = stream.syncModes,
): DiscoveredStream {
  return {
    streamName: stream.name,
    ...(stream.namespace === undefined ? {} : { streamnamespace: stream.namespace }),
    syncModes: stream.syncModes.filter((mode) => modes.includes(mode)),
    defaultCursorField: [...stream.defaultCursorField],
    sourceDefinedCursorField: stream.sourceDefinedCursorField,
    sourceDefinedPrimaryKey: stream.sourceDefinedPrimaryKey.map((path) => [...path]),
    propertyFields: stream.columns.flatMap((column) => [
      [column.name],
      ...(column.nested ?? []).map((path) => [column.name, ...path]),
    ]),
  };
}
