// Runs one plan from the side of the parent: writes the run down, starts its process, keeps the store's mirrors fresh,
// and ends with the Run document, whatever happens. Everything that runs goes through here: connections and ad hoc.
import type { CallOptions } from "../api/app.ts";
import type { RunPlan } from "../engine/plan.ts";
import { isAbort } from "../kernel/abort.ts";
import {
  fromErrorDocument,
  isTimeout,
  RevosError,
  toErrorDocument,
  toRevosError,
  type ErrorDocument,
} from "../kernel/error.ts";
import { withUndone } from "../kernel/undone.ts";
import { toIso } from "../kernel/clock.ts";
import { makeRunId } from "../kernel/ids.ts";
import type { Run } from "../model/run.ts";
import type { HeldLease } from "../schedule/ports.ts";
import type { Store } from "../store/store.ts";
import type { AppContext } from "./context.ts";
import { keepAdHoc } from "./ad-hoc-kept.ts";
import { mirrorCheckpoints, mirrorGroups } from "./mirror.ts";
import { formatStream } from "../model/field-path.ts";
import { keepPlace } from "./places.ts";
import { rereadDone } from "./reread.ts";
import { openRunJournal } from "./run-journal.ts";
import { recordDrift } from "./schema-drift.ts";
import { startRunProcess } from "./run-process.ts";
import type { Connectors } from "./worker-messages.ts";

export type RunRequest = {
  readonly connection: { readonly id: string; readonly slug: string } | null;
  readonly adHoc: { readonly source: string; readonly target: string } | null;
  /** What the run writes to, for the lease that lets one run at a time into a DuckDB file; null where it needs none. */
  readonly exclusive: string | null;
  /** The warehouse as the store knows it (`placeOf`). */
  readonly place: string;
  /** How long to wait for another run of that destination; null: as long as it takes. */
  readonly timeoutMs: number | null;
  /** The connectors of the plan, as far as they are known before it. */
  readonly connectors: Connectors;
  readonly trigger: "manual" | "retry" | "adHoc";
  /** Say what would be read; start, read and record nothing. */
  readonly dryRun?: boolean | undefined;
  /** Rows in quarantine make the exit 8. */
  readonly strict?: boolean | undefined;
  /** The next commands of the run as this caller's reader can paste them. */
  readonly next?: (steps: Run["next"]) => Run["next"];
  /** Begins with what the plan needs and the store does not: a look at the source. */
  readonly ahead?: () => void;
  /** Made while the process starts up: discovery and decisions need not wait for each other. */
  readonly plan: (run: { readonly id: string; readonly ordinal: number }) => Promise<RunPlan>;
};

const heartbeatMs = 2_000;
const leasePollMs = 300;

export async function runSync(
  ctx: AppContext,
  request: RunRequest,
  options: CallOptions,
): Promise<Run> {
  if (request.dryRun) return await rehearse(ctx, request);
  // First of all: it loads the warehouse's driver while this process opens the store and looks at the source.
  await using worker = startRunProcess(ctx.log);
  worker.expect(request.connectors);
  request.ahead?.();
  const store = await ctx.store();
  await store.runs.sweepLost();
  const id = makeRunId(ctx.clock.now());
  await using connection = await holdConnection(store, request, id);
  const started = emptyRun(ctx, id, request);
  const { ordinal } = await store.runs.start({
    document: started,
    connectionId: request.connection?.id ?? null,
    trigger: request.trigger,
  });
  let run = started;
  await using journal = openRunJournal(store, id, ctx);
  try {
    const plan = await request.plan({ id, ordinal }).catch((error: unknown) => {
      throw isAbort(error) ? error : withUndone(toRevosError(error), "Nothing was read.");
    });
    await using destination = await holdDestination(ctx, store, request, id, options);
    await using cancelled = watchForCancel(store, id);
    // A lease that was lost means that another process took over: two writers are worse than none.
    const signal = AbortSignal.any([
      cancelled.signal,
      connection.lost,
      destination.lost,
      ...(options.signal ? [options.signal] : []),
    ]);
    const known = await store.quarantine.list({ connection: request.connection?.slug ?? null });
    const end = await worker.execute(plan, {
      mirror: known.length > 0,
      signal,
      onEvent: (event) => {
        journal.add(event);
        options.onProgress?.({ kind: "run", run: id, event });
      },
    });
    run = {
      ...end.run,
      ...(request.adHoc ? { adHoc: request.adHoc } : {}),
      ...(request.next ? { next: request.next(end.run.next) } : {}),
    };
    if (request.strict) run = strictly(run);
    await finishRun(ctx, store, id, run);
    if (request.adHoc && end.groups && end.groups.length > 0) {
      await keepAdHoc(store, request.place, plan);
      await keepPlace(store, request.place, plan.destination);
    }
    if (end.groups)
      await mirrorGroups(
        store,
        { place: request.place, connection: request.connection?.slug ?? null },
        end.groups,
      );
    if (request.connection)
      await rereadDone(
        store,
        request.connection.id,
        run.streams
          .filter((stream) => stream.published)
          .map((stream) => formatStream(stream.stream, stream.namespace ?? undefined)),
      );
    if (request.connection) await recordDrift(ctx, store, request.connection, plan, run);
    await mirrorCheckpoints(store, plan, request.place, run);
  } catch (error) {
    const document = toErrorDocument(error);
    const status = isAbort(error) || document.code === "run.stopped" ? "stopped" : "failed";
    await finishRun(ctx, store, id, {
      ...run,
      status,
      exit: document.exit,
      durationMs: ctx.clock.now() - Date.parse(started.startedAt),
      error: document as NonNullable<Run["error"]>,
    });
    throw toRevosError(error);
  }
  if (run.status === "failed") throw firstFailure(run);
  // A time-out stops a run as a person would, and is told as what it was.
  const given: unknown = options.signal?.aborted ? options.signal.reason : null;
  const reason = isTimeout(given) ? toRevosError(given) : given;
  if (run.status === "stopped" && reason instanceof RevosError && reason.code !== "run.stopped")
    throw reason;
  return run;
}

const finishTries = 4;

/** A store that was away for a moment must not make a run that published one that failed; writing it twice is the same. */
async function finishRun(ctx: AppContext, store: Store, id: string, run: Run): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await store.runs.finish(id, run);
    } catch (error) {
      if (attempt >= finishTries || toRevosError(error).row.retry !== "auto") throw error;
      await ctx.clock.sleep(500 * 2 ** (attempt - 1) * (0.5 + Math.random() / 2));
    }
  }
}

/** A run of which nothing was published because of failures is told as its first failure; `runs show` has the rest. */
export function firstFailure(run: Run): RevosError {
  const errors = [run.error, ...run.streams.map((stream) => stream.error)].filter(
    (error) => error !== null && error !== undefined,
  );
  const [first] = errors;
  if (!first) return new RevosError("bug.assertion", `Run ${run.id} failed without an error.`);
  const error = fromErrorDocument(first as ErrorDocument);
  return new RevosError(error.code, error.message, {
    advice: error.advice,
    ...(error.where ? { where: error.where } : {}),
    data: { ...error.data, run: run.id, ...(errors.length > 1 ? { more: errors.length - 1 } : {}) },
  });
}

/** The run as it would begin: its streams, modes and tables. It is written down nowhere. */
async function rehearse(ctx: AppContext, request: RunRequest): Promise<Run> {
  const id = makeRunId(ctx.clock.now());
  const plan = await request.plan({ id, ordinal: 0 });
  const nothing = { read: 0, written: 0, quarantined: 0, filtered: 0, deduplicated: 0 };
  return {
    ...emptyRun(ctx, id, request),
    status: "ok",
    streams: plan.streams.map((entry) => ({
      stream: entry.stream.name,
      namespace: entry.stream.namespace ?? null,
      table: `${entry.target.schema}.${entry.target.table}`,
      syncMode: entry.syncMode,
      status: "queued",
      published: false,
      ...nothing,
      balanced: true,
      bytes: 0,
      durationMs: 0,
      position: null,
      gates: [],
      error: null,
    })),
    warnings: [{ code: "dry_run", message: "A dry run: nothing was read or written." }],
  };
}

/** `--strict`: what is held back is not a success. */
function strictly(run: Run): Run {
  const rows = run.streams.reduce((sum, stream) => sum + stream.quarantined, 0);
  if (run.status !== "ok" || rows === 0) return run;
  return { ...run, status: "partial", exit: 8 };
}

export function emptyRun(ctx: AppContext, id: string, request: RunRequest): Run {
  return {
    apiVersion: "revos/v1",
    kind: "Run",
    id,
    connection: request.connection?.slug ?? null,
    ...(request.adHoc ? { adHoc: request.adHoc } : {}),
    lane: "live",
    status: "running",
    exit: 0,
    startedAt: toIso(ctx.clock.now()),
    durationMs: 0,
    peakMemoryBytes: 0,
    balanced: true,
    streams: [],
    error: null,
    warnings: [],
    next: [],
  };
}

type Held = Pick<HeldLease, "lost"> & AsyncDisposable;
const nothingHeld: Held = {
  lost: new AbortController().signal,
  [Symbol.asyncDispose]: async () => {},
};

/** One run per connection: the second is refused, by name. */
export async function holdConnection(
  store: Store,
  request: RunRequest,
  run: string,
): Promise<Held> {
  if (!request.connection) return nothingHeld;
  const answer = await store.leases.hold({
    name: `connection:${request.connection.slug}`,
    holder: run,
  });
  if (answer.ok) return answer.held;
  const { holder } = answer;
  throw new RevosError(
    "run.already_running",
    `${request.connection.slug} is being synced by ${holder.holder} (process ${holder.pid} on ${holder.host}, since ${holder.acquiredAt}). Nothing was started.`,
    {
      data: {
        connection: request.connection.slug,
        run: holder.holder,
        pid: holder.pid,
        since: holder.acquiredAt,
      },
      advice: `revos runs watch ${holder.holder}`,
    },
  );
}

/** One run per DuckDB file: the second waits for the first, by name, up to its time-out. */
export async function holdDestination(
  ctx: AppContext,
  store: Store,
  request: Pick<RunRequest, "exclusive" | "timeoutMs">,
  run: string,
  options: CallOptions,
): Promise<Held> {
  if (request.exclusive === null) return nothingHeld;
  const until =
    request.timeoutMs === null ? Number.POSITIVE_INFINITY : ctx.clock.now() + request.timeoutMs;
  for (let told = ""; ;) {
    const answer = await store.leases.hold({
      name: `destination:${request.exclusive}`,
      holder: run,
    });
    if (answer.ok) return answer.held;
    const { holder } = answer;
    if (ctx.clock.now() >= until) {
      throw new RevosError(
        "destination.locked",
        `${request.exclusive} is being written by ${holder.holder} (process ${holder.pid}). Nothing was read.`,
        {
          data: { path: request.exclusive, run: holder.holder, pid: holder.pid },
        },
      );
    }
    if (told !== holder.holder)
      options.onProgress?.({
        kind: "note",
        text: `waiting for ${holder.holder} (process ${holder.pid}), which writes to ${request.exclusive}`,
      });
    told = holder.holder;
    await ctx.clock.sleep(leasePollMs, options.signal);
  }
}

/** A beat for the run's row, which also brings the word when someone asked to cancel it. */
export function watchForCancel(
  store: Store,
  run: string,
): AsyncDisposable & { readonly signal: AbortSignal } {
  const stop = new AbortController();
  let beating: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    beating = store.runs.heartbeat(run).then(
      (asked) => {
        if (asked) stop.abort(new RevosError("run.stopped", `The run ${run} was cancelled.`));
      },
      () => {},
    );
  }, heartbeatMs);
  timer.unref();
  return {
    signal: stop.signal,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await beating;
    },
  };
}
