// What a request asks for at heart: whether a pipeline is to be made or changed now. Shared by routing, recipes and handoffs.
import type { Case } from "../case.ts";

/** Data is to go from somewhere to somewhere, or a pipeline is spoken of as the thing to work on now. */
export function isPipelineTask(c: Case): boolean {
  if (c.reading.form === "yaml" && c.reading.systems.length > 0) return true;
  if (c.reading.recipeToken) return true;
  const moves = c.has("what.move") && c.req.sources.length > 0 && c.req.sinks.length > 0;
  return moves || c.has("what.pipeline") || c.has("capture.cdc");
}

export function isContractTask(c: Case): boolean {
  return c.reading.routeToken === "contract" || c.has("ask.contract");
}

/** Something is said that has to do with data pipelines at all. */
export function isAboutData(c: Case): boolean {
  return (
    c.reading.systems.length > 0 ||
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
