// A real source and a real DuckDB file for tests of the comparison: sync, tamper with either side, verify, repair. Which
// source, the files beside this one say.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { destination } from "../../../connectors/duckdb/destination.ts";
import { openWorkbench } from "../../../connector/duck/workbench.ts";
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

export type VerifyWorld = AsyncDisposable & {
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

export type Origin = {
  readonly source: SourceDefinition;
  readonly config: Readonly<Record<string, unknown>>;
  readonly namespace: string;
  /** Where the tables land; absent: a DuckDB file. */
  readonly into?: {
    readonly destination: DestinationDefinition;
    readonly config: Readonly<Record<string, unknown>>;
    readonly schema: string;
  };
};

export type VerifyWorldOptions = {
  /** Before the comparison's reads: what happens at the source meanwhile. */
  readonly wrap?: (open: OpenSource) => OpenSource;
  readonly keys?: Readonly<Record<string, string>>;
  readonly limits?: Partial<RunPlan["limits"]>;
};

export async function openVerifyWorld(
  { source, config, namespace, into }: Origin,
  options: VerifyWorldOptions = {},
): Promise<VerifyWorld> {
  const folder = await mkdtemp(join(tmpdir(), "revos-verify-"));
  const file = join(folder, "w.duckdb");
  const signal = new AbortController().signal;
  const { wrap } = options;
  let ordinal = 0;
  const deps: RunDeps = {
    source: wrap
      ? { ...source, open: async (given, ctx) => wrap(await source.open(given, ctx)) }
      : source,
    destination: into?.destination ?? destination,
    log: silentLog,
    clock: systemClock,
    signal,
    emit: () => {},
  };
  const plan = async (name: string, own: TestRun = {}): Promise<RunPlan> => {
    await using open = await source.open(source.config.parse(config), { signal, log: silentLog });
    const stream = must(
      (await open.discover()).streams.find(
        (other) => other.name === name && other.namespace === namespace,
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
      source: { kind: source.kind, config, key: source.kind },
      destination: into
        ? { kind: into.destination.kind, config: into.config }
        : { kind: "duckdb", config: { path: file } },
      streams: [
        {
          ...base,
          stream,
          target: into ? { ...base.target, schema: into.schema } : base.target,
        },
      ],
      limits: {
        memoryBytes: 5e8,
        maxQuarantine: { rows: 1e6, percent: 100 },
        allowEmpty: true,
        ...options.limits,
      },
      landing: { folder: join(folder, "landing"), keepMs: 1e9, maxBytes: 1e9 },
      lockTimeoutMs: 0,
      keys: { ...options.keys },
    };
  };
  return {
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
      await rm(folder, { recursive: true, force: true });
    },
  };
}
