// Warehouses by place: the one text under which the store knows a warehouse (a DuckDB file's path, else the kind and the
// server's place in words), and the way back from it to something that can be opened.
import { existsSync } from "node:fs";
import { RevosError } from "../kernel/error.ts";
import type { Store } from "../store/store.ts";
import type { AppContext } from "./context.ts";
import { findDestination } from "./destinations.ts";
import { loadDestination } from "./registry.ts";
import { exclusivePlace } from "./run-settings.ts";

export type PlacedDestination = { readonly kind: string; readonly config: unknown };

export async function placeOf({ kind, config }: PlacedDestination): Promise<string> {
  const path = exclusivePlace(kind, config);
  if (path !== null) return path;
  const definition = await loadDestination(kind);
  return `${kind}:${definition.describe(definition.config.parse(config))}`;
}

/** Reading makes no warehouse: a file that is not there holds nothing. A server has to be asked. */
export const mayHold = (place: string): boolean => isServer(place) || existsSync(place);

const isServer = (place: string): boolean => /^[a-z][a-z0-9]+:/.test(place);

const keptKey = (place: string): string => `ad_hoc_destination:${place}`;

/** Keeps how an ad hoc destination is reached, without its secrets: its quarantine is read and changed later. */
export async function keepPlace(
  store: Pick<Store, "meta">,
  place: string,
  { kind, config }: PlacedDestination,
): Promise<void> {
  if (!isServer(place)) return;
  const { secrets } = await loadDestination(kind);
  await store.meta.set(
    keptKey(place),
    JSON.stringify({
      kind,
      config: Object.fromEntries(
        Object.entries(config as Record<string, unknown>).filter(
          ([key]) => !secrets.some((secret) => secret === key || secret.startsWith(`${key}.`)),
        ),
      ),
    }),
  );
}

/** What stands at a place: a file, a destination of the project, or one that an ad hoc sync wrote to. */
export async function destinationAt(ctx: AppContext, place: string): Promise<PlacedDestination> {
  if (!isServer(place)) return { kind: "duckdb", config: { path: place } };
  const store = await ctx.store();
  const kind = place.slice(0, place.indexOf(":"));
  for (const entry of await store.destinations.list()) {
    if (entry.kind !== kind) continue;
    const found = await findDestination(ctx, entry.name);
    if ((await placeOf(found)) === place) return found;
  }
  const kept = await store.meta.get(keptKey(place));
  if (kept !== null && kept !== undefined) {
    const { config } = JSON.parse(kept) as { config: Record<string, unknown> };
    const password = kind === "postgres" ? ctx.env.PGPASSWORD : undefined;
    return { kind, config: password === undefined ? config : { ...config, password } };
  }
  throw new RevosError("destination.not_found", `No destination of this project is at ${place}.`, {
    advice: "revos destinations create makes one.",
    data: { place },
  });
}
