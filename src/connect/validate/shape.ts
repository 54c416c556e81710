// The shape of a file against the Connection schema: zod's issues as findings with the codes, words and suggestions of
// interface.md §3. What a key means is checked elsewhere.

import {
  Connection,
  schemaChangeKinds,
  schemaPolicies,
  streamChangeKinds,
} from "../../model/connection.ts";

import { hashMethods, aesModes } from "../../model/mapper.ts";
import { syncModes } from "../../model/sync-mode.ts";
import { suggest } from "../text/suggest.ts";
import { joinPath } from "../yaml/read.ts";
import { addUnknownKeys } from "./shape-keys.ts";
import { addScheduleIssue } from "./shape-schedule.ts";
import {
  describe,
  flatList,
  nestedList,
  shapeAdvice,
  shapeMessage,
  show,
  type Issue,
} from "./shape-words.ts";
import { isPlain, valueAt } from "./raw.ts";
import { orList, type Report } from "./report.ts";
import { unsupportedConnectionKeys, unsupportedStreamKeys, type Unsupported } from "./support.ts";

const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) => joinPath(text, typeof part === "number" ? part : String(part)),
    "",
  );

/** Adds a finding for everything that is not of the schema's shape; gives the connection when all is. */
export function checkShape(value: unknown, report: Report): Connection | null {
  if (!isPlain(value)) {
    report.add(
      "value_invalid",
      "",
      `A connection file is a mapping with apiVersion, kind, metadata and spec; this is ${describe(value)}.`,
    );
    return null;
  }
  checkSupport(value, report);
  const schedule = valueAt(value, ["spec", "schedule"]);
  const parsed = Connection.safeParse(value);
  if (
    isPlain(schedule) &&
    !(parsed.error?.issues.some((issue) => issue.path[1] === "schedule") ?? false)
  )
    addScheduleIssue(schedule, report);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) addIssue(issue, value, report);
  return null;
}

function checkSupport(value: Record<string, unknown>, report: Report): void {
  const spec = valueAt(value, ["spec"]);
  if (!isPlain(spec)) return;
  refuse(spec, "spec", unsupportedConnectionKeys, report);
  if (Array.isArray(spec["streams"]))
    spec["streams"].forEach(
      (stream: unknown, at) =>
        isPlain(stream) && refuse(stream, `spec.streams[${at}]`, unsupportedStreamKeys, report),
    );
}

function refuse(
  holder: Record<string, unknown>,
  path: string,
  table: readonly Unsupported[],
  report: Report,
): void {
  for (const { key, except, why } of table) {
    const value = holder[key];
    if (value === undefined || (typeof value === "string" && except?.includes(value))) continue;
    const allowed = except ? ` Only ${key}: ${except.join(" or ")} can be written.` : "";
    report.add(
      "not_supported_yet",
      joinPath(path, key),
      `${key} is not supported yet: ${why}.${allowed}`,
      {
        at: "key",
        data: { key },
        ...(except ? { advice: `Remove the key, or write ${key}: ${except[0] ?? ""}` } : {}),
      },
    );
  }
}

/** A map of policies: each word that is none, at its own place. Unknown kinds are told as unknown keys. */
function addPolicyIssues(map: Record<string, unknown>, path: string, report: Report): void {
  const kinds: readonly string[] = path.startsWith("spec.streams")
    ? streamChangeKinds
    : schemaChangeKinds;
  const unknown = Object.keys(map).filter((kind) => !kinds.includes(kind));
  if (unknown.length > 0) addUnknownKeys(unknown, path, report);
  for (const [kind, word] of Object.entries(map)) {
    if (unknown.includes(kind) || (schemaPolicies as readonly unknown[]).includes(word)) continue;
    report.add(
      "value_invalid",
      joinPath(path, kind),
      `${show(word)} is not one of ${orList(schemaPolicies)}.`,
      { advice: `${kind}: ${schemaPolicies.join(" | ")}` },
    );
  }
}

const isUnder = (path: string, parent: string): boolean =>
  path === parent || path.startsWith(`${parent}.`) || path.startsWith(`${parent}[`);

function addIssue(issue: Issue, root: unknown, report: Report): void {
  const path = pathText(issue.path);
  if (
    report.findings.some(
      (finding) => finding.code === "not_supported_yet" && isUnder(path, finding.path),
    )
  )
    return;
  if (issue.code === "unrecognized_keys") return addUnknownKeys(issue.keys, path, report);
  const value = valueAt(root, issue.path);
  if (issue.code === "invalid_union" && /\bonSchemaChange$/.test(path) && isPlain(value))
    return addPolicyIssues(value, path, report);
  const stream = /^spec\.streams\[\d+\]/.exec(path)?.[0];
  if (path === "apiVersion") {
    const message =
      value === undefined
        ? "apiVersion is missing."
        : `${show(value)} is not an apiVersion that this revos reads.`;
    return report.add("api_version_unknown", path, message);
  }
  if (path === "kind")
    return report.add(
      "kind_unknown",
      path,
      value === undefined
        ? "kind is missing."
        : `${show(value)} is not a kind that connections/ holds.`,
    );
  if (path === "metadata.name" && typeof value === "string")
    return report.add(
      "slug_invalid",
      path,
      `${show(value)} is not a slug: lower-case letters, digits and single hyphens, none at the ends.`,
      { data: { name: value } },
    );
  if (stream && path === `${stream}.syncMode` && value !== undefined && value !== null)
    return addUnknownMode(path, value, report);
  if (stream && isUnder(path, `${stream}.cursorField`)) {
    if (valueAt(root, issue.path.slice(0, 4)) === null) return;
    return report.add(
      "cursor_not_flat",
      `${stream}.cursorField`,
      "cursorField is a flat list of path segments, from the outside in.",
      { advice: `cursorField: ${flatList(valueAt(root, issue.path.slice(0, 4)))}` },
    );
  }
  if (stream && isUnder(path, `${stream}.primaryKey`)) {
    if (valueAt(root, issue.path.slice(0, 4)) === null) return;
    return report.add(
      "primary_key_not_nested",
      `${stream}.primaryKey`,
      "primaryKey is a list of lists: each inner list is the path of one key column.",
      { advice: `primaryKey: ${nestedList(valueAt(root, issue.path.slice(0, 4)))}` },
    );
  }
  if (stream && isUnder(path, `${stream}.mappers`))
    return addMapperIssue(issue, path, value, report);
  if (path === "spec.schedule") return addScheduleIssue(value, report);
  report.add(
    "value_invalid",
    path,
    shapeMessage(issue, path, value),
    shapeAdvice(issue, path, value),
  );
}

function addUnknownMode(path: string, value: unknown, report: Report): void {
  const text = typeof value === "string" ? value : "";
  const near = syncModes.filter((mode) => suggest(text, [mode]).length > 0);
  const close =
    near.length > 0
      ? near
      : text.length > 3
        ? syncModes.filter((mode) => mode.startsWith(text) || text.startsWith(mode))
        : [];
  report.add("sync_mode_unknown", path, `${show(value)} is not a sync mode.`, {
    advice: close.length === 1 ? `syncMode: ${close[0] ?? ""}` : `Use ${orList(syncModes)}.`,
    data: { value: text, modes: syncModes },
  });
}

function addMapperIssue(issue: Issue, path: string, value: unknown, report: Report): void {
  const types = ["hashing", "field-renaming", "field-filtering", "row-filtering", "encryption"];
  if (/\.mappers\[\d+\]$/.test(path) && !isPlain(value))
    return report.add(
      "mapper_invalid",
      path,
      `A mapper is { type, mapperConfiguration }; this is ${describe(value)}.`,
    );
  if (/\.mappers$/.test(path))
    return report.add("mapper_invalid", path, `mappers is a list; this is ${describe(value)}.`);
  const last = path.slice(path.lastIndexOf(".") + 1);
  if (issue.code === "invalid_union" && (last === "type" || /\.mappers\[\d+\]$/.test(path))) {
    const given = isPlain(value) ? value["type"] : value;
    const near = suggest(typeof given === "string" ? given : "", types);
    return report.add(
      "mapper_invalid",
      last === "type" ? path : `${path}.type`,
      given === undefined ? "The mapper has no type." : `${show(given)} is not a mapper type.`,
      { advice: near.length > 0 ? `type: ${near[0] ?? ""}` : `Types: ${types.join(", ")}.` },
    );
  }
  if (issue.code === "invalid_union")
    return report.add(
      "mapper_invalid",
      path,
      "conditions is one node: { type: AND, conditions: [...] } or { type: EQUAL, fieldName, comparisonValue }.",
      { advice: "See the row-filtering mapper in the documentation of mappers." },
    );
  const allowed = last === "method" ? hashMethods : last === "mode" ? aesModes : null;
  if (allowed && typeof value === "string") {
    const near = allowed.filter(
      (name) => name.replace("-", "").toLowerCase() === value.replace("-", "").toLowerCase(),
    );
    return report.add("mapper_invalid", path, `${show(value)} is not a ${last}.`, {
      advice:
        near.length === 1
          ? `${last}: ${near[0] ?? ""}`
          : `${last} is one of ${allowed.join(", ")}.`,
    });
  }
  report.add(
    "mapper_invalid",
    path,
    shapeMessage(issue, path, value),
    shapeAdvice(issue, path, value),
  );
}
