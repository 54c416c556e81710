// What lists show without opening a warehouse, and the records that are only ever appended.
import { describe, expect, it } from "vitest";
import type { Checkpoint } from "./checkpoints.ts";
import type { NewGroupEntry } from "./quarantine.ts";
import { openStoreWorld, storeKinds } from "./testing/world.ts";

const group = (changes: Partial<NewGroupEntry> = {}): NewGroupEntry => ({
  groupId: "g_1",
  status: "held",
  connection: "shop-orders",
  destination: "warehouse",
  target: "main.shop_orders",
  namespace: "public",
  stream: "orders",
  columnName: "total",
  rule: "type",
  rowCount: 13,
  oldestAt: "2026-11-30T05:00:00.000Z",
  newestAt: "2026-11-30T05:06:00.000Z",
  ...changes,
});

const checkpoint = (changes: Partial<Checkpoint> = {}): Checkpoint => ({
  sourceKey: "src_a",
  namespace: "public",
  stream: "orders",
  target: "main.shop_orders",
  lane: "live",
  connection: "shop-orders",
  destination: "warehouse",
  position: "p3100|100",
  watermark: null,
  windowStart: null,
  windowEnd: null,
  generation: 1,
  runId: "run_a",
  committedAt: "2026-11-30T05:06:11.000Z",
  ...changes,
});

describe.each(storeKinds)("quarantine groups in %s", (kind) => {
  it("show each state of a group, and count what is held", async () => {
    await using world = await openStoreWorld(kind);
    const { quarantine } = world.store;
    await quarantine.save([
      group(),
      group({ groupId: "g_2", columnName: "", rule: "key_not_null", rowCount: 2 }),
      group({ groupId: "g_3", connection: null, rowCount: 100 }),
    ]);
    await quarantine.save([group({ rowCount: 14 })]);
    expect(await quarantine.list({ group: "g_1" })).toEqual([
      {
        ...group({ rowCount: 14 }),
        reason: null,
        until: null,
        updatedAt: "2026-11-30T05:06:11.000Z",
      },
    ]);
    expect(await quarantine.heldByConnection()).toEqual(new Map([["shop-orders", 16]]));
    await quarantine.replaceGroup("g_1", [
      group({ rowCount: 1 }),
      group({ status: "replayed", rowCount: 13 }),
    ]);
    expect(
      (await quarantine.list({ connection: "shop-orders" })).map((entry) => [
        entry.groupId,
        entry.status,
        entry.rowCount,
      ]),
    ).toEqual([
      ["g_2", "held", 2],
      ["g_1", "held", 1],
      ["g_1", "replayed", 13],
    ]);
    expect((await quarantine.list({ connection: null })).map((entry) => entry.groupId)).toEqual([
      "g_3",
    ]);
    await quarantine.replace(
      "warehouse",
      ["main.shop_orders"],
      [
        group({
          groupId: "g_9",
          status: "waived",
          reason: "known",
          until: "2026-12-31T00:00:00.000Z",
        }),
      ],
    );
    expect(await quarantine.list()).toMatchObject([
      { groupId: "g_9", reason: "known", until: "2026-12-31T00:00:00.000Z" },
    ]);
    expect(await quarantine.heldByConnection()).toEqual(new Map());
  });
});

describe.each(storeKinds)("checkpoints in %s", (kind) => {
  it("are one per stream, target and lane", async () => {
    await using world = await openStoreWorld(kind);
    const { checkpoints } = world.store;
    await checkpoints.save([
      checkpoint(),
      checkpoint({ lane: "backfill", position: null }),
      checkpoint({ stream: "stores", target: "main.stores", connection: null }),
    ]);
    await checkpoints.save([checkpoint({ position: "p3200|200", generation: 2 })]);
    expect(await checkpoints.list({ connection: "shop-orders", lane: "live" })).toEqual([
      checkpoint({ position: "p3200|200", generation: 2 }),
    ]);
    expect(await checkpoints.list({ connection: null })).toHaveLength(1);
    expect(await checkpoints.forget({ connection: "shop-orders", lane: "backfill" })).toBe(1);
    expect(await checkpoints.forget({ connection: "shop-orders" })).toBe(1);
    expect(await checkpoints.list()).toHaveLength(1);
  });
});

describe.each(storeKinds)("consents in %s", (kind) => {
  it("the newest answer for a column holds, also within one millisecond, and none is lost", async () => {
    await using world = await openStoreWorld(kind);
    const { consents } = world.store;
    const answer = {
      connection: "shop-orders",
      namespace: "public",
      stream: "customers",
      field: ["email"],
      actor: "ken@example.co.jp",
    } as const;
    await consents.record([
      { ...answer, answer: "hash" },
      { ...answer, field: ["address", "street"], answer: "drop", evidence: { plan: "p_1" } },
    ]);
    for (const next of ["clear", "hash", "drop", "clear"] as const)
      await consents.record([{ ...answer, answer: next }]);
    expect(
      (await consents.current("shop-orders")).map((consent) => [consent.field, consent.answer]),
    ).toEqual([
      [["email"], "clear"],
      [["address", "street"], "drop"],
    ]);
    expect(await consents.history("shop-orders")).toHaveLength(6);
    expect(await consents.current("other")).toEqual([]);
  });
});

describe.each(storeKinds)("audit records in %s", (kind) => {
  it("are found by who, what and when, newest first", async () => {
    await using world = await openStoreWorld(kind);
    const { audit } = world.store;
    const id = await audit.append({
      actor: "ken@example.co.jp",
      action: "apply",
      object: { kind: "Connection", id: "shop-orders" },
      evidence: { plan: "p_1", consent: "yes" },
    });
    world.clock.advance(1000);
    await audit.append({
      actor: "agent/desk",
      action: "quarantine.waive",
      object: { kind: "QuarantineGroup", id: "g_1" },
      outcome: "consent.needed",
    });
    expect(id).toMatch(/^au_/);
    expect((await audit.list()).map((record) => record.action)).toEqual([
      "quarantine.waive",
      "apply",
    ]);
    expect(await audit.list({ objectKind: "Connection", objectId: "shop-orders" })).toEqual([
      {
        id,
        at: "2026-11-30T05:06:11.000Z",
        actor: "ken@example.co.jp",
        action: "apply",
        objectKind: "Connection",
        objectId: "shop-orders",
        evidence: { plan: "p_1", consent: "yes" },
        outcome: "ok",
      },
    ]);
    expect(
      await audit.list({
        since: "2026-11-30T05:06:12.000Z",
        actor: "agent/desk",
        action: "quarantine.waive",
      }),
    ).toHaveLength(1);
    expect(await audit.list({ before: "2026-11-30T05:06:11.000Z" })).toEqual([]);
    expect(await audit.list({ limit: 1 })).toHaveLength(1);
  });
});

describe.each(storeKinds)("facts of a %s store", (kind) => {
  it("are its id, made once, and settings by key", async () => {
    await using world = await openStoreWorld(kind);
    const { meta } = world.store;
    const [one, two] = await Promise.all([
      meta.storeId(),
      world.open().then((other) => other.meta.storeId()),
    ]);
    expect(one).toMatch(/^st_/);
    expect(two).toBe(one);
    expect(await meta.get("lang")).toBeNull();
    await meta.set("lang", "ja");
    await meta.set("lang", "en");
    expect(await meta.get("lang")).toBe("en");
  });

  it("the store's own families are refused inside a transaction, where they would wait for ever", async () => {
    await using world = await openStoreWorld(kind);
    const { store } = world;
    const mixed = store.transaction(async (inside) => {
      await inside.meta.set("a", "b");
      await store.meta.get("a");
    });
    await expect(mixed).rejects.toMatchObject({ code: "bug.assertion" });
    expect(await store.meta.get("a"), "and it works again afterwards").toBeNull();
  });

  it("a transaction that fails leaves nothing of any family", async () => {
    await using world = await openStoreWorld(kind);
    const { store } = world;
    const failing = store.transaction(async (inside) => {
      const { id } = await inside.sources.create({
        name: "a",
        kind: "file",
        config: { password: "planted" },
        secrets: ["password"],
      });
      await inside.discoveries.save(id, { streams: [] });
      await inside.audit.append({ actor: "a", action: "b", object: { kind: "c", id: "d" } });
      await inside.sources.rename("src_none", "x");
    });
    await expect(failing).rejects.toMatchObject({ code: "source.not_found" });
    expect(await store.sources.list()).toEqual([]);
    expect(await store.audit.list()).toEqual([]);
    expect(await store.keys.used()).toBeNull();
  });
});
