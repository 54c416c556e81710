// Streams of a file against discovery: names, namespaces, modes, cursors, keys. Only what stands on its own is reported:
// an unknown mode says nothing about cursors, an unknown stream says nothing about fields.
import type { DiscoveredStream, Discovery, FieldPath } from "../../model/discovery.ts";
import { needsCursor, needsKey, syncModes } from "../../model/sync-mode.ts";
import { findCursor, findKey, offeredModes } from "../propose/modes.ts";
import { formatField, formatStream, hasPath, isSamePath } from "../../model/field-path.ts";
import { suggest } from "../text/suggest.ts";
import type { RawStream } from "./raw.ts";
import { orList, type Report } from "./report.ts";

const list = (path: FieldPath): string =>
  `[${path.map((part) => (/^[\p{L}_][\p{L}\p{N}_-]*$/u.test(part) ? part : JSON.stringify(part))).join(", ")}]`;

/** The discovered stream that is meant, after reporting what is wrong with name and namespace. */
export function checkName(
  stream: RawStream,
  discovery: Discovery,
  report: Report,
): DiscoveredStream | null {
  const { name, namespace, path } = stream;
  if (name === undefined) return null;
  const named = discovery.filter((found) => found.streamName === name);
  const exact = named.find((found) => (found.streamnamespace ?? undefined) === namespace);
  if (exact) return exact;
  if (named.length === 0) {
    const near = suggest(
      name,
      discovery.map((found) => found.streamName),
    );
    const folded = discovery.find((found) => found.streamName.toLowerCase() === name.toLowerCase());
    const split = discovery.find(
      (found) =>
        found.streamnamespace !== undefined &&
        `${found.streamnamespace}.${found.streamName}` === name,
    );
    const advice = split
      ? `name: ${split.streamName} and namespace: ${split.streamnamespace ?? ""}, on two lines`
      : folded
        ? `Did you mean ${folded.streamName}? Letter case counts.`
        : near.length > 0
          ? `Did you mean ${orList(near)}?`
          : "revos sources list-streams <id> shows the streams.";
    report.add(
      "stream_unknown",
      `${path}.name`,
      `The source has no stream ${formatStream(name, namespace)}.`,
      { advice, data: { stream: name, namespace: namespace ?? null, suggestions: near } },
    );
    return null;
  }
  const places = named.flatMap((found) =>
    found.streamnamespace === undefined ? [] : [found.streamnamespace],
  );
  if (!stream.hasNamespace) {
    report.add(
      "namespace_missing",
      `${path}.namespace`,
      `Stream ${name}: namespace is missing; the source has this stream in ${orList(places)}.`,
      {
        advice:
          places.length === 1
            ? `namespace: ${places[0] ?? ""}`
            : `namespace: ${places.join(" | ")}`,
        data: { stream: name, namespaces: places },
      },
    );
    return named.length === 1 ? (named[0] ?? null) : null;
  }
  if (places.length === 0) {
    report.add(
      "namespace_unexpected",
      `${path}.namespace`,
      `Stream ${name}: this source has no namespaces.`,
      { at: "key", data: { stream: name } },
    );
    return named[0] ?? null;
  }
  if (namespace === undefined) return null;
  report.add(
    "stream_unknown",
    `${path}.namespace`,
    `The source has no stream ${name} in ${namespace}; it is in ${orList(places)}.`,
    {
      advice: `namespace: ${places.join(" | ")}`,
      data: { stream: name, namespace, namespaces: places },
    },
  );
  return null;
}

/** Mode, cursor and key. `found` null: the stream is not known, so only the form is judged. */
export function checkMode(stream: RawStream, found: DiscoveredStream | null, report: Report): void {
  const { path, syncMode: mode } = stream;
  const label = `Stream ${stream.name ?? stream.index + 1}`;
  if (mode !== undefined) {
    const isOffered = found === null || found.syncModes.includes(mode);
    if (!isOffered) {
      const offered = offeredModes(found);
      report.add("sync_mode_unsupported", `${path}.syncMode`, `${label} does not offer ${mode}.`, {
        advice:
          offered.length > 0
            ? `Offered: ${offered.join(", ")}.`
            : "The source offers no sync mode for this stream; leave it out.",
        data: { stream: stream.name, mode, offered },
      });
    } else checkNeeds(stream, found, label, report);
  }
  if (!found) return;
  if (
    stream.cursor &&
    (mode === undefined || needsCursor(mode)) &&
    !isDiscoveredCursor(found, stream.cursor)
  )
    addUnknownField(
      "cursor_not_discovered",
      `${path}.cursorField`,
      stream.cursor,
      found,
      label,
      report,
    );
  if (stream.key && (mode === undefined || needsKey(mode)))
    stream.key.forEach((part, at) => {
      if (!hasPath(found.propertyFields, part) && !hasPath(found.sourceDefinedPrimaryKey, part))
        addUnknownField(
          "primary_key_not_discovered",
          `${path}.primaryKey[${at}]`,
          part,
          found,
          label,
          report,
        );
    });
}

const isDiscoveredCursor = (found: DiscoveredStream, path: FieldPath): boolean =>
  hasPath(found.propertyFields, path) || isSamePath(found.defaultCursorField, path);

function checkNeeds(
  stream: RawStream,
  found: DiscoveredStream | null,
  label: string,
  report: Report,
): void {
  const { path, syncMode: mode } = stream;
  if (mode === undefined) return;
  const offered = found ? offeredModes(found) : syncModes;
  if (needsCursor(mode) && stream.cursor === undefined) {
    const cursor = found ? findCursor(found) : null;
    const advice = cursor
      ? `cursorField: ${list(cursor.path)}        (${cursor.from === "source" ? "the source names it" : `the stream has ${formatField(cursor.path)}`})`
      : `Write cursorField, or use a full refresh mode: ${orList(offered.filter((other) => !needsCursor(other)))}.`;
    report.add(
      "cursor_missing",
      `${path}.cursorField`,
      `${label} has no cursorField; its mode needs one (${mode}).`,
      { advice, data: { stream: stream.name, mode, suggestion: cursor?.path ?? null } },
    );
  }
  if (!needsCursor(mode) && stream.cursor !== undefined)
    report.add(
      "cursor_extra",
      `${path}.cursorField`,
      `cursorField has no effect with ${mode} (accepted).`,
      { severity: "warning", at: "key", data: { stream: stream.name, mode } },
    );
  if (needsKey(mode) && stream.key === undefined) {
    const key = found ? findKey(found) : null;
    const names = key?.paths.map(formatField).join(", ") ?? "";
    const others = offered.filter((other) => !needsKey(other));
    const advice = key
      ? `primaryKey: [${key.paths.map(list).join(", ")}]        (${key.from === "source" ? `the source names ${names} as its key` : `${names} looks like its key`})`
      : `Write primaryKey, or use a mode without a key: ${orList(others)}.`;
    report.add(
      "primary_key_missing",
      `${path}.primaryKey`,
      `${label} has no primaryKey; its mode needs one (${mode}).`,
      { advice, data: { stream: stream.name, mode, suggestion: key?.paths ?? null } },
    );
  }
  if (!needsKey(mode) && stream.key !== undefined)
    report.add(
      "primary_key_extra",
      `${path}.primaryKey`,
      `primaryKey has no effect with ${mode} (accepted).`,
      { severity: "warning", at: "key", data: { stream: stream.name, mode } },
    );
}

function addUnknownField(
  code: "cursor_not_discovered" | "primary_key_not_discovered",
  path: string,
  field: FieldPath,
  found: DiscoveredStream,
  label: string,
  report: Report,
): void {
  const shown = formatField(field);
  const fields = found.propertyFields;
  const joined =
    field.length === 1
      ? fields.find((other) => other.length > 1 && other.join(".") === field[0])
      : undefined;
  const near = suggest(shown, fields.map(formatField));
  // `[[order_id, line_no]]` is one nested path; two columns were meant.
  const isColumns =
    code === "primary_key_not_discovered" &&
    field.length > 1 &&
    field.every((part) => hasPath(fields, [part]));
  const advice = isColumns
    ? `primaryKey: [${field.map((part) => list([part])).join(", ")}]        (an inner list is one path; these are ${field.length} columns)`
    : joined
      ? `Write the path as a list: ${list(joined)}.`
      : near.length > 0
        ? `Did you mean ${orList(near)}?`
        : fields.length <= 12
          ? `Fields of the stream: ${fields.map(formatField).join(", ")}.`
          : "revos sources list-streams <id> --json shows the fields.";
  report.add(code, path, `${label} has no field ${shown}.`, {
    advice,
    data: { stream: found.streamName, field, suggestions: near },
  });
}
