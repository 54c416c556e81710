// The metadata store: one SQLite file for a project, or any Postgres for a team, behind one set of families. Opening
// brings the schema up to date. Drivers are imported late: who uses SQLite never loads `pg`, and the other way round.
import { CamelCasePlugin, Kysely } from "kysely";
import { toIso, type Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { guard } from "./guard.ts";
import type { Backend, BackendOptions } from "./backend.ts";
import { makeAudit } from "./audit.ts";
import { makeCheckpoints } from "./checkpoints.ts";
import { makeConnections } from "./connections.ts";
import { makeConsents } from "./consents.ts";
import { makeDestinations } from "./destinations.ts";
import { makeDiscoveries } from "./discoveries.ts";
import { toStoreError } from "./errors.ts";
import { inTransaction, type Handle } from "./handle.ts";
import { makeKeys } from "./keys.ts";
import { makeLeases } from "./leases.ts";
import { makeMeta } from "./meta.ts";
import type { Migration } from "./migrate.ts";
import { migrations as allMigrations } from "./migrations/all.ts";
import { makePlans } from "./plans.ts";
import { makeProposals } from "./proposals.ts";
import { makeQuarantine } from "./quarantine.ts";
import { makeRunEvents } from "./run-events.ts";
import { makeRuns } from "./runs.ts";
import { makeSchemaChanges } from "./schema-changes.ts";
import { makeScope } from "./scope.ts";
import { makeSealer, type KeySource } from "./sealer.ts";
import { makeSources } from "./sources.ts";
import type { Tables } from "./tables.ts";

export type StorePlace =
  | { readonly kind: "sqlite"; readonly path: string }
  | { readonly kind: "postgres"; readonly url: string };

export type StoreOptions = {
  /** 32 bytes, or the way to them: asked for only when a secret is sealed or opened. */
  readonly key: KeySource;
  readonly clock: Clock;
  readonly log: Log;
  /** How long a write waits for others before it is `store.busy`; 10 s by default. */
  readonly busyTimeoutMs?: number;
  /** For tests of migration; all of them by default. */
  readonly migrations?: readonly Migration[];
};

function makeFamilies(handle: Handle) {
  return {
    meta: makeMeta(handle),
    sources: makeSources(handle),
    destinations: makeDestinations(handle),
    connections: makeConnections(handle),
    discoveries: makeDiscoveries(handle),
    runs: makeRuns(handle),
    leases: makeLeases(handle),
    runEvents: makeRunEvents(handle),
    proposals: makeProposals(handle),
    plans: makePlans(handle),
    quarantine: makeQuarantine(handle),
    checkpoints: makeCheckpoints(handle),
    consents: makeConsents(handle),
    audit: makeAudit(handle),
    schemaChanges: makeSchemaChanges(handle),
    keys: makeKeys(handle),
  };
}

/** The families of the store, inside or outside of a transaction. */
export type StoreFamilies = ReturnType<typeof makeFamilies>;

export type Store = StoreFamilies &
  AsyncDisposable & {
    readonly kind: "sqlite" | "postgres";
    /** The file, or `host:port/database`. */
    readonly place: string;
    /** Looks for damage: what is wrong, in one sentence, or null. */
    findDamage(): Promise<string | null>;
    /** All or nothing. Only the families that are handed in may be used inside; the store's own are refused there. */
    transaction<T>(work: (inside: StoreFamilies) => Promise<T>): Promise<T>;
  };

/**
 * Opens the store. A SQLite file that is not there is made at the first write, and reads as empty until then.
 * Fails with `store.newer_schema`, `store.unreadable`, `store.unreachable`, `store.busy`.
 */
export async function openStore(where: StorePlace, options: StoreOptions): Promise<Store> {
  const { busyTimeoutMs = 10_000, migrations = allMigrations, ...rest } = options;
  const backend = await openBackend(where, { busyTimeoutMs, migrations, ...rest });
  const { kind, place } = backend;
  const scope = makeScope();
  const coded = async <T>(work: () => Promise<T>): Promise<T> => {
    scope.refuseInside();
    try {
      return await work();
    } catch (error) {
      throw toStoreError(error, kind, place);
    }
  };
  const db = new Kysely<Tables>({ dialect: backend.dialect, plugins: [new CamelCasePlugin()] });
  const handle: Handle = {
    db: backend.schema ? db.withSchema(backend.schema) : db,
    kind,
    log: options.log,
    sealer: makeSealer(options.key),
    now: () => toIso(options.clock.now()),
    sharedNowMs: backend.sharedNowMs,
  };
  const close = async () => {
    await db.destroy();
    await backend.close();
  };
  await coded(backend.start).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    kind,
    place,
    ...guard(makeFamilies(handle), coded),
    findDamage: () => coded(backend.findDamage),
    transaction: (work) =>
      coded(() => scope.run(() => inTransaction(handle, (inside) => work(makeFamilies(inside))))),
    [Symbol.asyncDispose]: close,
  };
}

async function openBackend(where: StorePlace, options: BackendOptions): Promise<Backend> {
  if (where.kind === "sqlite")
    return (await import("./sqlite/backend.ts")).makeSqliteBackend(where.path, options);
  return await (await import("./postgres/backend.ts")).makePostgresBackend(where.url, options);
}
