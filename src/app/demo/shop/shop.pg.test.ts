// The shop in a real server: the same on every machine.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findPostgres } from "../../../../test/support/postgres.ts";
import { openDemoPostgres } from "../postgres.ts";
import { openShop, shopReader } from "./open-shop.ts";
import { goodInShop, revenueSql, shopStreams } from "./streams.ts";

describe.skipIf(!findPostgres("npm"))("the shop", () => {
  let server: Awaited<ReturnType<typeof openDemoPostgres>>;
  let client: pg.Client;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "revos-demo-shop-"));
    server = await openDemoPostgres(folder);
    const shop = await openShop(server);
    expect(shop.isNew).toBe(true);
    client = new pg.Client(shop.config);
    await client.connect();
  });
  afterAll(async () => {
    await client?.end();
    await server?.[Symbol.asyncDispose]();
    if (server) await rm(server.home, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  });

  it("has the 47 streams with the rows that are written down", async () => {
    expect(shopStreams).toHaveLength(47);
    const sql = shopStreams
      .map(
        ({ namespace, name }) =>
          `select '${namespace}.${name}' as stream, count(*)::int as rows from "${namespace}"."${name}"`,
      )
      .join(" union all ");
    const counted = new Map((await client.query(sql)).rows.map((row) => [row.stream, row.rows]));
    expect(counted).toEqual(
      new Map(shopStreams.map(({ namespace, name, rows }) => [`${namespace}.${name}`, rows])),
    );
    const { rows } =
      await client.query(`select count(*)::int as n from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition`);
    expect(rows).toEqual([{ n: 47 }]);
  });

  it("has exactly the written number of rows that no warehouse column takes", async () => {
    const bad: Record<string, string> = {
      customers: "credit_limit = 'NaN'",
      orders: "total = 'NaN' or placed_at > '294247-01-01'",
      order_items: "discount_rate in ('NaN', 'Infinity')",
      payments: "amount = 'NaN' or fee = 'NaN'",
    };
    for (const { namespace, name, quarantined } of shopStreams.filter(
      (stream) => stream.quarantined,
    )) {
      const { rows } = await client.query(
        `select count(*)::int as n from "${namespace}"."${name}" where ${bad[name]}`,
      );
      expect({ name, ...rows[0] }).toEqual({ name, n: quarantined });
    }
  });

  it("answers the question the same on every machine", async () => {
    const schema: Record<string, string> = { payments: "billing", refunds: "billing" };
    const { rows } = await client.query(
      revenueSql((stream) => `${schema[stream] ?? "public"}.${stream}`, goodInShop),
    );
    expect(rows[0]).toEqual({
      customer: "C-004797",
      country: "NG",
      orders: "20",
      revenue_eur: "20189.00",
    });
    expect(rows.map((row) => row.customer)).toEqual([
      "C-004797",
      "C-001787",
      "C-000281",
      "C-001608",
      "C-013459",
    ]);
  });

  it("has estimates for discovery, and a reader that cannot write", async () => {
    const { rows } = await client.query(
      "select reltuples::int as rows from pg_class where oid = 'public.orders'::regclass",
    );
    expect(rows[0].rows).toBeGreaterThan(110_000);
    await client.query("set default_transaction_read_only = off");
    await expect(client.query("update public.orders set gift = true")).rejects.toMatchObject({
      code: "42501",
    });
    expect((await client.query("select current_user::text as name")).rows).toEqual([
      { name: shopReader },
    ]);
  });
});
