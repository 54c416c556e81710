// What a schema found wrong, in words of ours: the key and what it must be, never the value, and no sentence of the schema
// library, which would reach people in one language only.
import type { z } from "zod";
import { suggest } from "./suggest.ts";

const kinds: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  array: "a list",
  object: "a mapping",
  record: "a mapping",
  boolean: "true or false",
};

/** `a.b[0].c`. */
const pathOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part, at) =>
      typeof part === "number" ? `[${part}]` : `${at > 0 ? "." : ""}${String(part)}`,
    )
    .join("");

/** Keys that the object at a path may have, as far as the schema says. */
function keysAt(schema: unknown, path: readonly PropertyKey[]): string[] {
  let here: unknown = schema;
  for (const part of [...path, null]) {
    for (let depth = 0; depth < 8; depth++) {
      const def = (here as { def?: { innerType?: unknown; in?: unknown } } | undefined)?.def;
      const inner = def?.innerType ?? def?.in;
      if (inner === undefined) break;
      here = inner;
    }
    const shape = (here as { shape?: Record<string, unknown> } | undefined)?.shape;
    if (part === null) return Object.keys(shape ?? {});
    here = shape?.[String(part)];
  }
  return [];
}

/** One issue as a clause. `schema` is what was parsed with: it knows the keys that were perhaps meant. */
export function issueWords(issue: z.core.$ZodIssue, schema?: unknown): string {
  const place = pathOf(issue.path);
  const key = place === "" ? "it" : place;
  if (issue.code === "invalid_type")
    return issue.message.endsWith("received undefined")
      ? `${key} is missing`
      : `${key} must be ${kinds[issue.expected] ?? issue.expected}`;
  if (issue.code === "unrecognized_keys") {
    const known = keysAt(schema, issue.path);
    return issue.keys
      .map((name) => {
        const [near] = suggest(name, known);
        return `${place === "" ? "" : `${place}.`}${name} is not a key${near === undefined ? "" : ` (perhaps ${near})`}`;
      })
      .join("; ");
  }
  if (issue.code === "invalid_value")
    return issue.values.length === 1
      ? `${key} must be ${String(issue.values[0])}`
      : `${key} must be one of ${issue.values.map(String).join(", ")}`;
  if (issue.code === "too_big") return `${key} must be at most ${String(issue.maximum)}`;
  if (issue.code === "too_small") {
    if (issue.origin === "string" || issue.origin === "array") return `${key} is empty`;
    return `${key} must be ${issue.inclusive === false ? "more than" : "at least"} ${String(issue.minimum)}`;
  }
  if (issue.code === "invalid_format" && issue.format === "url") return `${key} must be a URL`;
  if (issue.code === "custom") {
    const said = issue.message.replace(/^Must be /, "must be ");
    return /^(?:an? |must be )/.test(said)
      ? `${key} ${said.startsWith("must be ") ? said : `must be ${said}`}`
      : `${key}: ${said}`;
  }
  return `${key} has none of the forms it may have`;
}
