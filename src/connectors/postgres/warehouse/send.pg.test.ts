// Rows on their way into a table: binary where they can, text where they must, and the same values either way.
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase, type TestDatabase } from "../../../../test/support/postgres.ts";
import { silentLog } from "../../../kernel/log.ts";
import { PostgresConfig } from "../config.ts";
import { Session } from "../session.ts";
import { openBench, type ScratchBench } from "./bench.ts";
import { planBinary } from "./send-binary.ts";
import { benchColumns } from "./bench-table.ts";
import { sendRows } from "./send.ts";
import { sessionSettings } from "./settings.ts";
import { postgresType } from "./types.ts";

let database: TestDatabase;
let folder: string;
let bench: ScratchBench;
let session: Session;
const signal = new AbortController().signal;

beforeEach(async () => {
  database = await openDatabase();
  folder = await mkdtemp(join(tmpdir(), "revos-send-"));
  bench = await openBench({
    signal,
    log: silentLog,
    memoryBytes: 128 * 1024 * 1024,
    threads: 2,
    scratch: folder,
  });
  session = await Session.open(PostgresConfig.parse(database.config), null, signal);
  await session.run(sessionSettings());
});
afterEach(async () => {
  await session[Symbol.asyncDispose]();
  await bench[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
  await database[Symbol.asyncDispose]();
});

const from = { schema: "main", table: "s" };

/** Sends the table `s` both ways; gives both as texts, by the first column. */
async function sendBothWays(): Promise<{ binary: unknown[]; text: unknown[]; isBinary: boolean }> {
  const columns = await benchColumns(bench, from);
  const isBinary = (await planBinary(bench, from, columns)) !== null;
  const define = columns.map(({ name, duck }) => `${name} ${postgresType(duck)}`).join(", ");
  const list = columns.map(({ name }) => `${name}::text`).join(", ");
  const read = async (table: string): Promise<unknown[]> =>
    (await session.query(`select ${list} from ${table} order by ${table}.${columns[0]?.name}`))
      .rows as unknown[];
  await session.run("begin");
  await session.run(`create table b (${define})`);
  await sendRows(session, bench, from, columns, "b", true);
  await session.run("commit");
  await session.run(`create table t (${define})`);
  await sendRows(session, bench, from, columns, "t", false);
  return { binary: await read("b"), text: await read("t"), isBinary };
}

describe("rows sent as binary COPY", () => {
  it("have every value of every type, NULLs and edges among them", async () => {
    const edges: Record<string, readonly string[]> = {
      boolean: ["true", "false"],
      smallint: ["-32768", "32767", "0", "-1"],
      integer: ["-2147483648", "2147483647", "256"],
      bigint: ["-9223372036854775808", "9223372036854775807", "4294967296", "-1"],
      float: ["'nan'", "'-inf'", "0.1", "-0.0", "3.4028235e38"],
      double: ["'nan'", "'inf'", "0.1", "-0.0", "5e-324", "1.7976931348623157e308"],
      uuid: ["'00112233-4455-6677-8899-aabbccddeeff'", "'ffffffff-ffff-ffff-ffff-ffffffffffff'"],
      date: [
        "'1970-01-01'",
        "'2000-01-01'",
        "'infinity'",
        "'-infinity'",
        "'0001-01-01'",
        "'4713-01-01 (BC)'",
        "'9999-12-31'",
      ],
      time: ["'00:00:00'", "'23:59:59.999999'", "'24:00:00'"],
      timestamp: [
        "'2000-01-01'",
        "'1999-12-31 23:59:59.999999'",
        "'infinity'",
        "'-infinity'",
        "'4713-01-02 (BC) 00:00:00'",
        "'9999-12-31 23:59:59.000001'",
      ],
      timestamptz: [
        "'2000-01-01 00:00:00+00'",
        "'1969-12-31 23:59:59.5+00'",
        "'infinity'",
        "'-infinity'",
        "'0044-03-15 (BC) 12:00:00+00'",
      ],
      varchar: [
        "''",
        "'a'",
        String.raw`'\.'`,
        "'é漢🙂'",
        `'${"long ".repeat(60)}'`,
        "'sixty-four'",
        "'NULL'",
        "chr(10) || chr(9) || '\"'",
      ],
      json: [`'{"a": 1.50, "b": [null]}'`, "'1'"],
      blob: [String.raw`'\x00\xFF'::blob`, "''::blob"],
      ubigint: ["0", "999999999999999999"],
      "decimal(4,1)": ["-999.9", "0.1", "0"],
      "decimal(9,2)": ["-9999999.99", "0.01", "12.50"],
      "decimal(18,0)": ["-999999999999999999", "999999999999999999", "10000", "9999"],
      "decimal(16,6)": ["-9999999999.999999", "0.000001", "-0.100000", "100000000.000000"],
      "decimal(18,4)": ["99999999999999.9999", "-1.0000", "0.0001"],
      "decimal(38,6)": ["9999999999.999999", "-9999999999.999999", "0.5", "1"],
      "decimal(38,0)": ["123456789012345678", "-1"],
      "decimal(12,9)": ["-999.999999999", "0.000000001"],
    };
    const names = Object.keys(edges).map((_, i) => `c${i}`);
    const types = Object.keys(edges);
    await bench.workbench.run(
      `create table s (n integer, ${names.map((name, i) => `${name} ${types[i]}`).join(", ")})`,
    );
    const most = Math.max(...Object.values(edges).map((list) => list.length));
    for (let row = 0; row < most; row++)
      await bench.workbench.run(
        `insert into s values (${row}, ${Object.values(edges)
          .map((list) => list[row] ?? "null")
          .join(", ")})`,
      );
    // Marks of NULLs in every order, over several groups of eight.
    await bench.workbench.run(
      `insert into s select ${most} + i, ${Object.values(edges)
        .map((list, k) => `case when hash(i, ${k}) % 3 > 0 then ${list[0]} end`)
        .join(", ")} from range(100) r(i)`,
    );
    const { binary, text, isBinary } = await sendBothWays();
    expect(isBinary).toBe(true);
    expect(binary).toHaveLength(most + 100);
    expect(binary).toEqual(text);
    const column = (name: string): unknown[] =>
      binary.slice(0, 3).map((row) => (row as string[])[types.indexOf(name) + 1]);
    expect(column("decimal(16,6)")).toEqual(["-9999999999.999999", "0.000001", "-0.100000"]);
    expect(column("timestamp")).toEqual([
      "2000-01-01 00:00:00",
      "1999-12-31 23:59:59.999999",
      "infinity",
    ]);
    expect(column("date")).toEqual(["1970-01-01", "2000-01-01", "infinity"]);
    expect(column("boolean")).toEqual(["true", "false", null]);
  });

  it("come whole from several row groups and pieces, deleted rows left out", async () => {
    await bench.workbench.run(
      `create table s as select i::bigint as n, case when i % 7 > 0 then repeat(chr(97 + (i % 26)::int), (i % 90)::int) end as v, (i / 8)::decimal(38,6) as d, i % 2 = 0 as b from range(300000) r(i)`,
    );
    await bench.workbench.run("delete from s where n % 1000 = 13");
    const { isBinary } = await sendBothWays();
    expect(isBinary).toBe(true);
    const { rows } = await session.query(
      "select count(*), count(v), sum(n), sum(d), sum(b::int), sum(length(v)), count(distinct n), (select count(*) from (select * from b except select * from t) x) from b",
    );
    const [expected] = await bench.workbench.all(
      "select count(*) as a, count(v) as b, sum(n) as c, sum(d) as d, sum(b::int) as e, sum(length(v)) as f, count(distinct n) as g from s",
    );
    expect(rows[0]).toEqual([...Object.values(expected ?? {}).map(String), "0"]);
    expect((await readdir(bench.scratch)).filter((name) => name.startsWith("piece"))).toEqual([]);
  });

  it.each([
    ["a number beyond 18 digits", "1234567890123456789.5::decimal(38,6) as v"],
    ["an interval", "interval '1 month -2 days' as v"],
    ["a list", "['a', null] as v"],
    ["a time with a zone", "'10:00:00+02'::timetz as v"],
    ["a text of megabytes", "repeat('x', 2000000) as v"],
    ["an unsigned number beyond 18 digits", "18446744073709551615::ubigint as v"],
  ])("are text instead where there is %s", async (_, sql) => {
    await bench.workbench.run(`create table s as select i as n, ${sql} from range(3) r(i)`);
    const { binary, text, isBinary } = await sendBothWays();
    expect(isBinary).toBe(false);
    expect(binary).toHaveLength(3);
    expect(binary).toEqual(text);
  });
});
