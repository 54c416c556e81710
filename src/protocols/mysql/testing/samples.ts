// Made-up fields of every kind with what they must decode to, worked out by other means than the decoders', and rows of them.
import fc from "fast-check";
import type { WireColumn } from "../wire-column.ts";

export type Sample = {
  readonly wire: WireColumn;
  /** Content without length; null is NULL. */
  readonly content: Uint8Array | null;
  /** What must stand in the column: numbers as text, bytes as hex; null for NULL. */
  readonly expected: string | null;
};

const littleEndian = (value: bigint, bytes: number): Uint8Array => {
  const out = new Uint8Array(bytes);
  for (let i = 0, rest = BigInt.asUintN(bytes * 8, value); i < bytes; i++, rest >>= 8n)
    out[i] = Number(rest & 255n);
  return out;
};
export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
export const text = (value: string): Uint8Array => new TextEncoder().encode(value);

const integer = (kind: WireColumn["kind"], bits: number, signed: boolean): fc.Arbitrary<Sample> =>
  fc
    .bigInt({
      min: signed ? -(2n ** BigInt(bits - 1)) : 0n,
      max: signed ? 2n ** BigInt(bits - 1) - 1n : 2n ** BigInt(bits) - 1n,
    })
    .map((value) => ({
      wire: { kind } as WireColumn,
      content: littleEndian(value, bits / 8),
      expected: String(value),
    }));

const anyDay = fc.date({
  min: new Date("0001-01-01T00:00:00Z"),
  max: new Date("9999-12-31T23:59:59Z"),
  noInvalidDate: true,
});
const dayBytes = (date: Date): number[] => [
  date.getUTCFullYear() & 255,
  date.getUTCFullYear() >> 8,
  date.getUTCMonth() + 1,
  date.getUTCDate(),
];

const decimal = (precision: number, scale: number): fc.Arbitrary<Sample> =>
  fc
    .bigInt({ min: -(10n ** BigInt(precision)) + 1n, max: 10n ** BigInt(precision) - 1n })
    .map((value) => {
      const digits = String(value < 0n ? -value : value).padStart(scale + 1, "0");
      const shown = scale > 0 ? `${digits.slice(0, -scale)}.${digits.slice(-scale)}` : digits;
      return {
        wire: { kind: "decimal", precision, scale },
        content: text(value < 0n ? `-${shown}` : shown),
        expected: String(value),
      };
    });

export const samples: readonly fc.Arbitrary<Sample>[] = [
  integer("int8", 8, true),
  integer("uint8", 8, false),
  integer("int16", 16, true),
  integer("uint16", 16, false),
  integer("int32", 32, true),
  integer("uint32", 32, false),
  integer("int64", 64, true),
  integer("uint64", 64, false),
  anyDay.map((date) => ({
    wire: { kind: "date" },
    content: Uint8Array.from(dayBytes(date)),
    expected: String(Math.floor(date.getTime() / 86_400_000)),
  })),
  fc.tuple(anyDay, fc.integer({ min: 0, max: 999_999 })).map(([date, micros]) => {
    const seconds = BigInt(Math.floor(date.getTime() / 1000));
    return {
      wire: { kind: "datetime" } as const,
      content: Uint8Array.from([
        ...dayBytes(date),
        date.getUTCHours(),
        date.getUTCMinutes(),
        date.getUTCSeconds(),
        ...(micros > 0 ? littleEndian(BigInt(micros), 4) : []),
      ]),
      expected: String(seconds * 1_000_000n + BigInt(micros)),
    };
  }),
  fc.boolean().map((value) => ({
    wire: { kind: "flag" },
    content: Uint8Array.of(value ? 1 : 0),
    expected: value ? "1" : "0",
  })),
  fc.uint8Array({ minLength: 1, maxLength: 8 }).map((content) => ({
    wire: { kind: "bits" },
    content,
    expected: String(BigInt.asIntN(64, BigInt(`0x${hex(content)}`))),
  })),
  fc
    .oneof(fc.uint8Array({ maxLength: 80 }), fc.uint8Array({ minLength: 240, maxLength: 300 }))
    .map((content) => ({ wire: { kind: "bytes" }, content, expected: hex(content) })),
  ...(
    [
      [1, 0],
      [5, 1],
      [9, 9],
      [10, 2],
      [15, 2],
      [15, 15],
      [16, 0],
      [18, 0],
      [18, 2],
      [17, 1],
      [18, 6],
      [18, 10],
      [18, 18],
    ] as const
  ).map(([precision, scale]) => decimal(precision, scale)),
  fc.constant({ wire: { kind: "null" }, content: null, expected: null }),
];

const lengthOf = ({ wire, content }: Sample): number[] => {
  const size = content?.length ?? 0;
  if (wire.kind === "date" || wire.kind === "datetime") return [size];
  if (!["flag", "bits", "bytes", "decimal"].includes(wire.kind)) return [];
  return size < 251 ? [size] : [252, size & 255, size >> 8];
};

export function makeRow(row: readonly Sample[]): Uint8Array {
  const nulls = new Uint8Array((row.length + 9) >> 3);
  const fields = row.flatMap((sample, i) => {
    if (sample.content === null) {
      nulls[(i + 2) >> 3]! |= 1 << ((i + 2) & 7);
      return [];
    }
    return [...lengthOf(sample), ...sample.content];
  });
  return Uint8Array.from([0, ...nulls, ...fields]);
}
