// Files as they come: every line is accounted for, no value changes, and what does not fit says why. The inputs follow
// kinds of faults reported of other tools.
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import iconv from "iconv-lite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cursorPosition } from "../../connector/cursor-position.ts";
import type { CursorRange } from "../../connector/source.ts";
import {
  readStream,
  type ReadOptions,
  type StreamRows,
} from "../../connector/testing/read-stream.ts";
import type { CatalogStream } from "../../model/catalog.ts";
import { formatType } from "../../model/types.ts";
import { source } from "./source.ts";

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "revos-files-"))));
afterAll(() => rm(folder, { recursive: true, force: true }));

const write = async (name: string, content: string | Uint8Array): Promise<string> => {
  const path = join(folder, name);
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, content);
  return path;
};

const load = (
  path: string,
  options: object = {},
  read: ReadOptions = {},
  config: object = {},
): Promise<StreamRows> => readStream(source, { path, options, ...config }, read);

const typesOf = (stream: CatalogStream) =>
  Object.fromEntries(stream.columns.map((column) => [column.name, formatType(column.type)]));
const cells = ({ good }: StreamRows, column: string) => good.map((row) => row[column]);

describe("csv: dialect and header", () => {
  it("keeps the header's dialect however later lines look (B118)", async () => {
    const three = await load(await write("three.csv", "c0\nv0\na;b\n"));
    expect(three.good).toEqual([{ c0: "v0" }, { c0: "a;b" }]);
    const lines = Array.from({ length: 3000 }, (_, i) =>
      i < 1000 ? `${i},${i}` : `${i},${i},${i}`,
    );
    const grow = await load(await write("grow.csv", `a,b\n${lines.join("\n")}\n`));
    expect([grow.good.length, grow.bad.length]).toEqual([1000, 2000]);
    expect(grow.bad[0]?.reasons[0]?.rule).toBe("3 fields, header has 2");
  });

  it("reads a quoted quote and delimiter wherever they stand (B124)", async () => {
    const lines = Array.from({ length: 2047 }, (_, i) => `${i + 1},a`);
    const rows = await load(await write("q.csv", `id,value\n${lines.join("\n")}\n2048,""","\n`));
    expect(rows.good.length).toBe(2048);
    expect(rows.good[2047]?.value).toBe('",');
  });

  it("sets rows with too many fields aside and lands the others (B125)", async () => {
    const { good, bad } = await load(
      await write("extra.csv", "one,two,three\n1,2,3,4\n5,6,7,8\n9,10,11\n"),
    );
    expect(good).toEqual([{ one: "9", two: "10", three: "11" }]);
    expect(
      bad.map((row) => [row.reasons[0]?.rule, row.original._revos_line, row.original._revos_at]),
    ).toEqual([
      ["4 fields, header has 3", "1,2,3,4", "extra.csv:2"],
      ["4 fields, header has 3", "5,6,7,8", "extra.csv:3"],
    ]);
    expect(bad[0]?.original).toMatchObject({ one: "1", two: "2", three: "3" });
  });

  it("reads the header by the rules of the data: mark, quotes, blanks, line breaks (B134)", async () => {
    const bom = await load(
      await write("bom.csv", '\ufeff"id","a,b","say ""x""" , c \r\n1,2,3,4\r\n'),
    );
    expect(bom.stream.columns.map((column) => column.name)).toEqual(["id", "a,b", 'say "x"', "c"]);
    expect(bom.good).toEqual([{ id: "1", "a,b": "2", 'say "x"': "3", c: "4" }]);
    const multi = await load(await write("nl.csv", 'id,"multi\nline",c\n1,2,3\n'));
    expect(multi.good).toEqual([{ id: "1", "multi\nline": "2", c: "3" }]);
  });

  it("judges semicolons and decimal commas by the header, and converts them when told (B137)", async () => {
    const path = await write(
      "dc.csv",
      "Obj;Value;T\nB1;45,3828582763672;2023-03-28T22:30:32Z\nB2;-1.234,50;2023-03-28T23:01:54Z\n",
    );
    const asText = await load(path);
    expect(typesOf(asText.stream)).toEqual({ Obj: "text", Value: "text", T: "timestamptz" });
    expect(cells(asText, "Value")).toEqual(["45,3828582763672", "-1.234,50"]);
    const asNumber = await load(path, { decimal: "," });
    expect(typesOf(asNumber.stream).Value).toBe("number");
    expect(cells(asNumber, "Value")).toEqual(["45.3828582763672", "-1234.50"]);
  });

  it("follows backslash escapes when told, and puts such rows aside when not (B136)", async () => {
    const path = await write(
      "bs.csv",
      'a|b|c\n1|"say \\"hi\\" now"|3\n2|"plain"|4\n3|"back\\\\slash"|5\n',
    );
    expect(cells(await load(path, { escape: "\\" }), "b")).toEqual([
      'say "hi" now',
      "plain",
      "back\\slash",
    ]);
    const plain = await load(
      await write("bs2.csv", 'a|b|c\n1|"say \\"hi\\" now"|3\n2|"plain"|4\n4|"C:\\dir\\"|6\n'),
    );
    expect(cells(plain, "b")).toEqual(["plain", "C:\\dir\\"]);
    expect(plain.bad.map((row) => row.original._revos_line)).toEqual(['1|"say \\"hi\\" now"|3']);
  });

  it("gives repeated, empty and case-only names columns of their own, the same in any order (B133, B161)", async () => {
    const sfx = await load(await write("sfx.csv", "col_a,col_a,col_a_1,Col A,()\n1,2,3,4,5\n"));
    expect(sfx.good).toEqual([{ col_a: "1", col_a_2: "2", col_a_1: "3", "Col A": "4", "()": "5" }]);
    const dup = await load(await write("dup.csv", "id,name,name,name_1,ID,\n1,a,b,c,2,e\n"));
    const [upper] = dup.stream.columns
      .map((column) => column.name)
      .filter((name) => name.startsWith("ID"));
    expect(upper).toMatch(/^ID_[0-9a-f]{6}$/);
    expect(dup.good).toEqual([
      { id: "1", name: "a", name_2: "b", name_1: "c", [upper!]: "2", column_6: "e" },
    ]);
    const swapped = await load(await write("cc/a.ndjson", '{"ID":3,"id":1}\n{"Id":2}\n'));
    const other = await load(await write("cd/b.ndjson", '{"id":1,"Id":2,"ID":3}\n'));
    expect(swapped.stream.columns.map((column) => column.name).sort()).toEqual(
      other.stream.columns.map((column) => column.name).sort(),
    );
    expect(swapped.good[0]).toMatchObject({ id: "1", [upper!]: "3" });
  });

  it("reads headerless files, lines to skip, other delimiters, no quotes, old line ends", async () => {
    expect((await load(await write("nh.csv", "1,a\n2,b\n"), { header: false })).good).toEqual([
      { column_1: "1", column_2: "a" },
      { column_1: "2", column_2: "b" },
    ]);
    expect(
      (await load(await write("nh2.csv", "1,a\n"), { header: false, columns: ["id", "v"] })).good,
    ).toEqual([{ id: "1", v: "a" }]);
    expect(
      (await load(await write("skip.csv", "made by x\n\n\nid,v\n1,a\n"), { skipRows: 1 })).good,
    ).toEqual([{ id: "1", v: "a" }]);
    expect((await load(await write("t.tsv", 'id\tv\n1\ta,b\n2\t"x\ty"\n'))).good).toEqual([
      { id: "1", v: "a,b" },
      { id: "2", v: "x\ty" },
    ]);
    expect(
      (await load(await write("nq.csv", 'id,v\n1,5" disk\n2,"a"\n'), { quote: "" })).good,
    ).toEqual([
      { id: "1", v: '5" disk' },
      { id: "2", v: '"a"' },
    ]);
    expect((await load(await write("mac.csv", "id,v\r1,a\r2,b\r"))).good).toEqual([
      { id: "1", v: "a" },
      { id: "2", v: "b" },
    ]);
  });
});

describe("csv: broken lines", () => {
  it("names the line of a quote that is never closed and keeps the lines behind it (B139)", async () => {
    const { good, bad } = await load(await write("openq.csv", 'id,v\n1,"open quote\n2,b\n3,c\n'));
    expect(good).toEqual([
      { id: "2", v: "b" },
      { id: "3", v: "c" },
    ]);
    expect(
      bad.map((row) => [row.reasons[0]?.rule, row.original._revos_at, row.original._revos_line]),
    ).toEqual([["a quote is opened and never closed", "openq.csv:2", '1,"open quote']]);
  });

  it("never takes the tail of a broken field for a row", async () => {
    const { good, bad } = await load(await write("tail.csv", 'a,b\n1,"x\n2,3"z\n4,"y"\n5,6\n'));
    expect(good).toEqual([
      { a: "4", b: "y" },
      { a: "5", b: "6" },
    ]);
    expect(bad.map((row) => row.original._revos_line)).toEqual(['1,"x', '2,3"z']);
  });

  it("reads rows of megabytes and headers of thousands (B139)", async () => {
    const huge = await load(await write("huge.csv", `id,v\n1,"${"x".repeat(3_000_000)}"\n2,ok\n`));
    expect(huge.good.map((row) => row.v?.length)).toEqual([3_000_000, 2]);
    const names = Array.from({ length: 5000 }, (_, i) => `c${i}`);
    const wide = await load(
      await write("wide.csv", `${names.join(",")}\n${names.map(() => "1").join(",")}\n`),
    );
    expect([wide.stream.columns.length, wide.good.length]).toEqual([5000, 1]);
  });

  it("refuses a file in another encoding with the line and a suggestion, and reads it when told", async () => {
    const text = "id,name\n1,Ren\u00e9e\n2,Jos\u00e9\n";
    const latin = await write("latin.csv", iconv.encode(text, "latin1"));
    await expect(load(latin)).rejects.toMatchObject({
      code: "source.file_unreadable",
      advice: expect.stringContaining("options.encoding"),
    });
    await expect(load(latin)).rejects.toThrow("line 2");
    expect(cells(await load(latin, { encoding: "latin1" }), "name")).toEqual([
      "Ren\u00e9e",
      "Jos\u00e9",
    ]);
    const japanese = "id,name\n1,\u5c71\u7530\u592a\u90ce\n2,\u8868\u793a\u80fd\u529b\n";
    for (const encoding of ["shift_jis", "euc-jp"]) {
      const path = await write(`${encoding}.csv`, iconv.encode(japanese, encoding));
      await expect(load(path)).rejects.toMatchObject({ advice: expect.stringContaining(encoding) });
      expect(cells(await load(path, { encoding }), "name")).toEqual([
        "\u5c71\u7530\u592a\u90ce",
        "\u8868\u793a\u80fd\u529b",
      ]);
    }
    for (const encoding of ["utf16le", "utf16be"]) {
      const path = await write(
        `${encoding}.csv`,
        iconv.encode(japanese, encoding, { addBOM: true }),
      );
      expect(cells(await load(path), "name")).toEqual([
        "\u5c71\u7530\u592a\u90ce",
        "\u8868\u793a\u80fd\u529b",
      ]);
    }
  });

  it("sets a late line with foreign bytes aside, bytes shown", async () => {
    const clean = Array.from({ length: 120_000 }, (_, i) => `${i},clean`).join("\n");
    const path = await write(
      "late.csv",
      Buffer.concat([
        Buffer.from(`id,v\n${clean}\n`),
        Buffer.from([0x39, 0x2c, 0xe9, 0x0a]),
        Buffer.from("10,ok\n"),
      ]),
    );
    const { good, bad } = await load(path);
    expect([good.length, bad.length]).toEqual([120_001, 1]);
    expect(bad[0]?.original._revos_line).toBe("9,\\xe9");
    expect(bad[0]?.reasons[0]?.rule).toContain("not valid UTF-8");
  });

  it("has a clear outcome for empty files (B140)", async () => {
    const header = await load(await write("header_only.csv", "id,n,s\n"));
    expect([header.good.length, header.stream.columns.length]).toEqual([0, 3]);
    for (const [name, content] of [
      ["empty.csv", ""],
      ["blank.csv", "\n\n\n"],
      ["empty.jsonl", ""],
    ] as const) {
      await expect(load(await write(name, content))).rejects.toMatchObject({
        code: "source.file_unreadable",
      });
    }
  });
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
    const parts = await load(join(folder, "parts", "*.csv"));
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

describe("paths, compression and incremental reads", () => {
  it("reads gzip and zstd alike, and says when they are cut short", async () => {
    const text = `id,v\n${Array.from({ length: 5000 }, (_, i) => `${i},value ${i % 17}`).join("\n")}\n`;
    const plain = await load(await write("z.csv", text));
    expect((await load(await write("z2.csv.gz", gzipSync(text)))).good).toEqual(plain.good);
    await expect(
      load(await write("cut.csv.gz", gzipSync(text).subarray(0, 400))),
    ).rejects.toMatchObject({ code: "source.file_unreadable" });
  });

  it("names streams by file, by folder, and by the place that {stream} marks", async () => {
    await write("lake/orders/1.csv", "id\n1\n");
    await write("lake/orders/2.csv", "id\n2\n");
    await write("lake/customers/1.csv", "id\n9\n");
    await write("lake/orders/_SUCCESS", "");
    await write("lake/orders/.hidden.csv", "id\n7\n");
    await symlink(
      join(folder, "lake", "orders", "1.csv"),
      join(folder, "lake", "customers", "2.csv"),
    );
    const names = async (path: string) => {
      await using open = await source.open(source.config.parse({ path: join(folder, path) }), {
        signal: new AbortController().signal,
        log: silent,
      });
      return (await open.discover()).streams.map((stream) => [stream.name, stream.estimatedRows]);
    };
    expect(await names("lake/orders")).toEqual([["orders", 2]]);
    expect(await names("lake/orders/*.csv")).toEqual([["orders", 2]]);
    expect(await names("lake/{stream}/*.csv")).toEqual([
      ["customers", 2],
      ["orders", 2],
    ]);
    expect(await names("lake/orders/{stream}.csv")).toEqual([
      ["1", 1],
      ["2", 1],
    ]);
    expect(await names("lake/**/[0-9].{csv,tsv}")).toEqual([["lake", 4]]);
    await expect(names("lake/nothing*.csv")).rejects.toMatchObject({ code: "file.not_found" });
    await expect(names("nowhere/x.csv")).rejects.toMatchObject({ code: "file.not_found" });
  });

  it("reads files of one glob by column name, missing ones as NULL", async () => {
    await write("mix/1.csv", "id,a\n1,x\n");
    await write("mix/2.csv", "b,id\ny,2\n");
    expect((await load(join(folder, "mix"))).good).toEqual([
      { id: "1", a: "x", b: null },
      { id: "2", a: null, b: "y" },
    ]);
  });

  it("starts at a cursor, the place itself and rows without one included", async () => {
    const path = await write(
      "inc.csv",
      "id,at\n1,2024-01-01 00:00:00\n2,2024-01-02T00:00:00\n3,\n4,2024-01-03 00:00:00\n",
    );
    const from = cursorPosition({ kind: "timestamp" }, "2024-01-02 00:00:00");
    const cursor: CursorRange = { field: ["at"], type: { kind: "timestamp" }, from, lookbackMs: 0 };
    expect(cells(await load(path, {}, { cursor }), "id")).toEqual(["2", "3", "4"]);
    expect(
      cells(await load(path, {}, { cursor: { ...cursor, lookbackMs: 86_400_000 } }), "id"),
    ).toEqual(["1", "2", "3", "4"]);
    const nested = await write(
      "inc.jsonl",
      '{"id":1,"m":{"v":9}}\n{"id":2,"m":{"v":10}}\n{"id":3}\n{"id":4,"m":{"v":101}}\n',
    );
    const below: CursorRange = {
      field: ["m", "v"],
      type: { kind: "int64" },
      from: cursorPosition({ kind: "int64" }, "10"),
      lookbackMs: 0,
    };
    expect(cells(await load(nested, {}, { cursor: below }), "id")).toEqual(["2", "3", "4"]);
  });

  it("runs filter and privacy while decoding, and lets no line with hidden columns out", async () => {
    const path = await write(
      "pii.csv",
      "id,mail,zone\n1,ann@example.org,eu\n2,bob@example.org,us\n3,x,eu,extra-secret\n4,fail,eu\n",
    );
    const rows = await load(
      path,
      {},
      {
        filter: { fields: ["zone"], keep: ([zone]) => zone === "eu" },
        columns: (columns) =>
          columns.map((column) =>
            column.name === "mail"
              ? {
                  ...column,
                  privacy: (text) =>
                    text === "fail" ? { failed: "no key" } : { text: `h(${text.length})` },
                }
              : column,
          ),
      },
    );
    expect(rows.good).toEqual([{ id: "1", mail: "h(15)", zone: "eu" }]);
    expect(rows.filtered).toBe(1);
    expect(
      rows.bad.map((row) => [
        row.reasons[0]?.rule,
        row.reasons[0]?.value,
        row.original.mail,
        row.original._revos_line,
      ]),
    ).toEqual([
      ["4 fields, header has 3", null, "h(1)", undefined],
      ["no key", null, null, undefined],
    ]);
  });

  it("checks in three steps", async () => {
    const steps = async (path: string) => {
      await using open = await source.open(source.config.parse({ path }), {
        signal: new AbortController().signal,
        log: silent,
      });
      const all = [];
      for await (const step of open.check()) all.push([step.name, step.ok, step.code]);
      return all;
    };
    const ok = [
      ["path", true, undefined],
      ["format", true, undefined],
      ["read_row", true, undefined],
    ];
    expect(await steps(await write("ok.csv", "id\n1\n"))).toEqual(ok);
    expect(await steps(join(folder, "none.csv"))).toEqual([["path", false, "file.not_found"]]);
    expect(await steps(await write("what.bin", "x"))).toEqual([
      ok[0],
      ["format", false, "source.file_unreadable"],
    ]);
    expect(await steps(await write("enc.csv", iconv.encode("a\n\u00e9\n", "latin1")))).toEqual([
      ok[0],
      ok[1],
      ["read_row", false, "source.file_unreadable"],
    ]);
  });
});

const silent = { debug() {}, info() {}, warn() {}, error() {}, with: () => silent };
const retyped = (stream: CatalogStream, name: string, kind: "int64"): CatalogStream => ({
  ...stream,
  columns: stream.columns.map((column) =>
    column.name === name ? { ...column, type: { kind } } : column,
  ),
});
