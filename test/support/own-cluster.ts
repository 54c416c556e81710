// A Postgres of one test file's own. What is open anywhere in a cluster counts for every row's age in it, other databases and
// the server's own cleaning included; where a test asserts an age, nobody else may be there.
import { afterAll, beforeAll } from "vitest";
import { findPostgres, startCluster, type RunningCluster } from "./postgres.ts";

/** From here on `openDatabase` gives databases of that cluster, to the end of the file. */
export function useOwnCluster(): void {
  const shared = process.env.REVOS_TEST_PG;
  let cluster: RunningCluster;
  beforeAll(async () => {
    cluster = await startCluster(findPostgres("debian") ? "debian" : "npm", {
      settings: ["autovacuum = off"],
    });
    process.env.REVOS_TEST_PG = JSON.stringify([cluster]);
  });
  afterAll(async () => {
    process.env.REVOS_TEST_PG = shared;
    await cluster?.[Symbol.asyncDispose]();
  });
}
