// What a request or Sentinel decided on personal columns, as privacy mappers of the connection: what the proposal engine would hash by
// itself gives way to a decision, and a column only the request calls personal is covered too (000 §決して行わないこと).
import type { Outcome } from "../../design/decide.ts";
import type { PacketField } from "../../design/reading.ts";
import type { Catalog } from "../../model/catalog.ts";
import type { Connection } from "../../model/connection.ts";
import type { Mapper } from "../../model/mapper.ts";

type Stream = Connection["spec"]["streams"][number];
type Handling = PacketField["handling"];

/** By column, lower case. A decision of Sentinel goes before what the names suggest. */
function decisionsOf(outcome: Outcome): ReadonlyMap<string, Handling> {
  const { reading, req } = outcome.case;
  const decided = new Map<string, Handling>();
  for (const { name } of req.sensitive) decided.set(name.toLowerCase(), "hash");
  for (const packet of reading.packets)
    for (const field of packet.fields) decided.set(field.name.toLowerCase(), field.handling);
  return decided;
}

export function withFieldMappers(
  connection: Connection,
  outcome: Outcome,
  catalog: Catalog,
): Connection {
  const decided = decisionsOf(outcome);
  const given = new Set(
    outcome.case.reading.packets.flatMap((packet) =>
      packet.fields.map((field) => field.name.toLowerCase()),
    ),
  );
  if (decided.size === 0) return connection;
  return {
    ...connection,
    spec: {
      ...connection.spec,
      streams: connection.spec.streams.map((stream) => {
        const found = catalog.streams.find(
          (one) => one.name === stream.name && one.namespace === stream.namespace,
        );
        return (found?.columns ?? []).reduce((now, { name }) => {
          const handling = decided.get(name.toLowerCase());
          if (handling === undefined) return now;
          // What the engine covers already stays as it is, unless somebody decided.
          if (!given.has(name.toLowerCase()) && targets(now, name)) return now;
          return handled(now, name, handling);
        }, stream);
      }),
    },
  };
}

const isOn = (mapper: Mapper, column: string): boolean =>
  "targetField" in mapper.mapperConfiguration && mapper.mapperConfiguration.targetField === column;
const targets = (stream: Stream, column: string): boolean =>
  (stream.mappers ?? []).some((mapper) => isOn(mapper, column));

function handled(stream: Stream, column: string, handling: Handling): Stream {
  const isKey = (stream.primaryKey ?? []).some((path) => path[0] === column);
  const isCursor = stream.cursorField?.[0] === column;
  const others = (stream.mappers ?? []).filter((mapper) => !isOn(mapper, column));
  const { mappers: _, ...bare } = stream;
  // A key must still tell rows apart: dropped or encrypted it would not, a keyed hash does.
  const mapper = mapperOf(column, isKey && handling !== "clear" ? "hash" : handling);
  const mappers = mapper === null ? others : [...others, mapper];
  const next: Stream = mappers.length > 0 ? { ...bare, mappers } : bare;
  return isCursor && mapper !== null ? withoutCursor(next) : next;
}

/** A cursor whose values are hidden has no order: the stream is read in full. */
function withoutCursor({
  cursorField: _,
  primaryKey: __,
  lookback: ___,
  ...stream
}: Stream): Stream {
  return { ...stream, syncMode: "full_refresh_overwrite" };
}

function mapperOf(targetField: string, handling: Handling): Mapper | null {
  switch (handling) {
    case "clear":
      return null;
    case "drop":
      return { type: "field-filtering", mapperConfiguration: { targetField } };
    case "encrypt":
      return {
        type: "encryption",
        mapperConfiguration: {
          algorithm: "AES",
          targetField,
          key: "${env.AES_KEY}",
          mode: "GCM",
          padding: "NoPadding",
        },
      };
    case "hash":
      return {
        type: "hashing",
        mapperConfiguration: { targetField, method: "SHA-256", hmacKey: "${env.HASH_KEY}" },
      };
  }
}
