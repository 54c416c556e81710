// The generated decoder of MySQL rows against values worked out by other means, for random rows of random columns.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeRowDecoder } from "./row-decoder.ts";
import { hex, makeRow, samples, text, type Sample } from "./testing/samples.ts";
import type { WireColumn } from "./wire-column.ts";

const isByte = (wire: WireColumn): boolean => wire.kind === "bytes" || wire.kind === "flag";
const isPair = (wire: WireColumn): boolean =>
  ["uint32", "int64", "uint64", "datetime", "bits"].includes(wire.kind) ||
  (wire.kind === "decimal" && wire.precision > 9);

/** Decodes one row into fresh buffers; what stands in each column, and the flag. */
function decode(
  row: readonly Sample[],
  isSkipped = false,
): { cells: (string | null)[]; flag: number } {
  const payload = makeRow(row);
  const bytes = new Uint8Array(payload.length + 64 + 7).fill(0xab);
  bytes.set(payload, 7);
  const buffers = {
    values: row.map(({ wire }) => (isByte(wire) ? new Uint8Array(400) : new Int32Array(4))),
    present: row.map(() => new Uint8Array(1)),
    ends: new Int32Array(row.length + 1),
  };
  const columns = row.map(({ wire }) => ({ wire, isSkipped }));
  expect(makeRowDecoder(columns, row.length)(bytes, 7, 0, buffers)).toBe(7 + payload.length);
  const cells = row.map(({ wire }, i) => {
    if (buffers.present[i]?.[0] !== 1) return null;
    const values = buffers.values[i]!;
    if (wire.kind === "bytes") {
      const size = new DataView(values.buffer).getUint32(0, true);
      expect(buffers.ends[i]).toBe(size + 4);
      return hex((values as Uint8Array).subarray(4, 4 + size));
    }
    expect(buffers.ends[i]).toBe(1);
    if (!isPair(wire)) return String(values[0]);
    const value = (BigInt(values[1]!) << 32n) | BigInt(values[0]! >>> 0);
    return String(wire.kind === "uint64" ? BigInt.asUintN(64, value) : value);
  });
  return { cells, flag: buffers.ends[row.length]! };
}

const date = (year: number, month: number, day: number, ...clock: number[]): Uint8Array =>
  Uint8Array.from([year & 255, year >> 8, month, day, ...clock]);

describe("the row decoder", () => {
  it("gives every value of every kind, NULLs between them, unrolled and as a loop", () => {
    const sample = fc
      .integer({ min: 0, max: samples.length - 1 })
      .chain((i) => samples[i]!)
      .chain((one) =>
        fc.boolean().map((isNull) => (isNull ? { ...one, content: null, expected: null } : one)),
      );
    const row = fc.oneof(
      { arbitrary: fc.array(sample, { minLength: 1, maxLength: 20 }), weight: 20 },
      { arbitrary: fc.array(sample, { minLength: 65, maxLength: 90 }), weight: 1 },
    );
    fc.assert(
      fc.property(row, (columns) => {
        const { cells, flag } = decode(columns);
        expect(cells).toEqual(columns.map(({ expected }) => expected));
        expect(flag).toBe(0);
      }),
      { numRuns: 100, endOnFailure: true },
    );
  });

  it("reads over columns that are skipped", () => {
    fc.assert(
      fc.property(fc.tuple(...samples), (row) => {
        expect(decode(row, true).cells).toEqual(row.map(() => null));
      }),
      { numRuns: 20 },
    );
  });

  it.each([
    ["a zero date", "date", new Uint8Array(0)],
    ["a zero date in four bytes", "date", date(0, 0, 0)],
    ["a month of zero", "date", date(2020, 0, 15)],
    ["a day of zero", "date", date(2020, 1, 0)],
    ["the year 0", "date", date(0, 1, 1)],
    ["30 February", "date", date(2024, 2, 30)],
    ["29 February of a common year", "date", date(2023, 2, 29)],
    ["29 February of 1900", "date", date(1900, 2, 29)],
    ["31 April", "datetime", date(2023, 4, 31, 1, 2, 3)],
    ["a zero time stamp", "datetime", new Uint8Array(0)],
  ] as const)("flags %s", (_, kind, content) => {
    expect(decode([{ wire: { kind }, content, expected: null }]).flag).not.toBe(0);
  });

  it.each([
    ["29 February of 2000", "date", date(2000, 2, 29)],
    ["31 August", "date", date(2023, 8, 31)],
    ["midnight in four bytes", "datetime", date(2023, 12, 31)],
  ] as const)("takes %s", (_, kind, content) => {
    expect(decode([{ wire: { kind }, content, expected: null }]).flag).toBe(0);
  });

  it("flags decimals of another size or with letters, and none for NULL", () => {
    const wire = { kind: "decimal", precision: 5, scale: 2 } as const;
    const flagOf = (content: Uint8Array | null) => decode([{ wire, content, expected: null }]).flag;
    expect(["999.99", "-0.01", "000001.50"].map((value) => flagOf(text(value)))).toEqual([0, 0, 0]);
    for (const value of ["1000.00", "1.234", "1", "x.yz", "-", ""])
      expect([value, flagOf(text(value)) !== 0]).toEqual([value, true]);
    expect(flagOf(null)).toBe(0);
  });
});
