// Codes of what can be wrong in a file, interface.md §3. In JSON a finding carries the part after `config.`.
import type { CodeRow } from "./codes.ts";

const finding = (title: string, advice: string): CodeRow => ({
  title,
  advice,
  retry: "never",
  blame: "you",
  http: 422,
  exit: 3,
});

export const findingCodes = {
  "config.yaml_invalid": finding(
    "The YAML cannot be read",
    "Correct the place that is shown; indentation and quotes are the usual causes.",
  ),
  "config.value_invalid": finding(
    "A value has the wrong form",
    "Write a value of the form that is named.",
  ),
  "config.api_version_unknown": finding("Unknown apiVersion", "apiVersion: revos/v1"),
  "config.kind_unknown": finding("Unknown kind", "kind: Connection"),
  "config.unknown_key": finding("Unknown key", "Remove the key or correct its spelling."),
  "config.duplicate_key": finding(
    "A key stands twice",
    "Keep one of them: the second would silently win.",
  ),
  "config.not_supported_yet": finding(
    "Not supported yet",
    "Remove the key: this version cannot honour it, and will not ignore it.",
  ),
  "config.slug_invalid": finding(
    "metadata.name is not a slug",
    "Use lower-case letters, digits and single hyphens, e.g. postgres-prod-revenue.",
  ),
  "config.file_name_mismatch": finding(
    "File name and metadata.name differ",
    "Rename the file or the connection so that both agree.",
  ),
  "config.source_id_unknown": finding(
    "Unknown source id",
    "revos sources list shows the ids; a name is not an id.",
  ),
  "config.destination_unknown": finding(
    "Unknown destination",
    "revos destinations list shows the names.",
  ),
  "config.discovery_missing": finding(
    "The source's streams are not known",
    "revos sources list-streams <id> reads them.",
  ),
  "config.stream_unknown": finding(
    "The source has no such stream",
    "revos sources list-streams <id> shows the streams.",
  ),
  "config.namespace_missing": finding(
    "namespace is missing",
    "Write the namespace that discovery shows for this stream.",
  ),
  "config.namespace_unexpected": finding(
    "namespace does not belong here",
    "Remove the line: this source has no namespaces.",
  ),
  "config.sync_mode_unknown": finding(
    "No such sync mode",
    "Use one of the four modes of seed 003.",
  ),
  "config.sync_mode_unsupported": finding(
    "The stream does not offer this mode",
    "Use one of the modes that discovery lists for the stream.",
  ),
  "config.cursor_missing": finding(
    "cursorField is missing",
    "The mode needs a cursor: write cursorField, or choose a full refresh mode.",
  ),
  "config.cursor_not_flat": finding("cursorField is not a flat list", "cursorField: [updated_at]"),
  "config.cursor_not_discovered": finding(
    "The source has no such cursor field",
    "Use a field that discovery shows.",
  ),
  "config.cursor_not_ordered": finding(
    "Such a column cannot be a cursor",
    "Use a time, a number or a text as cursor, or a full refresh mode.",
  ),
  "config.primary_key_missing": finding(
    "primaryKey is missing",
    "The mode needs a key: write primaryKey, e.g. [[id]], or choose another mode.",
  ),
  "config.primary_key_not_nested": finding(
    "primaryKey is not a list of lists",
    "primaryKey: [[id]]",
  ),
  "config.primary_key_not_discovered": finding(
    "The source has no such key field",
    "Use fields that discovery shows.",
  ),
  "config.metadata_id_set": finding(
    "metadata.id is set on a new connection",
    "Remove it: revos apply writes it.",
  ),
  "config.spec_prefix_set": finding(
    "spec.prefix is set on a new connection",
    "Remove it: revos apply writes it.",
  ),
  "config.mapper_invalid": finding("A mapper is not valid", "Correct the mapper's configuration."),
  "config.mapper_breaks_key": finding(
    "A mapper breaks the key or cursor",
    "Leave key and cursor fields out of the mapper, or use another key.",
  ),
  "config.name_clash": finding(
    "Two names would be one in the warehouse",
    "Set as: on one of two streams; rename one of two columns, or leave it out.",
  ),
  "config.spec_name_underscore": finding(
    "The label has underscores",
    "Write spec.name for people, with spaces.",
  ),
  "config.spec_name_is_slug": finding(
    "The label repeats the slug",
    "Write spec.name for people, e.g. HubSpot sales pipeline.",
  ),
  "config.cursor_extra": finding(
    "cursorField has no effect here",
    "Remove it: the mode does not use a cursor.",
  ),
  "config.primary_key_extra": finding(
    "primaryKey has no effect here",
    "Remove it: the mode does not use a key.",
  ),
} as const satisfies Record<string, CodeRow>;

/** The bare code of a finding, as it stands in JSON. */
export type FindingCode = keyof typeof findingCodes extends `config.${infer Bare}` ? Bare : never;
