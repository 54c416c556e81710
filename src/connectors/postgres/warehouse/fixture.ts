// A Postgres database as the world of the destination suite; readers look at it by a connection of their own.
import type { DestinationFixture } from "../../../connector/testing/destination-suite.ts";
import { openDatabase } from "../../../../test/support/postgres.ts";
import pg from "pg";

const boolean = 16;

export const fixture: DestinationFixture = {
  skips: [
    {
      test: "books: a table that revos did not make is left alone",
      reason:
        "the suite makes that table through the workbench, which is not the warehouse here; warehouse/publish.pg.test.ts makes it in the warehouse",
    },
  ],
  async start() {
    const database = await openDatabase();
    const { config } = database;
    return {
      config,
      failures: [
        {
          name: "no such database",
          config: { ...config, database: "no_such_database" },
          code: "destination.database_not_found",
        },
        {
          name: "no such folder",
          config: { ...config, host: "/nowhere/at/all" },
          code: "destination.unreachable",
        },
        {
          name: "no such port",
          config: { ...config, host: "127.0.0.1", port: 1 },
          code: "destination.unreachable",
        },
        {
          name: "no such user",
          config: { ...config, user: "nobody_here" },
          code: "destination.auth_failed",
        },
      ],
      async read(sql) {
        const client = new pg.Client(config);
        await client.connect();
        try {
          const { rows, fields } = await client.query({
            text: sql,
            types: { getTypeParser: () => (text: string) => text } as never,
          });
          const flags = new Set(
            fields.filter((field) => field.dataTypeID === boolean).map((field) => field.name),
          );
          return (rows as Record<string, string | null>[]).map((row) =>
            Object.fromEntries(
              Object.entries(row).map(([name, value]) => [
                name,
                value !== null && flags.has(name) ? String(value === "t") : value,
              ]),
            ),
          );
        } finally {
          await client.end();
        }
      },
      stop: async () => await database[Symbol.asyncDispose](),
    };
  },
};
