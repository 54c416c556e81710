// A reading to a requirement: the strictest of each demand, volumes per day from rates, months or runs, and what is missing.
import { day } from "../lexicon/units.ts";
import { systemById } from "../lexicon/systems.ts";
import type { Quantity, QuantityKind, Reading, Role, System } from "../reading.ts";
import type { Missing, Requirement } from "../requirement.ts";

export function toRequirement(reading: Reading): Requirement {
  const said = (kind: QuantityKind) =>
    reading.quantities.filter((one) => one.kind === kind && !one.isAside);
  const least = (list: readonly Quantity[]) =>
    list.toSorted((a, b) => a.value - b.value)[0] ?? null;
  const most = (list: readonly Quantity[]) => list.toSorted((a, b) => b.value - a.value)[0] ?? null;
  const ends = (role: Role) => reading.systems.filter((one) => one.role === role);
  // By way of a warehouse to an application: the second half is reverse ETL out of that warehouse (000 §サブコマンドの振り分け).
  const mart = ends("sink").every((one) => one.kind === "saas")
    ? ends("via").filter((one) => one.kind === "warehouse" || one.kind === "lake")
    : [];
  const ofEnd = (kind: QuantityKind, value: number | null, who: string): Quantity[] =>
    value === null
      ? []
      : [{ kind, value, text: `${who}: ${value}s`, at: 0, of: who, isAside: false }];
  const sides = [
    ...reading.systems.map((one) => ({
      who: one.title,
      latency: one.latencySeconds,
      every: one.updateEverySeconds,
    })),
    ...reading.consumers.map((one) => ({
      who: one.name,
      latency: one.latencySeconds,
      every: one.updateEverySeconds,
    })),
  ];
  const latency = least([
    ...said("latency"),
    ...sides.flatMap((one) => ofEnd("latency", one.latency, one.who)),
  ]);
  const updateInterval = least([
    ...said("update_interval"),
    ...sides.flatMap((one) => ofEnd("update_interval", one.every, one.who)),
  ]);
  const things = most(
    said("count").filter((one) =>
      /^(?:台|店舗|devices?|sensors?|stores?|shops?|trucks?|machines?|vehicles?|users?|meters?|cars?|phones?|gateways?)$/.test(
        one.of ?? "",
      ),
    ),
  );
  const ofAll = (one: Quantity | null) =>
    one === null ? null : one.value * (one.isEach && things ? things.value : 1);
  const perSecond = ofAll(most(said("events_per_second")));
  const perDay = ofAll(most(said("events_per_day")));
  const emit = least(said("emit_interval"));
  const perRun = ofAll(most(said("events_per_run")));
  const eventsPerSecond =
    perSecond ??
    (perDay !== null
      ? perDay / day
      : perRun !== null && updateInterval
        ? perRun / updateInterval.value
        : emit !== null && things !== null
          ? things.value / emit.value
          : null);
  const eventBytes = most(said("event_bytes"))?.value ?? null;
  // What a day brings follows from the mean, where the peak is given apart.
  const means = said("events_per_second").filter((one) => !one.isPeak);
  const meanPerSecond = perDay !== null ? perDay / day : (ofAll(most(means)) ?? eventsPerSecond);
  const bytesTotal = together(said("bytes_total"));
  const answered = (code: string) => reading.answers[code]?.trim();
  const sinksAndSources = reading.systems.filter(
    (one) => one.role === "source" || one.role === "sink",
  );
  const sensitive = reading.columns.flatMap(({ name, sensitive: kind }) =>
    kind ? [{ name, kind }] : [],
  );
  const partial: Omit<Requirement, "missing"> = {
    sources: mart.length > 0 ? mart : ends("source"),
    sinks: ends("sink"),
    via: ends("via").filter((one) => !mart.includes(one)),
    upstream: mart.length > 0 ? ends("source") : [],
    tools: ends("tool"),
    latency,
    updateInterval,
    freshnessSla: least(said("freshness_sla")),
    availabilityPercent: most(said("availability"))?.value ?? null,
    downtimePerMonthSeconds: least(said("downtime_per_month"))?.value ?? null,
    bytesPerDay: volumeOf(),
    bytesTotal,
    eventsPerSecond,
    eventBytes,
    requestsPerMinute: least(said("requests_per_minute"))?.value ?? null,
    history: most(said("history")),
    retention: most(said("retention")),
    outage: most(said("outage")),
    dualRun: most(said("dual_run")),
    tolerance: least(said("tolerance")),
    runTime: most(said("run_time")),
    range: most(said("range")),
    counts: said("count"),
    money: said("money"),
    clock: said("clock")[0]?.text ?? null,
    deadline: least(said("clock").filter((one) => one.of === "deadline")),
    consumers: reading.consumers,
    crossesRegions: crosses(),
    sensitive: reading.personalData === "none" ? [] : sensitive,
  };
  return { ...partial, missing: missingOf(reading, partial) };

  /** Several sizes add up (`900 GB from S3, plus 300 GB from MySQL`) unless one is the total or a part of another. */
  function together(sizes: readonly Quantity[]): number | null {
    if (sizes.length === 0) return null;
    const isWholeGiven =
      /total|altogether|in all|of which|including|合計|全部で|計(?=\s*\d)|うち|から[^。]{0,6}に(?:増|減)|grow|increase|増え/i.test(
        reading.text,
      );
    const values = sizes.map((one) => one.value);
    return isWholeGiven ? Math.max(...values) : values.reduce((sum, one) => sum + one, 0);
  }
  function volumeOf(): Requirement["bytesPerDay"] {
    const direct = most(said("bytes_per_day"));
    if (direct)
      return {
        value: together(said("bytes_per_day")) ?? direct.value,
        how: direct.of === "month" ? "month" : "said",
      };
    if (meanPerSecond !== null && eventBytes !== null)
      return { value: meanPerSecond * eventBytes * day, how: "rate" };
    if (bytesTotal !== null && updateInterval && updateInterval.value >= 60 && !isWhole())
      return { value: (bytesTotal / updateInterval.value) * day, how: "run" };
    return null;
  }
  /** `a table of 2 TB`, 合計 5 TB の過去データ: the size of what lies there, not of what moves each run. */
  function isWhole(): boolean {
    return /(?:table|history|historical|database|total of|existing|in total)\b[^.]{0,20}$|過去データ|既存データ/.test(
      reading.text
        .toLowerCase()
        .slice(0, said("bytes_total")[0]?.at ?? 0)
        .slice(-40),
    );
  }
  function crosses(): boolean {
    const answer = answered("cross_region");
    if (answer) return /^(?:y|yes|true|はい|ある|あり)/i.test(answer);
    const says = (id: string, negated: boolean) =>
      reading.signals.some((one) => one.id === id && one.negated === negated);
    if (says("place.cross_region", false)) return true;
    if (says("place.cross_region", true) || says("place.same_region", false)) return false;
    return new Set(reading.regions).size > 1 && sinksAndSources.length > 0;
  }
}

/** `our app`, `the API`: a kind of thing, not yet a system one could connect to; 運送会社の API is one. */
const isVague = (one: System): boolean =>
  ["app", "api", "saas", "files"].includes(one.id) &&
  one.roleFrom !== "yaml" &&
  one.title === systemById.get(one.id)?.title;

function missingOf(reading: Reading, req: Omit<Requirement, "missing">): Missing[] {
  const has = (...ids: string[]) =>
    reading.signals.some((one) => ids.includes(one.id) && !one.deferred);
  const missing: [Missing, boolean][] = [
    ["source", req.sources.every(isVague)],
    ["sink", req.sinks.every(isVague)],
    ["latency", req.latency === null && req.updateInterval === null && req.freshnessSla === null],
    ["volume", req.bytesPerDay === null && req.eventsPerSecond === null && req.bytesTotal === null],
    [
      "correctness",
      !has(
        "topic.exactly_once",
        "check.quality",
        "topic.duplicates",
        "use.compliance",
        "wish.no_checks",
      ),
    ],
    [
      "consumers",
      req.consumers.length === 0 &&
        !has(
          "use.operational",
          "use.compliance",
          "use.ml",
          "word.scheduled",
          "who.teams",
          "use.internal",
        ),
    ],
    ["personal_data", reading.personalData === "unsaid"],
    ["replay", !has("ask.backfill", "topic.no_replay") && req.retention === null],
    ["owner", reading.owner === null],
  ];
  return missing.flatMap(([name, isMissing]) => (isMissing ? [name] : []));
}
