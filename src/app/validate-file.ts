// One connection file against what is known here: the sources of the store, the cached discovery of the one it names.
import { validateConnection, type Validated } from "../connect/validate/validate.ts";
import { textOf, valueAt } from "../connect/validate/raw.ts";
import { readYaml } from "../connect/yaml/read.ts";
import { toDiscoveredStream } from "../model/catalog.ts";
import type { ConnectionFile } from "./connection-files.ts";
import type { AppContext } from "./context.ts";
import { destinationFacts, findDestination } from "./destinations.ts";

/** Nothing here contacts a source: without a cached discovery the finding says how to get one. */
export async function validateFile(
  ctx: AppContext,
  { path, text }: ConnectionFile,
  language?: "en" | "ja",
): Promise<Validated> {
  const store = await ctx.store();
  const { value } = readYaml(text);
  const sourceId = textOf(valueAt(value, ["spec", "source", "id"]));
  const name = textOf(valueAt(value, ["metadata", "name"]));
  const id = textOf(valueAt(value, ["metadata", "id"]));
  const discovery = sourceId === undefined ? null : await store.discoveries.latest(sourceId);
  const { syncModes } = await destinationFacts(await findDestination(ctx));
  const known =
    (name !== undefined && (await store.connections.find(name))) ||
    (id !== undefined && (await store.connections.find(id)));
  return validateConnection({
    text,
    file: path,
    discovery: discovery
      ? discovery.catalog.streams.map((stream) => toDiscoveredStream(stream, syncModes))
      : null,
    sources: (await store.sources.list()).map((source) => ({
      id: source.id,
      name: source.name,
      kind: source.kind,
    })),
    destinations: [
      ctx.project.settings.destination,
      "warehouse",
      ...(await store.destinations.list()).map((destination) => destination.name),
    ],
    isNew: !known,
    language,
  });
}
