// Canonical types under the names DuckDB itself prints, so that a declared type and a described one can be compared.
import { unreachable } from "../../kernel/assert.ts";
import type { CanonicalType } from "../../model/types.ts";

/** `DECIMAL(12,2)`, `TIMESTAMP WITH TIME ZONE`, `VARCHAR[]`. A `number` has its final type only after its first load. */
export function duckTypeName(type: CanonicalType): string {
  switch (type.kind) {
    case "boolean":
      return "BOOLEAN";
    case "int16":
      return "SMALLINT";
    case "int32":
      return "INTEGER";
    case "int64":
      return "BIGINT";
    case "uint64":
      return "UBIGINT";
    case "float32":
      return "FLOAT";
    case "float64":
      return "DOUBLE";
    case "decimal":
      return `DECIMAL(${type.precision},${type.scale})`;
    case "number":
      return "DECIMAL(38,6)";
    case "text":
      return "VARCHAR";
    case "binary":
      return "BLOB";
    case "uuid":
      return "UUID";
    case "json":
      return "JSON";
    case "date":
      return "DATE";
    case "time":
      return "TIME";
    case "timetz":
      return "TIME WITH TIME ZONE";
    case "timestamp":
      return "TIMESTAMP";
    case "timestamptz":
      return "TIMESTAMP WITH TIME ZONE";
    case "interval":
      return "INTERVAL";
    case "list":
      return `${duckTypeName(type.of)}[]`;
    default:
      return unreachable(type);
  }
}
