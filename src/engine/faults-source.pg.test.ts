// A network that fails between revos and a Postgres source, at every step of a sync.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { changeRows, expectWhole, retriesOf, testFaultTable } from "./testing/fault-table.ts";
import { openFaultWorld, type FaultRun, type FaultWorld } from "./testing/fault-world.ts";

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
  world = await openFaultWorld({ source: "postgres", warehouse: "duckdb", faulty: "source" });
  await world.ask("insert into t select i, repeat('v', 200), i from generate_series(1, 600) i");
  expect((await world.sync()).exit).toBe(0);
});
afterAll(() => world[Symbol.asyncDispose]());

testFaultTable(
  () => world,
  [
    { step: "signing in", request: "database\0" },
    { step: "asking for open transactions", request: "pg_prepared_xacts" },
    {
      step: "beginning the snapshot",
      request: "begin transaction isolation level repeatable read",
    },
    { step: "exporting the snapshot", request: "pg_export_snapshot" },
    { step: "discovering", request: "relkind in" },
    { step: "asking what reads see", request: "pg_postmaster_start_time" },
    { step: "describing the columns", request: "where false" },
    { step: "beginning to read", request: "copy (" },
    { step: "leaving the read", request: "release savepoint", nth: 2 },
  ],
  ["source.unreachable"],
);

describe("a low end that is remembered", () => {
  beforeAll(async () => {
    expect((await world.sync({ limits: { worthRows: 1 } })).exit).toBe(0);
  });
  testFaultTable(
    () => world,
    [
      { step: "asking what came since", request: "select exists (select from only" },
      { step: "reading only that", request: "copy (" },
    ],
    ["source.unreachable"],
    { limits: { worthRows: 1 } },
  );
});

describe("a table in chunks", () => {
  beforeAll(async () => {
    await world.ask(
      "insert into t select i, repeat('w', 200), i % 600 from generate_series(100001, 101500) i",
    );
    await world.ask("analyze t");
  });
  testFaultTable(
    () => world,
    [
      { step: "cutting it", request: "pg_partition_tree" },
      { step: "looking for a chunk", request: "to_regclass" },
      { step: "reading the first chunk", request: "ctid >=" },
      { step: "reading a chunk in the middle", request: "ctid >=", nth: 3 },
    ],
    ["source.unreachable"],
    { mode: "full_refresh_overwrite", limits: { chunkBytes: 64 * 1024, parallel: 2 } },
  );
});

describe("a read in chunks that broke off", () => {
  const limits = { chunkBytes: 64 * 1024, parallel: 1 };
  beforeAll(async () => {
    await world.ask("create table other (n int)");
    await world.ask(
      "insert into t select i, repeat('w', 200), i % 600 from generate_series(200001, 201500) i",
    );
  });
  testFaultTable(
    () => world,
    [{ step: "asking which chunks are unchanged", request: "count(*) filter (where" }],
    ["source.unreachable"],
    { mode: "full_refresh_overwrite", limits },
    async () => {
      const broken = await world.sync({ mode: "full_refresh_overwrite", limits, breakAfter: 3 });
      expect(broken.streams[0]?.error?.code).toBe("source.unknown");
      // Another moment, and the table as it was.
      await world.ask("insert into other values (1)");
    },
  );
});

let ordinals = 5000;
/** The rows of a range, taken from the source anew. */
const part = (): FaultRun => ({
  part: {
    plan: "b_faults",
    name: "p",
    ordinal: ++ordinals,
    range: { field: ["n"], from: "0", to: null },
    raw: null,
    isWhole: false,
    keeps: true,
  },
});

describe("a backfill", () => {
  testFaultTable(
    () => world,
    [
      { step: "beginning the snapshot", request: "isolation level repeatable read" },
      { step: "reading the range", request: "copy (" },
      { step: "leaving the read", request: "release savepoint" },
    ],
    ["source.unreachable"],
    part,
  );
});

describe("in the middle of the rows", () => {
  it.each([
    ["cut", () => world.proxy.cutAfter(40_000)],
    ["stalled", () => world.proxy.stallAfter(40_000)],
  ] as const)("%s", async (_, strike) => {
    await changeRows(world);
    strike();
    const run = await world.sync({ mode: "full_refresh_overwrite" });
    await expectWhole(world, run);
    expect(retriesOf(world)).toEqual(["source.unreachable"]);
  });
});

describe("a source that stays away", () => {
  it("ends the run with a code that may be tried again, and the next run is whole", async () => {
    await changeRows(world);
    const before = await world.tableRows();
    const running = world.sync();
    await expect
      .poll(() => world.events.some(({ event }) => event === "stream.started"))
      .toBe(true);
    await world.proxy.setMode("refuse");
    const failed = await running;
    await world.proxy.setMode("pass");
    // A quick run may have ended before.
    if (failed.exit !== 0) {
      expect(failed.streams[0]?.error).toMatchObject({
        code: "source.unreachable",
        retry: "auto",
        exit: 11,
      });
      expect(await world.tableRows()).toEqual(before);
      expect(await world.ledger(failed.id)).toEqual([0, 0]);
    }
    await expectWhole(world, await world.sync());
  });

  it("can be stopped at each step", async () => {
    for (const request of ["database\0", "relkind in", "where false", "copy ("]) {
      await changeRows(world);
      const stop = new AbortController();
      const { struck } = world.proxy;
      world.proxy.when(request, "stall");
      const running = world.sync({ signal: stop.signal, limits: { stallWarnMs: 60_000 } });
      await expect.poll(() => world.proxy.struck, { timeout: 20_000 }).toBe(struck + 1);
      stop.abort();
      expect(await running).toMatchObject({ status: "stopped", exit: 130 });
    }
    await expectWhole(world, await world.sync());
  });
});
