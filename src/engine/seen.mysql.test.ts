// A long low end in MariaDB is not read again while nobody wrote to its table, and whatever may have come is read.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { describeMariadb } from "../../test/support/mariadb.ts";
import { openMysqlWorld, type MysqlWorld } from "./verify/testing/mysql-world.ts";

const append = { mode: "incremental_append", cursor: ["at"] } as const;
const keyed = { mode: "incremental_deduped_history", cursor: ["at"], key: [["id"]] } as const;
const remembers = { limits: { worthRows: 1 } };
const at = "timestamp'2026-03-01 10:00:00'";

/** So long that a write before lies clearly before the next snapshot: times of writes have whole seconds. */
const aWhile = () => sleep(3100);

async function fill(world: MysqlWorld, rows = 500): Promise<void> {
  await world.database.query("create table t (id int primary key, v varchar(20), at datetime)");
  await world.database.query(`insert into t select seq, 'v', ${at} from seq_1_to_${rows}`);
  await aWhile();
}

const readOf = async (
  world: MysqlWorld,
  own: Parameters<MysqlWorld["sync"]>[1],
): Promise<number> => {
  const run = await world.sync("t", own);
  expect(run).toMatchObject({ status: "ok", balanced: true });
  return run.streams[0]!.read;
};

async function expectEqual(world: MysqlWorld): Promise<void> {
  const there = await world.database.query("select concat_ws('|', id, v) from t order by id");
  const here = await world.warehouse("select concat_ws('|', id, v) as r from t order by id");
  expect(here.map(({ r }) => r)).toEqual(there.map(([r]) => r));
}

describeMariadb("ties at the low end in MariaDB", () => {
  it("are not read again while nobody writes, and all of them are once somebody did", async () => {
    await using world = await openMysqlWorld(remembers);
    await fill(world);
    expect(await readOf(world, keyed)).toBe(500);
    expect(await readOf(world, keyed)).toBe(0);
    expect(await readOf(world, keyed)).toBe(0);
    await world.database.query(`update t set v = 'changed' where id = 77`);
    await world.database.query(`insert into t values (501, 'late', ${at}), (502, 'next', now())`);
    expect(await readOf(world, keyed)).toBe(502);
    await expectEqual(world);
  });

  it("bring rows of a transaction that was open over the sync, and of one that ended just before it", async () => {
    await using world = await openMysqlWorld(remembers);
    await fill(world);
    await using writer = await world.database.open();
    await writer.run("begin");
    await writer.run(`insert into t values (1000, 'late', ${at})`);
    await aWhile();
    expect(await readOf(world, append)).toBe(500);
    await writer.run("commit");
    expect(await readOf(world, append)).toBe(501);
    await expectEqual(world);
    // Its time may be that of the snapshot before. When it clearly is not, one more read tells that there is nothing.
    await aWhile();
    await readOf(world, append);
    expect(await readOf(world, append)).toBe(0);
  });

  it.each([
    ["another table has taken its name", ["rename table t to old, other to t"]],
    ["it was emptied and filled again", ["truncate t", "insert into t select * from other"]],
    [
      "a column was replaced",
      [
        "alter table t drop column v",
        "alter table t add column v varchar(20) default 'w' after id",
      ],
    ],
  ])("are read again when %s", async (_what, statements) => {
    await using world = await openMysqlWorld(remembers);
    await fill(world);
    await world.database.query("create table other like t");
    await world.database.query(`insert into other select id, 'other', at from t`);
    await aWhile();
    expect(await readOf(world, keyed)).toBe(500);
    expect(await readOf(world, keyed)).toBe(0);
    for (const sql of statements) await world.database.query(sql);
    expect(await readOf(world, keyed)).toBe(500);
    await expectEqual(world);
  });

  it("are read again under a condition, and when few of them would be", async () => {
    await using world = await openMysqlWorld(remembers);
    await fill(world);
    const own = { ...keyed, where: "id > (select count(*) from t) - 500" };
    expect(await readOf(world, own)).toBe(500);
    expect(await readOf(world, own)).toBe(500);
    await using plain = await openMysqlWorld();
    await fill(plain, 50);
    expect(await readOf(plain, keyed)).toBe(50);
    expect(await readOf(plain, keyed)).toBe(50);
  });
});
