// Makes the shop in the demo's Postgres, once: about a million rows in a few seconds, in a database that gets its name
// only when it is complete, so that a demo killed half-way never shows half a shop.
import { systemClock } from "../../../kernel/clock.ts";
import { RevosError } from "../../../kernel/error.ts";
import type { DemoPostgres } from "../postgres.ts";
import { baseSql } from "./base.ts";
import { invoicesSql, paymentsSql } from "./billing.ts";
import { catalogSql } from "./catalog.ts";
import { ordersSql } from "./orders.ts";
import { opsSql, webSql } from "./rest.ts";

export const shopDatabase = "shop";
/** The role revos signs in with: it may read, nothing else. */
export const shopReader = "shop_reader";

export type Shop = {
  /** Config of the `postgres` source. */
  readonly config: {
    readonly host: string;
    readonly port: number;
    readonly database: string;
    readonly user: string;
  };
  /** True when the shop was made by this call. */
  readonly isNew: boolean;
  readonly durationMs: number;
};

const finish = `
drop schema shop_seed cascade;
do $$ begin
  if not exists (select from pg_roles where rolname = '${shopReader}') then create role ${shopReader} login; end if;
end $$;
grant pg_read_all_data to ${shopReader};
alter role ${shopReader} set default_transaction_read_only = on;
`;

/** Opens the shop, making it where it is not there yet. Throws `demo.failed`. */
export async function openShop(server: DemoPostgres, signal?: AbortSignal): Promise<Shop> {
  const { default: pg } = await import("pg");
  const startedAt = systemClock.monotonic();
  const connect = async (database: string) => {
    const client = new pg.Client({
      host: server.host,
      port: server.port,
      user: server.user,
      database,
    });
    client.on("error", () => {});
    await client.connect();
    return { query: (sql: string) => client.query(sql), [Symbol.asyncDispose]: () => client.end() };
  };
  const shop = (isNew: boolean): Shop => ({
    config: { host: server.host, port: server.port, database: shopDatabase, user: shopReader },
    isNew,
    durationMs: Math.round(systemClock.monotonic() - startedAt),
  });
  try {
    await using admin = await connect("postgres");
    if ((await admin.query(`select from pg_database where datname = '${shopDatabase}'`)).rowCount)
      return shop(false);
    await admin.query("drop database if exists shop_new with (force)");
    await admin.query("create database shop_new");
    {
      await using first = await connect("shop_new");
      await using second = await connect("shop_new");
      // A statement list is one transaction: a table made and filled in the same one needs no log.
      const both = async (left: readonly string[], right: readonly string[]) => {
        const all = async (client: typeof first, list: readonly string[]) => {
          for (const sql of list) {
            signal?.throwIfAborted();
            await client.query(sql);
          }
        };
        await Promise.all([all(first, left), all(second, right)]);
      };
      await both([baseSql], []);
      await both([ordersSql], [catalogSql, webSql, opsSql]);
      await both([paymentsSql], [invoicesSql]);
      await both([finish, "set default_statistics_target = 5", "analyze"], []);
    }
    await admin.query(`alter database shop_new rename to ${shopDatabase}`);
    return shop(true);
  } catch (error) {
    if (error instanceof RevosError || signal?.aborted) throw error;
    const state = (error as { code?: string }).code ?? "no code";
    throw new RevosError(
      "demo.failed",
      `Could not make the demo's shop: Postgres answered ${state}.`,
      {
        cause: error,
        advice: `Look at ${server.home}/log and run it again; the folder can be deleted.`,
      },
    );
  }
}
