// Schema changes between runs: what a run plan is told of them, and what is written down after the run. What a policy took
// becomes the accepted shape, so that the next run goes by it; where it changes the connection itself, the store's spec
// changes and the file does not: `revos diff` shows that, `revos pull` takes it into the file.
import { findSensitive } from "../connect/propose/sensitive.ts";
import { streamId, type RunPlan, type StreamPlan } from "../engine/plan.ts";
import { toRevosError } from "../kernel/error.ts";
import { toDiscoveredStream, type CatalogStream } from "../model/catalog.ts";
import type { ResolvedConnection, StreamSpec } from "../model/connection.ts";
import type { Run } from "../model/run.ts";
import {
  resolvePolicies,
  takeChange,
  type Decision,
  type FoundChange,
  type PolicyTable,
} from "../model/schema-change.ts";
import { byPolicy, type SchemaChange } from "../store/schema-changes.ts";
import type { Store, StoreFamilies } from "../store/store.ts";
import type { Connection } from "../store/connections.ts";
import type { AppContext } from "./context.ts";
import { discoverStream, streamSpecOf } from "./new-stream.ts";
import { takeInSpec } from "./schema-take.ts";

type Named = { readonly namespace: string | null; readonly stream: string };
const isOf = (
  named: Named,
  stream: { readonly name: string; readonly namespace?: string | null },
) => named.stream === stream.name && named.namespace === (stream.namespace ?? null);

/** What each stream's plan is told: its policies, what people decided, which columns are to be filled. */
export async function driftOfPlans(
  store: Store,
  connection: Connection,
  resolved: ResolvedConnection,
  defaults: PolicyTable,
): Promise<(stream: { name: string; namespace: string | null }) => Partial<StreamPlan>> {
  const changes = await store.schemaChanges.list({ connection: connection.slug });
  return (stream) => {
    const own = changes.filter((change) =>
      isOf({ ...change, namespace: change.namespace || null }, stream),
    );
    const spec = resolved.streams.find(
      (other) => other.name === stream.name && other.namespace === stream.namespace,
    );
    const fill = own.flatMap((change) =>
      change.fill === "asked" ? [change.found.shape?.name ?? change.columnName ?? ""] : [],
    );
    return {
      policies: resolvePolicies(defaults, spec?.onSchemaChange, resolved.onSchemaChange),
      decisions: own.flatMap(toDecision),
      ...(fill.length > 0 ? { fill: [...new Set(fill.map(String))] } : {}),
    };
  };
}

function toDecision(change: SchemaChange): Decision[] {
  const { state, decidedBy, found } = change;
  if ((state !== "accepted" && state !== "ignored") || decidedBy === byPolicy) return [];
  // A stream that came back and goes again is a new event.
  if (found.kind === "streamGone" && state === "accepted") return [];
  return [{ kind: found.kind, column: found.column, after: found.after, decision: state }];
}

const knownKey = (connection: string): string => `streams:${connection}`;

/** The streams that a connection knows of: those that the source had when it was made, and those it took or ignored since. */
async function knownStreams(store: Store, connection: Connection): Promise<string[]> {
  const stored = await store.meta.get(knownKey(connection.id));
  if (stored !== null) return JSON.parse(stored) as string[];
  return await rememberStreams(store, connection.id, connection.sourceId);
}

/** From the latest discovery; without one nothing is known, and nothing is written down. */
export async function rememberStreams(
  store: Pick<StoreFamilies, "meta" | "discoveries">,
  connection: string,
  source: string,
): Promise<string[]> {
  const streams = (await store.discoveries.latest(source))?.catalog.streams ?? [];
  const known = streams.map(streamId);
  if (known.length > 0) await store.meta.set(knownKey(connection), JSON.stringify(known));
  return known;
}

export async function knowStream(
  store: Pick<StoreFamilies, "meta">,
  connection: string,
  stream: { readonly name: string; readonly namespace?: string },
): Promise<void> {
  const known = JSON.parse((await store.meta.get(knownKey(connection))) ?? "[]") as string[];
  await store.meta.set(
    knownKey(connection),
    JSON.stringify([...new Set([...known, streamId(stream)])]),
  );
}

/** Null: nothing to compare with, so nothing would be new. */
export async function newStreamsOf(
  store: Store,
  connection: Connection,
  resolved: ResolvedConnection,
  defaults: PolicyTable,
): Promise<RunPlan["newStreams"] | null> {
  const known = await knownStreams(store, connection);
  if (known.length === 0) return null;
  return {
    policy: resolvePolicies(defaults, resolved.onSchemaChange).newStream,
    known: [
      ...known,
      ...resolved.streams.map(({ name, namespace }) =>
        streamId({ name, ...(namespace === null ? {} : { namespace }) }),
      ),
    ],
    namespaces: [...new Set(resolved.streams.map(({ namespace }) => namespace ?? ""))],
    ignored: [],
  };
}

/** After a run: what was found is recorded, what was applied is accepted. */
export async function recordDrift(
  ctx: AppContext,
  store: Store,
  connection: { readonly id: string; readonly slug: string },
  plan: RunPlan,
  run: Run,
): Promise<void> {
  const named = (stream: Run["streams"][number]): Named => ({
    namespace: stream.namespace,
    stream: stream.stream,
  });
  const changes = await takeNewStreams(ctx, store, connection.id, run.schemaChanges ?? []);
  const gone = changes.filter(({ kind }) => kind === "streamGone");
  const published = run.streams.filter((stream) => stream.published).map(named);
  const applied = changes.filter(
    (change) =>
      change.outcome === "applied" &&
      (change.kind === "streamGone" ||
        published.some((stream) =>
          isOf(stream, { name: change.stream, namespace: change.namespace }),
        )),
  );
  const again = plan.streams
    .filter((stream) => stream.fromStart && stream.fill)
    .map(({ stream }) => ({ stream: stream.name, namespace: stream.namespace ?? null }))
    .filter((stream) =>
      published.some((other) => isOf(other, { name: stream.stream, namespace: stream.namespace })),
    );
  const filled = new Set(
    [...(run.fills ?? []), ...again.map((stream) => ({ ...stream, error: null }))]
      .filter(({ error }) => error === null)
      .map((fill) => JSON.stringify([fill.namespace, fill.stream])),
  );
  const asked = (await store.schemaChanges.list({ connection: connection.slug })).filter(
    (change) =>
      change.fill === "asked" &&
      filled.has(JSON.stringify([change.namespace || null, change.stream])),
  );
  await store.transaction(async (inside) => {
    await inside.schemaChanges.record({
      connection: connection.slug,
      run: run.id,
      changes,
      // Held streams were compared as well: that is how they came to be held.
      looked: [
        ...run.streams.filter(({ status }) => status === "ok" || status === "held").map(named),
        ...changes.map(({ namespace, stream }) => ({ namespace, stream })),
      ],
      lookedForNew:
        plan.newStreams !== undefined &&
        !run.warnings.some(({ code }) => code === "streams_not_looked_for") &&
        run.status !== "stopped" &&
        (run.status !== "failed" || changes.length > 0),
      published: [...published, ...gone.map(({ namespace, stream }) => ({ namespace, stream }))],
    });
    await inside.schemaChanges.filled(asked.map(({ id }) => id));
    for (const change of applied) await takeIntoConnection(inside, connection.id, change, byPolicy);
  });
}

/** The accepted shape, the stored spec and the stored discovery after a change of a stream was taken. */
export async function takeIntoConnection(
  store: StoreFamilies,
  id: string,
  change: FoundChange,
  who: string,
): Promise<{ readonly isSpecChanged: boolean }> {
  const connection = await store.connections.find(id);
  if (!connection) return { isSpecChanged: false };
  const accepted = await store.connections.acceptedStreams(id);
  const shape = accepted.find((entry) =>
    isOf(
      { namespace: change.namespace, stream: change.stream },
      { name: entry.stream, namespace: entry.namespace },
    ),
  );
  const spec = connection.spec as { streams: StreamSpec[] };
  const streams = takeInSpec(spec.streams, change);
  const isSpecChanged = JSON.stringify(streams) !== JSON.stringify(spec.streams);
  if (change.kind === "streamGone") {
    if (streams.length === 0) return { isSpecChanged: false };
    await store.connections.acceptStreams(
      id,
      accepted.filter((entry) => entry !== shape).map(({ catalog }) => catalog),
      { replace: true },
    );
  } else if (shape) {
    const taken = takeChange(shape.catalog, change);
    await store.connections.acceptStreams(id, [taken]);
    await patchDiscovery(store, connection.sourceId, change);
  }
  if (isSpecChanged)
    await store.connections.update(
      id,
      connection.revision,
      { spec: { ...connection.spec, streams } },
      who,
    );
  return { isSpecChanged };
}

/** Files are validated against the latest discovery: it learns what was accepted, and keeps its age. */
async function patchDiscovery(
  store: Pick<StoreFamilies, "discoveries">,
  source: string,
  change: FoundChange,
): Promise<void> {
  const latest = await store.discoveries.latest(source);
  const stream = latest?.catalog.streams.find((entry) =>
    isOf({ namespace: change.namespace, stream: change.stream }, entry),
  );
  if (!latest || !stream) return;
  const taken = takeChange(stream, change);
  if (JSON.stringify(taken) === JSON.stringify(stream)) return;
  const streams = latest.catalog.streams.map((entry) => (entry === stream ? taken : entry));
  await store.discoveries.save(source, { ...latest.catalog, streams }, latest.discoveredAt);
}

/** `newStream: apply`: a stream without personal data is taken in, for the next run; any other waits like `ask`. */
async function takeNewStreams(
  ctx: AppContext,
  store: Store,
  id: string,
  changes: readonly FoundChange[],
): Promise<FoundChange[]> {
  const done: FoundChange[] = [];
  for (const change of changes) {
    if (change.kind !== "newStream" || change.outcome !== "applied") {
      done.push(change);
      continue;
    }
    const isTaken = await takeNewStream(ctx, store, id, change).catch((error: unknown) => {
      ctx.log.warn("new stream not taken in", {
        stream: change.stream,
        code: toRevosError(error).code,
      });
      return false;
    });
    done.push(isTaken ? change : { ...change, outcome: "kept" });
  }
  return done;
}

async function takeNewStream(
  ctx: AppContext,
  store: Store,
  id: string,
  change: FoundChange,
): Promise<boolean> {
  const connection = await store.connections.find(id);
  if (!connection) return false;
  const found = await discoverStream(ctx, connection.sourceId, change);
  if (!found || isSensitive(found)) return false;
  const spec = streamSpecOf(found, []);
  if (!spec) return false;
  await store.transaction((inside) => addStream(inside, connection, found, spec, byPolicy));
  return true;
}

const isSensitive = (stream: CatalogStream): boolean =>
  findSensitive(toDiscoveredStream(stream).propertyFields).length > 0;

/** The stream stands in the store's spec and among the accepted shapes; the next run loads it for the first time. */
export async function addStream(
  store: StoreFamilies,
  connection: Connection,
  found: CatalogStream,
  spec: StreamSpec,
  who: string,
): Promise<void> {
  const streams = [...(connection.spec as { streams: StreamSpec[] }).streams, spec];
  await store.connections.update(
    connection.id,
    connection.revision,
    { spec: { ...connection.spec, streams } },
    who,
  );
  await store.connections.acceptStreams(connection.id, [found]);
  await knowStream(store, connection.id, found);
  const latest = await store.discoveries.latest(connection.sourceId);
  if (latest)
    await store.discoveries.save(
      connection.sourceId,
      {
        ...latest.catalog,
        streams: [
          ...latest.catalog.streams.filter((entry) => streamId(entry) !== streamId(found)),
          found,
        ],
      },
      latest.discoveredAt,
    );
}
