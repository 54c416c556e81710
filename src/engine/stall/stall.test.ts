// The stall detector over a source that falls silent and a warehouse that does: who is named, and what is left behind.
import { describe, expect, it } from "vitest";
import { source as hostile } from "../../connectors/hostile/source.ts";
import type { SourceDefinition } from "../../connector/source.ts";
import type { Workbench } from "../../connector/workbench.ts";
import { destination } from "../../connectors/duckdb/destination.ts";
import type { DestinationDefinition } from "../../connector/destination.ts";
import { systemClock } from "../../kernel/clock.ts";
import { silentLog } from "../../kernel/log.ts";
import type { Run } from "../../model/run.ts";
import type { RunEvent } from "../../model/run-event.ts";
import { executeRun } from "../run.ts";
import { openWorld, streamPlan, testSourceOf, type Cells, type World } from "../testing/world.ts";

const columns = { id: "int32", v: "text" };
const rows: Cells[] = Array.from({ length: 30 }, (_, n) => [String(n), `v${n}`]);
const limits = { memoryBytes: 5e8, maxQuarantine: null, allowEmpty: false };

type Ends = { readonly source: SourceDefinition; readonly destination: DestinationDefinition };

async function run(
  world: World,
  ends: Partial<Ends>,
  own: { config?: unknown; warnMs?: number; failMs?: number } = {},
): Promise<{ run: Run; stalls: Extract<RunEvent, { event: "stall" }>[] }> {
  const events: RunEvent[] = [];
  const made = await executeRun(
    {
      runId: `run_${Math.random().toString(36).slice(2)}`,
      runOrdinal: 1,
      connection: null,
      lane: "live",
      source: { kind: "test", config: own.config ?? {}, key: "s" },
      destination: { kind: "duckdb", config: { path: world.file } },
      streams: ["t", "u"].map((name) => streamPlan(name, world.streams[name]!, {})),
      limits: { ...limits, stallWarnMs: own.warnMs ?? 300, stallFailMs: own.failMs ?? 1500 },
      landing: { folder: `${world.folder}/landing`, keepMs: 0, maxBytes: 1e9 },
      lockTimeoutMs: 0,
      keys: {},
    },
    {
      source: ends.source ?? testSourceOf(world.streams),
      destination: ends.destination ?? (destination as unknown as DestinationDefinition),
      log: silentLog,
      clock: { ...systemClock, sleep: async () => {} },
      signal: new AbortController().signal,
      emit: (event) => events.push(event),
    },
  );
  return { run: made, stalls: events.filter((event) => event.event === "stall") };
}

const twoStreams = () => openWorld({ t: { columns, rows }, u: { columns, rows } });
const hostileConfig = (on: Record<string, unknown>) => ({
  streams: { t: { columns, rows }, u: { columns, rows } },
  on,
});

describe("a source that says nothing more", () => {
  it("is named, ends with a code that may be tried again, and leaves the other stream alone", async () => {
    await using world = await twoStreams();
    const config = hostileConfig({ read: { stream: "t", do: "stall", afterRows: 10 } });
    const source = hostile as unknown as SourceDefinition;
    const first = await run(world, { source }, { config });
    // Opening a warehouse may take its time as well.
    const stall = first.stalls.find(({ guilty }) => guilty === "source");
    expect(stall).toMatchObject({
      stream: "t",
      stage: "reading",
      cause: "silent",
      on: "the source: no answer, and nobody can be asked why",
    });
    expect(stall?.waitedMs).toBeGreaterThanOrEqual(300);
    expect(first.run).toMatchObject({ status: "partial", exit: 8 });
    expect(first.run.streams[0]).toMatchObject({
      published: false,
      error: {
        code: "source.stalled",
        retry: "auto",
        exit: 11,
        where: { stream: "t", namespace: null },
        data: { guilty: "source", stage: "reading", cause: "silent" },
      },
    });
    expect(first.run.streams[0]?.error?.message).toContain("read stream t: nothing moved for");
    expect(first.run.streams[1]).toMatchObject({ published: true, written: 30 });
    expect(first.run.warnings).toContainEqual(
      expect.objectContaining({ code: "stalled", stream: "t", guilty: "source" }),
    );
    // What is left can be run.
    const next = await run(world, { source }, { config: hostileConfig({}) });
    expect(next.run.exit).toBe(0);
    expect(await world.rows("select count(*), count(distinct id) from t")).toEqual([[30, 30]]);
    expect(await world.rows("select count(*) from _revos.ledger where stream = 't'")).toEqual([
      [1],
    ]);
  });

  it.each(["open", "discover"])("in its %s as well", async (step) => {
    await using world = await twoStreams();
    const { run: made } = await run(
      world,
      { source: hostile as unknown as SourceDefinition },
      { config: hostileConfig({ [step]: { do: "stall" } }) },
    );
    if (step === "open") expect(made.error).toMatchObject({ code: "source.stalled", exit: 11 });
    // Ad hoc plans were made from a look a moment ago: a run does not look again.
    else expect(made.exit).toBe(0);
  });

  it("although it does not even stop when it is told to", async () => {
    await using world = await twoStreams();
    const inner = testSourceOf(world.streams);
    const source: SourceDefinition = {
      ...inner,
      open: async (config, ctx) => ({
        ...(await inner.open(config, ctx)),
        fence: () => new Promise(() => {}),
      }),
    };
    const events: RunEvent[] = [];
    const made = await executeRun(
      {
        runId: "run_deaf",
        runOrdinal: 1,
        connection: null,
        lane: "live",
        source: { kind: "test", config: {}, key: "s" },
        destination: { kind: "duckdb", config: { path: world.file } },
        streams: [
          streamPlan("t", world.streams.t!, { mode: "incremental_append", cursor: ["id"] }),
        ],
        limits: { ...limits, stallWarnMs: 100, stallFailMs: 400 },
        landing: { folder: `${world.folder}/landing`, keepMs: 0, maxBytes: 1e9 },
        lockTimeoutMs: 0,
        keys: {},
      },
      {
        source,
        destination: destination as unknown as DestinationDefinition,
        log: silentLog,
        clock: systemClock,
        signal: new AbortController().signal,
        emit: (event) => events.push(event),
      },
    );
    expect(made.streams[0]?.error).toMatchObject({ code: "source.stalled" });
  });

  it("for less than the first limit is not spoken of", async () => {
    await using world = await twoStreams();
    const { run: made, stalls } = await run(
      world,
      { source: hostile as unknown as SourceDefinition },
      {
        config: hostileConfig({ read: { stream: "t", do: "slow", lateMs: 600 } }),
        warnMs: 20_000,
        failMs: 40_000,
      },
    );
    expect([made.exit, stalls, made.warnings]).toEqual([0, [], []]);
  });
});

/** The warehouse, whose statements that fit `pattern` do something else first. */
const warehouseThat = (
  pattern: RegExp,
  first: (inner: Workbench) => Promise<void>,
): DestinationDefinition => {
  const inner = destination as unknown as DestinationDefinition;
  return {
    ...inner,
    open: async (config, ctx) => {
      const open = await inner.open(config, ctx);
      let isFirst = true;
      const after =
        (change: Workbench["change"]): Workbench["change"] =>
        async (sql, values) => {
          if (isFirst && pattern.test(sql)) {
            isFirst = false;
            await first(open.workbench);
          }
          return await change(sql, values);
        };
      const workbench: Workbench = {
        run: (sql, values) => open.workbench.run(sql, values),
        all: (sql, values) => open.workbench.all(sql, values),
        change: after((sql, values) => open.workbench.change(sql, values)),
        defineFunction: (...parameters) => open.workbench.defineFunction(...parameters),
        async lane() {
          const lane = await open.workbench.lane();
          return { ...lane, change: after(lane.change) };
        },
        interrupt: () => open.workbench.interrupt(),
      };
      return new Proxy(open, {
        get: (target, key) =>
          key === "workbench" ? workbench : (Reflect.get(target, key, target) as unknown),
      });
    },
  };
};

describe("a warehouse that takes no rows", () => {
  it("is named as the write, and the run ends although its statement never does", async () => {
    await using world = await twoStreams();
    const stuck = warehouseThat(/insert into .*_revos_stage/, () => new Promise(() => {}));
    const first = await run(world, { destination: stuck });
    expect(first.stalls.find(({ cause }) => cause === "disk")).toMatchObject({
      stage: "writing",
      guilty: "write",
      on: "the warehouse: no answer from its disk or its file; our own processor is idle",
    });
    expect(first.run.streams[0]?.error).toMatchObject({
      code: "destination.stalled",
      retry: "auto",
      exit: 11,
    });
    const next = await run(world, {});
    expect(next.run.exit).toBe(0);
    expect(await world.rows("select count(*), count(distinct id) from t")).toEqual([[30, 30]]);
  });

  it("because our own processor is busy is named as the conversion, and left to work", async () => {
    await using world = await twoStreams();
    // More than the second limit of nothing but work, which a test can wait for.
    const busy = warehouseThat(/insert into .*_revos_stage/, async (workbench) => {
      const until = performance.now() + 2500;
      while (performance.now() < until)
        await workbench.all("select sum(sin(i)) as s from range(300000) r(i)");
    });
    const { run: made, stalls } = await run(world, { destination: busy });
    expect(stalls.find(({ cause }) => cause === "processor")).toMatchObject({
      guilty: "convert",
      on: "our own processor is at work on the rows (conversion, mappers, doubles)",
    });
    expect(made.exit).toBe(0);
  });
});
