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
export function streamsOf(w: Writing, boundary: Boundary, dataset: string): readonly KnownStream[] {
  const wanted = dataset.replace(/^(?:raw|clean|stg)_/, "");
  const named = w.ground.streams.filter((stream) => plain(stream.name) === wanted);
  return named.length > 0 || boundary.datasets.length > 1 ? named : w.ground.streams;
}

export type Property = Record<string, unknown>;

/** The columns of a model that Schema handed in, without those Sentinel leaves out. */
function handedIn(
  w: Writing,
  model: Writing["outcome"]["case"]["reading"]["packets"][number]["models"][number],
  isRaw: boolean,
): Property[] {
  const { reading } = w.outcome.case;
  const fields = reading.packets.flatMap((packet) => packet.fields);
  return model.columns.flatMap((column) => {
    const field = fields.find((one) => one.name === column.name);
    if (field?.handling === "drop") return [];
    const at = model.primaryKey?.indexOf(column.name) ?? -1;
    const isChanged = field !== undefined && field.handling !== "clear";
    const sensitive = reading.columns.find((one) => one.name === column.name)?.sensitive;
    return [
      compact({
        name: column.name,
        logicalType: isChanged ? "string" : logicalType(column.type ?? "string"),
        physicalType: isRaw && column.type && !isChanged ? column.type : undefined,
        primaryKey: at >= 0 ? true : undefined,
        primaryKeyPosition: at >= 0 ? at + 1 : undefined,
        required: at >= 0 || column.nullable === false ? true : undefined,
        classification: sensitive ? "personal" : undefined,
      }),
    ];
  });
}

export function propertiesOf(
  w: Writing,
  stream: KnownStream | null,
  isRaw: boolean,
  dataset: string,
): Property[] {
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
  const models = reading.packets.flatMap((packet) => packet.models);
  const model =
    models.find((one) => dataset.replace(/^(?:raw|clean)_/, "") === plain(one.object)) ??
    (models.length === 1 ? models[0] : undefined);
  if (model && model.columns.length > 0) return handedIn(w, model, isRaw);
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
