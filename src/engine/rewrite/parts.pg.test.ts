// Backfill, replay and rollback of parts in a Postgres warehouse.
import { expect, it } from "vitest";
import { openPostgresWorld } from "../testing/postgres-world.ts";
import { testPartKills } from "../testing/part-kills.ts";
import { testParts, type PartsWorld } from "../testing/parts-suite.ts";
import type { TestStream } from "../testing/world.ts";

async function openPostgres(streams: Record<string, TestStream>): Promise<PartsWorld> {
  const world = await openPostgresWorld(streams);
  return {
    ...world,
    schema: "public",
    change: (sql) => world.database.query(sql),
    rows: async (sql) =>
      (
        await world.database.query(`select row_to_json(this_row) as row from (${sql}) as this_row`)
      ).map(({ row }) => Object.values(row as Record<string, unknown>)),
  };
}

testParts(openPostgres);
testPartKills(openPostgres);

it("what is kept too long stays while somebody reads it, and no run fails of that", async () => {
  await using world = await openPostgres({});
  await using open = await world.open();
  await open.prepare(["public"]);
  await world.change("create table _revos_kept.old (a int)");
  await world.change(
    "insert into _revos.rewrites (run_id, target, part, kept, removed, committed_at) values ('r', 't', 'p', 'old', 1, '2020-01-01')",
  );
  await world.change("begin");
  await world.change("lock table _revos_kept.old in access share mode");
  await open.prepare(["public"]);
  expect(await world.rows("select kept from _revos.rewrites")).toEqual([["old"]]);
  await world.change("commit");
  await open.prepare(["public"]);
  expect(
    await world.rows("select kept, to_regclass('_revos_kept.old') as t from _revos.rewrites"),
  ).toEqual([[null, null]]);
});

it("rows of the table are fetched by what they share with staged ones, and from a place on, at once", async () => {
  await using world = await openPostgres({});
  await using open = await world.open();
  await open.prepare(["public"]);
  await world.change("create table t (id int, v text, at timestamptz, _revos_id bigint)");
  await world.change(
    "insert into t select i, 'v' || i % 10, '2026-03-01'::timestamptz + i * interval '1 day', i from generate_series(1, 100) i",
  );
  await open.workbench.run("create temp table asked as select 'v7' as v union all select 'v7'");
  const fetched = async (from: { column: string; text: string } | null) => {
    const table = await open.existing!({
      target: { schema: "public", table: "t" },
      columns: ["id", "v"],
      matching: { table: { schema: "temp", table: "asked" }, columns: ["v"] },
      from,
    });
    const rows = await open.workbench.all(
      `select id from "${table.schema}"."${table.table}" order by id`,
    );
    return rows.map(({ id }) => Number(id));
  };
  expect(await fetched(null)).toEqual([7, 17, 27, 37, 47, 57, 67, 77, 87, 97]);
  expect(await fetched({ column: "at", text: "2026-05-20 00:00:00+00" })).toEqual([87, 97]);
});

it("a part by a condition in append mode adds what is missing and leaves the rest, fetching only rows like those read", async () => {
  const columns = { id: "int32", v: "text", at: "timestamptz" };
  const row = (id: number, v: string) => [String(id), v, `2026-03-0${id} 00:00:00+00`];
  await using world = await openPostgres({
    t: { columns, rows: [row(1, "a"), row(2, "b"), row(2, "b"), row(3, "c")] },
  });
  const append = { mode: "incremental_append", cursor: ["at"] } as const;
  await world.sync({ t: append });
  world.streams.t!.rows = [row(1, "a"), row(2, "b"), row(2, "b"), row(2, "b"), row(3, "changed")];
  const part = {
    plan: "b",
    name: "where",
    ordinal: 900,
    range: null,
    raw: null,
    isWhole: false,
    keeps: true,
  };
  const run = await world.sync({ t: { ...append, where: "v = 'b'", part } }, { lane: "backfill" });
  expect(run).toMatchObject({ status: "ok", balanced: true });
  expect(run.streams[0]).toMatchObject({ written: 1, deduplicated: 2, filtered: 2 });
  expect(await world.rows("select id, v from t order by id, v")).toEqual([
    [1, "a"],
    [2, "b"],
    [2, "b"],
    [2, "b"],
    [3, "c"],
  ]);
});
