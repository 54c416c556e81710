// Sources and destinations: names, states, and secrets that are sealed on disk and in clear only for who opens them.
import { describe, expect, it } from "vitest";
import { sampleConnection } from "./testing/samples.ts";
import { openStoreWorld, storeKinds } from "./testing/world.ts";

const config = {
  host: "db.shop.example",
  port: 5432,
  user: "${env.SHOP_USER}",
  password: "planted-password-1",
  tunnel: { host: "jump.shop.example", privateKey: "planted-key-2" },
  schemas: ["public", "sales"],
};
const secrets = ["password", "tunnel.privateKey"];

describe.each(storeKinds)("sources in %s", (kind) => {
  it("come back with the config as it was given", async () => {
    await using world = await openStoreWorld(kind);
    const { store } = world;
    const made = await store.sources.create({
      name: "shop-prod",
      kind: "postgres",
      config,
      secrets,
      actor: "ken@example.co.jp",
    });
    expect(made.id).toMatch(/^src_[a-z0-9]+$/);
    expect(made).toMatchObject({
      name: "shop-prod",
      kind: "postgres",
      state: "untested",
      testedAt: null,
      createdBy: "ken@example.co.jp",
    });
    expect((await store.sources.find(made.id))?.config).toEqual(config);
    expect(await store.sources.findByName("shop-prod")).toEqual(made);
    expect(await store.sources.list()).toEqual([made]);
    expect(await store.sources.find("src_none")).toBeNull();
  });

  it("have no secret in clear on disk, and hosts and references as they were written", async () => {
    await using world = await openStoreWorld(kind);
    const { id } = await world.store.sources.create({
      name: "shop-prod",
      kind: "postgres",
      config,
      secrets,
    });
    await world.store.destinations.create({ name: "lake", kind: "postgres", config, secrets });
    const rows = await world.query(
      "select config from sources union all select config from destinations",
    );
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      const text = String(row.config);
      expect(text).not.toMatch(/planted/);
      expect(text).toContain('"host":"db.shop.example"');
      expect(text).toContain('"user":"${env.SHOP_USER}"');
    }
    const shown = {
      ...config,
      password: "[secret]",
      tunnel: { host: "jump.shop.example", privateKey: "[secret]" },
    };
    expect((await world.store.sources.describe(id))?.config).toEqual(shown);
    expect((await world.store.destinations.describe("lake"))?.config).toEqual(shown);
    expect((await world.store.destinations.find("lake"))?.config).toEqual(config);
  });

  it("have what plainly is a secret sealed, whatever the connector declared", async () => {
    await using world = await openStoreWorld(kind);
    const sealed = {
      url: "mysql://me:planted-1@db.shop.example/shop",
      feed: "https://data.shop.example/a.csv?v=1&sig=planted-2",
      apiKey: "planted-3",
      sslKey: "-----BEGIN PRIVATE KEY-----\nplanted-4\n-----END PRIVATE KEY-----",
      options: [{ token: "planted-5" }],
    };
    const open = {
      url2: "mysql://me:${env.PW}@db.shop.example/shop",
      sslCert: "/etc/cert.pem",
      hostKey: "SHA256:abc",
      key: ["id"],
      password: "",
    };
    const { id } = await world.store.sources.create({
      name: "a",
      kind: "mysql",
      config: { ...sealed, ...open },
      secrets: [],
    });
    const [row] = await world.query("select config from sources");
    expect(String(row?.config)).not.toContain("planted");
    expect(JSON.parse(String(row?.config))).toMatchObject(open);
    expect((await world.store.sources.find(id))?.config).toEqual({ ...sealed, ...open });
  });

  it("without a secret need no key at all, with one never open with another key", async () => {
    await using world = await openStoreWorld(kind);
    const { id } = await world.store.sources.create({
      name: "shop-prod",
      kind: "postgres",
      config,
      secrets,
    });
    const noKey = await world.open({
      key: () => {
        throw new TypeError("The key was asked for.");
      },
    });
    await noKey.sources.create({
      name: "open",
      kind: "file",
      config: { path: "/data/*.csv", password: "${env.PW}" },
      secrets: ["password"],
    });
    expect((await noKey.sources.describe(id))?.config.password).toBe("[secret]");
    expect(await noKey.sources.list()).toHaveLength(2);
    await expect(noKey.sources.find(id)).rejects.toThrow("The key was asked for.");

    const used = (await world.store.keys.used())!;
    const otherKey = await world.open({ key: new Uint8Array(32).fill(8) });
    await expect(otherKey.sources.find(id)).rejects.toMatchObject({
      code: "store.key_missing",
      message: expect.stringContaining(used),
    });
    await expect(
      otherKey.sources.create({ name: "more", kind: "postgres", config, secrets }),
    ).rejects.toMatchObject({ code: "store.key_missing" });
    expect(await otherKey.sources.findByName("more")).toBeNull();
  });

  it("cannot be read with a config that was moved from another source", async () => {
    await using world = await openStoreWorld(kind);
    const one = await world.store.sources.create({
      name: "one",
      kind: "postgres",
      config,
      secrets,
    });
    await world.store.sources.create({
      name: "two",
      kind: "postgres",
      config: { password: "planted-3" },
      secrets,
    });
    await world.query(
      `update sources set config = (select config from sources where name = 'two') where name = 'one'`,
    );
    await expect(world.store.sources.find(one.id)).rejects.toMatchObject({
      code: "store.unreadable",
    });
  });

  it("keep names apart and follow changes", async () => {
    await using world = await openStoreWorld(kind);
    const { store, clock } = world;
    const one = await store.sources.create({
      name: "one",
      kind: "postgres",
      config: {},
      secrets: [],
    });
    await store.sources.create({
      name: "two",
      kind: "file",
      config: {},
      secrets: [],
      state: "ready",
      testResult: { ok: true },
    });
    await expect(
      store.sources.create({ name: "one", kind: "file", config: {}, secrets: [] }),
    ).rejects.toMatchObject({ code: "store.name_taken" });
    await expect(store.sources.rename(one.id, "two")).rejects.toMatchObject({
      code: "store.name_taken",
    });
    await expect(store.sources.rename("src_none", "x")).rejects.toMatchObject({
      code: "source.not_found",
    });
    clock.advance(1000);
    await store.sources.rename(one.id, "first");
    await store.sources.recordTest(one.id, "failing", { ok: false, steps: [] });
    expect(await store.sources.list({ state: "failing" })).toEqual([
      expect.objectContaining({
        name: "first",
        testedAt: "2026-11-30T05:06:12.000Z",
        testResult: { ok: false, steps: [] },
      }),
    ]);
    await store.sources.updateConfig(one.id, { password: "planted-4" }, ["password"]);
    expect(await store.sources.find(one.id)).toMatchObject({
      state: "untested",
      testedAt: null,
      testResult: null,
      config: { password: "planted-4" },
    });
    expect((await store.sources.list({ kind: "file" })).map((source) => source.name)).toEqual([
      "two",
    ]);
  });

  it("are not deleted while a connection reads from them, and take their discoveries along", async () => {
    await using world = await openStoreWorld(kind);
    const { store } = world;
    const { id } = await store.sources.create({
      name: "one",
      kind: "postgres",
      config: {},
      secrets: [],
    });
    await store.discoveries.save(id, { streams: [] });
    const connection = await store.connections.create(sampleConnection(id));
    await expect(store.sources.delete(id)).rejects.toMatchObject({
      code: "source.in_use",
      data: { connections: ["shop-orders"] },
    });
    await store.connections.delete(connection.id);
    await store.sources.delete(id);
    expect(await store.sources.find(id)).toBeNull();
    expect(await store.discoveries.latest(id)).toBeNull();
    await expect(store.sources.delete(id)).rejects.toMatchObject({ code: "source.not_found" });
  });
});

describe.each(storeKinds)("destinations in %s", (kind) => {
  it("have one default at most", async () => {
    await using world = await openStoreWorld(kind);
    const { destinations } = world.store;
    await destinations.create({
      name: "a",
      kind: "duckdb",
      config: { path: "a.duckdb" },
      secrets: [],
      isDefault: true,
    });
    await destinations.create({
      name: "b",
      kind: "duckdb",
      config: { path: "b.duckdb" },
      secrets: [],
      isDefault: true,
    });
    const defaults = async () =>
      (await destinations.list()).filter((entry) => entry.isDefault).map((entry) => entry.name);
    expect(await defaults()).toEqual(["b"]);
    await destinations.setDefault("a");
    expect(await defaults()).toEqual(["a"]);
    await expect(destinations.setDefault("none")).rejects.toMatchObject({
      code: "destination.not_found",
    });
    expect(await defaults(), "a failed change changes nothing").toEqual(["a"]);
    await expect(
      destinations.create({ name: "a", kind: "duckdb", config: {}, secrets: [], isDefault: true }),
    ).rejects.toMatchObject({ code: "store.name_taken" });
    await destinations.updateConfig("a", { path: "c.duckdb" }, []);
    expect((await destinations.find("a"))?.config).toEqual({ path: "c.duckdb" });
    expect(await destinations.delete("a")).toBe(true);
    expect(await destinations.delete("a")).toBe(false);
    expect(await destinations.find("a")).toBeNull();
  });
});
