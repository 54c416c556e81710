// Conversion against real DuckDB: each edge by hand, then properties with the right answer worked out in JavaScript.
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { must } from "../kernel/assert.ts";
import { parseType } from "../model/types.ts";
import { convertSql, duckType } from "./convert.ts";

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await (await DuckDBInstance.create(":memory:", { threads: "1" })).connect();
  await connection.run("set timezone = 'UTC'");
});

/** The converted values as DuckDB prints them, `BAD` where the text does not fit. */
async function convert(
  typeText: string,
  texts: readonly (string | null)[],
): Promise<(string | null)[]> {
  const type = must(parseType(typeText), typeText);
  const { value, isBad } = convertSql("t", type);
  await connection.run("create or replace temp table input (n integer, t varchar)");
  for (const [n, text] of texts.entries())
    await connection.run("insert into input values ($1, $2)", [n, text]);
  await connection.run(
    `create or replace temp table output as select n, (${value})::${duckType(type)} as v, ${isBad} as bad from input`,
  );
  const rows = (
    await connection.runAndReadAll("select v::varchar, bad, v is null from output order by n")
  ).getRows();
  return rows.map(([shown, bad, isNull]) => {
    if (bad && !isNull) throw new Error("a bad text must give no value");
    return bad ? "BAD" : (shown as string | null);
  });
}

/** Pairs of text and what must come of it. */
async function expectAll(
  type: string,
  cases: readonly (readonly [string | null, string | null])[],
): Promise<void> {
  const got = await convert(
    type,
    cases.map(([text]) => text),
  );
  expect(cases.map(([text], i) => [text, got[i]])).toEqual(cases);
}

describe("numbers", () => {
  it("keeps whole numbers within range and refuses fractions and overflow", async () => {
    await expectAll("int16", [
      ["32767", "32767"],
      ["32768", "BAD"],
      ["-32768", "-32768"],
      [null, null],
      ["", "BAD"],
    ]);
    await expectAll("int32", [
      ["5.0", "5"],
      ["1.5", "BAD"],
      ["1e3", "1000"],
      ["1.05e2", "105"],
      ["1_000", "BAD"],
      ["0x1F", "BAD"],
      [" 7 ", "7"],
    ]);
    await expectAll("int64", [
      ["9223372036854775807", "9223372036854775807"],
      ["9223372036854775808", "BAD"],
      ["9007199254740993e0", "9007199254740993"],
    ]);
    await expectAll("uint64", [
      ["18446744073709551615", "18446744073709551615"],
      ["-1", "BAD"],
    ]);
  });

  it("never rounds a decimal: 1.005 is not a decimal(12,2)", async () => {
    await expectAll("decimal(12,2)", [
      ["1.005", "BAD"],
      ["1.00", "1.00"],
      ["1.100", "1.10"],
      ["1.000000000", "1.00"],
      ["NaN", "BAD"],
      ["Infinity", "BAD"],
      ["9999999999.99", "9999999999.99"],
      ["10000000000", "BAD"],
      ["1.5e1", "15.00"],
      ["1e-3", "BAD"],
      ["100e-4", "0.01"],
      ["0e-9", "0.00"],
      [".5", "0.50"],
      ["-0", "0.00"],
    ]);
    await expectAll("decimal(38,0)", [
      ["7E+1", "70"],
      ["9".repeat(38), "9".repeat(38)],
      ["1" + "0".repeat(38), "BAD"],
    ]); // B004
  });

  it("keeps NaN and infinities of floats, and refuses overflow to infinity", async () => {
    await expectAll("float64", [
      ["NaN", "nan"],
      ["Infinity", "inf"],
      ["-Infinity", "-inf"],
      ["1e400", "BAD"],
      ["1e-400", "BAD"],
      ["0.0", "0.0"],
      ["1.5", "1.5"],
      ["x", "BAD"],
    ]); // B001
    await expectAll("float32", [
      ["1e39", "BAD"],
      ["NaN", "nan"],
      ["0.1", "0.1"],
    ]);
  });

  it("keeps the digits of a number of unknown size, and refuses NaN", async () => {
    await expectAll("number", [
      ["0.1234567890123456789", "0.1234567890123456789"],
      ["NaN", "BAD"],
      ["-Infinity", "BAD"],
      ["12a", "BAD"],
    ]);
  });

  it("agrees with exact arithmetic on any decimal text", async () => {
    const sample = fc.sample(
      fc.record({
        sign: fc.constantFrom("", "-"),
        whole: fc.bigInt(0n, 10n ** 12n),
        fraction: fc.stringMatching(/^[0-9]{0,8}$/),
        exponent: fc.option(fc.integer({ min: -6, max: 6 })),
      }),
      { numRuns: 400, seed: 7 },
    );
    const texts = sample.map(
      (s) =>
        `${s.sign}${s.whole}${s.fraction ? `.${s.fraction}` : ""}${s.exponent === null ? "" : `e${s.exponent}`}`,
    );
    const right = sample.map((s) => {
      // value = digits * 10^power; exact in decimal(18,4) when digits * 10^(power + 4) is a whole number of at most 18 digits
      const digits = BigInt(`${s.whole}${s.fraction}`);
      const shift = (s.exponent ?? 0) - s.fraction.length + 4;
      const divisor = shift < 0 ? 10n ** BigInt(-shift) : 1n;
      if (digits % divisor !== 0n) return "BAD";
      const scaled = (shift < 0 ? digits / divisor : digits * 10n ** BigInt(shift)).toString();
      if (scaled.length > 18) return "BAD";
      const padded = scaled.padStart(5, "0");
      const text = `${padded.slice(0, -4)}.${padded.slice(-4)}`;
      return s.sign && digits !== 0n ? `-${text}` : text;
    });
    expect(await convert("decimal(18,4)", texts)).toEqual(right);
  });
});

describe("times", () => {
  it("keeps infinities, years before 1 and beyond 9999; refuses what DuckDB cannot hold", async () => {
    await expectAll("date", [
      ["infinity", "infinity"],
      ["-infinity", "-infinity"],
      ["0044-03-15 BC", "0044-03-15 (BC)"],
      ["20018-06-01", "20018-06-01"],
      ["2023-02-29", "BAD"],
      ["2024-02-29", "2024-02-29"],
      ["2024-01-31 12:00:00", "BAD"],
      ["0000-01-01", "BAD"],
      ["0001-01-01", "0001-01-01"],
    ]); // B008, B010, B011
    await expectAll("timestamp", [
      ["2016-07-15 20:00:00.123456", "2016-07-15 20:00:00.123456"],
      ["294276-12-31 23:59:59.999999", "BAD"],
      ["20018-06-01 00:00:00", "20018-06-01 00:00:00"],
      ["0044-03-15 12:00:00.5 BC", "0044-03-15 (BC) 12:00:00.5"],
      ["2024-01-01 00:00:00+02", "BAD"],
      ["2024-01-01T10:00:00", "2024-01-01 10:00:00"],
      ["2024-01-01 10:00:00.1234567", "BAD"],
      ["2024-01-01 10:00:00.1234560", "2024-01-01 10:00:00.123456"],
      ["infinity", "infinity"],
    ]); // B011, B013
    await expectAll("timestamptz", [
      ["2024-01-01 00:00:00+00", "2024-01-01 00:00:00+00"],
      ["2024-01-01T02:00:00+02:00", "2024-01-01 00:00:00+00"],
      ["2024-01-01 00:00:00Z", "2024-01-01 00:00:00+00"],
      ["0044-03-15 12:00:00+00 BC", "0044-03-15 (BC) 12:00:00+00"],
      ["-infinity", "-infinity"],
      ["2024-01-01 00:00:00 Nowhere/City", "BAD"],
      ["1883-11-18 12:00:00+00:19:32", "1883-11-18 11:40:28+00"],
      ["2024-01-01T10:00Z", "2024-01-01 10:00:00+00"],
      ["2024-01-01T10:00+09:00", "2024-01-01 01:00:00+00"],
      ["2024-01-01 10:00:00.25 -0330", "2024-01-01 13:30:00.25+00"],
      ["2024-01-01 10:00:00 UTC", "2024-01-01 10:00:00+00"],
      ["2024-01-01T10:00", "2024-01-01 10:00:00+00"],
      ["2024-01-01", "2024-01-01 00:00:00+00"],
      ["0044-03-15 10:00Z BC", "0044-03-15 (BC) 10:00:00+00"],
    ]);
  });

  it("keeps 24:00:00 and offsets of a time", async () => {
    await expectAll("time", [
      ["24:00:00", "24:00:00"],
      ["25:00:00", "BAD"],
      ["23:59:59.999999", "23:59:59.999999"],
      ["23:59:59.9999999", "BAD"],
    ]);
    await expectAll("timetz", [
      ["24:00:00+00", "24:00:00+00"],
      ["12:34:56.5+05:30", "12:34:56.5+05:30"],
      ["12:34:56-15:59:59", "12:34:56-15:59:59"],
      ["10:00+09", "10:00:00+09"],
      ["10:00:00Z", "10:00:00+00"],
    ]);
  });

  it("keeps months, days and microseconds apart", async () => {
    await expectAll("interval", [
      ["14 months 3 days -1500000 microseconds", "1 year 2 months 3 days -00:00:01.5"],
      ["0 months 0 days 0 microseconds", "00:00:00"],
      ["1 year 2 mons -3 days +04:05:06.7", "1 year 2 months -3 days 04:05:06.7"],
      ["-00:00:00.5", "-00:00:00.5"],
      ["-1 days +00:00:00.25", "-1 day 00:00:00.25"],
      ["00:00:00", "00:00:00"],
      ["30 days", "30 days"],
      ["178000000 years", "178000000 years"],
      ["200000000 years", "BAD"],
      ["P1Y2M3DT4H5M6.5S", "1 year 2 months 3 days 04:05:06.5"],
      ["P-1Y", "-1 year"],
      ["PT-0.5S", "-00:00:00.5"],
      ["", "BAD"],
      ["P", "BAD"],
      ["soon", "BAD"],
      ["infinity", "BAD"],
      ["1000:00:00", "1000:00:00"],
    ]); // B014
  });
});

describe("the rest", () => {
  it("takes JSON as it is written and nothing that is not JSON", async () => {
    await expectAll("json", [
      ['{"a":1,"a":2,"z":1.0}', '{"a":1,"a":2,"z":1.0}'],
      ['{"n":7088992364139642881,"e":1e400}', '{"n":7088992364139642881,"e":1e400}'],
      ['{"a":NaN}', "BAD"],
      ["[1,]", "BAD"],
      ['{"a":"NaN, and [1,]"}', '{"a":"NaN, and [1,]"}'],
      ['{"a":"\\"nan"}', '{"a":"\\"nan"}'],
      ["", "BAD"],
      ["null", "null"],
    ]); // B026
  });

  it("reads lists element by element, NULL apart from the text null", async () => {
    await expectAll("list(text)", [
      ['["a",null]', "[a, NULL]"],
      ['["a","null"]', "[a, 'null']"],
      ["[]", "[]"],
      [null, null],
      ["{}", "BAD"],
      ["x", "BAD"],
      ['["a",["b"]]', "BAD"],
    ]); // B016
    await expectAll("list(decimal(30,19))", [
      ['["0.1234567890123456789",null]', "[0.1234567890123456789, NULL]"],
      ['["NaN"]', "BAD"],
    ]); // B005, B007
    await expectAll("list(float64)", [['["NaN","1.5"]', "[nan, 1.5]"]]);
    await expectAll("list(date)", [
      ['["2024-01-31",null]', "[2024-01-31, NULL]"],
      ['["2024-02-31"]', "BAD"],
    ]);
    await expectAll("list(uuid)", [
      ['["c32d69e6-bed0-4adf-a03e-eef3b288da35"]', "[c32d69e6-bed0-4adf-a03e-eef3b288da35]"],
    ]);
  });

  it("reads booleans, uuids and bytes", async () => {
    await expectAll("boolean", [
      ["true", "true"],
      ["f", "false"],
      ["TRUE", "true"],
      ["2", "BAD"],
    ]);
    await expectAll("uuid", [
      ["c32d69e6-bed0-4adf-a03e-eef3b288da35", "c32d69e6-bed0-4adf-a03e-eef3b288da35"],
      ["c32d", "BAD"],
    ]);
    await expectAll("binary", [
      ["\\x00ff", "\\x00\\xFF"],
      ["\\x", ""],
      ["\\x0", "BAD"],
      ["00", "BAD"],
    ]);
  });

  it("names the type in the rule", () => {
    expect(convertSql("t", must(parseType("decimal(12,2)"), "type")).rule).toBe(
      "not representable as decimal(12,2)",
    ); // B002
  });
});
