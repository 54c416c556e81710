// The WebAssembly decoder gives what the row decoder gives, and stops before every row that the row decoder flags.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeBatchDecoder } from "./batch-decoder.ts";
import { samplesOf } from "./decoder-samples.ts";
import { decoderSlack, makeRowDecoder, type RowBuffers, type WireColumn } from "./row-decoder.ts";
import { numeric } from "./testing/numeric-bytes.ts";

type Field = Uint8Array | null;

/** CopyData messages of rows, with room behind them. */
function toMessages(rows: readonly (readonly Field[])[]): Uint8Array {
  const sizes = rows.map((row) => row.reduce((sum, field) => sum + 4 + (field?.length ?? 0), 7));
  const bytes = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0) + decoderSlack).fill(
    0xa5,
  );
  const view = new DataView(bytes.buffer);
  let at = 0;
  rows.forEach((row, r) => {
    bytes[at] = 100;
    view.setInt32(at + 1, sizes[r]! - 1);
    view.setInt16(at + 5, row.length);
    at += 7;
    for (const field of row) {
      view.setInt32(at, field ? field.length : -1);
      at += 4;
      if (field) bytes.set(field, at);
      at += field?.length ?? 0;
    }
  });
  return bytes;
}

const isBytes = (column: WireColumn): boolean => column.kind === "bytes" || column.kind === "bool";
const wordsOf = (column: WireColumn): number =>
  isBytes(column) ||
  ["int2", "int4", "float4", "date"].includes(column.kind) ||
  (column.kind === "numeric" && column.precision <= 9)
    ? 1
    : column.kind === "uuid"
      ? 4
      : 2;

/** What the row decoder makes of the rows before the first that it flags. */
function byRow(columns: readonly WireColumn[], rows: readonly (readonly Field[])[]) {
  const buffers: RowBuffers = {
    values: columns.map((column) =>
      isBytes(column) ? new Uint8Array(200_000) : new Int32Array(rows.length * 4 + 4),
    ),
    present: columns.map(() => new Uint8Array(rows.length)),
    ends: new Int32Array(columns.length + 1),
  };
  const decode = makeRowDecoder(columns, columns.length);
  for (const [r, row] of rows.entries()) {
    const before = buffers.ends.slice();
    decode(toMessages([row]), 7, r, buffers);
    if (buffers.ends[columns.length] !== 0)
      return { rows: r, buffers: { ...buffers, ends: before } };
  }
  return { rows: rows.length, buffers };
}

function expectSame(columns: readonly WireColumn[], rows: readonly (readonly Field[])[]): number {
  const bytes = toMessages(rows);
  const batch = makeBatchDecoder(columns)!;
  const done = batch.decode(bytes, 0, bytes.length - decoderSlack, rows.length + 5);
  const wanted = byRow(columns, rows);
  // The batch decoder may leave more to the row decoder, where digits are many; it must take nothing that is flagged.
  expect(done).toBeLessThanOrEqual(wanted.rows);
  const kept = byRow(columns, rows.slice(0, done)).buffers;
  columns.forEach((column, i) => {
    const used = kept.ends[i]! * wordsOf(column);
    expect([i, batch.filled[i]]).toEqual([i, used]);
    expect(batch.columns[i]!.values.slice(0, used)).toEqual(kept.values[i]!.slice(0, used));
    expect(batch.columns[i]!.present.slice(0, done)).toEqual(kept.present[i]!.slice(0, done));
  });
  expect(batch.consumed).toBe(toMessages(rows.slice(0, done)).length - decoderSlack);
  return done;
}

const kinds: readonly WireColumn[] = [
  ...(
    [
      "bool",
      "int2",
      "int4",
      "int8",
      "oid",
      "float4",
      "float8",
      "date",
      "time",
      "timestamp",
      "uuid",
      "bytes",
    ] as const
  ).map((kind) => ({ kind })),
  { kind: "numeric", precision: 15, scale: 2 },
  { kind: "numeric", precision: 9, scale: 0 },
  { kind: "numeric", precision: 18, scale: 7 },
  { kind: "numeric", precision: 4, scale: 4 },
];
const widths: Record<string, number> = {
  bool: 1,
  int2: 2,
  int4: 4,
  oid: 4,
  float4: 4,
  date: 4,
  uuid: 16,
};

const plainField = (column: WireColumn): fc.Arbitrary<Field> => {
  if (column.kind === "numeric") {
    // Near the limit the row decoder flags without need.
    const limit = (10n ** BigInt(column.precision) - 1n) / 2n;
    return fc
      .oneof(fc.bigInt({ min: -limit, max: limit }), fc.bigInt({ min: -10_001n, max: 10_001n }))
      .map((value) =>
        numeric(value > limit ? limit : value < -limit ? -limit : value, column.scale),
      );
  }
  if (column.kind === "bytes") return fc.uint8Array({ maxLength: 150 });
  const width = widths[column.kind] ?? 8;
  const bytes = fc.uint8Array({ minLength: width, maxLength: width });
  return column.kind === "bool" ? fc.constantFrom(Uint8Array.of(0), Uint8Array.of(1)) : bytes;
};

describe("a batch decoder", () => {
  it("decodes rows of every kind as the row decoder does", () => {
    fc.assert(
      fc.property(
        fc
          .array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 9 })
          .chain((columns) =>
            fc.tuple(
              fc.constant(columns),
              fc.array(
                fc.tuple(...columns.map((column) => fc.option(plainField(column), { freq: 4 }))),
                { minLength: 1, maxLength: 12 },
              ),
            ),
          ),
        ([columns, rows]) => void expectSame(columns, rows),
      ),
      { numRuns: 400 },
    );
  });

  it.each([
    [4, 0],
    [4, 4],
    [9, 2],
    [10, 3],
    [15, 2],
    [16, 6],
    [17, 0],
    [18, 18],
    [18, 9],
    [18, 1],
  ])("decodes every numeric(%d, %d) exactly", (precision, scale) => {
    const column: WireColumn = { kind: "numeric", precision, scale };
    const limit = 10n ** BigInt(precision) - 1n;
    const values = [
      0n,
      1n,
      -1n,
      limit,
      -limit,
      limit - 1n,
      limit / 3n,
      10n ** BigInt(precision - 1),
    ];
    for (let k = 1n; k < limit; k *= 10n) values.push(k, -k, k * 7n > limit ? k : k * 7n);
    const rows = values.map((value) => [numeric(value, scale)]);
    const batch = makeBatchDecoder([column])!;
    const bytes = toMessages(rows);
    expect(batch.decode(bytes, 0, bytes.length - decoderSlack, 1000)).toBe(rows.length);
    const words = batch.columns[0]!.values;
    values.forEach((value, i) => {
      const got =
        precision <= 9
          ? BigInt(words[i]!)
          : (BigInt(words[i * 2 + 1]!) << 32n) + BigInt(words[i * 2]! >>> 0);
      expect(got).toBe(value);
    });
  });

  it("stops before a row that is not plain, and goes on behind it", () => {
    const columns: WireColumn[] = [
      { kind: "bytes" },
      { kind: "numeric", precision: 15, scale: 2 },
      { kind: "timestamp" },
    ];
    const text = new TextEncoder().encode("a longer text than eight bytes");
    const good: Field[] = [text, numeric(123_45n, 2), new Uint8Array(8)];
    for (const bad of [
      ...samplesOf(columns[1]!).filter((_, i) => [2, 3, 4, 6].includes(i)),
      numeric(10n ** 15n, 2),
      numeric(12_345n, 3),
    ]) {
      const rows = [good, good, [text, bad, null], good];
      const bytes = toMessages(rows);
      const batch = makeBatchDecoder(columns)!;
      expect(batch.decode(bytes, 0, bytes.length - decoderSlack, 100)).toBe(2);
      expect([...batch.filled]).toEqual([2 * (4 + text.length), 4, 4]);
      const behind = toMessages(rows.slice(0, 3)).length - decoderSlack;
      expect(batch.decode(bytes, behind, bytes.length - decoderSlack, 100)).toBe(1);
    }
    const far = new Uint8Array(8).fill(0xff);
    far[0] = 0x7f;
    far[7] = 0xfe;
    expect(expectSame(columns, [good, [null, null, far], good])).toBe(1);
  });

  it("takes no row that is cut off, of another shape, or not a row at all", () => {
    const columns: WireColumn[] = [{ kind: "int4" }, { kind: "bytes" }];
    const row: Field[] = [Uint8Array.of(0, 0, 0, 7), Uint8Array.of(1, 2, 3)];
    const whole = toMessages([row, row]);
    const size = whole.length - decoderSlack;
    const batch = makeBatchDecoder(columns)!;
    expect(batch.decode(whole, 0, size - 1, 9)).toBe(1);
    expect(batch.decode(whole, 0, 6, 9)).toBe(0);
    expect(batch.decode(whole, 0, size, 1)).toBe(1);
    const other = whole.slice();
    other[0] = 99;
    expect(batch.decode(other, 0, size, 9)).toBe(0);
    const oneMore = toMessages([[...row, null]]);
    expect(batch.decode(oneMore, 0, oneMore.length - decoderSlack, 9)).toBe(0);
    const overlong = whole.slice();
    new DataView(overlong.buffer).setInt32(15, 0x7fff_ffff);
    expect(batch.decode(overlong, 0, size, 9)).toBe(0);
    const wrongWidth = toMessages([[Uint8Array.of(1), row[1]!], row]);
    expect(batch.decode(wrongWidth, 0, wrongWidth.length - decoderSlack, 9)).toBe(0);
  });

  it("leaves very wide tables and skipped fields to others", () => {
    expect(makeBatchDecoder(Array.from({ length: 129 }, () => ({ kind: "int4" })))).toBeNull();
    expect(makeBatchDecoder([{ kind: "skip" }])).toBeNull();
    expect(makeBatchDecoder([])).toBeNull();
  });
});
