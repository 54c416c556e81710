// The shape of a file against the Connection schema: zod's issues as findings with the codes, words and suggestions of
// interface.md §3. What a key means is checked elsewhere.
import type { z } from "zod";
import { Connection, timeUnits } from "../../model/connection.ts";
import { parseDuration, parseSize } from "../../model/duration.ts";
import { hashMethods, aesModes } from "../../model/mapper.ts";
import { syncModes } from "../../model/sync-mode.ts";
import { suggest } from "../text/suggest.ts";
import { joinPath } from "../yaml/read.ts";
import { isPlain, valueAt } from "./raw.ts";
import { orList, type Report } from "./report.ts";
import { unsupportedConnectionKeys, unsupportedStreamKeys, type Unsupported } from "./support.ts";

type Issue = z.core.$ZodIssue;

const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) => joinPath(text, typeof part === "number" ? part : String(part)),
    "",
  );

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
  [/^spec\.limits$/, ["memory", "parallel", "maxQuarantine", "allowEmpty"]],
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

/** Adds a finding for everything that is not of the schema's shape. */
export function checkShape(value: unknown, report: Report): void {
  if (!isPlain(value))
    return report.add(
      "value_invalid",
      "",
      `A connection file is a mapping with apiVersion, kind, metadata and spec; this is ${describe(value)}.`,
    );
  checkSupport(value, report);
  const schedule = valueAt(value, ["spec", "schedule"]);
  const parsed = Connection.safeParse(value);
  if (
    isPlain(schedule) &&
    !(parsed.error?.issues.some((issue) => issue.path[1] === "schedule") ?? false)
  )
    addScheduleIssue(schedule, report);
  if (parsed.success) return;
  for (const issue of parsed.error.issues) addIssue(issue, value, report);
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

function addUnknownKeys(keys: readonly string[], path: string, report: Report): void {
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

function addScheduleIssue(value: unknown, report: Report): void {
  const forms =
    '{ units: 24, timeUnit: hours }, { cron: "0 3 * * *", timezone: Asia/Tokyo }, or manual';
  const path = "spec.schedule";
  if (!isPlain(value))
    return report.add("value_invalid", path, `${show(value)} is not a schedule.`, {
      advice: `schedule: ${forms}`,
    });
  const isCron = "cron" in value || "timezone" in value;
  const known =
    isCron && !("units" in value) && !("timeUnit" in value)
      ? ["cron", "timezone"]
      : ["units", "timeUnit"];
  const mixed = isCron && ("units" in value || "timeUnit" in value);
  if (mixed)
    return report.add(
      "value_invalid",
      path,
      "A schedule is an interval or a cron line, not both.",
      { advice: `schedule: ${forms}` },
    );
  const unknown = Object.keys(value).filter((key) => !known.includes(key));
  if (unknown.length > 0) addUnknownKeys(unknown, path, report);
  const { units, timeUnit, cron, timezone } = value;
  if (isCron) {
    if (typeof cron !== "string" || cron === "")
      report.add("value_invalid", `${path}.cron`, "cron is missing or not a text.", {
        advice: 'cron: "0 3 * * *"',
      });
    else checkCron(cron, report);
    if (timezone !== undefined && !(typeof timezone === "string" && isTimeZone(timezone)))
      report.add("value_invalid", `${path}.timezone`, `${show(timezone)} is not a time zone.`, {
        advice: "timezone: Asia/Tokyo",
      });
    return;
  }
  if (typeof units !== "number" || !Number.isInteger(units) || units <= 0) {
    if (!(units === undefined && unknown.length > 0))
      report.add(
        "value_invalid",
        `${path}.units`,
        units === undefined ? "units is missing." : `${show(units)} is not a whole number above 0.`,
        { advice: "units: 24" },
      );
  }
  if (
    !timeUnits.some((unit) => unit === timeUnit) &&
    !(timeUnit === undefined && unknown.length > 0)
  ) {
    const near = suggest(typeof timeUnit === "string" ? timeUnit : "", timeUnits);
    report.add(
      "value_invalid",
      `${path}.timeUnit`,
      timeUnit === undefined ? "timeUnit is missing." : `${show(timeUnit)} is not a unit of time.`,
      { advice: `timeUnit: ${near[0] ?? timeUnits.join(" | ")}` },
    );
  }
}

/** Five or six fields of numbers, ranges, lists, steps and names of days and months. */
export function checkCron(cron: string, report: Report): void {
  const fields = cron.trim().split(/\s+/);
  const isField = (field: string) =>
    /^(?:\*|\?|L|(?:\d+|[A-Za-z]{3})(?:-(?:\d+|[A-Za-z]{3}))?(?:#\d|L|W)?)(?:\/\d+)?(?:,(?:\*|(?:\d+|[A-Za-z]{3})(?:-(?:\d+|[A-Za-z]{3}))?)(?:\/\d+)?)*$/.test(
      field,
    );
  if (/^@(?:hourly|daily|weekly|monthly|yearly|annually|midnight)$/.test(cron.trim())) return;
  if (fields.length < 5 || fields.length > 6 || !fields.every(isField))
    report.add(
      "value_invalid",
      "spec.schedule.cron",
      `${show(cron)} is not a cron line of five fields: minute, hour, day, month, weekday.`,
      { advice: 'cron: "0 3 * * *", every day at 3:00' },
    );
}

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

function shapeMessage(issue: Issue, path: string, value: unknown): string {
  const name =
    path === ""
      ? "The file"
      : path.replace(/^spec\.streams\[(\d+)\]\.?/, (_, at) => `Stream ${Number(at) + 1}: `);
  if (value === undefined) return `${name} is missing.`;
  if (value === null) return `${name} is empty.`;
  if (issue.code === "invalid_value")
    return `${show(value)} is not one of ${orList(issue.values.map(String))}.`;
  if (issue.code === "custom") return `${show(value)} is not ${issue.message}.`;
  if (issue.code === "too_small")
    return issue.origin === "array"
      ? `${name} is an empty list.`
      : issue.origin === "string"
        ? `${name} is empty.`
        : `${show(value)} is too small.`;
  if (issue.code === "invalid_type")
    return `${name} must be ${expected(issue.expected)}; this is ${describe(value)}.`;
  return `${show(value)} is not a valid value of ${name}.`;
}

function shapeAdvice(issue: Issue, path: string, value: unknown): { advice?: string } {
  const key = path.slice(path.lastIndexOf(".") + 1);
  const example = Object.hasOwn(examples, key) ? examples[key] : undefined;
  if (
    (value === undefined || value === null || issue.code === "too_small") &&
    example !== undefined
  )
    return { advice: `Write ${key}: ${example}` };
  if (issue.code === "invalid_type" && issue.expected === "boolean")
    return {
      advice: `${key}: ${/^(?:no|off|false|0|n)$/i.test(String(value)) ? "false" : "true"}`,
    };
  if (issue.code === "invalid_value" && typeof value === "string") {
    const near = suggest(value, issue.values.map(String));
    const paused = key === "status" && value === "paused" ? "inactive" : near[0];
    return { advice: paused ? `${key}: ${paused}` : `${key}: ${issue.values.join(" | ")}` };
  }
  if (key === "source" && typeof value === "string") return { advice: `source: { id: ${value} }` };
  if (key === "id" && path === "spec.source.id")
    return { advice: "source: { id: src_... }, as revos sources list shows it." };
  if (
    typeof value === "number" &&
    (key === "keep" || key === "lookback") &&
    parseDuration(`${value}h`) !== null
  )
    return { advice: `${key}: ${value}h, with a unit` };
  if (key === "memory" || key === "maxBytes")
    return {
      advice: parseSize(String(value)) === null ? `${key}: 512 MB` : `${key}: ${String(value)}`,
    };
  return {};
}

/** What a missing key could look like. */
const examples: Readonly<Record<string, string>> = {
  metadata: "{ name: postgres-prod-revenue }",
  spec: "a mapping with name, source and streams",
  name: "the name",
  source: "{ id: src_... }",
  id: "src_..., as revos sources list shows it",
  streams: "a list with at least one stream",
  syncMode:
    "incremental_deduped_history | incremental_append | full_refresh_overwrite_deduped | full_refresh_overwrite",
  keep: "7d",
  lookback: "2h",
  maxQuarantine: "100, or 5%",
};

const expected = (type: string): string =>
  ({
    string: "a text",
    number: "a number",
    int: "a whole number",
    array: "a list",
    object: "a mapping",
    record: "a mapping",
    boolean: "true or false",
  })[type] ?? type;

function describe(value: unknown): string {
  if (value === null || value === undefined) return "empty";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object"
    ? "a mapping"
    : typeof value === "string"
      ? "a text"
      : typeof value === "boolean"
        ? "true or false"
        : "a number";
}

/** A short value as it may be shown; long texts and structures are only described. */
function show(value: unknown): string {
  if (typeof value === "string")
    return value.length <= 60 && !/[\n\r]/.test(value) ? value || "An empty text" : "This text";
  return typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : `This (${describe(value)})`;
}

const item = (part: unknown): string =>
  typeof part === "string" && /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(part)
    ? part
    : JSON.stringify(part ?? "");

function flatList(value: unknown): string {
  const parts = (
    Array.isArray(value) ? value.flat(5) : typeof value === "string" ? value.split(".") : []
  ).filter((part) => typeof part === "string");
  return parts.length > 0 ? `[${parts.map(item).join(", ")}]` : "[updated_at]";
}

function nestedList(value: unknown): string {
  const paths = (
    Array.isArray(value)
      ? value
      : typeof value === "string"
        ? value.split(",").map((part) => part.trim())
        : []
  ).map((path) => (Array.isArray(path) ? path.flat(5) : [path]));
  const texts = paths.filter(
    (path) => path.length > 0 && path.every((part) => typeof part === "string"),
  );
  return texts.length > 0
    ? `[${texts.map((path) => `[${path.map(item).join(", ")}]`).join(", ")}]`
    : "[[id]]";
}
