// A PipelineRequirement to a reading. Its words (`request`, uses, correctness) are read like free text; its values are read as
// amounts. A value that cannot be read is an error that names it, all at once.
import { RevosError } from "../../kernel/error.ts";
import type { Tier, TraceStep } from "../../model/answer.ts";
import { PipelineRequirement } from "../../model/pipeline-requirement.ts";
import { sensitiveKind } from "../lexicon/sensitive.ts";
import { systemEntries, titleOf } from "../lexicon/systems.ts";
import type { Column, Quantity, QuantityKind, Reading, Role, System } from "../reading.ts";
import { toBytes, toCount, toInterval, toSeconds, type Written } from "./amounts.ts";
import { hasJapanese } from "./normalize.ts";
import { fromPackets, readPackets } from "./packets.ts";
import { readText } from "./read-text.ts";
import { regionNames } from "./regions.ts";

type Problem = { readonly path: string; readonly message: string };

export function parseRequirement(value: unknown): PipelineRequirement {
  const parsed = PipelineRequirement.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalid(problemsOf(parsed.error.issues));
}

type Issue = {
  readonly code?: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
};

const problemsOf = (issues: readonly Issue[]): Problem[] =>
  issues.flatMap((issue) => {
    const at = issue.path.map(String);
    if (issue.code === "unrecognized_keys")
      return (issue.keys ?? []).map((key) => ({
        path: [...at, key].join("."),
        message: "no such key",
      }));
    return [{ path: at.join("."), message: issue.message }];
  });

/** The document without keys that nobody knows, so that what is wrong with the others is told in the same breath. */
function withoutUnknown(value: unknown, issues: readonly Issue[]): unknown {
  const copy: unknown = structuredClone(value);
  for (const { code, path, keys } of issues) {
    if (code !== "unrecognized_keys") continue;
    let at: unknown = copy;
    for (const part of path) at = (at as Record<PropertyKey, unknown> | undefined)?.[part];
    for (const key of keys ?? [])
      if (typeof at === "object" && at !== null) delete (at as Record<string, unknown>)[key];
  }
  return copy;
}

function invalid(problems: readonly Problem[]): RevosError {
  const shown = problems.map(
    ({ path, message }) => `${path === "" ? "the document" : path}: ${message}`,
  );
  return new RevosError(
    "config.value_invalid",
    `The requirement cannot be read; nothing was designed. ${shown.join("; ")}.`,
    { data: { problems }, advice: "revos schema PipelineRequirement shows every key." },
  );
}

export function readYamlRequirement(value: unknown): Reading {
  const first = PipelineRequirement.safeParse(value);
  const isOnlyUnknown =
    !first.success && first.error.issues.every((one) => one.code === "unrecognized_keys");
  const doc = parseRequirement(
    isOnlyUnknown && !first.success ? withoutUnknown(value, first.error.issues) : value,
  );
  const problems: Problem[] = isOnlyUnknown && !first.success ? problemsOf(first.error.issues) : [];
  const trace: TraceStep[] = [];
  const quantities: Quantity[] = [];
  const read = (
    path: string,
    written: Written | undefined,
    to: (w: Written) => number | null,
  ): number | null => {
    if (written === undefined) return null;
    const found = to(written);
    if (found === null) problems.push({ path, message: `${JSON.stringify(written)} is no amount` });
    return found;
  };
  const add = (
    kind: QuantityKind,
    path: string,
    written: Written | undefined,
    to: (w: Written) => number | null,
    of: string | null = null,
  ) => {
    const value = read(path, written, to);
    if (value === null) return;
    quantities.push({
      kind,
      value,
      text: String(written),
      at: quantities.length,
      of,
      isAside: false,
    });
    trace.push({
      reads: `${kind} = ${value}`,
      from: `${path}: ${String(written)}`,
      because: "the key says so",
    });
  };
  const interval = (w: Written) => (typeof w === "number" ? w : toInterval(w));
  add("latency", "latency", doc.latency, toSeconds);
  add("update_interval", "updateEvery", doc.updateEvery, interval);
  add("update_interval", "schedule", doc.schedule, interval);
  add("freshness_sla", "freshnessSla", doc.freshnessSla, toSeconds);
  add("availability", "availability", doc.availability, (w) =>
    typeof w === "number" ? (w <= 1 ? w * 100 : w) : toCount(w),
  );
  add("downtime_per_month", "downtimePerMonth", doc.downtimePerMonth, toSeconds);
  add("bytes_per_day", "volume.bytesPerDay", doc.volume?.bytesPerDay, toBytes);
  const perMonth = read("volume.bytesPerMonth", doc.volume?.bytesPerMonth, toBytes);
  if (perMonth !== null)
    add("bytes_per_day", "volume.bytesPerMonth", perMonth / 30, toBytes, "month");
  add("events_per_second", "volume.eventsPerSecond", doc.volume?.eventsPerSecond, toCount);
  add("events_per_day", "volume.eventsPerDay", doc.volume?.eventsPerDay, toCount);
  add("event_bytes", "volume.eventBytes", doc.volume?.eventBytes, toBytes);
  add("retention", "retention", doc.retention, toSeconds);
  add("money", "budget", doc.budget, toCount);
  const columns: Column[] = [];
  const regions: string[] = [];
  const keyless: string[] = [];
  const systems = [
    ...(doc.sources ?? []).map((one, i) => toSystem(one, "source", `sources[${i}]`)),
    ...(doc.sinks ?? []).map((one, i) => toSystem(one, "sink", `sinks[${i}]`)),
  ];
  function toSystem(
    one: NonNullable<typeof doc.sources>[number],
    role: Role,
    path: string,
  ): System {
    const name = one.system.normalize("NFKC").toLowerCase();
    const entry = systemEntries.find(
      (candidate) => candidate.id === name || candidate.names.includes(name),
    );
    for (const column of one.columns ?? [])
      columns.push({ name: column, sensitive: sensitiveKind(column) });
    if (one.region) regions.push(one.region);
    if (one.object && (one.primaryKey === null || one.primaryKey === "none"))
      keyless.push(one.object);
    return {
      id: entry?.id ?? one.system,
      title: entry ? titleOf(entry, one.system) : one.system,
      kind: entry?.kind ?? "unknown",
      role,
      roleFrom: "yaml",
      version: one.version === undefined ? null : String(one.version),
      region: one.region ?? null,
      objects: one.object ? [one.object] : [],
      columns: one.columns ?? [],
      latencySeconds: read(`${path}.latency`, one.latency, toSeconds),
      updateEverySeconds: read(`${path}.updateEvery`, one.updateEvery, interval),
    };
  }
  const consumers = (doc.consumers ?? []).map((one, i) => ({
    name: one.name,
    use: one.use ?? null,
    reads: one.reads ?? null,
    latencySeconds: read(`consumers[${i}].latency`, one.latency, toSeconds),
    updateEverySeconds: read(`consumers[${i}].updateEvery`, one.updateEvery, interval),
  }));
  const packets = readPackets(doc.inputs ?? [], read);
  const handed = fromPackets(packets);
  for (const [i, one] of (doc.inputs ?? []).entries())
    for (const [k, metric] of (one.metrics ?? []).entries())
      add(
        "freshness_sla",
        `inputs[${i}].metrics[${k}].freshness`,
        metric.freshness,
        toSeconds,
        metric.name,
      );
  for (const [i, one] of (doc.consumers ?? []).entries())
    add("freshness_sla", `consumers[${i}].freshnessSla`, one.freshnessSla, toSeconds, one.name);
  if (problems.length > 0) throw invalid(problems);
  const words = readText(
    [
      doc.request,
      ...(doc.consumers ?? []).map((one) => [one.name, one.use].filter(Boolean).join(" ")),
      ...[doc.correctness ?? []].flat(),
      ...(doc.sources ?? []).flatMap((one) => [
        one.access && `access: ${one.access}`,
        one.rateLimit && `API limit ${one.rateLimit}`,
      ]),
    ]
      .filter(Boolean)
      .join("\n\n"),
  );
  const personal = personalOf(doc);
  for (const name of personal.columns)
    if (!columns.some((one) => one.name === name))
      columns.push({ name, sensitive: sensitiveKind(name) ?? "personal" });
    else
      columns.splice(
        columns.findIndex((one) => one.name === name),
        1,
        { name, sensitive: sensitiveKind(name) ?? "personal" },
      );
  for (const name of handed.columns)
    if (!columns.some((one) => one.name === name))
      columns.push({ name, sensitive: sensitiveKind(name) });
  const judged = [
    ...(doc.inputs ?? []).flatMap((one) => one.columns ?? []),
    ...packets.flatMap((one) => one.fields.map((field) => field.name)),
  ];
  for (const name of judged) {
    const at = columns.findIndex((one) => one.name === name);
    const known = { name, sensitive: sensitiveKind(name) ?? "personal" };
    if (at < 0) columns.push(known);
    else columns[at] = known;
  }
  const isClear = personal.said === "none";
  return {
    form: "yaml",
    lang: hasJapanese(JSON.stringify(doc)) ? "ja" : "en",
    text: words.text,
    rest: words.text,
    name: doc.name ?? null,
    routeToken: doc.route ?? null,
    recipeToken: doc.recipe ?? null,
    systems:
      systems.length > 0
        ? [...systems, ...words.systems.filter((one) => one.role === "tool")]
        : words.systems,
    quantities: [
      ...quantities,
      ...words.quantities.filter((one) => !quantities.some((other) => other.kind === one.kind)),
    ],
    signals: words.signals,
    columns,
    objects: [...new Set([...systems.flatMap((one) => one.objects), ...handed.objects])],
    keyless: [...new Set([...keyless, ...handed.keyless, ...words.keyless])],
    tier: toTier(doc.tier) ?? words.tier,
    personalData: isClear
      ? "none"
      : personal.said === "some" || columns.some((one) => one.sensitive)
        ? "some"
        : words.personalData,
    personalWords: [...personal.words, ...words.personalWords],
    handled: words.handled,
    regions: [...regionNames(regions), ...(systems.length > 0 ? [] : words.regions)],
    consumers,
    owner: doc.owner ?? null,
    environment: doc.environment ?? null,
    service: words.service,
    answers: Object.fromEntries(
      Object.entries(doc.answers ?? {}).map(([key, one]) => [key, String(one)]),
    ),
    packets,
    excluded: [],
    others: [],
    producer: null,
    notUnderstood: words.notUnderstood,
    trace: [...trace, ...words.trace],
  };
}

function toTier(tier: PipelineRequirement["tier"]): Tier | null {
  if (tier === undefined) return null;
  return typeof tier === "number" ? (`Tier ${tier}` as Tier) : tier;
}

function personalOf(doc: PipelineRequirement): {
  said: "none" | "some" | "unsaid";
  words: string[];
  columns: string[];
} {
  const given = doc.personalData;
  if (given === undefined) return { said: "unsaid", words: [], columns: [] };
  const list = [given].flat().map((one) => one.trim());
  if (list.every((one) => /^(?:none|no|false|なし|無し|無|含まない)$/i.test(one)))
    return { said: "none", words: [], columns: [] };
  if (list.every((one) => /^(?:unknown|不明)$/i.test(one)))
    return { said: "unsaid", words: [], columns: [] };
  const isName = (one: string) =>
    /^[A-Za-z_][\w.]*$/.test(one) && !/^(?:yes|some|true)$/i.test(one);
  return { said: "some", words: list.filter((one) => !isName(one)), columns: list.filter(isName) };
}
