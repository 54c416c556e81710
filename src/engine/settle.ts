// The end of a stream's attempt: types of numbers, doubles, position, gates; then one commit, or a held stage.
import type { Staged, TableName } from "../connector/destination.ts";
import { positionText, type Position } from "../connector/position.ts";
import { throwIfAborted } from "../kernel/abort.ts";
import { toIso } from "../kernel/clock.ts";
import { quarantineScope } from "../connector/quarantine-id.ts";
import { quoteText } from "../connector/workbench.ts";
import { knownPath } from "./rewrite/raw-manifest.ts";
import { findResolved, replacePart, type Replaced } from "./rewrite/replace.ts";
import type { CanonicalType } from "../model/types.ts";
import type { Attempt, Work } from "./work.ts";
import { qualifiedName } from "./bad-rows.ts";
import {
  cursorSql,
  endPosition,
  orderOfPosition,
  orderOfValues,
  type NestedOrder,
} from "./cursor.ts";
import { carryAbsent } from "./carry.ts";
import { dropKnown, dropOutdated, keepLatest, knownTable, type DedupeOptions } from "./dedupe.ts";
import { isBalanced, judgeStream, type Books } from "./gates.ts";
import { judgeLate } from "./late.ts";
import type { ReadOutcome } from "./pipeline.ts";
import { decideNumbers } from "./numbers.ts";
import type { StreamEvent } from "./run-state.ts";
import { noteLowEnd } from "./seen.ts";

/** Ends the attempt: after it the stream is published or held. */
export async function settle(
  work: Work,
  outcome: ReadOutcome,
  attempt: Attempt,
  follow: (event: StreamEvent) => void,
): Promise<void> {
  const { ctx, plan, setup, target, stage, badRows, progress, isReplacing } = work;
  const { border, destination, run, emit } = ctx;
  const name = { stream: plan.stream.name, namespace: plan.stream.namespace ?? null };
  const tidied = await border.destination("check the staged rows", () => tidy(work, outcome));
  const { read, filtered, bytes } = outcome.loader.counts;
  const books: Books = {
    read,
    written: tidied.written,
    quarantined: badRows.count,
    filtered,
    deduplicated: tidied.deduplicated,
  };
  attempt.books = books;
  attempt.bytes = bytes;
  attempt.reasons = await border.destination("count the reasons", () => badRows.reasons());
  if (books.quarantined > 0)
    emit({
      event: "rows.quarantined",
      ...name,
      rows: books.quarantined,
      reasons: attempt.reasons.map(({ column, rule }) => ({ column, rule })),
    });
  attempt.gates = await border.destination("run the gates", () =>
    judgeStream({
      workbench: destination.workbench,
      stage,
      books,
      key: setup.key,
      isReplacing: isReplacing || (tidied.replaced !== null && tidied.replaced.covered > 0),
      targetHasRows: isReplacing ? target.hasRows : tidied.replaced?.same === 0,
      allowEmpty: run.limits.allowEmpty,
      maxQuarantine: run.limits.maxQuarantine,
      altered: isReplacing || !target.columns ? 0 : tidied.alter.length,
    }),
  );
  for (const gate of attempt.gates) emit({ event: "gate.result", ...name, gate });
  throwIfAborted(ctx.signal);
  const isHeld = attempt.gates.some((gate) => gate.result === "fail");
  const staged = toStaged(work, tidied, books, bytes, !isHeld);
  /** What the destination had of the stream and has lost is staged, and ends the same way. */
  const end = async (doing: string, work: (ended: Staged) => Promise<unknown>): Promise<void> => {
    try {
      await border.destination(doing, () => work(staged));
    } catch (error) {
      if (staged.inflow?.isLost !== true) throw error;
      await border.destination("stage the rows again", () => outcome.loader.takeBack());
      await border.destination(doing, () => work({ ...staged, inflow: null }));
    }
  };
  if (isHeld) {
    await end("hold the stream", (ended) => destination.hold(ended));
    follow("hold");
    return;
  }
  follow("pass");
  progress.stage("publishing");
  await end(`publish ${work.key.target}`, (ended) => destination.publish(ended));
  follow("publish");
  attempt.position = work.plan.part ? null : staged.marker.position;
  if (tidied.replaced) attempt.removed = tidied.replaced.removed;
  if (tidied.late !== null) attempt.late = tidied.late;
  if (staged.window) {
    const { start, end, watermark } = staged.window;
    attempt.window = { start, end, watermark };
  }
  emit({ event: "checkpoint.saved", ...name, position: staged.marker.position });
}

type Tidied = {
  readonly alter: Staged["alter"];
  readonly position: Position | null;
  /** What is kept with it (seen.ts). */
  readonly seen: string | null;
  readonly order: NestedOrder;
  readonly deduplicated: number;
  readonly written: number;
  readonly quarantine: TableName | null;
  /** Late rows; null where nothing is called late. */
  readonly late: number | null;
  /** By event time; null without one. */
  readonly window: Staged["window"] | null;
  readonly replaced: Replaced | null;
  readonly resolves: TableName | null;
};

/** Brings the stage into its final form. The position is taken before doubles go: a row that was read is behind it. */
async function tidy(work: Work, { loader, fence, low }: ReadOutcome): Promise<Tidied> {
  const { ctx, plan, setup, target, fit, position, stage, badRows, isReplacing } = work;
  const { destination } = ctx;
  const { workbench } = destination;
  const kept = isReplacing ? null : target.columns;
  const existing =
    kept === null
      ? null
      : async (columns: readonly string[]): Promise<TableName> =>
          (await destination.existing?.({
            target: plan.target,
            columns,
            matching: null,
            from: null,
          })) ?? plan.target;
  const numbers = await decideNumbers({
    workbench,
    stage,
    fields: fit.fields,
    target: plan.fromStart || plan.part?.isWhole ? null : target.columns,
    existing,
    badRows,
    loader,
  });
  const order =
    orderOfPosition(position) ??
    (setup.cursor?.isNested
      ? await orderOfValues(workbench, setup.cursor, qualifiedName(stage))
      : "text");
  const end =
    setup.cursor && !plan.part
      ? await endPosition(
          workbench,
          stage,
          setup.cursor,
          order,
          position,
          await ctx.source.now(),
          fence,
        )
      : { position: null, highest: null };
  const after = end.position;
  const seen = await noteLowEnd(workbench, stage, work, {
    low,
    after,
    highest: end.highest,
    order,
  });
  const dedupe: DedupeOptions = {
    workbench,
    destination,
    stage,
    setup,
    fields: fit.fields,
    target: kept,
    position,
    order,
  };
  let deduplicated = setup.key.length > 0 ? await keepLatest(dedupe) : 0;
  const { part } = plan;
  const replaced = part
    ? await replacePart({ ...dedupe, target: target.columns, isRewrite: true }, part, work.range)
    : null;
  if (replaced) deduplicated += replaced.deduplicated;
  else if (plan.syncMode === "incremental_append")
    deduplicated += await keepIds(work, await dropKnown(dedupe));
  else if (plan.syncMode === "incremental_deduped_history")
    deduplicated += await dropOutdated(dedupe);
  const isTimed = setup.eventTime !== null && ctx.run.lane === "live";
  const isFirst = plan.fromStart === true || !target.columns;
  const timed =
    isTimed && setup.eventTime
      ? await judgeLate({
          workbench,
          stage,
          eventTime: setup.eventTime,
          watermark: isFirst ? null : (target.watermark ?? null),
          known: isReplacing ? { ...dedupe, target: target.columns } : null,
          loader,
          badRows,
        })
      : null;
  if (kept && plan.syncMode === "incremental_deduped_history")
    await carryAbsent({
      destination,
      target: plan.target,
      columns: kept,
      stage,
      fields: fit.fields,
      key: setup.key,
    });
  const counted = await workbench.all(`select count(*) as n from ${qualifiedName(stage)}`);
  const bad = await badRows.finish();
  return {
    late: timed && setup.eventTime?.lateAfterMs != null ? timed.late : null,
    window: timed?.window ?? null,
    replaced,
    alter: [...fit.alter, ...numbers.alter],
    position: after,
    seen,
    order,
    deduplicated,
    written: Number(counted[0]?.n) + loader.sent,
    quarantine: bad,
    resolves: part
      ? await findResolved(dedupe, quarantineScope(work.key), part, work.range, bad)
      : null,
  };
}

/** Which rows were left out because the table held them: a replay of this raw must leave them out as well. */
async function keepIds({ ctx, folder }: Work, known: number): Promise<number> {
  if (known > 0)
    await ctx.destination.workbench
      .run(`copy temp.${knownTable} to ${quoteText(knownPath(folder.path))} (format parquet)`)
      .catch(() => {});
  return known;
}

const isTime = (type: CanonicalType): boolean =>
  ["date", "timestamp", "timestamptz"].includes(type.kind);

/** Rows are added to the table as it stands; only versions of a key replace each other. */
const mergeMode = ({ setup }: Work): Staged["mode"] =>
  setup.key.length > 0 ? "incremental_deduped_history" : "incremental_append";

function toStaged(
  work: Work,
  tidied: Tidied,
  books: Books,
  bytes: number,
  published: boolean,
): Staged {
  const { ctx, plan, setup, stage, key } = work;
  const { run, clock } = ctx;
  const endedAt = toIso(clock.now());
  const isTimed = setup.cursor !== null && !setup.cursor.isNested && isTime(setup.cursor.type);
  const end = isTimed && tidied.position !== null ? positionText(tidied.position) : null;
  return {
    target: plan.target,
    table: stage,
    inflow: work.inflow,
    quarantine: tidied.quarantine,
    resolves: tidied.resolves,
    mode: plan.part && !plan.part.isWhole ? mergeMode(work) : plan.syncMode,
    key: setup.key,
    newer: setup.cursor ? [cursorSql(setup.cursor, tidied.order)] : null,
    alter: tidied.alter,
    ...(plan.fromStart || plan.part?.isWhole ? { replaces: true } : {}),
    ...(plan.part && tidied.replaced
      ? {
          rewrites: {
            plan: plan.part.plan,
            part: plan.part.name,
            removes: tidied.replaced.removes,
            removed: tidied.replaced.removed,
            keeps: plan.part.keeps,
            live: {
              runId: work.target.marker?.runId ?? null,
              position: work.target.marker?.position ?? null,
              generation: work.target.marker?.generation ?? 0,
            },
          },
        }
      : {}),
    history: plan.history && plan.syncMode === "incremental_deduped_history",
    marker: {
      key,
      connection: run.connection,
      position: plan.part ? (plan.part.name as Position) : tidied.position,
      generation: work.generation,
      runId: run.runId,
      committedAt: endedAt,
      ...(tidied.seen === null ? {} : { seen: tidied.seen }),
    },
    ledger: {
      runId: run.runId,
      connection: run.connection,
      namespace: key.namespace,
      stream: key.stream,
      target: key.target,
      lane: run.lane,
      startedAt: toIso(work.startedAt),
      endedAt,
      ...books,
      bytes,
      balanced: isBalanced(books),
      published,
    },
    ...(tidied.window
      ? { window: tidied.window }
      : work.range && plan.part?.range && isTime(work.range.column.type)
        ? {
            window: {
              start: plan.part.range.from,
              end: plan.part.range.to,
              watermark: null,
              late: 0,
            },
          }
        : end === null || setup.eventTime !== null
          ? {}
          : {
              window: {
                start: work.position === null ? null : positionText(work.position),
                end,
                watermark: end,
                late: 0,
              },
            }),
  };
}
