// The text at a path inside a JSON value, exactly as it stands there: for cursors and keys below a column.
import { JsonScanner, jsonKindOf } from "./json-scan.ts";

/** A string's content, another value's own text; null for null, for a path that leads nowhere, and for text that is no JSON. */
export function textAtPath(json: string, path: readonly string[]): string | null {
  const bytes = Buffer.from(json, "utf8");
  const scanner = new JsonScanner();
  let at = scanner.skip(bytes, 0, bytes.length);
  for (const key of path) {
    at = memberAt(scanner, bytes, at, key);
    if (at < 0) return null;
  }
  const end = scanner.value(bytes, at, bytes.length);
  if (end < 0) return null;
  const text = bytes.toString("utf8", at, end);
  const kind = jsonKindOf(bytes[at]);
  if (kind === "null") return null;
  return kind === "string" ? (JSON.parse(text) as string) : text;
}

function memberAt(scanner: JsonScanner, bytes: Buffer, object: number, key: string): number {
  if (bytes[object] !== 123) return -1;
  for (const { name, start } of members(scanner, bytes, object, bytes.length))
    if (name === key) return start;
  return -1;
}

/** The members of a JSON object that is known to be whole. */
export function* members(
  scanner: JsonScanner,
  bytes: Uint8Array,
  object: number,
  end: number,
): Generator<{ readonly name: string; readonly start: number; readonly end: number }> {
  let at = scanner.skip(bytes, object + 1, end);
  while (at < end && bytes[at] === 34) {
    const keyEnd = scanner.string(bytes, at, end);
    if (keyEnd < 0) return;
    const name = JSON.parse(
      Buffer.from(bytes.buffer, bytes.byteOffset + at, keyEnd - at).toString("utf8"),
    ) as string;
    const start = scanner.skip(bytes, scanner.skip(bytes, keyEnd, end) + 1, end);
    const stop = scanner.value(bytes, start, end);
    if (stop < 0) return;
    yield { name, start, end: stop };
    at = scanner.skip(bytes, stop, end);
    if (bytes[at] !== 44) return;
    at = scanner.skip(bytes, at + 1, end);
  }
}
