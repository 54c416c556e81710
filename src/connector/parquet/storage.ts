// How a column of a segment stands in a Parquet file: its physical type, its logical type, and the width of a value in
// the buffers. Types that have no exact form here travel as text (`SegmentColumn.wire`).
import { unreachable } from "../../kernel/assert.ts";
import type { CanonicalType } from "../../model/types.ts";
import type { SegmentColumn } from "../segment.ts";

/**
 * `bit`: one byte 0 or 1 a value, packed when the file is made. `word`: 32 bits. `pair`: 64 bits as two words, low
 * first. `quad`: 16 bytes as four words. `bytes`: four bytes of length (low first), then the bytes.
 */
export type Shape = "bit" | "word" | "pair" | "quad" | "bytes";

export type Logical =
  | { readonly kind: "none" | "string" | "date" | "uuid" }
  | { readonly kind: "integer"; readonly bits: 16 | 32 | 64; readonly signed: boolean }
  | { readonly kind: "decimal"; readonly precision: number; readonly scale: number }
  | { readonly kind: "time" }
  | { readonly kind: "timestamp"; readonly utc: boolean };

export type Storage = {
  readonly shape: Shape;
  /** Parquet's number of the physical type. */ readonly physical: number;
  readonly logical: Logical;
};

const boolean = 0;
const int32 = 1;
const int64 = 2;
const float = 4;
const double = 5;
const byteArray = 6;
const fixedBytes = 7;

/** Words (32 bits) of a value, for the shapes that are counted in words. */
export const wordsOf = { word: 1, pair: 2, quad: 4 } as const;

const text: Storage = { shape: "bytes", physical: byteArray, logical: { kind: "string" } };

/** True when values of this type can stand in a segment as they are; else the column's wire must be `text`. */
export function hasNativeStorage(type: CanonicalType): boolean {
  if (type.kind === "decimal") return type.precision <= 18;
  return !["number", "json", "timetz", "interval", "list"].includes(type.kind);
}

export function toStorage(column: SegmentColumn): Storage {
  if (column.wire === "text") return text;
  const { type } = column;
  switch (type.kind) {
    case "boolean":
      return { shape: "bit", physical: boolean, logical: { kind: "none" } };
    case "int16":
      return {
        shape: "word",
        physical: int32,
        logical: { kind: "integer", bits: 16, signed: true },
      };
    case "int32":
      return { shape: "word", physical: int32, logical: { kind: "none" } };
    case "int64":
      return { shape: "pair", physical: int64, logical: { kind: "none" } };
    case "uint64":
      return {
        shape: "pair",
        physical: int64,
        logical: { kind: "integer", bits: 64, signed: false },
      };
    case "float32":
      return { shape: "word", physical: float, logical: { kind: "none" } };
    case "float64":
      return { shape: "pair", physical: double, logical: { kind: "none" } };
    case "decimal": {
      const logical = { kind: "decimal", precision: type.precision, scale: type.scale } as const;
      if (type.precision <= 9) return { shape: "word", physical: int32, logical };
      return type.precision <= 18 ? { shape: "pair", physical: int64, logical } : text;
    }
    case "date":
      return { shape: "word", physical: int32, logical: { kind: "date" } };
    case "time":
      return { shape: "pair", physical: int64, logical: { kind: "time" } };
    case "timestamp":
      return { shape: "pair", physical: int64, logical: { kind: "timestamp", utc: false } };
    case "timestamptz":
      return { shape: "pair", physical: int64, logical: { kind: "timestamp", utc: true } };
    case "uuid":
      return { shape: "quad", physical: fixedBytes, logical: { kind: "uuid" } };
    case "binary":
      return { shape: "bytes", physical: byteArray, logical: { kind: "none" } };
    case "text":
    case "number":
    case "json":
    case "timetz":
    case "interval":
    case "list":
      return text;
    default:
      return unreachable(type);
  }
}
