// CSV as it comes: every line is accounted for, and what cannot be split says why. The inputs follow kinds of faults
// reported of other tools.
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { cells, load, typesOf, useFolder } from "./testing/load.ts";

const { write } = useFolder();

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
