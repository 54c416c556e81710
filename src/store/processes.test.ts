// Several processes on one store, and processes that are killed: what was acknowledged is there, and nothing is given twice.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { StorePlace } from "./store.ts";
import { removeBundle, startChild, type Child } from "./testing/processes.ts";
import { openStoreWorld, storeKinds } from "./testing/world.ts";

afterAll(removeBundle);

async function allWell(children: readonly Child[]): Promise<string[]> {
  for (const child of children) expect(await child.ended, child.errors()).toBe(0);
  return children.flatMap((child) => child.words);
}

describe.each(storeKinds)("processes on a %s store", (kind) => {
  it("four starting at once on a store that is not there make it once and count without doubles", async () => {
    await using world = await openStoreWorld(kind, { unopened: true });
    const children = await Promise.all(
      [1, 2, 3, 4].map(() => startChild("ordinals", world.place, "50")),
    );
    const ordinals = (await allWell(children)).map(Number).sort((a, b) => a - b);
    expect(ordinals).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
  });

  it("four asking for one lease never hold it two at a time", async () => {
    await using world = await openStoreWorld(kind);
    const folder = await mkdtemp(join(tmpdir(), "revos-witness-"));
    const children = await Promise.all(
      [1, 2, 3, 4].map(() => startChild("leases", world.place, join(folder, "held"))),
    );
    const tokens = await allWell(children);
    expect(new Set(tokens).size).toBe(tokens.length);
    expect(tokens.length).toBe(4 * 12);
    expect(await world.store.leases.list()).toEqual([]);
    await rm(folder, { recursive: true });
  });

  it("a lease of a killed process is taken over at once, and only then", async () => {
    await using world = await openStoreWorld(kind);
    const child = await startChild("hold", world.place, "connection:a");
    await until(() => child.words.length > 0);
    const refused = await world.store.leases.acquire({ name: "connection:a", holder: "run_2" });
    expect(refused).toMatchObject({
      ok: false,
      holder: { holder: "run_holder", pid: child.process.pid },
    });
    child.process.kill("SIGKILL");
    await child.ended;
    expect(
      await world.store.leases.acquire({ name: "connection:a", holder: "run_2" }),
    ).toMatchObject({ ok: true, lease: { holder: "run_2", pid: process.pid } });
  });

  it("ten killed in the middle of writing leave every acknowledged write and a sound store", async () => {
    await using world = await openStoreWorld(kind);
    const sources: string[] = [];
    const records: string[] = [];
    let ordinals: number[] = [];
    for (let round = 0; round < 10; round++) {
      const children = [
        await startChild("write", world.place),
        await startChild("write", world.place),
      ];
      await until(() => children.every((child) => child.words.length > 5 + round * 3));
      for (const child of children) child.process.kill("SIGKILL");
      for (const child of children) {
        expect(await child.ended, child.errors()).toBeNull();
        sources.push(...child.words.filter((word) => word.startsWith("src_")));
        records.push(...child.words.filter((word) => word.startsWith("au_")));
        ordinals.push(...child.words.filter((word) => /^\d+$/.test(word)).map(Number));
      }
    }
    const store = await world.open();
    expect(await store.findDamage()).toBeNull();
    for (const id of sources)
      expect((await store.sources.find(id))?.config).toEqual({ password: "planted" });
    const kept = new Set((await store.audit.list()).map((record) => record.id));
    expect(records.filter((id) => !kept.has(id))).toEqual([]);
    expect(records.length).toBeGreaterThan(100);
    expect(new Set(ordinals).size).toBe(ordinals.length);
    ordinals = ordinals.sort((a, b) => b - a);
    expect(await store.meta.nextRunOrdinal()).toBeGreaterThan(ordinals[0]!);
  });
});

describe("a process", () => {
  it.each(storeKinds)("that only opens a %s store, or fails to, ends by itself", async (kind) => {
    await using world = await openStoreWorld(kind);
    await world.store.meta.set("made", "yes");
    const child = await startChild("open", world.place);
    const started = performance.now();
    expect(await child.ended, child.errors()).toBe(0);
    expect(child.words).toEqual(["opened"]);
    const wrong: StorePlace =
      kind === "sqlite"
        ? { kind, path: "/dev/null/store.db" }
        : { kind, url: "postgres://me@127.0.0.1:1/none" };
    const failing = await startChild("ordinals", wrong, "1");
    expect(await failing.ended).toBe(1);
    expect(failing.errors()).toMatch(/store\.(unreadable|unreachable)/);
    expect(
      performance.now() - started,
      "no connection is left that would keep it waiting",
    ).toBeLessThan(20_000);
  });

  it.each(storeKinds)(
    "that uses a %s store loads its driver and not the other's driver and not the other's",
    async (kind) => {
      await using world = await openStoreWorld(kind);
      await world.store.meta.set("made", "yes");
      const child = await startChild("modules", world.place);
      expect(await child.ended, child.errors()).toBe(0);
      const loaded = child.words.join(" ");
      expect(loaded.includes("/node_modules/libsql/")).toBe(kind === "sqlite");
      expect(loaded.includes("/node_modules/pg/")).toBe(kind === "postgres");
    },
  );
});

async function until(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error("Waited 30 s in vain.");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
