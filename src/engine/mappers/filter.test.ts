// Row filters in both forms: JavaScript on canonical texts (early) and SQL on converted columns in real DuckDB (late).
// The right answers are written by hand first; then the two forms are held against each other on random rows.
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { RevosError } from "../../kernel/error.ts";
import { FilterNode } from "../../model/mapper.ts";
import { parseType, type CanonicalType } from "../../model/types.ts";
import { quoteName } from "../../connector/workbench.ts";
import { convertSql, duckType } from "../convert.ts";
import { parseFieldPath } from "./field.ts";
import { compilePredicate, compileSql, type Leaf } from "./filter.ts";

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await (await DuckDBInstance.create(":memory:", { threads: "1" })).connect();
  await connection.run("set timezone = 'UTC'");
});

type Row = readonly (string | null)[];
type Kept = { readonly early: boolean[]; readonly late: boolean[] };

const refuse = (problem: string) => new RevosError("config.mapper_invalid", problem);

/** Which rows both forms keep. Rows with a text that does not convert are quarantined before a filter, and not given here. */
async function filterBoth(
  types: Readonly<Record<string, string>>,
  rows: readonly Row[],
  node: unknown,
): Promise<Kept> {
  const parsed = FilterNode.parse(node);
  const names = Object.keys(types);
  const typeOf = (name: string): CanonicalType => parseType(types[name]!)!;
  const field = (leaf: Leaf) => {
    const [name = "", ...path] = parseFieldPath(leaf.fieldName);
    const at = names.indexOf(name);
    return { type: typeOf(name), path, read: (row: Row) => row[at] ?? null, sql: quoteName(name) };
  };
  const keep = compilePredicate(parsed, field, refuse);
  const sql = compileSql(parsed, field, refuse);
  const texts = rows.map(
    (row, n) =>
      `(${n}, ${row.map((text) => (text === null ? "null" : `'${text.replaceAll("'", "''")}'`)).join(", ")})`,
  );
  const values = names.map(
    (name) =>
      `(${convertSql(quoteName(name), typeOf(name)).value})::${duckType(typeOf(name))} as ${quoteName(name)}`,
  );
  const casts = names.map((name) => `${quoteName(name)}::varchar as ${quoteName(name)}`);
  const result = await connection.runAndReadAll(
    `select ${sql} as kept from (select _row, ${values.join(", ")} from (select _row, ${casts.join(", ")} from (values ${texts.join(", ")}) v(_row, ${names.map(quoteName).join(", ")}))) order by _row`,
  );
  return {
    early: rows.map((row) => keep(row)),
    late: result.getRows().map(([kept]) => kept as boolean),
  };
}

async function expectKept(
  type: string,
  texts: Row,
  node: unknown,
  kept: readonly (string | null)[],
): Promise<void> {
  const { early, late } = await filterBoth(
    { c: type },
    texts.map((text) => [text]),
    node,
  );
  expect(texts.filter((_, i) => early[i])).toEqual(kept);
  expect(texts.filter((_, i) => late[i])).toEqual(kept);
}

const leaf = (type: string, comparisonValue?: unknown, fieldName = "c") => ({
  type,
  fieldName,
  ...(comparisonValue === undefined ? {} : { comparisonValue }),
});
const not = (condition: unknown) => ({ type: "NOT", conditions: [condition] });

describe("NULL", () => {
  const rows = ["true", "false", null];
  it("never equals anything, and NOT of that is true: NOT (is_test = true) keeps the NULL row", async () => {
    await expectKept("boolean", rows, leaf("EQUAL", "true"), ["true"]);
    await expectKept("boolean", rows, not(leaf("EQUAL", "true")), ["false", null]);
    await expectKept("boolean", rows, not(not(leaf("EQUAL", "true"))), ["true"]);
  });

  it("is not NOT_EQUAL to anything either: a leaf over NULL is false", async () => {
    await expectKept("boolean", rows, leaf("NOT_EQUAL", "true"), ["false"]);
    await expectKept("int64", ["1", null], leaf("GREATER_THAN", "0"), ["1"]);
    await expectKept("text", ["a", null], leaf("MATCHES", ".*"), ["a"]);
    await expectKept("text", ["a", null], leaf("IN", ["a", "b"]), ["a"]);
  });

  it("is found by IS_NULL, which an empty text is not", async () => {
    await expectKept("text", ["", null, "NULL"], leaf("IS_NULL"), [null]);
    await expectKept("text", ["", null, "x"], not(leaf("EQUAL", "")), [null, "x"]); // B182
  });

  it("NOT of several conditions holds when none of them does", async () => {
    await expectKept(
      "int32",
      ["1", "2", "3", null],
      { type: "NOT", conditions: [leaf("EQUAL", "1"), leaf("EQUAL", "2")] },
      ["3", null],
    );
  });
});

describe("types", () => {
  it("compares numbers as numbers, exactly, whatever the form of either side", async () => {
    await expectKept("int32", ["9", "10", "-3"], leaf("GREATER_THAN", "9.0"), ["10"]);
    await expectKept("int32", ["5", "6"], leaf("GREATER_THAN", "5.5"), ["6"]);
    await expectKept("int32", ["-5", "-6"], leaf("LESS_THAN", "-5.5"), ["-6"]);
    await expectKept("int32", ["5"], leaf("EQUAL", "5.5"), []);
    await expectKept("int32", ["5", null], leaf("NOT_EQUAL", "5.5"), ["5"]);
    await expectKept(
      "int64",
      ["9007199254740993", "9007199254740992"],
      leaf("EQUAL", "9007199254740993"),
      ["9007199254740993"],
    );
    await expectKept(
      "uint64",
      ["18446744073709551615", "0"],
      leaf("GREATER_OR_EQUAL", "18446744073709551615"),
      ["18446744073709551615"],
    );
    await expectKept(
      "int64",
      ["9223372036854775807", "-9223372036854775808"],
      leaf("LESS_THAN", `1${"0".repeat(60)}`),
      ["9223372036854775807", "-9223372036854775808"],
    );
    await expectKept("int64", ["1"], leaf("GREATER_THAN", `-1${"0".repeat(60)}`), ["1"]);
    await expectKept("int64", ["1"], leaf("EQUAL", `1${"0".repeat(60)}`), []);
    await expectKept("decimal(12,2)", ["1.10", "1.1", "1.11"], leaf("EQUAL", "1.1"), [
      "1.10",
      "1.1",
    ]);
    await expectKept("decimal(12,2)", ["1.10", "1.11"], leaf("GREATER_THAN", "1.105"), ["1.11"]);
    await expectKept(
      "number",
      ["10", "9", "9.99", "-100", "0.0", "123456789012345678901234567890123456789012345"],
      leaf("GREATER_OR_EQUAL", "9.99"),
      ["10", "9.99", "123456789012345678901234567890123456789012345"],
    );
    await expectKept("number", ["-10", "-9.5", "-9.49", "0"], leaf("LESS_OR_EQUAL", "-9.50"), [
      "-10",
      "-9.5",
    ]);
  });

  it("compares floats as floats; NaN equals NaN and is above all", async () => {
    await expectKept("float64", ["0.1", "0.10000000000000001", "0.2"], leaf("EQUAL", "0.1"), [
      "0.1",
      "0.10000000000000001",
    ]);
    await expectKept("float64", ["NaN", "Infinity", "1"], leaf("GREATER_THAN", "Infinity"), [
      "NaN",
    ]);
    await expectKept("float64", ["NaN", "1"], leaf("EQUAL", "NaN"), ["NaN"]);
    await expectKept("float32", ["0.1", "0.2"], leaf("EQUAL", "0.1"), ["0.1"]);
    await expectKept("float64", ["-0", "0"], leaf("EQUAL", "0"), ["-0", "0"]);
  });

  it("compares times as instants", async () => {
    await expectKept(
      "timestamptz",
      ["2024-01-01 00:00:00+00", "2024-01-01 01:59:59+02", "2024-01-01 02:00:00+02"],
      leaf("EQUAL", "2024-01-01T00:00:00Z"),
      ["2024-01-01 00:00:00+00", "2024-01-01 02:00:00+02"],
    );
    await expectKept(
      "timestamptz",
      ["2023-12-31 23:59:59.999999+00", "infinity", "-infinity"],
      leaf("GREATER_OR_EQUAL", "2024-01-01"),
      ["infinity"],
    );
    await expectKept(
      "timestamptz",
      ["2024-01-01 09:00:00+09", "2024-01-01 00:00:00.000001+00"],
      leaf("GREATER_THAN", "2024-01-01 09:00:00+09:00"),
      ["2024-01-01 00:00:00.000001+00"],
    );
    await expectKept(
      "date",
      ["0044-03-15 BC", "0044-03-15", "2024-02-29", "infinity"],
      leaf("LESS_THAN", "2024-02-29"),
      ["0044-03-15 BC", "0044-03-15"],
    );
    await expectKept(
      "timestamp",
      ["2024-01-01 10:00:00.5", "2024-01-01 10:00:00.50", "20018-06-01 00:00:00"],
      leaf("LESS_OR_EQUAL", "2024-01-01 10:00:00.5"),
      ["2024-01-01 10:00:00.5", "2024-01-01 10:00:00.50"],
    );
    await expectKept(
      "time",
      ["09:59:59", "10:00:00", "24:00:00"],
      leaf("GREATER_OR_EQUAL", "10:00"),
      ["10:00:00", "24:00:00"],
    );
  });

  it("compares text by its bytes, uuids and bytes by value", async () => {
    await expectKept(
      "text",
      ["a", "B", "é", "\u{1F986}", "\uFF5E"],
      leaf("GREATER_THAN", "\uFF5E"),
      ["\u{1F986}"],
    );
    await expectKept("text", ["10", "9"], leaf("GREATER_THAN", "9"), []);
    await expectKept("text", ["it's", "its"], leaf("EQUAL", "it's"), ["it's"]);
    await expectKept(
      "uuid",
      ["c32d69e6-bed0-4adf-a03e-eef3b288da35"],
      leaf("EQUAL", "C32D69E6BED04ADFA03EEEF3B288DA35"),
      ["c32d69e6-bed0-4adf-a03e-eef3b288da35"],
    );
    await expectKept("binary", ["\\x00ff", "\\x"], leaf("EQUAL", "00FF"), ["\\x00ff"]);
    await expectKept("boolean", ["true", "false"], leaf("EQUAL", true), ["true"]);
  });

  it("asks a field below a json column by the type of the value it finds", async () => {
    const rows = [
      '{"v":"10"}',
      '{"v":10}',
      '{"v":10.0}',
      '{"v":true}',
      '{"v":"true"}',
      '{"v":null}',
      "{}",
      "null",
      null,
      '{"v":[10]}',
      '{"v":9007199254740993}',
      '{"v":1e400}',
    ];
    await expectKept("json", rows, leaf("EQUAL", "10", "c.v"), [
      '{"v":"10"}',
      '{"v":10}',
      '{"v":10.0}',
    ]);
    await expectKept("json", rows, leaf("EQUAL", "true", "c.v"), ['{"v":true}', '{"v":"true"}']);
    await expectKept("json", rows, leaf("IS_NULL", undefined, "c.v"), [
      '{"v":null}',
      "{}",
      "null",
      null,
    ]);
    await expectKept("json", rows, leaf("EQUAL", "9007199254740992", "c.v"), []);
    await expectKept("json", rows, leaf("GREATER_THAN", "10", "c.v"), [
      '{"v":"true"}',
      '{"v":9007199254740993}',
      '{"v":1e400}',
    ]);
    await expectKept(
      "json",
      ['{"a/b":{"~":[1,{"":"x"}]}}', '{"a/b":2}'],
      leaf("EQUAL", "1", "c.a/b.~.0"),
      ['{"a/b":{"~":[1,{"":"x"}]}}'],
    );
    await expectKept("json", ['{"v":1,"v":2}'], leaf("EQUAL", "1", "c.v"), ['{"v":1,"v":2}']);
    await expectKept("json", ['{"v":"abc"}', '{"v":5}'], leaf("MATCHES", "b", "c.v"), [
      '{"v":"abc"}',
    ]);
  });

  it("refuses what the type cannot answer, before the run", async () => {
    const refused = async (type: string, node: unknown) => {
      await expect(filterBoth({ c: type }, [[null]], node)).rejects.toMatchObject({
        code: "config.mapper_invalid",
      });
    };
    await refused("int32", leaf("EQUAL", "abc"));
    await refused("boolean", leaf("EQUAL", "yes please"));
    await refused("boolean", leaf("GREATER_THAN", "true"));
    await refused("date", leaf("EQUAL", "2024-01-01 10:00:00"));
    await refused("timestamp", leaf("EQUAL", "2024-01-01T00:00:00Z"));
    await refused("interval", leaf("EQUAL", "1 day"));
    await refused("list(text)", leaf("MATCHES", "a"));
    await refused("text", leaf("EQUAL"));
    await refused("text", leaf("EQUAL", ["a"]));
    await refused("text", leaf("MATCHES", "(?=a)"));
    await refused("text", leaf("IS_NULL", "x"));
  });
});

describe("both forms", () => {
  const nullable = (texts: fc.Arbitrary<string>) => fc.option(texts, { freq: 5 });
  const small = fc.integer({ min: -3, max: 3 });
  const fraction = fc
    .tuple(small, fc.integer({ min: 0, max: 99 }))
    .map(([whole, part]) => `${whole}.${String(part).padStart(2, "0")}`);
  const stamp = fc
    .integer({ min: -3, max: 3 })
    .map((n) =>
      new Date(Date.UTC(2024, 0, 1, 0, 0, 0) + n * 3_600_000)
        .toISOString()
        .slice(0, 19)
        .replace("T", " "),
    );
  const word = fc.string({
    unit: fc.constantFrom("a", "B", "é", "🦆", "\uFFFF", "'", "\n"),
    maxLength: 3,
  });
  const domains: Readonly<
    Record<
      string,
      {
        readonly type: string;
        readonly values: fc.Arbitrary<string>;
        readonly operators: readonly string[];
      }
    >
  > = {
    i: {
      type: "int32",
      values: small.map(String),
      operators: ["EQUAL", "NOT_EQUAL", "GREATER_THAN", "LESS_OR_EQUAL", "IN"],
    },
    d: {
      type: "decimal(6,2)",
      values: fraction,
      operators: ["EQUAL", "GREATER_OR_EQUAL", "LESS_THAN"],
    },
    n: {
      type: "number",
      values: fc.oneof(
        fraction,
        small.map(String),
        fc.constantFrom("0", "-0", "1e1", "10", "100.10", "100.1"),
      ),
      operators: ["EQUAL", "NOT_EQUAL", "GREATER_THAN", "LESS_OR_EQUAL"],
    },
    f: {
      type: "float64",
      values: fc.oneof(fraction, fc.constantFrom("NaN", "Infinity", "-Infinity", "0.1")),
      operators: ["EQUAL", "GREATER_THAN", "LESS_OR_EQUAL"],
    },
    t: {
      type: "text",
      values: word,
      operators: ["EQUAL", "NOT_EQUAL", "GREATER_THAN", "LESS_THAN", "IN"],
    },
    b: {
      type: "boolean",
      values: fc.constantFrom("true", "false"),
      operators: ["EQUAL", "NOT_EQUAL"],
    },
    s: { type: "timestamp", values: stamp, operators: ["EQUAL", "GREATER_THAN", "LESS_OR_EQUAL"] },
    z: {
      type: "timestamptz",
      values: stamp.map((text) => `${text}+00`),
      operators: ["EQUAL", "GREATER_OR_EQUAL", "LESS_THAN"],
    },
    y: {
      type: "date",
      values: stamp.map((text) => text.slice(0, 10)),
      operators: ["EQUAL", "GREATER_THAN"],
    },
  };
  const names = Object.keys(domains);
  const leaves = fc.constantFrom(...names).chain((name) => {
    const { values, operators } = domains[name]!;
    return fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          type: fc.constantFrom(...operators),
          fieldName: fc.constant(name),
          comparisonValue: values,
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ type: fc.constant("IS_NULL"), fieldName: fc.constant(name) }),
      },
    );
  });
  const nodes = fc.letrec((tie) => ({
    node: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      leaves,
      fc.record({
        type: fc.constantFrom("AND", "OR", "NOT"),
        conditions: fc.array(tie("node"), { minLength: 1, maxLength: 3 }),
      }),
    ),
  })).node;

  it("keep the same rows, whatever the filter", async () => {
    const rows = fc.array(fc.tuple(...names.map((name) => nullable(domains[name]!.values))), {
      minLength: 1,
      maxLength: 12,
    });
    const types = Object.fromEntries(names.map((name) => [name, domains[name]!.type]));
    await fc.assert(
      fc.asyncProperty(rows, nodes, async (some, node) => {
        const { early, late } = await filterBoth(types, some, node);
        expect(late).toEqual(early);
        expect(late.every((kept) => typeof kept === "boolean")).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});
