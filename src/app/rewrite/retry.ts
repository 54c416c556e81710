// Running a backfill or replay again: the same plan, without the parts that are done. What the warehouse has noted counts as done, even
// where the run was killed before it could write that down.
import type { CallOptions } from "../../api/app.ts";
import type { Run } from "../../model/run.ts";
import type { AppContext } from "../context.ts";
import { findDestination } from "../destinations.ts";
import { withDestination } from "./open-ends.ts";
import { runRewrite } from "./run-parts.ts";
import { findPlan } from "./stored-plan.ts";
import { publishedParts } from "./unfinished.ts";
import { RevosError } from "../../kernel/error.ts";

/** Null: every part is done. */
export async function retryRewrite(
  ctx: AppContext,
  document: Run,
  options: CallOptions,
): Promise<Run | null> {
  if (document.plan === undefined || document.rollsBack !== undefined)
    throw new RevosError(
      "usage.bad_value",
      `${document.id} was a rollback, which is one step and is not run again. Nothing was started.`,
      { data: { run: document.id }, advice: "revos backfill list" },
    );
  const found = await findPlan(
    ctx,
    document.plan,
    document.lane === "replay" ? "replay" : "backfill",
  );
  const destination = await findDestination(ctx, found.connection.destination);
  const open = new Set<string>();
  const key = (stream: { stream: string; namespace: string | null }, part: string): string =>
    JSON.stringify([stream.namespace, stream.stream, part]);
  const schema = document.streams[0]?.table.split(".")[0] ?? "main";
  await withDestination(ctx, destination, schema, options, async (warehouse) => {
    for (const stream of document.streams) {
      const done = await publishedParts(warehouse, document, stream.table);
      for (const { part, status } of stream.parts ?? [])
        if (status !== "ok" && !done.has(part)) open.add(key(stream, part));
    }
  });
  if (open.size === 0) return null;
  return await runRewrite(
    ctx,
    found,
    { trigger: "retry", only: (stream, part) => open.has(key(stream, part)) },
    options,
  );
}
