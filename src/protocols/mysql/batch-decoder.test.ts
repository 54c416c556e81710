// The WebAssembly decoder gives what the row decoder gives, and stops before every row that the row decoder flags.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeBatchDecoder } from "./batch-decoder.ts";
import { sampleRows } from "./decoder-samples.ts";
import { decoderSlack, makeRowDecoder, type RowBuffers } from "./row-decoder.ts";
import { makeRow, samples, text, type Sample } from "./testing/samples.ts";
import type { WireColumn } from "./wire-column.ts";

const headerBytes = 4;

/** Packets of payloads, with room behind them. */
function toBytes(payloads: readonly Uint8Array[]): Uint8Array {
  const size = payloads.reduce((sum, payload) => sum + headerBytes + payload.length, 0);
  const bytes = new Uint8Array(size + decoderSlack).fill(0xa5);
  let at = 0;
  payloads.forEach((payload, i) => {
    bytes.set(
      [payload.length & 255, (payload.length >> 8) & 255, payload.length >> 16, i & 255],
      at,
    );
    bytes.set(payload, at + headerBytes);
    at += headerBytes + payload.length;
  });
  return bytes;
}

const isByte = (wire: WireColumn): boolean => wire.kind === "bytes" || wire.kind === "flag";
const wordsOf = (wire: WireColumn): number =>
  isByte(wire) ||
  ["int8", "uint8", "int16", "uint16", "int32", "float32", "date"].includes(wire.kind) ||
  (wire.kind === "decimal" && wire.precision <= 9)
    ? 1
    : 2;

/** What the row decoder makes of the rows before the first that it flags. */
function byRow(wires: readonly WireColumn[], payloads: readonly Uint8Array[]) {
  const buffers: RowBuffers = {
    values: wires.map((wire) =>
      isByte(wire) ? new Uint8Array(200_000) : new Int32Array(payloads.length * 2 + 2),
    ),
    present: wires.map(() => new Uint8Array(payloads.length)),
    ends: new Int32Array(wires.length + 1),
  };
  const decode = makeRowDecoder(
    wires.map((wire) => ({ wire, isSkipped: false })),
    wires.length,
  );
  for (const [r, payload] of payloads.entries()) {
    const before = buffers.ends.slice();
    decode(toBytes([payload]), headerBytes, r, buffers);
    if (buffers.ends[wires.length] !== 0) return { rows: r, buffers: { ...buffers, ends: before } };
  }
  return { rows: payloads.length, buffers };
}

const makeBatch = (wires: readonly WireColumn[]) =>
  makeBatchDecoder(wires.map((wire) => ({ wire, isSkipped: false })))!;

function expectSame(wires: readonly WireColumn[], payloads: readonly Uint8Array[]): number {
  const bytes = toBytes(payloads);
  const batch = makeBatch(wires);
  const done = batch.decode(bytes, 0, bytes.length - decoderSlack, payloads.length + 5);
  // The batch decoder may leave more to the row decoder, where texts are long; it must take nothing that is flagged.
  expect(done).toBeLessThanOrEqual(byRow(wires, payloads).rows);
  const kept = byRow(wires, payloads.slice(0, done)).buffers;
  wires.forEach((wire, i) => {
    const used = kept.ends[i]! * wordsOf(wire);
    expect([i, batch.filled[i]]).toEqual([i, used]);
    expect(batch.columns[i]!.values.slice(0, used)).toEqual(kept.values[i]!.slice(0, used));
    expect(batch.columns[i]!.present.slice(0, done)).toEqual(kept.present[i]!.slice(0, done));
  });
  expect(batch.consumed).toBe(toBytes(payloads.slice(0, done)).length - decoderSlack);
  return done;
}

const date = (year: number, month: number, day: number, ...clock: number[]): Uint8Array =>
  Uint8Array.from([year & 255, year >> 8, month, day, ...clock]);
const row = (...fields: readonly (readonly [WireColumn, Uint8Array | null])[]): Uint8Array =>
  makeRow(fields.map(([wire, content]): Sample => ({ wire, content, expected: null })));

const bytesWire: WireColumn = { kind: "bytes" };
const price: WireColumn = { kind: "decimal", precision: 5, scale: 2 };
const day: WireColumn = { kind: "date" };
const moment: WireColumn = { kind: "datetime" };

describe("a batch decoder of MySQL rows", () => {
  it("decodes rows of every kind as the row decoder does, all of them", () => {
    const columns = fc.array(fc.integer({ min: 0, max: samples.length - 1 }), {
      minLength: 1,
      maxLength: 12,
    });
    const table = columns.chain((places) =>
      fc.array(
        fc.tuple(
          ...places.map((place) =>
            fc
              .tuple(samples[place]!, fc.boolean())
              .map(([one, isNull]): Sample => (isNull ? { ...one, content: null } : one)),
          ),
        ),
        { minLength: 1, maxLength: 12 },
      ),
    );
    fc.assert(
      fc.property(table, (rows) => {
        const wires = rows[0]!.map(({ wire }) => wire);
        expect(expectSame(wires, rows.map(makeRow))).toBe(rows.length);
      }),
      { numRuns: 400 },
    );
  });

  it("stops before every made-up row that the row decoder flags", () => {
    for (const wire of [
      ...[
        "int8",
        "uint16",
        "uint32",
        "float32",
        "float64",
        "date",
        "datetime",
        "flag",
        "bits",
        "bytes",
      ].map((kind) => ({ kind }) as WireColumn),
      price,
      { kind: "decimal", precision: 18, scale: 0 } as const,
      { kind: "decimal", precision: 18, scale: 18 } as const,
    ])
      for (const payload of sampleRows([wire, bytesWire], 1))
        expectSame([wire, bytesWire], [payload]);
  });

  it.each([
    ["a zero date", day, new Uint8Array(0)],
    ["a zero date in four bytes", day, date(0, 0, 0)],
    ["a month of zero", day, date(2020, 0, 15)],
    ["a thirteenth month", day, date(2020, 13, 15)],
    ["a day of zero", day, date(2020, 1, 0)],
    ["the year 0", day, date(0, 1, 1)],
    ["30 February", day, date(2024, 2, 30)],
    ["29 February of 1900", day, date(1900, 2, 29)],
    ["31 April", moment, date(2023, 4, 31, 1, 2, 3)],
    ["a zero time stamp", moment, new Uint8Array(0)],
    ["a decimal that is too large", price, text("1000.00")],
    ["a decimal of another scale", price, text("1.234")],
    ["a decimal without its fraction", price, text("1")],
    ["letters", price, text("x.yz")],
    ["a sign alone", price, text("-")],
    ["no digit at all", price, new Uint8Array(0)],
    ["a decimal of very many digits", price, text(`${"0".repeat(20)}.00`)],
    ["a text beyond 64 KB", bytesWire, new Uint8Array(70_000)],
  ] as const)("stops before %s, and goes on behind it", (_, wire, content) => {
    const wires = [bytesWire, price, wire, moment, bytesWire];
    const make = (odd: Uint8Array | null): Uint8Array =>
      row(
        [bytesWire, text("a longer text than eight bytes")],
        [price, text("-12.34")],
        [wire, odd],
        [moment, date(2024, 2, 29, 23, 59, 59, 0x3f, 0x42, 0x0f, 0)],
        [bytesWire, null],
      );
    const fits = {
      date: date(2000, 2, 29),
      datetime: date(2023, 8, 31),
      decimal: text("000001.50"),
    };
    const good = make(fits[wire.kind as keyof typeof fits] ?? text("short"));
    const long = wire === bytesWire;
    const payloads = [good, make(null), long ? good : make(content), good];
    expect(expectSame(wires, payloads)).toBe(long ? 4 : 2);
    if (long) {
      const lengths = [253, 0x70, 0x11, 1];
      const cut = Uint8Array.from([0, 0, ...lengths, ...new Uint8Array(60)]);
      expect(makeBatch([bytesWire]).decode(toBytes([cut]), 0, cut.length + 4, 9)).toBe(0);
      return;
    }
    const bytes = toBytes(payloads);
    const behind = toBytes(payloads.slice(0, 3)).length - decoderSlack;
    expect(makeBatch(wires).decode(bytes, behind, bytes.length - decoderSlack, 9)).toBe(1);
  });

  it("takes no row that is cut off, of another shape, or not a row at all", () => {
    const wires: WireColumn[] = [{ kind: "int32" }, bytesWire];
    const one = row([wires[0]!, Uint8Array.of(7, 0, 0, 0)], [bytesWire, text("abc")]);
    const whole = toBytes([one, one]);
    const size = whole.length - decoderSlack;
    const batch = makeBatch(wires);
    expect(batch.decode(whole, 0, size, 9)).toBe(2);
    expect(batch.decode(whole, 0, size - 1, 9)).toBe(1);
    expect(batch.decode(whole, 0, 6, 9)).toBe(0);
    expect(batch.decode(whole, 0, size, 1)).toBe(1);
    for (const first of [0xfe, 0xff]) {
      const other = toBytes([one, Uint8Array.from([first, ...one.slice(1)])]);
      expect(batch.decode(other, 0, size, 9)).toBe(1);
    }
    for (const wrong of [
      one.slice(0, -1),
      Uint8Array.from([...one, 0]),
      Uint8Array.of(0),
      new Uint8Array(0),
    ]) {
      const other = toBytes([wrong]);
      expect(batch.decode(other, 0, other.length - decoderSlack, 9)).toBe(0);
    }
    const overlong = whole.slice();
    overlong[4 + 2 + 4] = 200;
    expect(batch.decode(overlong, 0, size, 9)).toBe(0);
  });

  it("fills whole batches of short rows", () => {
    const wires: WireColumn[] = [bytesWire];
    const short = Array.from({ length: 10_000 }, () => row([bytesWire, text("")]));
    const bytes = toBytes(short);
    const batch = makeBatch(wires);
    const done = batch.decode(bytes, 0, bytes.length - decoderSlack, 100_000);
    expect(done).toBe(Math.floor((64 * 1024) / 7));
    expect(batch.filled[0]).toBe(done * 4);
  });

  it("leaves very wide tables, skipped fields, durations and long decimals to others", () => {
    const of = (wire: WireColumn, count = 1, isSkipped = false) =>
      makeBatchDecoder(Array.from({ length: count }, () => ({ wire, isSkipped })));
    expect(of({ kind: "int32" }, 128)).not.toBeNull();
    expect(of({ kind: "int32" }, 129)).toBeNull();
    expect(of({ kind: "int32" }, 1, true)).toBeNull();
    expect(of({ kind: "time" })).toBeNull();
    expect(of({ kind: "decimal", precision: 19, scale: 0 })).toBeNull();
    expect(makeBatchDecoder([])).toBeNull();
  });
});
