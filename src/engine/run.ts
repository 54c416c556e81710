// A run: opens source and destination, takes the streams one after the other (memory is bounded by one stream at a time),
// and gives the Run document. One stream's failure does not stop the others; every failure ends as a coded document in it.
import { RevosError, toRevosError } from "../kernel/error.ts";
import { divideBudget } from "../kernel/memory-budget.ts";
import type { Catalog } from "../model/catalog.ts";
import type { Run } from "../model/run.ts";
import type { RunEvent } from "../model/run-event.ts";
import { fillStream } from "./fill.ts";
import { findNewStreams, leftOut, stopForNewStreams } from "./drift-streams.ts";
import { makeBorder, type Border } from "./failures.ts";
import { memoryOverBudget, wideTables } from "./memory-warnings.ts";
import { watchMemory } from "./memory.ts";
import { makeMemoryGrant } from "./memory-grant.ts";
import { pruneLanding } from "./landing.ts";
import { claimTables, openWarehouse } from "./open-warehouse.ts";
import type { RunPlan } from "./plan.ts";
import type { RunDeps } from "./run-deps.ts";
import { nothingFound, toFailedRun, toRun, type FoundInRun } from "./run-result.ts";
import { makeSourceHolder } from "./source-holder.ts";
import { makeWatch, type Watch } from "./stall/watch.ts";
import { syncStream, type StreamOutcome } from "./stream.ts";
import type { StreamContext } from "./work.ts";

/** Executes a plan. Throws nothing a run can fail of: status, exit and errors stand in the document. */
export async function executeRun(plan: RunPlan, deps: RunDeps): Promise<Run> {
  const { clock } = deps;
  using watch = makeWatch(plan, deps, deps.source.capabilities.network);
  const emit = (event: RunEvent): void => {
    watch.see(event);
    deps.emit(event);
  };
  const startedAt = clock.now();
  const memory = watchMemory(deps.parentPid);
  emit({
    event: "run.started",
    streams: plan.streams.map(({ stream }) => ({
      stream: stream.name,
      namespace: stream.namespace ?? null,
      estimatedRows: stream.estimatedRows ?? null,
    })),
  });
  const border = makeBorder(deps.source, deps.destination, deps.signal, watch);
  const facts = (): { startedAt: number; durationMs: number; peakMemoryBytes: number } => ({
    startedAt,
    durationMs: clock.now() - startedAt,
    peakMemoryBytes: memory.peakBytes(),
  });
  const found = nothingFound();
  let run: Run;
  try {
    const running = runStreams(plan, { ...deps, emit }, border, watch, memory.nowBytes, found);
    const outcomes = await Promise.race([running, watch.hung]);
    found.warnings.push(...watch.warnings());
    run = toRun(plan, outcomes, found, facts());
  } catch (thrown) {
    const error = deps.signal.aborted
      ? new RevosError("run.stopped", "Stopped on request.", { cause: thrown })
      : toRevosError(thrown);
    if (error.code.startsWith("bug."))
      deps.log.error("run broke", { run: plan.runId, code: error.code });
    found.warnings.push(...watch.warnings());
    run = toFailedRun(plan, error, found, facts());
  }
  const over = memoryOverBudget(plan.limits.memoryBytes, run.peakMemoryBytes);
  if (over) run = { ...run, warnings: [...run.warnings, over] };
  emit({ event: "run.finished", status: run.status, exit: run.exit });
  return run;
}

async function runStreams(
  plan: RunPlan,
  deps: RunDeps,
  border: Border,
  watch: Watch,
  memoryBytes: () => number,
  found: FoundInRun,
): Promise<StreamOutcome[]> {
  await using source = makeSourceHolder(plan, deps);
  await using destination = await openWarehouse(plan, deps, border);
  const interrupt = (): void => destination.workbench.interrupt();
  deps.signal.addEventListener("abort", interrupt, { once: true });
  watch.attach({
    source: () => source.peek()?.stalls ?? null,
    abandonSource: source.abandon,
    destination: destination.stalls ?? null,
    interrupt,
  });
  try {
    await border.destination("prepare the warehouse", () =>
      destination.prepare([...new Set(plan.streams.map((stream) => stream.target.schema))]),
    );
    await claimTables(destination, plan, deps, border);
    found.warnings.push(
      ...(await border.destination("look at the blocks of the warehouse", () =>
        wideTables(destination.workbench, plan),
      )),
    );
    // A replay reads what is kept: the source is left alone.
    if (plan.lane !== "replay") await border.source("open the source", () => source.now());
    let catalog: Promise<Catalog> | null = null;
    const context: StreamContext = {
      run: plan,
      definition: deps.source,
      source,
      destination,
      // The plan of an ad hoc run was made from what the source showed a moment ago.
      catalog: async () => {
        if (plan.connection === null || plan.lane === "replay") return null;
        catalog ??= border.source(
          "look at the source's streams",
          async () =>
            await (
              await source.now()
            ).discover({
              streams: plan.streams.map(({ stream: { name, namespace } }) => ({
                name,
                ...(namespace === undefined ? {} : { namespace }),
              })),
            }),
        );
        // A look that failed is not kept: the next attempt looks again.
        catalog.catch(() => (catalog = null));
        return await catalog;
      },
      isSensitive: deps.isSensitive ?? (() => false),
      border,
      log: deps.log,
      clock: deps.clock,
      signal: deps.signal,
      emit: deps.emit,
      memoryBytes,
      raiseMemory: makeMemoryGrant(
        destination.workbench,
        divideBudget(plan.limits.memoryBytes).engineBytes,
      ),
      unpruned: { bytes: 0 },
    };
    const fresh = await findNewStreams(context);
    found.changes.push(...(fresh ?? []));
    if (!fresh) found.warnings.push({ code: "streams_not_looked_for" });
    stopForNewStreams(found.changes);
    const outcomes: StreamOutcome[] = [];
    const sliceEnds = deps.clock.monotonic() + (plan.sliceMs ?? Number.POSITIVE_INFINITY);
    for (const [index, stream] of plan.streams.entries()) {
      if (deps.signal.aborted && stream.part) break;
      const gone = stream.part ? null : await leftOut(context, stream);
      if (gone) found.changes.push(gone);
      else {
        const outcome = await syncStream(context, stream, index);
        outcomes.push(outcome);
        // Rows that were read again from the start have their values already.
        if (
          plan.lane === "live" &&
          outcome.state === "published" &&
          stream.fill &&
          !stream.fromStart &&
          !stream.part
        )
          found.fills.push(await fillStream(context, stream, index));
      }
      if (deps.clock.monotonic() >= sliceEnds) break;
    }
    await pruneLanding(plan.landing, deps.clock.now());
    return outcomes;
  } finally {
    deps.signal.removeEventListener("abort", interrupt);
    // A server takes its time to end a session: the warehouse is closed meanwhile.
    void source.close();
  }
}
