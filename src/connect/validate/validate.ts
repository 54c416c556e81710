// Everything that can be said about a connection file without running it: all problems at once, each with its place and
// the next step (interface.md §3, seed 003 §フェーズ 7). Pure: the caller brings the text and what is known of the world.
import {
  type Connection,
  defaultPrefix,
  slugPattern,
  sourceIdPattern,
} from "../../model/connection.ts";
import type { Finding } from "../../model/diagnostic.ts";
import type { Discovery } from "../../model/discovery.ts";
import { parseType } from "../../model/types.ts";
import type { KnownSource, Language } from "../propose/input.ts";
import { toSlug } from "../propose/naming.ts";
import { suggest } from "../text/suggest.ts";
import { readYaml, type YamlText } from "../yaml/read.ts";
import { findClearData, findWeakMappers, type ConnectionWarning } from "./clear-data.ts";
import { checkColumns } from "./columns.ts";
import { checkEventTime } from "./event-time.ts";
import { checkMapper, checkMapperFields } from "./mapper-rules.ts";
import { isPlain, readStreams, textOf, valueAt, type RawStream } from "./raw.ts";
import { dropFollowers, makeReport, orList, sortFindings, type Report } from "./report.ts";
import { checkShape } from "./shape.ts";
import { checkMode, checkName } from "./streams.ts";
import { checkTables } from "./tables.ts";

export type ValidateInput = {
  readonly text: string;
  /** The text as read already, where the caller has it. */
  readonly yaml?: YamlText | undefined;
  /** Path of the file, for its name; null or "-": no file. */
  readonly file: string | null;
  /** Undefined: streams are not judged. Null: the source's streams are not known (`discovery_missing`). */
  readonly discovery?: Discovery | null | undefined;
  /** Null: an id is judged by its form only. */
  readonly sources: readonly KnownSource[] | null;
  /** True: no connection of this name or id exists yet. */
  readonly isNew: boolean;
  /** Of the warnings' sentences. Default: English. */
  readonly language?: Language | undefined;
  /** Names of destinations; null: not judged. */
  readonly destinations?: readonly string[] | null | undefined;
};

export type Validated = {
  readonly ok: boolean;
  readonly findings: Finding[];
  readonly warnings: ConnectionWarning[];
  /** The connection, when its shape is right. */
  readonly connection: Connection | null;
};

export function validateConnection(input: ValidateInput): Validated {
  const yaml = input.yaml ?? readYaml(input.text);
  const report = makeReport(yaml);
  for (const { code, path, message, place, data } of yaml.problems) {
    const { line, column, length } = place;
    const first = data ? ` Both: line ${String(data["firstLine"])} and line ${line}.` : "";
    report.findings.push({
      code,
      severity: "error",
      path,
      message: `${message}${first}`,
      advice:
        code === "duplicate_key"
          ? "Keep one of them."
          : "Correct the place that is shown; indentation and quotes are the usual causes.",
      line,
      column,
      length,
      ...(data ? { data } : {}),
    });
  }
  if (report.has("yaml_invalid"))
    return { ok: false, findings: sortFindings(report.findings), warnings: [], connection: null };
  const value = yaml.value;
  const connection = checkShape(value, report);
  const streams = readStreams(value);
  if (!report.has("kind_unknown") || streams.length > 0) {
    checkNames(value, input, report);
    checkSource(value, input, report);
    checkTables(streams, prefixOf(value), report);
    for (const stream of streams) checkStream(stream, value, input, report);
  } else
    report.findings.splice(
      0,
      report.findings.length,
      ...report.findings.filter(
        (finding) =>
          finding.code === "kind_unknown" ||
          finding.code === "duplicate_key" ||
          finding.code === "api_version_unknown",
      ),
    );
  const readable = streams.map((stream) => ({
    ...stream,
    mappers: stream.readMappers.map(({ mapper }) => mapper),
  }));
  const findings = sortFindings(dropFollowers(report.findings));
  return {
    ok: findings.every((finding) => finding.severity !== "error"),
    findings,
    warnings: [
      ...findClearData(readable, input.discovery ?? null, input.language ?? "en"),
      ...findWeakMappers(readable, input.language ?? "en"),
    ],
    connection,
  };
}

function prefixOf(value: unknown): string {
  const name = textOf(valueAt(value, ["metadata", "name"])) ?? "";
  return textOf(valueAt(value, ["spec", "prefix"])) ?? defaultPrefix(name);
}

const baseName = (file: string): string =>
  (file.split(/[\\/]/).at(-1) ?? file).replace(/\.ya?ml$/i, "");

/** Slug, file name, label, and what only apply may write. */
function checkNames(value: unknown, input: ValidateInput, report: Report): void {
  const name = textOf(valueAt(value, ["metadata", "name"]));
  const label = textOf(valueAt(value, ["spec", "name"]));
  if (name !== undefined && input.file !== null && input.file !== "-") {
    const base = baseName(input.file);
    const followsFromSlug = report.has("slug_invalid") && toSlug(name) === base;
    if (base !== name && !followsFromSlug)
      report.add(
        "file_name_mismatch",
        "metadata.name",
        `The file is ${base}.yaml, the connection is ${name}; they must agree.`,
        {
          advice: slugPattern.test(base)
            ? `name: ${base}, or rename the file to ${toSlug(name) || "connection"}.yaml`
            : `Rename the file to ${toSlug(name) || "connection"}.yaml.`,
          data: { file: base, name },
        },
      );
  }
  if (label?.includes("_"))
    report.add(
      "spec_name_underscore",
      "spec.name",
      `The label ${label} has underscores; it is for people.`,
      { severity: "warning", advice: `name: ${label.replaceAll("_", " ")}`, data: { label } },
    );
  if (label !== undefined && label === name && slugPattern.test(name))
    report.add(
      "spec_name_is_slug",
      "spec.name",
      `The label repeats the slug ${name}; it should say what is synced.`,
      { severity: "warning", data: { label } },
    );
  if (!input.isNew) return;
  if (valueAt(value, ["metadata", "id"]) !== undefined)
    report.add(
      "metadata_id_set",
      "metadata.id",
      "metadata.id is set, but the connection is new; apply writes it.",
      { at: "key" },
    );
  if (valueAt(value, ["spec", "prefix"]) !== undefined)
    report.add(
      "spec_prefix_set",
      "spec.prefix",
      "spec.prefix is set, but the connection is new; apply writes it.",
      { at: "key" },
    );
}

function checkSource(value: unknown, input: ValidateInput, report: Report): void {
  const id = textOf(valueAt(value, ["spec", "source", "id"]));
  if (id !== undefined) {
    const { sources } = input;
    if (
      sources === null ? !sourceIdPattern.test(id) : !sources.some((source) => source.id === id)
    ) {
      const named =
        sources?.filter((source) => source.name.toLowerCase() === id.toLowerCase()) ?? [];
      const near = sources
        ? suggest(
            id,
            sources.map((source) => source.id),
          )
        : [];
      const one = named.length === 1 ? named[0] : undefined;
      const message = one
        ? `spec.source.id is the name ${id}; a server id is needed.`
        : sources === null
          ? `${id} is not a source id; ids look like src_7kq2m9.`
          : `There is no source ${id}.`;
      const advice = one
        ? `source: { id: ${one.id} }`
        : near.length > 0
          ? `Did you mean ${orList(near)}?`
          : "revos sources list shows the ids; a name is not an id.";
      report.add("source_id_unknown", "spec.source.id", message, {
        advice,
        data: { id, suggestions: one ? [one.id] : near },
      });
    }
  }
  const destination = textOf(valueAt(value, ["spec", "destination"]));
  const known = input.destinations;
  if (destination !== undefined && known && !known.includes(destination)) {
    const near = suggest(destination, known);
    report.add(
      "destination_unknown",
      "spec.destination",
      `There is no destination ${destination}.`,
      {
        advice:
          near.length > 0
            ? `Did you mean ${orList(near)}?`
            : known.length > 0
              ? `Destinations: ${known.join(", ")}.`
              : "revos destinations create makes one.",
        data: { destination, suggestions: near },
      },
    );
  }
  if (input.discovery === null && id !== undefined && !report.has("source_id_unknown"))
    report.add(
      "discovery_missing",
      "spec.source.id",
      `The streams of ${id} are not known yet, so nothing about them was checked.`,
      { advice: `revos sources list-streams ${id}`, data: { id } },
    );
}

function checkStream(
  stream: RawStream,
  value: unknown,
  input: ValidateInput,
  report: Report,
): void {
  const found = input.discovery ? checkName(stream, input.discovery, report) : null;
  checkMode(stream, found, report);
  checkEventTime(stream, found, report);
  for (const { at, mapper } of stream.readMappers)
    checkMapper(mapper, `${stream.path}.mappers[${at}]`, report);
  if (found) checkMapperFields(stream, found, report);
  if (found) checkColumns(stream, found, report);
  for (const [column, { include, type }] of Object.entries(stream.columns)) {
    const at = `${stream.path}.columns.${column}`;
    const top = found?.propertyFields
      .filter((path) => path.length === 1)
      .map((path) => path[0] ?? "");
    if (top && !top.includes(column)) {
      const near = suggest(column, top);
      report.add("value_invalid", at, `Stream ${stream.name ?? ""} has no column ${column}.`, {
        at: "key",
        advice:
          near.length > 0
            ? `Did you mean ${orList(near)}?`
            : "revos sources list-streams <id> --json shows the columns.",
        data: { column, suggestions: near },
      });
    }
    if (typeof type === "string" && parseType(type) === null)
      report.add("value_invalid", `${at}.type`, `${type} is not a column type.`, {
        advice: "type: text, int64, decimal(18,4), timestamptz, ...",
        data: { type },
      });
    if (include === false && isPlain(stream.columns) && typeof type === "string")
      report.add(
        "value_invalid",
        `${at}.type`,
        `${column} is left out, so its type has no effect.`,
        { severity: "warning", advice: "Remove type." },
      );
  }
}
