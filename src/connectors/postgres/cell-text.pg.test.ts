// The text that quarantine shows for a binary cell is Postgres's own text of it; and the generated decoder agrees with that
// text, for random values of every binary type.
import fc from "fast-check";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../../../test/support/postgres.ts";
import type { CanonicalType } from "../../model/types.ts";
import type { WireColumn } from "../../protocols/postgres/row-decoder.ts";
import { cellText } from "./cell-text.ts";
import { beginSnapshot } from "./queries.ts";
import { openReading } from "./testing/reading.ts";

const float64 = fc.oneof(
  fc.double(),
  fc
    .bigInt({ min: 0n, max: 2n ** 64n - 1n })
    .map((bits) => new Float64Array(BigUint64Array.of(bits).buffer)[0] ?? 0),
  fc.integer().map((n) => n / 1000),
);
const float32 = fc.oneof(
  fc.float(),
  fc
    .integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })
    .map((bits) => new Float32Array(Int32Array.of(bits).buffer)[0] ?? 0),
);
const floatText = (value: number): string =>
  Number.isNaN(value) ? "NaN" : String(Object.is(value, -0) ? "-0" : value);
const int64 = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.bigInt({ min: -300n, max: 300n }),
);
const digits = (precision: number, scale: number) =>
  fc
    .tuple(
      fc.bigInt({ min: -(10n ** BigInt(precision)) + 1n, max: 10n ** BigInt(precision) - 1n }),
      fc.integer({ min: 0, max: precision }),
    )
    .map(([value, drop]) => {
      // Values of every size, not only the largest.
      const small = value / 10n ** BigInt(drop);
      const size = (small < 0n ? -small : small).toString().padStart(scale + 1, "0");
      return `${small < 0n ? "-" : ""}${size.slice(0, size.length - scale)}${scale > 0 ? `.${size.slice(-scale)}` : ""}`;
    });
const pad = (value: number, width = 2): string => String(value).padStart(width, "0");
const day = fc
  .tuple(
    fc.integer({ min: -4000, max: 290_000 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  .map(([year, month, date]) => ({
    text: `${pad(year > 0 ? year : 1 - year, 4)}-${pad(month)}-${pad(date)}`,
    era: year > 0 ? "" : " BC",
  }));
const clock = fc
  .tuple(
    fc.integer({ min: 0, max: 23 }),
    fc.integer({ min: 0, max: 59 }),
    fc.integer({ min: 0, max: 59 }),
    fc.integer({ min: 0, max: 999_999 }),
  )
  .map(([h, m, s, f]) => `${pad(h)}:${pad(m)}:${pad(s)}.${pad(f, 6)}`);
const infinite = fc.constantFrom("infinity", "-infinity");
const date = fc.oneof(
  { weight: 9, arbitrary: day.map(({ text, era }) => text + era) },
  { weight: 1, arbitrary: infinite },
);
const stamp = (zone: string) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.tuple(day, clock).map(([d, c]) => `${d.text} ${c}${zone}${d.era}`) },
    { weight: 1, arbitrary: infinite },
  );

type Sample = {
  readonly sql: string;
  readonly wire: WireColumn;
  readonly type: CanonicalType;
  readonly texts: fc.Arbitrary<string>;
  readonly duck: string;
};
const numeric = (precision: number, scale: number): Sample => ({
  sql: `numeric(${precision},${scale})`,
  wire: { kind: "numeric", precision, scale },
  type: { kind: "decimal", precision, scale },
  texts: digits(precision, scale),
  duck: `decimal(${precision},${scale})`,
});
const samples: readonly Sample[] = [
  {
    sql: "bool",
    wire: { kind: "bool" },
    type: { kind: "boolean" },
    texts: fc.boolean().map(String),
    duck: "boolean",
  },
  {
    sql: "int2",
    wire: { kind: "int2" },
    type: { kind: "int16" },
    texts: fc.integer({ min: -32768, max: 32767 }).map(String),
    duck: "smallint",
  },
  {
    sql: "int4",
    wire: { kind: "int4" },
    type: { kind: "int32" },
    texts: fc.integer().map(String),
    duck: "integer",
  },
  {
    sql: "int8",
    wire: { kind: "int8" },
    type: { kind: "int64" },
    texts: int64.map(String),
    duck: "bigint",
  },
  {
    sql: "oid",
    wire: { kind: "oid" },
    type: { kind: "int64" },
    texts: fc.nat(0xffff_ffff).map(String),
    duck: "bigint",
  },
  {
    sql: "float4",
    wire: { kind: "float4" },
    type: { kind: "float32" },
    texts: float32.map(floatText),
    duck: "float",
  },
  {
    sql: "float8",
    wire: { kind: "float8" },
    type: { kind: "float64" },
    texts: float64.map(floatText),
    duck: "double",
  },
  numeric(5, 0),
  numeric(9, 4),
  numeric(12, 2),
  numeric(15, 2),
  numeric(15, 15),
  numeric(16, 3),
  numeric(17, 5),
  numeric(18, 0),
  numeric(18, 2),
  numeric(18, 7),
  numeric(18, 18),
  { sql: "date", wire: { kind: "date" }, type: { kind: "date" }, texts: date, duck: "date" },
  { sql: "time", wire: { kind: "time" }, type: { kind: "time" }, texts: clock, duck: "time" },
  {
    sql: "timestamp",
    wire: { kind: "timestamp" },
    type: { kind: "timestamp" },
    texts: stamp(""),
    duck: "timestamp",
  },
  {
    sql: "timestamptz",
    wire: { kind: "timestamp" },
    type: { kind: "timestamptz" },
    texts: stamp("+00"),
    duck: "timestamptz",
  },
  { sql: "uuid", wire: { kind: "uuid" }, type: { kind: "uuid" }, texts: fc.uuid(), duck: "uuid" },
  {
    sql: "bytea",
    wire: { kind: "bytes" },
    type: { kind: "binary" },
    texts: fc
      .uint8Array({ maxLength: 80 })
      .map((bytes) => `\\x${Buffer.from(bytes).toString("hex")}`),
    duck: "blob",
  },
  {
    sql: "text",
    wire: { kind: "bytes" },
    type: { kind: "text" },
    texts: fc.string({ unit: "grapheme", maxLength: 90 }).map((text) => text.replaceAll("\0", "")),
    duck: "varchar",
  },
];

describe("a cell of a binary row", () => {
  it("has Postgres's own text, whatever its value", async () => {
    await using database = await openDatabase();
    const client = new pg.Client(database.config);
    await client.connect();
    await client.query(beginSnapshot);
    for (const sample of samples) {
      const texts = fc.sample(sample.texts, 500);
      const name = sample.sql.replace(/\(.*/, "");
      const send = ["numeric", "date", "time", "timestamp", "timestamptz", "uuid"].includes(name)
        ? `${name}_send`
        : `${name}send`;
      const { rows } = await client.query<[string, string]>({
        text: `select encode(${send}(v::${sample.sql}), 'hex'), (v::${sample.sql})::text from unnest($1::text[]) v`,
        values: [texts],
        rowMode: "array",
      });
      expect(
        rows.map(([hex]) => cellText(sample.wire, sample.type, Buffer.from(hex, "hex"))),
      ).toEqual(rows.map(([, text]) => text));
    }
    await client.query("rollback");
    await client.end();
  });

  it("is decoded to the value that its text has, NULLs among them", async () => {
    await using database = await openDatabase();
    const names = samples.map((_, i) => `c${i}`);
    await database.query(
      `create table random (n int, ${samples.map((sample, i) => `c${i} ${sample.sql}`).join(", ")})`,
    );
    const count = 400;
    const columns = samples.map((sample) => fc.sample(fc.option(sample.texts, { freq: 6 }), count));
    await database.query(
      `insert into random select ordinality, ${names.map((name, i) => `${name}::${samples[i]!.sql}`).join(", ")} from unnest(${names.map((_, i) => `$${i + 1}::text[]`).join(", ")}) with ordinality as v(${names.join(", ")}, ordinality)`,
      columns,
    );
    await using reading = await openReading(database.config);
    const asText = await reading.rows("random", `select count(*)::int from typed`, {
      columns: (stream) =>
        stream.columns.map((column) => ({
          source: column.name,
          name: column.name,
          type: column.name === "n" ? column.type : { kind: "text" },
        })),
    });
    expect(asText.rows).toEqual([[count]]);
    await reading.all("create temp table texts as select * from landed");
    const { segments } = await reading.rows("random", "select 1");
    expect(segments[0]).toMatchObject({ rows: count, hasBad: false });
    for (const [i, sample] of samples.entries()) {
      // Postgres writes the era last, DuckDB behind the date; `\x` is read by from_hex.
      const text = `t.c${i}`;
      const value =
        sample.duck === "blob"
          ? `from_hex(substr(${text}, 3))`
          : `cast(regexp_replace(${text}, '^(\\S+)(.*) BC$', '\\1 (BC)\\2') as ${sample.duck})`;
      const differing = await reading.all(
        `select l.n, ${text}, l.c${i}::varchar from landed l join texts t using (n) where l.c${i} is distinct from ${sample.duck === "varchar" ? text : value} limit 5`,
      );
      expect([sample.sql, differing]).toEqual([sample.sql, []]);
    }
    expect(await reading.all("select count(*)::int from landed l join texts t using (n)")).toEqual([
      [count],
    ]);
  });
});
