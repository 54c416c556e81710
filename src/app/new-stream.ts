// A stream that came after the connection was made: looked at by itself, and given the mode that seed 003's algorithm would
// propose for it.
import { chooseMode } from "../connect/propose/modes.ts";
import { streamKey } from "../connect/propose/input.ts";
import { toDiscoveredStream, type CatalogStream } from "../model/catalog.ts";
import type { StreamSpec } from "../model/connection.ts";
import type { Mapper } from "../model/mapper.ts";
import type { FoundChange } from "../model/schema-change.ts";
import type { AppContext } from "./context.ts";
import { findSource, openSource } from "./sources.ts";

/** Null: the source does not have it any more. */
export async function discoverStream(
  ctx: AppContext,
  sourceId: string,
  { stream: name, namespace }: Pick<FoundChange, "stream" | "namespace">,
): Promise<CatalogStream | null> {
  const source = await findSource(ctx, sourceId);
  const { open } = await openSource(ctx, source);
  await using reader = open;
  const wanted = { name, ...(namespace === null ? {} : { namespace }) };
  const { streams } = await reader.discover({ streams: [wanted] });
  return (
    streams.find((stream) => stream.name === name && (stream.namespace ?? null) === namespace) ??
    null
  );
}

/** Null: it offers no sync mode, for example because the role may not read it. */
export function streamSpecOf(stream: CatalogStream, mappers: readonly Mapper[]): StreamSpec | null {
  const choice = chooseMode({
    key: streamKey(stream.name, stream.namespace ?? null),
    stream: stream.name,
    namespace: stream.namespace ?? null,
    found: toDiscoveredStream(stream),
    estimatedRows: stream.estimatedRows ?? null,
  });
  if (!choice) return null;
  return {
    name: stream.name,
    ...(stream.namespace === undefined ? {} : { namespace: stream.namespace }),
    syncMode: choice.syncMode,
    ...(choice.cursorField ? { cursorField: [...choice.cursorField] } : {}),
    ...(choice.primaryKey ? { primaryKey: choice.primaryKey.map((path) => [...path]) } : {}),
    ...(mappers.length > 0 ? { mappers: [...mappers] } : {}),
  };
}
