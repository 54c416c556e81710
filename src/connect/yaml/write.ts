// Writes a new connection file in the one layout of seed 003 §フェーズ 6: flow style for short values, no field that the
// mode does not use, never metadata.id or spec.prefix.
import { Document, isMap, isScalar, isSeq, stringify, visit } from "yaml";
import type { Connection, Schedule, StreamSpec } from "../../model/connection.ts";
import type { Mapper } from "../../model/mapper.ts";
import { needsCursor, needsKey } from "../../model/sync-mode.ts";

/** Keys whose value stands on one line. */
const flowKeys = new Set(["source", "schedule", "cursorField", "primaryKey", "landing", "limits"]);

/** Seed order of a stream's keys; what the mode does not use is left out. */
function orderStream(stream: StreamSpec): Record<string, unknown> {
  const { name, namespace, syncMode, cursorField, primaryKey, mappers, ...rest } = stream;
  return {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    syncMode,
    ...(needsCursor(syncMode) && cursorField && cursorField.length > 0 ? { cursorField } : {}),
    ...(needsKey(syncMode) && primaryKey && primaryKey.length > 0 ? { primaryKey } : {}),
    ...(mappers && mappers.length > 0 ? { mappers } : {}),
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
  };
}

/** The file of a connection as text. The same connection gives the same bytes. */
export function formatConnection(connection: Connection): string {
  const { metadata, spec } = connection;
  const { name, source, schedule, status, owner, destination, streams, ...rest } = spec;
  const document = new Document({
    apiVersion: connection.apiVersion,
    kind: connection.kind,
    metadata: { name: metadata.name, ...(metadata.id === undefined ? {} : { id: metadata.id }) },
    spec: {
      name,
      source,
      ...(schedule === undefined ? {} : { schedule }),
      ...(status === undefined ? {} : { status }),
      ...(destination === undefined ? {} : { destination }),
      ...(owner === undefined ? {} : { owner }),
      ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
      streams: streams.map(orderStream),
    },
  });
  visit(document, {
    Pair(_, pair) {
      const key = isScalar(pair.key) ? pair.key.value : null;
      if (typeof key === "string" && flowKeys.has(key) && (isMap(pair.value) || isSeq(pair.value)))
        pair.value.flow = true;
      if (key === "mappers" && isSeq(pair.value))
        for (const item of pair.value.items)
          if (isMap(item) && !isFilter(item.toJSON())) item.flow = true;
    },
    Scalar(_, node) {
      if (typeof node.value === "string" && /^\$\{env\./.test(node.value))
        node.type = "QUOTE_DOUBLE";
    },
  });
  return tightenLists(
    document.toString({ lineWidth: 0, flowCollectionPadding: true, indentSeq: true }),
  );
}

/** `[ [ id ] ]` → `[[id]]`, outside quotes and comments: lists stand tight, mappings keep their spaces. */
export function tightenLists(text: string): string {
  return text.replace(
    /"(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*'|(?<=\s)#[^\n]*|\[ +(?=\S)|(?<=\S) +\]/g,
    (part) => (part.startsWith("[") ? "[" : part.endsWith("]") && /^ +\]$/.test(part) ? "]" : part),
  );
}

const isFilter = (mapper: Mapper): boolean => mapper.type === "row-filtering";

/** `24 hours`, `every 2 days`, `manual`, `0 3 * * *` with an optional zone: a schedule as people write it; null: none of these. */
export function parseSchedule(text: string): Schedule | null {
  const word = text.trim().toLowerCase();
  if (word === "manual") return "manual";
  const interval = /^(?:every\s+)?(\d+)?\s*(minute|min|m|hour|hr|h|day|d|week|w)s?$/.exec(word);
  if (interval) {
    const timeUnit = ({ m: "minutes", h: "hours", d: "days", w: "weeks" } as const)[
      (interval[2] ?? "h").charAt(0)
    ];
    const units = Number(interval[1] ?? 1);
    return timeUnit && units > 0 ? { units, timeUnit } : null;
  }
  const parts = text.trim().split(/\s+/);
  const timezone =
    parts.length > 5 && /^(?:[A-Z][A-Za-z]+\/[\w+\-/]+|UTC|GMT)$/.test(parts.at(-1) ?? "")
      ? parts.pop()
      : undefined;
  const named = new Map<string, Schedule>([
    ["hourly", { units: 1, timeUnit: "hours" }],
    ["daily", { units: 24, timeUnit: "hours" }],
    ["weekly", { units: 1, timeUnit: "weeks" }],
  ]).get(word);
  if (named) return named;
  if (
    parts.length < 5 ||
    parts.length > 6 ||
    !parts.every((part) => /^[\d*/,\-a-z?#L]+$/i.test(part))
  )
    return null;
  return { cron: parts.join(" "), ...(timezone === undefined ? {} : { timezone }) };
}

/** A short YAML value on one line, for advice and differences. */
export function formatValue(value: unknown): string {
  if (value === undefined) return "(absent)";
  return stringify(value, {
    collectionStyle: "flow",
    lineWidth: 0,
    flowCollectionPadding: false,
  }).trim();
}
