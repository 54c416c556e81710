// Schema changes of a Postgres stream that are decided, filled, or come together: bug cases B103, B106, B109 and what the
// table of drift-cells.pg.test.ts does not say.
import { describe, expect, it } from "vitest";
import { openDatabase } from "../../test/support/postgres.ts";
import { source } from "../connectors/postgres/source.ts";
import type { SourceDefinition } from "../connector/source.ts";
import { must } from "../kernel/assert.ts";
import { openDriftWorld, type DriftWorld } from "./testing/drift-world.ts";
import type { TestRun } from "./testing/world.ts";

type World = DriftWorld & { exec(...statements: string[]): Promise<void> };

async function openWorld(own: TestRun, ...setUp: string[]): Promise<World> {
  const database = await openDatabase();
  const exec = async (...statements: string[]): Promise<void> => {
    for (const statement of statements) await database.query(statement);
  };
  await exec(...setUp);
  const world = await openDriftWorld(
    source as unknown as SourceDefinition,
    database.config,
    "t",
    own,
  );
  expect((await world.sync()).exit).toBe(0);
  return {
    ...world,
    exec,
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

const deduped: TestRun = { mode: "incremental_deduped_history", cursor: ["at"], key: [["id"]] };
const table = [
  "create table t (id int primary key, c int, at timestamptz not null default '2026-01-01')",
  "insert into t values (1, 10), (2, 20)",
];

describe("filling a column", () => {
  it("brings values that an alter rewrote, and only that column (DRIFT B103)", async () => {
    // The last row stands at the cursor's low end, which every run reads again; the others do not.
    await using world = await openWorld(
      deduped,
      ...table,
      "insert into t values (9, 90, '2026-01-02')",
    );
    await world.exec(
      "alter table t alter c type bigint using c + 1",
      "insert into t values (3, 30, '2026-01-03')",
    );
    const run = await world.sync();
    // Followed without loss, and the old rows are marked: they may be from before the change.
    expect(run.schemaChanges).toMatchObject([
      { kind: "widen", outcome: "applied", oldRows: "stale" },
    ]);
    expect(await world.rows("select id, c from t order by id")).toEqual([
      ["1", "10"],
      ["2", "20"],
      ["3", "30"],
      ["9", "91"],
    ]);
    const before = await world.rows("select position, run_id from _revos.positions");
    const filled = await world.sync({}, { fill: ["c"] });
    expect(filled.fills).toEqual([
      { stream: "t", namespace: "public", columns: ["c"], read: 4, written: 4, error: null },
    ]);
    expect(await world.rows("select id, c from t order by id")).toEqual([
      ["1", "11"],
      ["2", "21"],
      ["3", "30"],
      ["9", "91"],
    ]);
    expect(
      await world.rows(
        "select lane, read, written, filtered, balanced from _revos.ledger where lane = 'backfill'",
      ),
    ).toEqual([["backfill", "4", "4", "0", "true"]]);
    expect((await world.rows("select position from _revos.positions"))[0]).toEqual([
      before[0]?.[0],
    ]);
    expect(
      await world.rows("select count(*) from duckdb_tables() where schema_name = '_revos_stage'"),
    ).toEqual([["0"]]);
  }, 60_000);

  it("gives old rows the values of a new column, which are NULL until then (DRIFT B103)", async () => {
    await using world = await openWorld({ ...deduped, history: true }, ...table);
    await world.exec("alter table t add column extra numeric default 1.25");
    const run = await world.sync({ add: "apply" });
    expect(run.schemaChanges).toMatchObject([{ kind: "add", outcome: "applied", oldRows: "null" }]);
    expect(await world.rows("select count(*), count(extra) from t")).toEqual([["2", "0"]]);
    await world.exec("delete from t where id = 2", "update t set extra = 9.5 where id = 1");
    const filled = await world.sync({}, { fill: ["extra"], history: true });
    expect(filled.fills).toMatchObject([{ read: 1, written: 1, error: null }]);
    // The row that the source no longer has keeps what it has.
    expect(await world.rows("select id, c, extra from t order by id")).toEqual([
      ["1", "10", "9.500000"],
      ["2", "20", null],
    ]);
    expect(
      await world.rows("select id, extra from t__history where is_current order by id"),
    ).toEqual([
      ["1", "9.500000"],
      ["2", null],
    ]);
  }, 60_000);

  it("keeps a mapper's word: a hashed key still finds its row, a hashed column lands hashed", async () => {
    const own: TestRun = {
      ...deduped,
      mappers: [
        { type: "hashing", mapperConfiguration: { targetField: "id", method: "SHA-256" } },
        { type: "hashing", mapperConfiguration: { targetField: "mail", method: "MD5" } },
        {
          type: "row-filtering",
          mapperConfiguration: {
            conditions: {
              type: "NOT",
              conditions: [{ type: "EQUAL", fieldName: "c", comparisonValue: "20" }],
            },
          },
        },
      ] as never,
    };
    await using world = await openWorld(
      own,
      "create table t (id int primary key, c int, mail text, at timestamptz not null default '2026-01-01')",
      "insert into t values (1, 10, 'a@x.example'), (2, 20, 'b@x.example')",
    );
    await world.exec("update t set mail = 'z@x.example'");
    const run = await world.sync({}, { fill: ["mail"] });
    expect(run.fills).toMatchObject([{ read: 2, written: 1, error: null }]);
    expect(await world.rows("select c, mail = md5('z@x.example') from t")).toEqual([
      ["10", "true"],
    ]);
  }, 60_000);
});

describe("a decision", () => {
  it("to accept a new type of the cursor reads the stream again from the start", async () => {
    await using world = await openWorld({ ...deduped, cursor: ["c"] }, ...table);
    await world.exec(
      "alter table t alter c type text using 'v' || c",
      "insert into t values (3, 'v05')",
    );
    const held = await world.sync();
    expect(held.schemaChanges).toMatchObject([{ kind: "cursor", before: "int32", after: "text" }]);
    expect(await world.rows("select position from _revos.positions")).toHaveLength(1);
    world.decide(must(held.schemaChanges?.[0], "change"), "accepted");
    const run = await world.sync();
    expect([run.exit, run.streams[0]?.read]).toEqual([0, 3]);
    expect(await world.rows("select id, c from t order by id")).toEqual([
      ["1", "v10"],
      ["2", "v20"],
      ["3", "v05"],
    ]);
  }, 60_000);

  it("to ignore a type goes on with the accepted one, to accept it goes on with both (DRIFT B109)", async () => {
    for (const decision of ["ignored", "accepted"] as const) {
      await using world = await openWorld(deduped, ...table);
      await world.exec(
        "alter table t alter c type text using c::text",
        "insert into t values (3, 'n/a', '2026-01-02'), (4, '40', '2026-01-02')",
      );
      const held = await world.sync();
      expect(held.exit).toBe(9);
      world.decide(must(held.schemaChanges?.[0], "change"), decision);
      const run = await world.sync();
      expect(run.exit).toBe(0);
      expect(run.streams[0]?.quarantined).toBe(decision === "ignored" ? 1 : 0);
      expect(await world.rows("select id, c, typeof(c) from t order by id")).toEqual(
        decision === "ignored"
          ? [
              ["1", "10", "INTEGER"],
              ["2", "20", "INTEGER"],
              ["4", "40", "INTEGER"],
            ]
          : [
              ["1", "10", "VARCHAR"],
              ["2", "20", "VARCHAR"],
              ["3", "n/a", "VARCHAR"],
              ["4", "40", "VARCHAR"],
            ],
      );
      expect((await world.sync()).exit).toBe(0);
    }
  }, 90_000);

  it("to take a renamed key or cursor goes on where it was, with history and mappers", async () => {
    await using world = await openWorld({ ...deduped, history: true }, ...table);
    await world.exec(
      "alter table t rename column id to number",
      "alter table t rename column at to changed",
      "update t set c = 11, changed = '2026-01-03' where number = 1",
    );
    const held = await world.sync();
    expect(
      held.schemaChanges?.map(({ kind, before, after, certain }) => [kind, before, after, certain]),
    ).toEqual([
      ["rename", "id", "number", true],
      ["rename", "at", "changed", true],
    ]);
    for (const change of held.schemaChanges ?? []) world.decide(change, "accepted");
    const run = await world.sync();
    // The closed low end of the cursor is read again: row 2 stands at it.
    expect(run).toMatchObject({ exit: 0, streams: [{ read: 2, written: 1, deduplicated: 1 }] });
    expect(await world.rows("select number, c from t order by number")).toEqual([
      ["1", "11"],
      ["2", "20"],
    ]);
    expect(
      await world.rows("select number, c, is_current from t__history order by number, is_current"),
    ).toEqual([
      ["1", "10", "false"],
      ["1", "11", "true"],
      ["2", "20", "true"],
    ]);
  }, 60_000);
});

describe("several changes at once", () => {
  it("are told each once, and one that pauses keeps the others from being done by half", async () => {
    await using world = await openWorld(deduped, ...table);
    await world.exec(
      "alter table t add column email text",
      "alter table t add column note text",
      "alter table t alter c type date using null",
    );
    const held = await world.sync({ add: "apply" });
    expect(held.schemaChanges?.map(({ kind, column, outcome }) => [kind, column, outcome])).toEqual(
      [
        ["narrow", "c", "paused"],
        // Personal data needs a yes of its own, whatever the policy.
        ["add", "email", "kept"],
        ["add", "note", "applied"],
      ],
    );
    expect(
      await world.rows(
        "select count(*) from duckdb_columns() where table_name = 't' and column_name in ('email', 'note')",
      ),
    ).toEqual([["0"]]);
  }, 60_000);

  it("a dropped column that comes back as another type is a conflict, not a cast (DRIFT B106)", async () => {
    await using world = await openWorld(
      deduped,
      "create table t (id int primary key, unit_price numeric(12,2), region varchar(50), at timestamptz not null default '2026-01-01')",
      "insert into t values (1, 9.99, 'EU')",
    );
    await world.exec(
      "alter table t drop column region",
      "update t set unit_price = 11, at = '2026-01-02' where id = 1",
      "insert into t values (3, 5, '2026-01-03')",
    );
    const dropped = await world.sync({ drop: "apply" });
    expect(dropped.warnings).toContainEqual({
      code: "columns_dropped",
      stream: "t",
      namespace: "public",
      columns: ["region"],
    });
    expect(await world.rows("select id, unit_price, region from t where id = 1")).toEqual([
      ["1", "11.00", "EU"],
    ]);
    await world.exec(
      "alter table t add column region int",
      "insert into t values (2, 1.00, '2026-01-04', 7)",
    );
    const held = await world.sync({ add: "apply" });
    expect(held).toMatchObject({ status: "held", exit: 9 });
    expect(held.streams[0]?.error?.data).toMatchObject({
      changes: [{ kind: "narrow", column: "region", was: "text", now: "int32" }],
    });
    expect(await world.rows("select region from t where id = 1")).toEqual([["EU"]]);
    world.decide(
      must(
        held.schemaChanges?.find(({ kind }) => kind === "narrow"),
        "change",
      ),
      "accepted",
    );
    expect((await world.sync({ add: "apply" })).exit).toBe(0);
    expect(await world.rows("select id, region from t order by id")).toEqual([
      ["1", "EU"],
      ["2", "7"],
      ["3", null],
    ]);
  }, 60_000);

  it("a table that was made anew under the same name has other marks: nothing is taken for a rename by them", async () => {
    await using world = await openWorld(deduped, ...table);
    await world.exec(
      "drop table t",
      "create table t (id int primary key, other text, at timestamptz not null default '2026-02-01')",
      "insert into t values (1, 'x')",
    );
    const run = await world.sync();
    expect(run.schemaChanges?.map(({ kind, column }) => [kind, column])).toEqual([
      ["drop", "c"],
      ["add", "other"],
    ]);
  }, 60_000);
});
