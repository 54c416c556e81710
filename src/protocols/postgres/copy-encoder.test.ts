// Looks at columns before they are encoded, and rows that are left out; that values arrive as they are is shown with a server
// (connectors/postgres/warehouse/send.pg.test.ts, engine/straight.pg.test.ts).
import { describe, expect, it } from "vitest";
import type { CopyColumn } from "./copy-cells.ts";
import { makeCopyEncoder, type CopyEncoder } from "./copy-encoder.ts";
import type { Looked } from "./copy-look.ts";

const bounds = { inputBytes: 4096, outBytes: 4096, rows: 64, rowBytes: 1024 };

const open = (...columns: CopyColumn[]): CopyEncoder => makeCopyEncoder(columns, bounds);

/** Puts values in the input, the first at a place that is no multiple of eight. */
function fill(
  encoder: CopyEncoder,
  column: number,
  at: number,
  values: readonly (Buffer | null)[],
) {
  encoder.input.set(Buffer.concat(values.filter((value) => value !== null)), at);
  encoder.present[column]?.set(values.map((value) => (value === null ? 0 : 1)));
  encoder.point(column, at);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeInt32LE(bytes.length);
  return Buffer.concat([length, bytes]);
}

function lookAt(kind: "bytes" | "date" | "timestamp", values: readonly (Buffer | null)[]): Looked {
  const encoder = open({ kind });
  fill(encoder, 0, 3, values);
  return encoder.look(0, values.length);
}

describe("a look at texts", () => {
  it("finds a NUL wherever it stands, and nothing else", () => {
    for (let size = 1; size <= 20; size++)
      for (let at = 0; at < size; at++) {
        const odd = `${"a".repeat(at)}\0${"b".repeat(size - at - 1)}`;
        expect(lookAt("bytes", [text("x"), null, text(odd), text("y")]).isOdd).toBe(true);
      }
    for (let size = 0; size <= 20; size++)
      for (const letter of ["a", "\u0001", "é", "\u0100", "\u007f\u0080"]) {
        const values = [text(letter.repeat(size)), null, text(""), text("z")];
        expect(lookAt("bytes", values)).toEqual({
          isOdd: false,
          longest: Math.max(1, Buffer.byteLength(letter) * size),
        });
      }
  });
});

describe("a look at times", () => {
  const date = (days: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32LE(days);
    return bytes;
  };
  const time = (micros: bigint): Buffer => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(micros);
    return bytes;
  };
  const day = 86_400_000_000n;

  it.each([
    [0, false],
    [-719_162, false],
    [2_932_896, false],
    [-2_400_000, false],
    [-2_400_001, true],
    [100_000_000, false],
    [100_000_001, true],
    [2_147_483_647, true],
    [-2_147_483_647, true],
    [-2_147_483_648, true],
  ])("the day %i", (days, isOdd) => {
    expect(lookAt("date", [date(1), null, date(days)]).isOdd).toBe(isOdd);
  });

  it.each([
    [0n, false],
    [-2_400_000n * day, false],
    [-2_400_000n * day - 1n, true],
    [100_000_000n * day, false],
    [100_000_000n * day + 1n, true],
    [2n ** 63n - 1n, true],
    [-(2n ** 63n) + 1n, true],
  ])("the microsecond %i", (micros, isOdd) => {
    expect(lookAt("timestamp", [time(1n), null, time(micros)]).isOdd).toBe(isOdd);
  });
});

describe("rows that are left out", () => {
  it("leave no trace, and are counted", () => {
    const encoder = open(
      { kind: "bytes" },
      { kind: "serial" },
      { kind: "constant", fields: 2, bytes: 9 },
    );
    fill(encoder, 0, 0, [text("one"), text("two"), null, text("four")]);
    encoder.constants[2]?.set(Buffer.from([255, 255, 255, 255, 0, 0, 0, 1, 7]));
    encoder.marks.set([0, 1, 0, 1]);
    encoder.pointMarks();
    encoder.count(2n ** 40n);
    expect(encoder.encode(4, 0, 0)).toBe(4);
    const row = (id: number, value: string | null): string =>
      Buffer.concat([
        Buffer.from([0, 4]),
        value === null
          ? Buffer.from([255, 255, 255, 255])
          : Buffer.concat([Buffer.from([0, 0, 0, value.length]), Buffer.from(value)]),
        Buffer.from([0, 0, 0, 8, 0, 0, 1, 0, 0, 0, 0, id]),
        Buffer.from([255, 255, 255, 255, 0, 0, 0, 1, 7]),
      ]).toString("hex");
    expect(encoder.out[0].subarray(0, encoder.end).toString("hex")).toBe(
      row(0, "one") + row(2, null),
    );
  });
});
