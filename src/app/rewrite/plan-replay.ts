// The plan of a replay: which kept raw goes again through today's mappers and rules, run by run, and what is no longer kept. The
// source is not asked for anything.
import type { CallOptions } from "../../api/app.ts";
import type { StreamPlan } from "../../engine/plan.ts";
import { listKeptRaw, type KeptRaw } from "../../engine/rewrite/raw-manifest.ts";
import { setUpStream } from "../../engine/stream-setup.ts";
import type { RunPlan } from "../../engine/plan.ts";
import { RevosError } from "../../kernel/error.ts";
import { isIncremental } from "../../model/sync-mode.ts";
import type { PlannedStream, RewritePlan } from "../../model/rewrite-plan.ts";
import type { Connection } from "../../store/connections.ts";
import type { AppContext } from "../context.ts";
import { findDestination } from "../destinations.ts";
import { formatStream } from "../stream-names.ts";
import { findConnection } from "../sync-connection.ts";
import { withDestination } from "./open-ends.ts";
import { parseBound } from "./partitions.ts";
import { finishPlan, planOf } from "./plan-backfill.ts";
import type { ReplayRequest } from "./request.ts";
import { savePlan } from "./stored-plan.ts";

type NotKept = RewritePlan["notKept"][number];

export async function planReplay(
  ctx: AppContext,
  request: ReplayRequest,
  options: CallOptions,
): Promise<RewritePlan> {
  const connection = await findConnection(ctx, request.name);
  const run = await planOf(ctx, connection, request.streams, "replay");
  const notKept: NotKept[] = [];
  const found = run.streams.map((stream) => ({
    stream,
    raw: choose(ctx, connection, run, stream, request, notKept),
  }));
  await addForgotten(ctx, connection, run.streams, request, found, notKept);
  if (found.every(({ raw }) => raw.length === 0))
    throw new RevosError(
      "replay.not_kept",
      `No raw of ${connection.slug}${request.run ? ` from ${request.run}` : ""} that could be replayed is kept. Nothing was done.`,
      { data: { connection: connection.slug, notKept } },
    );
  const destination = await findDestination(ctx, connection.destination);
  const schema = run.streams[0]?.target.schema ?? "main";
  const streams = await withDestination(
    ctx,
    destination,
    schema,
    { ...options, timeoutMs: request.timeoutMs },
    async () =>
      found.filter(({ raw }) => raw.length > 0).map(({ stream, raw }) => toStream(stream, raw)),
  );
  return await savePlan(
    ctx,
    connection,
    finishPlan(
      ctx,
      connection,
      { action: "replay", lane: "replay", streams, warnings: [], notKept },
      request.lang ?? "en",
    ),
  );
}

const toStream = (stream: StreamPlan, raw: readonly KeptRaw[]): PlannedStream => ({
  stream: stream.stream.name,
  namespace: stream.stream.namespace ?? null,
  table: `${stream.target.schema}.${stream.target.table}`,
  syncMode: stream.syncMode,
  how: !isIncremental(stream.syncMode)
    ? "swap"
    : stream.syncMode === "incremental_deduped_history"
      ? "merge"
      : "replace",
  by: null,
  window: null,
  timezone: null,
  where: null,
  parts: raw.map(({ manifest, rows }) => ({
    part: manifest.run,
    from: null,
    to: null,
    sourceRows: rows,
    tableRows: null,
    why: "asked",
  })),
  rows: raw.reduce((sum, one) => sum + one.rows, 0),
  bytes: raw.reduce((sum, one) => sum + one.bytes, 0),
});

/** The raw of a stream that can be replayed, oldest first; why the rest cannot goes to `notKept`. */
export function choose(
  ctx: AppContext,
  connection: Connection,
  run: RunPlan,
  stream: StreamPlan,
  request: Pick<ReplayRequest, "run" | "from" | "to">,
  notKept: NotKept[],
): KeptRaw[] {
  const namespace = stream.stream.namespace ?? "";
  const own = listKeptRaw(ctx.project.landing).filter(
    ({ manifest }) =>
      manifest.connection === connection.slug &&
      manifest.namespace === namespace &&
      manifest.stream === stream.stream.name &&
      manifest.target === `${stream.target.schema}.${stream.target.table}`,
  );
  const asked = own.filter(({ manifest }) => isAsked(manifest, request));
  const left = (raw: KeptRaw, why: string): void =>
    void notKept.push({
      run: raw.manifest.run,
      stream: stream.stream.name,
      namespace: stream.stream.namespace ?? null,
      why,
    });
  const setup = setUpStream(stream, stream.stream, run, fromRaw);
  const privacy = setup.mappers.digest.split(".")[0] ?? "none";
  const usable = asked.filter((raw) => {
    const why = reasonAgainst(
      raw,
      stream,
      setup.segment.map((column) => column.name),
      privacy,
    );
    if (why !== null) left(raw, why);
    return why === null;
  });
  if (isIncremental(stream.syncMode)) return usable;
  // A full refresh is the table as it was read at one time: only the newest that was read can be put in its place.
  const newest = own.filter(({ manifest }) => manifest.outcome === "published").at(-1);
  for (const raw of usable)
    if (raw !== newest) left(raw, "a later full refresh has replaced the table");
  return usable.filter((raw) => raw === newest);
}

function reasonAgainst(
  { manifest, missing }: KeptRaw,
  stream: StreamPlan,
  wanted: readonly string[],
  privacy: string,
): string | null {
  if (missing > 0)
    return `${missing} of ${manifest.segments.length} segments are gone (landing keeps so much and so long)`;
  if (manifest.syncMode !== stream.syncMode)
    return `it was read as ${manifest.syncMode}, the stream is ${stream.syncMode} now`;
  if (manifest.privacy !== privacy)
    return "hashing, encryption, dropped columns or what stands before them has changed since: raw holds the columns as they were then";
  const have = new Set(manifest.segments[0]?.columns.map((column) => column.name));
  const lacks = wanted.filter((name) => !have.has(name));
  if (lacks.length > 0) return `it does not hold ${lacks.join(", ")}`;
  return null;
}

function isAsked(
  manifest: KeptRaw["manifest"],
  { run, from, to }: Pick<ReplayRequest, "run" | "from" | "to">,
): boolean {
  const scale = { kind: "timestamptz", zone: "UTC" } as const;
  if (run !== undefined && manifest.run !== run) return false;
  if (from !== undefined && manifest.readAt < parseBound(from, scale, "from")) return false;
  return to === undefined || manifest.readAt < parseBound(to, scale, "to");
}

/** Live runs that published rows of these streams and of which nothing lies in the landing folder any more. */
async function addForgotten(
  ctx: AppContext,
  connection: Connection,
  streams: readonly StreamPlan[],
  request: ReplayRequest,
  found: readonly { readonly stream: StreamPlan; readonly raw: readonly KeptRaw[] }[],
  notKept: NotKept[],
): Promise<void> {
  const runs = await (
    await ctx.store()
  ).runs.list({ connection: connection.slug, lane: "live", limit: 50 });
  if (request.run !== undefined && !runs.some((run) => run.id === request.run)) {
    if (found.some(({ raw }) => raw.length > 0)) return;
    throw new RevosError(
      "run.not_found",
      `${connection.slug} has no live run ${request.run}. Nothing was done.`,
      {
        data: { run: request.run },
      },
    );
  }
  for (const { document } of runs) {
    const at = Date.parse(document.startedAt);
    if (!isAsked({ run: document.id, readAt: at } as KeptRaw["manifest"], request)) continue;
    for (const [index, stream] of streams.entries()) {
      const own = document.streams.find(
        (entry) =>
          entry.stream === stream.stream.name &&
          entry.namespace === (stream.stream.namespace ?? null),
      );
      if (!own?.published || own.read === 0) continue;
      const isThere = found[index]?.raw.some(({ manifest }) => manifest.run === document.id);
      const isTold = notKept.some(
        (entry) =>
          entry.run === document.id &&
          formatStream({ name: entry.stream, namespace: entry.namespace }) ===
            formatStream(stream.stream),
      );
      if (!isThere && !isTold)
        notKept.push({
          run: document.id,
          stream: own.stream,
          namespace: own.namespace,
          why: "its raw is no longer kept",
        });
    }
  }
}

/** Raw holds what the source gave, its condition and its privacy transforms applied. */
export const fromRaw = {
  namespaces: true,
  incremental: true,
  where: true,
  privacy: true,
  oneSnapshot: true,
  network: false,
} as const;
