// What DuckDB hands to JavaScript, as plain data: integers that fit stay numbers, 64-bit ones are bigint, everything
// JavaScript cannot hold exactly (decimals, times, uuids, bytes) is text.
import type { DuckDBValue } from "@duckdb/node-api";

/** A plain value; lists become arrays, structs and maps become objects. */
export function toPlain(value: DuckDBValue): unknown {
  if (value === null || typeof value !== "object") return value;
  if ("items" in value) return value.items.map(toPlain);
  if ("entries" in value) {
    const entries = value.entries;
    if (Array.isArray(entries))
      return Object.fromEntries(entries.map((entry) => [String(entry.key), toPlain(entry.value)]));
    return Object.fromEntries(
      Object.entries(entries).map(([name, entry]) => [name, toPlain(entry)]),
    );
  }
  return String(value);
}
