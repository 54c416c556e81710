// Big tables in chunks: all of the rows however many readers there are, and after a read that broke off only what has to
// be read again is. Real Postgres, real DuckDB; the table's contents are compared row by row.
import pg from "pg";
import { describe, expect, it } from "vitest";
import { useOwnCluster } from "../../../test/support/own-cluster.ts";
import type { SourceDefinition } from "../../connector/source.ts";
import { source } from "../../connectors/postgres/source.ts";
import { silentLog } from "../../kernel/log.ts";
import { RevosError } from "../../kernel/error.ts";
import { openPgWorld, type PgWorld } from "../testing/pg-world.ts";

useOwnCluster();

/** Counts the chunks that are read, and breaks every read off after so many segments, while it is set. */
type Watch = { readonly chunks: (string | undefined)[]; breakAfter: number | null };

function watched(source: SourceDefinition, watch: Watch): SourceDefinition {
  return {
    ...source,
    async open(config, ctx) {
      const open = await source.open(config, ctx);
      return {
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
      };
    },
  };
}

async function openChunked(parallel = 1): Promise<PgWorld & { readonly watch: Watch }> {
  const watch: Watch = { chunks: [], breakAfter: null };
  const world = await openPgWorld({ limits: { chunkBytes: 64 * 1024, parallel } }, (source) =>
    watched(source, watch),
  );
  return { ...world, watch, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

const makeTable = (rows: number): string =>
  `create table t (id int primary key, at timestamptz not null, note text);
   insert into t select n, '2026-01-01'::timestamptz + n * interval '1 second', repeat('x', 60) || n from generate_series(1, ${rows}) n;`;

async function expectEqual(world: PgWorld): Promise<void> {
  const sql =
    "select count(*)::text as a, coalesce(sum(id), 0)::text as b, coalesce(md5(string_agg(id || ':' || note, ',' order by id)), '') as c from t";
  const [there] = await world.database.query(sql);
  const here = await world.query(
    "select count(*)::varchar as a, coalesce(sum(id), 0)::varchar as b, coalesce(md5(string_agg(id || ':' || note, ',' order by id)), '') as c from t",
  );
  expect(Object.values(here[0] ?? {})).toEqual(Object.values(there as object));
}

const modes = [
  "full_refresh_overwrite",
  "incremental_append",
  "incremental_deduped_history",
] as const;

describe("a big table", () => {
  it.each([1, 2, 3])("is read whole in chunks by %d readers", async (parallel) => {
    await using world = await openChunked(parallel);
    await world.database.query(makeTable(9000));
    // Versions that nobody sees lie in every page.
    await world.database.query("update t set note = note || '!' where id % 3 = 0");
    const run = await world.sync("t", { mode: "full_refresh_overwrite" });
    expect(run).toMatchObject({ status: "ok", streams: [{ read: 9000, written: 9000 }] });
    expect(new Set(world.watch.chunks).size).toBe(world.watch.chunks.length);
    expect(world.watch.chunks.length).toBeGreaterThan(8);
    await expectEqual(world);
  });

  it("is read leaf by leaf where it is partitioned, empty leaves and all", async () => {
    await using world = await openChunked(2);
    await world.database.query(
      `create table t (id int, at timestamptz not null, note text) partition by range (id);
       create table t_a partition of t for values from (0) to (4000);
       create table t_b partition of t for values from (4000) to (100000) partition by range (id);
       create table t_b1 partition of t_b for values from (4000) to (5000);
       create table t_b2 partition of t_b default;
       create table t_empty partition of t for values from (200000) to (300000);
       insert into t select n, '2026-01-01', repeat('y', 50) || n from generate_series(1, 9000) n;`,
    );
    const run = await world.sync("t", { mode: "full_refresh_overwrite" });
    expect(run).toMatchObject({ status: "ok", streams: [{ read: 9000, written: 9000 }] });
    expect(world.watch.chunks.length).toBeGreaterThan(4);
    await expectEqual(world);
  });

  it.each(["select * from base", "materialized"])(
    "is not cut where it is a view (%s)",
    async (kind) => {
      await using world = await openChunked();
      await world.database.query(makeTable(5000).replaceAll(" t ", " base "));
      await world.database.query(
        kind === "materialized"
          ? "create materialized view t as select * from base"
          : "create view t as select * from base",
      );
      const run = await world.sync("t", { mode: "full_refresh_overwrite" });
      expect(run).toMatchObject({ status: "ok", streams: [{ read: 5000 }] });
      if (kind !== "materialized") expect(world.watch.chunks).toEqual([undefined]);
      await expectEqual(world);
    },
  );

  it("is read in one piece where the role may not read it as a whole, or a policy limits its leaves", async () => {
    await using world = await openChunked();
    const { database } = world;
    const role = `limited_${database.name}`;
    await database.query(makeTable(5000));
    await database.query(
      `create table p (id int, note text) partition by range (id);
       create table p_1 partition of p default;
       insert into p select n, repeat('z', 90) from generate_series(1, 5000) n;
       alter table p enable row level security; create policy few on p using (id < 10);
       create role ${role} login; grant usage on schema public to ${role};
       grant select (id, note) on t to ${role}; grant select on p, p_1 to ${role};`,
    );
    try {
      const signal = new AbortController().signal;
      const config = source.config.parse({ ...database.config, user: role });
      await using open = await source.open(config, { signal, log: silentLog });
      const { streams } = await open.discover();
      expect(streams.map((stream) => stream.name)).toEqual(["p", "t"]);
      for (const stream of streams)
        expect(await open.chunks?.({ stream, where: null }, 64 * 1024)).toBeNull();
    } finally {
      await database.query(`drop owned by ${role}; drop role ${role}`);
    }
  });
});

describe("a read that broke off", () => {
  it.each(modes)("goes on with the chunks that are missing (%s)", async (mode) => {
    await using world = await openChunked();
    await world.database.query(makeTable(9000));
    const own = { mode, cursor: mode === "full_refresh_overwrite" ? [] : ["at"], key: [["id"]] };
    world.watch.breakAfter = 5;
    const broken = await world.sync("t", own).catch((error: unknown) => error);
    expect(broken).toMatchObject({ status: "failed" });
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
    expect(world.watch.chunks.length).toBeLessThan(12);
    await expectEqual(world);
    world.watch.chunks.length = 0;
    // What was published is no longer a broken read: the next full refresh reads everything.
    const next = await world.sync("t", own);
    expect(next).toMatchObject({ status: "ok", warnings: [] });
    await expectEqual(world);
  });

  it.each([
    ["a row that was changed", "update t set note = 'new' where id = 3"],
    ["a row that was deleted", "delete from t where id = 3"],
    [
      "rows that came",
      "insert into t select n, now(), 'late' from generate_series(20001, 20050) n",
    ],
    [
      "a row that was deleted and one that took its place",
      "delete from t where id = 5; vacuum t; insert into t values (30001, now(), 'short')",
    ],
    ["a change that was rolled back", "begin; update t set note = 'never'; rollback"],
    ["a table that was emptied and filled again", `truncate t; ${makeTable(9000).split(";")[1]}`],
    ["a table that was rewritten", "vacuum full t"],
    ["a table that was frozen", "vacuum freeze t"],
  ])("is right after %s", async (_what, sql) => {
    await using world = await openChunked();
    await world.database.query(makeTable(9000));
    world.watch.breakAfter = 6;
    await world.sync("t", { mode: "full_refresh_overwrite" });
    world.watch.breakAfter = null;
    for (const statement of sql.split("; ").length > 1 && sql.startsWith("begin")
      ? [sql]
      : sql.split(";"))
      if (statement.trim()) await world.database.query(statement);
    const run = await world.sync("t", { mode: "full_refresh_overwrite" });
    expect(run).toMatchObject({ status: "ok", balanced: true });
    await expectEqual(world);
  });

  it.each([
    ["and deletes", ["delete from t where id = 7"]],
    // A savepoint's rows have a number of their own, which the list of what is open does not hold.
    ["under a savepoint", ["insert into other values (0)", "savepoint a"]],
  ])(
    "sees a transaction that was open while the chunk was read and committed since (%s)",
    async (_what, first) => {
      await using world = await openChunked();
      // With room in every page, so that new versions stand beside the old ones: the count alone tells nothing.
      await world.database.query(
        makeTable(9000).replace("note text)", "note text) with (fillfactor = 50)"),
      );
      await world.database.query("create table other (n int)");
      const { host, port, user, database } = world.database.config;
      const other = new pg.Client({ host, port, user, database });
      await other.connect();
      await other.query("begin");
      for (const sql of first) await other.query(sql);
      await other.query("update t set note = 'committed late' where id in (1, 2, 3)");
      for (let n = 0; n < 3; n++) await world.database.query(`insert into other values (${n})`);
      world.watch.breakAfter = 6;
      await world.sync("t", { mode: "full_refresh_overwrite" });
      await other.query("commit");
      await other.end();
      world.watch.breakAfter = null;
      const run = await world.sync("t", { mode: "full_refresh_overwrite" });
      expect(run).toMatchObject({ status: "ok", balanced: true });
      await expectEqual(world);
    },
  );

  it("takes nothing over when other columns, mappers or conditions are asked for", async () => {
    await using world = await openChunked();
    await world.database.query(makeTable(9000));
    world.watch.breakAfter = 6;
    await world.sync("t", { mode: "full_refresh_overwrite" });
    world.watch.breakAfter = null;
    const run = await world.sync("t", { mode: "full_refresh_overwrite", where: "id <= 100" });
    expect(run).toMatchObject({ status: "ok", warnings: [], streams: [{ read: 100 }] });
  });
});
