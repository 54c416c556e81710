// A network that fails between revos and a Postgres warehouse, at every step of a sync: what the server did and nobody heard of is
// found out before it would be done again.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openFaultProxy } from "../connector/testing/fault-proxy.ts";
import { openPostgresWorld } from "./testing/postgres-world.ts";
import { changeRows, expectWhole, retriesOf, testFaultTable } from "./testing/fault-table.ts";
import { openFaultWorld, type FaultWorld } from "./testing/fault-world.ts";

// A stalled sign-in is waited for; the limits in force stand in docs/guides/waiting.md.
vi.mock("../network/limits.ts", () => ({
  networkLimits: {
    connect: 9000,
    tunnel: 9000,
    channel: 9000,
    tls: 9000,
    signIn: 2500,
    session: 2500,
  },
}));

let world: FaultWorld;
beforeAll(async () => {
  world = await openFaultWorld({ source: "postgres", warehouse: "postgres", faulty: "warehouse" });
  await world.ask("insert into t select i, repeat('v', 200), i from generate_series(1, 600) i");
  expect((await world.sync()).exit).toBe(0);
});
afterAll(() => world[Symbol.asyncDispose]());

testFaultTable(
  () => world,
  [
    { step: "signing in", request: "database\0" },
    { step: "locking the tables", request: "pg_try_advisory_lock" },
    { step: "preparing", request: "_revos" },
    { step: "looking at the target", request: "_revos.positions" },
    { step: "making room for the keys", request: "create unlogged table" },
    { step: "sending the keys", request: "copy " },
    { step: "fetching the rows of these keys", request: "to stdout" },
    { step: "merging", request: "delete from " },
    { step: "remembering the low end", request: "_revos.seen where" },
    { step: "beginning to publish", request: "begin transaction isolation level read committed" },
    { step: "sending the rows", request: "copy ", nth: 3 },
    { step: "writing the ledger", request: "insert into _revos.ledger" },
    { step: "moving the position", request: "insert into _revos.positions" },
    { step: "committing", request: "commit\0" },
  ],
  ["destination.unreachable"],
);

describe("a commit that nobody heard of", () => {
  it.each(["incremental_append", "full_refresh_overwrite", "incremental_deduped_history"] as const)(
    "in %s is not done again",
    async (mode) => {
      if (mode === "incremental_append") await world.sync({ mode: "full_refresh_overwrite" });
      await world.ask("insert into t select max(id) + 1, 'late', max(n) + 1 from t");
      const { struck } = world.proxy;
      world.proxy.when("commit\0", "apply_then_fail");
      const run = await world.sync({ mode });
      expect(world.proxy.struck).toBe(struck + 1);
      expect(retriesOf(world)).toEqual([]);
      await expectWhole(world, run);
    },
  );
});

describe("a quarantine that was given back, and nobody heard of it", () => {
  it("is not given back again", async () => {
    await using own = await openPostgresWorld({
      q: { columns: { id: "int32", amount: "decimal(9,2)" }, rows: [["1", "x"]] },
    });
    expect((await own.sync("q")).streams[0]).toMatchObject({ quarantined: 1 });
    const { host, port } = own.database.config;
    await using proxy = await openFaultProxy({ path: `${host}/.s.PGSQL.${port}` });
    {
      await using open = await own.open({
        ...own.database.config,
        host: proxy.host,
        port: proxy.port,
        ssl: "disable",
      });
      await open.borrowQuarantine?.();
      await open.workbench.run("update _revos.quarantine set status = 'waived'");
      await open.workbench.run(
        "insert into _revos.quarantine_log (audit, logged_at, action, target, rows) values ('a1', now(), 'waive', 'q', 1)",
      );
      proxy.when("commit\0", "apply_then_fail");
      await open.returnQuarantine?.();
      expect(proxy.struck).toBe(1);
    }
    expect(await own.rows("select status from _revos.quarantine")).toEqual([["waived"]]);
    expect(await own.rows("select audit from _revos.quarantine_log")).toEqual([["a1"]]);
  });
});

describe("a warehouse that stays away", () => {
  it("ends the run with a code that may be tried again, and the next run is whole", async () => {
    await changeRows(world);
    const before = await world.tableRows();
    const { struck } = world.proxy;
    world.proxy.when("commit\0", "stall");
    const running = world.sync();
    await expect.poll(() => world.proxy.struck, { timeout: 20_000 }).toBe(struck + 1);
    await world.proxy.setMode("refuse");
    const failed = await running;
    await world.proxy.setMode("pass");
    expect([failed.exit, failed.streams[0]?.error?.code, failed.streams[0]?.error?.retry]).toEqual([
      11,
      "destination.unreachable",
      "auto",
    ]);
    expect(await world.tableRows()).toEqual(before);
    await expectWhole(world, await world.sync());
  });
});
