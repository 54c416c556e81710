// Event time of a stream: the field must be one that the source has, and what is said about late rows must be complete.
import type { DiscoveredStream, FieldPath } from "../../model/discovery.ts";
import { needsCursor } from "../../model/sync-mode.ts";
import { formatField, hasPath, parseField } from "../../model/field-path.ts";
import { suggest } from "../text/suggest.ts";
import type { RawStream } from "./raw.ts";
import { orList, type Report } from "./report.ts";

/** `found` null: the stream is not known, so only the form is judged. */
export function checkEventTime(
  stream: RawStream,
  found: DiscoveredStream | null,
  report: Report,
): void {
  const { path, eventTime } = stream;
  const label = `Stream ${stream.name ?? stream.index + 1}`;
  if (eventTime !== undefined && found) checkField(eventTime, found, `${path}.eventTime`, report);
  if (stream.hasLate && !stream.hasLateAfter)
    report.add(
      "value_invalid",
      `${path}.late`,
      `${label}: late says what becomes of late rows, but lateAfter, which says when a row is late, is missing.`,
      { at: "key", advice: "Add lateAfter: 1h (or another duration), or remove late." },
    );
  const hasTime =
    eventTime !== undefined || stream.syncMode === undefined || needsCursor(stream.syncMode);
  if (stream.hasLateAfter && !hasTime)
    report.add(
      "value_invalid",
      `${path}.lateAfter`,
      `${label}: lateAfter needs eventTime, because the stream has no cursor to measure by.`,
      { at: "key", advice: "Add eventTime: <a time column>, or remove lateAfter." },
    );
}

function checkField(written: unknown, found: DiscoveredStream, path: string, report: Report): void {
  const fields = found.propertyFields;
  const paths: (FieldPath | null)[] =
    typeof written === "string"
      ? [[written], parseField(written)]
      : Array.isArray(written) && written.every((part) => typeof part === "string")
        ? [written]
        : [];
  if (paths.length === 0 || paths.some((one) => one !== null && isKnown(fields, one))) return;
  const shown = typeof written === "string" ? written : formatField(paths[0] ?? []);
  const near = suggest(shown, fields.map(formatField));
  report.add("value_invalid", path, `Stream ${found.streamName} has no field ${shown}.`, {
    advice:
      near.length > 0
        ? `Did you mean ${orList(near)}?`
        : "revos sources list-streams <id> --json shows the fields.",
    data: { stream: found.streamName, field: shown, suggestions: near },
  });
}

/** Fields inside a json column are not all discovered: a path below a known column may be right. */
const isKnown = (fields: readonly FieldPath[], path: FieldPath): boolean =>
  hasPath(fields, path) ||
  (path.length > 1 &&
    hasPath(fields, path.slice(0, 1)) &&
    !fields.some((field) => field.length > 1 && field[0] === path[0]));
