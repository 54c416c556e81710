// The plan of a backfill: which parts of which streams, how many rows at the source and in the table, what it costs and leads to.
// Source and warehouse are looked at, nothing is written but the plan itself.
import type { CallOptions } from "../../api/app.ts";
import type { RunPlan, StreamPlan } from "../../engine/plan.ts";
import { RevosError } from "../../kernel/error.ts";
import { toIso } from "../../kernel/clock.ts";
import type { PlannedStream, RewritePlan } from "../../model/rewrite-plan.ts";
import type { Connection } from "../../store/connections.ts";
import type { AppContext } from "../context.ts";
import { findDestination } from "../destinations.ts";
import { openSource, findSource } from "../sources.ts";
import { formatField } from "../../model/field-path.ts";
import { formatStream } from "../stream-names.ts";
import { findConnection, planConnectionRun, resolveStored } from "../sync-connection.ts";
import { effectsOf, type Lang } from "./effects.ts";
import { withDestination } from "./open-ends.ts";
import { checkZone } from "./partitions.ts";
import type { BackfillRequest } from "./request.ts";
import { scopeOf, type Scope } from "./scope.ts";
import { savePlan } from "./stored-plan.ts";
import { unfinishedParts } from "./unfinished.ts";

/** Rows that are kept for a rollback at most; more is not kept, and the plan says so. */
export const mostKeptRows = 50_000_000;

export async function planBackfill(
  ctx: AppContext,
  request: BackfillRequest,
  options: CallOptions,
): Promise<RewritePlan> {
  refuseMixed(request);
  const zone = request.timezone === undefined ? "UTC" : checkZone(request.timezone);
  const connection = await findConnection(ctx, request.name);
  const run = await planOf(ctx, connection, request.streams);
  const source = await findSource(ctx, resolveStored(connection).sourceId);
  const destination = await findDestination(ctx, connection.destination);
  const { definition, open } = await openSource(ctx, source, options.signal);
  await using reader = open;
  const schema = run.streams[0]?.target.schema ?? "main";
  const scopes = await withDestination(
    ctx,
    destination,
    schema,
    { ...options, timeoutMs: request.timeoutMs },
    async (warehouse) => {
      const found: { stream: StreamPlan; scope: Scope }[] = [];
      for (const stream of run.streams)
        found.push({
          stream,
          scope: await scopeOf({
            request,
            run,
            stream,
            source: reader,
            capabilities: definition.capabilities,
            destination: warehouse,
            zone,
            unfinished: request.only?.includes("failed")
              ? await unfinishedParts(ctx, connection, stream, warehouse)
              : [],
          }),
        });
      return found;
    },
  );
  return await savePlan(
    ctx,
    connection,
    toPlan(ctx, connection, request, scopes, request.lang ?? "en"),
    request.where ?? null,
  );
}

function refuseMixed(request: BackfillRequest): void {
  const both = (a: string, b: string): RevosError =>
    new RevosError(
      "usage.bad_value",
      `--${a} and --${b} cannot be used together. Nothing was done.`,
      {
        data: { flag: `--${a}` },
      },
    );
  if (request.partitions !== undefined)
    for (const flag of ["from", "to", "only", "window"] as const)
      if (request[flag] !== undefined) throw both("partitions", flag);
  if (request.only !== undefined && request.where !== undefined) throw both("only", "where");
}

/** A backfill without a stream would be a backfill of everything: it must be said. */
export async function planOf(
  ctx: AppContext,
  connection: Connection,
  streams: readonly string[] | undefined,
  lane: "backfill" | "replay" = "backfill",
): Promise<RunPlan> {
  const run = await planConnectionRun(
    ctx,
    connection,
    { streams },
    { id: "run_plan", ordinal: 0, lane },
  );
  const planned = {
    ...run,
    streams: run.streams.map((stream) => ({ ...stream, fromStart: false })),
  };
  if (lane === "replay" || (streams && streams.length > 0) || run.streams.length === 1)
    return planned;
  throw new RevosError(
    "usage.missing_argument",
    `${connection.slug} has ${run.streams.length} streams; a backfill needs --stream. Nothing was done.`,
    {
      data: { command: "backfill", argument: "--stream" },
      advice: `revos backfill ${connection.slug} --stream ${formatStream(run.streams[0]?.stream ?? { name: "<name>" })}`,
    },
  );
}

function toPlan(
  ctx: AppContext,
  connection: Connection,
  request: BackfillRequest,
  scopes: readonly { readonly stream: StreamPlan; readonly scope: Scope }[],
  lang: Lang,
): Omit<RewritePlan, "id"> {
  const streams = scopes.map(({ stream, scope }): PlannedStream => {
    const { estimatedRows, estimatedBytes } = stream.stream;
    const perRow = estimatedRows && estimatedBytes ? estimatedBytes / estimatedRows : null;
    return {
      stream: stream.stream.name,
      namespace: stream.stream.namespace ?? null,
      table: `${stream.target.schema}.${stream.target.table}`,
      syncMode: stream.syncMode,
      how: scope.how,
      by: scope.by === null ? null : formatField(scope.by),
      window: scope.window,
      timezone: scope.timezone,
      where: request.where ?? null,
      parts: [...scope.parts],
      rows: scope.rows,
      bytes: scope.rows === null || perRow === null ? null : Math.round(scope.rows * perRow),
    };
  });
  const warnings = scopes.flatMap(({ stream, scope }) =>
    scope.unplaced === 0
      ? []
      : [
          {
            code: "rows_without_value",
            stream: stream.stream.name,
            namespace: stream.stream.namespace ?? null,
            rows: scope.unplaced,
            message: `${scope.unplaced} rows of ${formatStream(stream.stream)} have no ${scope.by?.join(".") ?? "value"} and are in no part.`,
          },
        ],
  );
  return finishPlan(
    ctx,
    connection,
    { action: "backfill", lane: "backfill", streams, warnings, notKept: [] },
    lang,
  );
}

export function finishPlan(
  ctx: AppContext,
  connection: Connection,
  made: Pick<RewritePlan, "action" | "lane" | "streams" | "warnings" | "notKept">,
  lang: Lang,
): Omit<RewritePlan, "id"> {
  const { streams } = made;
  const parts = streams.reduce((sum, stream) => sum + stream.parts.length, 0);
  const sum = (pick: (stream: PlannedStream) => number | null): number | null => {
    const values = streams.map(pick);
    return values.some((value) => value === null)
      ? null
      : values.reduce<number>((all, value) => all + (value ?? 0), 0);
  };
  const rows = sum((stream) => stream.rows);
  const standing = streams.flatMap((stream) => stream.parts.map((part) => part.tableRows ?? 0));
  const keeps = standing.reduce((all, one) => all + one, 0) <= mostKeptRows;
  const isLarge = (rows ?? 0) > ctx.project.settings.apply.maxRereadRows;
  const consent = parts === 0 ? "none" : isLarge || !keeps ? "typed" : "yes";
  return {
    apiVersion: "revos/v1",
    kind: "RewritePlan",
    ...made,
    connection: connection.slug,
    run: null,
    parts,
    rows,
    bytes: sum((stream) => stream.bytes),
    effects: effectsOf(streams, { keeps, isReplay: made.action === "replay" }, lang),
    keeps,
    consent,
    confirm: consent === "typed" ? connection.slug : null,
    madeAt: toIso(ctx.clock.now()),
  };
}
