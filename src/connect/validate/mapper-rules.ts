// Mappers of a stream: their own rules (keys by reference, modes and paddings that go together, filters that say something),
// the fields they name, and what they do to the key and the cursor. mappers.md.
import type { DiscoveredStream, FieldPath } from "../../model/discovery.ts";
import type { FilterNode, Mapper } from "../../model/mapper.ts";
import { needsCursor, needsKey } from "../../model/sync-mode.ts";
import { breaksCursor, breaksKey, trackMappers } from "../mappers/track.ts";
import { formatField } from "../../model/field-path.ts";
import { suggest } from "../text/suggest.ts";
import type { RawStream } from "./raw.ts";
import { orList, type Report } from "./report.ts";

const reference = /^\$\{env\.[A-Za-z_][A-Za-z0-9_]*\}$/;
const blockModes = new Set(["CBC", "ECB"]);

/** Rules of the mapper itself, without the stream. */
export function checkMapper(mapper: Mapper, path: string, report: Report): void {
  const at = `${path}.mapperConfiguration`;
  if (mapper.type === "hashing") {
    const { hmacKey } = mapper.mapperConfiguration;
    if (hmacKey !== undefined && !reference.test(hmacKey))
      report.add(
        "mapper_invalid",
        `${at}.hmacKey`,
        "hmacKey stands in the file in clear; keys are references.",
        { advice: 'hmacKey: "${env.HASH_KEY}"' },
      );
  }
  if (mapper.type === "encryption") {
    const { algorithm, key, mode, padding } = mapper.mapperConfiguration;
    if (!reference.test(key))
      report.add(
        "mapper_invalid",
        `${at}.key`,
        "key stands in the file in clear; keys are references.",
        { advice: `key: "\${env.${algorithm === "RSA" ? "RSA_PUBLIC_KEY" : "AES_KEY"}}"` },
      );
    if (algorithm === "RSA") {
      if (mode !== undefined)
        report.add("mapper_invalid", `${at}.mode`, "mode belongs to AES; RSA has none.", {
          at: "key",
          advice: "Remove mode.",
        });
      if (padding !== undefined)
        report.add(
          "mapper_invalid",
          `${at}.padding`,
          "padding belongs to AES; RSA always uses OAEP with SHA-256.",
          { at: "key", advice: "Remove padding." },
        );
    } else if (padding === "NoPadding" && blockModes.has(mode ?? "GCM")) {
      report.add(
        "mapper_invalid",
        `${at}.padding`,
        `NoPadding cannot be used with ${mode ?? "GCM"}: values are not whole blocks.`,
        { advice: "padding: PKCS5Padding" },
      );
    } else if (padding === "PKCS5Padding" && !blockModes.has(mode ?? "GCM")) {
      report.add(
        "mapper_invalid",
        `${at}.padding`,
        `PKCS5Padding cannot be used with ${mode ?? "GCM"}, which needs no padding.`,
        { advice: "padding: NoPadding" },
      );
    }
  }
  if (mapper.type === "row-filtering")
    checkFilter(mapper.mapperConfiguration.conditions, `${at}.conditions`, report);
}

function checkFilter(node: FilterNode, path: string, report: Report): void {
  if ("conditions" in node) {
    if (node.type === "NOT" && node.conditions.length !== 1)
      report.add(
        "mapper_invalid",
        `${path}.conditions`,
        `NOT takes one condition; this has ${node.conditions.length}.`,
        { advice: "Put them under one AND or OR inside the NOT." },
      );
    node.conditions.forEach((child, at) => checkFilter(child, `${path}.conditions[${at}]`, report));
    return;
  }
  const value = node.comparisonValue;
  if (node.type === "IS_NULL") return;
  if (value === undefined)
    return report.add(
      "mapper_invalid",
      `${path}.comparisonValue`,
      `${node.type} needs a comparisonValue.`,
      { advice: 'comparisonValue: "...", or type: IS_NULL' },
    );
  if (node.type === "IN") {
    if (!Array.isArray(value))
      report.add("mapper_invalid", `${path}.comparisonValue`, "IN needs a list of values.", {
        advice: "comparisonValue: [a, b]",
      });
  } else if (Array.isArray(value))
    report.add(
      "mapper_invalid",
      `${path}.comparisonValue`,
      `${node.type} needs one value, not a list.`,
      { advice: "type: IN" },
    );
  if (node.type === "MATCHES" && typeof value === "string" && !isPattern(value))
    report.add(
      "mapper_invalid",
      `${path}.comparisonValue`,
      "MATCHES needs a regular expression that can be read.",
      { advice: "Correct the expression: brackets and parentheses must be closed." },
    );
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

/** The mapper list against the stream's fields, key and cursor. */
export function checkMapperFields(
  stream: RawStream,
  found: DiscoveredStream,
  report: Report,
): void {
  const tracked = trackMappers(found.propertyFields, stream.mappers);
  for (const problem of tracked.problems) {
    const near =
      problem.unknownField === undefined
        ? []
        : suggest(problem.unknownField, found.propertyFields.map(formatField));
    const advice =
      near.length > 0
        ? `Did you mean ${orList(near)}?`
        : problem.unknownField === undefined
          ? "Each mapper sees the result of the ones before it; change their order or the name."
          : "revos sources list-streams <id> --json shows the fields.";
    report.add(
      "mapper_invalid",
      `${stream.path}.mappers[${problem.mapper}].${problem.key}`,
      problem.message,
      { advice, data: { stream: stream.name, ...problem.data } },
    );
  }
  const mode = stream.syncMode;
  if (mode === undefined) return;
  const excluded = new Set(
    Object.entries(stream.columns).flatMap(([name, column]) =>
      column.include === false ? [name] : [],
    ),
  );
  const refuse = (field: FieldPath, use: "key" | "cursor", what: string | null) => {
    const column = field[0] ?? "";
    if (excluded.has(column))
      return report.add(
        "mapper_breaks_key",
        `${stream.path}.columns.${column}.include`,
        `Stream ${stream.name ?? ""}: ${formatField(field)} is its ${use} and cannot be left out.`,
        { advice: `Remove include: false, or use another ${use}.`, data: { field, use } },
      );
    if (what === null) return;
    const index = stream.mappers.findIndex(
      (mapper) =>
        "targetField" in mapper.mapperConfiguration &&
        touches(mapper.mapperConfiguration.targetField, field),
    );
    const words =
      what === "dropped"
        ? "drops it"
        : what === "hashed"
          ? "hashes it, and a hash has no order"
          : use === "key"
            ? "encrypts it, and the same value encrypts differently each time"
            : "encrypts it, and what is left has no order";
    const advice =
      what === "encrypted" && use === "key"
        ? "Hash the key instead: the same value gives the same hash."
        : `Leave ${formatField(field)} out of the mapper, or use another ${use}.`;
    report.add(
      "mapper_breaks_key",
      `${stream.path}.mappers[${Math.max(0, index)}]`,
      `Stream ${stream.name ?? ""}: ${formatField(field)} is its ${use}; a mapper ${words}.`,
      { advice, data: { field, use } },
    );
  };
  if (needsKey(mode))
    for (const field of stream.key ?? [])
      refuse(field, "key", breaksKey(tracked, stream.mappers, field));
  if (needsCursor(mode) && stream.cursor)
    refuse(stream.cursor, "cursor", breaksCursor(tracked, stream.cursor));
}

const touches = (target: string, field: FieldPath): boolean =>
  formatField(field) === target || formatField(field).startsWith(`${target}.`);
