// Backfill, replay and rollback of parts in a Postgres warehouse.
import { openPostgresWorld } from "../testing/postgres-world.ts";
import { testPartKills } from "../testing/part-kills.ts";
import { testParts, type PartsWorld } from "../testing/parts-suite.ts";
import type { TestStream } from "../testing/world.ts";

async function openPostgres(streams: Record<string, TestStream>): Promise<PartsWorld> {
  const world = await openPostgresWorld(streams);
  return {
    ...world,
    schema: "public",
    rows: async (sql) =>
      (
        await world.database.query(`select row_to_json(this_row) as row from (${sql}) as this_row`)
      ).map(({ row }) => Object.values(row as Record<string, unknown>)),
  };
}

testParts(openPostgres);
testPartKills(openPostgres);
