// What a plan looks at: the source, asked how much there is, and the warehouse, asked how much stands there already. The
// warehouse is waited for by name, like a run waits for it.
import { join } from "node:path";
import type { CallOptions } from "../../api/app.ts";
import type { OpenDestination, TableName } from "../../connector/destination.ts";
import { RevosError } from "../../kernel/error.ts";
import { makeId } from "../../kernel/ids.ts";
import { shortWork } from "../../kernel/memory-budget.ts";
import type { AppContext } from "../context.ts";
import type { FoundDestination } from "../destinations.ts";
import { loadDestination } from "../registry.ts";
import { exclusivePlace } from "../run-settings.ts";
import { holdDestination } from "../run-sync.ts";

const waitMs = 30_000;

/** Opens the destination alone (where only one may write), prepared; `rewrite.unsupported` where it cannot rewrite. */
export async function withDestination<T>(
  ctx: AppContext,
  destination: FoundDestination,
  schema: string,
  options: CallOptions & { readonly timeoutMs?: number | undefined },
  work: (open: OpenDestination) => Promise<T>,
): Promise<T> {
  const definition = await loadDestination(destination.kind);
  if (definition.capabilities.rewrites !== true)
    throw new RevosError(
      "rewrite.unsupported",
      `The destination ${destination.name} (${destination.kind}) cannot keep what a backfill or replay replaces. Nothing was done.`,
      { data: { destination: destination.name, kind: destination.kind } },
    );
  await using held = await holdDestination(
    ctx,
    await ctx.store(),
    {
      exclusive: exclusivePlace(destination.kind, destination.config),
      timeoutMs: options.timeoutMs ?? waitMs,
    },
    makeId("plan", 6),
    options,
  );
  void held;
  await using open = await definition.open(definition.config.parse(destination.config) as never, {
    signal: options.signal ?? new AbortController().signal,
    log: ctx.log,
    scratch: join(ctx.project.landing, "..", "scratch"),
    ...shortWork.warehouse,
  });
  await open.prepare([schema]);
  return await work(open);
}

const pollMs = 250;

/** Where others may have the warehouse open as well: keeps them from these tables, waiting as long as a run would. */
export async function claimTables(
  ctx: AppContext,
  open: OpenDestination,
  tables: readonly TableName[],
  options: CallOptions & { readonly timeoutMs?: number | undefined },
): Promise<void> {
  const until = ctx.clock.monotonic() + (options.timeoutMs ?? waitMs);
  for (;;) {
    try {
      return await open.claim?.(tables);
    } catch (error) {
      const isBusy = error instanceof RevosError && error.code === "destination.locked";
      if (!isBusy || ctx.clock.monotonic() > until) throw error;
      await ctx.clock.sleep(pollMs, options.signal);
    }
  }
}
