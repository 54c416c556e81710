// The file source around its formats: paths, compression, incremental reads, privacy, checks.
import { symlink } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { cursorPosition } from "../../connector/cursor-position.ts";
import type { CursorRange } from "../../connector/source.ts";
import { silentLog } from "../../kernel/log.ts";
import { source } from "./source.ts";
import { cells, load, useFolder } from "./testing/load.ts";

const { path: at, write } = useFolder();

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
    await symlink(at("lake/orders/1.csv"), at("lake/customers/2.csv"));
    const names = async (path: string) => {
      await using open = await source.open(source.config.parse({ path: at(path) }), {
        signal: new AbortController().signal,
        log: silentLog,
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
    expect((await load(at("mix"))).good).toEqual([
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
        log: silentLog,
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
    expect(await steps(at("none.csv"))).toEqual([["path", false, "file.not_found"]]);
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

describe("fromUri", () => {
  it("takes paths as they stand, relative ones from here, and URLs as they are written", () => {
    const path = (uri: string) => source.fromUri?.(uri, {}).path;
    expect(path("file:/data/a b%20c.csv")).toBe("/data/a b%20c.csv");
    expect(path("file:///data/a%20b.csv")).toBe("/data/a b.csv");
    expect(path("file:///data/*/x?.csv")).toBe("/data/*/x?.csv");
    expect(path("file:data/x.csv")).toBe(`${process.cwd()}/data/x.csv`);
    expect(() => path("file://elsewhere/x.csv")).toThrow("names no file on this machine");
  });
});
