// Parquet: typed values pass, and what DuckDB would read wrongly is found before it does harm.
import * as duckdb from "@duckdb/node-api";
import { describe, expect, it } from "vitest";
import { cursorPosition } from "../../connector/cursor-position.ts";
import { readStream } from "../../connector/testing/read-stream.ts";
import { source } from "./source.ts";
import { cells, load, typesOf, useFolder } from "./testing/load.ts";

const { path: at, write } = useFolder();

async function make(name: string, select: string): Promise<string> {
  await write(`${name}.made`, "");
  const instance = await duckdb.DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run("set timezone = 'UTC'");
  await connection.run(`copy (${select}) to '${at(name)}' (format parquet)`);
  connection.closeSync();
  return at(name);
}

// Written by Arrow, because DuckDB itself cannot write such files: decimal256(45,2) 1.25 and -2.25; INT96 times
// 2023-11-14 22:13:20.123456789, NULL and one nanosecond before 1970; columns id, Id and ID.
const wideDecimals =
  "UEFSMRUEFUwVTEwVBBUAEgAAAAAAAAAAAAAAAAAAAAAAAAAAff///////////////////////x8VABUSFRIsFQQVEBUGFQYcGBMAAAAAAAAAAAAAAAAAAAAA" +
  "AAB9GBP///////////////////////8fFgAoEwAAAAAAAAAAAAAAAAAAAAAAAH0YE////////////////////////x8REQAAAAIAAAAEAQEDAhUEGSw1ABgG" +
  "c2NoZW1hFQIAFQ4VJhUCGAF4JQoVBBVaLFwVBBVaAAAAFgQZHBkcJgAcFQ4ZNQAGEBkYAXgVABYEFtACFtACJnAmCBwYEwAAAAAAAAAAAAAAAAAAAAAAAH0Y" +
  "E////////////////////////x8WACgTAAAAAAAAAAAAAAAAAAAAAAAAfRgT////////////////////////HxERABksFQQVABUCABUAFRAVAgA8KQYZJgAE" +
  "AAAAFtACFgQmCBbQAgAZHBgMQVJST1c6c2NoZW1hGLgBLy8vLy80QUFBQUFRQUFBQUFBQUtBQXdBQmdBRkFBZ0FDZ0FBQUFBQkJBQU1BQUFBQ0FBSUFBQUFC" +
  "QUFJQUFBQUJBQUFBQUVBQUFBVUFBQUFFQUFVQUFnQUJnQUhBQXdBQUFBUUFCQUFBQUFBQUFFSEVBQUFBQndBQUFBRUFBQUFBQUFBQUFFQUFBQjRBQW9BRUFB" +
  "RUFBZ0FEQUFLQUFBQUxRQUFBQUlBQUFBQUFRQUFBQUFBQUE9PQAYIHBhcnF1ZXQtY3BwLWFycm93IHZlcnNpb24gMjYuMC4xGRwcAAAAvgEAAFBBUjE=";
const int96 =
  "UEFSMRUEFTAVMEwVBBUAEgAAFc3wesJIAABniiUA//9OkZROAACLPSUAFQAVEhUSLBUGFRAVBhUGHAAAAAIAAAADBQEDAhUEGSw1ABgGc2NoZW1hFQIAFQYl" +
  "AhgBdAAWBhkcGRwmABwVBhk1AAYQGRgBdBUAFgYWhAEWhAEmVCYIKSwVBBUAFQIAFQAVEBUCADwpBhkmAgQAAAAWhAEWBiYIFoQBABkcGAxBUlJPVzpzY2hl" +
  "bWEYoAEvLy8vLzNBQUFBQVFBQUFBQUFBS0FBd0FCZ0FGQUFnQUNnQUFBQUFCQkFBTUFBQUFDQUFJQUFBQUJBQUlBQUFBQkFBQUFBRUFBQUFVQUFBQUVBQVVB" +
  "QWdBQmdBSEFBd0FBQUFRQUJBQUFBQUFBQUVLRUFBQUFCZ0FBQUFFQUFBQUFBQUFBQUVBQUFCMEFBWUFDQUFHQUFZQUFBQUFBQU1BABggcGFycXVldC1jcHAt" +
  "YXJyb3cgdmVyc2lvbiAyNi4wLjEZHBwAAAA8AQAAUEFSMQ==";
const caseOnly =
  "UEFSMRUEFRAVEEwVAhUAEgAAAQAAAAAAAAAVABUSFRIsFQIVEBUGFQYcGAgBAAAAAAAAABgIAQAAAAAAAAAWACgIAQAAAAAAAAAYCAEAAAAAAAAAEREAAAAC" +
  "AAAAAgEBAgAVBBUQFRBMFQIVABIAAAIAAAAAAAAAFQAVEhUSLBUCFRAVBhUGHBgIAgAAAAAAAAAYCAIAAAAAAAAAFgAoCAIAAAAAAAAAGAgCAAAAAAAAABER" +
  "AAAAAgAAAAIBAQIAFQQVEBUQTBUCFQASAAADAAAAAAAAABUAFRIVEiwVAhUQFQYVBhwYCAMAAAAAAAAAGAgDAAAAAAAAABYAKAgDAAAAAAAAABgIAwAAAAAA" +
  "AAAREQAAAAIAAAACAQECABUEGUw1ABgGc2NoZW1hFQYAFQQlAhgCaWQAFQQlAhgCSWQAFQQlAhgCSUQAFgIZHBk8JgAcFQQZNQAGEBkYAmlkFQAWAha8ARa8" +
  "ASY0JggcGAgBAAAAAAAAABgIAQAAAAAAAAAWACgIAQAAAAAAAAAYCAEAAAAAAAAAEREAGSwVBBUAFQIAFQAVEBUCADwpBhkmAAIAAAAmABwVBBk1AAYQGRgC" +
  "SWQVABYCFrwBFrwBJvABJsQBHBgIAgAAAAAAAAAYCAIAAAAAAAAAFgAoCAIAAAAAAAAAGAgCAAAAAAAAABERABksFQQVABUCABUAFRAVAgA8KQYZJgACAAAA" +
  "JgAcFQQZNQAGEBkYAklEFQAWAha8ARa8ASasAyaAAxwYCAMAAAAAAAAAGAgDAAAAAAAAABYAKAgDAAAAAAAAABgIAwAAAAAAAAAREQAZLBUEFQAVAgAVABUQ" +
  "FQIAPCkGGSYAAgAAABa0BBYCJggWtAQAGRwYDEFSUk9XOnNjaGVtYRisAi8vLy8vOWdBQUFBUUFBQUFBQUFLQUF3QUJnQUZBQWdBQ2dBQUFBQUJCQUFNQUFB" +
  "QUNBQUlBQUFBQkFBSUFBQUFCQUFBQUFNQUFBQjBBQUFBTkFBQUFBUUFBQUNvLy8vL0FBQUJBaEFBQUFBVUFBQUFCQUFBQUFBQUFBQUNBQUFBU1VRQUFKai8v" +
  "LzhBQUFBQlFBQUFBTlQvLy84QUFBRUNFQUFBQUJRQUFBQUVBQUFBQUFBQUFBSUFBQUJKWkFBQXhQLy8vd0FBQUFGQUFBQUFFQUFVQUFnQUJnQUhBQXdBQUFB" +
  "UUFCQUFBQUFBQUFFQ0VBQUFBQndBQUFBRUFBQUFBQUFBQUFJQUFBQnBaQUFBQ0FBTUFBZ0FCd0FJQUFBQUFBQUFBVUFBQUFBPQAYIHBhcnF1ZXQtY3BwLWFy" +
  "cm93IHZlcnNpb24gMjYuMC4xGTwcAAAcAAAcAAAA3gIAAFBBUjE=";

describe("parquet", () => {
  it("refuses decimals beyond 38 digits by name, and reads the file without them (B121)", async () => {
    const path = await write("d45.parquet", Buffer.from(wideDecimals, "base64"));
    await expect(load(path)).rejects.toMatchObject({
      code: "source.file_unreadable",
      message: expect.stringContaining("decimal(45)"),
    });
    const without = await load(
      path,
      {},
      { columns: () => [{ source: "none", name: "none", type: { kind: "text" } }] },
    );
    expect(without.good).toEqual([{ none: null }, { none: null }]);
    expect(without.stream.notes?.[0]).toContain("leave it out");
  });

  it("cuts nanoseconds down, never up, and says so (B122)", async () => {
    const old = await load(await write("i96.parquet", Buffer.from(int96, "base64")));
    expect(cells(old, "t")).toEqual([
      "2023-11-14 22:13:20.123456",
      null,
      "1969-12-31 23:59:59.999999",
    ]);
    expect(old.stream.notes).toEqual(["t: times are cut to microseconds"]);
    const path = await make(
      "ns.parquet",
      "select unnest([timestamp_ns '2023-11-14 22:13:20.123456789', timestamp_ns '1969-12-31 23:59:59.999999999']) as t",
    );
    const fine = await load(path);
    expect(cells(fine, "t")).toEqual(["2023-11-14 22:13:20.123456", "1969-12-31 23:59:59.999999"]);
    expect(fine.stream.notes).toEqual(["t: times are cut to microseconds"]);
  });

  it("keeps names apart that differ only by case (B133)", async () => {
    const rows = await load(await write("case.parquet", Buffer.from(caseOnly, "base64")));
    const names = rows.stream.columns.map((column) => column.name);
    expect(names.map((name) => name.replace(/_[0-9a-f]{6}$/, "_"))).toEqual(["id", "Id_", "ID_"]);
    expect(rows.good).toEqual([
      Object.fromEntries(names.map((name, index) => [name, String(index + 1)])),
    ]);
  });

  it("gives nested values as JSON, lists as canonical texts, small integers as their own", async () => {
    const path = await make(
      "nested.parquet",
      `select 1::utinyint as t, 4294967295::uinteger as u, {'a': 1.10::decimal(30,2), 'b c': {'d': [1, null]}} as s, map {'k': 2.5::decimal(38,2)} as m,
        [1.50::decimal(4,2), null] as l, [[1]] as n, '{"x": 1.0}'::json as j`,
    );
    const rows = await load(path);
    expect(typesOf(rows.stream)).toEqual({
      t: "int16",
      u: "int64",
      s: "json",
      m: "json",
      l: "list(decimal(4,2))",
      n: "json",
      j: "json",
    });
    expect(rows.stream.columns.find((column) => column.name === "s")?.nested).toEqual([
      ["a"],
      ["b c"],
      ["b c", "d"],
    ]);
    expect(rows.good).toEqual([
      {
        t: "1",
        u: "4294967295",
        s: '{"a":1.10,"b c":{"d":[1,null]}}',
        m: '{"k":2.50}',
        l: '["1.50",null]',
        n: "[[1]]",
        j: '{"x": 1.0}',
      },
    ]);
  });

  it("unites files by name; types that differ are read as text", async () => {
    await make("many-1.parquet", "select 1 as id, 'a' as v");
    await make("many-2.parquet", "select 2::bigint as id, 'b' as v, true as extra");
    const rows = await load(at("many-*.parquet"));
    expect(typesOf(rows.stream)).toEqual({ id: "text", v: "text", extra: "boolean" });
    expect(rows.good).toEqual([
      { id: "1", v: "a", extra: null },
      { id: "2", v: "b", extra: "true" },
    ]);
  });

  it("starts at a cursor, nested ones too", async () => {
    const path = await make(
      "inc.parquet",
      "select i as id, {'at': timestamp '2024-01-01' + to_days(i::int)} as m from range(5) t(i) union all select 9, null",
    );
    const type = { kind: "timestamp" } as const;
    const from = cursorPosition(type, "2024-01-04 00:00:00");
    expect(
      cells(
        await load(path, {}, { cursor: { field: ["m", "at"], type, from, lookbackMs: 0 } }),
        "id",
      ),
    ).toEqual(["3", "4", "9"]);
    expect(
      cells(
        await load(
          path,
          {},
          { cursor: { field: ["m", "at"], type, from, lookbackMs: 86_400_000 } },
        ),
        "id",
      ),
    ).toEqual(["2", "3", "4", "9"]);
  });

  it("runs filter and privacy inside the statement", async () => {
    const path = await make(
      "pii.parquet",
      "select i as id, 'p' || i as mail, i / 4.0 as f from range(6) t(i)",
    );
    const rows = await load(
      path,
      {},
      {
        filter: { fields: ["f"], keep: ([f]) => f !== "0.25" },
        columns: ([id, mail]) => [
          id!,
          {
            ...mail!,
            privacy: (text) => (text === "p3" ? { failed: "refused" } : { text: `<${text}>` }),
          },
        ],
      },
    );
    expect(rows.good).toEqual(["0", "2", "4", "5"].map((id) => ({ id, mail: `<p${id}>` })));
    expect(rows.filtered).toBe(1);
    expect(rows.bad.map(({ reasons, original }) => [reasons, original])).toEqual([
      [[{ column: "mail", value: null, rule: "refused" }], { id: "3", mail: null }],
    ]);
  });

  it("names what is no Parquet, and reads paths with wildcards in their own name", async () => {
    await expect(load(await write("no.parquet", "PAR1 not really"))).rejects.toMatchObject({
      code: "source.file_unreadable",
    });
    const odd = await make("odd.parquet", "select 7 as id");
    const { readFile } = await import("node:fs/promises");
    const path = await write("a[1]*?.parquet", await readFile(odd));
    expect((await readStream(source, { path })).good).toEqual([{ id: "7" }]);
  });
});
