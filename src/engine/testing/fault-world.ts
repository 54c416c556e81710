// A world with a network in it: a real source and a real warehouse, a proxy in front of one of them that a test lets misbehave,
// and the comparison of both ends in SQL of their own.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openMariadb } from "../../../test/support/mariadb.ts";
import { openDatabase } from "../../../test/support/postgres.ts";
import { openFaultProxy, type FaultProxy } from "../../connector/testing/fault-proxy.ts";
import type { DestinationDefinition } from "../../connector/destination.ts";
import { openWorkbench } from "../../connector/duck/workbench.ts";
import type { SourceDefinition } from "../../connector/source.ts";
import { destination as duckdb } from "../../connectors/duckdb/destination.ts";
import { source as mysql } from "../../connectors/mysql/source.ts";
import { destination as postgresWarehouse } from "../../connectors/postgres/destination.ts";
import { source as postgres } from "../../connectors/postgres/source.ts";
import { must } from "../../kernel/assert.ts";
import { RevosError } from "../../kernel/error.ts";
import { systemClock } from "../../kernel/clock.ts";
import { makeRunId } from "../../kernel/ids.ts";
import { silentLog } from "../../kernel/log.ts";
import type { Run } from "../../model/run.ts";
import type { RunEvent } from "../../model/run-event.ts";
import type { Verification } from "../../model/verification.ts";
import { defaultPolicies } from "../../model/schema-change.ts";
import type { SyncMode } from "../../model/sync-mode.ts";
import type { RunPlan } from "../plan.ts";
import type { PartPlan } from "../rewrite/part.ts";
import type { RunDeps } from "../run-deps.ts";
import { executeRun } from "../run.ts";
import { executeVerify } from "../verify/verify.ts";
import { streamPlan } from "./world.ts";

export type FaultWorld = AsyncDisposable & {
  readonly proxy: FaultProxy;
  /** Of the run before. */
  readonly events: RunEvent[];
  /** SQL of the source's own, past the proxy. */
  ask(sql: string): Promise<unknown>;
  /** Process id and first word: a session of the source that holds what it is told to, until it is ended. */
  holdLock(sql: string): Promise<{ readonly pid: number; end(): Promise<void> }>;
  sync(own?: FaultRun): Promise<Run>;
  /** Compares the table with its source, and repairs it where asked to. */
  verify(repair?: boolean): Promise<Verification>;
  /** A statement on the warehouse, past the proxy. */
  tamper(sql: string): Promise<unknown>;
  /** Rows as `id|v|n`, in order of id. */
  sourceRows(): Promise<string[]>;
  tableRows(): Promise<string[]>;
  /** Lines of the ledger of that run: how many, and how many of them published. */
  ledger(run: string): Promise<readonly [number, number]>;
};

export type FaultRun = {
  readonly signal?: AbortSignal;
  readonly limits?: Partial<RunPlan["limits"]>;
  readonly stream?: string;
  readonly mode?: SyncMode;
  /** Rewrites this part beside the live lane. */
  readonly part?: PartPlan;
  /** The read ends after so many segments with a failure that is not tried again. */
  readonly breakAfter?: number;
};

type Options = {
  readonly source: "postgres" | "mysql";
  readonly warehouse: "duckdb" | "postgres";
  readonly faulty: "source" | "warehouse";
  /** The role that a Postgres source is read as. */
  readonly user?: string;
};

const table = "create table t (id int primary key, v text, n bigint not null)";
const shown = "concat(id, '|', v, '|', n)";

export async function openFaultWorld({
  source,
  warehouse,
  faulty,
  user,
}: Options): Promise<FaultWorld> {
  const folder = await mkdtemp(join(tmpdir(), "revos-faults-"));
  const file = join(folder, "w.duckdb");
  const from = source === "postgres" ? await openPostgresEnd() : await openMariadbEnd();
  const into = warehouse === "postgres" ? await openDatabase() : null;
  const target =
    faulty === "source"
      ? from.target
      : { path: `${must(into, "warehouse").config.host}/.s.PGSQL.${into?.config.port}` };
  const proxy = await openFaultProxy(target);
  const through = { host: proxy.host, port: proxy.port, ssl: "disable" };
  const configs = {
    source:
      faulty === "source"
        ? { ...from.config, ...through, ...(user === undefined ? {} : { user }) }
        : from.config,
    warehouse:
      into === null
        ? { path: file }
        : { ...into.config, ...(faulty === "warehouse" ? through : {}) },
  };
  const definitions = {
    source: (source === "postgres" ? postgres : mysql) as unknown as SourceDefinition,
    destination: (into === null ? duckdb : postgresWarehouse) as unknown as DestinationDefinition,
  };
  const events: RunEvent[] = [];
  let ordinal = 0;
  await from.query(table);

  /** Looked at past the proxy, as the last apply did. */
  const discovered = async (name: string) => {
    await using open = await definitions.source.open(definitions.source.config.parse(from.config), {
      signal: new AbortController().signal,
      log: silentLog,
    });
    return must(
      (await open.discover()).streams.find((one) => one.name === name),
      name,
    );
  };
  const read = async (sql: string): Promise<unknown[][]> => {
    if (into !== null)
      return (await into.query(sql)).map((row) => Object.values(row)) as unknown[][];
    await using workbench = await openWorkbench(file, {
      memoryBytes: 2e8,
      threads: 1,
      spillFolder: join(folder, "spill"),
    });
    return (await workbench.all(sql)).map((row) => Object.values(row));
  };
  const planOf = async ({
    limits,
    stream = "t",
    mode = "incremental_deduped_history",
    part,
  }: FaultRun): Promise<RunPlan> => {
    const accepted = await discovered(stream);
    const isFull = !mode.startsWith("incremental");
    return {
      runId: makeRunId(Date.now()),
      runOrdinal: ++ordinal,
      connection: "shop",
      lane: part ? "backfill" : "live",
      source: { kind: source, config: configs.source, key: "src_faults" },
      destination: { kind: warehouse, config: configs.warehouse },
      streams: [
        {
          ...streamPlan(
            stream,
            { columns: {}, rows: [] },
            isFull ? { mode } : { mode, cursor: ["n"], key: [["id"]] },
          ),
          ...(part ? { part } : {}),
          stream: accepted,
          target: { schema: into === null ? "main" : "public", table: stream },
          policies: defaultPolicies,
        },
      ],
      limits: {
        memoryBytes: 4e8,
        maxQuarantine: null,
        allowEmpty: false,
        stallWarnMs: 400,
        stallFailMs: 30_000,
        ...limits,
      },
      // What a read in chunks has landed is kept for the next one.
      landing: {
        folder: join(folder, "landing"),
        keepMs: limits?.chunkBytes === undefined ? 0 : 1e9,
        maxBytes: 1e8,
      },
      lockTimeoutMs: 5000,
      keys: {},
    };
  };
  const depsOf = ({ signal, breakAfter }: FaultRun): RunDeps => ({
    ...definitions,
    ...(breakAfter === undefined ? {} : { source: broken(definitions.source, breakAfter) }),
    log: silentLog,
    clock: {
      ...systemClock,
      sleep: (ms, stop) => systemClock.sleep(Math.min(ms, 600), stop),
    },
    signal: signal ?? new AbortController().signal,
    emit: (event) => events.push(event),
  });
  return {
    proxy,
    events,
    ask: from.query,
    holdLock: from.holdLock,
    sync: async (own = {}) => {
      events.length = 0;
      return await executeRun(await planOf(own), depsOf(own));
    },
    verify: async (repair = false) => {
      events.length = 0;
      const plan = {
        ...(await planOf({})),
        lane: repair ? ("repair" as const) : ("live" as const),
      };
      const asked = {
        reveal: false,
        samples: 0,
        settleMs: 0,
        repair,
        expected: null,
        mayRemoveKeys: true,
      };
      return (await executeVerify(plan, asked, depsOf({}))).verification;
    },
    tamper: read,
    sourceRows: from.rows,
    tableRows: async () => (await read(`select ${shown} from t order by id`)).flat().map(String),
    ledger: async (run) => {
      const [row = []] = await read(
        `select count(*) as lines, count(*) filter (where published) as published from _revos.ledger where run_id = '${run}'`,
      );
      return [Number(row[0]), Number(row[1])];
    },
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      await into?.[Symbol.asyncDispose]();
      await from.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function broken(source: SourceDefinition, segments: number): SourceDefinition {
  let left = segments;
  return {
    ...source,
    async open(config, ctx) {
      const open = await source.open(config, ctx);
      return {
        ...open,
        async *read(request, readContext) {
          for await (const segment of open.read(request, readContext)) {
            if (left-- === 0) throw new RevosError("source.unknown", "The read was broken off.");
            yield segment;
          }
        },
        [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
      };
    },
  };
}

type End = {
  readonly config: Readonly<Record<string, unknown>>;
  readonly target: { path: string };
  query(sql: string): Promise<unknown>;
  rows(): Promise<string[]>;
  holdLock: FaultWorld["holdLock"];
  close(): Promise<void>;
};

async function openPostgresEnd(): Promise<End> {
  const database = await openDatabase();
  const { config } = database;
  return {
    config,
    target: { path: `${config.host}/.s.PGSQL.${config.port}` },
    query: (sql) => database.query(sql),
    rows: async () =>
      (await database.query<{ r: string }>(`select ${shown} as r from t order by id`)).map(
        ({ r }) => r,
      ),
    async holdLock(sql) {
      const { default: pg } = await import("pg");
      const client = new pg.Client(config);
      await client.connect();
      await client.query("begin");
      await client.query(sql);
      const { rows } = await client.query("select pg_backend_pid() as pid");
      // So that the server shows the statement that took the lock.
      await client.query(`/* again, "secret" */ ${sql}`);
      return { pid: rows[0].pid as number, end: async () => await client.end() };
    },
    close: async () => await database[Symbol.asyncDispose](),
  };
}

async function openMariadbEnd(): Promise<End> {
  const database = await openMariadb();
  return {
    config: database.config,
    target: { path: database.config.host },
    query: (sql) => database.query(sql),
    rows: async () =>
      (await database.query(`select ${shown} as r from t order by id`)).map(([r]) => r ?? ""),
    async holdLock(sql) {
      const session = await database.open();
      await session.run(sql);
      return {
        pid: session.backend?.id ?? 0,
        end: async () => await session[Symbol.asyncDispose](),
      };
    },
    close: async () => await database[Symbol.asyncDispose](),
  };
}
