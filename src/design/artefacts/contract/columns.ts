// The columns a contract can name: those of the discovered stream, else those the request names. Types as ODCS calls them.
import type { Boundary } from "../../layout.ts";
import type { KnownStream, Writing } from "../artefact.ts";
import { compact } from "../yaml-text.ts";

const logical: Readonly<Record<string, string>> = {
  boolean: "boolean",
  int16: "integer",
  int32: "integer",
  int64: "integer",
  smallint: "integer",
  integer: "integer",
  bigint: "integer",
  hugeint: "integer",
  int: "integer",
  float32: "number",
  float64: "number",
  float: "number",
  double: "number",
  real: "number",
  decimal: "number",
  date: "date",
  timestamp: "timestamp",
  timestamptz: "timestamp",
  timestamp_tz: "timestamp",
  time: "time",
  timetz: "time",
  json: "object",
  object: "object",
  array: "array",
  list: "array",
};

export const logicalType = (type: string): string =>
  logical[type.toLowerCase().replace(/\(.*$/, "")] ?? "string";

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^.*\./, "")
    .replace(/[^\p{L}\p{N}]+/gu, "_");

/** The discovered streams that cross a boundary: by name, or all of them when the dataset is that of the whole source. */
export function streamsOf(w: Writing, boundary: Boundary): readonly KnownStream[] {
  const wanted = boundary.dataset.replace(/^(?:raw|clean)_/, "");
  const named = w.ground.streams.filter((stream) => plain(stream.name) === wanted);
  return named.length > 0 ? named : w.ground.streams;
}

export type Property = Record<string, unknown>;

export function propertiesOf(w: Writing, stream: KnownStream | null, isRaw: boolean): Property[] {
  if (stream)
    return stream.columns.map((column) => {
      const at = stream.key.indexOf(column.name);
      const isProtected = stream.protected.includes(column.name);
      return compact({
        name: column.name,
        logicalType: isProtected && !isRaw ? "string" : logicalType(column.type),
        physicalType: isRaw ? column.sourceType : undefined,
        primaryKey: at >= 0 ? true : undefined,
        primaryKeyPosition: at >= 0 ? at + 1 : undefined,
        required: at >= 0 || !column.nullable ? true : undefined,
        classification: isProtected ? "personal" : undefined,
      });
    });
  const { reading } = w.outcome.case;
  return reading.columns.map((column) =>
    compact({
      name: column.name,
      classification: column.sensitive ? "personal" : undefined,
      description: column.sensitive
        ? w.say(`personal data: ${column.sensitive}`, `個人情報: ${column.sensitive}`)
        : undefined,
    }),
  );
}
