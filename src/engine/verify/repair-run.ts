// The run of a repair: each differing stream by itself, each in one transaction, told as a Run document like any other run.
import { isAbort } from "../../kernel/abort.ts";
import { RevosError, toRevosError } from "../../kernel/error.ts";
import type { Run } from "../../model/run.ts";
import type { RunPlan } from "../plan.ts";
import { nothingFound, toRun } from "../run-result.ts";
import type { StreamState } from "../run-state.ts";
import { heldError, toRunStream, type StreamOutcome } from "../stream.ts";
import { emptyAttempt, type StreamContext } from "../work.ts";
import type { Fix } from "./fix.ts";
import { repairStream } from "./repair.ts";

export type Repaired = { readonly run: Run; readonly inserted: number; readonly removed: number };

export async function repairAll(
  ctx: StreamContext,
  plan: RunPlan,
  fixes: readonly Fix[],
  startedAt: number,
): Promise<Repaired> {
  const outcomes: StreamOutcome[] = [];
  let inserted = 0;
  let removed = 0;
  for (const [index, fix] of fixes.entries()) {
    const stream = fix.compared.plan;
    const name = { stream: stream.stream.name, namespace: stream.stream.namespace ?? null };
    const started = ctx.clock.monotonic();
    const attempt = emptyAttempt();
    let state: StreamState = "published";
    let error: RevosError | null = null;
    let gone = 0;
    ctx.emit({ event: "stream.started", ...name, estimatedRows: fix.counts.insert });
    try {
      const done = await repairStream(ctx, fix, index, attempt);
      gone = done.removed;
      if (done.isHeld) {
        state = "held";
        error = heldError(name, attempt.gates);
      } else inserted += attempt.books.written;
      removed += gone;
    } catch (thrown) {
      const isStop = isAbort(thrown) || ctx.signal.aborted;
      state = isStop ? "stopped" : "failed";
      error = isStop
        ? new RevosError("run.stopped", "Stopped on request.", { cause: thrown })
        : toRevosError(thrown);
    }
    const result = toRunStream(
      stream,
      attempt,
      state,
      error,
      Math.round(ctx.clock.monotonic() - started),
    );
    ctx.emit({ event: "stream.finished", result });
    outcomes.push({
      state,
      exit: error?.row.exit ?? 0,
      result,
      warnings: gone > 0 ? [{ code: "rows_removed", ...name, rows: gone }] : [],
      changes: [],
    });
    if (state === "stopped") break;
  }
  const run = toRun(plan, outcomes, nothingFound(), {
    startedAt,
    durationMs: ctx.clock.now() - startedAt,
    peakMemoryBytes: ctx.memoryBytes(),
  });
  return { run, inserted, removed };
}
