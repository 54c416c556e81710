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
