// A small world for the engine's tests: a source whose rows a test changes between runs, a real DuckDB file in a temp
// folder, and a run of one or more streams in a line.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { cursorPosition } from "../../connector/cursor-position.ts";
import { readRowSegments } from "../../connector/row-segments.ts";
import {
  defineSource,
  type SourceCapabilities,
  type SourceDefinition,
} from "../../connector/source.ts";
import { destination } from "../../connectors/duckdb/destination.ts";
import { openWorkbench } from "../../connector/duck/workbench.ts";
import type { WorkbenchRow } from "../../connector/workbench.ts";
import { systemClock } from "../../kernel/clock.ts";
import { RevosError } from "../../kernel/error.ts";
import { silentLog } from "../../kernel/log.ts";
import { makeRunId } from "../../kernel/ids.ts";
import type { CatalogStream } from "../../model/catalog.ts";
import type { Run } from "../../model/run.ts";
import type { RunEvent } from "../../model/run-event.ts";
import { syncModes, type SyncMode } from "../../model/sync-mode.ts";
import { parseType } from "../../model/types.ts";
import { must } from "../../kernel/assert.ts";
import type { RunPlan, StreamPlan } from "../plan.ts";
import { executeRun } from "../run.ts";

export type Cells = readonly (string | null)[];

export type TestStream = {
  columns: Readonly<Record<string, string>>;
  rows: Cells[];
  key?: readonly string[];
  /** Thrown after this many rows. */
  breaksAfter?: number;
  breaksWith?: () => unknown;
  /** Start of the oldest open transaction. */
  openSince?: string;
};

export type TestRun = Partial<Omit<StreamPlan, "stream" | "target">> & {
  readonly table?: string;
  readonly mode?: SyncMode;
  readonly cursor?: readonly string[];
  readonly key?: readonly (readonly string[])[];
};

export type World = AsyncDisposable & {
  readonly folder: string;
  readonly file: string;
  readonly streams: Record<string, TestStream>;
  readonly events: RunEvent[];
  /** Runs the named streams; `common` holds for all of them. */
  sync(
    streams: string | Readonly<Record<string, TestRun>>,
    common?: TestRun & { readonly run?: Partial<RunPlan>; readonly signal?: AbortSignal },
  ): Promise<Run>;
  /** The run that `sync` would do. */
  plan(
    streams: string | Readonly<Record<string, TestRun>>,
    common?: TestRun & { readonly run?: Partial<RunPlan> },
  ): RunPlan;
  /** Rows of a query on the closed warehouse. */
  query(sql: string): Promise<WorkbenchRow[]>;
  /** Values of the rows, one list each; 64-bit integers as numbers. */
  rows(sql: string): Promise<unknown[][]>;
};

export function catalogOf(name: string, stream: TestStream): CatalogStream {
  return {
    name,
    kind: "table",
    columns: Object.entries(stream.columns).map(([column, type]) => ({
      name: column,
      type: must(parseType(type), type),
      sourceType: type,
      nullable: true,
    })),
    syncModes,
    defaultCursorField: [],
    sourceDefinedCursorField: false,
    sourceDefinedPrimaryKey: (stream.key ?? []).map((column) => [column]),
  };
}

/** A source over `streams`, which the test may change between runs. */
export function testSourceOf(
  streams: Record<string, TestStream>,
  capabilities: Partial<SourceCapabilities> = {},
): SourceDefinition {
  return defineSource({
    kind: "test",
    title: "Rows of a test",
    config: z.unknown(),
    secrets: [],
    capabilities: {
      namespaces: false,
      incremental: true,
      where: false,
      privacy: true,
      oneSnapshot: true,
      network: false,
      ...capabilities,
    },
    dependencies: [],
    schemes: [],
    describe: () => "a test",
    classify: () => undefined,
    open: async () => ({
      async *check() {},
      discover: async () => ({
        streams: Object.entries(streams).map(([name, stream]) => catalogOf(name, stream)),
      }),
      async *read(request, { signal }) {
        const stream = streams[request.stream.name];
        if (!stream)
          throw new RevosError("source.stream_not_found", `No stream ${request.stream.name}.`);
        const places = new Map(Object.keys(stream.columns).map((column, index) => [column, index]));
        function* rows(from: TestStream) {
          for (const [index, row] of from.rows.entries()) {
            if (index === from.breaksAfter)
              throw from.breaksWith?.() ?? new RevosError("source.unknown", "The source broke.");
            yield (column: string) => row[places.get(column) ?? -1] ?? null;
          }
          if (from.breaksAfter !== undefined && from.breaksAfter >= from.rows.length)
            throw from.breaksWith?.() ?? new RevosError("source.unknown", "The source broke.");
        }
        yield* readRowSegments({ ...request, segmentRows: 1000 }, rows(stream), signal);
      },
      toPosition: cursorPosition,
      fence: async (cursor, stream) => {
        const since = streams[stream.name]?.openSince;
        return since === undefined ? null : cursorPosition(cursor.type, since);
      },
      async [Symbol.asyncDispose]() {},
    }),
  });
}

export async function openWorld(
  streams: Record<string, TestStream>,
  capabilities: Partial<SourceCapabilities> = {},
): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), "revos-engine-"));
  const file = join(folder, "w.duckdb");
  const events: RunEvent[] = [];
  let ordinal = 0;
  const query = async (sql: string): Promise<WorkbenchRow[]> => {
    await using workbench = await openWorkbench(file, {
      memoryBytes: 200 * 1024 * 1024,
      threads: 1,
      spillFolder: join(folder, "spill"),
    });
    return await workbench.all(sql);
  };
  const planOf: World["plan"] = (asked, common = {}) => {
    ordinal++;
    const wanted = typeof asked === "string" ? { [asked]: {} } : asked;
    return {
      runId: makeRunId(Date.now()),
      runOrdinal: ordinal,
      connection: null,
      lane: "live",
      source: { kind: "test", config: {}, key: "test-source" },
      destination: { kind: "duckdb", config: { path: file } },
      streams: Object.entries(wanted).map(([name, own]) =>
        streamPlan(name, must(streams[name], name), { ...common, ...own }),
      ),
      limits: { memoryBytes: 512 * 1024 * 1024, maxQuarantine: null, allowEmpty: false },
      landing: { folder: join(folder, "landing"), keepMs: 86_400_000, maxBytes: 1e9 },
      lockTimeoutMs: 0,
      keys: {},
      ...common.run,
    };
  };
  return {
    folder,
    file,
    plan: planOf,
    streams,
    events,
    query,
    rows: async (sql) =>
      (await query(sql)).map((row) =>
        Object.values(row).map((value) => (typeof value === "bigint" ? Number(value) : value)),
      ),
    async sync(asked, common = {}) {
      const plan = planOf(asked, common);
      return await executeRun(plan, {
        source: testSourceOf(streams, capabilities),
        destination,
        log: silentLog,
        // Backoff is not waited for; the short polls for a lock are.
        clock: {
          ...systemClock,
          sleep: (ms, signal) => systemClock.sleep(ms < 1000 ? ms : 0, signal),
        },
        signal: common.signal ?? new AbortController().signal,
        emit: (event) => events.push(event),
      });
    },
    async [Symbol.asyncDispose]() {
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export function streamPlan(name: string, stream: TestStream, own: TestRun): StreamPlan {
  const { table, mode, cursor, key } = own;
  return {
    stream: catalogOf(name, stream),
    target: { schema: "main", table: table ?? name },
    syncMode: mode ?? "full_refresh_overwrite",
    cursorField: [...(cursor ?? [])],
    primaryKey: (key ?? (stream.key ?? []).map((column) => [column])).map((path) => [...path]),
    mappers: own.mappers ?? [],
    columns: own.columns ?? {},
    where: own.where ?? null,
    history: own.history ?? false,
    lookbackMs: own.lookbackMs ?? 0,
    ...(own.fromStart ? { fromStart: true } : {}),
    ...(own.part ? { part: own.part } : {}),
    eventTime: own.eventTime ?? null,
    lateAfterMs: own.lateAfterMs ?? null,
    late: own.late ?? "accept",
    ...(own.policies ? { policies: own.policies } : {}),
    ...(own.decisions ? { decisions: own.decisions } : {}),
    ...(own.fill ? { fill: own.fill } : {}),
  };
}
