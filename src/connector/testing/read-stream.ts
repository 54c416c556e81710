// One stream read as the engine would: config checked, discovered, read, landed, and split into good and bad rows.
import { silentLog } from "../../kernel/log.ts";
import { must } from "../../kernel/assert.ts";
import type { CatalogStream } from "../../model/catalog.ts";
import type { RowPick } from "../digest.ts";
import { segmentBytes, segmentRows, type SegmentColumn } from "../segment.ts";
import type {
  CursorRange,
  EarlyFilter,
  OpenSource,
  ReadColumn,
  ReadRange,
  ReadRequest,
  SourceDefinition,
} from "../source.ts";
import { openTestBench, type LandedSegment, type TestBench, type TextRow } from "./bench.ts";

export type ReadOptions = {
  /** Default: the first one. */
  readonly name?: string;
  readonly namespace?: string;
  readonly cursor?: CursorRange;
  readonly filter?: EarlyFilter;
  readonly where?: string;
  readonly range?: ReadRange;
  readonly pick?: RowPick;
  readonly columns?: (columns: readonly ReadColumn[]) => readonly ReadColumn[];
  /** The stream as accepted earlier, instead of as discovered now. */
  readonly stream?: (stream: CatalogStream) => CatalogStream;
  readonly segmentRows?: number;
  readonly segmentBytes?: number;
};

export type StreamRows = {
  readonly stream: CatalogStream;
  readonly good: readonly TextRow[];
  readonly bad: LandedSegment["bad"];
  readonly filtered: number;
  readonly segments: readonly {
    readonly rows: number;
    readonly columns: readonly SegmentColumn[];
  }[];
};

export function toRequest(stream: CatalogStream, options: ReadOptions = {}): ReadRequest {
  const columns = stream.columns.map((column): ReadColumn => ({
    source: column.name,
    name: column.name,
    type: column.type,
  }));
  return {
    stream,
    columns: options.columns?.(columns) ?? columns,
    cursor: options.cursor ?? null,
    where: options.where ?? null,
    filter: options.filter ?? null,
    ...(options.range ? { range: options.range } : {}),
    ...(options.pick ? { pick: options.pick } : {}),
    segmentRows: options.segmentRows ?? segmentRows,
    segmentBytes: options.segmentBytes ?? segmentBytes,
  };
}

export async function readStream<Config>(
  definition: SourceDefinition<Config>,
  config: unknown,
  options: ReadOptions = {},
): Promise<StreamRows> {
  await using bench = await openTestBench();
  await using open = await definition.open(definition.config.parse(config), {
    signal: new AbortController().signal,
    log: silentLog,
  });
  return await readOpen(open, bench, options);
}

export async function readOpen(
  open: OpenSource,
  bench: TestBench,
  options: ReadOptions = {},
): Promise<StreamRows> {
  const { streams } = await open.discover(
    options.name === undefined ? {} : { search: options.name },
  );
  const found =
    options.name === undefined
      ? streams[0]
      : streams.find((one) => one.name === options.name && one.namespace === options.namespace);
  const discovered = must(
    found,
    `a stream ${options.name ?? ""} among ${streams.map((one) => one.name).join(", ")}`,
  );
  const stream = options.stream?.(discovered) ?? discovered;
  const good: TextRow[] = [];
  const bad: LandedSegment["bad"][number][] = [];
  const segments: StreamRows["segments"][number][] = [];
  let filtered = 0;
  const ctx = { signal: new AbortController().signal, log: silentLog, workbench: bench };
  for await (const segment of open.read(toRequest(stream, options), ctx)) {
    const landed = await bench.land(segment);
    if (segment.rows >= 0 && segment.rows !== landed.count)
      must(null, `a segment of ${segment.rows} rows, it holds ${landed.count}`);
    const badAt = new Set(landed.bad.map((row) => row.index));
    good.push(...landed.rows.filter((_, index) => !badAt.has(index)));
    bad.push(...landed.bad);
    filtered += segment.filtered;
    segments.push({ rows: landed.count, columns: segment.columns });
  }
  return { stream, good, bad, filtered, segments };
}
