// Brings a store to the schema this code knows, safely with several processes starting at once: the check is repeated
// under the write lock. Old code refuses a newer breaking schema and goes on, with a warning, on a newer compatible one.
import { createHash } from "node:crypto";
import { RevosError } from "../kernel/error.ts";
import type { Log } from "../kernel/log.ts";

export type Migration = {
  /** Counts from 1 without gaps. */
  readonly number: number;
  readonly name: string;
  /** Older code cannot work on the store after this one. */
  readonly breaking: boolean;
  readonly sql: string;
};

/** Plain SQL on one connection, below the query builder. */
export type RawSession = {
  /** The full name of the table that remembers migrations. */
  readonly migrationTable: string;
  /** One or more statements without parameters. */
  exec(sql: string): Promise<void>;
  rows(sql: string): Promise<readonly Record<string, unknown>[]>;
  /** Is this table there? */
  hasTable(name: string): Promise<boolean>;
  /** A write transaction that excludes other migrating processes from its first statement on. */
  locked<T>(work: () => Promise<T>): Promise<T>;
};

export type AppliedMigration = {
  readonly number: number;
  readonly name: string;
  readonly breaking: boolean;
};

export async function readApplied(session: RawSession): Promise<readonly AppliedMigration[]> {
  if (!(await session.hasTable("revos_migrations"))) return [];
  const rows = await session.rows(
    `select "number", name, breaking from ${session.migrationTable} order by "number"`,
  );
  return rows.map((row) => ({
    number: Number(row.number),
    name: String(row.name),
    breaking: Number(row.breaking) === 1,
  }));
}

/** Gives the number of migrations that were run now. */
export async function migrate(
  session: RawSession,
  migrations: readonly Migration[],
  options: { readonly log: Log; readonly place: string; readonly now: () => string },
): Promise<number> {
  if (!isBehind(await readApplied(session), migrations, options)) return 0;
  return await session.locked(async () => {
    const applied = await readApplied(session);
    if (!isBehind(applied, migrations, options)) return 0;
    const table = session.migrationTable;
    if (applied.length === 0) {
      await session.exec(
        `create table if not exists ${table} ("number" bigint primary key, name text not null, breaking integer not null, digest text not null, applied_at text not null)`,
      );
    }
    const missing = migrations.slice(applied.length);
    for (const { number, name, breaking, sql } of missing) {
      await session.exec(sql);
      const digest = migrationDigest(sql);
      await session.exec(
        `insert into ${table} ("number", name, breaking, digest, applied_at) values (${number}, '${name}', ${breaking ? 1 : 0}, '${digest}', '${options.now()}')`,
      );
    }
    options.log.debug("store migrated", { store: options.place, count: missing.length });
    return missing.length;
  });
}

/** True when migrations are missing. Throws when the store is ahead of this code in a way it cannot live with. */
function isBehind(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
  options: { readonly log: Log; readonly place: string },
): boolean {
  const newer = applied.slice(migrations.length);
  const breaking = newer.find((migration) => migration.breaking);
  if (breaking) {
    throw new RevosError(
      "store.newer_schema",
      `The store ${options.place} has schema ${applied.length} (${breaking.name}), and this revos knows ${migrations.length}.`,
      { data: { store: options.place, schema: applied.length, known: migrations.length } },
    );
  }
  if (newer.length > 0)
    options.log.warn("store is newer", {
      store: options.place,
      schema: applied.length,
      known: migrations.length,
    });
  return applied.length < migrations.length;
}

/** A short digest of a migration's text: a released one must keep it. */
export function migrationDigest(sql: string): string {
  return createHash("sha256").update(sql).digest("hex").slice(0, 16);
}
