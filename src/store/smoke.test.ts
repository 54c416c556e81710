import { describe, expect, it } from "vitest";
import { openStoreWorld, storeKinds } from "./testing/world.ts";
describe.each(storeKinds)("smoke on %s", (kind) => {
  it("works", async () => {
    await using world = await openStoreWorld(kind);
    const { store } = world;
    expect(await store.sources.list()).toEqual([]);
    const s = await store.sources.create({
      name: "shop",
      kind: "postgres",
      config: { host: "h", password: "planted-pw", other: "${env.X}" },
      secrets: ["password"],
    });
    expect((await store.sources.find(s.id))?.config).toEqual({
      host: "h",
      password: "planted-pw",
      other: "${env.X}",
    });
    expect((await store.sources.describe(s.id))?.config).toEqual({
      host: "h",
      password: "[secret]",
      other: "${env.X}",
    });
    expect(await store.sources.list()).toHaveLength(1);
    await expect(
      store.sources.create({ name: "shop", kind: "x", config: {}, secrets: [] }),
    ).rejects.toMatchObject({ code: "store.name_taken" });
    expect(await store.meta.nextRunOrdinal()).toBe(1);
    expect(await store.meta.nextRunOrdinal()).toBe(2);
    const c = await store.connections.create({
      slug: "a-b",
      label: "A",
      sourceId: s.id,
      destination: null,
      status: "active",
      prefix: "a_b_",
      owner: null,
      spec: { streams: [] },
      fileText: null,
    });
    await store.connections.update(c.id, 1, { label: "B" });
    await expect(store.connections.update(c.id, 1, { label: "B" })).rejects.toMatchObject({
      code: "store.changed_meanwhile",
    });
    await expect(
      store.connections.create({
        slug: "z",
        label: "A",
        sourceId: "nope",
        destination: null,
        status: "active",
        prefix: "a_b_",
        owner: null,
        spec: { streams: [] },
        fileText: null,
      }),
    ).rejects.toMatchObject({ code: "source.not_found" });
    await store.discoveries.save(s.id, { streams: [] });
    expect(await store.discoveries.latest(s.id)).toMatchObject({ streamCount: 0 });
    const a = await store.leases.acquire({ name: "x", holder: "run_1" });
    expect(a.ok).toBe(true);
    expect(await store.leases.acquire({ name: "x", holder: "run_2" })).toMatchObject({
      ok: false,
      holder: { holder: "run_1" },
    });
    const document = {
      apiVersion: "revos/v1",
      kind: "Run",
      id: "run_1",
      connection: "a-b",
      lane: "live",
      status: "running",
      exit: 0,
      startedAt: "2026-11-30T05:06:11Z",
      durationMs: 0,
      peakMemoryBytes: 0,
      balanced: true,
      streams: [],
      warnings: [],
      next: [],
    } as const;
    expect(await store.runs.start({ document: structuredClone(document) as never })).toEqual({
      ordinal: 3,
    });
    await store.runs.finish("run_1", { ...document, status: "ok" } as never);
    expect(await store.runs.list()).toHaveLength(1);
    expect((await store.runs.latest())[0]?.document.status).toBe("ok");
    expect(await store.runs.sweepLost()).toEqual([]);
  });
});
