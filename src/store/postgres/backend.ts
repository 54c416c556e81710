// The team store: any Postgres, shared by workers on several machines.
import { CompiledQuery, PostgresDialect } from "kysely";
import { toIso } from "../../kernel/clock.ts";
import type { Backend, BackendOptions } from "../backend.ts";
import { migrate } from "../migrate.ts";
import { parsePostgresUrl } from "./address.ts";
import { makePostgresSession, openPool, sessionSettings, storeSchema } from "./pool.ts";

export async function makePostgresBackend(url: string, options: BackendOptions): Promise<Backend> {
  const { clock, log, busyTimeoutMs, migrations } = options;
  const address = parsePostgresUrl(url);
  const pool = await openPool(address, log);
  let offset: Promise<number> | undefined;
  const measureOffset = async () => {
    const { rows } = await pool.query<{ now: string }>(
      "select extract(epoch from clock_timestamp()) * 1000 as now",
    );
    return Math.round(Number(rows[0]?.now)) - clock.now();
  };
  return {
    kind: "postgres",
    place: address.place,
    dialect: new PostgresDialect({
      pool,
      onCreateConnection: async (connection) => {
        await connection.executeQuery(CompiledQuery.raw(sessionSettings(busyTimeoutMs)));
      },
    }),
    schema: storeSchema,
    start: async () => {
      const client = await pool.connect();
      try {
        await migrate(makePostgresSession(client), migrations, {
          log,
          place: address.place,
          now: () => toIso(clock.now()),
        });
      } finally {
        client.release();
      }
    },
    // Hosts disagree on the time: all workers of one store go by the database's.
    sharedNowMs: async () => clock.now() + (await (offset ??= measureOffset())),
    findDamage: async () => {
      await pool.query("select 1");
      return null;
    },
    close: async () => {
      if (!pool.ending) await pool.end();
    },
  };
}
