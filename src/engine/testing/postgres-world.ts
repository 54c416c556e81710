// The engine's small world with a Postgres warehouse: the same source of rows, a real database, readers of their own.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, type TestDatabase } from "../../../test/support/postgres.ts";
import type { OpenDestination } from "../../connector/destination.ts";
import { destination } from "../../connectors/postgres/destination.ts";
import { must } from "../../kernel/assert.ts";
import { systemClock } from "../../kernel/clock.ts";
import { makeRunId } from "../../kernel/ids.ts";
import { silentLog } from "../../kernel/log.ts";
import type { Run } from "../../model/run.ts";
import type { RunEvent } from "../../model/run-event.ts";
import type { RunPlan } from "../plan.ts";
import { executeRun } from "../run.ts";
import { streamPlan, testSourceOf, type TestRun, type TestStream } from "./world.ts";

export type PostgresWorld = AsyncDisposable & {
  readonly folder: string;
  readonly database: TestDatabase;
  readonly streams: Record<string, TestStream>;
  readonly events: RunEvent[];
  plan(asked: Readonly<Record<string, TestRun>>, run?: Partial<RunPlan>): RunPlan;
  sync(
    asked: string | Readonly<Record<string, TestRun>>,
    run?: Partial<RunPlan> & { readonly signal?: AbortSignal },
  ): Promise<Run>;
  open(config?: Readonly<Record<string, unknown>>): Promise<OpenDestination>;
  /** Values of the rows, one list each, as texts; NULL is null. */
  rows(sql: string): Promise<(string | null)[][]>;
};

export async function openPostgresWorld(
  streams: Record<string, TestStream>,
): Promise<PostgresWorld> {
  const folder = await mkdtemp(join(tmpdir(), "revos-engine-"));
  const database = await openDatabase();
  const events: RunEvent[] = [];
  let ordinal = 0;
  const plan: PostgresWorld["plan"] = (asked, run = {}) => ({
    runId: makeRunId(Date.now()),
    runOrdinal: ++ordinal,
    connection: null,
    lane: "live",
    source: { kind: "test", config: {}, key: "test-source" },
    destination: { kind: "postgres", config: database.config },
    streams: Object.entries(asked).map(([name, own]) => ({
      ...streamPlan(name, must(streams[name], name), own),
      target: { schema: "public", table: own.table ?? name },
    })),
    limits: { memoryBytes: 512 * 1024 * 1024, maxQuarantine: null, allowEmpty: false },
    landing: { folder: join(folder, "landing"), keepMs: 86_400_000, maxBytes: 1e9 },
    lockTimeoutMs: 0,
    keys: {},
    ...run,
  });
  return {
    folder,
    database,
    streams,
    events,
    plan,
    sync: async (asked, { signal, ...run } = {}) =>
      await executeRun(plan(typeof asked === "string" ? { [asked]: {} } : asked, run), {
        source: testSourceOf(streams),
        destination,
        log: silentLog,
        clock: {
          ...systemClock,
          sleep: (ms, stop) => systemClock.sleep(ms < 1000 ? ms : 0, stop),
        },
        signal: signal ?? new AbortController().signal,
        emit: (event) => events.push(event),
      }),
    open: async (config = database.config) =>
      await destination.open(destination.config.parse(config), {
        signal: new AbortController().signal,
        log: silentLog,
        memoryBytes: 128 * 1024 * 1024,
        threads: 1,
        scratch: join(folder, "scratch"),
      }),
    rows: async (sql) =>
      (await database.query(`select row_to_json(this_row) as row from (${sql}) as this_row`)).map(
        ({ row }) =>
          Object.values(row as Record<string, unknown>).map((value) =>
            value === null
              ? null
              : typeof value === "object"
                ? JSON.stringify(value)
                : String(value),
          ),
      ),
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
