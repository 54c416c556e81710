// The segment writer against DuckDB's own reader: what goes in as cells must come out of `read_parquet` unchanged.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import fc from "fast-check";
import type { CanonicalType } from "../model/types.ts";
import { SegmentWriter } from "./segment-writer.ts";
import type { ParquetSegment, SegmentColumn } from "./segment.ts";

let folder: string;
let duck: DuckDBInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "revos-segment-"));
  duck = await DuckDBInstance.create(":memory:");
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

let count = 0;
async function land(segment: ParquetSegment): Promise<string> {
  const path = join(folder, `${count++}.parquet`);
  await writeFile(path, segment.parts);
  return `read_parquet('${path}')`;
}
async function all(sql: string): Promise<unknown[][]> {
  const connection = await duck.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowsJson() as unknown[][];
  } finally {
    connection.closeSync();
  }
}
const column = (
  type: CanonicalType,
  wire: "native" | "text" = "native",
  name = "v",
): SegmentColumn => ({ name, type, wire });
const limits = { segmentRows: 1000, segmentBytes: 1 << 24 };
type Write = (writer: SegmentWriter) => void;

describe("a segment", () => {
  it.each<[string, CanonicalType, Write, string, string]>([
    ["boolean", { kind: "boolean" }, (w) => w.word(0, 1), "BOOLEAN", "true"],
    ["int16", { kind: "int16" }, (w) => w.word(0, -32768), "SMALLINT", "-32768"],
    ["int32", { kind: "int32" }, (w) => w.word(0, -2147483648), "INTEGER", "-2147483648"],
    [
      "int64",
      { kind: "int64" },
      (w) => w.int64(0, -9223372036854775808n),
      "BIGINT",
      "-9223372036854775808",
    ],
    [
      "uint64",
      { kind: "uint64" },
      (w) => w.int64(0, 18446744073709551615n),
      "UBIGINT",
      "18446744073709551615",
    ],
    ["float32", { kind: "float32" }, (w) => w.float32(0, Number.NaN), "FLOAT", "nan"],
    ["float64", { kind: "float64" }, (w) => w.float64(0, -Infinity), "DOUBLE", "-inf"],
    [
      "decimal(9,2)",
      { kind: "decimal", precision: 9, scale: 2 },
      (w) => w.word(0, -999999999),
      "DECIMAL(9,2)",
      "-9999999.99",
    ],
    [
      "decimal(18,4)",
      { kind: "decimal", precision: 18, scale: 4 },
      (w) => w.int64(0, 999999999999999999n),
      "DECIMAL(18,4)",
      "99999999999999.9999",
    ],
    ["date", { kind: "date" }, (w) => w.word(0, 2147483647), "DATE", "infinity"],
    ["date below", { kind: "date" }, (w) => w.word(0, -2147483647), "DATE", "-infinity"],
    ["time", { kind: "time" }, (w) => w.int64(0, 86400000000n), "TIME", "24:00:00"],
    [
      "timestamp",
      { kind: "timestamp" },
      (w) => w.int64(0, 1n),
      "TIMESTAMP",
      "1970-01-01 00:00:00.000001",
    ],
    [
      "timestamp above",
      { kind: "timestamp" },
      (w) => w.int64(0, 9223372036854775807n),
      "TIMESTAMP",
      "infinity",
    ],
    [
      "timestamptz below",
      { kind: "timestamptz" },
      (w) => w.int64(0, -9223372036854775807n),
      "TIMESTAMP WITH TIME ZONE",
      "-infinity",
    ],
    [
      "uuid",
      { kind: "uuid" },
      (w) =>
        w.uuid(
          0,
          Uint8Array.from({ length: 16 }, (_, i) => i * 17),
        ),
      "UUID",
      "00112233-4455-6677-8899-aabbccddeeff",
    ],
    ["binary", { kind: "binary" }, (w) => w.bytes(0, Uint8Array.of(0, 255)), "BLOB", "\\x00\\xFF"],
    ["text", { kind: "text" }, (w) => w.text(0, "na've 🦆"), "VARCHAR", "na've 🦆"],
    ["empty text", { kind: "text" }, (w) => w.text(0, ""), "VARCHAR", ""],
  ])("holds %s exactly", async (_, type, write, duckType, text) => {
    const writer = new SegmentWriter([column(type)], limits);
    writer.beginRow();
    write(writer);
    writer.endRow(10);
    writer.beginRow();
    writer.null(0);
    writer.endRow(4);
    const rows = await all(`select typeof(v), v::varchar from ${await land(writer.take())}`);
    expect(rows).toEqual([
      [duckType, text],
      [duckType, null],
    ]);
  });

  it("keeps any pattern of NULLs in columns of every width", async () => {
    const columns = [
      column({ kind: "int32" }, "native", "a"),
      column({ kind: "int64" }, "native", "b"),
      column({ kind: "text" }, "native", "c"),
      column({ kind: "boolean" }, "native", "d"),
    ];
    const cells = fc.tuple(
      fc.option(fc.integer()),
      fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
      fc.option(fc.string()),
      fc.option(fc.boolean()),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(cells, { minLength: 1, maxLength: 40 }), async (rows) => {
        const writer = new SegmentWriter(columns, limits);
        for (const [a, b, c, d] of rows) {
          writer.beginRow();
          if (a === null) writer.null(0);
          else writer.word(0, a);
          if (b === null) writer.null(1);
          else writer.int64(1, b);
          if (c === null) writer.null(2);
          else writer.text(2, c);
          if (d === null) writer.null(3);
          else writer.word(3, d ? 1 : 0);
          writer.endRow(1);
        }
        const got = await all(`select a, b::varchar, c, d from ${await land(writer.take())}`);
        expect(got).toEqual(rows.map(([a, b, c, d]) => [a, b === null ? null : String(b), c, d]));
      }),
      { numRuns: 60 },
    );
  });

  it("is a valid file without rows", async () => {
    const writer = new SegmentWriter([column({ kind: "decimal", precision: 9, scale: 2 })], limits);
    expect(writer.isEmpty).toBe(true);
    writer.dropRow(7);
    const segment = writer.take();
    expect([segment.rows, segment.filtered, segment.bytes]).toEqual([0, 1, 7]);
    const from = await land(segment);
    expect(await all(`select count(*)::int from ${from}`)).toEqual([[0]]);
    expect(await all(`select column_type from (describe select * from ${from})`)).toEqual([
      ["DECIMAL(9,2)"],
    ]);
  });

  it("carries reasons and originals only when a row is bad", async () => {
    const writer = new SegmentWriter([column({ kind: "int32" }, "native", "id")], limits);
    for (const id of [1, 2, 3]) {
      writer.beginRow();
      writer.word(0, id);
      if (id === 2)
        writer.markBad(
          writer.rows,
          [{ column: "amount", value: "NaN", rule: "not representable" }],
          { id: "2", amount: "NaN" },
        );
      writer.endRow(8);
    }
    const segment = writer.take();
    expect(segment.hasBad).toBe(true);
    expect(
      await all(
        `select id, _revos_reasons->0->>'value', _revos_original->>'id' from ${await land(segment)}`,
      ),
    ).toEqual([
      [1, null, null],
      [2, "NaN", "2"],
      [3, null, null],
    ]);
    writer.clear();
    expect(writer.take().hasBad).toBe(false);
  });

  it("ends by rows or by bytes, whichever comes first, and reuses its buffers", async () => {
    const writer = new SegmentWriter([column({ kind: "text" })], {
      segmentRows: 3,
      segmentBytes: 100,
    });
    const write = (text: string): boolean => {
      writer.beginRow();
      writer.text(0, text);
      return writer.endRow(text.length + 4);
    };
    expect([write("a"), write("b"), write("c")]).toEqual([true, true, false]);
    const first = await land(writer.take());
    writer.clear();
    expect(write("x".repeat(5_000_000))).toBe(false);
    const second = await land(writer.take());
    writer.clear();
    expect(write("after")).toBe(true);
    const third = await land(writer.take());
    expect(await all(`select string_agg(v, '' order by v) from ${first}`)).toEqual([["abc"]]);
    expect(await all(`select length(v)::int from ${second}`)).toEqual([[5_000_000]]);
    expect(await all(`select v from ${third}`)).toEqual([["after"]]);
  });
});
