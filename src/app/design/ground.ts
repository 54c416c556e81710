// The ground of a design in this project: the source it can read, what was discovered of it, and the connection that the
// proposal engine makes of that. Reads the store only where there is one; never asks the source.
import { existsSync } from "node:fs";
import { startProposal, changeProposal, toProposalDocument } from "../../connect/propose/stored.ts";
import { toConnection } from "../../connect/propose/to-connection.ts";
import { formatConnection } from "../../connect/yaml/write.ts";
import { bareGround, type Ground, type KnownStream } from "../../design/artefacts/artefact.ts";
import { writingOf } from "../../design/artefacts/artefacts.ts";
import { rawDays } from "../../design/artefacts/contract/contract.ts";
import { connectionName, readerOf } from "../../design/artefacts/runbooks/commands.ts";
import type { Outcome } from "../../design/decide.ts";
import type { Lang } from "../../design/reading.ts";
import { toIso } from "../../kernel/clock.ts";
import { toDiscoveredStream, type Catalog } from "../../model/catalog.ts";
import {
  defaultPrefix,
  tableName,
  type Connection,
  type Schedule,
} from "../../model/connection.ts";
import type { AppContext } from "../context.ts";
import { destinationFacts, findDestination } from "../destinations.ts";
import { shownConnectors } from "../registry.ts";
import { withFieldMappers } from "./field-mappers.ts";

export async function groundOf(ctx: AppContext, outcome: Outcome, lang: Lang): Promise<Ground> {
  const kinds = (role: "source" | "destination") =>
    shownConnectors.filter((entry) => entry[role]).map((entry) => entry.kind);
  const bare: Ground = {
    ...bareGround,
    sourceKinds: kinds("source"),
    destinationKinds: kinds("destination"),
    destination: ctx.project.settings.destination,
  };
  const w = writingOf(outcome, { ground: bare });
  const kind = readerOf(w);
  const { decided } = outcome.case;
  // A connection loads in batches: for a path that streams it would promise what it cannot keep.
  if (decided.mode === "STREAMING") return bare;
  if (kind === null || decided.route !== "design" || decided.recipe === "reverse") return bare;
  if (!existsSync(ctx.project.storeFile)) return bare;
  const store = await ctx.store();
  const sources = await store.sources.list({ kind });
  const source = chosen(sources, outcome);
  if (source === null)
    return sources.length === 0
      ? bare
      : {
          ...bare,
          gap: {
            en: `The project has ${sources.length} sources of kind ${kind} (${sources.map((one) => one.name).join(", ")}): name the one that is meant in the request.`,
            ja: `種類 ${kind} のソースが ${sources.length} 件あります (${sources.map((one) => one.name).join("、")})。依頼文で対象の名前を指定してください。`,
          },
        };
  const found = { ...bare, source: { id: source.id, name: source.name, kind: source.kind } };
  const discovery = await store.discoveries.latest(source.id);
  if (!discovery)
    return {
      ...found,
      gap: {
        en: `The source ${source.name} (${source.id}) is set up, but its streams have not been discovered.`,
        ja: `ソース ${source.name} (${source.id}) は登録済みですが、ストリームが未検出です。`,
      },
    };
  const wanted = wantedStreams(outcome, discovery.catalog);
  if (wanted.streams.length === 0 && wanted.unknown.length > 0)
    return {
      ...found,
      gap: {
        en: `The source ${source.name} has no stream ${wanted.unknown.join(", ")}. It has: ${names(discovery.catalog)}.`,
        ja: `ソース ${source.name} に ${wanted.unknown.join("、")} というストリームがありません。あるのは ${names(discovery.catalog)} です。`,
      },
    };
  const { syncModes } = await destinationFacts(await findDestination(ctx));
  const now = toIso(ctx.clock.now());
  const start = startProposal({
    id: "design",
    goal:
      wanted.streams.length > 0
        ? wanted.streams.join(", ")
        : outcome.case.reading.text || w.layout.name,
    discovery: discovery.catalog.streams.map((stream) => toDiscoveredStream(stream, syncModes)),
    discoveredAt: discovery.discoveredAt,
    estimatedRows: {},
    source: found.source,
    sourceKind: null,
    connections: [],
    files: [],
    language: lang,
    isLanguageSaid: true,
  });
  const { record } = changeProposal(
    start,
    // The safest answer about personal data: in clear only after a recorded yes of a person.
    { ...(wanted.streams.length > 0 ? { only: wanted.streams } : {}), pii: "hash" },
    now,
  );
  const proposal = toProposalDocument(record);
  if (proposal.action !== "propose" || proposal.modes.length === 0)
    return {
      ...found,
      gap: {
        en: `None of the streams of ${source.name} could be matched to the request. It has: ${names(discovery.catalog)}.`,
        ja: `${source.name} のストリームを依頼と対応付けられませんでした。あるのは ${names(discovery.catalog)} です。`,
      },
    };
  const proposed = toConnection(proposal, {
    name: connectionName(w),
    schedule: scheduleOf(outcome),
    owner: outcome.case.reading.owner ?? undefined,
  });
  const connection = withFieldMappers(
    withState(proposed, outcome, rawDays(w)?.value ?? null),
    outcome,
    discovery.catalog,
  );
  return {
    ...found,
    connection: formatConnection(connection).trimEnd(),
    streams: connection.spec.streams.map((stream) =>
      knownStream(connection, stream, discovery.catalog),
    ),
  };
}

/** The one source of that kind, or the one whose name the request says. */
function chosen<T extends { readonly name: string; readonly id: string }>(
  sources: readonly T[],
  outcome: Outcome,
): T | null {
  const { reading } = outcome.case;
  const text = reading.text.toLowerCase();
  const named = sources.filter(
    (one) =>
      text.includes(one.id.toLowerCase()) ||
      (one.name.length > 2 && text.includes(one.name.toLowerCase()) && sources.length > 1) ||
      reading.systems.some((system) => system.id === one.name),
  );
  return named.length === 1
    ? (named[0] ?? null)
    : sources.length === 1
      ? (sources[0] ?? null)
      : null;
}

const plain = (name: string): string => name.toLowerCase().replace(/^.*\./, "");
const names = (catalog: Catalog): string =>
  catalog.streams
    .slice(0, 12)
    .map((stream) => stream.name)
    .join(", ") + (catalog.streams.length > 12 ? ", ..." : "");

/** The tables the request names that the source has, as the catalog writes them. */
function wantedStreams(
  outcome: Outcome,
  catalog: Catalog,
): { readonly streams: readonly string[]; readonly unknown: readonly string[] } {
  const { reading, req } = outcome.case;
  const said = [...new Set([...reading.objects, ...req.sources.flatMap((one) => one.objects)])];
  const has = (name: string) =>
    catalog.streams.filter(
      (stream) =>
        stream.name.toLowerCase() === plain(name) ||
        `${stream.namespace ?? ""}.${stream.name}`.toLowerCase() === name.toLowerCase(),
    );
  const streams = said.flatMap((name) =>
    has(name).map((stream) =>
      stream.namespace === undefined ? stream.name : `${stream.namespace}.${stream.name}`,
    ),
  );
  // Names the grammar took for something else still count where the source has a stream of exactly that name.
  const words = new Set(reading.text.toLowerCase().match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []);
  const spoken = catalog.streams
    .filter((stream) => words.has(stream.name.toLowerCase()))
    .map((stream) =>
      stream.namespace === undefined ? stream.name : `${stream.namespace}.${stream.name}`,
    );
  return {
    streams: [...new Set([...streams, ...spoken])],
    unknown: said.filter((name) => has(name).length === 0),
  };
}

/** The interval of the design in the largest whole unit, at least a minute. */
function scheduleOf(outcome: Outcome): Schedule | undefined {
  const seconds =
    outcome.case.req.updateInterval?.value ?? outcome.case.decided.freshness?.updateIntervalSeconds;
  if (seconds === undefined) return undefined;
  const minutes = Math.max(1, Math.floor(seconds / 60));
  for (const [size, timeUnit] of [
    [10_080, "weeks"],
    [1440, "days"],
    [60, "hours"],
  ] as const)
    if (minutes % size === 0) return { units: minutes / size, timeUnit };
  return { units: minutes, timeUnit: "minutes" };
}

/** What the design says of raw retention and late data, in the keys of a connection. */
function withState(connection: Connection, outcome: Outcome, days: number | null): Connection {
  const back = outcome.case.held("STATE-02")
    ? outcome.case.decided.freshness?.updateIntervalSeconds
    : undefined;
  const minutes = back === undefined ? 0 : Math.ceil(back / 60);
  const lookback = minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`;
  return {
    ...connection,
    spec: {
      ...connection.spec,
      ...(days !== null && days >= 1 ? { landing: { keep: `${Math.round(days)}d` } } : {}),
      // Rows that are read again are merged by key; an append would hold them twice.
      streams: connection.spec.streams.map((stream) =>
        minutes > 0 && stream.syncMode === "incremental_deduped_history"
          ? { ...stream, lookback }
          : stream,
      ),
    },
  };
}

function knownStream(
  connection: Connection,
  stream: Connection["spec"]["streams"][number],
  catalog: Catalog,
): KnownStream {
  const found = catalog.streams.find(
    (one) => one.name === stream.name && one.namespace === stream.namespace,
  );
  const fields = (stream.mappers ?? []).flatMap((mapper) =>
    "targetField" in mapper.mapperConfiguration ? [mapper.mapperConfiguration.targetField] : [],
  );
  const key = stream.primaryKey ?? found?.sourceDefinedPrimaryKey ?? [];
  return {
    name: stream.name,
    namespace: stream.namespace ?? null,
    table: tableName(stream, defaultPrefix(connection.metadata.name)),
    syncMode: stream.syncMode,
    cursor: stream.cursorField?.join(".") ?? null,
    key: key.map((path) => path.join(".")),
    columns: (found?.columns ?? []).map((column) => ({
      name: column.name,
      type: column.type.kind,
      sourceType: column.sourceType,
      nullable: column.nullable,
    })),
    protected: fields,
  };
}
