// MySQL and MariaDB types: which canonical type each one is, what is lost on the way (nothing, or it is said here), and
// how a column is asked for. The table below is the one that docs/reference/connectors.md shows.
import { formatType, isSameType, type CanonicalType } from "../../model/types.ts";
import type { TypeRule } from "../../connector/type-rules.ts";
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

const rule = (
  sourceType: string,
  sample: Partial<MysqlType> & Pick<MysqlType, "dataType">,
  note: string,
): TypeRule => ({
  sourceType,
  canonical: formatType(
    toCanonical({ columnType: "", precision: 0, scale: 0, isJson: false, ...sample }),
  ),
  note,
});

const unsigned = { columnType: "unsigned" };

/** What every type becomes, and its loss rule. The canonical types are asked of `toCanonical` itself. */
export const typeRules: readonly TypeRule[] = [
  rule(
    "tinyint, tinyint unsigned, boolean",
    { dataType: "tinyint" },
    "exact; tinyint(1) stays a number, because it may hold any",
  ),
  rule("smallint", { dataType: "smallint" }, "exact"),
  rule("smallint unsigned", { dataType: "smallint", ...unsigned }, "exact"),
  rule("mediumint, mediumint unsigned", { dataType: "mediumint" }, "exact"),
  rule("int", { dataType: "int" }, "exact"),
  rule("int unsigned", { dataType: "int", ...unsigned }, "exact"),
  rule("bigint", { dataType: "bigint" }, "exact"),
  rule(
    "bigint unsigned, serial",
    { dataType: "bigint", ...unsigned },
    "exact, to 18446744073709551615",
  ),
  rule("year", { dataType: "year" }, "exact; 0000 is 0"),
  rule("bit(1)", { dataType: "bit", precision: 1 }, "exact"),
  rule("bit(2) to bit(63)", { dataType: "bit", precision: 8 }, "the number that the bits are"),
  rule("bit(64)", { dataType: "bit", precision: 64 }, "the number that the bits are, without sign"),
  rule(
    "decimal(p,s), p to 38",
    { dataType: "decimal", precision: 12, scale: 2 },
    "exact; zeros of zerofill are not kept",
  ),
  rule(
    "decimal(p,s), p above 38",
    { dataType: "decimal", precision: 65, scale: 30 },
    "exact, as text with all digits of the scale",
  ),
  rule(
    "float",
    { dataType: "float" },
    "the stored value to the bit, where the server's own text shows six digits",
  ),
  rule("double, real", { dataType: "double" }, "the stored value to the bit"),
  rule(
    "char, varchar, text types",
    { dataType: "varchar" },
    "any character set, as UTF-8; blanks at the end of char(n) are not kept, as in the server's own answers",
  ),
  rule(
    "enum",
    { dataType: "enum" },
    "the label; the invalid value (index 0) is the empty text, not NULL",
  ),
  rule("set", { dataType: "set" }, "the labels with commas between, in the order of the type"),
  rule(
    "json (MySQL), json (MariaDB: longtext with its check)",
    { dataType: "json" },
    "the server's text; numbers are not rewritten. Where the user may not see a table's checks, MariaDB's is text",
  ),
  rule(
    "binary(n), varbinary, blob types, vector",
    { dataType: "blob" },
    "the bytes; binary(n) keeps its padding",
  ),
  rule(
    "date",
    { dataType: "date" },
    "a day no calendar has (0000-00-00, 2020-00-15, 2023-02-30) or of the year 0: quarantine with that text",
  ),
  rule(
    "datetime(n)",
    { dataType: "datetime" },
    "wall clock without zone, to the microsecond; zero dates: quarantine",
  ),
  rule(
    "timestamp(n)",
    { dataType: "timestamp" },
    "the instant, read in UTC whatever the zones of server and session; zero: quarantine",
  ),
  rule(
    "time(n)",
    { dataType: "time" },
    "a duration, from -838:59:59 to 838:59:59, never cut to a clock; as `time` or `text` where `columns` asks for it",
  ),
  rule(
    "geometry and its kinds",
    { dataType: "point" },
    "its text (WKT), with SRID=n; before it where one is set; coordinates to the last digit",
  ),
  rule("uuid (MariaDB)", { dataType: "uuid" }, "exact"),
  rule("inet4, inet6 (MariaDB), all others", { dataType: "inet6" }, "the server's text"),
];
