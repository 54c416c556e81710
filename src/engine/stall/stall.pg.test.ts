// What the stall detector finds out from a real Postgres: a lock and who holds it, a query that takes its time, an answer that
// was lost; and what is left when it gives up.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunEvent } from "../../model/run-event.ts";
import { openFaultWorld, type FaultWorld } from "../testing/fault-world.ts";

let world: FaultWorld;
beforeAll(async () => {
  world = await openFaultWorld({ source: "postgres", warehouse: "duckdb", faulty: "source" });
  await world.ask("insert into t select i, 'v' || i, i from generate_series(1, 300) i");
  await world.ask(
    "create view slow as select i as id, 1::bigint as n from pg_sleep(60), generate_series(1, 3) i",
  );
});
afterAll(() => world[Symbol.asyncDispose]());

/** Of the source: on a busy machine opening the warehouse takes its time as well. */
const stalls = () =>
  world.events.filter(
    (event): event is Extract<RunEvent, { event: "stall" }> =>
      event.event === "stall" && event.guilty === "source",
  );

describe("a lock at the source", () => {
  it("is told with its table, who holds it and by what; the read goes on when it is gone", async () => {
    const lock = await world.holdLock("lock table t in access exclusive mode");
    const running = world.sync();
    await expect.poll(() => stalls().length, { timeout: 20_000 }).toBeGreaterThan(0);
    await lock.end();
    const run = await running;
    expect(stalls()[0]).toMatchObject({
      stream: "t",
      stage: "reading",
      guilty: "source",
      cause: "lock",
      table: "public.t",
      blockers: [{ pid: lock.pid, doing: "LOCK" }],
      on: expect.stringMatching(
        new RegExp(
          `^the source: the statement waits for a lock on public.t held by pid ${lock.pid} `,
        ),
      ),
    });
    expect(run).toMatchObject({ exit: 0 });
    expect(run.warnings).toContainEqual(
      expect.objectContaining({ code: "stalled", cause: "lock" }),
    );
    expect(await world.tableRows()).toEqual(await world.sourceRows());
  });

  it("that is not given up in time fails the stream, names the holder, and can be run again", async () => {
    const lock = await world.holdLock("lock table t in access exclusive mode");
    const failed = await world.sync({ limits: { stallFailMs: 1500 } });
    expect(failed.streams[0]?.error).toMatchObject({
      code: "source.stalled",
      retry: "auto",
      exit: 11,
      where: { stream: "t", namespace: "public" },
      data: { guilty: "source", cause: "lock", table: "public.t", blockers: [{ pid: lock.pid }] },
    });
    expect(failed.streams[0]?.error?.advice).toContain("end it at the source");
    // Nothing of ours is left in the queue behind the lock.
    expect(
      await world.ask(
        "select pid from pg_stat_activity where application_name = 'revos' and wait_event_type = 'Lock' and datname = current_database()",
      ),
    ).toEqual([]);
    await lock.end();
    expect((await world.sync()).exit).toBe(0);
    expect(await world.tableRows()).toEqual(await world.sourceRows());
  });

  it("shows a role without rights the number of the holder, and nothing of its statement", async () => {
    await world.ask("create role plain_reader login");
    await world.ask("grant select on t to plain_reader");
    await using own = await openFaultWorld({
      source: "postgres",
      warehouse: "duckdb",
      faulty: "source",
      user: "plain_reader",
    });
    await own.ask("insert into t values (1, 'v', 1)");
    await own.ask("grant select on t to plain_reader");
    const lock = await own.holdLock("lock table t in access exclusive mode");
    const failed = await own.sync({ limits: { stallFailMs: 1500 } });
    await lock.end();
    expect(failed.streams[0]?.error?.data).toMatchObject({
      cause: "lock",
      blockers: [{ pid: lock.pid, doing: null }],
    });
    await own.ask("drop owned by plain_reader");
    await world.ask("drop owned by plain_reader");
    await world.ask("drop role plain_reader");
  });
});

describe("a query that takes its time", () => {
  it("is told as such, and cancelled at the server when the limit is reached", async () => {
    const run = await world.sync({
      stream: "slow",
      mode: "full_refresh_overwrite",
      limits: { stallFailMs: 1500 },
    });
    expect(stalls()[0]).toMatchObject({ guilty: "source", cause: "query" });
    expect(run.streams[0]?.error).toMatchObject({
      code: "source.stalled",
      advice: expect.stringContaining("limits.stallFail"),
    });
    await expect
      .poll(
        () =>
          world.ask(
            "select pid from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()",
          ),
        { timeout: 10_000 },
      )
      .toEqual([]);
  });
});

describe("an answer that was lost", () => {
  it("is found by asking the server, long before the second limit, and read again", async () => {
    world.proxy.when("copy (", "stall");
    await world.ask("update t set n = n + 1000, v = v || 'x' where id <= 50");
    const run = await world.sync({ limits: { stallFailMs: 600_000 } });
    expect(stalls().map(({ cause }) => cause)).toContain("idle");
    expect(world.events.filter((event) => event.event === "retry")).toEqual([
      expect.objectContaining({ code: "source.unreachable", attempt: 1 }),
    ]);
    expect(run.exit).toBe(0);
    expect(await world.tableRows()).toEqual(await world.sourceRows());
  });

  it("because the server no longer knows us is told so", async () => {
    world.proxy.when("copy (", "half_open");
    const run = await world.sync({ limits: { stallFailMs: 600_000 } });
    expect(stalls().map(({ cause }) => cause)).toContain("gone");
    expect(run.exit).toBe(0);
  });

  it("because nobody is there any more ends the run with that", async () => {
    const { struck } = world.proxy;
    world.proxy.when("copy (", "stall");
    const running = world.sync({ limits: { stallFailMs: 600_000 } });
    await expect.poll(() => world.proxy.struck, { timeout: 20_000 }).toBe(struck + 1);
    await world.proxy.setMode("closed");
    const run = await running;
    await world.proxy.setMode("pass");
    expect(stalls().map(({ cause }) => cause)).toContain("unreachable");
    expect(run.streams[0]?.error).toMatchObject({ code: "source.unreachable", exit: 11 });
    expect((await world.sync()).exit).toBe(0);
  });
});
