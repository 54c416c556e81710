// A long low end is not read again, and nothing that comes to it later is lost: ties and twins that are committed late, under
// savepoints too, changed rows, rows without a time, and tables that change their storage.
import pg from "pg";
import { describe, expect, it } from "vitest";
import { useOwnCluster } from "../../test/support/own-cluster.ts";
import { openPgWorld, type PgWorld } from "./testing/pg-world.ts";

useOwnCluster();

const append = { mode: "incremental_append", cursor: ["at"] } as const;
const keyed = {
  mode: "incremental_deduped_history",
  cursor: ["at"],
  key: [["id"]],
} as const;
const at = "'2026-03-01 10:00:00+00'::timestamptz";
const remembers = { limits: { worthRows: 1 } };

const readOf = async (world: PgWorld, own: Parameters<PgWorld["sync"]>[1]): Promise<number> => {
  const run = await world.sync("t", own);
  expect(run).toMatchObject({ status: "ok", balanced: true });
  return run.streams[0]!.read;
};

async function connect(world: PgWorld): Promise<pg.Client & AsyncDisposable> {
  const { host, port, user, database } = world.database.config;
  const client = new pg.Client({ host, port, user, database });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

/** Both sides as sorted texts: equal as multisets. */
async function expectEqual(world: PgWorld, columns: string): Promise<void> {
  const text = `concat_ws('|', ${columns})`;
  const there = await world.database.query<{ r: string }>(`select ${text} as r from t`);
  const here = await world.query(`select ${text} as r from t`);
  expect(here.map((row) => row.r).sort()).toEqual(there.map((row) => row.r).sort());
}

describe("ties at the low end", () => {
  it("are not read again while nothing is new, and the next value is read on from there", async () => {
    await using world = await openPgWorld(remembers);
    const { database } = world;
    await database.query("create table t (id int primary key, v text, at timestamptz)");
    await database.query(`insert into t select n, 'v', ${at} from generate_series(1, 500) n`);
    expect(await readOf(world, keyed)).toBe(500);
    expect(await readOf(world, keyed)).toBe(0);
    expect(await readOf(world, keyed)).toBe(0);
    await database.query(
      `insert into t values (501, 'v', ${at}), (502, 'v', ${at} + interval '1 second')`,
    );
    expect(await readOf(world, keyed)).toBe(2);
    await database.query(`update t set v = 'w' where id = 7`);
    // Beyond the position now, and it stands at one row of its own.
    expect(await readOf(world, keyed)).toBe(0);
    await database.query(`update t set v = 'w', at = at + interval '1 second' where id = 8`);
    expect(await readOf(world, keyed)).toBe(1);
  });

  it("are read again by a run that remembers too little of them to be worth a question", async () => {
    await using world = await openPgWorld();
    await world.database.query("create table t (id int primary key, at timestamptz)");
    await world.database.query(`insert into t select n, ${at} from generate_series(1, 50) n`);
    expect(await readOf(world, keyed)).toBe(50);
    expect(await readOf(world, keyed)).toBe(50);
  });

  it("bring a changed row that keeps its time", async () => {
    await using world = await openPgWorld(remembers);
    await world.database.query("create table t (id int primary key, v text, at timestamptz)");
    await world.database.query(`insert into t select n, 'v', ${at} from generate_series(1, 500) n`);
    await readOf(world, keyed);
    await world.database.query("update t set v = 'changed' where id = 77");
    expect(await readOf(world, keyed)).toBe(1);
    await expectEqual(world, "id, v");
  });

  it("bring twins together: an equal row that is added later is one more, a rewritten one is not", async () => {
    await using world = await openPgWorld(remembers);
    const { database } = world;
    await database.query("create table t (v text, n numeric, at timestamptz)");
    await database.query(
      `insert into t select 'v' || i % 100, 1.50, ${at} from generate_series(1, 500) i`,
    );
    expect(await readOf(world, append)).toBe(500);
    await database.query(`insert into t values ('v7', 1.5, ${at}), ('new', null, ${at})`);
    // The five rows like it come with it, so that the sixth can be told.
    expect(await readOf(world, append)).toBe(7);
    await expectEqual(world, "v");
    await database.query("update t set v = v where v = 'v9'");
    expect(await readOf(world, append)).toBe(5);
    await expectEqual(world, "v");
    expect(await readOf(world, append)).toBe(0);
  });

  it.each([
    ["without a savepoint", ["begin"]],
    ["in a savepoint", ["begin", "insert into other values (1)", "savepoint a"]],
  ])("bring rows of a transaction that was open over the sync (%s)", async (_what, begin) => {
    await using world = await openPgWorld(remembers);
    const { database } = world;
    await database.query("create table t (id int, v text, at timestamptz)");
    await database.query("create table other (n int)");
    await database.query(`insert into t select n, 'v', ${at} from generate_series(1, 500) n`);
    await using writer = await connect(world);
    for (const sql of begin) await writer.query(sql);
    await writer.query(`insert into t values (1000, 'late', ${at})`);
    await writer.query("update t set v = 'late' where id = 5");
    // Numbers go on, so that the open one lies well below the next.
    for (let n = 0; n < 3; n++) await database.query("insert into other values (2)");
    expect(await readOf(world, append)).toBe(500);
    await writer.query("commit");
    expect(await readOf(world, append)).toBe(2);
    expect(
      (await world.query("select id from t where v = 'late' order by id")).map((row) => row.id),
    ).toEqual([5, 1000]);
  });

  it("bring rows without a time only once", async () => {
    await using world = await openPgWorld(remembers);
    await world.database.query("create table t (id int, at timestamptz)");
    await world.database.query("insert into t select n, null from generate_series(1, 300) n");
    await world.database.query(`insert into t values (1000, ${at})`);
    expect(await readOf(world, append)).toBe(301);
    expect(await readOf(world, append)).toBe(0);
    await world.database.query("insert into t values (301, null), (300, null)");
    expect(await readOf(world, append)).toBe(3);
    await expectEqual(world, "id");
  });

  it("are left out below a lookback as well", async () => {
    await using world = await openPgWorld(remembers);
    const own = { ...append, lookbackMs: 3_600_000 };
    await world.database.query("create table t (id int, at timestamptz)");
    await world.database.query(
      `insert into t select n, ${at} + n * interval '1 second' from generate_series(1, 300) n`,
    );
    expect(await readOf(world, own)).toBe(300);
    await world.database.query(`insert into t values (301, ${at} + interval '9 seconds')`);
    expect(await readOf(world, own)).toBe(1);
    await expectEqual(world, "id");
  });
});

describe("what cannot be told is read again", () => {
  it("when a table takes the name of another, with rows as old as they are", async () => {
    await using world = await openPgWorld(remembers);
    const { database } = world;
    for (const name of ["t", "fresh"])
      await database.query(`create table ${name} (id int primary key, at timestamptz)`);
    await database.query(`insert into fresh select n, ${at} from generate_series(1, 502) n`);
    await database.query(`insert into t select n, ${at} from generate_series(1, 500) n`);
    await readOf(world, keyed);
    await database.query("alter table t rename to old");
    await database.query("alter table fresh rename to t");
    expect(await readOf(world, keyed)).toBe(502);
    await expectEqual(world, "id");
  });

  it("when a partition is attached that was filled before", async () => {
    await using world = await openPgWorld(remembers);
    const { database } = world;
    await database.query("create table t (id int, at timestamptz) partition by list (id)");
    await database.query("create table first partition of t for values in (1)");
    await database.query("create table second (id int, at timestamptz)");
    await database.query(`insert into second select 2, ${at} from generate_series(1, 20) n`);
    await database.query(`insert into t select 1, ${at} from generate_series(1, 500) n`);
    expect(await readOf(world, append)).toBe(500);
    expect(await readOf(world, append)).toBe(0);
    await database.query("alter table t attach partition second for values in (2)");
    expect(await readOf(world, append)).toBe(520);
    await expectEqual(world, "id");
  });

  it("when the server's statistics began anew, as they do after a crash", async () => {
    await using world = await openPgWorld(remembers);
    await world.database.query("create table t (id int primary key, at timestamptz)");
    await world.database.query(`insert into t select n, ${at} from generate_series(1, 500) n`);
    await readOf(world, keyed);
    await world.database.query("select pg_stat_reset_shared('bgwriter')");
    expect(await readOf(world, keyed)).toBe(500);
    expect(await readOf(world, keyed)).toBe(0);
  });

  it("when another column is read, and where the stream is a view", async () => {
    await using world = await openPgWorld(remembers);
    const { database } = world;
    await database.query("create table base (id int primary key, v text, at timestamptz)");
    await database.query("create view t as select id, v, at from base");
    await database.query(`insert into base select n, 'v', ${at} from generate_series(1, 500) n`);
    await readOf(world, keyed);
    expect(await readOf(world, keyed)).toBe(500);
    await database.query("drop view t");
    await database.query("alter table base rename to t");
    await readOf(world, keyed);
    expect(await readOf(world, keyed)).toBe(0);
    await database.query("alter table t add column w int default 3");
    expect(await readOf(world, keyed)).toBe(500);
    await expectEqual(world, "id, v");
  });
});
