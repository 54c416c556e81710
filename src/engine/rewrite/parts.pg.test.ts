// Backfill, replay and rollback of parts in a Postgres warehouse.
import { openPostgresWorld } from "../testing/postgres-world.ts";
import { testParts } from "../testing/parts-suite.ts";

testParts(async (streams) => {
  const world = await openPostgresWorld(streams);
  return {
    ...world,
    schema: "public",
    rows: async (sql) =>
      (
        await world.database.query(`select row_to_json(this_row) as row from (${sql}) as this_row`)
      ).map(({ row }) => Object.values(row as Record<string, unknown>)),
  };
});
