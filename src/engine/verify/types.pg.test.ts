// Every type with its edges: digests of Postgres and of the table agree, so that no row is read where nothing differs; and
// the smallest change of each is found.
import { describe, expect, it } from "vitest";
import { openPgWorld } from "./testing/pg-world.ts";

const none = { changed: 0, missing: 0, extra: 0, duplicate: 0 };

/** Type, values as Postgres literals, and the change in the table that must be found (SQL of DuckDB). */
const types: readonly (readonly [string, readonly string[], string])[] = [
  ["boolean", ["true", "false", "null"], "not v"],
  ["smallint", ["32767", "-32768", "null"], "v - 1"],
  ["integer", ["2147483647", "-1"], "v - 1"],
  ["bigint", ["9223372036854775807", "-9223372036854775808"], "0"],
  ["oid", ["4294967295", "0"], "v + 1"],
  ["real", ["1.5", "0.1", "'NaN'", "'-0'", "'Infinity'", "1e-30", "16777216"], "2"],
  [
    "double precision",
    [
      "0.1",
      "1e300",
      "5e-324",
      "'NaN'",
      "'-Infinity'",
      "'-0'",
      "123456789012345680",
      "0.30000000000000004",
    ],
    "2",
  ],
  ["numeric(12,2)", ["0", "-0.01", "9999999999.99", "null", "7.5"], "v + 0.01"],
  ["numeric(30,10)", ["12345678901234567890.0123456789", "-1"], "v + 0.0000000001"],
  ["numeric", ["1.0", "1.00", "100000", "-0.000001", "null", "12345.678901"], "v + 0.000001"],
  [
    "text",
    ["''", "null", "'é漢字😀'", "E'a\\x1fb'", "E'\\x01'", "'-'", "' trailing '"],
    "v || ' '",
  ],
  ["varchar(10)", ["'a'", "''"], "'A'"],
  ["char(5)", ["'ab'", "''", "'abcde'"], "trim(v)"],
  ["bytea", ["'\\x'", "'\\x00ff10'", "null"], "'\\x01'::blob"],
  ["uuid", ["'00000000-0000-0000-0000-000000000000'", "gen_random_uuid()"], "uuid()"],
  [
    "date",
    ["'2024-02-29'", "'0044-03-15 BC'", "'infinity'", "'-infinity'", "'9999-12-31'"],
    "date '2024-02-28'",
  ],
  ["time", ["'00:00'", "'23:59:59.999999'", "'24:00'", "'12:30:00.5'"], "time '00:00:01'"],
  ["timetz", ["'12:00:00+02'", "'12:00:00-05:30'", "'00:00+00'"], "timetz '12:00:00+01'"],
  [
    "timestamp",
    [
      "'2024-02-29 12:34:56.789012'",
      "'0044-03-15 12:00 BC'",
      "'infinity'",
      "'1969-12-31 23:59:59.999999'",
      "'2024-01-01'",
    ],
    "v + interval 1 microsecond",
  ],
  [
    "timestamptz",
    ["'2024-02-29 12:34:56.789012+09'", "'-infinity'", "'2024-01-01 00:00:00.1+00'"],
    "timestamptz '2024-01-01 00:00:00.100001+00'",
  ],
  [
    "interval",
    ["'1 mon'", "'30 days'", "'-1 day +00:00:00.25'", "'1 year 2 mons 3 days 04:05:06.789'"],
    "interval 31 day",
  ],
  ["json", ['\'{"a": 1.0, "b": [null, "x"]}\'', "'[]'", "'null'", "null"], "'{}'::json"],
  ["jsonb", ['\'{"b": 1, "a": 2}\'', "'\"text\"'"], "'{}'::json"],
  ["int[]", ["'{1,null,3}'", "'{}'", "null"], "[1, 2]"],
  ["text[]", ['\'{a,null,"","b,c"}\'', "array[E'new\\nline', E'tab\\t', 'quote\"']"], "['x']"],
  ["numeric(6,2)[]", ["'{1.5,-2.25}'"], "[0]"],
  ["timestamptz[]", ["'{2024-01-01 00:00+00}'"], "[]"],
  ["interval[]", ["'{1 mon,30 days}'"], "[]"],
  ["inet", ["'10.0.0.1'", "'10.0.0.0/8'"], "'10.0.0.2'"],
  ["int4range", ["'[1,5)'", "'empty'"], "'[1,6)'"],
];

describe("verify: types", () => {
  it.each(types)(
    "%s agrees by digests, and its smallest change is found",
    async (type, values, change) => {
      await using world = await openPgWorld();
      await world.database.query(`create table t (id int primary key, v ${type})`);
      for (const [id, value] of values.entries())
        await world.database.query(`insert into t values (${id}, ${value})`);
      expect((await world.sync("t")).streams[0]).toMatchObject({ published: true, quarantined: 0 });
      expect((await world.verify("t")).stream).toMatchObject({
        status: "equal",
        method: "digests",
        readRows: 0,
      });
      await world.warehouse(`update t set v = ${change} where id = 0`);
      const { stream } = await world.verify("t");
      expect(stream.differences).toEqual({ ...none, changed: 1 });
      expect(stream.columns).toEqual([{ column: "v", rows: 1 }]);
    },
  );

  it.each([
    [
      "a text in a collation of its own",
      `text collate "en-x-icu"`,
      ["'a'", "'A'", "'ä'", "'z'", "''", "'é'"],
    ],
    ["a float", "double precision", ["0.1", "'NaN'", "'Infinity'", "1e22", "-0.0"]],
    ["a char(4)", "char(4)", ["'a'", "'b  '", "''"]],
    ["bytes", "bytea", ["'\\x00'", "'\\xff'"]],
    [
      "a timestamp",
      "timestamptz",
      ["'2024-01-01 00:00:00.000001+00'", "'infinity'", "'0044-03-15 BC'"],
    ],
    ["a numeric", "numeric(20,5)", ["1.5", "2"]],
  ] as const)("a key that is %s finds and repairs its rows", async (_, type, keys) => {
    await using world = await openPgWorld();
    await world.database.query(`create table t (k ${type} primary key, v int)`);
    for (const [n, key] of keys.entries())
      await world.database.query(`insert into t values (${key}, ${n})`);
    await world.sync("t");
    expect((await world.verify("t")).stream).toMatchObject({ status: "equal", readRows: 0 });
    await world.warehouse("update t set v = v + 100", "delete from t where v = 100");
    const repaired = await world.verify("t", {}, { repair: true });
    expect(repaired.verification.repaired).toMatchObject({
      inserted: keys.length,
      removed: keys.length - 1,
    });
    expect(repaired.stream).toMatchObject({ status: "equal", differences: none });
  });

  it("a key of several columns, one of them a text with odd letters", async () => {
    await using world = await openPgWorld();
    await world.database.query(
      `create table t (a int, "b ""x""" text, "_revos k0" int, primary key (a, "b ""x""")); insert into t select i % 7, 'k''' || i, i from generate_series(1, 500) i`,
    );
    await world.sync("t");
    expect((await world.verify("t")).stream).toMatchObject({ status: "equal", readRows: 0 });
    await world.warehouse(`delete from t where "_revos k0" in (3, 4)`);
    const { stream } = await world.verify("t");
    expect(stream).toMatchObject({ key: ["a", 'b "x"'], differences: { ...none, missing: 2 } });
    expect((await world.verify("t", {}, { repair: true })).stream.status).toBe("equal");
  });

  it("json that says the same in another order of members is equal", async () => {
    await using world = await openPgWorld();
    await world.database.query(
      `create table t (id int primary key, v json); insert into t values (1, '{"a": 1, "b": {"c": [1, 2], "d": "x"}}'), (2, '[1, 2]')`,
    );
    await world.sync("t");
    await world.warehouse(`update t set v = '{"b":{"d":"\\u0078","c":[1,2]},"a":1}' where id = 1`);
    expect((await world.verify("t")).stream).toMatchObject({ status: "equal", readRows: 1 });
    await world.warehouse(`update t set v = '[2,1]' where id = 2`);
    expect((await world.verify("t")).stream.differences).toEqual({ ...none, changed: 1 });
  });

  it("a column whose type was chosen is compared in that type", async () => {
    await using world = await openPgWorld();
    const own = { columns: { n: { type: "text" }, t: { type: "decimal(10,2)" } } };
    await world.database.query(
      "create table t (id int primary key, n int, t text); insert into t values (1, 5, '1.50'), (2, null, null)",
    );
    await world.sync("t", own);
    expect((await world.verify("t", own)).stream).toMatchObject({
      status: "equal",
      method: "rows",
    });
    await world.warehouse("update t set n = '6', t = 1.51 where id = 1");
    expect((await world.verify("t", own)).stream.columns).toEqual([
      { column: "n", rows: 1 },
      { column: "t", rows: 1 },
    ]);
  });
});
