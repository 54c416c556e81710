// Fills single columns of rows that were loaded before: the key and these columns are read once more from the start, and
// only these columns are written, in one transaction of its own with a line in the ledger (lane backfill). The stream's
// marker, its rows and its freshness are not touched. Asked for by `schema-changes accept --fill`.
import { rm } from "node:fs/promises";
import type { MarkerKey } from "../connector/destination.ts";
import { quarantineScope } from "../connector/quarantine-id.ts";
import { isAbort } from "../kernel/abort.ts";
import { toIso } from "../kernel/clock.ts";
import { RevosError, toErrorDocument, toRevosError } from "../kernel/error.ts";
import type { Mapper } from "../model/mapper.ts";
import { headOf } from "../model/rename-column.ts";
import type { Run } from "../model/run.ts";
import { openBadRows, qualifiedName } from "./bad-rows.ts";
import { keepLatest } from "./dedupe.ts";
import { lookAtDrift } from "./drift.ts";
import { lookingOf, setUpToFit } from "./fit-stream.ts";
import { streamFolder } from "./landing.ts";
import { decideNumbers } from "./numbers.ts";
import { readAndLoad } from "./pipeline.ts";
import type { StreamPlan } from "./plan.ts";
import { makeProgress } from "./progress.ts";
import { emptyAttempt, type StreamContext, type Work } from "./work.ts";

type Fill = NonNullable<Run["fills"]>[number];

/** Throws nothing: a fill that failed says so, and is asked for again by the next run. */
export async function fillStream(
  ctx: StreamContext,
  asked: StreamPlan,
  index: number,
): Promise<Fill> {
  const fill = {
    stream: asked.stream.name,
    namespace: asked.stream.namespace ?? null,
    columns: [...(asked.fill ?? [])],
  };
  try {
    return { ...fill, ...(await fillOnce(ctx, asked, index)), error: null };
  } catch (thrown) {
    const error =
      isAbort(thrown) || ctx.signal.aborted
        ? new RevosError("run.stopped", "Stopped on request.", { cause: thrown })
        : toRevosError(thrown);
    ctx.log.warn("columns not filled", { stream: fill.stream, code: error.code });
    return {
      ...fill,
      read: 0,
      written: 0,
      error: { ...toErrorDocument(error), where: error.where ?? null, data: { ...error.data } },
    };
  }
}

async function fillOnce(
  ctx: StreamContext,
  asked: StreamPlan,
  index: number,
): Promise<Pick<Fill, "read" | "written">> {
  const { run, destination, border, clock } = ctx;
  if (!destination.fill)
    throw new RevosError(
      "destination.unknown",
      `This destination cannot fill single columns of ${asked.stream.name}.`,
      {
        advice: "Read the stream again from the start: revos schema-changes accept shows how.",
      },
    );
  const drift = lookAtDrift(asked, await ctx.catalog(), lookingOf(ctx));
  const plan = narrowPlan(drift.plan, asked.fill ?? []);
  const key: MarkerKey = {
    sourceKey: run.source.key,
    namespace: plan.stream.namespace ?? "",
    stream: plan.stream.name,
    target: `${plan.target.schema}.${plan.target.table}`,
    lane: "backfill",
  };
  const target = await border.destination(`look at ${key.target}`, () =>
    destination.describe(plan.target, { ...key, lane: run.lane }),
  );
  if (!target.columns) return { read: 0, written: 0 };
  const { setup, fit } = setUpToFit(
    ctx,
    { ...drift, plan, stream: plan.stream, absent: [] },
    target.columns,
    true,
    emptyAttempt(),
  );
  const startedAt = clock.now();
  const stage = destination.stageName(plan.target, `${run.runId}_fill`);
  const folder = streamFolder(
    run.landing,
    `${run.runId}-fill`,
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
  const name = { stream: plan.stream.name, namespace: plan.stream.namespace ?? null };
  const progress = makeProgress(name, clock, ctx.memoryBytes, ctx.emit);
  const work: Work = {
    ctx,
    plan,
    setup,
    target,
    fit,
    position: null,
    generation: target.marker?.generation ?? 0,
    stage,
    badRows,
    inflow: null,
    progress,
    key,
    isReplacing: true,
    range: null,
    folder,
    startedAt,
  };
  try {
    const { loader } = await readAndLoad(work);
    return await border.destination(`fill ${key.target}`, async () => {
      const numbers = await decideNumbers({
        workbench: destination.workbench,
        stage,
        fields: fit.fields,
        target: target.columns,
        existing: async (columns) =>
          (await destination.existing?.({
            target: plan.target,
            columns,
            matching: null,
            from: null,
          })) ?? plan.target,
        badRows,
        loader,
      });
      const deduplicated = await keepLatest({
        workbench: destination.workbench,
        destination,
        stage,
        setup,
        fields: fit.fields,
        target: target.columns,
        position: null,
        order: "text",
      });
      const keys = new Set(setup.key);
      const { read, filtered, bytes } = loader.counts;
      const written = await destination.fill?.({
        target: plan.target,
        table: stage,
        key: setup.key,
        columns: fit.fields.map((field) => field.name).filter((column) => !keys.has(column)),
        alter: [...fit.alter, ...numbers.alter],
        history: asked.history && asked.syncMode === "incremental_deduped_history",
        ledger: {
          runId: run.runId,
          connection: run.connection,
          namespace: key.namespace,
          stream: key.stream,
          target: key.target,
          lane: "backfill",
          startedAt: toIso(startedAt),
          endedAt: toIso(clock.now()),
          read,
          quarantined: 0,
          deduplicated,
          filtered,
          bytes,
          published: true,
        },
      });
      return { read, written: written ?? 0 };
    });
  } finally {
    await badRows.drop().catch(() => {});
    await destination.workbench.run(`drop table if exists ${qualifiedName(stage)}`).catch(() => {});
    // Only some columns of the rows: nothing that could be replayed.
    await rm(folder.path, { recursive: true, force: true }).catch(() => {});
  }
}

/** The stream with its key and the wanted columns alone; rows are matched by key, so no filter is needed. */
function narrowPlan(plan: StreamPlan, columns: readonly string[]): StreamPlan {
  const wanted = new Set([...plan.primaryKey.map((path) => path[0] ?? ""), ...columns]);
  const names = new Set(wanted);
  const mappers: Mapper[] = [];
  for (const mapper of plan.mappers) {
    if (mapper.type === "row-filtering") continue;
    const configuration = mapper.mapperConfiguration as {
      targetField?: string;
      originalFieldName?: string;
      newFieldName?: string;
    };
    const head = headOf(configuration.targetField ?? configuration.originalFieldName ?? "");
    if (!names.has(head)) continue;
    mappers.push(mapper);
    if (configuration.newFieldName !== undefined) names.add(headOf(configuration.newFieldName));
  }
  return {
    ...plan,
    stream: {
      ...plan.stream,
      columns: plan.stream.columns.filter((column) => wanted.has(column.name)),
    },
    syncMode: "full_refresh_overwrite_deduped",
    cursorField: [],
    eventTime: null,
    lateAfterMs: null,
    mappers,
    history: false,
    lookbackMs: 0,
    fromStart: false,
  };
}
