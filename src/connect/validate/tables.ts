// Table names of one connection: two streams that would share a table are refused, with the advice to set `as:`.
// Warehouses compare names without letter case, so `Orders` and `orders` are one table.
import { formatStream } from "../../model/field-path.ts";
import type { RawStream } from "./raw.ts";
import type { Report } from "./report.ts";

const longestName = 200;

export function checkTables(streams: readonly RawStream[], prefix: string, report: Report): void {
  const taken = new Map<string, { readonly stream: RawStream; readonly what: string }>();
  const advised = new Set(
    streams.map((stream) => (stream.as ?? `${prefix}${stream.name ?? ""}`).toLowerCase()),
  );
  for (const stream of streams) {
    if (stream.name === undefined) continue;
    const table = stream.as ?? `${prefix}${stream.name}`;
    const at = stream.as === undefined ? `${stream.path}.name` : `${stream.path}.as`;
    if (
      stream.as !== undefined &&
      (stream.as.length > longestName ||
        /[\u0000-\u001f]/.test(stream.as) ||
        /^_revos/i.test(stream.as))
    )
      report.add(
        "value_invalid",
        at,
        `${stream.as.slice(0, 40)} cannot be a table name${/^_revos/i.test(stream.as) ? ": names that begin with _revos are kept for revos" : ""}.`,
        { advice: "as: orders_eu" },
      );
    const names = [
      [table, "its table"],
      ...(stream.isHistory ? [[`${table}__history`, "the history table"]] : []),
    ] as [string, string][];
    for (const [name, what] of names) {
      const other = taken.get(name.toLowerCase());
      if (!other) {
        taken.set(name.toLowerCase(), { stream, what });
        continue;
      }
      const isSame =
        other.stream.name === stream.name && other.stream.namespace === stream.namespace;
      const first = formatStream(other.stream.name ?? "", other.stream.namespace);
      const second = formatStream(stream.name, stream.namespace);
      report.add(
        "name_clash",
        at,
        isSame
          ? `Stream ${second} is listed twice; both would land in ${name}.`
          : `Streams ${first} and ${second} would share the table ${name}.`,
        {
          advice: isSame
            ? "Remove one of them, or give one another table with as:."
            : `as: ${freeName(stream, advised)}`,
          data: { table: name, streams: [first, second] },
        },
      );
    }
  }
}

/** A table name that no stream has and none was advised to take; every call takes one. */
function freeName(stream: RawStream, taken: Set<string>): string {
  const base =
    stream.namespace === undefined
      ? (stream.name ?? "")
      : `${stream.namespace}_${stream.name ?? ""}`.toLowerCase();
  const names = [
    ...(stream.namespace === undefined ? [] : [base]),
    ...Array.from({ length: taken.size + 1 }, (_, at) => `${base}_${at + 2}`),
  ];
  const name = names.find((other) => !taken.has(other.toLowerCase())) ?? base;
  taken.add(name.toLowerCase());
  return name;
}
