// Made-up field values by which a generated row decoder is warmed up: between them they take every branch of its code.
import type { WireColumn } from "./row-decoder.ts";

/** Field values that between them take every branch of a column's code. */
export function samplesOf(column: WireColumn): readonly Uint8Array[] {
  const numeric = (digits: readonly number[], weight: number, sign: number): Uint8Array => {
    const bytes = new Uint8Array(8 + digits.length * 2);
    const view = new DataView(bytes.buffer);
    view.setUint16(0, digits.length);
    view.setInt16(2, weight);
    view.setUint16(4, sign);
    digits.forEach((digit, i) => view.setUint16(8 + i * 2, digit));
    return bytes;
  };
  const int64 = (value: bigint): Uint8Array => {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigInt64(0, value);
    return bytes;
  };
  const int32 = (value: number): Uint8Array => {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setInt32(0, value);
    return bytes;
  };
  switch (column.kind) {
    case "bool":
      return [Uint8Array.of(1), Uint8Array.of(0)];
    case "int2":
      return [Uint8Array.of(255, 1), Uint8Array.of(0, 1)];
    case "int4":
    case "oid":
    case "float4":
      return [int32(-5), int32(2147483647), int32(7)];
    case "date":
      return [int32(-5), int32(2147483647), int32(-2147483648), int32(9000)];
    case "int8":
    case "float8":
    case "time":
      return [int64(-5n), int64(2n ** 62n), int64(7n)];
    case "timestamp":
      return [
        int64(-5n),
        int64(2n ** 63n - 1n),
        int64(-(2n ** 63n)),
        int64(2n ** 63n - 2n ** 40n),
        int64(8n * 10n ** 14n),
        int64(4294967295n),
      ];
    case "uuid":
      return [new Uint8Array(16).fill(200)];
    case "bytes":
    case "skip":
      return [new Uint8Array(3), new Uint8Array(100), new Uint8Array(0)];
    case "numeric":
      return [
        numeric([12, 3400], 0, 0),
        numeric([12, 3456, 7800], 1, 0x4000),
        numeric([9999, 9999, 9999, 9999, 9999], 4, 0),
        numeric([1], -9, 0),
        numeric([1], 8, 0),
        numeric([1, 2, 3, 4, 5, 6, 7], 3, 0),
        numeric([], 0, 0xc000),
        numeric([], 0, 0),
        numeric([7], 0, 0),
      ];
  }
}
