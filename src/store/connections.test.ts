// Connections, discoveries, proposals, plans: what stands between a question and a run.
import { describe, expect, it } from "vitest";
import { sampleConnection, sampleProposal, sampleStream } from "./testing/samples.ts";
import { openStoreWorld, storeKinds } from "./testing/world.ts";

describe.each(storeKinds)("connections in %s", (kind) => {
  it("are found by slug and by id, and listed by slug", async () => {
    await using world = await openStoreWorld(kind);
    const { store } = world;
    const { id: sourceId } = await store.sources.create({
      name: "one",
      kind: "postgres",
      config: {},
      secrets: [],
    });
    const orders = await store.connections.create(sampleConnection(sourceId), "ken@example.co.jp");
    const billing = await store.connections.create(
      sampleConnection(sourceId, {
        slug: "billing",
        status: "inactive",
        owner: null,
        fileText: null,
      }),
    );
    expect(orders.id).toMatch(/^con_[a-z0-9]+$/);
    expect(await store.connections.find("shop-orders")).toEqual(orders);
    expect(await store.connections.find(orders.id)).toEqual(orders);
    expect(await store.connections.find("none")).toBeNull();
    expect(await store.connections.list()).toEqual([billing, orders]);
    expect(await store.connections.list({ status: "active" })).toEqual([orders]);
    expect(await store.connections.list({ sourceId: "src_none" })).toEqual([]);
    await expect(store.connections.create(sampleConnection(sourceId))).rejects.toMatchObject({
      code: "store.name_taken",
    });
    await expect(
      store.connections.create(sampleConnection("src_none", { slug: "x" })),
    ).rejects.toMatchObject({ code: "source.not_found" });
  });

  it("change only from the revision that was seen", async () => {
    await using world = await openStoreWorld(kind);
    const { store, clock } = world;
    const { id: sourceId } = await store.sources.create({
      name: "one",
      kind: "postgres",
      config: {},
      secrets: [],
    });
    const seen = await store.connections.create(sampleConnection(sourceId));
    clock.advance(60_000);
    const changed = await store.connections.update(
      seen.id,
      seen.revision,
      { label: "Shop", spec: { name: "Shop" } },
      "ken@example.co.jp",
    );
    expect(changed).toEqual({
      ...seen,
      label: "Shop",
      spec: { name: "Shop" },
      revision: 2,
      updatedAt: "2026-11-30T05:07:11.000Z",
      updatedBy: "ken@example.co.jp",
    });
    await expect(
      store.connections.update(seen.id, seen.revision, { label: "Late" }),
    ).rejects.toMatchObject({
      code: "store.changed_meanwhile",
      data: { connection: "shop-orders", changedBy: "ken@example.co.jp" },
    });
    await expect(store.connections.update("con_none", 1, { label: "x" })).rejects.toMatchObject({
      code: "connection.not_found",
    });
    expect(await store.connections.setStatus("shop-orders", "inactive")).toBe(true);
    expect(await store.connections.setStatus("shop-orders", "inactive")).toBe(false);
    expect(await store.connections.find(seen.id)).toMatchObject({
      status: "inactive",
      revision: 3,
      spec: { name: "Shop", status: "inactive" },
    });
    await expect(store.connections.setStatus("none", "active")).rejects.toMatchObject({
      code: "connection.not_found",
    });
  });

  it("remember the accepted shape of each stream, with and without namespace", async () => {
    await using world = await openStoreWorld(kind);
    const { store } = world;
    const { id: sourceId } = await store.sources.create({
      name: "one",
      kind: "postgres",
      config: {},
      secrets: [],
    });
    const { id } = await store.connections.create(sampleConnection(sourceId));
    await store.connections.acceptStreams(id, [
      sampleStream("orders", "public"),
      sampleStream("charges"),
    ]);
    await store.connections.acceptStreams(id, [
      { ...sampleStream("orders", "public"), estimatedRows: 5 },
    ]);
    const accepted = await store.connections.acceptedStreams(id);
    expect(
      accepted.map(({ namespace, stream, catalog }) => [namespace, stream, catalog.estimatedRows]),
    ).toEqual([
      [null, "charges", undefined],
      ["public", "orders", 5],
    ]);
    await store.connections.acceptStreams(id, [sampleStream("refunds")], { replace: true });
    expect((await store.connections.acceptedStreams(id)).map((entry) => entry.stream)).toEqual([
      "refunds",
    ]);
    expect(await store.connections.delete(id)).toBe(true);
    expect(await store.connections.acceptedStreams(id)).toEqual([]);
    expect(await store.connections.delete(id)).toBe(false);
  });
});

describe.each(storeKinds)("discoveries in %s", (kind) => {
  it("are the latest and the one before, however large", async () => {
    await using world = await openStoreWorld(kind);
    const { store, clock } = world;
    const { id } = await store.sources.create({
      name: "one",
      kind: "postgres",
      config: {},
      secrets: [],
    });
    expect(await store.discoveries.latest(id)).toBeNull();
    expect(await store.discoveries.summary(id)).toBeNull();
    const large = {
      streams: Array.from({ length: 5000 }, (_, index) => sampleStream(`t_${index}`, "public")),
    };
    for (const catalog of [{ streams: [] }, { streams: [sampleStream("a")] }, large]) {
      await store.discoveries.save(id, catalog);
      clock.advance(1000);
    }
    expect(await store.discoveries.summary(id)).toEqual({
      discoveredAt: "2026-11-30T05:06:13.000Z",
      streamCount: 5000,
    });
    expect((await store.discoveries.latest(id))?.catalog).toEqual(large);
    expect((await store.discoveries.previous(id))?.catalog.streams).toHaveLength(1);
    expect(await world.query("select count(*) as kept from discoveries")).toEqual([
      { kept: kind === "sqlite" ? 2 : "2" },
    ]);
  });
});

describe.each(storeKinds)("proposals in %s", (kind) => {
  it("go on where they stopped, and refuse an answer to an older question", async () => {
    await using world = await openStoreWorld(kind);
    const { store, clock } = world;
    const first = await store.proposals.create(sampleProposal(), "src_a");
    expect(first).toMatchObject({
      id: expect.stringMatching(/^pr_/),
      state: "streams_open",
      revision: 1,
      document: { id: first.id },
    });
    expect(await store.proposals.find(first.id)).toEqual(first);
    clock.advance(1000);
    const second = await store.proposals.update(first.id, 1, {
      ...first.document,
      state: "modes_open",
    });
    expect(second).toMatchObject({
      state: "modes_open",
      revision: 2,
      updatedAt: "2026-11-30T05:06:12.000Z",
    });
    await expect(store.proposals.update(first.id, 1, first.document)).rejects.toMatchObject({
      code: "store.changed_meanwhile",
    });
    await expect(store.proposals.update("pr_none", 1, first.document)).rejects.toMatchObject({
      code: "proposal.not_found",
    });
    clock.advance(1000);
    const written = await store.proposals.create(sampleProposal({ state: "written" }), "src_a");
    expect((await store.proposals.list({ sourceId: "src_a" })).map((entry) => entry.id)).toEqual([
      written.id,
      first.id,
    ]);
    expect((await store.proposals.list({ open: true, limit: 1 })).map((entry) => entry.id)).toEqual(
      [first.id],
    );
    expect(await store.proposals.delete(first.id)).toBe(true);
    expect(await store.proposals.find(first.id)).toBeNull();
  });
});

describe.each(storeKinds)("plans in %s", (kind) => {
  it("are kept under their hash until they are used and forgotten", async () => {
    await using world = await openStoreWorld(kind);
    const { store, clock } = world;
    await store.plans.save("p_1", { items: [1] }, "ken@example.co.jp");
    clock.advance(1000);
    await store.plans.save("p_1", { items: [1] }, "ann@example.co.jp");
    expect(await store.plans.find("p_1")).toEqual({
      id: "p_1",
      document: { items: [1] },
      madeAt: "2026-11-30T05:06:12.000Z",
      madeBy: "ann@example.co.jp",
      appliedAt: null,
    });
    await store.plans.markApplied("p_1");
    expect(await store.plans.list()).toMatchObject([
      { id: "p_1", appliedAt: "2026-11-30T05:06:12.000Z" },
    ]);
    await expect(store.plans.markApplied("p_2")).rejects.toMatchObject({ code: "plan.not_found" });
    expect(await store.plans.prune("2026-11-30T05:06:12.000Z")).toBe(0);
    expect(await store.plans.prune("2026-11-30T05:06:12.001Z")).toBe(1);
    expect(await store.plans.find("p_1")).toBeNull();
  });
});
