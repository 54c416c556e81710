// Rollback of a backfill or replay: planned (the warehouse does it and takes it back, to say what would happen), agreed to, and done
// in one transaction over all its tables. A rollback itself is not rolled back: the backfill can be run again.
import type { CallOptions } from "../../api/app.ts";
import type {
  RollbackOutcome,
  RollbackRequest,
  RollbackTarget,
} from "../../connector/destination.ts";
import type { RunPlan, StreamPlan } from "../../engine/plan.ts";
import { setUpStream } from "../../engine/stream-setup.ts";
import { RevosError, toErrorDocument } from "../../kernel/error.ts";
import { toIso } from "../../kernel/clock.ts";
import { makeRunId } from "../../kernel/ids.ts";
import type { PlannedStream, RewritePlan } from "../../model/rewrite-plan.ts";
import type { Run, RunStream } from "../../model/run.ts";
import type { Connection } from "../../store/connections.ts";
import type { AppContext } from "../context.ts";
import { findDestination } from "../destinations.ts";
import { findConnection, planConnectionRun } from "../sync-connection.ts";
import type { Lang } from "./effects.ts";
import { claimTables, withDestination } from "./open-ends.ts";
import { fromRaw } from "./plan-replay.ts";
import { savePlan, type findPlan } from "./stored-plan.ts";

export async function planRollback(
  ctx: AppContext,
  request: {
    readonly run: string;
    readonly timeoutMs?: number | undefined;
    readonly lang?: Lang | undefined;
  },
  options: CallOptions,
): Promise<RewritePlan> {
  const { document, connection } = await rewriteRun(ctx, request.run);
  const run = await replayPlan(ctx, connection);
  const at = toIso(ctx.clock.now());
  const targets = targetsOf(run, document);
  const outcomes = await inWarehouse(
    ctx,
    connection,
    run,
    { ...options, timeoutMs: request.timeoutMs },
    (open) =>
      open.rollback({
        runId: request.run,
        byRunId: "run_plan",
        at,
        dryRun: true,
        targets: targets.map(({ to }) => to),
      }),
  );
  const lang = request.lang ?? "en";
  const streams = targets.map(({ stream }, index) =>
    toStream(stream, request.run, outcomes[index]),
  );
  const removed = outcomes.reduce((sum, one) => sum + one.removed, 0);
  const restored = outcomes.reduce((sum, one) => sum + one.restored, 0);
  return await savePlan(ctx, connection, {
    apiVersion: "revos/v1",
    kind: "RewritePlan",
    action: "rollback",
    lane: "backfill",
    connection: connection.slug,
    run: request.run,
    streams,
    parts: streams.length,
    rows: restored,
    bytes: null,
    effects: [
      {
        code: "rows_restored",
        text:
          lang === "ja"
            ? `${removed} 行が消え、${restored} 行が元に戻ります。すべて一度に行います`
            : `${removed} rows leave and ${restored} come back, all in one step`,
        data: { removed, restored },
      },
      ...outcomes.flatMap((one) =>
        one.stays + one.overtaken === 0
          ? []
          : [
              {
                code: "newer_stays",
                text:
                  lang === "ja"
                    ? `${one.target}: その後ライブが書いた、または読み進めた ${one.stays + one.overtaken} 行はそのまま残ります`
                    : `${one.target}: ${one.stays + one.overtaken} rows stay as they are, because live has written or passed over them since`,
                data: { table: one.target, stays: one.stays, overtaken: one.overtaken },
              },
            ],
      ),
      {
        code: "no_way_back",
        text:
          lang === "ja"
            ? "ロールバック自体は取り消せません。必要ならバックフィルをもう一度実行します"
            : "a rollback is not rolled back: run the backfill again to have its rows back",
      },
    ],
    notKept: [],
    keeps: false,
    consent: "yes",
    confirm: null,
    warnings: [],
    madeAt: at,
  });
}

type Found = Awaited<ReturnType<typeof findPlan>>;

export async function runRollback(
  ctx: AppContext,
  { plan, connection }: Found,
  options: CallOptions & { readonly timeoutMs?: number | undefined },
): Promise<Run> {
  const undone = plan.run ?? "";
  const { document } = await rewriteRun(ctx, undone);
  const store = await ctx.store();
  const id = makeRunId(ctx.clock.now());
  const startedAt = ctx.clock.now();
  const base: Run = {
    apiVersion: "revos/v1",
    kind: "Run",
    id,
    connection: connection.slug,
    lane: "backfill",
    plan: plan.id,
    rollsBack: undone,
    status: "running",
    exit: 0,
    startedAt: toIso(startedAt),
    durationMs: 0,
    peakMemoryBytes: 0,
    balanced: true,
    streams: [],
    error: null,
    warnings: [],
    next: [],
  };
  await store.runs.start({ document: base, connectionId: connection.id });
  try {
    const run = await replayPlan(ctx, connection);
    const targets = targetsOf(run, document);
    const outcomes = await inWarehouse(ctx, connection, run, options, (open) =>
      open.rollback({
        runId: undone,
        byRunId: id,
        at: toIso(ctx.clock.now()),
        dryRun: false,
        targets: targets.map(({ to }) => to),
      }),
    );
    const ended: Run = {
      ...base,
      status: "ok",
      durationMs: ctx.clock.now() - startedAt,
      streams: targets.map(({ stream }, index) => toRunStream(stream, outcomes[index])),
      next: [
        {
          command: `revos checkpoints list ${connection.slug}`,
          why: "live goes on from where it stood",
        },
      ],
    };
    await store.runs.finish(id, ended);
    await store.runs.finish(undone, { ...document, rolledBackBy: id, next: [] });
    return ended;
  } catch (error) {
    const told = toErrorDocument(error);
    await store.runs.finish(id, {
      ...base,
      status: "failed",
      exit: told.exit,
      durationMs: ctx.clock.now() - startedAt,
      error: told as NonNullable<Run["error"]>,
    });
    throw error;
  }
}

/** The run that is to be taken back: of a lane that rewrites, ended, and not itself a rollback. */
async function rewriteRun(
  ctx: AppContext,
  id: string,
): Promise<{ readonly document: Run; readonly connection: Connection }> {
  const store = await ctx.store();
  await store.runs.sweepLost();
  const found = await store.runs.find(id);
  if (!found)
    throw new RevosError("run.not_found", `No run has the id ${id}. Nothing was done.`, {
      data: { run: id },
    });
  const { document } = found;
  if (document.rollsBack !== undefined)
    throw new RevosError(
      "rewrite.not_found",
      `${id} was a rollback itself, which is not rolled back. Nothing was done.`,
      {
        data: { run: id },
        advice: "Run the backfill again to have its rows back: revos backfill list",
      },
    );
  if ((document.lane !== "backfill" && document.lane !== "replay") || document.connection === null)
    throw new RevosError(
      "rewrite.not_found",
      `${id} was a ${document.lane} run; only a backfill or a replay is rolled back. Nothing was done.`,
      { data: { run: id, lane: document.lane } },
    );
  if (document.status === "running" || document.status === "queued")
    throw new RevosError("run.already_running", `${id} is still running. Nothing was done.`, {
      data: { run: id },
      advice: `revos runs cancel ${id}`,
    });
  return { document, connection: await findConnection(ctx, document.connection) };
}

const replayPlan = (ctx: AppContext, connection: Connection): Promise<RunPlan> =>
  planConnectionRun(ctx, connection, {}, { id: "run_plan", ordinal: 0, lane: "replay" });

type Target = { readonly stream: StreamPlan; readonly to: RollbackTarget };

/** Streams of the run that published something and still belong to the connection, under the table that was written. */
function targetsOf(run: RunPlan, document: Run): Target[] {
  const targets = run.streams.flatMap((stream): Target[] => {
    const table = `${stream.target.schema}.${stream.target.table}`;
    const own = document.streams.find(
      (entry) =>
        entry.stream === stream.stream.name &&
        entry.namespace === (stream.stream.namespace ?? null) &&
        entry.table === table,
    );
    if (!own) return [];
    const setup = setUpStream(stream, stream.stream, run, fromRaw);
    return [
      {
        stream,
        to: {
          target: stream.target,
          key: {
            sourceKey: run.source.key,
            namespace: stream.stream.namespace ?? "",
            stream: stream.stream.name,
            target: table,
          },
          connection: run.connection,
          keyColumns: setup.key,
          cursorColumn: setup.cursor && !setup.cursor.isNested ? setup.cursor.column : null,
          history: stream.history && stream.syncMode === "incremental_deduped_history",
        },
      },
    ];
  });
  if (targets.length > 0) return targets;
  throw new RevosError(
    "rewrite.not_found",
    `The tables that ${document.id} wrote no longer belong to ${document.connection ?? ""}. Nothing was done.`,
    { data: { run: document.id } },
  );
}

type CanRollBack = {
  rollback(request: RollbackRequest): Promise<readonly RollbackOutcome[]>;
};

async function inWarehouse(
  ctx: AppContext,
  connection: Connection,
  run: RunPlan,
  options: CallOptions & { readonly timeoutMs?: number | undefined },
  work: (open: CanRollBack) => Promise<readonly RollbackOutcome[]>,
): Promise<readonly RollbackOutcome[]> {
  const destination = await findDestination(ctx, connection.destination);
  return await withDestination(
    ctx,
    destination,
    run.streams[0]?.target.schema ?? "main",
    options,
    async (open) => {
      const { rollback } = open;
      if (!rollback)
        throw new RevosError(
          "rewrite.unsupported",
          `${destination.name} cannot roll back. Nothing was done.`,
        );
      return await work({
        async rollback(request) {
          const tables = request.targets.map(({ target }) => target);
          if (!request.dryRun) await claimTables(ctx, open, tables, options);
          return await rollback.call(open, request);
        },
      });
    },
  );
}

const toStream = (
  stream: StreamPlan,
  run: string,
  outcome: RollbackOutcome | undefined,
): PlannedStream => ({
  stream: stream.stream.name,
  namespace: stream.stream.namespace ?? null,
  table: `${stream.target.schema}.${stream.target.table}`,
  syncMode: stream.syncMode,
  how: "restore",
  by: null,
  window: null,
  timezone: null,
  where: null,
  parts: [
    {
      part: run,
      from: null,
      to: null,
      sourceRows: outcome?.restored ?? 0,
      tableRows: outcome?.removed ?? 0,
      why: "asked",
    },
  ],
  rows: outcome?.restored ?? 0,
  bytes: null,
});

function toRunStream(stream: StreamPlan, outcome: RollbackOutcome | undefined): RunStream {
  const { removed = 0, restored = 0, overtaken = 0 } = outcome ?? {};
  return {
    stream: stream.stream.name,
    namespace: stream.stream.namespace ?? null,
    table: `${stream.target.schema}.${stream.target.table}`,
    syncMode: stream.syncMode,
    status: "ok",
    published: true,
    read: restored + overtaken,
    written: restored,
    quarantined: 0,
    filtered: 0,
    deduplicated: overtaken,
    balanced: true,
    bytes: 0,
    durationMs: 0,
    position: null,
    removed,
    gates: [],
    reasons: [],
    error: null,
  };
}
