// Every Postgres type with its edge values, read from a real server, loaded by DuckDB, compared with what was written.
// Bug cases: B001, B002, B004, B005, B007, B008, B010, B011, B013, B014, B016, B017, B019, B020, B022, B023, B025, B026.
import { describe, expect, it } from "vitest";
import { openDatabase, testClusters } from "../../../test/support/postgres.ts";
import { formatType } from "../../model/types.ts";
import { openReading } from "./testing/reading.ts";

/** [column type, canonical type, [SQL value, DuckDB's text of what lands] ...]; a null text: NULL. */
type Case = readonly [string, string, ...(readonly [string, string | null])[]];

const cases: readonly Case[] = [
  ["boolean", "boolean", ["true", "true"], ["false", "false"], ["null", null]],
  ["smallint", "int16", ["-32768", "-32768"], ["32767", "32767"], ["0", "0"], ["null", null]],
  [
    "integer",
    "int32",
    ["-2147483648", "-2147483648"],
    ["2147483647", "2147483647"],
    ["null", null],
  ],
  [
    "bigint",
    "int64",
    ["-9223372036854775808", "-9223372036854775808"],
    ["9223372036854775807", "9223372036854775807"],
    ["9007199254740993", "9007199254740993"],
  ],
  ["oid", "int64", ["4294967295", "4294967295"], ["0", "0"]],
  [
    "real",
    "float32",
    ["'NaN'", "nan"],
    ["'Infinity'", "inf"],
    ["'-Infinity'", "-inf"],
    ["'1e-45'", "1e-45"],
    ["0.1", "0.1"],
    ["-0.0", "0.0"],
  ],
  [
    "double precision",
    "float64",
    ["'NaN'", "nan"],
    ["'-Infinity'", "-inf"],
    ["1e308", "1e+308"],
    ["0.1", "0.1"],
    ["'5e-324'", "5e-324"],
  ],
  [
    "numeric(12,2)",
    "decimal(12,2)",
    ["9999999999.99", "9999999999.99"],
    ["-0.01", "-0.01"],
    ["0", "0.00"],
    ["1234.5", "1234.50"],
    ["null", null],
  ],
  [
    "numeric(9,0)",
    "decimal(9,0)",
    ["999999999", "999999999"],
    ["-999999999", "-999999999"],
    ["10000", "10000"],
  ],
  ["numeric(4,4)", "decimal(4,4)", ["0.9999", ".9999"], ["-0.0001", "-.0001"], ["0", ".0000"]],
  [
    "numeric(15,2)",
    "decimal(15,2)",
    ["9999999999999.99", "9999999999999.99"],
    ["-9007199254740.99", "-9007199254740.99"],
  ],
  [
    "numeric(16,1)",
    "decimal(16,1)",
    ["999999999999999.9", "999999999999999.9"],
    ["-900719925474099.3", "-900719925474099.3"],
  ],
  [
    "numeric(18,0)",
    "decimal(18,0)",
    ["999999999999999999", "999999999999999999"],
    ["-999999999999999999", "-999999999999999999"],
    ["4294967296", "4294967296"],
    ["-4294967296", "-4294967296"],
  ],
  [
    "numeric(18,9)",
    "decimal(18,9)",
    ["999999999.999999999", "999999999.999999999"],
    ["-0.000000001", "-0.000000001"],
    ["123456789.5", "123456789.500000000"],
  ],
  [
    "numeric(18,18)",
    "decimal(18,18)",
    ["0.999999999999999999", ".999999999999999999"],
    ["-0.000000000000000001", "-.000000000000000001"],
  ],
  [
    "numeric(38,0)",
    "decimal(38,0)",
    ["70", "70"],
    ["1000000", "1000000"],
    ["99999999999999999999999999999999999999", "99999999999999999999999999999999999999"],
  ],
  ["numeric(38,10)", "decimal(38,10)", ["-1.5", "-1.5000000000"]],
  ["numeric(60,5)", "text", ["1e50", "100000000000000000000000000000000000000000000000000.00000"]],
  [
    "text",
    "text",
    ["''", ""],
    ["'\\N'", "\\N"],
    ["'na''ve 🦆'", "na've 🦆"],
    ["'null'", "null"],
    ["E'line\\nbreak\\ttab'", "line\nbreak\ttab"],
    ["null", null],
  ],
  ["varchar(10)", "text", ["'abc'", "abc"]],
  ["char(5)", "text", ["'ab'", "ab   "]],
  ['"char"', "text", ["'x'", "x"]],
  ["name", "text", ["'Some Name'", "Some Name"]],
  ["bytea", "binary", ["'\\x00ff10'", "\\x00\\xFF\\x10"], ["''", ""]],
  [
    "uuid",
    "uuid",
    ["'C32D69E6-BED0-4ADF-A03E-EEF3B288DA35'", "c32d69e6-bed0-4adf-a03e-eef3b288da35"],
    ["'00000000-0000-0000-0000-000000000000'", "00000000-0000-0000-0000-000000000000"],
  ],
  [
    "date",
    "date",
    ["'infinity'", "infinity"],
    ["'-infinity'", "-infinity"],
    ["'0001-01-01'", "0001-01-01"],
    ["'1582-10-10'", "1582-10-10"],
    ["'0044-03-15 BC'", "0044-03-15 (BC)"],
    ["'4713-01-01 BC'", "4713-01-01 (BC)"],
    ["'5874897-12-31'", "5874897-12-31"],
    ["'2024-02-29'", "2024-02-29"],
  ],
  [
    "time",
    "time",
    ["'24:00:00'", "24:00:00"],
    ["'00:00:00.000001'", "00:00:00.000001"],
    ["'23:59:59.999999'", "23:59:59.999999"],
  ],
  [
    "timetz",
    "timetz",
    ["'20:00:00.5+02'", "20:00:00.5+02"],
    ["'23:59:59-12:30'", "23:59:59-12:30"],
  ],
  [
    "timestamp",
    "timestamp",
    ["'infinity'", "infinity"],
    ["'-infinity'", "-infinity"],
    ["'2016-07-15 20:00:00.123456'", "2016-07-15 20:00:00.123456"],
    ["'2024-03-31 02:30:00'", "2024-03-31 02:30:00"],
    ["'0001-01-01'", "0001-01-01 00:00:00"],
    ["'1999-12-31 23:59:59.5'", "1999-12-31 23:59:59.5"],
    ["'1970-01-01 00:00:00.000001'", "1970-01-01 00:00:00.000001"],
    ["'4713-01-01 BC'", "4713-01-01 (BC) 00:00:00"],
    ["'20018-06-01'", "20018-06-01 00:00:00"],
    ["'294246-12-31 23:59:59.999999'", "294246-12-31 23:59:59.999999"],
  ],
  [
    "timestamptz",
    "timestamptz",
    ["'infinity'", "infinity"],
    ["'-infinity'", "-infinity"],
    ["'1883-11-18 12:00:00+00'", "1883-11-18 12:00:00+00"],
    ["'2024-01-31 20:00:00.123456+09'", "2024-01-31 11:00:00.123456+00"],
    ["'1582-10-10 00:00:00+00'", "1582-10-10 00:00:00+00"],
  ],
  [
    "interval",
    "interval",
    ["'-00:00:00.5'", "-00:00:00.5"],
    ["'-1 day +00:00:00.25'", "-1 day 00:00:00.25"],
    ["'1 year 2 mons -3 days 04:05:06.789'", "1 year 2 months -3 days 04:05:06.789"],
    ["'-7 years'", "-7 years"],
    ["'0'", "00:00:00"],
    ["'100000 hours 0.000001 seconds'", "100000:00:00.000001"],
  ],
  [
    "json",
    "json",
    [`'{"a":1,"a":2,"z":1.0}'`, `{"a":1,"a":2,"z":1.0}`],
    [`'null'`, "null"],
    [String.raw`'{"t":"x\u0000y"}'`, String.raw`{"t":"x\u0000y"}`],
    [String.raw`'{"t":"lone \ud83d surrogate"}'`, String.raw`{"t":"lone \ud83d surrogate"}`],
    ["null", null],
  ],
  [
    "jsonb",
    "json",
    [
      `'{"n":7088992364139642881,"d":0.1000000000000000000001}'`,
      `{"d": 0.1000000000000000000001, "n": 7088992364139642881}`,
    ],
  ],
  [
    "numeric[]",
    "list(number)",
    ["'{0.5,12345678901234567890.12,NULL}'", "[0.500000, 12345678901234567890.120000, NULL]"],
    ["'{}'", "[]"],
    ["null", null],
  ],
  ["numeric(10,3)[]", "list(decimal(10,3))", ["'{1.5,NULL}'", "[1.500, NULL]"]],
  [
    "text[]",
    "list(text)",
    ["ARRAY['a',NULL]", "[a, NULL]"],
    ["ARRAY['a','null']", "[a, 'null']"],
    [`ARRAY['a,b','c']`, "['a,b', c]"],
    ["'{}'", "[]"],
  ],
  ["integer[]", "list(int32)", ["'{1,NULL,-3}'", "[1, NULL, -3]"]],
  ["boolean[]", "list(boolean)", ["'{t,f,NULL}'", "[true, false, NULL]"]],
  ["date[]", "list(date)", ["'{2024-01-31,NULL,infinity}'", "[2024-01-31, NULL, infinity]"]],
  [
    "timestamptz[]",
    "list(timestamptz)",
    [`'{"2020-01-31 20:00:00+02"}'`, "['2020-01-31 18:00:00+00']"],
  ],
  [
    "uuid[]",
    "list(uuid)",
    [
      "ARRAY['c32d69e6-bed0-4adf-a03e-eef3b288da35'::uuid, NULL]",
      "[c32d69e6-bed0-4adf-a03e-eef3b288da35, NULL]",
    ],
  ],
  [
    "interval[]",
    "list(interval)",
    [
      "ARRAY['-1 day +00:00:00.25'::interval, null, '1 mon']",
      "['-1 day 00:00:00.25', NULL, 1 month]",
    ],
    ["'{}'", "[]"],
    ["null", null],
  ],
  ["char(3)[]", "list(text)", ["'{a,bcd}'", "['a  ', bcd]"]],
  ["jsonb[]", "list(text)", [`array['{"a": 1}'::jsonb]`, `['{"a": 1}']`]],
  ["money", "text", ["'12.50'", "$12.50"]],
  ["inet", "text", ["'10.0.0.1/8'", "10.0.0.1/8"]],
  ["cidr", "text", ["'10.0.0.0/8'", "10.0.0.0/8"]],
  ["macaddr", "text", ["'08:00:2b:01:02:03'", "08:00:2b:01:02:03"]],
  ["bit(4)", "text", ["B'1010'", "1010"]],
  ["bit varying", "text", ["B''", ""]],
  ["xml", "text", ["'<a>b</a>'", "<a>b</a>"]],
  ["tsvector", "text", ["'a:1 b:2'", "'a':1 'b':2"]],
  ["point", "text", ["'(1,2)'", "(1,2)"]],
  ["pg_lsn", "text", ["'16/B374D848'", "16/B374D848"]],
  [
    "int4range",
    "text",
    ["'[1,5]'", "[1,6)"],
    ["'empty'", "empty"],
    ["'(,)'", "(,)"],
    ["null", null],
  ],
  ["daterange", "text", ["'[2024-02-28,2024-03-01]'", "[2024-02-28,2024-03-02)"]],
  ["tstzrange", "text", ["'[2024-01-01 00:00+00,)'", '["2024-01-01 00:00:00+00",)']],
  ["mood", "text", ["'so so'", "so so"]],
  ["mood[]", "list(text)", ["'{\"so so\",NULL}'", "[so so, NULL]"]],
  ["pair", "text", ["row(1,'x y')", '(1,"x y")']],
  ["pair[]", "list(text)", ["array[row(1,'x')::pair]", "['(1,x)']"]],
  ["posint", "int32", ["5", "5"]],
  ["price", "decimal(9,2)", ["7.5", "7.50"]],
  ["payload", "json", [`'{"k":[1,2]}'`, `{"k": [1, 2]}`]],
  ["posint[]", "list(int32)", ["'{1,2}'", "[1, 2]"]],
  ["names", "list(text)", ["'{a,b}'", "[a, b]"]],
];

const setup = `create type mood as enum ('so so', 'fine'); create type pair as (a int, b text);
create domain posint as int check (value > 0); create domain price as numeric(9,2); create domain positive_price as price;
create domain payload as jsonb; create domain names as text[]`;

describe.each(testClusters().map((cluster) => cluster.kind))("types of %s", (kind) => {
  it("land exactly, value by value", async () => {
    await using database = await openDatabase(kind);
    await database.query(setup);
    for (const [i, [type, , ...values]] of cases.entries()) {
      await database.query(`create table t${i} (n int, v ${type})`);
      for (const [n, [sql]] of values.entries())
        await database.query(`insert into t${i} values (${n}, ${sql})`);
    }
    await using reading = await openReading(database.config);
    const got: unknown[] = [];
    for (const [i, [type, , ...values]] of cases.entries()) {
      const stream = await reading.find(`t${i}`, "public");
      const { rows } = await reading.rows(`t${i}`, "select v::varchar from typed order by n");
      got.push([
        type,
        formatType(stream.columns[1]!.type),
        ...values.map(([sql], n) => [sql, rows[n]?.[0]]),
      ]);
    }
    expect(got).toEqual(cases);
  });

  it("puts what DuckDB cannot hold into quarantine, with reason and source text, and lets the rest flow", async () => {
    await using database = await openDatabase(kind);
    await database.query(
      "create table bad (id int primary key, amount numeric(12,2), fine numeric(18,4), at timestamp, tz timestamptz, d date, note text)",
    );
    await database.query(
      "insert into bad values (1, 10, 1, '2024-01-01', '2024-01-01+00', '2024-01-01', 'a'), (2, 'NaN', 'NaN', '294276-12-31 23:59:59.999999', null, '5874897-12-31', 'b'), (3, 11, null, 'infinity', '-infinity', 'infinity', null)",
    );
    await using reading = await openReading(database.config);
    const { rows, segments } = await reading.rows(
      "bad",
      "select id, _revos_reasons, _revos_original from landed order by id",
    );
    expect(segments[0]).toMatchObject({ rows: 3, hasBad: true });
    expect(
      rows.map(([id, reasons, original]) => [
        id,
        JSON.parse(String(reasons)),
        JSON.parse(String(original)),
      ]),
    ).toEqual([
      [1, null, null],
      [
        2,
        [
          { column: "amount", value: "NaN", rule: "not representable as decimal(12,2)" },
          { column: "fine", value: "NaN", rule: "not representable as decimal(18,4)" },
          {
            column: "at",
            value: "294276-12-31 23:59:59.999999",
            rule: "not representable as timestamp",
          },
        ],
        {
          id: "2",
          amount: "NaN",
          fine: "NaN",
          at: "294276-12-31 23:59:59.999999",
          tz: null,
          d: "5874897-12-31",
          note: "b",
        },
      ],
      [3, null, null],
    ]);
    expect(
      await reading.all(
        'select amount::varchar, "at"::varchar, tz::varchar from typed where id <> 2 order by id',
      ),
    ).toEqual([
      ["10.00", "2024-01-01 00:00:00", "2024-01-01 00:00:00+00"],
      ["11.00", "infinity", "-infinity"],
    ]);
  });

  it("keeps timestamps as written whatever the time zone of this process, the server or the role is", async () => {
    await using database = await openDatabase(kind);
    await database.query("create table wall (id int primary key, ts timestamp(6), tz timestamptz)");
    await database.query(`alter database ${database.name} set timezone = 'America/New_York'`);
    await database.query(`alter database ${database.name} set datestyle = 'SQL, DMY'`);
    await database.query(
      "insert into wall values (1, '2024-03-31 02:30:00', '2024-03-31 02:30:00+00'), (2, '2024-10-27 02:30:00.000001', '0001-01-01 00:00:00+00')",
    );
    const before = process.env.TZ;
    try {
      for (const zone of ["UTC", "America/New_York", "Asia/Shanghai", "Europe/Berlin"]) {
        process.env.TZ = zone;
        await using reading = await openReading(database.config);
        const { rows } = await reading.rows(
          "wall",
          "select ts::varchar, tz::varchar from typed order by id",
        );
        expect(rows).toEqual([
          ["2024-03-31 02:30:00", "2024-03-31 02:30:00+00"],
          ["2024-10-27 02:30:00.000001", "0001-01-01 00:00:00+00"],
        ]);
      }
    } finally {
      process.env.TZ = before;
    }
  });

  it("keeps element counts and element texts of arrays whatever they contain", async () => {
    await using database = await openDatabase(kind);
    await database.query("create table arrays (id int primary key, a text[])");
    const lists = [
      ["a,b", "c"],
      ['say "hi"', "z"],
      ["back\\slash", "{curly}", "two words"],
      ["line\nbreak", "tab\t"],
      ["NULL", "", "nUlL"],
      ["null", null],
    ];
    for (const [id, list] of lists.entries())
      await database.query("insert into arrays values ($1, $2)", [id, list]);
    await using reading = await openReading(database.config);
    const { rows } = await reading.rows("arrays", "select a from landed order by id");
    expect(rows.map(([text]) => JSON.parse(String(text)))).toEqual(lists);
  });
});
