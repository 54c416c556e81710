// Big tables of MariaDB in chunks of their primary key: all of the rows whatever the key is, and after a read that broke off
// only what is missing, as long as nobody wrote to the table. Real MariaDB, real DuckDB; contents are compared row by row.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { describeMariadb } from "../../../test/support/mariadb.ts";
import type { ChunkList, OpenSource } from "../../connector/source.ts";
import { source } from "../../connectors/mysql/source.ts";
import { RevosError } from "../../kernel/error.ts";
import { silentLog } from "../../kernel/log.ts";
import { openMysqlWorld, type MysqlWorld } from "../verify/testing/mysql-world.ts";

/** Counts the chunks that are read, and breaks every read off after so many segments, while it is set. */
type Watch = { readonly chunks: (string | undefined)[]; breakAfter: number | null };

const watched =
  (watch: Watch) =>
  (open: OpenSource): OpenSource => ({
    ...open,
    async *read(request, readContext) {
      watch.chunks.push(request.chunk);
      for await (const segment of open.read(request, readContext)) {
        if (watch.breakAfter === 0) throw new RevosError("source.unknown", "The wire was cut.");
        if (watch.breakAfter !== null) watch.breakAfter--;
        yield segment;
      }
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  });

async function openChunked(parallel = 1): Promise<MysqlWorld & { readonly watch: Watch }> {
  const watch: Watch = { chunks: [], breakAfter: null };
  const world = await openMysqlWorld({
    limits: { chunkBytes: 64 * 1024, parallel },
    wrap: watched(watch),
  });
  return { ...world, watch, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

const note = "concat(repeat('x', 60), seq)";

/** `doubtMs` after the last write, as a table that has been there for a while. */
async function fill(world: MysqlWorld, ...statements: readonly string[]): Promise<void> {
  for (const sql of statements) await world.database.query(sql);
  await world.database.query("analyze table t");
  await sleep(3100);
}

const numbered = [
  "create table t (id int primary key, at timestamp(6) not null, note text)",
  `insert into t select seq, '2026-01-01', ${note} from seq_1_to_9000`,
] as const;

async function expectEqual(world: MysqlWorld, key = "id"): Promise<void> {
  const [there] = await world.database.query(
    `select count(*), count(distinct ${key}), sum(crc32(note)), sum(length(note)) from t`,
  );
  const rows = await world.warehouse(`select ${key} as k, note from t`);
  expect(new Set(rows.map((row) => String(row.k))).size).toBe(rows.length);
  expect(String(rows.length)).toBe(there?.[0]);
  const { stream } = await world.verify("t");
  expect(stream).toMatchObject({ status: "equal", readRows: 0 });
}

/** Key types with an expression over seq that gives many different values of it. */
const keys: readonly (readonly [string, string])[] = [
  ["int", "cast(seq as signed) * 7 - 20000"],
  ["bigint unsigned", "case when seq = 1 then 18446744073709551615 else seq end"],
  ["bigint", "case when seq = 1 then -9223372036854775808 else seq * 1000003 end"],
  ["decimal(20,4)", "(cast(seq as signed) - 4000) / 8"],
  ["date", "date '1900-01-01' + interval seq day"],
  ["datetime(6)", "timestamp '2020-01-01 00:00:00' + interval seq * 1234567 microsecond"],
  ["timestamp(3)", "timestamp '2020-01-01 00:00:00' + interval seq minute"],
  ["binary(16)", "unhex(md5(seq))"],
  ["varbinary(20)", "concat('key', seq)"],
  ["uuid", "concat(left(md5(seq), 8), '-0000-4000-8000-', right(md5(seq), 12))"],
  ["char(36)", "insert(insert(md5(seq), 9, 0, '-'), 14, 0, '-')"],
  ["varchar(40)", "concat('Order-', seq)"],
  [
    "varchar(40) collate utf8mb4_unicode_ci",
    "concat(elt(seq % 4 + 1, 'ä', 'Z', '!', 'émile'), seq)",
  ],
  ["varchar(40) character set latin1", "concat(elt(seq % 3 + 1, 'é', 'a', 'Z'), seq)"],
];

describeMariadb("a big table of MariaDB", () => {
  it.each(keys)("is read whole in chunks by a key of %s", async (type, value) => {
    await using world = await openChunked();
    await world.database.query(`create table t (k ${type} primary key, note text)`);
    await world.database.query(`insert into t select ${value}, ${note} from seq_1_to_9000`);
    await world.database.query("analyze table t");
    const run = await world.sync("t", { mode: "full_refresh_overwrite" });
    expect(run).toMatchObject({ status: "ok", streams: [{ read: 9000, written: 9000 }] });
    expect(new Set(world.watch.chunks).size).toBe(world.watch.chunks.length);
    expect(world.watch.chunks.length).toBeGreaterThan(5);
    expect(world.watch.chunks.length).toBeLessThan(72);
    await expectEqual(world, "k");
  });

  it("is read whole by several readers, which take turns", async () => {
    await using world = await openChunked(3);
    for (const sql of numbered) await world.database.query(sql);
    await world.database.query("analyze table t");
    const run = await world.sync("t", { mode: "full_refresh_overwrite" });
    expect(run).toMatchObject({ status: "ok", streams: [{ read: 9000, written: 9000 }] });
    await expectEqual(world);
  });

  it("is read partition by partition where the key decides, and by the first column of a longer key", async () => {
    await using world = await openChunked();
    await fill(
      world,
      `create table t (id int, part int, note text, primary key (id, part)) partition by range (part)
        (partition a values less than (2), partition b values less than maxvalue)`,
      `insert into t select seq div 3, seq % 3, ${note} from seq_1_to_9000`,
    );
    const run = await world.sync("t", { mode: "full_refresh_overwrite" });
    expect(run).toMatchObject({ status: "ok", streams: [{ read: 9000 }] });
    expect(world.watch.chunks.length).toBeGreaterThan(5);
    expect((await world.verify("t")).stream).toMatchObject({ status: "equal", readRows: 0 });
  });

  it("cuts a table whose values lie far apart where its rows are", async () => {
    await using world = await openChunked();
    await world.database.query("create table t (id bigint primary key, note text)");
    await world.database.query(
      `insert into t select case when seq < 10 then seq * 900000000000000000 else -cast(seq as signed) end, ${note} from seq_1_to_9000`,
    );
    await world.database.query("analyze table t");
    await world.sync("t", { mode: "full_refresh_overwrite" });
    expect(world.watch.chunks.length).toBeGreaterThan(5);
    await expectEqual(world);
  });

  it.each([
    [
      "a view",
      [
        "create table base (id int primary key, note text)",
        `insert into base select seq, ${note} from seq_1_to_9000`,
        "create view t as select * from base",
      ],
    ],
    [
      "without a primary key",
      [
        "create table t (id int, note text, unique (id))",
        `insert into t select seq, ${note} from seq_1_to_9000`,
      ],
    ],
    [
      "of an engine without snapshots",
      [
        "create table t (id int primary key, note text) engine = MyISAM",
        `insert into t select seq, ${note} from seq_1_to_9000`,
      ],
    ],
    [
      "with a key that has no middle",
      [
        "create table t (id double primary key, note text)",
        `insert into t select seq, ${note} from seq_1_to_9000`,
      ],
    ],
    [
      "with one value in the key's first column",
      [
        "create table t (a int, id int, note text, primary key (a, id))",
        `insert into t select 1, seq, ${note} from seq_1_to_9000`,
      ],
    ],
  ])("is not cut where it is %s", async (_, statements) => {
    await using world = await openChunked();
    for (const sql of statements) await world.database.query(sql);
    const run = await world.sync("t", { mode: "full_refresh_overwrite" });
    expect(run).toMatchObject({ status: "ok", streams: [{ read: 9000 }] });
    expect(world.watch.chunks).toEqual([undefined]);
  });
});

describeMariadb("a read of MariaDB that broke off", () => {
  it.each(["full_refresh_overwrite", "incremental_append", "incremental_deduped_history"] as const)(
    "goes on with the chunks that are missing (%s)",
    async (mode) => {
      await using world = await openChunked();
      await fill(world, ...numbered);
      const own = { mode, cursor: mode === "full_refresh_overwrite" ? [] : ["at"], key: [["id"]] };
      world.watch.breakAfter = 5;
      expect(await world.sync("t", own)).toMatchObject({ status: "failed" });
      const before = world.watch.chunks.length;
      world.watch.breakAfter = null;
      world.watch.chunks.length = 0;
      const run = await world.sync("t", own);
      expect(run).toMatchObject({
        status: "ok",
        balanced: true,
        streams: [{ read: 9000, written: 9000 }],
        warnings: [{ code: "read_resumed", chunks: before - 1 }],
      });
      await expectEqual(world);
      expect(await world.sync("t", own)).toMatchObject({ status: "ok", warnings: [] });
    },
  );

  it.each([
    ["a row that was changed", ["update t set note = 'new' where id = 3"]],
    ["a row that was deleted", ["delete from t where id = 3"]],
    ["rows that came", ["insert into t select seq, now(), 'late' from seq_20001_to_20050"]],
    ["a table that was emptied and filled again", ["truncate t", numbered[1]]],
    ["a table that was emptied", ["truncate t", "insert into t values (1, now(), 'only')"]],
    ["a table that was rewritten", ["alter table t engine = InnoDB"]],
    ["a column that was added", ["alter table t add column n int default 5"]],
  ])("reads everything again after %s", async (_, statements) => {
    await using world = await openChunked();
    await fill(world, ...numbered);
    world.watch.breakAfter = 6;
    await world.sync("t", { mode: "full_refresh_overwrite" });
    world.watch.breakAfter = null;
    for (const sql of statements) await world.database.query(sql);
    const run = await world.sync("t", { mode: "full_refresh_overwrite" });
    expect(run).toMatchObject({ status: "ok", balanced: true, warnings: [] });
    await expectEqual(world);
  });

  it("trusts no table that was written to around the moment of the snapshot, or by a transaction that was open", async () => {
    await using world = await openChunked();
    await fill(world, ...numbered);
    await using other = await world.database.open();
    await other.run("begin");
    await other.run("update t set note = 'committed late' where id in (1, 2, 3)");
    world.watch.breakAfter = 6;
    await world.sync("t", { mode: "full_refresh_overwrite" });
    await other.run("commit");
    // The write now lies a moment before the snapshot, which may or may not have seen it.
    await world.sync("t", { mode: "full_refresh_overwrite" });
    world.watch.breakAfter = null;
    const run = await world.sync("t", { mode: "full_refresh_overwrite" });
    expect(run).toMatchObject({ status: "ok", balanced: true, warnings: [] });
    await expectEqual(world);
  });

  it("is proven by times of every partition, and not by a moment of another server", async () => {
    await using world = await openChunked();
    await fill(
      world,
      `create table t (id int primary key, note text) partition by range (id)
        (partition a values less than (4000), partition b values less than maxvalue)`,
      `insert into t select seq, ${note} from seq_1_to_9000`,
    );
    const signal = new AbortController().signal;
    await using open = await source.open(source.config.parse(world.database.config), {
      signal,
      log: silentLog,
    });
    const [stream] = (await open.discover()).streams;
    const request = { stream: stream!, where: null };
    const list: ChunkList | null = (await open.chunks?.(request, 64 * 1024)) ?? null;
    const asked = list!.chunks.map(({ id }) => ({ id, rows: 1 }));
    const unchanged = async (moment: string, where: string | null = null) =>
      (await open.unchanged?.({ ...request, where }, moment, asked))?.length;
    expect(await unchanged(list!.moment)).toBe(asked.length);
    expect(await unchanged(list!.moment, "id > 5")).toBe(0);
    expect(await unchanged(list!.moment.replace('"server":"', '"server":"x'))).toBe(0);
    type Facts = { times: (string | null)[][]; ids: (string | null)[][] };
    const [moment, facts] = JSON.parse(list!.moment) as [object, Facts];
    expect([facts.times.length, facts.ids.length]).toEqual([2, 2]);
    const times = facts.times.map((one, i) => (i === 1 ? [one[0]!, one[1]!, null] : one));
    expect(await unchanged(JSON.stringify([moment, { ...facts, times }]))).toBe(0);
    expect(await unchanged(JSON.stringify([moment, { ...facts, ids: [] }]))).toBe(0);
    await world.database.query("update t set note = 'x' where id = 1");
    expect(await unchanged(list!.moment)).toBe(0);
  });

  it.each([
    ["a partition was emptied", "alter table t truncate partition a"],
    ["a partition was exchanged", "alter table t exchange partition a with table other"],
    ["the table was emptied", "truncate t"],
    ["another table took its name", "rename table t to gone, like_it to t"],
  ])("is not trusted when %s, which no time of a write tells", async (_, statement) => {
    await using world = await openChunked();
    const partitions =
      "partition by range (id) (partition a values less than (4000), partition b values less than maxvalue)";
    await fill(
      world,
      `create table t (id int primary key, note text) ${partitions}`,
      "create table like_it like t",
      "create table other (id int primary key, note text)",
      `insert into like_it select seq, 'y' from seq_1_to_9000`,
      `insert into t select seq, ${note} from seq_1_to_9000`,
      "insert into other values (1, 'z')",
    );
    const ctx = { signal: new AbortController().signal, log: silentLog };
    const config = source.config.parse(world.database.config);
    const ask = async (moment: string | null) => {
      await using open = await source.open(config, ctx);
      const stream = (await open.discover()).streams.find(({ name }) => name === "t");
      const request = { stream: stream!, where: null };
      if (moment === null) return (await open.chunks?.(request, 64 * 1024))?.moment ?? "";
      return await open.unchanged?.(request, moment, [{ id: '["id",null,"5000"]', rows: 1 }]);
    };
    const moment = (await ask(null)) as string;
    expect(await ask(moment)).toHaveLength(1);
    await world.database.query(statement);
    expect(await ask(moment)).toEqual([]);
  });

  it("is not trusted by an account that may not see InnoDB's numbers", async () => {
    await using world = await openChunked();
    await fill(world, ...numbered);
    const account = `plain_${world.database.name}`;
    await world.database.query(`create user ${account}@'%'`);
    await world.database.query(`grant select on ${world.database.name}.* to ${account}@'%'`);
    try {
      const ctx = { signal: new AbortController().signal, log: silentLog };
      const config = source.config.parse({ ...world.database.config, user: account });
      await using open = await source.open(config, ctx);
      const request = { stream: (await open.discover()).streams[0]!, where: null };
      const list = await open.chunks?.(request, 64 * 1024);
      expect(list!.chunks.length).toBeGreaterThan(5);
      const asked = list!.chunks.map(({ id }) => ({ id, rows: 1 }));
      expect(await open.unchanged?.(request, list!.moment, asked)).toEqual([]);
    } finally {
      await world.database.query(`drop user ${account}@'%'`);
    }
  });
});
