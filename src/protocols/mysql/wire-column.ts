// How a field stands in a row of MySQL's binary protocol, and where it goes. Pure data, shared by the generated decoder, by
// its made-up rows and by the slow look at single rows.
import { columnFlag, type ColumnDefinition } from "./answers.ts";

/**
 * Shapes of the target are those of the kit's column buffers: integers up to 32 bits with sign, `float32`, `date` and
 * decimals of up to 9 digits → one word; `uint32`, 64-bit integers, `float64`, `datetime`, decimals of 10 to 18 digits,
 * `bits` → two words; `flag` (bit(1)) → one byte; `bytes` → length and bytes.
 */
export type WireColumn =
  | {
      readonly kind:
        | "null"
        | "int8"
        | "uint8"
        | "int16"
        | "uint16"
        | "int32"
        | "uint32"
        | "int64"
        | "uint64"
        | "float32"
        | "float64"
        | "date"
        | "datetime"
        | "time"
        | "flag"
        | "bits"
        | "bytes";
    }
  | { readonly kind: "decimal"; readonly precision: number; readonly scale: number };

/** What the decoder does with a field: decode it into its column, or read over it and leave the column alone. */
export type DecodedColumn = { readonly wire: WireColumn; readonly isSkipped: boolean };

/** Bytes of a field: always so many, one byte of length before it (times), or a length-encoded string. */
export type Layout = number | "time" | "string";

export function layoutOf(wire: WireColumn): Layout {
  switch (wire.kind) {
    case "null":
      return 0;
    case "int8":
    case "uint8":
      return 1;
    case "int16":
    case "uint16":
      return 2;
    case "int32":
    case "uint32":
    case "float32":
      return 4;
    case "int64":
    case "uint64":
    case "float64":
      return 8;
    case "date":
    case "datetime":
    case "time":
      return "time";
    default:
      return "string";
  }
}

/** The wire of a result's column, from the server's own description of it. */
export function wireOf(column: ColumnDefinition): WireColumn {
  const isUnsigned = (column.flags & columnFlag.unsigned) !== 0;
  switch (column.type) {
    case 0:
    case 246:
      return {
        kind: "decimal",
        precision: column.length - (column.decimals > 0 ? 1 : 0) - (isUnsigned ? 0 : 1),
        scale: column.decimals,
      };
    case 1:
      return { kind: isUnsigned ? "uint8" : "int8" };
    case 2:
      return { kind: isUnsigned ? "uint16" : "int16" };
    case 3:
      return { kind: isUnsigned ? "uint32" : "int32" };
    case 4:
      return { kind: "float32" };
    case 5:
      return { kind: "float64" };
    case 6:
      return { kind: "null" };
    case 7:
    case 12:
      return { kind: "datetime" };
    case 8:
      return { kind: isUnsigned ? "uint64" : "int64" };
    case 9: // 24 bits fill four bytes, signed or not
      return { kind: "int32" };
    case 10:
    case 14:
      return { kind: "date" };
    case 11:
      return { kind: "time" };
    case 13: // year
      return { kind: "uint16" };
    case 16:
      return { kind: column.length === 1 ? "flag" : "bits" };
    default:
      return { kind: "bytes" };
  }
}
