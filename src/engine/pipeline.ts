// The read of one stream into its staging table: what is asked of the source, where it is landed, how it is loaded.
import { dirname } from "node:path";
import type { Position } from "../connector/position.ts";
import { throwIfAborted } from "../kernel/abort.ts";
import { rowsOfSegment, segmentBytes } from "../connector/segment.ts";
import { cutStream, inOnePiece, type Cut } from "./chunks/cut.ts";
import { readSegments } from "./read-segments.ts";
import type { Work } from "./work.ts";
import { cursorSql, orderOfPosition, positionSql, type StreamCursor } from "./cursor.ts";
import { makeLander } from "./land.ts";
import { makeRetention, type Retention } from "./landing.ts";
import type { TableField } from "./fields.ts";
import { splitRead } from "./land-privacy.ts";
import { workbenchThreads } from "./open-warehouse.ts";
import type { Workbench } from "../connector/workbench.ts";
import type { RawPart } from "./rewrite/part.ts";
import { narrowSegment } from "./rewrite/range.ts";
import { lookAtLowEnd, seenRows, type LowEnd } from "./seen.ts";
import { watchWideRows } from "./wide-rows.ts";
import { mayBeNarrow } from "./numbers.ts";
import { openLoader, rowBits, type Loader } from "./load.ts";

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

const setThreads = (workbench: Workbench, threads: number): Promise<void> =>
  workbench.run(`set threads = ${threads}`);

/** `fence`: the place that the marker must not pass (see OpenSource.fence). */
export type ReadOutcome = {
  readonly loader: Loader;
  readonly fence: Position | null;
  readonly cut: Cut;
  readonly low: LowEnd | null;
};

/** Reads the stream to its end into the staging table. The source is told to clean up however this ends. */
export async function readAndLoad(work: Work): Promise<ReadOutcome> {
  const { ctx, plan, setup, target, fit, position, stage, badRows, progress, generation } = work;
  const { border, destination, definition, run } = ctx;
  const { cursor } = setup;
  const isFilteredHere =
    cursor !== null && (cursor.isNested || !definition.capabilities.incremental);
  const split = splitRead(setup.mappers, setup.stream, definition.capabilities);
  const ordinal = BigInt(plan.part?.ordinal ?? run.runOrdinal);
  const taken =
    target.maxRowId === null || target.maxRowId === undefined || work.isReplacing
      ? 0n
      : (target.maxRowId >> rowBits) + 1n;
  const label = [plan.stream.namespace, plan.stream.name].filter(Boolean).join(".");
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
      wide: watchWideRows(destination.workbench),
      over: (load) => border.destination(`load a segment of ${label}`, load),
      isBelow: belowSql(cursor, position, plan.lookbackMs, isFilteredHere),
      refuses: destination.refuses,
      inflow: work.inflow,
      narrow: mayBeNarrow(fit.fields, plan.fromStart || plan.part?.isWhole ? null : target.columns),
    }),
  );
  progress.stage("reading");
  if (plan.part?.raw) {
    const { raw } = plan.part;
    await loader.during(() => loadRaw(work, loader, raw));
    return { loader, fence: null, cut: inOnePiece, low: null };
  }
  const { range } = work;
  const isNarrowedHere = range !== null && definition.capabilities.ranges !== true;
  const open = await border.source("open the source", () => ctx.source.now());
  const fence =
    cursor && !isFilteredHere && open.fence && !plan.part
      ? await border.source(
          "ask for open transactions",
          async () =>
            (await open.fence?.({ field: cursor.field, type: cursor.type }, setup.stream)) ?? null,
        )
      : null;
  const low =
    cursor && !isFilteredHere
      ? await border.source("ask what reads see", () => lookAtLowEnd(work, open, split.columns))
      : null;
  // A range is a part of the table already, found by its column.
  const cut = range ? inOnePiece : await cutStream(work, open, split.columns);
  await using retention = keepRaw(work, fit.fields, cut);
  const lander = makeLander(
    destination.workbench,
    work.folder,
    split.privacy ? split.privacy(destination.workbench) : null,
    () => retention?.spare() ?? null,
  );
  // A segment is at most one row group, which DuckDB loads with one thread; a second one only waits, and burns a quarter more
  // processor time than the load itself (measured: 1.5 against 2.0 s per million rows of 16 columns).
  await setThreads(destination.workbench, 1);
  let unwritten = 0;
  try {
    await loader.during(() =>
      readSegments(work, {
        open,
        cut,
        lander,
        label,
        last: loader.last,
        request: {
          stream: setup.stream,
          columns: split.columns,
          filter: split.filter,
          segmentRows: rowsOfSegment(split.columns.length),
          segmentBytes,
          where: definition.capabilities.where ? plan.where : null,
          ...(range && !isNarrowedHere ? { range: range.read } : {}),
          cursor:
            cursor && !isFilteredHere && !plan.part
              ? {
                  field: cursor.field,
                  type: cursor.type,
                  from: position,
                  lookbackMs: plan.lookbackMs,
                  ...(low ? seenRows(work, low, split.columns) : {}),
                }
              : null,
        },
        load: async (landed) => {
          const own =
            range && isNarrowedHere
              ? await border.destination(`narrow a segment of ${label}`, () =>
                  narrowSegment(destination.workbench, landed, range),
                )
              : landed;
          await loader.load(own);
          // What was taken over from an earlier read stays until this one is published.
          if (dirname(landed.file) === work.folder.path) retention?.loaded(landed.file);
          progress.add(own.rows, own.bytes);
          unwritten += landed.bytes;
          if (unwritten < writeBackBytes) return;
          unwritten = 0;
          destination.workbench.writeBack?.();
        },
      }),
    );
  } finally {
    if (isWorkLeft(work, fit.fields))
      await setThreads(destination.workbench, workbenchThreads).catch(() => {});
  }
  return { loader, fence, cut, low };
}

/** The segments of an earlier run, as they stand on the disk; the source is not asked. */
async function loadRaw(work: Work, loader: Loader, raw: RawPart): Promise<void> {
  const { ctx, progress } = work;
  for (const { offset, ...landed } of raw.segments) {
    throwIfAborted(ctx.signal);
    await loader.load(landed, BigInt(offset));
    progress.add(landed.rows, landed.bytes);
  }
}

/** Loaded bytes after which the warehouse's file is written back, so that the commit has little left to wait for. */
const writeBackBytes = 64 * 1024 * 1024;

/** Half a minute of reading is sooner done again than kept. */
const worthKeepingMs = 30_000;

/** What is read is still to be judged against itself or the table; else a count and a rename follow, for one thread. */
const isWorkLeft = ({ plan, setup, isReplacing }: Work, fields: readonly TableField[]): boolean =>
  !isReplacing ||
  plan.part !== undefined ||
  setup.key.length > 0 ||
  setup.eventTime !== null ||
  fields.some(({ type }) => type.kind === "number");

/** Null where all raw is needed until the stream is settled. */
function keepRaw(work: Work, fields: readonly TableField[], cut: Cut): Retention | null {
  const { ctx, setup, position, plan } = work;
  // A number column's type is decided at the end, and rows that do not fit it (or are late) are looked up in their segment. What was
  // sent may have to be staged after all.
  if (
    work.inflow !== null ||
    setup.eventTime?.late === "quarantine" ||
    fields.some((field) => field.type.kind === "number")
  )
    return null;
  const { maxBytes, unfinishedBytes } = ctx.run.landing;
  const isAll = position === null && plan.where === null && work.range === null;
  return makeRetention({
    maxBytes,
    expectedBytes: isAll ? (setup.stream.estimatedBytes ?? null) : null,
    unfinished:
      cut.manifest === null
        ? null
        : { afterMs: worthKeepingMs, maxBytes: unfinishedBytes ?? maxBytes },
    now: () => ctx.clock.now(),
  });
}
