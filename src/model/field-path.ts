// Field paths as people write them: `meta.modified_at`; a name that holds a dot is double-quoted. mappers.md, Rules.
import type { FieldPath } from "./discovery.ts";

/** `["meta", "modified_at"]` → `meta.modified_at`; the text form of a path, read back by `parseField`. */
export function formatField(path: FieldPath): string {
  return path
    .map((part) => (/[."]/.test(part) || part === "" ? `"${part.replaceAll('"', '""')}"` : part))
    .join(".");
}

/** The path that a text names; null when a quote is left open or a part is empty. */
export function parseField(text: string): FieldPath | null {
  const path: string[] = [];
  let rest = text;
  for (;;) {
    const quoted = /^"((?:[^"]|"")+)"/.exec(rest);
    const plain = quoted ? null : /^[^."]+/.exec(rest);
    const found = quoted ?? plain;
    if (!found) return null;
    path.push(quoted ? (quoted[1] ?? "").replaceAll('""', '"') : found[0]);
    rest = rest.slice(found[0].length);
    if (rest === "") return path;
    if (!rest.startsWith(".")) return null;
    rest = rest.slice(1);
  }
}

export function isSamePath(a: FieldPath, b: FieldPath): boolean {
  return a.length === b.length && a.every((part, at) => part === b[at]);
}

export function hasPath(paths: readonly FieldPath[], path: FieldPath): boolean {
  return paths.some((other) => isSamePath(other, path));
}

/** A stream as people write it: `sales.orders`, or `orders` where the source has no namespaces. */
export function formatStream(stream: string, namespace: string | null | undefined): string {
  return namespace === null || namespace === undefined
    ? formatField([stream])
    : formatField([namespace, stream]);
}

/** True when `path` is `prefix` or lies below it. */
export function isWithin(path: FieldPath, prefix: FieldPath): boolean {
  return prefix.length <= path.length && prefix.every((name, i) => path[i] === name);
}
