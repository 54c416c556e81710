// Does a plan that changes the past: part after part, each its own commit, in slices between which live runs get their turn at the
// warehouse. A part that fails does not stop the others; a stop or a crash leaves parts that can be asked for again.
import type { CallOptions } from "../../api/app.ts";
import type { RunPlan, StreamPlan } from "../../engine/plan.ts";
import type { PartPlan } from "../../engine/rewrite/part.ts";
import { isAbort } from "../../kernel/abort.ts";
import { RevosError, toErrorDocument, toRevosError } from "../../kernel/error.ts";
import { toIso } from "../../kernel/clock.ts";
import { makeRunId } from "../../kernel/ids.ts";
import type { PlannedStream } from "../../model/rewrite-plan.ts";
import type { Run, RunStream } from "../../model/run.ts";
import type { Store } from "../../store/store.ts";
import type { AppContext } from "../context.ts";
import { findDestination } from "../destinations.ts";
import { mirrorCheckpoints, mirrorGroups } from "../mirror.ts";
import { startRunProcess } from "../run-process.ts";
import { exclusivePlace } from "../run-settings.ts";
import { firstFailure, holdDestination, watchForCancel } from "../run-sync.ts";
import { planConnectionRun } from "../sync-connection.ts";
import { addPart, closeOpen, emptyStreams, isAllDone, verdictOf } from "./fold.ts";
import { choose } from "./plan-replay.ts";
import { makeTeller, type Teller } from "./tell.ts";
import { joinWhere } from "./scope.ts";
import type { findPlan } from "./stored-plan.ts";

/** Long enough that starting a process is little of it, short enough that a live run waits for seconds. */
const sliceMs = 10_000;
const partsPerSlice = 60;
/** More than a waiting run lets pass between two looks at the lease. */
const pauseMs = 700;

export type RewriteOptions = {
  readonly timeoutMs?: number | undefined;
  readonly maxQuarantine?: string | undefined;
  readonly trigger: "manual" | "retry";
  /** Only these parts, by stream; absent: all. */
  readonly only?: (stream: PlannedStream, part: string) => boolean;
};

type Found = Awaited<ReturnType<typeof findPlan>>;
type Piece = { readonly stream: PlannedStream; readonly part: string };

export async function runRewrite(
  ctx: AppContext,
  found: Found,
  asked: RewriteOptions,
  options: CallOptions,
): Promise<Run> {
  const { plan, connection } = found;
  const store = await ctx.store();
  await store.runs.sweepLost();
  const id = makeRunId(ctx.clock.now());
  await using held = await holdLane(store, connection.slug, id);
  const streams = plan.streams.map((stream) => ({
    ...stream,
    parts: stream.parts.filter(({ part }) => asked.only?.(stream, part) ?? true),
  }));
  let run: Run = {
    apiVersion: "revos/v1",
    kind: "Run",
    id,
    connection: connection.slug,
    lane: plan.lane,
    plan: plan.id,
    status: "running",
    exit: 0,
    startedAt: toIso(ctx.clock.now()),
    durationMs: 0,
    peakMemoryBytes: 0,
    balanced: true,
    streams: emptyStreams({ ...plan, streams }),
    error: null,
    warnings: [],
    next: [],
  };
  await store.runs.start({
    document: run,
    connectionId: connection.id,
    trigger: plan.action === "replay" ? "replay" : asked.trigger,
  });
  const teller = makeTeller(run, streams, options);
  const pieces: Piece[] = streams.flatMap((stream) =>
    stream.parts.map(({ part }) => ({ stream, part })),
  );
  await using cancelled = watchForCancel(store, id);
  const signal = AbortSignal.any([
    cancelled.signal,
    held.lost,
    ...(options.signal ? [options.signal] : []),
  ]);
  try {
    run = await runSlices(ctx, store, found, asked, { run, pieces, signal, teller }, options);
  } catch (thrown) {
    const error = toErrorDocument(thrown);
    const isStop = isAbort(thrown) || error.code === "run.stopped";
    run = finished(ctx, {
      ...run,
      ...(await latest(store, run)),
      error: isStop ? null : (error as NonNullable<Run["error"]>),
    });
    if (!isStop) run = { ...run, status: "failed", exit: error.exit };
    await store.runs.finish(id, run);
    teller.end(run);
    if (!isStop) throw toRevosError(thrown);
    return run;
  }
  run = finished(ctx, run);
  await store.runs.finish(id, run);
  teller.end(run);
  if (run.status === "failed") throw firstFailure(run);
  return run;
}

/** One backfill or replay per connection; a live run of it may go on beside. */
async function holdLane(store: Store, slug: string, run: string) {
  const answer = await store.leases.hold({ name: `rewrite:${slug}`, holder: run });
  if (answer.ok) return answer.held;
  const { holder } = answer;
  throw new RevosError(
    "run.already_running",
    `The past of ${slug} is being rewritten by ${holder.holder} (process ${holder.pid} on ${holder.host}, since ${holder.acquiredAt}). Nothing was started.`,
    {
      data: { connection: slug, run: holder.holder, pid: holder.pid, since: holder.acquiredAt },
      advice: `revos runs watch ${holder.holder}`,
    },
  );
}

const latest = async (store: Store, run: Run): Promise<Pick<Run, "streams">> => ({
  streams: (await store.runs.find(run.id))?.document.streams ?? run.streams,
});

type Work = {
  readonly run: Run;
  readonly pieces: readonly Piece[];
  readonly signal: AbortSignal;
  readonly teller: Teller;
};

async function runSlices(
  ctx: AppContext,
  store: Store,
  found: Found,
  asked: RewriteOptions,
  work: Work,
  options: CallOptions,
): Promise<Run> {
  let { run } = work;
  let left = work.pieces;
  const destination = await findDestination(ctx, found.connection.destination);
  const exclusive = exclusivePlace(destination.kind, destination.config);
  while (left.length > 0 && !work.signal.aborted) {
    await using worker = startRunProcess(ctx.log);
    const plan = await slicePlan(ctx, found, asked, run.id, left.slice(0, partsPerSlice));
    await using place = await holdDestination(
      ctx,
      store,
      { exclusive, timeoutMs: asked.timeoutMs ?? null },
      run.id,
      { ...options, signal: work.signal },
    );
    const known = await store.quarantine.list({ connection: run.connection });
    const end = await worker.execute(plan, {
      mirror: known.length > 0,
      signal: AbortSignal.any([work.signal, place.lost]),
      onEvent: work.teller.onEvent,
    });
    const results = end.run.streams;
    for (const [index, result] of results.entries()) {
      const piece = left[index];
      if (!piece) break;
      run = withPart(run, piece, result);
      work.teller.part(run, piece, result);
    }
    run = {
      ...run,
      durationMs: ctx.clock.now() - Date.parse(run.startedAt),
      peakMemoryBytes: Math.max(run.peakMemoryBytes, end.run.peakMemoryBytes),
      warnings: mergeWarnings(run.warnings, end.run.warnings),
    };
    await store.runs.update(run.id, run);
    if (end.groups && exclusive !== null)
      await mirrorGroups(store, { place: exclusive, connection: run.connection }, end.groups);
    await mirrorCheckpoints(store, plan, exclusive ?? destination.kind, {
      ...end.run,
      streams: lastOfEach(
        results.map((result, index) => ({ ...result, position: left[index]?.part ?? null })),
      ),
    });
    left = left.slice(results.length);
    // Nothing could be opened at all: the rest would fail of the same.
    if (results.length === 0 || end.run.error) break;
    if (left.length > 0) {
      await place[Symbol.asyncDispose]();
      await ctx.clock.sleep(pauseMs, work.signal).catch(() => {});
    }
  }
  return run;
}

function lastOfEach(streams: readonly RunStream[]): RunStream[] {
  return [
    ...new Map(
      streams
        .filter((stream) => stream.published)
        .map((stream) => [JSON.stringify([stream.namespace, stream.stream]), stream] as const),
    ).values(),
  ];
}

function withPart(run: Run, { stream, part }: Piece, result: RunStream): Run {
  return {
    ...run,
    streams: run.streams.map((one) =>
      one.stream === stream.stream && one.namespace === stream.namespace
        ? addPart(one, part, result)
        : one,
    ),
  };
}

function mergeWarnings(a: Run["warnings"], b: Run["warnings"]): Run["warnings"] {
  const all = new Map([...a, ...b].map((warning) => [JSON.stringify(warning), warning]));
  return [...all.values()];
}

function finished(ctx: AppContext, run: Run): Run {
  const streams = run.streams.map(closeOpen);
  const isDone = isAllDone({ streams });
  const removed = streams.reduce((sum, stream) => sum + (stream.removed ?? 0), 0);
  const written = streams.reduce((sum, stream) => sum + stream.written, 0);
  return {
    ...run,
    ...verdictOf(streams),
    durationMs: ctx.clock.now() - Date.parse(run.startedAt),
    balanced: streams.every((stream) => stream.balanced),
    streams,
    next: [
      ...(isDone
        ? []
        : [
            {
              command: `revos runs retry ${run.id}`,
              why: "goes on with the parts that are not done",
            },
          ]),
      ...(removed + written > 0
        ? [{ command: `revos backfill rollback ${run.id}`, why: "puts back what was replaced" }]
        : []),
    ],
  };
}

/** The parts of one slice as a run plan: every part with an ordinal of its own, so that no two rows share an id. */
async function slicePlan(
  ctx: AppContext,
  found: Found,
  asked: RewriteOptions,
  run: string,
  pieces: readonly Piece[],
): Promise<RunPlan> {
  const { plan, connection } = found;
  const store = await ctx.store();
  const base = await planConnectionRun(
    ctx,
    connection,
    { maxQuarantine: asked.maxQuarantine, timeoutMs: asked.timeoutMs },
    { id: run, ordinal: 0, lane: plan.lane },
  );
  const streams: StreamPlan[] = [];
  for (const { stream, part } of pieces) {
    const own = base.streams.find(
      (one) =>
        one.stream.name === stream.stream && (one.stream.namespace ?? null) === stream.namespace,
    );
    const planned = stream.parts.find((one) => one.part === part);
    if (!own || !planned)
      throw new RevosError(
        "plan.stale",
        `${connection.slug} no longer has ${stream.stream}. Nothing more was done.`,
      );
    const field = stream.by === null ? null : fieldOf(own, stream.by);
    const rewrite: PartPlan = {
      plan: plan.id,
      name: part,
      ordinal: await store.meta.nextRunOrdinal(),
      range: field === null ? null : { field, from: planned.from, to: planned.to },
      raw: plan.action === "replay" ? rawOf(ctx, found, base, own, part) : null,
      isWhole: stream.how === "swap",
      keeps: plan.keeps,
    };
    streams.push({
      ...own,
      fromStart: false,
      where: plan.action === "replay" ? own.where : joinWhere(own.where, found.where),
      part: rewrite,
    });
  }
  return { ...base, runOrdinal: streams[0]?.part?.ordinal ?? 0, streams, sliceMs };
}

const fieldOf = (stream: StreamPlan, text: string): string[] => {
  const column = stream.stream.columns.find(
    ({ name }) => name === text || `"${name.replaceAll('"', '""')}"` === text,
  );
  return [column?.name ?? text];
};

function rawOf(
  ctx: AppContext,
  { connection }: Found,
  base: RunPlan,
  stream: StreamPlan,
  run: string,
): PartPlan["raw"] {
  const raw = choose(ctx, connection, base, stream, { run }, []).find(
    ({ manifest }) => manifest.run === run,
  );
  if (raw) return raw.part;
  throw new RevosError(
    "replay.not_kept",
    `The raw of ${stream.stream.name} from ${run} is no longer kept. Nothing more was done.`,
    { data: { run, stream: stream.stream.name } },
  );
}
