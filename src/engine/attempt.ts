// One attempt at a stream: describe the target, read, land, load, tidy, judge, publish or hold. It leaves either a commit,
// a held stage, or nothing.
import { rm } from "node:fs/promises";
import type { MarkerKey, TargetState } from "../connector/destination.ts";
import { divideBudget } from "../kernel/memory-budget.ts";
import { positionText, type Position } from "../connector/position.ts";
import { quarantineScope } from "../connector/quarantine-id.ts";
import { isIncremental } from "../model/sync-mode.ts";
import { openBadRows, qualifiedName } from "./bad-rows.ts";
import { lookAtDrift, stopForDrift, type Warning } from "./drift.ts";
import { orderClass } from "./drift-find.ts";
import type { Drift } from "./drift-judge.ts";
import { findTableRenames, renameInTable } from "./drift-rename.ts";
import { lookingOf, noteChanges, setUpToFit } from "./fit-stream.ts";
import { dropManifest, hasManifest } from "./chunks/manifest.ts";
import type { Cut } from "./chunks/cut.ts";
import { pruneLanding, streamFolder } from "./landing.ts";
import { readAndLoad, type ReadOutcome } from "./pipeline.ts";
import { withMemory } from "./memory-grant.ts";
import type { StreamPlan } from "./plan.ts";
import { makeProgress } from "./progress.ts";
import type { StreamEvent } from "./run-state.ts";
import { makeRange } from "./rewrite/range.ts";
import { writeManifest } from "./rewrite/raw-manifest.ts";
import { dropRewriteTables } from "./rewrite/replace.ts";
import { settle } from "./settle.ts";
import { offerInflow } from "./straight.ts";
import type { StreamSetup } from "./stream-setup.ts";
import type { Attempt, StreamContext, Work } from "./work.ts";

/** Throws what the attempt fails of; `attempt` holds what was found out until then. */
export async function attemptStream(
  ctx: StreamContext,
  asked: StreamPlan,
  index: number,
  attempt: Attempt,
  follow: (event: StreamEvent) => void,
): Promise<void> {
  const { run, destination, border, clock } = ctx;
  const name = { stream: asked.stream.name, namespace: asked.stream.namespace ?? null };
  const startedAt = clock.now();
  const drift = await lookAtSource(ctx, asked, attempt);
  const { plan } = drift;
  const key: MarkerKey = {
    sourceKey: run.source.key,
    namespace: plan.stream.namespace ?? "",
    stream: plan.stream.name,
    target: `${plan.target.schema}.${plan.target.table}`,
    lane: run.lane,
  };
  const { part } = plan;
  // Read from the start, the table begins anew: its old types do not bind the new ones.
  const isFromStart = plan.fromStart === true || part?.isWhole === true;
  const isReplacing = part ? part.isWhole : isFromStart || !isIncremental(plan.syncMode);
  // A part is seen beside the live lane: its marker is looked at, never moved.
  const seen: MarkerKey = part ? { ...key, lane: "live" } : key;
  const target = await border.destination(`look at ${key.target}`, () =>
    describeTarget(ctx, plan, seen, isReplacing),
  );
  const bound = isFromStart ? null : target.columns;
  const { setup, fit } = setUpToFit(ctx, drift, bound, isReplacing, attempt);
  // A table that is gone takes its position with it: reading on from there would leave a hole.
  const marked = part || isReplacing || !target.columns ? null : (target.marker?.position ?? null);
  const position = await inOrderOf(ctx, setup, marked);
  attempt.position = part ? null : (target.marker?.position ?? null);
  const generation = part
    ? (target.marker?.generation ?? 1)
    : (target.marker?.generation ?? 0) + (isReplacing || !target.columns || !target.marker ? 1 : 0);
  const stage = destination.stageName(plan.target, run.runId);
  const folder = streamFolder(
    run.landing,
    run.runId,
    index,
    plan.stream.name,
    plan.stream.namespace,
  );
  const badRows = await border.destination("collect rows that do not fit", () =>
    openBadRows(
      destination.workbench,
      {
        scope: quarantineScope(key),
        connection: run.connection,
        namespace: key.namespace,
        stream: key.stream,
        runId: run.runId,
        mappersDigest: setup.mappers.digest,
      },
      folder.path,
    ),
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
    inflow: offerInflow({
      destination,
      plan,
      setup,
      fields: fit.fields,
      target,
      isReplacing,
      runId: run.runId,
      generation,
    }),
    progress,
    key,
    isReplacing,
    range: part?.range ? makeRange(plan, setup, part.range) : null,
    folder,
    startedAt,
  };
  let isDone = false;
  try {
    const outcome = await readAndLoad(work);
    attempt.warnings.push(...resumed(plan, outcome.cut));
    follow("read");
    progress.stage("checking");
    await withMemory(destination.workbench, divideBudget(run.limits.memoryBytes).publishBytes, () =>
      settle(work, outcome, attempt, follow),
    );
    isDone = true;
    for (const file of [outcome.cut.from, outcome.cut.manifest?.file]) if (file) dropManifest(file);
    await describeRaw(work, outcome, attempt);
  } finally {
    const { inflow } = work;
    if (inflow)
      await border.destination("leave what was sent", () => inflow.abandon()).catch(() => {});
    await badRows.drop().catch(() => {});
    if (part) await dropRewriteTables(destination.workbench).catch(() => {});
    if (!isDone) {
      await destination.workbench
        .run(`drop table if exists ${qualifiedName(stage)}`)
        .catch(() => {});
      // Chunks that are landed as a whole need not be read again; the rest is, by the next attempt.
      if (!hasManifest(folder.path))
        await rm(folder.path, { recursive: true, force: true }).catch(() => {});
    }
  }
  // Looking through the folder costs more than a small stream: it is done when there may be something to delete.
  ctx.unpruned.bytes += attempt.bytes;
  if (ctx.unpruned.bytes < run.landing.maxBytes / 2) return;
  ctx.unpruned.bytes = 0;
  await pruneLanding(run.landing, clock.now());
}

/** Nothing is taken over from a read that broke off without saying so. */
function resumed(plan: StreamPlan, { landed, read }: Cut): Warning[] {
  if (landed.length === 0) return [];
  const rows = landed.reduce((sum, chunk) => sum + chunk.rows, 0);
  return [
    {
      code: "read_resumed",
      stream: plan.stream.name,
      namespace: plan.stream.namespace ?? null,
      chunks: landed.length,
      rows,
      message: `${landed.length} of ${landed.length + read.length} parts (${rows} rows) were landed by a read that broke off, and are proven unchanged since; the others were read now.`,
    },
  ];
}

/** The stream as its source shows it now. Throws `source.schema_changed` when a change stops it. */
async function lookAtSource(
  ctx: StreamContext,
  asked: StreamPlan,
  attempt: Attempt,
): Promise<Drift> {
  const drift = lookAtDrift(asked, await ctx.catalog(), lookingOf(ctx));
  noteChanges(ctx, asked, attempt, drift.changes);
  stopForDrift(asked, drift.changes);
  return drift;
}

async function describeTarget(
  ctx: StreamContext,
  plan: StreamPlan,
  key: MarkerKey,
  isReplacing: boolean,
): Promise<TargetState> {
  const target = await ctx.destination.describe(plan.target, key);
  if (!target.columns || isReplacing) return target;
  const renames = findTableRenames(plan, ctx.run, target.columns);
  if (renames.length === 0) return target;
  await renameInTable(ctx.destination, plan, renames);
  return await ctx.destination.describe(plan.target, key);
}

/** A position that was saved while the cursor had a narrower type, in the order of the type it has now. */
async function inOrderOf(
  ctx: StreamContext,
  { cursor }: StreamSetup,
  position: Position | null,
): Promise<Position | null> {
  if (!cursor || cursor.isNested || position === null || orderClass(cursor.type) !== "number")
    return position;
  const open = await ctx.border.source("open the source", () => ctx.source.now());
  return open.toPosition(cursor.type, positionText(position));
}

/** For a replay without the source. Raw that cannot be described is raw that cannot be replayed: no reason to fail. */
async function describeRaw(
  { ctx, plan, key, folder, setup, startedAt }: Work,
  { loader }: ReadOutcome,
  attempt: Attempt,
): Promise<void> {
  if (ctx.run.lane !== "live" || loader.segments.length === 0) return;
  const isHeld = attempt.gates.some((gate) => gate.result === "fail");
  await writeManifest(
    folder.path,
    {
      run: ctx.run.runId,
      connection: ctx.run.connection,
      sourceKey: key.sourceKey,
      namespace: key.namespace,
      stream: key.stream,
      target: key.target,
      syncMode: plan.syncMode,
      outcome: isHeld ? "held" : "published",
      privacy: setup.mappers.digest.split(".")[0] ?? "none",
      readAt: startedAt,
    },
    loader.segments.map(({ landed, offset }) => ({ ...landed, offset })),
  ).catch(() => ctx.log.warn("raw not described", { stream: key.stream }));
}
