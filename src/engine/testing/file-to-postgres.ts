// A file of CSV and a Postgres warehouse, with a proxy between revos and the server, and a count of the rows that went straight.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, type TestDatabase } from "../../../test/support/postgres.ts";
import type { DestinationDefinition } from "../../connector/destination.ts";
import type { SourceDefinition } from "../../connector/source.ts";
import { openFaultProxy, type FaultProxy } from "../../connector/testing/fault-proxy.ts";
import { source as file } from "../../connectors/file/source.ts";
import { destination as postgres } from "../../connectors/postgres/destination.ts";
import { must } from "../../kernel/assert.ts";
import { systemClock } from "../../kernel/clock.ts";
import { makeRunId } from "../../kernel/ids.ts";
import { silentLog } from "../../kernel/log.ts";
import type { Run } from "../../model/run.ts";
import type { RunEvent } from "../../model/run-event.ts";
import type { RunPlan } from "../plan.ts";
import { executeRun } from "../run.ts";
import { streamPlan } from "./world.ts";

export type FileToPostgres = AsyncDisposable & {
  readonly database: TestDatabase;
  readonly proxy: FaultProxy;
  readonly events: RunEvent[];
  write(text: string): Promise<void>;
  /** A full refresh into `public.t`. `isStaged`: no row may go straight. */
  sync(own?: {
    readonly isStaged?: boolean;
    readonly limits?: Partial<RunPlan["limits"]>;
    readonly signal?: AbortSignal;
  }): Promise<Run>;
  /** Of the run before: rows of the segments that the destination took while the file was read. */
  readonly straight: number;
  /** Of the run before: segments that were offered. */
  readonly offered: number;
  rows(sql: string): Promise<(string | null)[][]>;
};

export async function openFileToPostgres(text: string): Promise<FileToPostgres> {
  const folder = await mkdtemp(join(tmpdir(), "revos-straight-"));
  const path = join(folder, "t.csv");
  const database = await openDatabase();
  const { host, port } = database.config;
  const proxy = await openFaultProxy({ path: `${host}/.s.PGSQL.${port}` });
  const events: RunEvent[] = [];
  let straight = 0;
  let offered = 0;
  let ordinal = 0;
  let isStagedNow = false;
  const destination: DestinationDefinition = {
    ...(postgres as unknown as DestinationDefinition),
    async open(config, ctx) {
      const open = await (postgres as unknown as DestinationDefinition).open(config, ctx);
      const made = open.inflow;
      open.inflow = (request) => {
        const inflow = isStagedNow ? null : (made?.(request) ?? null);
        if (inflow === null) return null;
        const send = inflow.send.bind(inflow);
        inflow.send = async (segment) => {
          offered++;
          const rows = await send(segment);
          straight += rows ?? 0;
          return rows;
        };
        return inflow;
      };
      return open;
    },
  };
  const write = (more: string): Promise<void> => writeFile(path, more);
  await write(text);
  return {
    database,
    proxy,
    events,
    write,
    get straight() {
      return straight;
    },
    get offered() {
      return offered;
    },
    async sync({ isStaged = false, limits = {}, signal = new AbortController().signal } = {}) {
      straight = offered = events.length = 0;
      isStagedNow = isStaged;
      const source = file as unknown as SourceDefinition;
      await using open = await source.open(source.config.parse({ path }), {
        signal,
        log: silentLog,
      });
      const stream = must((await open.discover()).streams[0], "t");
      return await executeRun(
        {
          runId: makeRunId(Date.now()),
          runOrdinal: ++ordinal,
          connection: null,
          lane: "live",
          source: { kind: "file", config: { path }, key: "a-file" },
          destination: {
            kind: "postgres",
            config: { ...database.config, host: proxy.host, port: proxy.port, ssl: "disable" },
          },
          streams: [
            {
              ...streamPlan("t", { columns: {}, rows: [] }, { mode: "full_refresh_overwrite" }),
              stream,
              target: { schema: "public", table: "t" },
            },
          ],
          limits: { memoryBytes: 5e8, maxQuarantine: null, allowEmpty: false, ...limits },
          landing: { folder: join(folder, "landing"), keepMs: 0, maxBytes: 1e9 },
          lockTimeoutMs: 5000,
          keys: {},
        },
        {
          source,
          destination,
          log: silentLog,
          clock: {
            ...systemClock,
            sleep: (ms, stop) => systemClock.sleep(Math.min(ms, 300), stop),
          },
          signal,
          emit: (event) => events.push(event),
        },
      );
    },
    rows: async (sql) =>
      (await database.query(`select row_to_json(this_row) as row from (${sql}) as this_row`)).map(
        ({ row }) =>
          Object.values(row as Record<string, unknown>).map((value) =>
            value === null ? null : String(value),
          ),
      ),
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
