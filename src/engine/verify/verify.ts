// Compares the tables of a plan with their source, and, when asked to, brings what differs in line and compares again. One
// stream after the other; a stream that cannot be compared does not stop the others, and never reads as equal.
import { createHash } from "node:crypto";
import { isAbort, throwIfAborted } from "../../kernel/abort.ts";
import { toIso } from "../../kernel/clock.ts";
import { RevosError, toRevosError } from "../../kernel/error.ts";
import { divideBudget } from "../../kernel/memory-budget.ts";
import type { Catalog } from "../../model/catalog.ts";
import type { Run } from "../../model/run.ts";
import type { RepairPlan, Verification, VerifiedStream } from "../../model/verification.ts";
import { makeBorder, type Border } from "../failures.ts";
import { makeMemoryGrant } from "../memory-grant.ts";
import { watchMemory } from "../memory.ts";
import { claimTables, openWarehouse } from "../open-warehouse.ts";
import type { RunPlan } from "../plan.ts";
import type { RunDeps } from "../run-deps.ts";
import { makeWatch } from "../stall/watch.ts";
import { makeSourceHolder } from "../source-holder.ts";
import type { StreamContext } from "../work.ts";
import { planFix, type Fix } from "./fix.ts";
import { reportFailure, reportStream, type ReportOptions } from "./report.ts";
import { repairAll } from "./repair-run.ts";
import { compareStream } from "./stream.ts";

export type VerifyOptions = ReportOptions & {
  /** How long to wait before looking again at what differs. */
  readonly settleMs: number;
  /** Bring what differs in line; the plan's lane is then `repair`. */
  readonly repair: boolean;
  /** Repair only if the plan is still this one. Null: whatever is found. */
  readonly expected: string | null;
  /** Rows may be taken away because their keys are no longer at the source. */
  readonly mayRemoveKeys: boolean;
};

export type VerifyOutcome = {
  readonly verification: Verification;
  /** Of the repair; null when none was done. */
  readonly run: Run | null;
};

type Looked = {
  readonly results: VerifiedStream[];
  readonly fixes: Fix[];
  readonly warnings: Plain[];
};
type Plain = Record<string, unknown>;

/** Throws what the comparison as a whole fails of: nothing could be opened, it was stopped, the plan is another one. */
export async function executeVerify(
  plan: RunPlan,
  options: VerifyOptions,
  deps: RunDeps,
): Promise<VerifyOutcome> {
  const startedAt = deps.clock.now();
  const memory = watchMemory(deps.parentPid);
  using watch = makeWatch(plan, deps, deps.source.capabilities.network);
  const border = makeBorder(deps.source, deps.destination, deps.signal, watch);
  await using destination = await openWarehouse(plan, deps, border);
  const interrupt = (): void => destination.workbench.interrupt();
  deps.signal.addEventListener("abort", interrupt, { once: true });
  const source = makeSourceHolder(plan, deps);
  watch.attach({
    source: () => source.peek()?.stalls ?? null,
    abandonSource: source.abandon,
    destination: destination.stalls ?? null,
    interrupt,
  });
  try {
    if (options.repair)
      await border.destination("prepare the warehouse", () =>
        destination.prepare([...new Set(plan.streams.map((stream) => stream.target.schema))]),
      );
    if (options.repair) await claimTables(destination, plan, deps, border);
    await border.source("open the source", () => source.now());
    const ctx = makeContext(plan, deps, border, source, destination, memory.nowBytes);
    let looked = await lookAtAll(ctx, plan, options, deps);
    let run: Run | null = null;
    let repaired: Verification["repaired"] = null;
    if (options.repair && looked.fixes.length > 0) {
      const todo = planOf(looked.fixes, plan.connection);
      refuseOther(todo, options);
      const done = await repairAll(ctx, plan, looked.fixes, startedAt);
      run = done.run;
      repaired = {
        run: run.id,
        exit: run.exit,
        plan: todo,
        inserted: done.inserted,
        removed: done.removed,
      };
      await source.again();
      looked = await lookAtAll(ctx, plan, options, deps);
    }
    const todo = looked.fixes.length === 0 ? null : planOf(looked.fixes, plan.connection);
    return {
      run,
      verification: {
        apiVersion: "revos/v1",
        kind: "Verification",
        connection: plan.connection,
        ...judge(looked.results, run),
        startedAt: toIso(startedAt),
        durationMs: Math.round(deps.clock.now() - startedAt),
        peakMemoryBytes: Math.round(memory.peakBytes()),
        streams: looked.results,
        repair: todo,
        repaired,
        warnings: looked.warnings,
        next: nextOf(plan, looked.results, todo),
      },
    };
  } catch (thrown) {
    if (deps.signal.aborted && !isAbort(thrown))
      throw new RevosError("run.stopped", "Stopped on request.", { cause: thrown });
    throw thrown;
  } finally {
    deps.signal.removeEventListener("abort", interrupt);
    await source.close();
  }
}

function makeContext(
  plan: RunPlan,
  deps: RunDeps,
  border: Border,
  source: StreamContext["source"],
  destination: StreamContext["destination"],
  memoryBytes: () => number,
): StreamContext {
  let catalog: Promise<Catalog> | null = null;
  return {
    run: plan,
    definition: deps.source,
    source,
    destination,
    catalog: async () => {
      if (plan.connection === null) return null;
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
}

async function lookAtAll(
  ctx: StreamContext,
  plan: RunPlan,
  options: VerifyOptions,
  deps: RunDeps,
): Promise<Looked> {
  const looked: Looked = { results: [], fixes: [], warnings: [] };
  const canRemove = deps.destination.capabilities.removes === true;
  for (const [index, stream] of plan.streams.entries()) {
    throwIfAborted(deps.signal);
    const started = deps.clock.monotonic();
    const took = (): number => Math.round(deps.clock.monotonic() - started);
    deps.emit({
      event: "stream.started",
      stream: stream.stream.name,
      namespace: stream.stream.namespace ?? null,
      estimatedRows: stream.stream.estimatedRows ?? null,
    });
    try {
      const compared = await compareStream(ctx, stream, options);
      looked.warnings.push(...compared.warnings);
      const fix = await planFix(ctx, compared, index, canRemove);
      if (fix) looked.fixes.push(fix);
      looked.results.push(await reportStream(ctx, compared, options, took()));
    } catch (thrown) {
      if (isAbort(thrown) || deps.signal.aborted) throw thrown;
      const error = toRevosError(thrown);
      looked.results.push(reportFailure(stream, error, took()));
    }
  }
  return looked;
}

function planOf(fixes: readonly Fix[], connection: string | null): RepairPlan {
  const streams = fixes.map((fix) => fix.counts);
  const isTyped = connection !== null && streams.some((stream) => stream.removeKeys > 0);
  return {
    id: `p_${createHash("sha256")
      .update(JSON.stringify(fixes.map((fix) => [fix.digest, fix.counts])))
      .digest("hex")
      .slice(0, 6)}`,
    // Rows that no longer stand at the source exist in the warehouse alone: they are gone for good.
    consent: isTyped ? "typed" : "yes",
    ...(isTyped && connection !== null ? { confirm: connection } : {}),
    streams,
  };
}

/** Consent was given to what was shown, and fits what is found now. */
function refuseOther(plan: RepairPlan, options: VerifyOptions): void {
  if (options.expected !== null && options.expected !== plan.id)
    throw new RevosError(
      "plan.stale",
      `The differences are not those of plan ${options.expected} any more. Nothing was changed.`,
      {
        advice: "Compare again and look at the new plan.",
        data: { plan: options.expected, now: plan.id },
      },
    );
  if (plan.consent === "typed" && !options.mayRemoveKeys)
    throw new RevosError(
      "consent.needed",
      `The repair deletes ${plan.streams.reduce((sum, stream) => sum + stream.removeKeys, 0)} rows that are no longer at the source. Nothing was changed.`,
      {
        advice: `Add --confirm ${plan.confirm ?? ""} to --repair.`,
        data: { flag: "--confirm", name: plan.confirm ?? "", plan: plan.id },
      },
    );
}

/** 0 equal, 10 different, 8 when some could not be compared, else the failure's own exit. */
function judge(
  results: readonly VerifiedStream[],
  run: Run | null,
): Pick<Verification, "status" | "exit"> {
  const failed = results.filter((result) => result.status === "failed");
  if (failed.length > 0 && failed.length === results.length)
    return { status: "failed", exit: failed[0]?.error?.exit ?? 1 };
  if (failed.length > 0) return { status: "partial", exit: 8 };
  const isDifferent = results.some((result) => result.status === "different");
  // A repair that did not go through is the command's failure, whatever the tables look like.
  const repairExit = run?.exit ?? 0;
  if (!isDifferent) return { status: "equal", exit: repairExit };
  return { status: "different", exit: repairExit === 0 ? 10 : repairExit };
}

function nextOf(
  plan: RunPlan,
  results: readonly VerifiedStream[],
  todo: RepairPlan | null,
): Verification["next"] {
  const next: Verification["next"] = [];
  if (plan.connection === null) return next;
  const sum = (of: (result: VerifiedStream) => number): number =>
    results.reduce((total, result) => total + of(result), 0);
  if (todo)
    next.push({
      command: `revos verify ${plan.connection} --repair`,
      why: "brings only the differing rows in line",
    });
  if (sum((result) => result.explained.inFlight) > 0)
    next.push({ command: `revos sync ${plan.connection}`, why: "brings the rows in flight" });
  if (sum((result) => result.explained.quarantined) > 0)
    next.push({
      command: `revos quarantine list ${plan.connection}`,
      why: "shows the rows that are held back",
    });
  return next;
}
