// A real Postgres and a real DuckDB file for tests of the comparison: sync, tamper with either side, verify, repair.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, type TestDatabase } from "../../../../test/support/postgres.ts";
import { destination } from "../../../connectors/duckdb/destination.ts";
import { openWorkbench } from "../../../connector/duck/workbench.ts";
import { destination as warehouse } from "../../../connectors/postgres/destination.ts";
import { source } from "../../../connectors/postgres/source.ts";
import type { DestinationDefinition } from "../../../connector/destination.ts";
import type { OpenSource, SourceDefinition } from "../../../connector/source.ts";
import type { WorkbenchRow } from "../../../connector/workbench.ts";
import { must } from "../../../kernel/assert.ts";
import { systemClock } from "../../../kernel/clock.ts";
import { makeRunId } from "../../../kernel/ids.ts";
import { silentLog } from "../../../kernel/log.ts";
import type { Run } from "../../../model/run.ts";
import type { VerifiedStream } from "../../../model/verification.ts";
import type { RunPlan } from "../../plan.ts";
import type { RunDeps } from "../../run-deps.ts";
import { executeRun } from "../../run.ts";
import { streamPlan, type TestRun } from "../../testing/world.ts";
import type { VerifyOptions, VerifyOutcome } from "../verify.ts";
import { verifyPlan } from "./expect-equal.ts";

export type PgWorld = AsyncDisposable & {
  readonly database: TestDatabase;
  readonly file: string;
  readonly deps: RunDeps;
  plan(stream: string, own?: TestRun): Promise<RunPlan>;
  sync(stream: string, own?: TestRun): Promise<Run>;
  verify(
    stream: string,
    own?: TestRun,
    options?: Partial<VerifyOptions>,
  ): Promise<VerifyOutcome & { readonly stream: VerifiedStream }>;
  /** Statements on the closed warehouse; rows of the last. */
  warehouse(...sql: string[]): Promise<WorkbenchRow[]>;
};

export type PgWorldOptions = {
  /** Before the comparison's reads: what happens at the source meanwhile. */
  readonly wrap?: (open: OpenSource) => OpenSource;
  readonly keys?: Readonly<Record<string, string>>;
  /** Where the tables land: a DuckDB file, or the schema `landed` of the same Postgres. */
  readonly into?: "duckdb" | "postgres";
};

export async function openPgWorld(options: PgWorldOptions = {}): Promise<PgWorld> {
  const database = await openDatabase();
  const folder = await mkdtemp(join(tmpdir(), "revos-verify-"));
  const file = join(folder, "w.duckdb");
  const { config } = database;
  const signal = new AbortController().signal;
  const { wrap } = options;
  const definition = source as unknown as SourceDefinition;
  let ordinal = 0;
  const deps: RunDeps = {
    source: wrap
      ? { ...definition, open: async (given, ctx) => wrap(await definition.open(given, ctx)) }
      : definition,
    destination:
      options.into === "postgres" ? (warehouse as unknown as DestinationDefinition) : destination,
    log: silentLog,
    clock: systemClock,
    signal,
    emit: () => {},
  };
  const plan = async (name: string, own: TestRun = {}): Promise<RunPlan> => {
    await using open = await source.open(source.config.parse(config), { signal, log: silentLog });
    const stream = must(
      (await open.discover()).streams.find(
        (other) => other.name === name && other.namespace === "public",
      ),
      name,
    );
    const base = streamPlan(
      name,
      { columns: {}, rows: [], key: stream.sourceDefinedPrimaryKey.map((path) => path[0] ?? "") },
      own,
    );
    return {
      runId: makeRunId(Date.now()),
      runOrdinal: ++ordinal,
      connection: null,
      lane: "live",
      source: { kind: "postgres", config, key: "pg" },
      destination:
        options.into === "postgres"
          ? { kind: "postgres", config: { ...config, schema: "landed" } }
          : { kind: "duckdb", config: { path: file } },
      streams: [
        {
          ...base,
          stream,
          target: options.into === "postgres" ? { ...base.target, schema: "landed" } : base.target,
        },
      ],
      limits: { memoryBytes: 5e8, maxQuarantine: { rows: 1e6, percent: 100 }, allowEmpty: true },
      landing: { folder: join(folder, "landing"), keepMs: 1e9, maxBytes: 1e9 },
      lockTimeoutMs: 0,
      keys: { ...options.keys },
    };
  };
  return {
    database,
    file,
    deps,
    plan,
    sync: async (name, own) => await executeRun(await plan(name, own), deps),
    async verify(name, own, asked) {
      const outcome = await verifyPlan(await plan(name, own), deps, asked);
      return { ...outcome, stream: must(outcome.verification.streams[0], name) };
    },
    async warehouse(...statements) {
      await using workbench = await openWorkbench(file, {
        memoryBytes: 2e8,
        threads: 1,
        spillFolder: join(folder, "spill"),
      });
      let rows: WorkbenchRow[] = [];
      for (const sql of statements) rows = await workbench.all(sql);
      return rows;
    },
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
