// One stream of a connection over a real source, with what the store would remember between runs: the shape that was
// accepted and what was decided. For the tests that go through every kind of schema change under every policy.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SourceDefinition } from "../../connector/source.ts";
import { destination } from "../../connectors/duckdb/destination.ts";
import { openWorkbench } from "../../connector/duck/workbench.ts";
import { must } from "../../kernel/assert.ts";
import { systemClock } from "../../kernel/clock.ts";
import { makeRunId } from "../../kernel/ids.ts";
import { silentLog } from "../../kernel/log.ts";
import type { CatalogStream } from "../../model/catalog.ts";
import { forgetColumn, renameColumn } from "../../model/rename-column.ts";
import type { Run } from "../../model/run.ts";
import {
  defaultPolicies,
  inferredPolicies,
  resolvePolicies,
  takeChange,
  type ChangeKind,
  type Decision,
  type FoundChange,
  type PolicyWord,
} from "../../model/schema-change.ts";
import { streamId, type RunPlan, type StreamPlan } from "../plan.ts";
import { executeRun } from "../run.ts";
import { streamPlan, type TestRun } from "./world.ts";

export type Policies = PolicyWord | Partial<Record<ChangeKind, PolicyWord>>;

export type DriftWorld = AsyncDisposable & {
  readonly folder: string;
  /** The shape that the next run goes by. */
  accepted(): CatalogStream;
  /** A run of the connection under these policies; what it applied is accepted from then on. */
  sync(policies?: Policies, more?: Partial<StreamPlan>, run?: Partial<RunPlan>): Promise<Run>;
  /** What `schema-changes accept` and `ignore` do to the next run. */
  decide(change: FoundChange, decision: Decision["decision"]): void;
  /** Rows of a query on the closed warehouse, values as text. */
  rows(sql: string): Promise<(string | null)[][]>;
};

export async function openDriftWorld(
  source: SourceDefinition,
  config: unknown,
  name: string,
  own: TestRun,
): Promise<DriftWorld> {
  const folder = await mkdtemp(join(tmpdir(), "revos-drift-"));
  const file = join(folder, "w.duckdb");
  const signal = new AbortController().signal;
  const isInferred = source.capabilities.typesInferred === true;
  let ordinal = 0;
  let plan: StreamPlan | null = null;
  let known: string[] = [];
  const decisions: Decision[] = [];
  const take = (change: FoundChange): void => {
    let next = must(plan, "plan");
    next = { ...next, stream: takeChange(next.stream, change) };
    if (change.kind === "rename")
      next = renameColumn(next, change.column ?? "", change.after ?? "");
    if (change.kind === "drop") next = forgetColumn(next, change.column ?? "");
    if (change.kind === "key" && change.key) next = { ...next, primaryKey: change.key };
    if (change.kind === "cursor") next = { ...next, fromStart: true };
    plan = next;
  };
  const first = async (): Promise<StreamPlan> => {
    await using open = await source.open(source.config.parse(config), { signal, log: silentLog });
    const { streams } = await open.discover();
    known = streams.map(streamId);
    const stream = must(
      streams.find((other) => other.name === name),
      name,
    );
    return { ...streamPlan(name, { columns: {}, rows: [] }, own), stream };
  };
  return {
    folder,
    accepted: () => must(plan, "plan").stream,
    async sync(policies = {}, more = {}, run = {}) {
      plan ??= await first();
      const table = resolvePolicies(isInferred ? inferredPolicies : defaultPolicies, policies);
      const done = await executeRun(
        {
          runId: makeRunId(Date.now()),
          runOrdinal: ++ordinal,
          connection: "shop",
          lane: "live",
          source: { kind: source.kind, config, key: "drift" },
          destination: { kind: "duckdb", config: { path: file } },
          streams: [{ ...plan, policies: table, decisions, ...more }],
          limits: { memoryBytes: 5e8, maxQuarantine: null, allowEmpty: false },
          landing: { folder: join(folder, "landing"), keepMs: 1e9, maxBytes: 1e9 },
          lockTimeoutMs: 0,
          keys: {},
          newStreams: {
            policy: table.newStream,
            known,
            namespaces: [plan.stream.namespace ?? ""],
            ignored: [],
          },
          ...run,
        },
        {
          source,
          destination,
          log: silentLog,
          clock: systemClock,
          signal,
          emit: () => {},
          isSensitive: (column) => column === "email",
        },
      );
      for (const change of done.schemaChanges ?? []) if (change.outcome === "applied") take(change);
      if (done.streams[0]?.published && plan.fromStart) plan = { ...plan, fromStart: false };
      return done;
    },
    decide(change, decision) {
      decisions.push({
        kind: change.kind,
        column: change.column,
        after: change.after,
        decision,
      });
      if (decision === "accepted") take(change);
    },
    async rows(sql) {
      await using workbench = await openWorkbench(file, {
        memoryBytes: 2e8,
        threads: 1,
        spillFolder: join(folder, "spill"),
      });
      return (await workbench.all(sql)).map((row) =>
        Object.values(row).map((value) => (value === null ? null : String(value))),
      );
    },
    async [Symbol.asyncDispose]() {
      await rm(folder, { recursive: true, force: true });
    },
  };
}
