// Reads streams of a Postgres source into Parquet files and asks DuckDB what is in them, as the engine's load would:
// columns with text on the wire are cast to their types.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import type { Segment, SegmentColumn } from "../../../connector/segment.ts";
import type { OpenSource, ReadColumn, ReadRequest } from "../../../connector/source.ts";
import { quoteName, type Workbench } from "../../../connector/workbench.ts";
import { silentLog } from "../../../kernel/log.ts";
import { must } from "../../../kernel/assert.ts";
import type { CatalogStream } from "../../../model/catalog.ts";
import { formatType, type CanonicalType } from "../../../model/types.ts";
import { PostgresConfig } from "../config.ts";
import { source } from "../source.ts";

export type Read = {
  readonly rows: unknown[][];
  readonly segments: readonly Segment[];
  readonly from: string;
};
export type ReadOptions = Partial<Omit<ReadRequest, "stream" | "columns">> & {
  readonly namespace?: string;
  readonly columns?: (stream: CatalogStream) => readonly ReadColumn[];
  readonly signal?: AbortSignal;
};

/** No test of this source uses the workbench: it reads no files. */
const noWorkbench = null as unknown as Workbench;

export function duckType(type: CanonicalType): string {
  switch (type.kind) {
    case "list":
      return `${duckType(type.of)}[]`;
    case "int16":
      return "smallint";
    case "int32":
      return "integer";
    case "int64":
      return "bigint";
    case "uint64":
      return "ubigint";
    case "float32":
      return "float";
    case "float64":
      return "double";
    case "number":
      return "decimal(38,6)";
    case "text":
      return "varchar";
    case "binary":
      return "blob";
    default:
      return formatType(type);
  }
}

function selectOf(column: SegmentColumn): string {
  const name = quoteName(column.name);
  if (column.wire === "native" || column.type.kind === "json") return name;
  if (column.type.kind === "list")
    return `list_transform(from_json(${name}, '["VARCHAR"]'), x -> try_cast(x as ${duckType(column.type.of)})) as ${name}`;
  return `try_cast(${name} as ${duckType(column.type)}) as ${name}`;
}

export async function openReading(config: Record<string, unknown>) {
  const folder = await mkdtemp(join(tmpdir(), "revos-reading-"));
  const duck = await DuckDBInstance.create(":memory:");
  const connection = await duck.connect();
  await connection.run("set timezone = 'UTC'");
  const stop = new AbortController();
  const open: OpenSource = await source.open(PostgresConfig.parse(config), {
    signal: stop.signal,
    log: silentLog,
  });
  const catalog = new Map<string, CatalogStream>();
  let count = 0;

  const find = async (name: string, namespace: string): Promise<CatalogStream> => {
    const key = `${namespace}.${name}`;
    if (!catalog.has(key))
      for (const stream of (await open.discover()).streams)
        catalog.set(`${stream.namespace}.${stream.name}`, stream);
    return must(catalog.get(key), `stream ${key}`);
  };
  const request = async (name: string, options: ReadOptions = {}): Promise<ReadRequest> => {
    const stream = await find(name, options.namespace ?? "public");
    return {
      stream,
      columns:
        options.columns?.(stream) ??
        stream.columns.map((column) => ({
          source: column.name,
          name: column.name,
          type: column.type,
        })),
      cursor: options.cursor ?? null,
      where: options.where ?? null,
      filter: options.filter ?? null,
      segmentRows: options.segmentRows ?? 122_880,
      segmentBytes: options.segmentBytes ?? 24 * 1024 * 1024,
    };
  };
  const all = async (sql: string): Promise<unknown[][]> =>
    (await connection.runAndReadAll(sql)).getRowsJson() as unknown[][];

  return {
    open,
    stop,
    all,
    find,
    request,
    segments: async (name: string, options: ReadOptions = {}) =>
      open.read(await request(name, options), {
        signal: options.signal ?? stop.signal,
        log: silentLog,
        workbench: noWorkbench,
      }),
    /** Lands every segment and asks `sql` over the relation `typed`, or `landed` (as in the files). */
    async rows(name: string, sql: string, options: ReadOptions = {}): Promise<Read> {
      const segments: Segment[] = [];
      const files: string[] = [];
      for await (const segment of open.read(await request(name, options), {
        signal: options.signal ?? stop.signal,
        log: silentLog,
        workbench: noWorkbench,
      })) {
        segments.push(segment);
        if (segment.kind !== "parquet") continue;
        const path = join(folder, `${count++}.parquet`);
        await writeFile(path, segment.parts);
        files.push(`'${path}'`);
      }
      if (files.length === 0) return { rows: [], segments, from: "" };
      const raw = `read_parquet([${files.join(", ")}], union_by_name = true)`;
      const columns = must(segments[0], "a segment").columns;
      await connection.run(`create or replace temp view landed as select * from ${raw}`);
      await connection.run(
        `create or replace temp view typed as select ${columns.map(selectOf).join(", ")} from ${raw}`,
      );
      return { rows: await all(sql), segments, from: raw };
    },
    async [Symbol.asyncDispose]() {
      await open[Symbol.asyncDispose]();
      connection.closeSync();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
