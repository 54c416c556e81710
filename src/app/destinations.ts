// Destinations by name. `warehouse`, the project's DuckDB file, is there without being made. interface.md §2.
import { RevosError } from "../kernel/error.ts";
import type { AppContext } from "./context.ts";
import { resolveConfig } from "./env-refs.ts";
import { loadDestination } from "./registry.ts";
import { isAbsolute, join } from "node:path";

export type FoundDestination = {
  readonly name: string;
  readonly kind: string;
  /** Resolved: references replaced, a relative DuckDB path made absolute to the project. */
  readonly config: Record<string, unknown>;
};

export const builtIn = "warehouse";

/** The destination of that name, or the project's default. */
export async function findDestination(
  ctx: AppContext,
  name?: string | null,
): Promise<FoundDestination> {
  const wanted = name ?? ctx.project.settings.destination;
  const stored = await (await ctx.store()).destinations.find(wanted);
  if (!stored) {
    if (wanted === builtIn)
      return { name: wanted, kind: "duckdb", config: { path: ctx.project.warehouse } };
    throw new RevosError("destination.not_found", `No destination is named ${wanted}.`, {
      data: { name: wanted },
    });
  }
  const config = resolveConfig(stored.config, ctx.env, `destination ${wanted}`) as Record<
    string,
    unknown
  >;
  if (stored.kind === "duckdb" && typeof config.path === "string" && !isAbsolute(config.path))
    config.path = join(ctx.project.dir, config.path);
  return { name: wanted, kind: stored.kind, config };
}

/** What a new connection of this project can be planned against. */
export async function destinationFacts(destination: FoundDestination) {
  const definition = await loadDestination(destination.kind);
  return {
    definition,
    schema: definition.defaultSchema(definition.config.parse(destination.config)),
    syncModes: definition.capabilities.syncModes,
    maxNameBytes: definition.capabilities.maxNameBytes,
  };
}
