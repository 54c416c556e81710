// Leases: one holder, freed by its death or its silence, and never lost by accident. Real processes: processes.test.ts.
import { describe, expect, it } from "vitest";
import { openStoreWorld, storeKinds } from "./testing/world.ts";

describe.each(storeKinds)("leases in %s", (kind) => {
  it("are held by one, named to others, and free again when given back", async () => {
    await using world = await openStoreWorld(kind);
    const { leases } = world.store;
    const first = await leases.acquire({ name: "connection:a", holder: "run_1" });
    expect(first).toMatchObject({
      ok: true,
      lease: { name: "connection:a", holder: "run_1", pid: process.pid },
    });
    if (!first.ok) return;
    const other = await world.open();
    expect(await other.leases.acquire({ name: "connection:a", holder: "run_2" })).toEqual({
      ok: false,
      holder: first.lease,
    });
    expect(await other.leases.acquire({ name: "connection:b", holder: "run_2" })).toMatchObject({
      ok: true,
    });
    expect((await leases.list()).map((lease) => lease.name)).toEqual([
      "connection:a",
      "connection:b",
    ]);
    expect(await leases.release(first.lease)).toBe(true);
    expect(await leases.release(first.lease)).toBe(false);
    expect(await leases.find("connection:a")).toBeNull();
    expect(await other.leases.acquire({ name: "connection:a", holder: "run_2" })).toMatchObject({
      ok: true,
    });
    expect(await leases.renew(first.lease), "an old holding is not renewed").toBe(false);
    expect(await leases.release(first.lease), "and does not free the new one").toBe(false);
    expect(await leases.find("connection:a")).toMatchObject({ holder: "run_2" });
  });

  it("of this machine stay with a living process however long it is silent", async () => {
    await using world = await openStoreWorld(kind);
    const { leases } = world.store;
    await leases.acquire({ name: "a", holder: "run_1" });
    world.clock.advance(3_600_000);
    expect(await leases.acquire({ name: "a", holder: "run_2" })).toMatchObject({ ok: false });
  });

  it("of a process that is gone, or whose pid is another process now, are taken over at once", async () => {
    await using world = await openStoreWorld(kind);
    const { leases } = world.store;
    await leases.acquire({ name: "gone", holder: "run_1", pid: 2 ** 22 - 1 });
    expect(await leases.acquire({ name: "gone", holder: "run_2" })).toMatchObject({ ok: true });
    await leases.acquire({ name: "reused", holder: "run_1" });
    await world.query("update leases set process_start = '1' where name = 'reused'");
    expect(await leases.acquire({ name: "reused", holder: "run_2" })).toMatchObject({ ok: true });
    expect(world.logged.filter((record) => record.event === "lease taken over")).toMatchObject([
      { level: "warn", fields: { lease: "gone", from: "run_1" } },
      { level: "warn", fields: { lease: "reused" } },
    ]);
  });

  it("of another machine are taken over after 60 s without a heartbeat", async () => {
    await using world = await openStoreWorld(kind);
    const { leases } = world.store;
    const first = await leases.acquire({ name: "a", holder: "run_1" });
    if (!first.ok) throw new Error("Refused.");
    await world.query("update leases set host = 'worker-2', machine = 'other'");
    world.clock.advance(40_000);
    expect(await leases.renew(first.lease)).toBe(true);
    world.clock.advance(59_000);
    expect(await leases.acquire({ name: "a", holder: "run_2" })).toMatchObject({
      ok: false,
      holder: { host: "worker-2" },
    });
    world.clock.advance(1_001);
    const answers = await Promise.all([
      leases.acquire({ name: "a", holder: "run_2" }),
      leases.acquire({ name: "a", holder: "run_3" }),
    ]);
    expect(
      answers.filter((answer) => answer.ok),
      "only one of two takes it over",
    ).toHaveLength(1);
    expect(await leases.renew(first.lease)).toBe(false);
  });

  it("that are held are given back at the end of the block", async () => {
    await using world = await openStoreWorld(kind);
    const { leases } = world.store;
    {
      const answer = await leases.hold({ name: "a", holder: "run_1" });
      if (!answer.ok) throw new Error("Refused.");
      await using held = answer.held;
      expect(held.lost.aborted).toBe(false);
      expect(await leases.hold({ name: "a", holder: "run_2" })).toMatchObject({
        ok: false,
        holder: { token: held.lease.token },
      });
    }
    expect(await leases.find("a")).toBeNull();
  });
});
