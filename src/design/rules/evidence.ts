// The evidence for a mode (golden K06): what is stated in numbers, which ends are live and which keep history, what the source can give.
import type { Case } from "../case.ts";
import type { Quantity, System } from "../reading.ts";

export const latencyBorder = 60;

/** Strictly below a minute: 59 s, and also 1 分未満. */
export const isBelowMinute = (one: Quantity | null): boolean =>
  one !== null &&
  (one.value < latencyBorder || (one.value === latencyBorder && one.isBelow === true));

/** Demands below a minute, by number. */
export const isFast = (c: Case): boolean =>
  isBelowMinute(c.req.latency) ||
  isBelowMinute(c.req.freshnessSla) ||
  (c.req.latency === null && isBelowMinute(c.req.updateInterval));

export const stated = (c: Case) => c.req.latency ?? c.req.freshnessSla ?? c.req.updateInterval;

export const isHistorySink = (one: System) => one.kind === "warehouse" || one.kind === "lake";
export const isLiveSink = (one: System) =>
  one.kind === "online_store" ||
  one.kind === "broker" ||
  one.kind === "app" ||
  one.kind === "search" ||
  one.kind === "saas";

/** `CDC or batch?`, `batch or streaming?`: the words name the choice and are no evidence for either side. */
export const isWeighingModes = (c: Case): boolean =>
  c.has("ask.compare") &&
  c.has("word.batch") &&
  c.has("word.stream", "word.realtime", "capture.cdc");

export const livePath = (c: Case) => c.req.sinks.find(isLiveSink) ?? null;
export const historyPath = (c: Case) => c.req.sinks.find(isHistorySink) ?? null;

/** A reader of history beside the fast one: the same sink does not count unless two readers ask for two speeds. */
export function wantsBoth(c: Case): boolean {
  const history = historyPath(c) !== null;
  const speeds = [...c.reading.systems, ...c.reading.consumers];
  const slow = speeds.some(
    (one) =>
      (one.updateEverySeconds ?? 0) >= latencyBorder || (one.latencySeconds ?? 0) >= latencyBorder,
  );
  const fast = speeds.some(
    (one) => one.latencySeconds !== null && one.latencySeconds < latencyBorder,
  );
  if (fast && slow) return true;
  if (c.req.sinks.some((one) => one.kind === "online_store") && history) return !isSlowOnly(c);
  if (!isFast(c)) return false;
  const slowRead = c.req.updateInterval !== null && c.req.updateInterval.value >= latencyBorder;
  return (
    history &&
    (livePath(c) !== null ||
      c.has("use.history") ||
      c.req.history !== null ||
      slowRead ||
      c.has("topic.hybrid"))
  );
}

export const isSlowOnly = (c: Case) => stated(c) !== null && !isFast(c);

export const exportOnly = (c: Case) =>
  c.has("access.export_only") ||
  (c.has("access.export") &&
    c.req.updateInterval !== null &&
    c.req.updateInterval.value >= 3600 &&
    c.req.sources.every(
      (one) =>
        ["erp", "files", "csv", "crm", "saas"].includes(one.id) ||
        one.kind === "saas" ||
        one.kind === "files",
    ) &&
    c.req.sources.length > 0 &&
    c.denies("what.move"));

export const limited = (c: Case) =>
  c.has("access.rate_limited") || c.req.requestsPerMinute !== null;
/** The limit is the source's own: an API or SaaS is read, not written. */
export const limitedSource = (c: Case) => limited(c) && c.source("saas", "api") !== null;

/** dbt models are to run on Flink: not where they are rebuilt by the hour or the day and the adapter is only asked about. */
export const movesToFlink = (c: Case): boolean =>
  c.has("topic.flink") && c.has("topic.dbt") && c.decided.mode !== "BATCH";

/** Flink keeps no batch: a dbt model that is moved onto it becomes continuous. */
export function isContinuous(c: Case): boolean {
  return (
    c.has("topic.flink") &&
    c.has("topic.dbt") &&
    c.req.latency === null &&
    c.req.updateInterval === null &&
    c.req.freshnessSla === null
  );
}
