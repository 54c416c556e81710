// Keys: sealing, and moving all secrets of a store to a new key.
import { describe, expect, it } from "vitest";
import { makeSealer, envelopeKeyId, keyIdOf, seal, unseal } from "./sealer.ts";
import { openStoreWorld, storeKinds } from "./testing/world.ts";

const key = (fill: number) => new Uint8Array(32).fill(fill);
const place = { table: "sources", id: "src_a", column: "config.password" };

describe("a sealed value", () => {
  it("opens at its own place with its own key, whatever text it is", () => {
    for (const text of ["", "p", "パスワード🙂", "x".repeat(100_000)]) {
      const envelope = seal(key(1), place, text);
      expect(unseal(key(1), place, envelope)).toBe(text);
      expect(envelopeKeyId(envelope)).toBe(keyIdOf(key(1)));
    }
  });

  it("is never the same twice and tells nothing of its text", () => {
    const [one, two] = [seal(key(1), place, "planted"), seal(key(1), place, "planted")];
    expect(one).not.toBe(two);
    expect(Buffer.from(one!.split(".").at(-1)!, "base64url").toString("latin1")).not.toContain(
      "planted",
    );
  });

  it.each([
    ["another table", { ...place, table: "destinations" }],
    ["another row", { ...place, id: "src_b" }],
    ["another column", { ...place, column: "config.user" }],
    [
      "a place that only reads the same",
      { table: "sources", id: 'src_a","config', column: "password" },
    ],
  ])("does not open at %s", (_, other) => {
    expect(() => unseal(key(1), other, seal(key(1), place, "planted"))).toThrow(
      expect.objectContaining({ code: "store.unreadable" }),
    );
  });

  it("does not open when any part of it was changed", () => {
    const parts = seal(key(1), place, "planted").split(".");
    for (const index of [0, 2, 3, 4]) {
      const changed = parts
        .map((part, at) =>
          at === index ? (part.startsWith("A") ? "B" : "A") + part.slice(1) : part,
        )
        .join(".");
      expect(() => unseal(key(1), place, changed)).toThrow(
        expect.objectContaining({ code: "store.unreadable" }),
      );
    }
    expect(() => unseal(key(1), place, "rv1.x")).toThrow(
      expect.objectContaining({ code: "store.unreadable" }),
    );
  });

  it("asks for its key by name, and says nothing of the text", () => {
    const envelope = seal(key(1), place, "planted");
    try {
      unseal(key(2), place, envelope);
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({
        code: "store.key_missing",
        data: { needed: keyIdOf(key(1)), given: keyIdOf(key(2)) },
      });
      expect(JSON.stringify(error) + String(error)).not.toContain("planted");
    }
  });

  it("needs a key of 32 bytes", async () => {
    await expect(makeSealer(new Uint8Array(16)).keyId()).rejects.toMatchObject({
      code: "store.key_missing",
    });
    await expect(makeSealer(async () => key(3)).keyId()).resolves.toBe(keyIdOf(key(3)));
  });
});

describe.each(storeKinds)("rotation in %s", (kind) => {
  it("seals all secrets with the new key, once, and leaves the rest as it was", async () => {
    await using world = await openStoreWorld(kind);
    const { store } = world;
    const config = {
      host: "db.shop.example",
      password: "planted-1",
      tunnel: { password: "planted-2" },
    };
    const { id } = await store.sources.create({
      name: "a",
      kind: "postgres",
      config,
      secrets: ["password", "tunnel.password"],
    });
    await store.destinations.create({ name: "b", kind: "postgres", config, secrets: ["password"] });
    expect(await store.keys.used()).toBe(keyIdOf(world.key));
    expect(await store.keys.rotate([key(9), world.key], key(2))).toEqual({
      newKeyId: keyIdOf(key(2)),
      sealed: 4,
      already: 0,
    });
    expect(await store.keys.rotate([world.key], key(2))).toEqual({
      newKeyId: keyIdOf(key(2)),
      sealed: 0,
      already: 4,
    });
    await expect(store.sources.find(id)).rejects.toMatchObject({ code: "store.key_missing" });
    await expect(store.sources.updateConfig(id, config, ["password"])).rejects.toMatchObject({
      code: "store.key_missing",
    });
    const renewed = await world.open({ key: key(2) });
    expect((await renewed.sources.find(id))?.config).toEqual(config);
    expect((await renewed.destinations.find("b"))?.config).toEqual(config);
    expect(await renewed.keys.used()).toBe(await renewed.keys.current());
  });

  it("changes nothing when one secret needs a key that was not given", async () => {
    await using world = await openStoreWorld(kind);
    const { store } = world;
    const { id } = await store.sources.create({
      name: "a",
      kind: "postgres",
      config: { password: "planted" },
      secrets: ["password"],
    });
    await expect(store.keys.rotate([key(9)], key(2))).rejects.toMatchObject({
      code: "store.key_missing",
      data: { needed: keyIdOf(world.key) },
    });
    expect((await store.sources.find(id))?.config).toEqual({ password: "planted" });
    expect(await store.keys.used()).toBe(keyIdOf(world.key));
  });
});
