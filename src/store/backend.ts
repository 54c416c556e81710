// What a database has to bring to be a store. Two do: `sqlite/backend.ts`, `postgres/backend.ts`.
import type { Dialect } from "kysely";
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import type { Migration } from "./migrate.ts";

export type Backend = {
  readonly kind: "sqlite" | "postgres";
  /** Names the store in messages: the file, or `host:port/database`. Never a password. */
  readonly place: string;
  readonly dialect: Dialect;
  /** Schema that the tables stand in; null where there are no schemas. */
  readonly schema: string | null;
  /** Connects, checks, migrates. */
  start(): Promise<void>;
  /** Milliseconds of the clock that all processes of this store share. */
  sharedNowMs(): Promise<number>;
  /** Looks for damage: what is wrong, in one sentence, or null. */
  findDamage(): Promise<string | null>;
  /** Lets go of what `start` took, also when the query builder never came to use it. */
  close(): Promise<void>;
};

export type BackendOptions = {
  readonly clock: Clock;
  readonly log: Log;
  readonly busyTimeoutMs: number;
  readonly migrations: readonly Migration[];
};
