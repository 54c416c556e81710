// MySQL and MariaDB types: which canonical type each one is, how a column is asked for, and
// whether its field can be decoded straight into its column. What is kept and what is not stands in type-rules.ts.
import { isSameType, type CanonicalType } from "../../model/types.ts";
import type { WireColumn } from "../../protocols/mysql/wire-column.ts";

/** A column's type as information_schema has it. */
export type MysqlType = {
  /** `bigint`, `varchar`: in lower case. */
  readonly dataType: string;
  /** `bigint(20) unsigned`. */
  readonly columnType: string;
  readonly precision: number;
  readonly scale: number;
  /** A longtext that MariaDB checks to be JSON: its word JSON. */
  readonly isJson: boolean;
};

const geometries = new Set([
  "geometry",
  "point",
  "linestring",
  "polygon",
  "multipoint",
  "multilinestring",
  "multipolygon",
  "geometrycollection",
  "geomcollection",
]);

const isUnsigned = (type: MysqlType): boolean => /\b(unsigned|zerofill)\b/i.test(type.columnType);

export const isGeometry = (type: MysqlType): boolean => geometries.has(type.dataType);

/** The canonical type of a column. tinyint(1) is a number like any other tinyint: it holds 2 and -1 as well. */
export function toCanonical(type: MysqlType): CanonicalType {
  switch (type.dataType) {
    case "tinyint":
    case "year":
      return { kind: "int16" };
    case "smallint":
      return { kind: isUnsigned(type) ? "int32" : "int16" };
    case "mediumint":
      return { kind: "int32" };
    case "int":
    case "integer":
      return { kind: isUnsigned(type) ? "int64" : "int32" };
    case "bigint":
      return { kind: isUnsigned(type) ? "uint64" : "int64" };
    case "bit":
      return {
        kind: type.precision === 1 ? "boolean" : type.precision === 64 ? "uint64" : "int64",
      };
    case "float":
      return { kind: "float32" };
    case "double":
    case "real":
      return { kind: "float64" };
    case "decimal":
    case "numeric":
      return type.precision <= 38
        ? { kind: "decimal", precision: type.precision, scale: type.scale }
        : { kind: "text" };
    case "date":
      return { kind: "date" };
    case "datetime":
      return { kind: "timestamp" };
    case "timestamp":
      return { kind: "timestamptz" };
    case "time":
      return { kind: "interval" };
    case "json":
      return { kind: "json" };
    case "uuid":
      return { kind: "uuid" };
    case "longtext":
      return { kind: type.isJson ? "json" : "text" };
    case "binary":
    case "varbinary":
    case "tinyblob":
    case "blob":
    case "mediumblob":
    case "longblob":
    case "vector":
      return { kind: "binary" };
    default:
      return { kind: "text" };
  }
}

/** Its canonical values sort as the server's do, texts byte by byte: not those of labels, shapes and addresses. */
export function isOrdered(type: MysqlType): boolean {
  const { kind } = toCanonical(type);
  return kind === "text" ? /(char|text)$/.test(type.dataType) : kind !== "json";
}

/** How a column is asked for. `name` is quoted. Shapes come as the text that people know, with their reference system where one is set. */
export function selectOf(type: MysqlType, name: string): string {
  if (!isGeometry(type)) return name;
  return `case when st_srid(${name}) = 0 then st_astext(${name}) else concat('SRID=', st_srid(${name}), ';', st_astext(${name})) end`;
}

/** True when a field of this wire, decoded, is a value of the canonical type in the segment's own form. */
export function isNative(type: CanonicalType, wire: WireColumn): boolean {
  switch (type.kind) {
    case "boolean":
      return wire.kind === "flag";
    case "int16":
      return ["int8", "uint8", "int16"].includes(wire.kind);
    case "int32":
      return ["int8", "uint8", "int16", "uint16", "int32"].includes(wire.kind);
    case "int64":
      return ["uint32", "int64", "bits"].includes(wire.kind);
    case "uint64":
      return ["uint32", "uint64", "bits"].includes(wire.kind);
    case "float32":
    case "float64":
    case "date":
      return wire.kind === type.kind;
    case "timestamp":
    case "timestamptz":
      return wire.kind === "datetime";
    case "decimal":
      return wire.kind === "decimal" && wire.scale === type.scale && type.precision <= 18;
    case "text":
    case "binary":
      return wire.kind === "bytes";
    default:
      return false;
  }
}

/** True when the bytes of the field are the canonical text of the value. */
export const isText = (type: CanonicalType, wire: WireColumn): boolean =>
  wire.kind === "decimal" ||
  (wire.kind === "bytes" && !isSameType(type, { kind: "binary" }) && type.kind !== "uuid");
