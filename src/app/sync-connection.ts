// Syncs a connection as it was applied: the stored spec and the accepted shape of each stream become a run plan.
import type { CallOptions } from "../api/app.ts";
import type { TableName } from "../connector/destination.ts";
import { fitName } from "../connector/fit-name.ts";
import type { RunPlan, StreamPlan } from "../engine/plan.ts";
import { RevosError } from "../kernel/error.ts";
import {
  resolveConnection,
  type Connection as ConnectionResource,
  type ResolvedConnection,
  type ResolvedStream,
} from "../model/connection.ts";
import type { CatalogStream } from "../model/catalog.ts";
import type { Lane, Run } from "../model/run.ts";
import { defaultPolicies, inferredPolicies, type PolicyTable } from "../model/schema-change.ts";
import type { AcceptedStream } from "../store/accepted-streams.ts";
import type { Connection } from "../store/connections.ts";
import type { AppContext } from "./context.ts";
import { destinationFacts, findDestination } from "./destinations.ts";
import { resolveConfig, resolveText } from "./env-refs.ts";
import { formatStream as formatStreamName } from "../model/field-path.ts";
import { placeOf } from "./places.ts";
import { loadSource } from "./registry.ts";
import { driftOfPlans, newStreamsOf } from "./schema-drift.ts";
import { rereadOf } from "./reread.ts";
import {
  defaultLockTimeoutMs,
  exclusivePlace,
  landingOf,
  memoryBytes,
  parseAskedLimit,
} from "./run-settings.ts";
import { runSync } from "./run-sync.ts";
import { describeSource, findSource } from "./sources.ts";
import { findStream, formatStream } from "./stream-names.ts";

export type SyncRequest = {
  readonly name: string;
  readonly streams?: readonly string[] | undefined;
  readonly maxQuarantine?: string | undefined;
  readonly timeoutMs?: number | undefined;
  readonly dryRun?: boolean | undefined;
  readonly strict?: boolean | undefined;
  readonly trigger: "manual" | "retry";
};

export async function findConnection(ctx: AppContext, name: string): Promise<Connection> {
  const connection = await (await ctx.store()).connections.find(name);
  if (connection) return connection;
  throw new RevosError("connection.not_found", `No connection is named ${name}.`, {
    data: { connection: name },
    advice: "revos connections list shows those that were applied; revos apply applies a file.",
  });
}

/** The stored spec in the form of a file, resolved. */
export function resolveStored(connection: Connection): ResolvedConnection {
  return resolveConnection({
    apiVersion: "revos/v1",
    kind: "Connection",
    metadata: { name: connection.slug, id: connection.id },
    spec: { ...(connection.spec as ConnectionResource["spec"]), prefix: connection.prefix },
  });
}

export async function syncConnection(
  ctx: AppContext,
  request: SyncRequest,
  options: CallOptions,
): Promise<Run> {
  const connection = await findConnection(ctx, request.name);
  const destination = await findDestination(ctx, connection.destination);
  return await runSync(
    ctx,
    {
      connection: { id: connection.id, slug: connection.slug },
      adHoc: null,
      exclusive: exclusivePlace(destination.kind, destination.config),
      place: await placeOf(destination),
      timeoutMs: request.timeoutMs ?? null,
      connectors: { source: null, destination: destination.kind },
      trigger: request.trigger,
      dryRun: request.dryRun,
      strict: request.strict,
      plan: async ({ id, ordinal }) =>
        await planConnectionRun(ctx, connection, request, { id, ordinal, lane: "live" }),
    },
    options,
  );
}

export type PlannedRun = { readonly id: string; readonly ordinal: number; readonly lane: Lane };

/** The run plan of a connection. A replay does not open the source, so its credentials are not read for one. */
export async function planConnectionRun(
  ctx: AppContext,
  connection: Connection,
  request: Pick<SyncRequest, "streams" | "maxQuarantine" | "timeoutMs">,
  run: PlannedRun,
): Promise<RunPlan> {
  const resolved = resolveStored(connection);
  const source =
    run.lane === "replay"
      ? await describeSource(ctx, resolved.sourceId)
      : await findSource(ctx, resolved.sourceId);
  const destination = await findDestination(ctx, resolved.destination);
  const { schema, maxNameBytes } = await destinationFacts(destination);
  const { capabilities } = await loadSource(source.kind);
  const defaults = capabilities.typesInferred ? inferredPolicies : defaultPolicies;
  const streams = await planStreams(ctx, connection, resolved, { schema, maxNameBytes }, defaults);
  const newStreams =
    run.lane === "live"
      ? await newStreamsOf(await ctx.store(), connection, resolved, defaults)
      : null;
  const limit =
    request.maxQuarantine === undefined
      ? resolved.limits.maxQuarantine
      : parseAskedLimit(request.maxQuarantine);
  return {
    runId: run.id,
    runOrdinal: run.ordinal,
    connection: connection.slug,
    lane: run.lane,
    source: {
      kind: source.kind,
      config:
        run.lane === "replay" ? {} : resolveConfig(source.config, ctx.env, `source ${source.name}`),
      key: source.id,
    },
    destination: { kind: destination.kind, config: destination.config },
    streams:
      request.streams && request.streams.length > 0 ? pick(streams, request.streams) : streams,
    limits: {
      memoryBytes: memoryBytes(ctx, resolved.limits.memoryBytes),
      maxQuarantine: limit === null ? null : { rows: 0, percent: 0, ...limit },
      allowEmpty: resolved.limits.allowEmpty,
      parallel: resolved.limits.parallel,
      stallWarnMs: resolved.limits.stallWarnMs,
      stallFailMs: resolved.limits.stallFailMs,
    },
    landing: landingOf(ctx, resolved.landing),
    lockTimeoutMs: request.timeoutMs ?? defaultLockTimeoutMs,
    // What a replay takes from quarantine went through the privacy mappers already.
    keys: run.lane === "replay" ? {} : resolveKeys(ctx, resolved),
    ...(newStreams ? { newStreams } : {}),
  };
}

/** All streams of the connection as plans, each with the shape that was accepted. */
export async function planStreams(
  ctx: AppContext,
  connection: Connection,
  resolved: ResolvedConnection,
  into: { readonly schema: string; readonly maxNameBytes: number },
  defaults: PolicyTable = defaultPolicies,
): Promise<StreamPlan[]> {
  const accepted = await (await ctx.store()).connections.acceptedStreams(connection.id);
  const drift = await driftOfPlans(await ctx.store(), connection, resolved, defaults);
  const again = new Set(await rereadOf(await ctx.store(), connection.id));
  return resolved.streams.map((stream) => ({
    ...toStreamPlan(stream, findAccepted(accepted, connection.slug, stream), {
      schema: into.schema,
      table: fitName(stream.table, into.maxNameBytes),
    }),
    ...drift(stream),
    fromStart: again.has(formatStreamName(stream.name, stream.namespace ?? undefined)),
  }));
}

function findAccepted(
  accepted: readonly AcceptedStream[],
  connection: string,
  stream: ResolvedStream,
): CatalogStream {
  const found = accepted.find(
    (entry) => entry.stream === stream.name && entry.namespace === stream.namespace,
  );
  if (found) return found.catalog;
  throw new RevosError(
    "discovery.missing",
    `The shape of ${formatStream(stream)} was never accepted for ${connection}. Nothing was started.`,
    { advice: "revos apply", data: { connection, stream: formatStream(stream) } },
  );
}

function toStreamPlan(
  stream: ResolvedStream,
  catalog: CatalogStream,
  target: TableName,
): StreamPlan {
  return {
    stream: catalog,
    target,
    syncMode: stream.syncMode,
    cursorField: stream.cursorField,
    primaryKey: stream.primaryKey,
    mappers: stream.mappers,
    columns: stream.columns,
    where: stream.where,
    history: stream.history,
    lookbackMs: stream.lookbackMs,
    eventTime: stream.eventTime,
    lateAfterMs: stream.lateAfterMs,
    late: stream.late,
  };
}

function pick(streams: readonly StreamPlan[], names: readonly string[]): StreamPlan[] {
  const catalogs = streams.map((plan) => plan.stream);
  const wanted = new Set(names.map((name) => findStream(catalogs, name)));
  return streams.filter((plan) => wanted.has(plan.stream));
}

/** Values of `${env.NAME}` in mappers, by the reference as written. A missing one is found here, before the run. */
export function resolveKeys(ctx: AppContext, resolved: ResolvedConnection): Record<string, string> {
  const keys: Record<string, string> = {};
  for (const stream of resolved.streams) {
    for (const mapper of stream.mappers) {
      const reference =
        mapper.type === "encryption"
          ? mapper.mapperConfiguration.key
          : mapper.type === "hashing"
            ? mapper.mapperConfiguration.hmacKey
            : undefined;
      if (reference === undefined || reference in keys) continue;
      try {
        keys[reference] = resolveText(
          reference,
          ctx.env,
          `the mapper ${mapper.type} of stream ${stream.name}`,
        );
      } catch (cause) {
        throw new RevosError(
          "mapper.key_missing",
          `The key ${reference} of the mapper ${mapper.type} on ${formatStream(stream)} is not set. Nothing was started.`,
          { cause, data: { reference, stream: formatStream(stream) } },
        );
      }
    }
  }
  return keys;
}
