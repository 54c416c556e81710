// Types that land as the server's own text, and lists, with their edge values, against what the server says: types of
// extensions, multiranges, transaction numbers, composites inside each other, domains over arrays, extremes of time.
import { describe, expect, it } from "vitest";
import { openDatabase, testClusters } from "../../../test/support/postgres.ts";
import { openReading } from "./testing/reading.ts";

/** The DuckDB text of each value is what `v::text` gives at the server. */
const asText: readonly (readonly [string, readonly string[]])[] = [
  ["int4multirange", ["'{[1,3),[5,8)}'", "'{}'"]],
  ["nummultirange", ["'{[1.5,2.5),(3,)}'"]],
  ["tstzmultirange", ["'{[2020-01-01 00:00+00,2020-02-01 00:00+09)}'"]],
  ["steps", ["'[1.5,2.5)'", "'empty'"]],
  ["tsvector", ["to_tsvector('english', 'The quick ''brown'' foxes')"]],
  ["tsquery", ["'fat & (rat | !cat) & ox:*A'"]],
  ["pg_lsn", ["'0/0'", "'FFFFFFFF/FFFFFFFF'"]],
  ["xid8", ["'18446744073709551615'", "'0'"]],
  ["xid", ["'4294967295'"]],
  ["tid", ["'(42,7)'"]],
  ["regclass", ["'pg_class'"]],
  ["regtype", ["'int4'"]],
  ["pg_snapshot", ["'10:20:10,14,15'"]],
  ["money", ["'-92233720368547758.08'", "'92233720368547758.07'"]],
  ["timetz", ["'24:00:00+00'", "'00:00:00+15:59:59'", "'00:00:00-15:59:59'"]],
  ["bit varying", ["repeat('10', 500)::bit varying", "B''"]],
  ["xml", [`'<a b="c">&amp;ü</a>'`, "''"]],
  ["jsonpath", ["'$.a[*] ? (@ > 1)'"]],
  ["json", [`'{"a": 1, "a":2,  "b" : [ ] }'`, "'null'", "'1e400'"]],
  ["jsonb", [`'{"b":1.10,"a":12345678901234567890123456789.123}'`, "'null'"]],
  ["name", ["repeat('n', 63)"]],
  ['"char"', ["'a'", "''"]],
  ["fine_mood", ["'so so'"]],
  ["fine_pair", ["row(1, 'x')"]],
  ["nested", [`row(row(1, 'a,b"c'), '{1,NULL}', '2020-01-01 00:00+09')`, "row(null, null, null)"]],
  ["point", ["'(1e-300,Infinity)'"]],
  ["path", ["'((0,0),(1,1))'", "'[(0,0),(1,1)]'"]],
  ["circle", ["'<(0,0),5>'"]],
  ["macaddr8", ["'08:00:2b:01:02:03:04:05'"]],
  ["cidr", ["'2001:db8::/32'"]],
  ["aclitem", ["'postgres=r/postgres'"]],
  ["numeric(1000,0)", ["repeat('9', 1000)::numeric"]],
];

const ofExtensions: readonly (readonly [string, string, readonly string[]])[] = [
  ["hstore", "hstore", [`'a=>1, b=>NULL, "c d"=>"x\\"y"'`, "''"]],
  ["citext", "citext", ["'MiXed ÄÖ'"]],
  ["ltree", "ltree", ["'Top.Science.Astronomy'"]],
  ["cube", "cube", ["'(1,2),(3,4)'"]],
  ["seg", "seg", ["'1.5 .. 2.5'"]],
  ["isn", "isbn", ["'978-0-393-04002-9'"]],
];

/** Lists and intervals have another text in DuckDB: `[column type, [SQL value, DuckDB's text] ...]`. */
const others: readonly (readonly [string, ...(readonly [string, string])[]])[] = [
  ["int[]", ["'[0:2]={1,2,3}'", "[1, 2, 3]"], ["'[-5:-4]={7,NULL}'", "[7, NULL]"]],
  ["ints", ["'[3:4]={1,2}'", "[1, 2]"]],
  ["ints_again", ["'{1,NULL}'", "[1, NULL]"]],
  ["int8range[]", ["array['[1,5)'::int8range, 'empty']", "['[1,5)', empty]"]],
  ["bit varying[]", ["array[B'1', B'']", "[1, '']"]],
  ["nested[]", ["array[row(row(1, 'x'), '{1}', null)::nested, null]", `['("(1,x)",{1},)', NULL]`]],
  ["instant[]", ["array['2020-01-01 00:00+09'::instant]", "['2019-12-31 15:00:00+00']"]],
  ["int2vector", ["'1 2 3'", "[1, 2, 3]"]],
  ["float8[]", ["'{NaN,-Infinity,-0,0.1}'", "[nan, -inf, -0.0, 0.1]"]],
  ["float8", ["'-0'", "-0.0"], ["'1.7976931348623157e308'", "1.7976931348623157e+308"]],
  [
    "interval",
    ["'178000000 years'", "178000000 years"],
    ["'-178000000 years'", "-178000000 years"],
    ["'-2147483648 days'", "-2147483648 days"],
    ["'2562047788:00:54.775807'", "2562047788:00:54.775807"],
    ["'-0.000001 sec'", "-00:00:00.000001"],
  ],
];

const setup = `create type fine_mood as enum ('so so', 'fine'); create type fine_pair as (a int, b text);
create type nested as (x fine_pair, l int[], t timestamptz); create type steps as range (subtype = float8);
create domain ints as int[]; create domain ints_again as ints; create domain instant as timestamptz`;

describe.each(testClusters().map((cluster) => cluster.kind))("types of %s as text", (kind) => {
  it("land as the server writes them", async () => {
    await using database = await openDatabase(kind);
    await database.query(`${setup}; set timezone = 'UTC'`);
    const here: (readonly [string, readonly string[]])[] = [...asText];
    for (const [extension, type, values] of ofExtensions) {
      const made = await database.query(`create extension if not exists ${extension} cascade`).then(
        () => true,
        () => false,
      );
      if (made) here.push([type, values]);
    }
    if (kind === "debian") expect(here.length).toBeGreaterThan(asText.length + 3);
    const wanted: unknown[] = [];
    for (const [at, [type, values]] of here.entries()) {
      await database.query(`create table s${at} (n int, v ${type})`);
      for (const [n, sql] of values.entries())
        await database.query(`insert into s${at} values (${n}, ${sql})`);
      await database.query(`insert into s${at} values (99, null)`);
      const rows = await database.query(`select v::text as v from s${at} order by n`);
      wanted.push([type, rows.map(({ v }) => v)]);
    }
    await using reading = await openReading(database.config);
    const got: unknown[] = [];
    for (const [at, [type]] of here.entries()) {
      await reading.find(`s${at}`, "public");
      const { rows } = await reading.rows(`s${at}`, "select v::varchar from typed order by n");
      got.push([type, rows.map(([value]) => value)]);
    }
    expect(got).toEqual(wanted);
  });

  it("lists and intervals keep every element, at the extremes too", async () => {
    await using database = await openDatabase(kind);
    await database.query(setup);
    for (const [at, [type, ...values]] of others.entries()) {
      await database.query(`create table l${at} (n int, v ${type})`);
      for (const [n, [sql]] of values.entries())
        await database.query(`insert into l${at} values (${n}, ${sql})`);
    }
    await using reading = await openReading(database.config);
    const got: unknown[] = [];
    for (const [at, [type, ...values]] of others.entries()) {
      await reading.find(`l${at}`, "public");
      const { rows } = await reading.rows(`l${at}`, "select v::varchar from typed order by n");
      got.push([type, ...values.map(([sql], n) => [sql, rows[n]?.[0]])]);
    }
    expect(got).toEqual(others);
  });
});
