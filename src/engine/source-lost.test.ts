// A source that is down for all streams is found out once; one that only a stream cannot read is not given up.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { SourceDefinition } from "../connector/source.ts";
import { destination } from "../connectors/duckdb/destination.ts";
import { systemClock } from "../kernel/clock.ts";
import { RevosError } from "../kernel/error.ts";
import { silentLog } from "../kernel/log.ts";
import type { Run } from "../model/run.ts";
import type { RunEvent } from "../model/run-event.ts";
import { executeRun } from "./run.ts";
import { streamPlan, testSourceOf, type TestStream } from "./testing/world.ts";

const columns = { id: "int32" };
const rows = [["1"], ["2"]];
const streams: Record<string, TestStream> = Object.fromEntries(
  Array.from({ length: 5 }, (_, n) => [`s${n}`, { columns, rows }]),
);

type Fault = {
  /** Calls of discover and read that fail, by their number from 1. */ readonly fails: (
    call: number,
    stream: string | null,
  ) => unknown;
  /** What the check says; null: it passes. */ readonly check: () => RevosError | null;
};

/** A run of five streams from a source that is asked to fail; with what the source was asked. */
async function runAgainst(fault: Fault): Promise<{ run: Run; asked: string[]; waits: number[] }> {
  const folder = await mkdtemp(join(tmpdir(), "revos-engine-"));
  const asked: string[] = [];
  const waits: number[] = [];
  const inner = testSourceOf(streams);
  const meet = (what: string, stream: string | null): void => {
    asked.push(what);
    const error = fault.fails(asked.length, stream);
    if (error) throw error;
  };
  const source: SourceDefinition = {
    ...inner,
    open: async (config, ctx) => {
      const open = await inner.open(config, ctx);
      return {
        ...open,
        async *check() {
          const error = fault.check();
          yield error
            ? { name: "tcp", ok: false, ms: 1, code: error.code, message: error.message }
            : { name: "tcp", ok: true, ms: 1 };
          yield { name: "rights", ok: false, ms: 1, code: "source.permission_denied" };
        },
        discover: async () => {
          meet("discover", null);
          return await open.discover();
        },
        async *read(request, readContext) {
          meet(`read ${request.stream.name}`, request.stream.name);
          yield* open.read(request, readContext);
        },
        [Symbol.asyncDispose]: async () => {},
      };
    },
  };
  const events: RunEvent[] = [];
  try {
    const run = await executeRun(
      {
        runId: "run_lost",
        runOrdinal: 1,
        connection: "shop",
        lane: "live",
        source: { kind: "test", config: {}, key: "test-source" },
        destination: { kind: "duckdb", config: { path: join(folder, "w.duckdb") } },
        streams: Object.entries(streams).map(([name, stream]) => streamPlan(name, stream, {})),
        limits: { memoryBytes: 512 * 1024 * 1024, maxQuarantine: null, allowEmpty: false },
        landing: { folder: join(folder, "landing"), keepMs: 0, maxBytes: 1e9 },
        lockTimeoutMs: 0,
        keys: {},
      },
      {
        source,
        destination,
        log: silentLog,
        clock: { ...systemClock, sleep: async (ms) => void waits.push(ms) },
        signal: new AbortController().signal,
        emit: (event) => events.push(event),
      },
    );
    return { run, asked, waits };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const unreachable = (): RevosError => new RevosError("source.unreachable", "Nobody answers.");

/** Doubling from a second, each between half and all of its time, so that many runs do not come back at once. */
function expectBackOff(waits: readonly number[]): void {
  expect(waits).toHaveLength(3);
  for (const [n, wait] of waits.entries()) {
    expect(wait).toBeGreaterThanOrEqual(500 * 2 ** n);
    expect(wait).toBeLessThanOrEqual(1000 * 2 ** n);
  }
}

describe("a source that nobody can reach", () => {
  it("is waited for once, and the other streams fail with the same error without being tried", async () => {
    const { run, asked, waits } = await runAgainst({ fails: unreachable, check: unreachable });
    expect(run).toMatchObject({ status: "failed", exit: 11, balanced: true });
    expect(run.streams.map((stream) => stream.error?.code)).toEqual(
      Array.from({ length: 5 }, () => "source.unreachable"),
    );
    expect(run.streams[4]?.error).toMatchObject({
      message: "Nobody answers. Nothing of it was published.",
      exit: 11,
    });
    expect(asked).toEqual(["discover", "discover", "discover", "discover"]);
    expectBackOff(waits);
  });

  it("from the third stream on leaves the first two published", async () => {
    const { run, asked } = await runAgainst({
      fails: (call) => (call > 3 ? unreachable() : null),
      check: unreachable,
    });
    expect(run).toMatchObject({ status: "partial", exit: 8 });
    expect(run.streams.map((stream) => stream.published)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(asked.filter((what) => what.startsWith("read s"))).toEqual(
      ["s0", "s1", "s2", "s2", "s2", "s2"].map((name) => `read ${name}`),
    );
  });

  it("that refuses the sign-in is asked twice at most: five refusals in a row lock an account", async () => {
    const refused = (): RevosError => new RevosError("source.auth_failed", "Wrong password.");
    const { run, asked, waits } = await runAgainst({ fails: refused, check: refused });
    expect(run).toMatchObject({ status: "failed", exit: 4 });
    expect(run.streams.every((stream) => stream.error?.code === "source.auth_failed")).toBe(true);
    expect([asked, waits]).toEqual([["discover"], []]);
  });
});

describe("a source that answers", () => {
  it("although one stream cuts the connection each time: the others are read", async () => {
    const { run } = await runAgainst({
      fails: (_, stream) => (stream === "s1" ? unreachable() : null),
      check: () => null,
    });
    expect(run).toMatchObject({ status: "partial", exit: 8 });
    expect(run.streams.map((stream) => stream.published)).toEqual([true, false, true, true, true]);
  });

  it("again after its first look failed is read whole", async () => {
    const { run, asked } = await runAgainst({
      fails: (call) => (call === 1 ? unreachable() : null),
      check: () => null,
    });
    expect(run).toMatchObject({ status: "ok", exit: 0 });
    expect(asked.slice(0, 3)).toEqual(["discover", "discover", "read s0"]);
  });

  it("too late by its own time limit is a source that took too long, not a stop", async () => {
    const { run, waits } = await runAgainst({
      fails: (_, stream) => (stream === "s0" ? new DOMException("x", "TimeoutError") : null),
      check: () => null,
    });
    expect(run).toMatchObject({ status: "partial", exit: 8 });
    expect(run.streams[0]?.error).toMatchObject({ code: "source.timeout", exit: 11 });
    expectBackOff(waits);
  });
});
