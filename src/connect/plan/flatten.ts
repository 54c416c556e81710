// A connection as a flat list of paths and values in the terms of the file, so that two can be compared by meaning:
// 60s and 1m are equal, 24 hours and 1 days are equal, the order of keys says nothing.
import { defaultPrefix, type Connection, type Schedule } from "../../model/connection.ts";
import { parseDuration, parseLimit, parseSize } from "../../model/duration.ts";
import { needsCursor, needsKey } from "../../model/sync-mode.ts";
import type { PlanChange } from "../../model/plan.ts";
import { formatStream } from "../../model/field-path.ts";

type Entry = { readonly shown: unknown; readonly meaning: string };

const minutes = { minutes: 1, hours: 60, days: 1440, weeks: 10_080 } as const;

function scheduleMeaning(schedule: Schedule | undefined): string {
  if (schedule === undefined || schedule === "manual") return "manual";
  return "cron" in schedule
    ? `${schedule.cron.trim().replace(/\s+/g, " ")} ${schedule.timezone ?? "UTC"}`
    : `every ${schedule.units * minutes[schedule.timeUnit]} minutes`;
}

/** The paths of one connection. Absent keys and their defaults are the same. */
export function flatten(connection: Connection, defaultDestination: string): Map<string, Entry> {
  const { metadata, spec } = connection;
  const entries = new Map<string, Entry>();
  const put = (path: string, shown: unknown, meaning: unknown = shown) => {
    if (meaning !== undefined && meaning !== null)
      entries.set(path, {
        shown,
        meaning: typeof meaning === "string" ? meaning : JSON.stringify(meaning),
      });
  };
  put("metadata.name", metadata.name);
  put("name", spec.name);
  put("source.id", spec.source.id);
  put("schedule", spec.schedule ?? "manual", scheduleMeaning(spec.schedule));
  put("status", spec.status ?? "active");
  put("owner", spec.owner);
  put("destination", spec.destination ?? defaultDestination);
  put(
    "landing.keep",
    spec.landing?.keep,
    spec.landing?.keep === undefined ? undefined : parseDuration(spec.landing.keep),
  );
  put(
    "landing.maxBytes",
    spec.landing?.maxBytes,
    spec.landing?.maxBytes === undefined ? undefined : parseSize(spec.landing.maxBytes),
  );
  put(
    "limits.memory",
    spec.limits?.memory,
    spec.limits?.memory === undefined ? undefined : parseSize(spec.limits.memory),
  );
  put("limits.parallel", spec.limits?.parallel);
  put(
    "limits.maxQuarantine",
    spec.limits?.maxQuarantine,
    spec.limits?.maxQuarantine === undefined ? undefined : parseLimit(spec.limits.maxQuarantine),
  );
  if (spec.limits?.allowEmpty) put("limits.allowEmpty", true);
  for (const key of ["stallWarn", "stallFail"] as const) {
    const written = spec.limits?.[key];
    put(`limits.${key}`, written, written === undefined ? undefined : parseDuration(written));
  }
  put("onSchemaChange", spec.onSchemaChange);
  for (const stream of spec.streams) {
    const at = `streams.${formatStream(stream.name, stream.namespace)}`;
    put(at, stream.syncMode, "selected");
    put(`${at}.syncMode`, stream.syncMode);
    if (needsCursor(stream.syncMode)) put(`${at}.cursorField`, stream.cursorField);
    if (needsKey(stream.syncMode)) put(`${at}.primaryKey`, stream.primaryKey);
    if (stream.mappers && stream.mappers.length > 0)
      put(`${at}.mappers`, stream.mappers, sorted(stream.mappers));
    put(`${at}.as`, stream.as);
    if (stream.columns && Object.keys(stream.columns).length > 0)
      put(`${at}.columns`, stream.columns, sorted(stream.columns));
    put(`${at}.where`, stream.where);
    put(`${at}.history`, stream.history);
    if (stream.lookback !== undefined && parseDuration(stream.lookback) !== 0)
      put(`${at}.lookback`, stream.lookback, parseDuration(stream.lookback));
    put(`${at}.onSchemaChange`, stream.onSchemaChange);
  }
  return entries;
}

/** A value with its keys in one order, for comparison. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

/** What differs, in the order of the new file, removed paths last. A stream that comes or goes is one change. */
export function compare(
  from: Connection,
  to: Connection,
  defaultDestination: string,
): PlanChange[] {
  const before = flatten(from, defaultDestination);
  const after = flatten(to, defaultDestination);
  const whole = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => isStreamPath(path, before, after) && before.has(path) !== after.has(path),
  );
  const prefix = from.spec.prefix ?? defaultPrefix(from.metadata.name);
  const isInside = (path: string) => whole.some((stream) => path.startsWith(`${stream}.`));
  const changes: PlanChange[] = [];
  for (const [path, entry] of after) {
    if (isInside(path)) continue;
    const other = before.get(path);
    if (other?.meaning !== entry.meaning)
      changes.push({ path, from: other?.shown ?? null, to: entry.shown });
  }
  if (to.spec.prefix !== undefined && to.spec.prefix !== prefix)
    changes.push({ path: "prefix", from: prefix, to: to.spec.prefix });
  for (const [path, entry] of before)
    if (!after.has(path) && !isInside(path)) changes.push({ path, from: entry.shown, to: null });
  return changes;
}

/** What a file says and a change does not touch, in the order of the file. */
export function unchangedValues(
  connection: Connection,
  changes: readonly PlanChange[],
  defaultDestination: string,
): { readonly path: string; readonly value: unknown }[] {
  const touched = changes.map((change) => change.path);
  return [...flatten(connection, defaultDestination)].flatMap(([path, { shown, meaning }]) =>
    meaning === "selected" ||
    path === "metadata.name" ||
    touched.some((other) => path === other || path.startsWith(`${other}.`))
      ? []
      : [{ path, value: shown }],
  );
}

const isStreamPath = (
  path: string,
  before: ReadonlyMap<string, Entry>,
  after: ReadonlyMap<string, Entry>,
): boolean =>
  (before.get(path) ?? after.get(path))?.meaning === "selected" && path.startsWith("streams.");

/** `every 24 hours`, `0 3 * * * (Asia/Tokyo)`, `manual`. */
export function formatSchedule(schedule: Schedule | undefined): string {
  if (schedule === undefined || schedule === "manual") return "manual";
  if ("cron" in schedule)
    return `${schedule.cron}${schedule.timezone === undefined ? "" : ` (${schedule.timezone})`}`;
  return schedule.units === 1
    ? `every ${schedule.timeUnit.replace(/s$/, "")}`
    : `every ${schedule.units} ${schedule.timeUnit}`;
}
