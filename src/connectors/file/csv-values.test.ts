// Values of CSV files: NULL against empty, and types that lose nothing wherever the odd value stands.
import { describe, expect, it } from "vitest";
import type { CatalogStream } from "../../model/catalog.ts";
import { cells, load, typesOf, useFolder } from "./testing/load.ts";

const { path: at, write } = useFolder();

const retyped = (stream: CatalogStream, name: string, kind: "int64"): CatalogStream => ({
  ...stream,
  columns: stream.columns.map((column) =>
    column.name === name ? { ...column, type: { kind } } : column,
  ),
});

describe("csv: values and types", () => {
  it("keeps empty apart from quoted empty, and words that look like NULL as text (B140)", async () => {
    const path = await write("nan.csv", 'id,n,s\n1,,\n2,3.5,x\n3,NaN,NaN\n4,null,NULL\n5,"",""\n');
    const rows = await load(path);
    expect(cells(rows, "n")).toEqual([null, "3.5", "NaN", "null", ""]);
    expect(cells(rows, "s")).toEqual([null, "x", "NaN", "NULL", ""]);
    const told = await load(path, { nullText: ["null", "NULL", "NaN"] });
    expect(typesOf(told.stream).n).toBe("number");
    expect(cells(told, "n")).toEqual([null, "3.5", null, null, null]);
    expect(cells(told, "s")).toEqual([null, "x", null, null, ""]);
  });

  it("keeps codes with leading zeros and plus signs as text, wherever they first appear (B128)", async () => {
    const codes = await load(
      await write(
        "codes.csv",
        "region,zip,phone,fips,tel\n03,00870,0049301,01001,+49 30\n12,90210,12,02013,12\n",
      ),
    );
    expect(new Set(Object.values(typesOf(codes.stream)))).toEqual(new Set(["text"]));
    expect(codes.good[0]).toEqual({
      region: "03",
      zip: "00870",
      phone: "0049301",
      fips: "01001",
      tel: "+49 30",
    });
    const late = Array.from({ length: 50_000 }, (_, i) => String(i + 1)).join("\n");
    expect(
      typesOf((await load(await write("late-zero.csv", `zip\n${late}\n007\n`))).stream),
    ).toEqual({ zip: "text" });
    await write("parts/1.csv", "id,zip\n1,12345\n");
    await write("parts/2.csv", "id,zip\n2,00870\n");
    const parts = await load(at("parts/*.csv"));
    expect([parts.stream.name, typesOf(parts.stream).zip, cells(parts, "zip")]).toEqual([
      "parts",
      "text",
      ["12345", "00870"],
    ]);
  });

  it("sets a leading zero aside when the accepted type is a number", async () => {
    const path = await write("later.csv", "id,zip\n1,12345\n2,00870\n3,+5\n");
    const rows = await load(path, {}, { stream: (stream) => retyped(stream, "zip", "int64") });
    expect(cells(rows, "zip")).toEqual(["12345"]);
    expect(
      rows.bad.map((row) => [row.reasons[0]?.column, row.reasons[0]?.value, row.original.zip]),
    ).toEqual([
      ["zip", "00870", "00870"],
      ["zip", "+5", "+5"],
    ]);
  });

  it("widens by all values, not by the first ones (B127)", async () => {
    const lines = Array.from({ length: 60_000 }, (_, i) => `${i + 1},10`).join("\n");
    const rows = await load(
      await write("ver.csv", `id,ver\n${lines}\n60001,1.5\n60002,11.0.1\n60003,\n`),
    );
    expect(typesOf(rows.stream)).toEqual({ id: "int64", ver: "text" });
    expect(rows.good.length).toBe(60_003);
    expect(rows.good.slice(-3).map((row) => row.ver)).toEqual(["1.5", "11.0.1", null]);
  });

  it.each([
    ["int64", ["0", "-5", "9223372036854775807", " 7"]],
    ["number", ["1", "9223372036854775808"]],
    ["number", ["1", "2.50", "-0.001"]],
    ["float64", ["1.5e-05", "2", "3.25"]],
    ["boolean", ["true", "False", "TRUE"]],
    ["date", ["2024-02-29", "1999-12-31"]],
    ["timestamp", ["2024-02-29 12:00", "2024-02-29T12:00:00.123456"]],
    ["timestamptz", ["2024-02-29T12:00:00Z", "2024-02-29 12:00:00+09:00"]],
    ["text", ["1", "01"]],
    ["text", ["1", "+1"]],
    ["text", ["1e5", "2E10"]],
    ["text", ["1", "true"]],
    ["text", ["1.0.1"]],
    ["text", ["2023-02-29"]],
    ["text", ["2024-02-29", "2024-02-29 12:00"]],
    ["text", ["2024-02-29 12:00:00.1234567"]],
    ["text", ["1,5"]],
    ["text", ["12:00"]],
    ["text", ["1.5e-05", "12345678901234567890.5"]],
    ["text", ["-0"]],
    ["text", [""]],
  ])("judges %s of %j", async (type, values) => {
    const path = await write(
      "judge.csv",
      `v,x\n${values.map((value) => `"${value}",1`).join("\n")}\n`,
    );
    expect(typesOf((await load(path)).stream).v).toBe(type);
  });
});
