// What taking a schema change does to the streams of a connection's spec: names follow a rename, settings of a column that
// is gone go with it, a new key is written down, a stream that is gone leaves.
import type { StreamSpec } from "../model/connection.ts";
import { forgetColumn, renameColumn } from "../model/rename-column.ts";
import type { FoundChange } from "../model/schema-change.ts";

export function takeInSpec(streams: readonly StreamSpec[], change: FoundChange): StreamSpec[] {
  const isIt = (stream: StreamSpec): boolean =>
    stream.name === change.stream && (stream.namespace ?? null) === change.namespace;
  if (change.kind === "streamGone") return streams.filter((stream) => !isIt(stream));
  return streams.map((stream) => (isIt(stream) ? inStream(stream, change) : stream));
}

function inStream(stream: StreamSpec, change: FoundChange): StreamSpec {
  const { kind, column, after, key } = change;
  if (kind === "rename" && column !== null && after !== null)
    return without(renameColumn(stream, column, after));
  if (kind === "drop" && column !== null) return without(forgetColumn(stream, column));
  if (kind === "key" && key && key.length > 0) return { ...stream, primaryKey: key };
  return stream;
}

/** A key that the file never had stays away, and a list that became empty goes. */
function without(stream: StreamSpec): StreamSpec {
  const { mappers, columns, ...rest } = stream;
  return {
    ...rest,
    ...(mappers && mappers.length > 0 ? { mappers } : {}),
    ...(columns && Object.keys(columns).length > 0 ? { columns } : {}),
  };
}
