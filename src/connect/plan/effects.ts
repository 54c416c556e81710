// What a change leads to: what is read for the first time or again, what lands in clear, which tables are left behind.
import type { CatalogStream } from "../../model/catalog.ts";
import {
  defaultPrefix,
  tableName,
  type Connection,
  type StreamSpec,
} from "../../model/connection.ts";
import type { PlanChange, PlanEffect } from "../../model/plan.ts";
import { isIncremental } from "../../model/sync-mode.ts";
import { filterFields } from "../mappers/track.ts";
import { streamKey } from "../propose/input.ts";
import { formatField, formatStream, parseField } from "../text/fields.ts";
import type { ConnectionWarning } from "../validate/clear-data.ts";
import type { AppliedConnection } from "./input.ts";

export type Known = { readonly streams: readonly CatalogStream[] };

const nameOf = (stream: StreamSpec): string => formatStream(stream.name, stream.namespace);

function catalogStream(stream: StreamSpec, known: Known): CatalogStream | undefined {
  return known.streams.find(
    (other) => other.name === stream.name && (other.namespace ?? undefined) === stream.namespace,
  );
}

export function formatRows(rows: number): string {
  if (rows >= 1_000_000) return `${(rows / 1_000_000).toFixed(1)} million rows`;
  return rows === 1 ? "1 row" : `${rows.toLocaleString("en-US")} rows`;
}

export function formatBytes(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return `${step === 0 ? value : value.toFixed(1)} ${units[step] ?? "B"}`;
}

type Amount = {
  readonly rows: number | null;
  readonly bytes: number | null;
  readonly unknown: readonly string[];
};

/** Estimates of streams together; null when none of them is known. */
export function amountOf(streams: readonly StreamSpec[], known: Known): Amount {
  const found = streams.map((stream) => ({ stream, facts: catalogStream(stream, known) }));
  const sum = (pick: (facts: CatalogStream) => number | undefined) => {
    const values = found
      .flatMap(({ facts }) => (facts ? [pick(facts)] : []))
      .filter((value): value is number => value !== undefined);
    return values.length > 0 ? values.reduce((total, value) => total + value, 0) : null;
  };
  return {
    rows: sum((facts) => facts.estimatedRows),
    bytes: sum((facts) => facts.estimatedBytes),
    unknown: found
      .filter(({ facts }) => facts?.estimatedRows === undefined)
      .map(({ stream }) => nameOf(stream)),
  };
}

function amountText({ rows, bytes, unknown }: Amount): string {
  if (rows === null) return "everything; its size is not known";
  const size = bytes === null ? "" : `, ${formatBytes(bytes)}`;
  return `about ${formatRows(rows)}${size}${unknown.length > 0 ? ` (without ${unknown.slice(0, 3).join(", ")}${unknown.length > 3 ? ", ..." : ""}, whose size is not known)` : ""}`;
}

export function firstLoad(connection: Connection, known: Known): PlanEffect {
  const amount = amountOf(connection.spec.streams, known);
  return {
    code: "first_load",
    text: `first run reads ${amountText(amount)}`,
    data: { streams: connection.spec.streams.map(nameOf), rows: amount.rows, bytes: amount.bytes },
  };
}

/** The columns that the consent of apply says yes to. */
export function clearData(warnings: readonly ConnectionWarning[]): PlanEffect[] {
  const fields = warnings
    .filter((warning) => warning.code === "mapper.pii_in_clear")
    .map((warning) => `${warning.stream}.${formatField(warning.field)}`);
  return fields.length === 0
    ? []
    : [
        {
          code: "mapper.pii_in_clear",
          text: `leaves in clear: ${fields.join(", ")}`,
          data: { fields },
        },
      ];
}

/** Row filters that read a field which a privacy mapper touches: they run before raw is kept (mappers.md). */
export function earlyFilters(connection: Connection): PlanEffect[] {
  return connection.spec.streams.flatMap((stream) => {
    const mappers = stream.mappers ?? [];
    const isPrivacy = (type: string) =>
      type === "hashing" || type === "encryption" || type === "field-filtering";
    const last = mappers.findLastIndex((mapper) => isPrivacy(mapper.type));
    const touched = new Set(
      mappers.flatMap((mapper) =>
        "targetField" in mapper.mapperConfiguration && isPrivacy(mapper.type)
          ? [(parseField(mapper.mapperConfiguration.targetField) ?? [])[0] ?? ""]
          : [],
      ),
    );
    const early = mappers
      .slice(0, Math.max(0, last))
      .filter(
        (mapper) =>
          mapper.type === "row-filtering" &&
          filterFields(mapper.mapperConfiguration.conditions).some(({ field }) =>
            touched.has((parseField(field) ?? [])[0] ?? ""),
          ),
      );
    return early.length === 0
      ? []
      : [
          {
            code: "rows_dropped_before_raw",
            text: `${nameOf(stream)}: rows that its filter drops are not kept as raw data, because the filter reads a column that is hashed, encrypted or dropped`,
            data: { stream: nameOf(stream) },
          },
        ];
  });
}

const tablesOf = (connection: Connection, streams: readonly StreamSpec[]): string[] => {
  const prefix = connection.spec.prefix ?? defaultPrefix(connection.metadata.name);
  return streams.map((stream) => tableName(stream, prefix));
};

export function tablesLeft(
  connection: Connection,
  streams: readonly StreamSpec[] = connection.spec.streams,
): PlanEffect {
  const tables = tablesOf(connection, streams);
  return {
    code: "table_left",
    text: `${tables.length === 1 ? `table ${tables[0] ?? ""} stays` : `${tables.length} tables stay`} in the warehouse and ${tables.length === 1 ? "is" : "are"} no longer updated`,
    data: { tables },
  };
}

export type UpdateEffects = {
  readonly effects: readonly PlanEffect[];
  readonly reread: readonly StreamSpec[];
};

const rereadKeys: Readonly<Record<string, string>> = {
  cursorField: "cursor field changed",
  primaryKey: "primary key changed",
  mappers: "mappers changed; rows that are loaded already keep their old form until then",
  columns: "columns changed",
  where: "condition changed",
  as: "table changed",
  syncMode: "sync mode changed",
};

/** Effects of the changes between what the server has and what the file says. */
export function updateEffects(
  from: Connection,
  to: Connection,
  changes: readonly PlanChange[],
  server: AppliedConnection,
  known: Known,
): UpdateEffects {
  const effects: PlanEffect[] = [];
  const reread = new Map<string, { stream: StreamSpec; why: string[] }>();
  const isLoaded = (stream: StreamSpec) =>
    server.loaded === undefined || server.loaded.includes(streamKey(stream.name, stream.namespace));
  const again = (stream: StreamSpec, why: string) => {
    if (!isLoaded(stream)) return;
    const entry = reread.get(nameOf(stream)) ?? { stream, why: [] };
    entry.why.push(why);
    reread.set(nameOf(stream), entry);
  };
  const before = new Map(from.spec.streams.map((stream) => [nameOf(stream), stream]));
  const after = new Map(to.spec.streams.map((stream) => [nameOf(stream), stream]));
  const paths = new Set(changes.map((change) => change.path));
  const place = paths.has("source.id")
    ? "source changed"
    : paths.has("destination")
      ? "destination changed"
      : null;
  const prefixBefore = from.spec.prefix ?? defaultPrefix(from.metadata.name);
  const prefixAfter = to.spec.prefix ?? from.spec.prefix ?? defaultPrefix(to.metadata.name);
  for (const [name, stream] of after) {
    const old = before.get(name);
    if (!old) continue;
    if (place) again(stream, place);
    else if (prefixBefore !== prefixAfter && stream.as === undefined)
      again(stream, "prefix changed");
    for (const [key, why] of Object.entries(rereadKeys))
      if (paths.has(`streams.${name}.${key}`) && isReread(key, old, stream)) again(stream, why);
    if (paths.has(`streams.${name}.history`) && stream.history === "scd2")
      effects.push({
        code: "history_from_now",
        text: `${name}: its history begins with the next run`,
        data: { stream: name },
      });
  }
  const added = [...after].filter(([name]) => !before.has(name)).map(([, stream]) => stream);
  const removed = [...before].filter(([name]) => !after.has(name)).map(([, stream]) => stream);
  if (added.length > 0) {
    const amount = amountOf(added, known);
    effects.push({
      code: "first_load",
      text: `${added.map(nameOf).join(", ")}: first run reads ${amountText(amount)}`,
      data: { streams: added.map(nameOf), rows: amount.rows, bytes: amount.bytes },
    });
  }
  for (const [name, { stream, why }] of reread) {
    const amount = amountOf([stream], known);
    effects.push({
      code: "stream_reread",
      text: `${name} is read again from the start (${why.join(", ")}): ${amountText(amount)}; readers keep the old rows until the new set is complete`,
      data: { stream: name, why, rows: amount.rows, bytes: amount.bytes },
    });
  }
  const moved = [...after].flatMap(([name, stream]) => {
    const old = before.get(name);
    return old &&
      (paths.has("destination") || tableName(old, prefixBefore) !== tableName(stream, prefixAfter))
      ? [old]
      : [];
  });
  if (removed.length + moved.length > 0) effects.push(tablesLeft(from, [...removed, ...moved]));
  if (paths.has("status"))
    effects.push(
      (to.spec.status ?? "active") === "active"
        ? { code: "resumes", text: "it is resumed: runs follow its schedule again" }
        : { code: "pauses", text: "it is paused: no run starts by itself" },
    );
  return { effects, reread: [...reread.values()].map((entry) => entry.stream) };
}

/** Full refresh modes read everything each time: a change there costs nothing extra. */
function isReread(key: string, from: StreamSpec, to: StreamSpec): boolean {
  if (key === "as") return true;
  if (key === "syncMode") return isIncremental(to.syncMode) && from.syncMode !== to.syncMode;
  return isIncremental(to.syncMode);
}
