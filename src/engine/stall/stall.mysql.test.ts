// What the stall detector finds out from a real MariaDB: a lock, a query that takes its time, an answer that was lost.
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeMariadb } from "../../../test/support/mariadb.ts";
import type { RunEvent } from "../../model/run-event.ts";
import { openFaultWorld, type FaultWorld } from "../testing/fault-world.ts";

describeMariadb("a MariaDB that is waited for", () => {
  let world: FaultWorld;
  beforeAll(async () => {
    world = await openFaultWorld({ source: "mysql", warehouse: "duckdb", faulty: "source" });
    await world.ask("insert into t select seq, concat('v', seq), seq from seq_1_to_300");
    await world.ask("create view slow as select id, n from t where sleep(0.5) = 0");
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const stalls = () =>
    world.events.filter(
      (event): event is Extract<RunEvent, { event: "stall" }> =>
        event.event === "stall" && event.guilty === "source",
    );

  it("because of a lock is told so; the read goes on when it is gone", async () => {
    const lock = await world.holdLock("lock table t write");
    const running = world.sync({ limits: { stallFailMs: 60_000 } });
    await expect.poll(() => stalls().length, { timeout: 20_000 }).toBeGreaterThan(0);
    await lock.end();
    const run = await running;
    expect(stalls()[0]).toMatchObject({ stream: "t", stage: "reading", cause: "lock" });
    expect(stalls()[0]?.on).toContain("Waiting for table metadata lock");
    expect(run.exit).toBe(0);
    expect(await world.tableRows()).toEqual(await world.sourceRows());
  });

  it("because its query takes long is told so, and the query ends with the run", async () => {
    const run = await world.sync({
      stream: "slow",
      mode: "full_refresh_overwrite",
      limits: { stallFailMs: 1500 },
    });
    expect(stalls()[0]).toMatchObject({ guilty: "source", cause: "query" });
    expect(run.streams[0]?.error).toMatchObject({ code: "source.stalled", exit: 11 });
    await expect
      .poll(
        () =>
          world.ask(
            "select id from information_schema.processlist where state = 'User sleep' and db = database()",
          ),
        { timeout: 10_000 },
      )
      .toEqual([]);
  });

  it("for an answer that was lost is asked, and read again", async () => {
    world.proxy.when("from `", "stall");
    const run = await world.sync({ limits: { stallFailMs: 600_000 } });
    expect(stalls().map(({ cause }) => cause)).toContain("idle");
    expect(run.exit).toBe(0);
    expect(await world.tableRows()).toEqual(await world.sourceRows());
  });
});
