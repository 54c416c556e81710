// Parts that earlier backfills of a stream planned and did not finish: failed, held, cancelled, or never reached because the process
// died. What the warehouse says it has published counts as done, whatever the run had time to write down.
import type { OpenDestination } from "../../connector/destination.ts";
import type { StreamPlan } from "../../engine/plan.ts";
import type { Run } from "../../model/run.ts";
import type { Connection } from "../../store/connections.ts";
import type { AppContext } from "../context.ts";
import type { Partition } from "./partitions.ts";

const runsLookedAt = 100;

/** Oldest run first; a later run that finished the same range takes it off the list. */
export async function unfinishedParts(
  ctx: AppContext,
  connection: Connection,
  stream: StreamPlan,
  warehouse: OpenDestination,
): Promise<Partition[]> {
  const store = await ctx.store();
  await store.runs.sweepLost();
  const runs = await store.runs.list({
    connection: connection.slug,
    lane: "backfill",
    limit: runsLookedAt,
  });
  const open = new Map<string, Partition>();
  for (const { document } of runs.reverse()) {
    if (document.rollsBack !== undefined) continue;
    const own = document.streams.find(
      (entry) =>
        entry.stream === stream.stream.name &&
        entry.namespace === (stream.stream.namespace ?? null),
    );
    const done = await publishedParts(warehouse, document, own?.table ?? "");
    for (const { part, from, to, status } of own?.parts ?? []) {
      // A whole table or a condition is no range: it is run again as it was asked.
      if (from === null && to === null) continue;
      const key = JSON.stringify([from, to]);
      if (status === "ok" || done.has(part)) open.delete(key);
      else if (status !== "running" && status !== "queued") open.set(key, { name: part, from, to });
      else if (document.status !== "running" && document.status !== "queued")
        open.set(key, { name: part, from, to });
    }
  }
  return [...open.values()];
}

/** Names of the parts of a run that stand in the warehouse's own notes. */
export async function publishedParts(
  warehouse: OpenDestination,
  run: Pick<Run, "id">,
  table: string,
): Promise<Set<string>> {
  const lines = (await warehouse.rewrites?.({ runId: run.id })) ?? [];
  return new Set(lines.filter((line) => line.target === table).map((line) => line.part));
}
