// Every type of MariaDB at its edges, as it lands: each value against what was put in, and rows that cannot be represented
// in quarantine with the server's own text. Session settings of server and account must not change a value.
import { afterAll, beforeAll, expect, it } from "vitest";
import { readStream, type StreamRows } from "../../connector/testing/read-stream.ts";
import { formatType } from "../../model/types.ts";
import {
  describeMariadb,
  openMariadb,
  type MariadbDatabase,
} from "../../../test/support/mariadb.ts";
import { source } from "./source.ts";

let database: MariadbDatabase;
let tables = 0;

beforeAll(async () => {
  if (process.env.REVOS_TEST_MARIADB === "null") return;
  database = await openMariadb();
});
afterAll(async () => database?.[Symbol.asyncDispose]());

/** Makes a table of the columns, runs the inserts into it (`t` stands for its name) without strictness, and reads it. */
async function read(columns: string, ...inserts: string[]): Promise<StreamRows> {
  const name = `v${++tables}`;
  await database.query(`create table ${name} (${columns}) engine=innodb`);
  await database.query("set session sql_mode = ''");
  for (const insert of inserts) await database.query(insert.replace(/\binto t\b/, `into ${name}`));
  return await readStream(source, database.config, { name, namespace: database.name });
}

const types = ({ stream }: StreamRows): string[] =>
  stream.columns.map(({ type }) => formatType(type));
const values = ({ good, bad, stream }: StreamRows): (string | null)[][] => {
  expect(bad).toEqual([]);
  return good.map((row) => stream.columns.map(({ name }) => row[name] ?? null));
};

describeMariadb("a value of MariaDB", () => {
  it("keeps integers of every size, with and without sign (B043, B044)", async () => {
    const found = await read(
      "id bigint unsigned primary key, a tinyint, b tinyint unsigned, c smallint, d smallint unsigned, e mediumint, f mediumint unsigned, g int, h int unsigned, i bigint, j int(5) zerofill",
      `insert into t values (18446744073709551615, -128, 255, -32768, 65535, -8388608, 16777215, -2147483648, 4294967295, -9223372036854775808, 7),
        (9023393775362049, 127, 0, 32767, 0, 8388607, 0, 2147483647, 0, 9223372036854775807, 4294967295),
        (9023393775362048, null, null, null, null, null, null, null, null, -9007199254740993, null)`,
    );
    expect(types(found)).toEqual([
      "uint64",
      ...["int16", "int16", "int16", "int32", "int32", "int32", "int32", "int64", "int64", "int64"],
    ]);
    expect(values(found)).toEqual([
      ["9023393775362048", ...Array<null>(8).fill(null), "-9007199254740993", null],
      [
        "9023393775362049",
        "127",
        "0",
        "32767",
        "0",
        "8388607",
        "0",
        "2147483647",
        "0",
        "9223372036854775807",
        "4294967295",
      ],
      [
        "18446744073709551615",
        "-128",
        "255",
        "-32768",
        "65535",
        "-8388608",
        "16777215",
        "-2147483648",
        "4294967295",
        "-9223372036854775808",
        "7",
      ],
    ]);
  });

  it("keeps a tinyint(1) a number, years as they are, neighbours untouched (B046, B047, B049)", async () => {
    const found = await read(
      "id int primary key, a tinyint(1), y year, d decimal(5,1), b tinyint(1) unsigned, c boolean",
      "insert into t values (1, 2, 2024, 9.5, 255, true), (2, -1, 0, -0.1, 0, false), (3, null, 1901, null, null, null), (4, 0, 2155, 0, 1, 3)",
    );
    expect(types(found)).toEqual(["int32", "int16", "int16", "decimal(5,1)", "int16", "int16"]);
    expect(values(found)).toEqual([
      ["1", "2", "2024", "9.5", "255", "1"],
      ["2", "-1", "0", "-0.1", "0", "0"],
      ["3", null, "1901", null, null, null],
      ["4", "0", "2155", "0.0", "1", "3"],
    ]);
  });

  it("reads bits as the number they are, one bit as yes or no (B050)", async () => {
    const found = await read(
      "id int primary key, b1 bit(1) not null, b8 bit(8), b33 bit(33), b64 bit(64)",
      "insert into t values (1, b'0', b'00110000', 8589934591, b'1000000000000000000000000000000000000000000000000000000000000000'), (2, b'1', null, 0, 18446744073709551615)",
    );
    expect(types(found)).toEqual(["int32", "boolean", "int64", "int64", "uint64"]);
    expect(values(found)).toEqual([
      ["1", "false", "48", "8589934591", "9223372036854775808"],
      ["2", "true", null, "0", "18446744073709551615"],
    ]);
  });

  it("keeps decimals to 65 digits, and zeros of zerofill out", async () => {
    const found = await read(
      "id int primary key, a decimal(9,4), b decimal(15,2), c decimal(18,0), d decimal(18,17), e decimal(38,38), f decimal(65,30), z decimal(10,2) zerofill",
      "insert into t values (1, -99999.9999, 9999999999999.99, -999999999999999999, 9.99999999999999999, -0.12345678901234567890123456789012345678, 12345678901234567890123456789012345.123456789012345678901234567890, 7.5), (2, 0, -0.01, 1, -0.00000000000000001, 0, -1, 0)",
    );
    expect(types(found).slice(1)).toEqual([
      "decimal(9,4)",
      "decimal(15,2)",
      "decimal(18,0)",
      "decimal(18,17)",
      "decimal(38,38)",
      "text",
      "decimal(10,2)",
    ]);
    expect(values(found)).toEqual([
      [
        "1",
        "-99999.9999",
        "9999999999999.99",
        "-999999999999999999",
        "9.99999999999999999",
        "-0.12345678901234567890123456789012345678",
        "12345678901234567890123456789012345.123456789012345678901234567890",
        "7.50",
      ],
      [
        "2",
        "0.0000",
        "-0.01",
        "1",
        "-0.00000000000000001",
        "0.00000000000000000000000000000000000000",
        "-1.000000000000000000000000000000",
        "0.00",
      ],
    ]);
  });

  it("keeps floats to the bit, where the server's own text shows six digits", async () => {
    const found = await read(
      "id int primary key, f float, d double, g float(7,3)",
      "insert into t values (1, 0.1, 0.1, 1234.5678), (2, 16777217, 1.7976931348623157e308, -1.5), (3, 3.4028235e38, 5e-324, 0), (4, 9023393, 123456.789012345678, 0), (5, 1e-45, -2.2250738585072014e-308, 0), (6, 8388608.5, 0.30000000000000004, null)",
    );
    expect(values(found)).toEqual([
      ["1", "0.1", "0.1", "1234.568"],
      ["2", "16777216", "1.7976931348623157e+308", "-1.5"],
      ["3", "3.4028235e+38", "5e-324", "0"],
      ["4", "9023393", "123456.78901234567", "0"],
      ["5", "1e-45", "-2.2250738585072014e-308", "0"],
      ["6", "8388608", "0.30000000000000004", null],
    ]);
    const shown = await database.query(`select f from v${tables} where id = 4`);
    expect(shown).toEqual([["9023390"]]);
  });

  it("puts dates that no calendar has into quarantine with the server's text, and lands the rest (B052)", async () => {
    const found = await read(
      "id int primary key, d date, dt datetime(3), ts timestamp null",
      "insert into t values (1,'2024-01-00','2024-01-00 10:00:00',null), (2,'2024-00-15','2024-00-15',null), (3,'2024-02-29','2024-02-29 00:00:00.5','2024-02-29 12:00:00'), (4,'0000-00-00','0000-00-00','0000-00-00'), (5,'0000-01-01',null,null), (6,null,null,null)",
      "set sql_mode = 'ALLOW_INVALID_DATES'",
      "insert into t values (7,'2023-02-30','2023-04-31 01:02:03.004',null)",
    );
    expect(found.good).toEqual([
      { id: "3", d: "2024-02-29", dt: "2024-02-29 00:00:00.5", ts: "2024-02-29 12:00:00+00" },
      { id: "6", d: null, dt: null, ts: null },
    ]);
    const told = found.bad.map(({ original, reasons }) => [
      original.id,
      ...reasons.map(({ column, value, rule }) => `${column} ${value}: ${rule}`),
    ]);
    expect(told).toEqual([
      [
        "1",
        "d 2024-01-00: not representable as date",
        "dt 2024-01-00 10:00:00: not representable as timestamp",
      ],
      [
        "2",
        "d 2024-00-15: not representable as date",
        "dt 2024-00-15 00:00:00: not representable as timestamp",
      ],
      [
        "4",
        "d 0000-00-00: not representable as date",
        "dt 0000-00-00 00:00:00: not representable as timestamp",
        "ts 0000-00-00 00:00:00: not representable as timestamptz",
      ],
      ["5", "d 0000-01-01: not representable as date"],
      [
        "7",
        "d 2023-02-30: not representable as date",
        "dt 2023-04-31 01:02:03.004: not representable as timestamp",
      ],
    ]);
    expect(found.bad[0]?.original).toEqual({
      id: "1",
      d: "2024-01-00",
      dt: "2024-01-00 10:00:00",
      ts: null,
    });
  });

  it("lands zero dates as text where the user asked for text", async () => {
    const name = "zero_texts";
    await database.query("set session sql_mode = ''");
    await database.query(`create table ${name} (id int primary key, d date, ts timestamp null)`);
    await database.query(
      `insert into ${name} values (1, '0000-00-00', '0000-00-00'), (2, '2020-00-15', '2024-02-29 12:00:00'), (3, null, null)`,
    );
    const found = await readStream(source, database.config, {
      name,
      namespace: database.name,
      columns: (columns) => columns.map((column) => ({ ...column, wanted: { kind: "text" } })),
    });
    expect(values(found)).toEqual([
      ["1", "0000-00-00", "0000-00-00 00:00:00"],
      ["2", "2020-00-15", "2024-02-29 12:00:00+00"],
      ["3", null, null],
    ]);
  });

  it("keeps times as durations beyond a day and below zero, and every neighbour (B053)", async () => {
    const name = "durations";
    await database.query(
      `create table ${name} (a time(6), id int primary key, b time, c varchar(5))`,
    );
    await database.query(
      `insert into ${name} values ('838:59:59',1,'-12:00:01','x'),('-00:00:00.5',2,'24:00:00','y'),(null,3,'00:00:00','z'),('-838:59:59.000001',4,'12:34:56','w')`,
    );
    const at = { name, namespace: database.name };
    const found = await readStream(source, database.config, at);
    const micros = (text: string | null | undefined) => text?.replace("0 months 0 days ", "");
    expect(found.good.map((row) => [micros(row.a) ?? null, row.id, micros(row.b), row.c])).toEqual([
      ["3020399000000 microseconds", "1", "-43201000000 microseconds", "x"],
      ["-500000 microseconds", "2", "86400000000 microseconds", "y"],
      [null, "3", "0 microseconds", "z"],
      ["-3020399000001 microseconds", "4", "45296000000 microseconds", "w"],
    ]);
    const asText = await readStream(source, database.config, {
      ...at,
      columns: (columns) => columns.map((column) => ({ ...column, wanted: { kind: "text" } })),
    });
    expect(asText.good.map(({ a, b }) => [a, b])).toEqual([
      ["838:59:59", "-12:00:01"],
      ["-00:00:00.5", "24:00:00"],
      [null, "00:00:00"],
      ["-838:59:59.000001", "12:34:56"],
    ]);
  });

  it("gives labels of enums and sets in any character set, the invalid one apart from NULL (B055, B056)", async () => {
    const found = await read(
      "id int primary key, e1 enum('é','b') character set latin1, s1 set('ü','z') character set latin1, e2 enum('日','x') character set utf8mb4, `N` enum('a')",
      "insert into t values (1,'é','ü,z','日','a'), (2,'nope','','x',null), (3,null,null,null,'a')",
    );
    expect(values(found)).toEqual([
      ["1", "é", "ü,z", "日", "a"],
      ["2", "", "", "x", null],
      ["3", null, null, null, "a"],
    ]);
  });

  it("reads instants in UTC and wall clocks as they are, whatever the zones are (B058)", async () => {
    await database.query("set session time_zone = '+05:30'");
    const found = await read(
      "id int primary key, a timestamp(6) null, b datetime(6)",
      "insert into t values (1,'2025-02-26 20:02:55.000001','2025-02-26 20:26:57.123456'),(2,null,'2025-03-30 02:30:00'),(3,'2038-01-19 08:44:07','9999-12-31 23:59:59.999999'),(4,'1970-01-01 05:30:01','0001-01-01')",
    );
    await database.query("set session time_zone = '+00:00'");
    expect(values(found)).toEqual([
      ["1", "2025-02-26 14:32:55.000001+00", "2025-02-26 20:26:57.123456"],
      ["2", null, "2025-03-30 02:30:00"],
      ["3", "2038-01-19 03:14:07+00", "9999-12-31 23:59:59.999999"],
      ["4", "1970-01-01 00:00:01+00", "0001-01-01 00:00:00"],
    ]);
  });

  it("takes texts of any character set, bytes with their padding, and identifiers as text", async () => {
    const found = await read(
      "id int primary key, l varchar(20) character set latin1, s varchar(20) character set sjis, u varchar(20) character set utf16, m mediumtext, c char(5), b binary(4), v varbinary(9), o blob, i4 inet4, i6 inet6, x uuid, k varchar(20) compressed",
      "insert into t values (1, 'é€', '日本語', 'é😀', '😀 e\u0301', 'ab  ', 'ab', 'x\\0y ', x'00ff', '10.0.0.1', '::ffff:1.2.3.4', '123E4567-e89b-12d3-a456-426655440000', 'kept'), (2, '', '', '', '', '', '', '', '', null, null, null, '')",
    );
    expect(values(found)).toEqual([
      [
        "1",
        "é€",
        "日本語",
        "é😀",
        "😀 e\u0301",
        "ab",
        "\\x61620000",
        "\\x78007920",
        "\\x00ff",
        "10.0.0.1",
        "::ffff:1.2.3.4",
        "123e4567-e89b-12d3-a456-426655440000",
        "kept",
      ],
      ["2", "", "", "", "", "", "\\x00000000", "\\x", "\\x", null, null, null, ""],
    ]);
  });

  it("leaves json as the text it is, numbers to the last digit", async () => {
    const texts = ['{"n":7088992364139642881}', "[1.0, 2.50, 1e400]", '"日"', "null"];
    const found = await read(
      "id int primary key, j json, t longtext",
      `insert into t values ${texts.map((text, i) => `(${i}, '${text}', '${text}')`).join(", ")}`,
    );
    expect(types(found)).toEqual(["int32", "json", "text"]);
    expect(values(found)).toEqual(texts.map((text, i) => [String(i), text, text]));
  });

  it("writes shapes as text, with their reference system where one is set", async () => {
    const found = await read(
      "id int primary key, g geometry, p point not null",
      `insert into t values (1, st_geomfromtext('POLYGON((0 0,1 0,1 1,0 0))'), point(0.1, -0.30000000000000004)), (2, st_geomfromtext('POINT(5 6)', 4326), point(1e300, 0)), (3, null, point(1, 2)),
        (4, st_geomfromtext('GEOMETRYCOLLECTION(POINT(1 1),LINESTRING(0 0,1 1))'), point(0, 0))`,
    );
    expect(values(found)).toEqual([
      ["1", "POLYGON((0 0,1 0,1 1,0 0))", "POINT(0.1 -0.30000000000000004)"],
      ["2", "SRID=4326;POINT(5 6)", "POINT(1e300 0)"],
      ["3", null, "POINT(1 2)"],
      ["4", "GEOMETRYCOLLECTION(POINT(1 1),LINESTRING(0 0,1 1))", "POINT(0 0)"],
    ]);
  });

  it("reads invisible and generated columns, and no hidden ones (B061, B062)", async () => {
    const found = await read(
      "id int primary key, t longtext unique, hid int invisible default 5, s int as (id + 1) stored, v int as (id + 2) virtual",
      "insert into t (id, t) values (1, 'q')",
    );
    expect(values(found)).toEqual([["1", "q", "5", "2", "3"]]);
    expect(found.stream.columns.map(({ generated }) => generated ?? false)).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  it("stays the same under settings of the server that change values", async () => {
    const account = `u_${process.pid}`;
    await database.query(`create or replace user ${account}@localhost`);
    await database.query(`grant select on ${database.name}.* to ${account}@localhost`);
    const before = await database.query("select @@global.sql_mode, @@global.time_zone");
    try {
      await database.query(
        "set global sql_mode = 'PAD_CHAR_TO_FULL_LENGTH,NO_BACKSLASH_ESCAPES,ANSI_QUOTES,PIPES_AS_CONCAT'",
      );
      await database.query("set global time_zone = '-08:00'");
      await database.query(
        "create table `se\"t'\\\\\\\\s``` (id int primary key, `a``b` char(5), ts timestamp null)",
      );
      await database.query(
        "insert into `se\"t'\\\\\\\\s``` values (1, 'x', '2024-01-01 00:00:00')",
      );
      const [[name = ""] = []] = await database.query(
        `select table_name from information_schema.tables where table_schema = '${database.name}' and table_name like 'se%'`,
      );
      const found = await readStream(
        source,
        { ...database.config, user: account },
        {
          name: name ?? "",
          namespace: database.name,
          where: "`a``b` = 'x' and 'it\\'s' <> \"\" and ts = '2024-01-01 00:00:00'",
        },
      );
      expect(values(found)).toEqual([["1", "x", "2024-01-01 00:00:00+00"]]);
    } finally {
      const [[mode, zone] = []] = before;
      await database.query(`set global sql_mode = '${mode}'`);
      await database.query(`set global time_zone = '${zone}'`);
      await database.query(`drop user ${account}@localhost`);
    }
  });

  it("reads tables of 1,000 columns, and rows of 20 MB", async () => {
    const names = Array.from({ length: 1000 }, (_, i) => `c${i}`);
    const wide = await read(
      `${names.map((name, i) => `${name} ${i % 3 === 0 ? "int" : i % 3 === 1 ? "varchar(2)" : "date"}`).join(", ")}`,
      `insert into t values (${names.map((_, i) => (i % 7 === 0 ? "null" : i % 3 === 0 ? i : i % 3 === 1 ? `'é${i}'` : "'2024-02-29'")).join(", ")})`,
    );
    expect(values(wide)[0]).toEqual(
      names.map((_, i) =>
        i % 7 === 0
          ? null
          : i % 3 === 0
            ? String(i)
            : i % 3 === 1
              ? `é${i}`.slice(0, 2)
              : "2024-02-29",
      ),
    );
    const huge = await read(
      "id int primary key, a longtext, b longblob, n int",
      "insert into t values (1, repeat('日', 6000000), repeat('x', 20000000), 5), (2, '', null, 6), (3, repeat('y', 16777200), repeat('z', 20), 7)",
    );
    expect(huge.good.map((row) => [row.id, row.a?.length, row.b?.length, row.n])).toEqual([
      ["1", 6_000_000, 40_000_002, "5"],
      ["2", 0, undefined, "6"],
      ["3", 16_777_200, 42, "7"],
    ]);
  });
});
