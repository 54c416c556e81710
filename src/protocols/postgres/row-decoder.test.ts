// The generated decoder by itself: NULLs, exact numerics, flags for what cannot be represented, and the same result from
// the unrolled form and the loop for wide tables.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decoderSlack, makeRowDecoder, type RowBuffers, type WireColumn } from "./row-decoder.ts";
import { numeric } from "./testing/numeric-bytes.ts";

const int64 = (value: bigint): Uint8Array => {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, value);
  return bytes;
};

function toRow(fields: readonly (Uint8Array | null)[]): Uint8Array {
  const bytes = new Uint8Array(
    fields.reduce((sum, field) => sum + 4 + (field?.length ?? 0), 0) + decoderSlack,
  ).fill(0xa5);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const field of fields) {
    view.setInt32(at, field ? field.length : -1);
    at += 4;
    if (field) bytes.set(field, at);
    at += field?.length ?? 0;
  }
  return bytes;
}

const isBytes = (column: WireColumn): boolean => column.kind === "bytes" || column.kind === "bool";
const makeBuffers = (columns: readonly WireColumn[], rows: number): RowBuffers => ({
  values: columns.map((column) =>
    isBytes(column) ? new Uint8Array(rows * 200) : new Int32Array(rows * 4),
  ),
  present: columns.map(() => new Uint8Array(rows)),
  ends: new Int32Array(columns.length + 1),
});
const pairAt = (buffers: RowBuffers, column: number, at: number): bigint => {
  const values = buffers.values[column]!;
  return (BigInt(values[at * 2 + 1]!) << 32n) + BigInt(values[at * 2]! >>> 0);
};

function decodeOne(
  column: WireColumn,
  field: Uint8Array | null,
): { value: bigint; word: number; flag: number; end: number } {
  const buffers = makeBuffers([column], 1);
  const end = makeRowDecoder([column], 1)(toRow([field]), 0, 0, buffers);
  return {
    value: isBytes(column) ? 0n : pairAt(buffers, 0, 0),
    word: buffers.values[0]![0]!,
    flag: buffers.ends[1]!,
    end,
  };
}

describe("a row decoder", () => {
  it.each([4, 9, 10, 15, 16, 17, 18])("decodes every numeric of %d digits exactly", (precision) => {
    for (const scale of new Set(
      [0, 1, 2, 3, 4, 5, precision - 1, precision].filter((s) => s <= precision),
    )) {
      const column: WireColumn = { kind: "numeric", precision, scale };
      const decode = makeRowDecoder([column], 1);
      const limit = 10n ** BigInt(precision) - 1n;
      const value = fc.oneof(
        fc.bigInt({ min: -limit, max: limit }),
        fc.bigInt({ min: -10_001n, max: 10_001n }),
        fc.constantFrom(limit, -limit, 0n, limit - 1n).filter((v) => v <= limit),
      );
      fc.assert(
        fc.property(
          value.filter((v) => v >= -limit && v <= limit),
          (unscaled) => {
            const buffers = makeBuffers([column], 1);
            const row = toRow([numeric(unscaled, scale)]);
            expect(decode(row, 0, 0, buffers)).toBe(row.length - decoderSlack);
            expect(precision <= 9 ? BigInt(buffers.values[0]![0]!) : pairAt(buffers, 0, 0)).toBe(
              unscaled,
            );
            // Near the limit the flag may be raised without need (the caller looks again), never left out.
            if (unscaled > -limit / 2n && unscaled < limit / 2n) expect(buffers.ends[1]).toBe(0);
          },
        ),
        { numRuns: 300 },
      );
    }
  });

  it("flags numerics that do not fit: NaN, infinities, too many digits before and behind the point", () => {
    const column: WireColumn = { kind: "numeric", precision: 12, scale: 2 };
    const special = (sign: number): Uint8Array => {
      const bytes = numeric(0n, 0);
      new DataView(bytes.buffer).setUint16(4, sign);
      return bytes;
    };
    for (const field of [
      special(0xc000),
      special(0xd000),
      special(0xf000),
      numeric(10n ** 12n, 2),
      numeric(123n, 3),
      numeric(10n ** 30n, 0),
      numeric(1n, 20),
    ]) {
      expect(decodeOne(column, field).flag).not.toBe(0);
    }
    expect(decodeOne(column, numeric(123_00n, 4)).flag).toBe(0);
  });

  it("moves timestamps to 1970, keeps infinities as the warehouse's, and flags what leaves 64 bits", () => {
    const shift = 946_684_800_000_000n;
    for (const micros of [
      0n,
      -1n,
      -shift,
      -shift - 1n,
      4_294_967_295n,
      -211_813_488_000_000_000n,
    ]) {
      expect(decodeOne({ kind: "timestamp" }, int64(micros))).toMatchObject({
        value: micros + shift,
        flag: 0,
      });
    }
    const max = 2n ** 63n - 1n;
    expect(decodeOne({ kind: "timestamp" }, int64(max))).toMatchObject({ value: max, flag: 0 });
    expect(decodeOne({ kind: "timestamp" }, int64(-(2n ** 63n)))).toMatchObject({
      value: -max,
      flag: 0,
    });
    expect(decodeOne({ kind: "timestamp" }, int64(max - shift)).flag).not.toBe(0);
    expect(decodeOne({ kind: "timestamp" }, int64(9_223_371_331_199_999_999n)).flag).not.toBe(0);
  });

  it("flags a field of another width than its type has", () => {
    for (const kind of [
      "bool",
      "int2",
      "int4",
      "int8",
      "date",
      "timestamp",
      "uuid",
      "float4",
      "float8",
      "oid",
      "time",
    ] as const) {
      expect([kind, decodeOne({ kind }, new Uint8Array(3)).flag === 0]).toEqual([kind, false]);
      expect([kind, decodeOne({ kind }, null)]).toMatchObject([kind, { flag: 0, end: 4 }]);
    }
  });

  it("decodes the same by unrolled code and by the loop for wide tables", () => {
    const kinds: readonly WireColumn[] = [
      { kind: "int4" },
      { kind: "bytes" },
      { kind: "numeric", precision: 18, scale: 3 },
      { kind: "timestamp" },
      { kind: "bool" },
      { kind: "numeric", precision: 6, scale: 2 },
      { kind: "skip" },
    ];
    const field = (column: WireColumn, n: number): Uint8Array | null => {
      if (n % 3 === 0) return null;
      switch (column.kind) {
        case "int4":
          return Uint8Array.of(1, 2, 3, n);
        case "timestamp":
          return int64(BigInt(n) * 10n ** 13n);
        case "bool":
          return Uint8Array.of(n & 1);
        case "numeric":
          return numeric(BigInt(n * 37 - 100), column.scale);
        default:
          return new Uint8Array(n % 60).fill(n);
      }
    };
    const wide = Array.from({ length: 70 }, (_, i) => kinds[i % kinds.length]!);
    const rows = Array.from({ length: 20 }, (_, n) =>
      wide.map((column, i) => field(column, n + i)),
    );
    const loop = makeBuffers(wide, 20);
    const decodeLoop = makeRowDecoder(wide, 70);
    rows.forEach((fields, r) => decodeLoop(toRow(fields), 0, r, loop));
    for (const from of [0, 35]) {
      const half = wide.slice(from, from + 35);
      const unrolled = makeBuffers(half, 20);
      const decode = makeRowDecoder(half, 35);
      rows.forEach((fields, r) => decode(toRow(fields.slice(from, from + 35)), 0, r, unrolled));
      for (let i = 0; i < 35; i++) {
        const end = unrolled.ends[i]!;
        expect(loop.ends[from + i]).toBe(end);
        expect(loop.present[from + i]).toEqual(unrolled.present[i]);
        const used = isBytes(half[i]!) ? end : end * 2;
        expect(loop.values[from + i]!.slice(0, used)).toEqual(unrolled.values[i]!.slice(0, used));
      }
    }
  });
});
