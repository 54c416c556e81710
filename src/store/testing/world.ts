// A store of its own for a test, of either kind, with a clock that the test moves. Nothing but tests imports this.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, testClusters } from "../../../test/support/postgres.ts";
import type { Clock } from "../../kernel/clock.ts";
import { makeLog, type LogRecord } from "../../kernel/log.ts";
import { openStore, type Store, type StoreOptions, type StorePlace } from "../store.ts";

export type StoreKind = "sqlite" | "postgres";

/** Both kinds, or only SQLite where this machine runs no Postgres (then the run says so). */
export const storeKinds: readonly StoreKind[] =
  testClusters().length > 0 ? ["sqlite", "postgres"] : ["sqlite"];

export type StoreWorld = AsyncDisposable & {
  readonly place: StorePlace;
  readonly store: Store;
  readonly clock: Clock & { advance(ms: number): void };
  readonly logged: LogRecord[];
  readonly key: Uint8Array;
  /** Another handle on the same store, as another process would have it. */
  open(options?: Partial<StoreOptions>): Promise<Store>;
  /** What is on disk, below the store. */
  query(sql: string): Promise<Record<string, unknown>[]>;
};

/** `unopened`: the store is not there yet, and `store` must not be used. */
export async function openStoreWorld(
  kind: StoreKind,
  options: { readonly unopened?: boolean } = {},
): Promise<StoreWorld> {
  const folder = await mkdtemp(join(tmpdir(), "revos-store-"));
  const database = kind === "postgres" ? await openDatabase() : null;
  const place: StorePlace = database
    ? { kind: "postgres", url: database.uri }
    : { kind: "sqlite", path: join(folder, "p", "store.db") };
  await database?.query("set search_path to revos");
  const clock = makeTestClock();
  const logged: LogRecord[] = [];
  const key = new Uint8Array(32).fill(7);
  const stores: Store[] = [];
  const open = async (options: Partial<StoreOptions> = {}) => {
    const store = await openStore(place, {
      key,
      clock,
      log: makeLog((record) => logged.push(record), "debug"),
      ...options,
    });
    stores.push(store);
    return store;
  };
  return {
    place,
    clock,
    logged,
    key,
    open,
    store: options.unopened ? (undefined as never) : await open(),
    query: async (sql) => {
      if (database) return await database.query(sql);
      const { default: Libsql } = await import("libsql");
      const raw = new Libsql((place as { path: string }).path);
      return raw.prepare(sql).all([]) as Record<string, unknown>[];
    },
    async [Symbol.asyncDispose]() {
      for (const store of stores) await store[Symbol.asyncDispose]();
      await database?.[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function makeTestClock(): StoreWorld["clock"] {
  let now = Date.parse("2026-11-30T05:06:11.000Z");
  return {
    now: () => now,
    monotonic: () => performance.now(),
    sleep: async () => {},
    advance: (ms) => (now += ms),
  };
}
