// One attempt at a stream: describe the target, read, land, load, tidy, judge, publish or hold. It leaves either a commit,
// a held stage, or nothing.
import { rm } from "node:fs/promises";
import type { MarkerKey } from "../connector/destination.ts";
import { quarantineScope } from "../connector/quarantine-id.ts";
import { isIncremental } from "../model/sync-mode.ts";
import { openBadRows, qualifiedName } from "./bad-rows.ts";
import { currentStream, fitTarget } from "./drift.ts";
import { pruneLanding, streamFolder } from "./landing.ts";
import { readAndLoad } from "./pipeline.ts";
import type { StreamPlan } from "./plan.ts";
import { makeProgress } from "./progress.ts";
import type { StreamEvent } from "./run-state.ts";
import { settle } from "./settle.ts";
import { setUpStream, type StreamSetup } from "./stream-setup.ts";
import type { Attempt, StreamContext, Work } from "./work.ts";

/** Throws what the attempt fails of; `attempt` holds what was found out until then. */
export async function attemptStream(
  ctx: StreamContext,
  plan: StreamPlan,
  index: number,
  attempt: Attempt,
  follow: (event: StreamEvent) => void,
): Promise<void> {
  const { run, destination, border, clock } = ctx;
  const name = { stream: plan.stream.name, namespace: plan.stream.namespace ?? null };
  const startedAt = clock.now();
  const setup = await setUp(ctx, plan, attempt);
  const key: MarkerKey = {
    sourceKey: run.source.key,
    namespace: plan.stream.namespace ?? "",
    stream: plan.stream.name,
    target: `${plan.target.schema}.${plan.target.table}`,
    lane: run.lane,
  };
  const target = await border.destination(`look at ${key.target}`, () =>
    destination.describe(plan.target, key),
  );
  // Read from the start, the table begins anew: its old types do not bind the new ones.
  const isFromStart = plan.fromStart === true;
  const fit = fitTarget(plan, setup.fields, isFromStart ? null : target.columns);
  attempt.warnings.push(...fit.warnings);
  const isReplacing = isFromStart || !isIncremental(plan.syncMode);
  // A table that is gone takes its position with it: reading on from there would leave a hole.
  const position = isReplacing || !target.columns ? null : (target.marker?.position ?? null);
  attempt.position = target.marker?.position ?? null;
  const generation =
    (target.marker?.generation ?? 0) + (isReplacing || !target.columns || !target.marker ? 1 : 0);
  const stage = destination.stageName(plan.target, run.runId);
  const folder = streamFolder(
    run.landing,
    run.runId,
    index,
    plan.stream.name,
    plan.stream.namespace,
  );
  const badRows = await border.destination("collect rows that do not fit", () =>
    openBadRows(destination.workbench, {
      scope: quarantineScope(key),
      connection: run.connection,
      namespace: key.namespace,
      stream: key.stream,
      runId: run.runId,
      mappersDigest: setup.mappers.digest,
    }),
  );
  const progress = makeProgress(name, clock, ctx.memoryBytes, ctx.emit);
  const work: Work = {
    ctx,
    plan,
    setup,
    target,
    fit,
    position,
    generation,
    stage,
    badRows,
    progress,
    key,
    isReplacing,
    folder,
    startedAt,
  };
  let isDone = false;
  try {
    const outcome = await readAndLoad(work);
    follow("read");
    progress.stage("checking");
    await settle(work, outcome, attempt, follow);
    isDone = true;
  } finally {
    progress.stop();
    await badRows.drop().catch(() => {});
    if (!isDone) {
      await destination.workbench
        .run(`drop table if exists ${qualifiedName(stage)}`)
        .catch(() => {});
      // What was read was not loaded: the next attempt reads it again.
      await rm(folder.path, { recursive: true, force: true }).catch(() => {});
    }
  }
  // Looking through the folder costs more than a small stream: it is done when there may be something to delete.
  ctx.unpruned.bytes += attempt.bytes;
  if (ctx.unpruned.bytes < run.landing.maxBytes / 2) return;
  ctx.unpruned.bytes = 0;
  await pruneLanding(run.landing, clock.now());
}

async function setUp(ctx: StreamContext, plan: StreamPlan, attempt: Attempt): Promise<StreamSetup> {
  const catalog = await ctx.catalog();
  const current = catalog ? currentStream(plan, catalog) : { stream: plan.stream, warnings: [] };
  attempt.warnings.push(...current.warnings);
  const setup = setUpStream(plan, current.stream, ctx.run, ctx.definition.capabilities);
  attempt.warnings.push(
    ...setup.mappers.warnings.map((warning) => ({
      ...warning,
      stream: plan.stream.name,
      namespace: plan.stream.namespace ?? null,
    })),
  );
  return setup;
}
