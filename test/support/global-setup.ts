// Starts what this machine can run, once per test run, and says what it cannot. With REVOS_TEST_STRICT=1 a missing
// service is a failure, never a silent pass.
import { execFileSync } from "node:child_process";
import { binary } from "./cli.ts";
import { findMariadb, startMariadb, type Mariadb, type RunningMariadb } from "./mariadb.ts";
import {
  findPostgres,
  startCluster,
  type Cluster,
  type PostgresKind,
  type RunningCluster,
} from "./postgres.ts";

export default async function setup(): Promise<() => Promise<void>> {
  bundle();
  const running: RunningCluster[] = [];
  if (!process.env.REVOS_TEST_NO_SERVICES) {
    for (const kind of ["debian", "npm"] satisfies PostgresKind[]) {
      if (findPostgres(kind)) running.push(await startCluster(kind));
      else if (process.env.REVOS_TEST_STRICT)
        throw new Error(`Strict: no Postgres of kind ${kind} on this machine.`);
    }
  }
  let mariadb: RunningMariadb | null = null;
  if (!process.env.REVOS_TEST_NO_SERVICES) {
    if (findMariadb()) mariadb = await startMariadb();
    else if (process.env.REVOS_TEST_STRICT)
      throw new Error("Strict: no MariaDB on this machine (Debian: mariadb-server).");
  }
  process.env.REVOS_TEST_MARIADB = JSON.stringify(
    mariadb &&
      ({
        socket: mariadb.socket,
        port: mariadb.port,
        version: mariadb.version,
      } satisfies Mariadb),
  );
  process.env.REVOS_TEST_PG = JSON.stringify(
    running.map(({ kind, host, port, user, major }): Cluster => ({
      kind,
      host,
      port,
      user,
      major,
    })),
  );
  return async () => {
    for (const cluster of running) await cluster[Symbol.asyncDispose]();
    await mariadb?.[Symbol.asyncDispose]();
  };
}

/** The bundle for tests that run the executable. While a source does not bundle, the tests of other rooms still run. */
function bundle(): void {
  try {
    execFileSync(process.execPath, [binary, "--build"], {
      stdio: process.env.REVOS_TEST_STRICT ? "inherit" : "ignore",
    });
  } catch (error) {
    if (process.env.REVOS_TEST_STRICT) throw error;
    process.stderr.write(
      "The executable could not be bundled: tests that run it will fail (node bin/revos.mjs --build says why).\n",
    );
  }
}
