// The log of a run: what was kept while it went, told in order, also of a run whose process died.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import type { Run, RunStream } from "../model/run.ts";
import { openStore } from "../store/store.ts";
import { openRunJournal } from "./run-journal.ts";
import { toLogLines } from "./run-log.ts";

const run = (more: Partial<Run> = {}): Run => ({
  apiVersion: "revos/v1",
  kind: "Run",
  id: "run_a",
  connection: null,
  lane: "live",
  status: "running",
  exit: 0,
  startedAt: "2026-11-30T05:00:00.000Z",
  durationMs: 5_000,
  peakMemoryBytes: 0,
  balanced: true,
  streams: [],
  error: null,
  warnings: [],
  next: [],
  ...more,
});

const orders: RunStream = {
  stream: "orders",
  namespace: "public",
  table: "main.orders",
  syncMode: "full_refresh_overwrite",
  status: "ok",
  published: true,
  read: 3,
  written: 2,
  quarantined: 1,
  filtered: 0,
  deduplicated: 0,
  balanced: true,
  bytes: 10,
  durationMs: 40,
  position: null,
  gates: [],
  error: null,
};

async function withStore(work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<void>) {
  const dir = await mkdtemp(join(tmpdir(), "revos-log-"));
  try {
    await using store = await openStore({ kind: "sqlite", path: join(dir, "store.db") }, {
      key: async () => new Uint8Array(32),
      clock: systemClock,
      log: silentLog,
    } as never);
    await work(store);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

const started = {
  event: "run.started",
  streams: [{ stream: "orders", namespace: "public", estimatedRows: 3 }],
} as const;
const began = {
  event: "stream.started",
  stream: "orders",
  namespace: "public",
  estimatedRows: 3,
} as const;

describe("the journal of a run", () => {
  it("keeps events in order, numbered without gaps, and not the result document", async () => {
    await withStore(async (store) => {
      await store.runs.start({ document: run() });
      {
        await using journal = openRunJournal(store, "run_a", {
          clock: systemClock,
          log: silentLog,
        });
        journal.add(started);
        journal.add(began);
        journal.add({ event: "stream.finished", result: orders });
        journal.add({ event: "result", run: run() });
      }
      const kept = await store.runEvents.list("run_a");
      expect(kept.map((event) => [event.seq, event.event])).toEqual([
        [1, "run.started"],
        [2, "stream.started"],
        [3, "stream.finished"],
      ]);
      expect(await store.runEvents.list("run_a", { stream: "orders" })).toHaveLength(2);
    });
  });

  it("of a store that refuses lets the run go on", async () => {
    const broken = { runEvents: { append: () => Promise.reject(new Error("disk full")) } };
    await using journal = openRunJournal(broken as never, "run_a", {
      clock: systemClock,
      log: silentLog,
    });
    expect(() => journal.add(started)).not.toThrow();
  });
});

describe("the lines of a log", () => {
  const stored = (event: object, seq: number) =>
    ({ t: "2026-11-30T05:00:01.000Z", run: "run_a", seq, ...event }) as never;

  it("have a level each; a finished stream is told by its counts", () => {
    const lines = toLogLines(run(), [
      stored(started, 1),
      stored({ ...began, event: "stall", stage: "reading", waitedMs: 60_000, on: "a lock" }, 2),
      stored({ event: "stream.finished", result: { ...orders, status: "held" } }, 3),
    ]);
    expect(lines.map((line) => [line.level, line.event])).toEqual([
      ["info", "run.started"],
      ["warn", "stall"],
      ["warn", "stream.finished"],
    ]);
    expect(lines[2]).toMatchObject({
      stream: "orders",
      read: 3,
      written: 2,
      quarantined: 1,
      ms: 40,
    });
  });

  it("of a run whose process died end with what its document knows", () => {
    const error = { code: "run.worker_lost", message: "It ended without a word." } as never;
    const lines = toLogLines(run({ status: "failed", exit: 1, error }), [stored(started, 1)]);
    expect(lines.at(-1)).toMatchObject({
      t: "2026-11-30T05:00:05.000Z",
      level: "error",
      event: "run.finished",
      status: "failed",
      code: "run.worker_lost",
    });
  });

  it("do not say the end twice, and say nothing again to a follower", () => {
    const finished = stored({ event: "run.finished", status: "ok", exit: 0 }, 9);
    const over = run({ status: "ok" });
    expect(
      toLogLines(over, [finished]).filter((line) => line.event === "run.finished"),
    ).toHaveLength(1);
    expect(toLogLines(run(), [], { isTail: true })).toEqual([]);
  });

  it("of a run from before events were kept come from its document", () => {
    const lines = toLogLines(run({ status: "ok", streams: [orders] }), []);
    expect(lines.map((line) => line.event)).toEqual([
      "run.started",
      "stream.finished",
      "run.finished",
    ]);
  });
});
