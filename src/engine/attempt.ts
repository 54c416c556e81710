// One attempt at a stream: describe the target, read, land, load, tidy, judge, publish or hold. It leaves either a commit,
// a held stage, or nothing.
import { rm } from "node:fs/promises";
import type {
  Marker,
  MarkerKey,
  Staged,
  TableName,
  TargetState,
} from "../connector/destination.ts";
import { positionText, type Position } from "../connector/position.ts";
import { quarantineScope } from "../connector/quarantine-id.ts";
import { segmentBytes, segmentRows } from "../connector/segment.ts";
import { throwIfAborted } from "../kernel/abort.ts";
import { toIso } from "../kernel/clock.ts";
import type { GateResult } from "../model/run.ts";
import { isIncremental } from "../model/sync-mode.ts";
import { openBadRows, qualifiedName, type BadRows, type ReasonCount } from "./bad-rows.ts";
import {
  cursorSql,
  endPosition,
  orderOfPosition,
  orderOfValues,
  positionSql,
  type NestedOrder,
  type StreamCursor,
} from "./cursor.ts";
import { dropKnown, dropOutdated, keepLatest, type DedupeOptions } from "./dedupe.ts";
import { currentStream, fitTarget, type Fit, type Warning } from "./drift.ts";
import { isBalanced, judgeStream, type Books } from "./gates.ts";
import { makeLander } from "./land.ts";
import { splitRead } from "./land-privacy.ts";
import { pruneLanding, streamFolder } from "./landing.ts";
import { openLoader, rowBits, type Loader } from "./load.ts";
import { decideNumbers } from "./numbers.ts";
import type { StreamPlan } from "./plan.ts";
import { makeProgress, type Progress } from "./progress.ts";
import type { StreamEvent } from "./run-state.ts";
import type { StreamContext } from "./stream.ts";
import { setUpStream, type StreamSetup } from "./stream-setup.ts";

/** What an attempt has found out so far; read by the stream when it ends, however it ends. */
export type Attempt = {
  books: Books;
  bytes: number;
  position: string | null;
  gates: GateResult[];
  reasons: readonly ReasonCount[];
  warnings: Warning[];
};

/** Segments that may wait for the load while the next is decoded: the whole backpressure (design.md §3). */
const waitingSegments = 2;

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
  const fit = fitTarget(plan, setup.fields, target.columns);
  attempt.warnings.push(...fit.warnings);
  const isReplacing = !isIncremental(plan.syncMode);
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
    const loader = await readAndLoad(work);
    follow("read");
    progress.stage("checking");
    await finish(work, loader, attempt, follow);
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
  await pruneLanding(run.landing, clock.now());
}

type Work = {
  readonly ctx: StreamContext;
  readonly plan: StreamPlan;
  readonly setup: StreamSetup;
  readonly target: TargetState;
  readonly fit: Fit;
  readonly position: Position | null;
  readonly generation: number;
  readonly stage: TableName;
  readonly badRows: BadRows;
  readonly progress: Progress;
  readonly key: MarkerKey;
  readonly isReplacing: boolean;
  readonly folder: { readonly path: string; readonly label: string };
  readonly startedAt: number;
};

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

/** Rows that lie below the cursor's low end, where the source cannot leave them out itself. */
function belowSql(
  cursor: StreamCursor | null,
  position: Position | null,
  lookbackMs: number,
  isFilteredHere: boolean,
): string | null {
  const order = orderOfPosition(position);
  if (!cursor || position === null || order === null || !isFilteredHere) return null;
  const low = positionSql(cursor, order, position);
  const isTime = cursor.isNested
    ? order === "time"
    : ["timestamp", "timestamptz", "date"].includes(cursor.type.kind);
  return `${cursorSql(cursor, order, cursor.from)} < ${lookbackMs > 0 && isTime ? `(${low}) - to_milliseconds(${lookbackMs})` : `(${low})`}`;
}

async function readAndLoad(work: Work): Promise<Loader> {
  const { ctx, plan, setup, target, fit, position, stage, badRows, progress, generation } = work;
  const { border, destination, definition, run } = ctx;
  const { cursor } = setup;
  const isFilteredHere =
    cursor !== null && (cursor.isNested || !definition.capabilities.incremental);
  const split = splitRead(setup.mappers, setup.stream, definition.capabilities);
  const ordinal = BigInt(run.runOrdinal);
  const taken =
    target.maxRowId === null || target.maxRowId === undefined || work.isReplacing
      ? 0n
      : (target.maxRowId >> rowBits) + 1n;
  const loader = await border.destination("make the staging table", () =>
    openLoader({
      workbench: destination.workbench,
      stage,
      setup,
      fields: fit.fields,
      badRows,
      runId: run.runId,
      generation,
      ordinal: ordinal > taken ? ordinal : taken,
      isBelow: belowSql(cursor, position, plan.lookbackMs, isFilteredHere),
    }),
  );
  const lander = makeLander(
    destination.workbench,
    work.folder,
    split.privacy ? split.privacy(destination.workbench) : null,
  );
  progress.stage("reading");
  const open = await border.source("open the source", () => ctx.source.now());
  const label = [plan.stream.namespace, plan.stream.name].filter(Boolean).join(".");
  const iterator = open
    .read(
      {
        stream: setup.stream,
        columns: split.columns,
        filter: split.filter,
        segmentRows,
        segmentBytes,
        where: definition.capabilities.where ? plan.where : null,
        cursor:
          cursor && !isFilteredHere
            ? {
                field: cursor.field,
                type: cursor.type,
                from: position,
                lookbackMs: plan.lookbackMs,
              }
            : null,
      },
      { signal: ctx.signal, log: ctx.log, workbench: destination.workbench },
    )
    [Symbol.asyncIterator]();
  const waiting: Promise<void>[] = [];
  let tail: Promise<void> = Promise.resolve();
  try {
    for (;;) {
      throwIfAborted(ctx.signal);
      const next = await border.source(`read stream ${label}`, () => iterator.next());
      if (next.done) break;
      const landed = await border.between(`land a segment of ${label}`, () =>
        lander.land(next.value, ctx.clock.now()),
      );
      tail = tail
        .then(() => border.destination(`load a segment of ${label}`, () => loader.load(landed)))
        .then(() => progress.add(landed.rows, landed.bytes));
      tail.catch(() => {});
      waiting.push(tail);
      if (waiting.length > waitingSegments) await waiting.shift();
    }
    await tail;
  } finally {
    await iterator.return?.().catch(() => {});
    await tail.catch(() => {});
  }
  return loader;
}

async function finish(
  work: Work,
  loader: Loader,
  attempt: Attempt,
  follow: (event: StreamEvent) => void,
): Promise<void> {
  const { ctx, plan, setup, target, fit, position, stage, badRows, progress, isReplacing } = work;
  const { border, destination, run, emit } = ctx;
  const { workbench } = destination;
  const name = { stream: plan.stream.name, namespace: plan.stream.namespace ?? null };
  const tidied = await border.destination("check the staged rows", async () => {
    const existing =
      isReplacing || !target.columns
        ? null
        : async (columns: readonly string[]) =>
            destination.existing
              ? await destination.existing({
                  target: plan.target,
                  columns,
                  matching: null,
                  from: null,
                })
              : plan.target;
    const numbers = await decideNumbers({
      workbench,
      stage,
      fields: fit.fields,
      target: target.columns,
      existing,
      badRows,
      loader,
    });
    const order: NestedOrder =
      orderOfPosition(position) ??
      (setup.cursor?.isNested
        ? await orderOfValues(workbench, setup.cursor, qualifiedName(stage))
        : "text");
    const after = setup.cursor
      ? await endPosition(workbench, stage, setup.cursor, order, position, await ctx.source.now())
      : null;
    const dedupe: DedupeOptions = {
      workbench,
      destination,
      stage,
      setup,
      fields: fit.fields,
      target: isReplacing ? null : target.columns,
      position,
      order,
    };
    let deduplicated = 0;
    if (setup.key.length > 0) deduplicated += await keepLatest(dedupe);
    if (plan.syncMode === "incremental_append") deduplicated += await dropKnown(dedupe);
    if (plan.syncMode === "incremental_deduped_history") deduplicated += await dropOutdated(dedupe);
    const written = Number(
      (await workbench.all(`select count(*) as n from ${qualifiedName(stage)}`))[0]?.n ?? 0,
    );
    return {
      alter: [...fit.alter, ...numbers.alter],
      after,
      order,
      deduplicated,
      written,
      quarantine: await badRows.finish(),
      reasons: await badRows.reasons(),
    };
  });
  const { read, filtered, bytes } = loader.counts;
  const books: Books = {
    read,
    filtered,
    written: tidied.written,
    quarantined: badRows.count,
    deduplicated: tidied.deduplicated,
  };
  attempt.books = books;
  attempt.bytes = bytes;
  attempt.reasons = tidied.reasons;
  if (books.quarantined > 0)
    emit({
      event: "rows.quarantined",
      ...name,
      rows: books.quarantined,
      reasons: tidied.reasons.map(({ column, rule }) => ({ column, rule })),
    });
  attempt.gates = await border.destination("run the gates", () =>
    judgeStream({
      workbench,
      stage,
      books,
      key: setup.key,
      isReplacing,
      targetHasRows: target.hasRows,
      allowEmpty: run.limits.allowEmpty,
      maxQuarantine: run.limits.maxQuarantine,
      altered: isReplacing ? 0 : target.columns ? tidied.alter.length : 0,
    }),
  );
  for (const gate of attempt.gates) emit({ event: "gate.result", ...name, gate });
  throwIfAborted(ctx.signal);
  const isHeld = attempt.gates.some((gate) => gate.result === "fail");
  const endedAt = ctx.clock.now();
  const marker: Marker = {
    position: setup.cursor ? tidied.after : null,
    generation: work.generation,
    runId: run.runId,
    committedAt: toIso(endedAt),
  };
  const cursor =
    setup.cursor &&
    !setup.cursor.isNested &&
    ["date", "timestamp", "timestamptz"].includes(setup.cursor.type.kind)
      ? setup.cursor
      : null;
  const staged: Staged = {
    target: plan.target,
    table: stage,
    quarantine: tidied.quarantine,
    resolves: null,
    mode: plan.syncMode,
    key: setup.key,
    newer: setup.cursor ? [cursorSql(setup.cursor, tidied.order)] : null,
    alter: tidied.alter,
    history: plan.history && plan.syncMode === "incremental_deduped_history",
    marker: { ...marker, key: work.key, connection: run.connection },
    ledger: {
      runId: run.runId,
      connection: run.connection,
      namespace: work.key.namespace,
      stream: work.key.stream,
      target: work.key.target,
      lane: run.lane,
      startedAt: toIso(work.startedAt),
      endedAt: toIso(endedAt),
      ...books,
      bytes,
      balanced: isBalanced(books),
      published: !isHeld,
    },
    ...(cursor && tidied.after !== null
      ? {
          window: {
            start: position === null ? null : positionText(position),
            end: positionText(tidied.after),
            watermark: positionText(tidied.after),
            late: 0,
          },
        }
      : {}),
  };
  if (isHeld) {
    await border.destination("hold the stream", () => destination.hold(staged));
    follow("hold");
    return;
  }
  follow("pass");
  progress.stage("publishing");
  await border.destination(`publish ${work.key.target}`, () => destination.publish(staged));
  follow("publish");
  attempt.position = staged.marker.position;
  emit({ event: "checkpoint.saved", ...name, position: staged.marker.position });
}
