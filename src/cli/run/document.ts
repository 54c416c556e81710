// `show` commands: the resource itself as JSON, or as indented `key: value` lines for people.
import type { Context } from "../context.ts";

export function printDocument(ctx: Context, document: unknown): void {
  if (ctx.out.machine) return ctx.out.json(document);
  if (ctx.terminal.plain)
    return ctx.out.text(
      flatten(document)
        .map(([key, value]) => `${key}\t${value}`)
        .join("\n"),
    );
  ctx.out.text(indented(document, 0).join("\n"));
}

/** A document as lines that read like YAML. */
export function indented(value: unknown, depth: number): string[] {
  const pad = "  ".repeat(depth);
  if (Array.isArray(value)) {
    if (value.every((one) => typeof one !== "object" || one === null))
      return [`${pad}[${value.map(scalar).join(", ")}]`];
    return value.flatMap((one) => {
      const [first = "", ...rest] = indented(one, depth + 1);
      return [`${pad}- ${first.trimStart()}`, ...rest];
    });
  }
  if (typeof value !== "object" || value === null) return [`${pad}${scalar(value)}`];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (inner === undefined) return [];
    if (typeof inner !== "object" || inner === null) return [`${pad}${key}: ${scalar(inner)}`];
    const lines = indented(inner, depth + 1);
    if (Object.keys(inner).length === 0)
      return [`${pad}${key}: ${Array.isArray(inner) ? "[]" : "{}"}`];
    return lines.length === 1 && lines[0]?.trimStart().startsWith("[")
      ? [`${pad}${key}: ${lines[0].trim()}`]
      : [`${pad}${key}:`, ...lines];
  });
}

const scalar = (value: unknown): string =>
  value === null ? "-" : typeof value === "string" ? value : JSON.stringify(value);

function flatten(value: unknown, path = ""): [string, string][] {
  if (typeof value !== "object" || value === null) return [[path, scalar(value)]];
  return Object.entries(value).flatMap(([key, inner]) =>
    flatten(inner, path === "" ? key : `${path}.${key}`),
  );
}
