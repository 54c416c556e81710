// The plans behind `quarantine replay`: of a connection as it was applied, or of the ad hoc syncs into the same warehouse as
// they were kept. The source is not opened, so neither its credentials nor a mapper's key is needed.
import type { OpenDestination } from "../connector/destination.ts";
import type { RunPlan } from "../engine/plan.ts";
import {
  replayQuarantine,
  type ReplayOutcome,
  type ReplayRequest,
} from "../engine/quarantine/replay.ts";
import { RevosError } from "../kernel/error.ts";
import { makeRunId } from "../kernel/ids.ts";
import { keptAdHoc } from "./ad-hoc-kept.ts";
import type { AppContext } from "./context.ts";
import type { GroupScope } from "./mirror.ts";
import { destinationAt } from "./places.ts";
import { defaultLockTimeoutMs, landingOf, memoryBytes } from "./run-settings.ts";
import { findConnection, planConnectionRun } from "./sync-connection.ts";

/** The run plan of a connection's replay, or those of the ad hoc syncs into the same warehouse, one per source. */
export async function replayPlans(
  ctx: AppContext,
  scope: GroupScope,
  dryRun: boolean,
): Promise<RunPlan[]> {
  const store = await ctx.store();
  // A dry run takes no number: it writes nothing anywhere.
  const ordinal = dryRun ? 0 : await store.meta.nextRunOrdinal();
  const run = { id: makeRunId(ctx.clock.now()), ordinal, lane: "replay" as const };
  if (scope.connection !== null)
    return [await planConnectionRun(ctx, await findConnection(ctx, scope.connection), {}, run)];
  const destination = await destinationAt(ctx, scope.place);
  return (await keptAdHoc(store, scope.place)).map((kept) => ({
    ...kept,
    runId: run.id,
    runOrdinal: run.ordinal,
    connection: null,
    lane: run.lane,
    destination,
    limits: { memoryBytes: memoryBytes(ctx), maxQuarantine: null, allowEmpty: false },
    landing: landingOf(ctx, null),
    lockTimeoutMs: defaultLockTimeoutMs,
    keys: {},
  }));
}

/** The first plan that has the target's stream: a group and a row belong to one source. */
export async function replayFirst(
  open: OpenDestination,
  plans: readonly RunPlan[],
  target: string,
  request: ReplayRequest,
): Promise<ReplayOutcome> {
  for (const plan of plans) {
    try {
      return await replayQuarantine(open, plan, request);
    } catch (error) {
      if (!(error instanceof RevosError) || error.code !== "quarantine.not_found") throw error;
      if (plans.length === 1 && plan.connection !== null) throw error;
    }
  }
  throw new RevosError(
    "quarantine.not_found",
    `How the rows of ${target} were read is not known any more: an ad hoc sync of long ago, or of another project. Nothing was replayed.`,
    { advice: "Correct them at the source and repeat the revos sync line.", data: { target } },
  );
}
