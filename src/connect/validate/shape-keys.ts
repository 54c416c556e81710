// The keys that each place of a connection file may have, and what is said about any other.

import { schemaChangeKinds, streamChangeKinds } from "../../model/connection.ts";
import { suggest } from "../text/suggest.ts";
import { joinPath } from "../yaml/read.ts";

import { orList, type Report } from "./report.ts";

/** The keys that a place of the file may have, for suggestions. */
const keysAt: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^$/, ["apiVersion", "kind", "metadata", "spec"]],
  [/^metadata$/, ["name", "id"]],
  [
    /^spec$/,
    [
      "name",
      "source",
      "schedule",
      "status",
      "streams",
      "prefix",
      "owner",
      "destination",
      "landing",
      "limits",
      "onSchemaChange",
    ],
  ],
  [/^spec\.source$/, ["id"]],
  [/^spec\.schedule$/, ["units", "timeUnit", "cron", "timezone"]],
  [/^spec\.landing$/, ["keep", "maxBytes"]],
  [
    /^spec\.limits$/,
    ["memory", "parallel", "maxQuarantine", "allowEmpty", "stallWarn", "stallFail"],
  ],
  [
    /^spec\.streams\[\d+\]$/,
    [
      "name",
      "namespace",
      "syncMode",
      "cursorField",
      "primaryKey",
      "mappers",
      "as",
      "columns",
      "where",
      "history",
      "lookback",
      "onSchemaChange",
      "deletes",
      "contract",
      "eventTime",
      "lateAfter",
      "late",
    ],
  ],
  [/^spec\.onSchemaChange$/, schemaChangeKinds],
  [/^spec\.streams\[\d+\]\.onSchemaChange$/, streamChangeKinds],
  [/\.columns\.[^.]+$/, ["include", "type"]],
  [/\.mappers\[\d+\]$/, ["type", "mapperConfiguration"]],
  [
    /\.mapperConfiguration$/,
    [
      "targetField",
      "method",
      "fieldNameSuffix",
      "hmacKey",
      "originalFieldName",
      "newFieldName",
      "conditions",
      "algorithm",
      "key",
      "mode",
      "padding",
    ],
  ],
  [/\.conditions(?:\[\d+\])?$/, ["type", "conditions", "fieldName", "comparisonValue"]],
];

const placeName = (path: string): string =>
  path === ""
    ? "a connection file"
    : /^spec\.streams\[\d+\]$/.test(path)
      ? "a stream"
      : /mappers\[\d+\]$/.test(path)
        ? "a mapper"
        : path.replace(/^spec\.streams\[\d+\]\./, "a stream's ");

export function addUnknownKeys(keys: readonly string[], path: string, report: Report): void {
  const known = keysAt.find(([pattern]) => pattern.test(path))?.[1] ?? [];
  for (const key of keys) {
    const near = suggest(key, known);
    const misplaced =
      near.length === 0 ? keysAt.find(([, names]) => names.includes(key))?.[0] : undefined;
    const advice =
      near.length > 0
        ? `Did you mean ${orList(near)}?`
        : known.length > 0
          ? `Remove it. Keys here: ${known.join(", ")}.`
          : "Remove it.";
    report.add(
      "unknown_key",
      joinPath(path, key),
      `${key} is not a key of ${placeName(path)}${misplaced ? "; it stands in the wrong place" : ""}.`,
      { advice, at: "key", data: { key, suggestions: near } },
    );
  }
}
