// Real Postgres into a real DuckDB file through the whole engine: types with their edges, each compared with what Postgres
// itself prints, and rows that change between runs. Bug cases of kind PG.
import { describe, expect, it } from "vitest";
import { type TestRun } from "./testing/world.ts";
import { openPgWorld } from "./testing/pg-world.ts";

/** One column of one type; every value lands as Postgres prints it, or its row is in quarantine with that text. */
async function expectValues(
  type: string,
  values: readonly string[],
  show: (value: string) => string | null,
  shown = "v::varchar",
): Promise<void> {
  await using world = await openPgWorld();
  await world.database.query(`create table t (id int primary key, v ${type})`);
  for (const [id, value] of values.entries())
    await world.database.query(`insert into t values (${id}, ${value})`);
  const run = await world.sync("t");
  expect(run.streams[0]).toMatchObject({
    published: true,
    balanced: true,
    read: values.length,
    error: null,
  });
  const right = await world.database.query("select id, v::text as v from t order by id");
  const landed = new Map(
    (await world.query(`select id, ${shown} as v from t`)).map((row) => [row.id, row.v]),
  );
  const held = new Map(
    (await world.query("select original from _revos.quarantine"))
      .map((row) => JSON.parse(String(row.original)) as { id: string; v: string })
      .map((row) => [Number(row.id), row.v]),
  );
  for (const { id, v } of right) {
    const wanted = v === null ? null : show(String(v));
    if (wanted === null && v !== null) expect([v, held.get(id as number)]).toEqual([v, v]);
    else expect([v, landed.get(id as number)]).toEqual([v, wanted]);
  }
}

/** What DuckDB calls the intervals below. */
const intervals: Readonly<Record<string, string>> = {
  "-1 days +00:00:00.25": "-1 day 00:00:00.25",
  "1 year 2 mons 3 days 04:05:06.7": "1 year 2 months 3 days 04:05:06.7",
  "1 mon": "1 month",
};
const same = (text: string): string => text;
const q = (...texts: string[]): string[] => texts.map((text) => `'${text}'`);

describe("Postgres values", () => {
  it("numeric with a size: exact, NaN held (B002, B004)", async () => {
    await expectValues(
      "numeric(12,2)",
      [...q("10.00", "-0.01", "NaN", "9999999999.99"), "null"],
      (text) => (text === "NaN" ? null : text),
    );
    await expectValues(
      "numeric(38,0)",
      q("70", "1000000", "9".repeat(38), "-" + "9".repeat(38)),
      same,
    );
  });
  it("numeric without a size: exact, NaN and infinity held (B001)", async () => {
    await expectValues(
      "numeric",
      [...q("NaN", "Infinity", "1.5", "0.000000000000000001", "-12345678901234567890"), "null"],
      (text) => (/NaN|Inf/.test(text) ? null : padScale(text, 18)),
    );
  });
  it("floats keep NaN and infinity (B001)", async () => {
    await expectValues(
      "float8",
      [...q("NaN", "Infinity", "-Infinity", "1.5", "1e300", "0.1"), "null"],
      (text) =>
        ({ NaN: "nan", Infinity: "inf", "-Infinity": "-inf", "1e+300": "1e+300" })[text] ?? text,
    );
  });
  it("dates keep infinity, years before 1 and beyond 9999 (B008, B010, B011)", async () => {
    await expectValues(
      "date",
      [
        ...q(
          "infinity",
          "-infinity",
          "0001-01-01",
          "1582-10-10",
          "20018-06-01",
          "0044-03-15 BC",
          "5874897-12-31",
        ),
        "null",
      ],
      (text) => text.replace(/ BC$/, " (BC)"),
    );
  });
  it("timestamps keep microseconds; what DuckDB cannot hold is held (B010, B011, B014)", async () => {
    await expectValues(
      "timestamp",
      [
        ...q(
          "infinity",
          "1999-12-31 23:59:59.5",
          "1970-01-01 00:00:00.000001",
          "20018-06-01 00:00:00",
          "294276-12-31 23:59:59.999999",
          "0044-03-15 12:00:00 BC",
          "2024-03-31 02:30:00.123456",
        ),
        "null",
      ],
      (text) => (text.startsWith("294276") ? null : text.replace(/^(\S+)(.*) BC$/, "$1 (BC)$2")),
    );
    await expectValues(
      "timestamptz",
      q(
        "0001-01-01 00:00:00+00",
        "1883-11-18 12:00:00+00",
        "-infinity",
        "2026-07-01 12:00:00.5+09",
      ),
      same,
    );
  });
  it("times and intervals", async () => {
    await expectValues("time", q("24:00:00", "00:00:00", "23:59:59.999999"), same);
    await expectValues("timetz", q("24:00:00+00", "12:34:56.5+05:30", "00:00:00-15:59:59"), same);
    await expectValues(
      "interval",
      q(
        "-00:00:00.5",
        "-1 day +00:00:00.25",
        "1 year 2 months 3 days 04:05:06.7",
        "1 month",
        "30 days",
      ),
      (text) => intervals[text] ?? text,
    );
  });
  it("json as it was written, with numbers beyond double (B026)", async () => {
    await expectValues(
      "json",
      q('{"a":1,"a":2,"z":1.0}', '{"n":7088992364139642881,"e":1e400}', "null", '"x"'),
      same,
    );
    await expectValues("jsonb", q('{"n":7088992364139642881,"d":0.1000000000000000000001}'), same);
  });
  it("text, and what looks like NULL", async () => {
    await expectValues(
      "text",
      [...q("", "NULL", "\\N", "null", "é🦆", "a\tb\nc", "it''s"), "null"],
      same,
    );
    await expectValues("char(5)", q("ab"), (text) => text.padEnd(5), "v");
  });
  it("bytes, uuids, booleans, whole numbers at their limits", async () => {
    await expectValues(
      "bytea",
      [String.raw`'\x00ff'`, String.raw`'\x'`],
      same,
      String.raw`'\x' || lower(hex(v))`,
    );
    await expectValues("uuid", q("c32d69e6-bed0-4adf-a03e-eef3b288da35"), same);
    await expectValues("bool", ["true", "false", "null"], same);
    await expectValues("int8", q("9223372036854775807", "-9223372036854775808"), same);
    await expectValues("int2", q("32767", "-32768"), same);
  });
  it("arrays element by element (B005, B007, B016, B017, B019, B020)", async () => {
    await expectValues(
      "text[]",
      [
        "array['a',null]",
        "array['a','null']",
        "array['NULL','','nUlL']",
        "array['a,b','c']",
        "array['say \"hi\"','z']",
        "'{}'",
        "null",
      ],
      listText,
      "to_json(v)::varchar",
    );
    await expectValues("date[]", ["'{2024-01-31,NULL}'", "null"], listText, "to_json(v)::varchar");
    await expectValues(
      "uuid[]",
      ["array['c32d69e6-bed0-4adf-a03e-eef3b288da35'::uuid, null]"],
      listText,
      "to_json(v)::varchar",
    );
    await expectValues(
      "int4[]",
      ["'{1,NULL,3}'", "'{}'", "null"],
      (text) => text.replace("{", "[").replace("}", "]").replaceAll("NULL", "null"),
      "to_json(v)::varchar",
    );
  });
  it("enums, domains, ranges, composites as Postgres prints them (B022, B023)", async () => {
    await expectValues("int4range", q("[1,5]", "(,10)", "empty"), same);
    await expectValues("inet", q("10.0.0.1/8"), same);
    await expectValues("point", q("(1.5,2)"), same);
    await expectValues("money", ["'12.34'"], same);
  });
});

const padScale = (text: string, scale: number): string => {
  const [whole, fraction = ""] = text.split(".");
  return `${whole}.${fraction.padEnd(scale, "0")}`;
};

/** The text of a one-dimensional Postgres array as JSON. */
function listText(text: string): string {
  const items = [...text.slice(1, -1).matchAll(/"((?:\\.|[^"\\])*)"|([^,]+)/g)].map((match) =>
    match[2] === undefined
      ? (match[1] ?? "").replaceAll(/\\(.)/g, "$1")
      : match[2] === "NULL"
        ? null
        : match[2],
  );
  return JSON.stringify(items);
}

describe("Postgres streams", () => {
  it("go on from the marker, in all modes equal to the source", async () => {
    await using world = await openPgWorld();
    const { database } = world;
    await database.query(
      "create table o (id bigint primary key, v text, n numeric(12,2), updated_at timestamptz not null default clock_timestamp())",
    );
    await database.query(
      "insert into o (id, v, n) select g, md5(g::text), g / 100.0 from generate_series(1, 3000) g",
    );
    const own = {
      mode: "incremental_deduped_history",
      cursor: ["updated_at"],
      key: [["id"]],
    } satisfies TestRun;
    // What was written in the second of a read is read again by the next.
    const pause = (): Promise<unknown> => database.query("select pg_sleep(1.05)");
    for (let round = 0; round < 3; round++) {
      await pause();
      const run = await world.sync("o", own);
      expect(run.streams[0]).toMatchObject({ published: true, balanced: true });
      await database.query(
        `update o set v = md5(v), updated_at = clock_timestamp() where id % 37 = ${round}`,
      );
      await database.query(
        `insert into o (id, v, n) select g, md5(g::text), g from generate_series(${3001 + round * 500}, ${3500 + round * 500}) g`,
      );
    }
    await pause();
    const last = await world.sync("o", own);
    expect(last.streams[0]?.read).toBeLessThan(700);
    const sum =
      "count(*)::text as n, sum(n)::text as s, md5(string_agg(id || v, ',' order by id)) as h";
    expect(await world.query(`select ${sum} from o`)).toEqual(
      await database.query(`select ${sum} from o`),
    );
  });

  it("are held when a column was retyped, with its name and both types", async () => {
    await using world = await openPgWorld();
    await world.database.query(
      "create table t (id int primary key, v int); insert into t values (1, 10)",
    );
    await world.sync("t");
    await world.database.query("alter table t alter v type date using '2026-01-01'");
    const run = await world.sync("t");
    expect(run).toMatchObject({ status: "held", exit: 9 });
    expect(run.streams[0]?.error).toMatchObject({
      code: "source.schema_changed",
      data: { changes: [{ column: "v", was: "integer", now: "date" }] },
    });
    expect(await world.query("select v from t")).toEqual([{ v: 10 }]);
  });
});

describe("a cursor", () => {
  const own = (field: string) => ({ mode: "incremental_append", cursor: [field] }) as const;

  it("of a type whose order the text of its values does not have is refused before anything is read", async () => {
    await using world = await openPgWorld();
    const refused = ["mood", "inet", "pg_lsn", "numeric(50,10)", "money", "int4range", "int[]"];
    const columns = [...refused, "jsonb"].map((type, i) => `c${i} ${type}`).join(", ");
    await world.database.query("create type mood as enum ('z', 'a')");
    await world.database.query(`create table t (id int primary key, ${columns})`);
    for (const i of [...refused, "jsonb"].keys()) {
      const run = await world.sync("t", own(`c${i}`));
      expect(run.streams[0]?.error, `c${i}`).toMatchObject({
        code: "config.cursor_not_ordered",
        exit: 3,
      });
    }
  });

  it("of texts, bits and labels without case goes on where it stands", async () => {
    await using world = await openPgWorld();
    await world.database.query("create extension citext");
    for (const type of ["text", "varchar(9)", "char(4)", "name", "citext", "bit(4)"]) {
      const table = `t_${type.replaceAll(/\W/g, "")}`;
      await world.database.query(`create table ${table} (id int primary key, c ${type})`);
      await world.database.query(`insert into ${table} values (1, '0001'), (2, '0010')`);
      await world.sync(table, own("c"));
      await world.database.query(`insert into ${table} values (3, '0010'), (4, '0100')`);
      const run = await world.sync(table, own("c"));
      expect(run.streams[0], type).toMatchObject({ read: 3, written: 2, deduplicated: 1 });
    }
  });
});
