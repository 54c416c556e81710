// JSON files: strings stay text, numbers stay as they are written, and a bad line costs only itself.
import { describe, expect, it } from "vitest";
import { cells, load, typesOf, useFolder } from "./testing/load.ts";

const { write } = useFolder();

describe("json", () => {
  it("leaves strings text and numbers as they are written (B130, B131)", async () => {
    const s = await load(
      await write(
        "s.ndjson",
        '{"order_id":"0030","d":"25-11-2025","u":"BBD05AE7-0F6C-4B1E-9C1B-0A1B2C3D4E5F","big":"12345678901234567890","t":"12:00"}\n',
      ),
    );
    expect(s.good).toEqual([
      {
        order_id: "0030",
        d: "25-11-2025",
        u: "BBD05AE7-0F6C-4B1E-9C1B-0A1B2C3D4E5F",
        big: "12345678901234567890",
        t: "12:00",
      },
    ]);
    expect(new Set(Object.values(typesOf(s.stream)))).toEqual(new Set(["text"]));
    const big = await load(
      await write(
        "b2.ndjson",
        '{"id":1}\n{"id":18446744073709551616}\n{"id":9007199254740993}\n{"id":0.10}\n{"id":1e400}\n',
      ),
    );
    expect(typesOf(big.stream)).toEqual({ id: "number" });
    expect(cells(big, "id")).toEqual([
      "1",
      "18446744073709551616",
      "9007199254740993",
      "0.10",
      "1e400",
    ]);
  });

  it("never turns a late value into a number (B119)", async () => {
    const early = '{"c0":7}\n'.repeat(20_480);
    const late = await load(
      await write("late.ndjson", `${early}{"c0":1.5}\n{"c0":true}\n{"c0":"x"}\n`),
    );
    expect(typesOf(late.stream)).toEqual({ c0: "text" });
    expect(cells(late, "c0").slice(-4)).toEqual(["7", "1.5", "true", "x"]);
  });

  it("lists nested paths and keeps nested values as their own text", async () => {
    const rows = await load(
      await write(
        "n.jsonl",
        '\ufeff{"id":1,"meta":{"at":"2024-01-01","n":{"x":1.0}},"tags":["a",null]}\n{"id":2}\n{"id":3,"meta":null}\n',
      ),
    );
    expect(typesOf(rows.stream)).toEqual({ id: "int64", meta: "json", tags: "json" });
    expect(rows.stream.columns.find((column) => column.name === "meta")?.nested).toEqual([
      ["at"],
      ["n"],
      ["n", "x"],
    ]);
    expect(rows.good).toEqual([
      { id: "1", meta: '{"at":"2024-01-01","n":{"x":1.0}}', tags: '["a",null]' },
      { id: "2", meta: null, tags: null },
      { id: "3", meta: null, tags: null },
    ]);
  });

  it("sets every bad line aside and goes on", async () => {
    const lines = [
      '{"id":1,"s":"a\\u0041"}',
      "not json",
      "[1]",
      '{"id":1,"id":2}',
      '{"id":2,',
      '{"id":3,"s":"\\ud800"}',
      '{"id":4,"s":"a\\u0000b"}',
      '{"id":NaN}',
      "",
      '{"id":5} x',
      '{"id":6,"s":"\u65e5\u672c"}',
    ];
    const rows = await load(await write("bad.jsonl", lines.join("\r\n")));
    expect(rows.good).toEqual([
      { id: "1", s: "aA" },
      { id: "6", s: "\u65e5\u672c" },
    ]);
    expect(rows.bad.map((row) => row.original._revos_at)).toEqual(
      [2, 3, 4, 5, 6, 7, 8, 10].map((line) => `bad.jsonl:${line}`),
    );
  });

  it("reads arrays, objects one after another, and lines that are called .json", async () => {
    expect(
      cells(await load(await write("a.json", '[\n {"id": 1},\n {"id": 2, "x": [1]}\n]\n')), "id"),
    ).toEqual(["1", "2"]);
    expect(cells(await load(await write("o.json", '{\n "id": 1\n}\n{"id":2}')), "id")).toEqual([
      "1",
      "2",
    ]);
    const lines = await load(await write("l.json", '{"id":1}\nbroken\n{"id":3}\n'));
    expect([cells(lines, "id"), lines.bad.length]).toEqual([["1", "3"], 1]);
    await expect(load(await write("cut.json", '[{"id":1},{"id":'))).rejects.toMatchObject({
      code: "source.file_unreadable",
    });
    const many = await load(
      await write(
        "many.json",
        `[${Array.from({ length: 60_000 }, (_, i) => `{"id":${i},"v":"value ${i}"}`).join(",\n")}]`,
      ),
    );
    expect([many.good.length, many.good[59_999]]).toEqual([
      60_000,
      { id: "59999", v: "value 59999" },
    ]);
  });
});

describe("what no row can hold", () => {
  it("is set aside row by row: half a surrogate pair, a key that stands twice (B025, B133)", async () => {
    const path = await write(
      "half.ndjson",
      '{"id":1,"t":"lone \\ud83d end"}\n{"id":2,"t":"\\ud83d\\ude00"}\n{"id":3,"id":4,"t":"x"}\n',
    );
    const rows = await load(path);
    expect(rows.good).toEqual([{ id: "2", t: "\u{1F600}" }]);
    expect(rows.bad.map(({ reasons }) => reasons.map(({ rule }) => rule))).toEqual([
      ["contains half a surrogate pair"],
      ["a key stands twice"],
    ]);
    expect(rows.bad[0]?.original).toMatchObject({ id: "1", t: String.raw`lone \ud83d end` });
  });

  it("gives an empty key a name of its own, the same in any order", async () => {
    for (const line of ['{"":4,"id":1}', '{"id":1,"":4}']) {
      const rows = await load(await write("empty-key.ndjson", `${line}\n`));
      expect(rows.good).toEqual([{ id: "1", _e3b0c4: "4" }]);
    }
  });

  it("is said of a file without a single row", async () => {
    const path = await write("none.ndjson", '{"a":1,"a":2}\nno\n');
    await expect(load(path)).rejects.toMatchObject({
      code: "source.file_unreadable",
      message: expect.stringContaining("None of the 2 lines"),
    });
  });
});
