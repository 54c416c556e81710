// What `revos query` makes of the cells of a real DuckDB.
import { DuckDBInstance } from "@duckdb/node-api";
import { describe, expect, it } from "vitest";
import { shortest32, toCell } from "./query-cells.ts";

async function cellsOf(sql: string) {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  try {
    const reader = await connection.runAndReadAll(sql);
    const types = reader.columnTypes();
    return (reader.getRowsJson()[0] ?? []).map((cell, i) => toCell(cell, types[i]));
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

describe("cells of a query", () => {
  it("are doubles exactly, as their shortest text, where DuckDB's own text is another number", async () => {
    const cells = await cellsOf(
      "select pow(2::double, 81) as a, 5e-324::double as b, 1.7976931348623157e308::double as c, 0.1::double + 0.2::double as d",
    );
    expect(cells).toEqual([2 ** 81, 5e-324, Number.MAX_VALUE, 0.1 + 0.2]);
    expect(String(cells[0])).toBe("2.4178516392292583e+24");
  });

  it("are single precision numbers by their own shortest text, nested ones too", async () => {
    expect(
      await cellsOf(
        "select 0.1::float, 16777216::float, 3.4028235e38::float, [0.1::float, 2.5::float], {f: 0.3::float, n: 7}",
      ),
    ).toEqual([0.1, 16777216, 3.4028234663852886e38, "[0.1,2.5]", '{"f":0.3,"n":7}']);
  });

  it("say NaN, the infinities and minus zero in words that JSON can hold", async () => {
    expect(
      await cellsOf("select 'NaN'::double, '-inf'::double, '-0.0'::double, 'inf'::float"),
    ).toEqual(["NaN", "-Infinity", "-0", "Infinity"]);
  });

  it("are whole numbers as numbers while a double holds them, else digits; decimals and times are text", async () => {
    expect(
      await cellsOf(
        "select 9007199254740991::bigint, 9007199254740993::bigint, 1.10::decimal(9,2), date '2026-01-02', null::int, true",
      ),
    ).toEqual([9007199254740991, "9007199254740993", "1.10", "2026-01-02", null, true]);
  });

  it("finds the fewest digits for any 32-bit number", () => {
    const view = new DataView(new ArrayBuffer(4));
    for (let seed = 1, i = 0; i < 20_000; i++) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      view.setUint32(0, seed);
      const value = view.getFloat32(0);
      if (Number.isFinite(value)) expect(Math.fround(shortest32(value))).toBe(value);
    }
  });
});
