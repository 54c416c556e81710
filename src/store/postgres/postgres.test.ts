// What is particular to the team store: addresses, sign-in, lost servers, our own schema.
import { describe, expect, it } from "vitest";
import { systemClock } from "../../kernel/clock.ts";
import { silentLog } from "../../kernel/log.ts";
import { openStore } from "../store.ts";
import { openStoreWorld, storeKinds } from "../testing/world.ts";
import { parsePostgresUrl } from "./address.ts";

const options = { key: new Uint8Array(32), clock: systemClock, log: silentLog };

describe("a Postgres URL", () => {
  it.each([
    [
      "postgres://me@db.shop.example/revos",
      {
        host: "db.shop.example",
        port: 5432,
        database: "revos",
        user: "me",
        password: undefined,
        ssl: { rejectUnauthorized: true },
      },
    ],
    [
      "postgresql://me:p%40ss@localhost:5433/revos",
      { host: "localhost", port: 5433, password: "p@ss", ssl: false },
    ],
    [
      "postgres://me@/revos?host=/run/pg&port=6000",
      { host: "/run/pg", port: 6000, database: "revos", user: "me", ssl: false },
    ],
    ["postgres:///revos?host=/run/pg", { host: "/run/pg", database: "revos", user: undefined }],
    ["postgres://me@db.shop.example", { database: "me" }],
    ["postgres://me@[::1]:5432/revos", { host: "::1", ssl: false }],
    ["postgres://me@db.shop.example/revos?sslmode=require", { ssl: { rejectUnauthorized: false } }],
    ["postgres://me@db.shop.example/revos?sslmode=disable", { ssl: false }],
  ])("%s", (url, expected) => {
    expect(parsePostgresUrl(url)).toMatchObject(expected);
  });

  it.each(["mysql://a/b", "nonsense planted-pw", "postgres://me:planted-pw@h/db?sslmode=often"])(
    "that cannot be used is refused without showing it: %s",
    (url) => {
      try {
        parsePostgresUrl(url);
        expect.unreachable();
      } catch (error) {
        expect(error).toMatchObject({ code: "usage.bad_value" });
        expect(String(error)).not.toContain("planted-pw");
      }
    },
  );
});

describe.skipIf(!storeKinds.includes("postgres"))("a Postgres store", () => {
  it("stands in a schema of its own and leaves others alone", async () => {
    await using world = await openStoreWorld("postgres");
    await world.store.meta.set("a", "b");
    expect(
      await world.query(
        "select distinct schemaname from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
      ),
    ).toEqual([{ schemaname: "revos" }]);
  });

  it("that cannot be reached, or has no such database, is told by code and without the password", async () => {
    await using world = await openStoreWorld("postgres");
    const url = (world.place as { url: string }).url;
    const none = openStore(
      { kind: "postgres", url: "postgres://me:planted-pw@127.0.0.1:1/revos" },
      options,
    );
    await expect(none).rejects.toMatchObject({
      code: "store.unreachable",
      message: expect.not.stringContaining("planted-pw"),
    });
    await expect(
      openStore({ kind: "postgres", url: url.replace(/\/t_[^?]*/, "/t_none") }, options),
    ).rejects.toMatchObject({ code: "store.unreadable", data: { driver: "3D000" } });
    await expect(
      openStore({ kind: "postgres", url: url.replace("host=", "host=/nowhere") }, options),
    ).rejects.toMatchObject({ code: "store.unreachable" });
  });

  it("whose connections are cut off says so once and then goes on with new ones", async () => {
    await using world = await openStoreWorld("postgres");
    const { store } = world;
    await store.meta.set("a", "b");
    await world.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'revos' and datname = current_database()",
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    await store.meta
      .get("a")
      .catch((error: unknown) => expect(error).toMatchObject({ code: "store.unreachable" }));
    expect(await store.meta.get("a")).toBe("b");
  });

  it("with a row that is locked for too long is store.busy", async () => {
    await using world = await openStoreWorld("postgres");
    await world.store.meta.nextRunOrdinal();
    const impatient = await world.open({ busyTimeoutMs: 100 });
    await world.store.transaction(async (inside) => {
      await inside.meta.nextRunOrdinal();
      await expect(impatient.meta.nextRunOrdinal()).rejects.toMatchObject({ code: "store.busy" });
    });
    expect(await impatient.meta.nextRunOrdinal()).toBe(3);
  });

  it("goes by the database's clock for leases", async () => {
    await using world = await openStoreWorld("postgres");
    world.clock.advance(30 * 86_400_000);
    const wrongClock = await world.open();
    const answer = await wrongClock.leases.acquire({ name: "a", holder: "run_1" });
    expect(answer.ok && Math.abs(Date.parse(answer.lease.heartbeatAt) - Date.now())).toBeLessThan(
      5_000,
    );
  });
});
