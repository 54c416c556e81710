// The world of the comparison's tests with a MariaDB as the source.
import {
  openMariadb,
  testMariadb,
  type Mariadb,
  type MariadbDatabase,
} from "../../../../test/support/mariadb.ts";
import { source } from "../../../connectors/mysql/source.ts";
import type { SourceDefinition } from "../../../connector/source.ts";
import { openVerifyWorld, type VerifyWorld, type VerifyWorldOptions } from "./world.ts";

export type MysqlWorld = VerifyWorld & { readonly database: MariadbDatabase };

export async function openMysqlWorld(
  options: VerifyWorldOptions = {},
  server: Mariadb | null = testMariadb(),
): Promise<MysqlWorld> {
  const database = await openMariadb(server);
  const { config, name } = database;
  const world = await openVerifyWorld(
    { source: source as unknown as SourceDefinition, config, namespace: name },
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
