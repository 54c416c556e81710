// The LAYOUT of a design in data: a name, the ends, the boundaries with their datasets, and the stages. Artefact writers, diagrams
// and contracts are drawn from it, so that they name the same things.
import type { Case } from "./case.ts";
import type { Bi, System } from "./reading.ts";
import { list, sinkName, sourceName } from "./words.ts";

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
  /** Dataset that crosses it; `contracts/<dataset>.odcs.yaml`. */
  readonly dataset: string;
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

/** A name for files and tables: the first object named that has Latin letters, else the source's, else `records`. */
export function mainDataset(c: Case): string {
  const named = [
    ...c.reading.objects,
    ...(c.req.sources[0]?.objects ?? []),
    ...(c.req.sinks[0]?.objects ?? []),
  ];
  const source = c.req.sources[0]?.id;
  const usable = [...named, ...(source ? [source] : [])].find((one) => /[a-z0-9]/i.test(one));
  return usable ?? "records";
}

/** What is moved, in words: the names that were given (three and a number), else no more than that it is data. */
export function datasetName(c: Case): Bi {
  const given =
    c.reading.objects.length > 0
      ? c.reading.objects
      : (c.req.sources[0]?.objects ?? c.req.sinks[0]?.objects ?? []);
  if (given.length === 0) return { en: "the data", ja: "データ" };
  if (given.length <= 3) return list(given);
  const rest = given.length - 2;
  return {
    en: `${given.slice(0, 2).join(", ")} and ${rest} more`,
    ja: `${given.slice(0, 2).join("、")}ほか ${rest} 件`,
  };
}

const landing: Bi = { en: "raw landing", ja: "生データ領域" };
const transform: Bi = { en: "transform", ja: "変換" };

export function layoutOf(c: Case): Layout {
  const dataset = toSlug(mainDataset(c)).replaceAll("-", "_");
  const source = c.req.sources[0];
  // Without a table that can be named, the ends name it: `postgres-to-kafka`, not `postgres-postgres`.
  const sink = c.req.sinks[0];
  const words = source?.id === dataset && sink ? [dataset, "to", sink.id] : [source?.id, dataset];
  const name = toSlug(c.reading.name ?? [...new Set(words.filter(Boolean))].join("-"));
  const boundaries: Boundary[] = [];
  for (const [i, from] of (c.req.sources.length > 0 ? c.req.sources : [null]).entries())
    boundaries.push({
      id: `in-${i + 1}`,
      from: from?.title ?? "source",
      to: "raw landing",
      fromName: sourceName(from),
      toName: landing,
      dataset: `raw_${slugOf(from, dataset)}`,
      lane: "live",
    });
  boundaries.push({
    id: "clean",
    from: "raw landing",
    to: "transform",
    fromName: landing,
    toName: transform,
    dataset: `clean_${dataset}`,
    lane: "live",
  });
  for (const [i, to] of (c.req.sinks.length > 0 ? c.req.sinks : [null]).entries())
    boundaries.push({
      id: `out-${i + 1}`,
      from: "transform",
      to: to?.title ?? "sink",
      fromName: transform,
      toName: sinkName(to),
      dataset: slugOf(to, dataset),
      lane: to && isHistory(to) && c.decided.mode === "HYBRID" ? "history" : "live",
    });
  return { name, boundaries, stages: stageNames };
}

const isHistory = (system: System): boolean =>
  system.kind === "warehouse" || system.kind === "lake" || system.kind === "files";

function slugOf(system: System | null, otherwise: string): string {
  const object = system?.objects[0];
  return object ? toSlug(object).replaceAll("-", "_") : otherwise;
}
