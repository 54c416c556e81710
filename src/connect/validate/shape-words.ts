// Words for what has the wrong shape: what was found, what was expected, what to write instead.
import type { z } from "zod";

import { parseDuration, parseSize } from "../../model/duration.ts";

import { suggest } from "../text/suggest.ts";

import { orList } from "./report.ts";

export type Issue = z.core.$ZodIssue;

export function shapeMessage(issue: Issue, path: string, value: unknown): string {
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

export function shapeAdvice(issue: Issue, path: string, value: unknown): { advice?: string } {
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
  stallWarn: "60s",
  stallFail: "1h",
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

export function describe(value: unknown): string {
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
export function show(value: unknown): string {
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

export function flatList(value: unknown): string {
  const parts = (
    Array.isArray(value) ? value.flat(5) : typeof value === "string" ? value.split(".") : []
  ).filter((part) => typeof part === "string");
  return parts.length > 0 ? `[${parts.map(item).join(", ")}]` : "[updated_at]";
}

export function nestedList(value: unknown): string {
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
