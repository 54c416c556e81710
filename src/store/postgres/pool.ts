// The team store: a small pool of Postgres connections, all tables in a schema of our own. `pg` is imported only here, late.
import type { Socket } from "node:net";
import type { Pool, PoolClient } from "pg";
import { RevosError } from "../../kernel/error.ts";
import type { Log } from "../../kernel/log.ts";
import type { RawSession } from "../migrate.ts";
import type { PostgresAddress } from "./address.ts";
import { storeLimits } from "./limits.ts";

export const storeSchema = "revos";

/** Any number, as long as every revos uses the same: who migrates holds it. */
const migrationLock = 7_320_115_001;
const int8 = 20;

export async function openPool(address: PostgresAddress, log: Log): Promise<Pool> {
  const { default: pg } = await import("pg");
  const { host, port, database, user, password, ssl, place } = address;
  const pool = new pg.Pool({
    host,
    port,
    database,
    ssl,
    ...(user === undefined ? {} : { user }),
    ...(password === undefined ? {} : { password }),
    max: 4,
    application_name: "revos",
    connectionTimeoutMillis: storeLimits.connect,
    idleTimeoutMillis: storeLimits.idle,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    types: {
      getTypeParser: (oid: number, format?: "text" | "binary") =>
        oid === int8 ? toSafeNumber : pg.types.getTypeParser(oid, format as "text"),
    },
  });
  // An idle connection that the server ends is nobody's failure: the pool makes a new one when it is needed.
  pool.on("error", () => log.debug("store connection ended", { store: place }));
  // No statement of the store takes long. A connection that is silent for so long is lost: the pool closes idle ones before.
  pool.on("connect", (client) => {
    // The pool listens to idle ones only. One that is lost in use fails the statement that it is used for next.
    client.on("error", () => log.debug("store connection lost", { store: place }));
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    stream.setTimeout(storeLimits.answer, () => stream.destroy());
  });
  return pool;
}

/** What every new connection of the pool is told. */
export function sessionSettings(busyTimeoutMs: number): string {
  return `set lock_timeout = ${Math.round(busyTimeoutMs)}; set idle_in_transaction_session_timeout = 60000; set timezone = 'UTC'`;
}

export function makePostgresSession(client: PoolClient): RawSession {
  const exec = async (sql: string) => {
    await client.query(sql);
  };
  const rows = async (sql: string) => (await client.query(sql)).rows as Record<string, unknown>[];
  return {
    migrationTable: `${storeSchema}.revos_migrations`,
    exec,
    rows,
    hasTable: async (name) =>
      (
        await rows(
          `select 1 from pg_catalog.pg_tables where schemaname = '${storeSchema}' and tablename = '${name}'`,
        )
      ).length > 0,
    locked: async (work) =>
      await inTransaction(client, async () => {
        await exec(`select pg_catalog.pg_advisory_xact_lock(${migrationLock})`);
        const there = await rows(
          `select 1 from pg_catalog.pg_namespace where nspname = '${storeSchema}'`,
        );
        if (there.length === 0) await exec(`create schema ${storeSchema}`);
        return await work();
      }),
  };
}

/** Names without a schema mean ours; the setting ends with the transaction, so a pooler in between is harmless. */
async function inTransaction<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query(`begin; set local search_path to ${storeSchema}`);
  try {
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

function toSafeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number))
    throw new RevosError(
      "store.unreadable",
      "A whole number of the store is outside the range it was written in.",
    );
  return number;
}
