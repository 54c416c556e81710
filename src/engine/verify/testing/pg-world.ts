// The world of the comparison's tests with a Postgres as the source, and as the warehouse where asked for.
import { openDatabase, type TestDatabase } from "../../../../test/support/postgres.ts";
import { destination } from "../../../connectors/postgres/destination.ts";
import { source } from "../../../connectors/postgres/source.ts";
import type { DestinationDefinition } from "../../../connector/destination.ts";
import type { SourceDefinition } from "../../../connector/source.ts";
import { openVerifyWorld, type VerifyWorld, type VerifyWorldOptions } from "./world.ts";

export type PgWorld = VerifyWorld & { readonly database: TestDatabase };

export type PgWorldOptions = VerifyWorldOptions & {
  /** Where the tables land: a DuckDB file, or the schema `landed` of the same Postgres. */
  readonly into?: "duckdb" | "postgres";
};

export async function openPgWorld({ into, ...options }: PgWorldOptions = {}): Promise<PgWorld> {
  const database = await openDatabase();
  const { config } = database;
  const world = await openVerifyWorld(
    {
      source: source as unknown as SourceDefinition,
      config,
      namespace: "public",
      ...(into === "postgres"
        ? {
            into: {
              destination: destination as unknown as DestinationDefinition,
              config: { ...config, schema: "landed" },
              schema: "landed",
            },
          }
        : {}),
    },
    options,
  );
  return {
    ...world,
    database,
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
    },
  };
}
