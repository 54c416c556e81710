// What a request asks for at heart: whether a pipeline is to be made or changed now. Shared by routing, recipes and handoffs.
import type { Case } from "../case.ts";

/** Data is to go from somewhere to somewhere, or a pipeline is spoken of as the thing to work on now. */
export function isPipelineTask(c: Case): boolean {
  if (c.reading.form === "yaml" && c.reading.systems.length > 0) return true;
  if (c.reading.recipeToken && !isPlainWord(c)) return true;
  const moves = c.has("what.move") && c.req.sources.length > 0 && c.req.sinks.length > 0;
  return moves || c.has("what.pipeline") || c.has("capture.cdc");
}

/** A system at either end in words, or a rate, with how late or how often it is wanted: data is to flow, whatever the verb. */
export function isStatedFlow(c: Case): boolean {
  const { req } = c;
  const isPlaced = [...req.sources, ...req.sinks].some((one) => one.roleFrom === "words");
  const isTimed = (req.latency ?? req.updateInterval ?? req.freshnessSla) !== null;
  return isTimed && (isPlaced || req.eventsPerSecond !== null || req.bytesPerDay !== null);
}

/** `Quality time with my kids`: the recipe's name as an everyday word, and nothing else about data. */
function isPlainWord(c: Case): boolean {
  const { recipeToken, rest, text, systems, objects, quantities } = c.reading;
  const isEveryday = recipeToken === "quality" || recipeToken === "reverse";
  if (!isEveryday || rest === "" || rest === text) return false;
  return systems.length === 0 && objects.length === 0 && quantities.length === 0;
}

export function isContractTask(c: Case): boolean {
  return c.reading.routeToken === "contract" || c.has("ask.contract");
}

/** Something is said that has to do with data pipelines at all. */
export function isAboutData(c: Case): boolean {
  return (
    c.reading.systems.length > 0 ||
    isStatedFlow(c) ||
    (c.has("what.move") && c.has("what.data")) ||
    (c.has("word.realtime", "word.continuous") &&
      c.has("what.show", "what.data", "what.move", "use.operational")) ||
    (c.has("word.batch") && c.has("what.data", "what.move")) ||
    c.has(
      "what.pipeline",
      "capture.cdc",
      "check.quality",
      "topic.dbt",
      "topic.medallion",
      "topic.sla",
      "topic.lineage",
      "topic.drift",
      "topic.iceberg",
      "ask.backfill",
      "wish.delete_quarantine",
      "topic.late",
    )
  );
}

/**
 * The task of these signals is what the request is about: it comes before any word of a pipeline, or no pipeline is to be made.
 * `Tests for our ingestion code` is about tests; `a daily load from A to B, and tests for it` is about the load.
 */
export function isPrimary(c: Case, ...ids: readonly string[]): boolean {
  const task = c.find(...ids);
  if (!task || c.reading.recipeToken || (c.reading.form === "yaml" && c.reading.systems.length > 0))
    return false;
  const work = c.find("what.pipeline", "capture.cdc", "what.move");
  const ends = [c.req.sources, c.req.sinks].map((list) =>
    list.filter((one) => one.roleFrom === "words"),
  );
  const isMoved =
    ends.every((list) => list.length > 0) ||
    (c.has("what.move") && c.req.sources.length > 0 && c.req.sinks.length > 0);
  const isDesigned = c.has("what.pipeline") && c.has("ask.design");
  if (!isMoved && !isDesigned) return true;
  const first = Math.min(
    work?.at ?? Number.MAX_SAFE_INTEGER,
    ...ends.flat().map((one) => one.at ?? Number.MAX_SAFE_INTEGER),
  );
  return task.at < first;
}
