// Opens a warehouse in this process, for short work on it: quarantine, previews. Runs have a process of their own.
import { join } from "node:path";
import type { OpenDestination, QuarantineRequest } from "../connector/destination.ts";
import type { CallOptions } from "../api/app.ts";
import { RevosError } from "../kernel/error.ts";
import { makeId } from "../kernel/ids.ts";
import { shortWork } from "../kernel/memory-budget.ts";
import type { AppContext } from "./context.ts";
import { destinationAt } from "./places.ts";
import { loadDestination } from "./registry.ts";

/**
 * Work on held rows of the warehouse at `place`, alone: runs that want a DuckDB file meanwhile wait by name, as this does for
 * them. `rows`: which held rows the work needs, where they have to be brought; changes of them are given back at the end.
 */
export async function withWarehouse<T>(
  ctx: AppContext,
  place: string,
  options: CallOptions,
  work: (open: OpenDestination) => Promise<T>,
  rows: QuarantineRequest = {},
): Promise<T> {
  const store = await ctx.store();
  const answer = await store.leases.hold({
    name: `destination:${place}`,
    holder: makeId("work", 6),
  });
  if (!answer.ok) {
    throw new RevosError(
      "destination.locked",
      `${place} is being written by ${answer.holder.holder} (process ${answer.holder.pid}). Nothing was changed.`,
      { data: { path: place, run: answer.holder.holder, pid: answer.holder.pid } },
    );
  }
  await using held = answer.held;
  void held;
  const { kind, config } = await destinationAt(ctx, place);
  const definition = await loadDestination(kind);
  const signal = options.signal ?? new AbortController().signal;
  await using open = await definition.open(definition.config.parse(config) as never, {
    signal,
    log: ctx.log,
    scratch: join(ctx.project.landing, "..", "scratch"),
    ...shortWork.warehouse,
  });
  await open.borrowQuarantine?.(rows);
  const result = await work(open);
  await open.returnQuarantine?.();
  return result;
}
