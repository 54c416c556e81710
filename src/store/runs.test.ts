// Runs, their events, and what lists show of quarantine and progress.
import { describe, expect, it } from "vitest";
import type { TimedRunEvent } from "../model/run-event.ts";
import { keptEvents } from "./run-events.ts";
import { sampleRun, sampleRunStream } from "./testing/samples.ts";
import { openStoreWorld, storeKinds, type StoreWorld } from "./testing/world.ts";

const progress = (run: string, seq: number, stream = "orders"): TimedRunEvent => ({
  event: "stream.progress",
  run,
  seq,
  t: "2026-11-30T05:06:12.000Z",
  stream,
  namespace: "public",
  rows: seq,
  bytes: seq,
  stage: "reading",
  memoryBytes: 1,
});

/** As a process would leave it that ran on another machine. */
async function moveToOtherMachine(world: StoreWorld, table: "runs" | "leases"): Promise<void> {
  await world.query(`update ${table} set host = 'worker-2', machine = 'other'`);
}

describe.each(storeKinds)("runs in %s", (kind) => {
  it("carry the document that was told last, newest first", async () => {
    await using world = await openStoreWorld(kind);
    const { runs } = world.store;
    expect(
      await runs.start({
        document: sampleRun("run_01"),
        connectionId: "con_a",
        trigger: "schedule",
        actor: "system",
      }),
    ).toEqual({ ordinal: 1 });
    expect(
      await runs.start({
        document: sampleRun("run_02", {
          connection: null,
          adHoc: { source: "file:a.csv", target: "duckdb:b" },
          status: "queued",
        }),
        trigger: "adHoc",
      }),
    ).toEqual({ ordinal: 2 });
    await expect(runs.start({ document: sampleRun("run_02") })).rejects.toMatchObject({
      code: "store.failed",
    });
    expect(
      await runs.start({ document: sampleRun("run_03") }),
      "a start that failed used no ordinal",
    ).toEqual({ ordinal: 3 });
    await runs.update("run_01", sampleRun("run_01", { streams: [sampleRunStream()] }));
    const ended = sampleRun("run_01", {
      status: "partial",
      exit: 8,
      durationMs: 7,
      streams: [sampleRunStream({ status: "ok" })],
    });
    await runs.finish("run_01", ended);
    expect(await runs.find("run_01")).toMatchObject({
      ordinal: 1,
      connection: "shop-orders",
      connectionId: "con_a",
      status: "partial",
      exitCode: 8,
      trigger: "schedule",
      actor: "system",
      pid: process.pid,
      document: ended,
    });
    expect((await runs.find("run_01"))?.endedAt).not.toBeNull();
    expect((await runs.list()).map((run) => run.id)).toEqual(["run_03", "run_02", "run_01"]);
    expect((await runs.list({ connection: "shop-orders", limit: 1 })).map((run) => run.id)).toEqual(
      ["run_03"],
    );
    expect(
      (await runs.list({ status: ["partial", "queued"], before: "run_02" })).map((run) => run.id),
    ).toEqual(["run_01"]);
    expect((await runs.find("run_02"))?.adHoc).toEqual({
      source: "file:a.csv",
      target: "duckdb:b",
    });
    expect((await runs.latest()).map((run) => run.id)).toEqual(["run_01"]);
    expect((await runs.latest({ unfinished: true })).map((run) => run.id)).toEqual(["run_03"]);
    expect(await runs.find("run_none")).toBeNull();
    await expect(runs.update("run_none", sampleRun("run_none"))).rejects.toMatchObject({
      code: "run.not_found",
    });
  });

  it("of a process that is gone end as run.worker_lost, others stay", async () => {
    await using world = await openStoreWorld(kind);
    const { runs } = world.store;
    await runs.start({ document: sampleRun("run_alive") });
    await runs.start({
      document: sampleRun("run_dead", {
        streams: [
          sampleRunStream(),
          sampleRunStream({ stream: "done", status: "ok", published: true }),
        ],
      }),
      pid: 2 ** 22 - 1,
    });
    const swept = await runs.sweepLost();
    expect(swept.map((run) => run.id)).toEqual(["run_dead"]);
    expect(swept[0]?.document).toMatchObject({
      status: "failed",
      exit: 1,
      error: { code: "run.worker_lost" },
      streams: [
        { status: "failed", error: { code: "run.worker_lost" } },
        { status: "ok", published: true, error: null },
      ],
    });
    expect(await runs.sweepLost()).toEqual([]);
    expect((await runs.find("run_alive"))?.status).toBe("running");
  });

  it("of another machine count as lost after 60 s of silence", async () => {
    await using world = await openStoreWorld(kind);
    const { runs } = world.store;
    await runs.start({ document: sampleRun("run_far") });
    await moveToOtherMachine(world, "runs");
    world.clock.advance(50_000);
    expect(await runs.sweepLost()).toEqual([]);
    expect(await runs.heartbeat("run_far")).toBe(false);
    world.clock.advance(50_000);
    expect(await runs.sweepLost()).toEqual([]);
    world.clock.advance(10_001);
    expect((await runs.sweepLost()).map((run) => run.id)).toEqual(["run_far"]);
  });

  it("hear at the next heartbeat that they shall stop", async () => {
    await using world = await openStoreWorld(kind);
    const { runs } = world.store;
    await runs.start({ document: sampleRun("run_a") });
    expect(await runs.heartbeat("run_a")).toBe(false);
    expect(await runs.askCancel("run_a", "ken@example.co.jp")).toBe(true);
    expect(await runs.heartbeat("run_a")).toBe(true);
    await runs.finish("run_a", sampleRun("run_a", { status: "stopped", exit: 130 }));
    expect(await runs.askCancel("run_a")).toBe(false);
    await expect(runs.askCancel("run_none")).rejects.toMatchObject({ code: "run.not_found" });
    await expect(runs.heartbeat("run_none")).rejects.toMatchObject({ code: "run.not_found" });
  });

  it("are forgotten beyond the newest, with their events, never while they go", async () => {
    await using world = await openStoreWorld(kind);
    const { runs, runEvents } = world.store;
    for (const id of ["run_1", "run_2", "run_3", "run_4"]) {
      await runs.start({ document: sampleRun(id) });
      await runEvents.append([progress(id, 0)]);
      if (id !== "run_1") await runs.finish(id, sampleRun(id, { status: "ok" }));
    }
    expect(await runs.prune(2)).toBe(1);
    expect((await runs.list()).map((run) => run.id)).toEqual(["run_4", "run_3", "run_1"]);
    expect(await runEvents.list("run_2")).toEqual([]);
    expect(await runEvents.lastSeq("run_3")).toBe(0);
  });
});

describe.each(storeKinds)("run events in %s", (kind) => {
  it("are followed from where one stopped, by stream if one likes", async () => {
    await using world = await openStoreWorld(kind);
    const { runs, runEvents } = world.store;
    await runs.start({ document: sampleRun("run_a") });
    expect(await runEvents.lastSeq("run_a")).toBe(-1);
    const finished: TimedRunEvent = {
      event: "stream.finished",
      run: "run_a",
      seq: 3,
      t: "2026-11-30T05:06:13.000Z",
      result: sampleRunStream({ status: "ok" }),
    };
    await runEvents.append([
      progress("run_a", 0),
      progress("run_a", 1, "stores"),
      progress("run_a", 2),
      finished,
    ]);
    await runEvents.append([progress("run_a", 2, "twice")]);
    expect((await runEvents.list("run_a", { after: 0 })).map((event) => event.seq)).toEqual([
      1, 2, 3,
    ]);
    expect((await runEvents.list("run_a", { stream: "orders" })).map((event) => event.seq)).toEqual(
      [0, 2, 3],
    );
    expect(await runEvents.list("run_a", { progress: false })).toEqual([finished]);
    expect((await runEvents.list("run_a", { limit: 1 }))[0]).toEqual(progress("run_a", 0));
    expect(await runEvents.lastSeq("run_a")).toBe(3);
  });

  it("are bounded: old progress goes, what began stays", async () => {
    await using world = await openStoreWorld(kind);
    const { runs, runEvents } = world.store;
    await runs.start({ document: sampleRun("run_a") });
    const started: TimedRunEvent = {
      event: "run.started",
      run: "run_a",
      seq: 0,
      t: "2026-11-30T05:06:11.000Z",
      streams: [],
    };
    await runEvents.append([
      started,
      ...Array.from({ length: keptEvents + 500 }, (_, index) => progress("run_a", index + 1)),
    ]);
    const kept = await runEvents.list("run_a");
    expect(kept.length).toBeLessThanOrEqual(keptEvents);
    expect(kept.length).toBeGreaterThan(keptEvents / 2);
    expect(kept[0]).toEqual(started);
    expect(kept.at(-1)?.seq).toBe(keptEvents + 500);
  });
});
