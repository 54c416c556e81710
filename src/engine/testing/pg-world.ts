// A real Postgres and a real DuckDB file for the engine's tests: a table that a test changes, and runs of it.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, type TestDatabase } from "../../../test/support/postgres.ts";
import { destination } from "../../connectors/duckdb/destination.ts";
import { openWorkbench } from "../../connector/duck/workbench.ts";
import { source } from "../../connectors/postgres/source.ts";
import type { SourceDefinition } from "../../connector/source.ts";
import type { WorkbenchRow } from "../../connector/workbench.ts";
import { must } from "../../kernel/assert.ts";
import { systemClock } from "../../kernel/clock.ts";
import { makeRunId } from "../../kernel/ids.ts";
import { silentLog } from "../../kernel/log.ts";
import type { Run } from "../../model/run.ts";
import type { RunPlan } from "../plan.ts";
import { executeRun } from "../run.ts";
import { streamPlan, type TestRun } from "./world.ts";

export type PgWorld = AsyncDisposable & {
  readonly database: TestDatabase;
  sync(stream: string, own?: TestRun): Promise<Run>;
  query(sql: string): Promise<WorkbenchRow[]>;
};

/** `run` changes the plan of every run, `through` stands between the engine and the source. */
export async function openPgWorld(
  run: { readonly limits?: Partial<RunPlan["limits"]> } = {},
  through: (source: SourceDefinition) => SourceDefinition = (source) => source,
): Promise<PgWorld> {
  const database = await openDatabase();
  const folder = await mkdtemp(join(tmpdir(), "revos-pg-engine-"));
  const file = join(folder, "w.duckdb");
  const { config } = database;
  let ordinal = 0;
  return {
    database,
    async sync(name, own = {}) {
      const signal = new AbortController().signal;
      await using open = await source.open(source.config.parse(config), { signal, log: silentLog });
      const stream = must(
        (await open.discover()).streams.find((other) => other.name === name),
        name,
      );
      const base = streamPlan(name, { columns: {}, rows: [] }, own);
      return await executeRun(
        {
          runId: makeRunId(Date.now()),
          runOrdinal: ++ordinal,
          connection: null,
          lane: "live",
          source: { kind: "postgres", config, key: "pg" },
          destination: { kind: "duckdb", config: { path: file } },
          streams: [{ ...base, stream }],
          limits: {
            memoryBytes: 5e8,
            maxQuarantine: { rows: 100, percent: 100 },
            allowEmpty: false,
            ...run.limits,
          },
          landing: { folder: join(folder, "landing"), keepMs: 1e9, maxBytes: 1e9 },
          lockTimeoutMs: 0,
          keys: {},
        },
        {
          source: through(source as unknown as SourceDefinition),
          destination,
          log: silentLog,
          clock: systemClock,
          signal,
          emit: () => {},
        },
      );
    },
    async query(sql) {
      await using workbench = await openWorkbench(file, {
        memoryBytes: 2e8,
        threads: 1,
        spillFolder: join(folder, "spill"),
      });
      return await workbench.all(sql);
    },
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
