// The memory source: streams that stand in the config itself. The reference to read before writing a source of your own,
// and what the engine's tests read from.
import { z } from "zod";
import { cursorPosition } from "../../connector/cursor-position.ts";
import { readRowSegments } from "../../connector/row-segments.ts";
import { defineSource } from "../../connector/source.ts";
import { RevosError } from "../../kernel/error.ts";
import type { CatalogStream } from "../../model/catalog.ts";
import { syncModes } from "../../model/sync-mode.ts";
import { parseType } from "../../model/types.ts";

/** Columns map a name to a type (`decimal(12,2)`); rows hold canonical texts in the order of the columns, null is NULL. */
const MemoryStream = z.strictObject({
  columns: z.record(
    z.string(),
    z.string().refine((text) => parseType(text) !== null, "No such type"),
  ),
  rows: z.array(z.array(z.string().nullable())),
  key: z.array(z.string()).default([]),
  cursor: z.string().optional(),
});
type MemoryStream = z.infer<typeof MemoryStream>;

/** What the user writes is checked once, here; `open` may trust it. */
export const MemoryConfig = z.strictObject({ streams: z.record(z.string(), MemoryStream) });
export type MemoryConfig = z.infer<typeof MemoryConfig>;

export const source = defineSource<MemoryConfig>({
  kind: "memory",
  title: "Rows in the config",
  forTests: true,
  config: MemoryConfig,
  secrets: [],
  capabilities: {
    namespaces: false,
    incremental: true,
    where: false,
    privacy: true,
    oneSnapshot: true,
    network: false,
  },
  // A driver would be named here and imported inside `open`, so that listing connectors loads none.
  dependencies: [],
  schemes: [],
  describe: (config) => `${Object.keys(config.streams).length} streams in memory`,
  // A driver's errors would be mapped to codes here, by number or SQLSTATE; undefined means `source.unknown`.
  classify: () => undefined,
  open: async (config) => ({
    async *check() {
      yield { name: "read_row", ok: true, ms: 0 };
    },
    async discover({ search } = {}) {
      const names = Object.keys(config.streams).filter(
        (name) => search === undefined || name.includes(search),
      );
      return {
        streams: names.sort().map((name) => toCatalogStream(name, findStream(config, name))),
      };
    },
    async *read(request, { signal }) {
      const stream = findStream(config, request.stream.name);
      const places = new Map(Object.keys(stream.columns).map((column, index) => [column, index]));
      const rows = stream.rows.map(
        (row) => (column: string) => row[places.get(column) ?? -1] ?? null,
      );
      yield* readRowSegments(request, rows, signal);
    },
    toPosition: cursorPosition,
    async [Symbol.asyncDispose]() {},
  }),
});

function findStream(config: MemoryConfig, name: string): MemoryStream {
  const stream = Object.hasOwn(config.streams, name) ? config.streams[name] : undefined;
  if (!stream)
    throw new RevosError("source.stream_not_found", `The memory source has no stream ${name}.`, {
      where: { stream: name },
    });
  return stream;
}

function toCatalogStream(name: string, stream: MemoryStream): CatalogStream {
  return {
    name,
    kind: "table",
    columns: Object.entries(stream.columns).map(([column, type]) => ({
      name: column,
      type: parseType(type) ?? { kind: "text" },
      sourceType: type,
      nullable: !stream.key.includes(column),
    })),
    syncModes,
    defaultCursorField: stream.cursor === undefined ? [] : [stream.cursor],
    sourceDefinedCursorField: false,
    sourceDefinedPrimaryKey: stream.key.map((column) => [column]),
    estimatedRows: stream.rows.length,
  };
}
