// One SQLite file through libsql, opened with what several processes at once need. Every write runs between an explicit
// `begin immediate` and `commit`: in libsql 0.5 a write that met SQLITE_BUSY stays half-started inside the connection, and
// the writes after it are then acknowledged but never committed (libsql-js #237, #238). `begin` can fail without harm.
import { existsSync } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import type Database from "libsql";
import { systemClock } from "../../kernel/clock.ts";
import { isBusy } from "../errors.ts";
import type { RawSession } from "../migrate.ts";

export type SqliteDatabase = InstanceType<typeof Database>;

/** How long SQLite itself waits, which stops this whole process; the rest of the waiting is done between attempts. */
const nativeWaitMs = 20;

/** `:memory:` for a store that is gone when it is closed. Waits up to `budgetMs` for others that open it for the first time. */
export async function openSqlite(path: string, budgetMs = 0): Promise<SqliteDatabase> {
  const { default: Libsql } = await import("libsql");
  if (path !== ":memory:") await makePrivateFile(path);
  return await retryBusy(budgetMs, () => {
    const database = new Libsql(path, { timeout: nativeWaitMs });
    try {
      // WAL: readers and the writer do not wait for each other. full: an acknowledged write survives a power cut as well.
      if (path !== ":memory:")
        database.exec("pragma journal_mode = wal; pragma synchronous = full");
      database.exec("pragma foreign_keys = on");
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

/** The store holds names of hosts and people: made for its owner only, before SQLite would make it for all. */
async function makePrivateFile(path: string): Promise<void> {
  if (existsSync(path)) return;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, "a", 0o600);
  await file.close();
}

/** Tries again while another process holds the write lock, up to `budgetMs`; the event loop stays free in between. */
export async function retryBusy<T>(budgetMs: number, attempt: () => T): Promise<T> {
  const deadline = systemClock.monotonic() + budgetMs;
  for (let round = 0; ; round++) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || systemClock.monotonic() >= deadline) throw error;
    }
    await systemClock.sleep(Math.random() * Math.min(2 ** round, 40));
  }
}

export function makeSqliteSession(database: SqliteDatabase, budgetMs: number): RawSession {
  const exec = async (sql: string) => {
    database.exec(sql);
  };
  const rows = (sql: string) =>
    retryBusy(budgetMs, () => database.prepare(sql).all([]) as Record<string, unknown>[]);
  return {
    migrationTable: "revos_migrations",
    exec,
    rows,
    hasTable: async (name) =>
      (await rows(`select name from sqlite_master where type = 'table' and name = '${name}'`))
        .length > 0,
    locked: async (work) => {
      await retryBusy(budgetMs, () => database.exec("begin immediate"));
      try {
        const result = await work();
        database.exec("commit");
        return result;
      } catch (error) {
        if (database.inTransaction) database.exec("rollback");
        throw error;
      }
    },
  };
}

/** JavaScript values as libsql can bind them: whole numbers as integers (it would bind doubles), no booleans (it aborts). */
export function toSqliteValue(value: unknown): unknown {
  if (typeof value === "number" && Number.isSafeInteger(value)) return BigInt(value);
  if (typeof value === "boolean") return value ? 1n : 0n;
  return value ?? null;
}
