// The LAYOUT of a design in data: a name, the ends, the boundaries with their datasets, and the stages. Artefact writers, diagrams
// and contracts are drawn from it, so that they name the same things.
import type { Case } from "./case.ts";
import { romanized } from "./lexicon/romanized.ts";
import type { Bi, System } from "./reading.ts";
import { bi } from "./rule.ts";
import { list, name, names, sinkName, sourceName } from "./words.ts";

export type StageName = "ingest" | "validate" | "normalize" | "transform" | "publish" | "monitor";
export const stageNames: readonly StageName[] = [
  "ingest",
  "validate",
  "normalize",
  "transform",
  "publish",
  "monitor",
];

/** A producer-consumer boundary: each has a data contract. */
export type Boundary = {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** The two ends for people. */
  readonly fromName: Bi;
  readonly toName: Bi;
  /** Dataset that crosses it; `contracts/<dataset>.odcs.yaml`. The first of several. */
  readonly dataset: string;
  /** All that cross it, each with a contract of its own: `raw_orders`, `raw_customers`. */
  readonly datasets: readonly string[];
  readonly lane: "live" | "history";
};

export type Layout = {
  /** Slug of the pipeline: folder and file names. */
  readonly name: string;
  readonly boundaries: readonly Boundary[];
  readonly stages: readonly StageName[];
};

export function toSlug(words: string): string {
  const slug = words
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60)
    .replace(/-+$/, "");
  return slug === "" ? "pipeline" : slug;
}

/** A name for files and tables: the first object that has Latin letters or a usual name, else the source's, else `records`. */
export function mainDataset(c: Case): string {
  const named = [
    ...ownObjects(c),
    ...(c.req.sources[0]?.objects ?? []),
    ...readObjects(c),
    ...(c.req.sinks[0]?.objects ?? []),
  ];
  for (const one of named) {
    const latin = latinName(one);
    if (latin !== null) return latin;
  }
  const source = c.req.sources[0]?.id;
  return source !== undefined && /[a-z0-9]/i.test(source) ? source : "records";
}

const latinName = (object: string): string | null =>
  /[a-z0-9]/i.test(object) ? object : romanized(object);

/** What leaves a warehouse is the mart, not the object of the application that it goes to. */
const ownObjects = (c: Case): readonly string[] =>
  c.decided.recipe === "reverse" ? (c.req.sources[0]?.objects ?? []) : [];

/** What is read: an object that only the sink has is what it becomes there, not what is taken from the source. */
function readObjects(c: Case): readonly string[] {
  const from = new Set([...c.req.sources, ...c.req.upstream].flatMap((one) => one.objects));
  const to = new Set(c.req.sinks.flatMap((one) => one.objects));
  return from.size === 0
    ? c.reading.objects
    : c.reading.objects.filter((one) => from.has(one) || !to.has(one));
}

/** What is moved, in words: the names that were given (three and a number), else no more than that it is data. */
export function datasetName(c: Case): Bi {
  const own = ownObjects(c);
  const given = own.length > 0 ? own : readObjects(c);
  if (given.length === 0) return { en: "the data", ja: "データ" };
  if (given.length <= 3) return list(given);
  const rest = given.length - 2;
  return {
    en: `${given.slice(0, 2).join(", ")} and ${rest} more`,
    ja: `${given.slice(0, 2).join("、")}ほか ${rest} 件`,
  };
}

/** Where data rests on its way in: the systems that the request names for it, else a landing of ours. */
export function landingName(c: Case): Bi {
  if (c.req.via.length === 0) return bi("raw landing", "生データ領域");
  const via = names(c.req.via, bi("raw landing", "生データ領域"));
  return bi(`the landing in ${via.en}`, `${via.ja} の中継領域`);
}

function topicsName(c: Case): Bi {
  const broker = c.req.via.find((one) => one.kind === "broker") ?? null;
  const where = name(broker, bi("", ""));
  return broker
    ? bi(`change topics in ${where.en}`, `${where.ja} の変更トピック`)
    : bi("change topics", "変更トピック");
}

/** `Salesforce -> Snowflake -> Marketo`: every place on the way, in order. */
export function wayOf(c: Case): Bi {
  const stops = [c.req.upstream, c.req.sources, ...c.req.via.map((one) => [one]), c.req.sinks]
    .filter((one) => one.length > 0)
    .map((one) => names(one, bi("", "")));
  return bi(stops.map((one) => one.en).join(" -> "), stops.map((one) => one.ja).join(" → "));
}

/** What stands between the ends, by recipe: only ingestion has a landing of its own. */
function between(c: Case): { readonly first: Bi; readonly second: Bi | null } {
  switch (c.decided.recipe) {
    case "reverse":
      return { first: bi("sync", "同期"), second: null };
    case "cdc":
      return { first: topicsName(c), second: null };
    case "dbt":
      return { first: bi("staging", "staging"), second: bi("marts", "marts") };
    default:
      return { first: landingName(c), second: bi("transform", "変換") };
  }
}

export function layoutOf(c: Case): Layout {
  const dataset = toSlug(mainDataset(c)).replaceAll("-", "_");
  const source = c.req.sources[0];
  // Without a table that can be named, the ends name it: `postgres-to-kafka`, not `postgres-postgres`.
  const sink = c.req.sinks[0];
  const words = source?.id === dataset && sink ? [dataset, "to", sink.id] : [source?.id, dataset];
  const name = toSlug(c.reading.name ?? [...new Set(words.filter(Boolean))].join("-"));
  return { name, boundaries: boundariesOf(c, dataset), stages: stageNames };
}

const readers = bi("its readers", "利用者");

function boundariesOf(c: Case, dataset: string): Boundary[] {
  const { recipe } = c.decided;
  // Checks stand at one place: between a dataset that is loaded and who reads it.
  if (recipe === "quality")
    return [
      {
        id: "out-1",
        from: datasetName(c).en,
        to: "readers",
        fromName: datasetName(c),
        toName: readers,
        ...datasetsOf([dataset]),
        lane: "live",
      },
    ];
  const { first, second } = between(c);
  const boundaries: Boundary[] = [];
  const all = slugsOf(
    recipe === "reverse"
      ? (c.req.sources[0]?.objects ?? [])
      : c.req.sources.flatMap((one) => one.objects),
    [dataset],
  );
  for (const [i, from] of (c.req.sources.length > 0 ? c.req.sources : [null]).entries())
    boundaries.push({
      id: `in-${i + 1}`,
      from: from?.title ?? "source",
      to: first.en,
      fromName: recipe === "dbt" && !from ? bi("raw tables", "生テーブル") : sourceName(from),
      toName: first,
      ...datasetsOf(
        slugsOf(from?.objects ?? [], [dataset]).map((one) =>
          recipe === "reverse" ? one : `raw_${one}`,
        ),
      ),
      lane: "live",
    });
  if (second)
    boundaries.push({
      id: "clean",
      from: first.en,
      to: second.en,
      fromName: first,
      toName: second,
      ...datasetsOf(
        all.map((one) =>
          recipe === "dbt" ? `stg_${one.replace(/^(?:fct|dim|mart)_/, "")}` : `clean_${one}`,
        ),
      ),
      lane: "live",
    });
  const last = second ?? first;
  for (const [i, to] of (c.req.sinks.length > 0 ? c.req.sinks : [null]).entries()) {
    const own = slugsOf(to?.objects ?? [], all);
    boundaries.push({
      id: `out-${i + 1}`,
      from: last.en,
      to: to?.title ?? "sink",
      fromName: last,
      toName: recipe === "dbt" ? readers : sinkName(to),
      ...datasetsOf(
        own.map((one) =>
          recipe === "reverse" && to ? `${toSlug(to.id).replaceAll("-", "_")}_${one}` : one,
        ),
      ),
      lane: to && isHistory(to) && c.decided.mode === "HYBRID" ? "history" : "live",
    });
  }
  return boundaries;
}

const isHistory = (system: System): boolean =>
  system.kind === "warehouse" || system.kind === "lake" || system.kind === "files";

/** Contracts at one boundary at most: a schema of hundreds of tables is one contract by its name. */
const mostDatasets = 6;

function slugsOf(objects: readonly string[], otherwise: readonly string[]): readonly string[] {
  const slugs = objects.flatMap((one) => {
    const latin = latinName(one);
    return latin === null ? [] : [toSlug(latin).replaceAll("-", "_")];
  });
  const found = [...new Set(slugs)];
  return found.length === 0 || found.length > mostDatasets ? otherwise : found;
}

const datasetsOf = (datasets: readonly string[]) => ({
  dataset: datasets[0] ?? "records",
  datasets,
});
