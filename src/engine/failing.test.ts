// What goes wrong in the middle: the source breaks, a stream fails beside others, a run is stopped. Bug cases of kind STATE.
import { describe, expect, it } from "vitest";
import { RevosError } from "../kernel/error.ts";
import { openWorld, type Cells } from "./testing/world.ts";

const columns = { id: "int32", v: "text" };
const hundred = (): Cells[] => Array.from({ length: 100 }, (_, n) => [String(n), `v${n}`]);
const leftovers =
  "select schema_name, table_name from duckdb_tables() where contains(table_name, '_revos_stage')";

describe("a source that breaks", () => {
  it.each([0, 40, 100])(
    "after %i rows leaves the table as it was and no stage behind (B110)",
    async (breaksAfter) => {
      await using world = await openWorld({ t: { columns, rows: hundred() } });
      await world.sync("t");
      world.streams.t!.breaksAfter = breaksAfter;
      const run = await world.sync("t");
      expect(run).toMatchObject({ status: "failed", exit: 1 });
      expect(run.streams[0]).toMatchObject({
        published: false,
        status: "failed",
        balanced: true,
        written: 0,
        error: { code: "source.unknown", kind: "Error" },
      });
      expect(await world.rows("select count(*) from t")).toEqual([[100]]);
      expect(await world.rows(leftovers)).toEqual([]);
    },
  );

  it("that is really empty is held by the empty guard, and let through when allowed (B110)", async () => {
    await using world = await openWorld({ t: { columns, rows: hundred() } });
    await world.sync("t");
    world.streams.t!.rows = [];
    const held = await world.sync("t");
    expect(held).toMatchObject({ status: "held", exit: 9 });
    expect(held.streams[0]).toMatchObject({
      status: "held",
      published: false,
      error: { code: "gate.held", exit: 9 },
    });
    expect(held.streams[0]?.gates.find((gate) => gate.gate === "not_emptied")?.result).toBe("fail");
    expect(await world.rows("select count(*) from t")).toEqual([[100]]);
    expect(await world.rows("select published from _revos.ledger order by started_at")).toEqual([
      [true],
      [false],
    ]);
    const allowed = await world.sync("t", {
      run: { limits: { memoryBytes: 5e8, maxQuarantine: null, allowEmpty: true } },
    });
    expect(allowed.exit).toBe(0);
    expect(await world.rows("select count(*) from t")).toEqual([[0]]);
  });

  it("is tried again when a retry may help, and the run says so", async () => {
    await using world = await openWorld({ t: { columns, rows: hundred() } });
    let left = 2;
    world.streams.t!.breaksAfter = 50;
    world.streams.t!.breaksWith = () => {
      if (--left === 0) delete world.streams.t!.breaksAfter;
      return new RevosError("source.unreachable", "The connection was cut.");
    };
    const run = await world.sync("t");
    expect(run).toMatchObject({ status: "ok", exit: 0 });
    expect(run.streams[0]).toMatchObject({ read: 100, written: 100 });
    expect(world.events.filter((event) => event.event === "retry")).toHaveLength(2);
    expect(await world.rows("select count(*), count(distinct _revos_id) from t")).toEqual([
      [100, 100],
    ]);
  });
});

describe("streams beside each other", () => {
  it("publish by themselves: one failing stops neither, and keeps its own position (B112)", async () => {
    const own = { mode: "incremental_append", cursor: ["id"], key: [] } as const;
    await using world = await openWorld({
      a: { columns, rows: hundred() },
      b: { columns, rows: hundred() },
      c: { columns, rows: hundred() },
    });
    world.streams.b!.breaksAfter = 60;
    const run = await world.sync({ a: {}, b: {}, c: {} }, own);
    expect(run).toMatchObject({ status: "partial", exit: 8 });
    expect(run.streams.map((stream) => stream.status)).toEqual(["ok", "failed", "ok"]);
    expect(await world.rows("select stream from _revos.positions order by 1")).toEqual([
      ["a"],
      ["c"],
    ]);
    delete world.streams.b!.breaksAfter;
    const next = await world.sync({ a: {}, b: {}, c: {} }, own);
    expect(next).toMatchObject({ status: "ok", exit: 0 });
    expect(await world.rows("select count(*) from b")).toEqual([[100]]);
  });

  it("keep apart two tables whose long names differ only at the end (B157)", async () => {
    const [ex, inc] = [
      "shipment_inbound_arrivalnotification_stacklist_exclude",
      "shipment_inbound_arrivalnotification_stacklist_include",
    ];
    await using world = await openWorld({
      [ex]: { columns, rows: [["1", "ex"]] },
      [inc]: { columns, rows: [["1", "in"]] },
    });
    await world.sync({ [ex]: {}, [inc]: {} });
    expect(
      await world.rows(`select v from ${ex} union all select v from ${inc} order by 1`),
    ).toEqual([["ex"], ["in"]]);
  });
});

describe("two runs at once", () => {
  it("wait for each other, or say who has the warehouse, and double nothing (B115)", async () => {
    const own = { mode: "incremental_append", cursor: ["id"], key: [] } as const;
    await using world = await openWorld({ t: { columns, rows: hundred() } });
    const patient = { ...own, run: { lockTimeoutMs: 20_000 } };
    const runs = await Promise.all([world.sync("t", patient), world.sync("t", patient)]);
    expect(runs.map((run) => run.exit)).toEqual([0, 0]);
    expect(
      world.events.some(
        (event) => event.event === "stall" && event.on.includes(String(process.pid)),
      ),
    ).toBe(true);
    expect(await world.rows("select count(*), count(distinct _revos_id) from t")).toEqual([
      [100, 100],
    ]);
    const [, late] = await Promise.all([world.sync("t", patient), world.sync("t", own)]);
    expect(late).toMatchObject({
      status: "failed",
      exit: 6,
      error: { code: "destination.locked", data: { pid: process.pid } },
    });
  });
});

describe("a stop", () => {
  it("ends the run with 130 and leaves the table as it was", async () => {
    await using world = await openWorld({ t: { columns, rows: hundred() } });
    await world.sync("t");
    const stop = new AbortController();
    world.streams.t!.rows = hundred().slice(0, 60);
    world.streams.t!.breaksAfter = 30;
    world.streams.t!.breaksWith = () => {
      stop.abort(new Error("stop"));
      return new RevosError("source.timeout", "too late");
    };
    const run = await world.sync("t", { signal: stop.signal });
    expect(run).toMatchObject({ status: "stopped", exit: 130 });
    expect(await world.rows("select count(*) from t")).toEqual([[100]]);
    expect(await world.rows(leftovers)).toEqual([]);
  });
});

describe("names", () => {
  it("with spaces, quotes, percent signs and reserved words arrive as they are (B032)", async () => {
    const odd = {
      select: "int32",
      "Tax %": "number",
      "a.b": "text",
      'say "hi"': "text",
      "na've 🦆": "text",
      $id: "int32",
      "x/y": "int32",
      " lead": "int32",
      trailing__: "int32",
    };
    await using world = await openWorld({
      "We ird": { columns: odd, rows: [["1", "7.5", "dot", "quote", "duck", "3", "4", "5", "6"]] },
    });
    for (const own of [
      {},
      { mode: "incremental_append", cursor: ["$id"] },
      { mode: "incremental_deduped_history", cursor: ["$id"], key: [["select"]] },
    ] as const) {
      const run = await world.sync("We ird", own);
      expect(run.streams[0]).toMatchObject({ published: true });
      expect(
        Object.keys(
          (
            await world.query(
              `select * exclude (_revos_id, _revos_run_id, _revos_extracted_at, _revos_generation) from "We ird"`,
            )
          )[0] ?? {},
        ),
      ).toEqual(Object.keys(odd));
    }
  });

  it("that differ only by case are refused by name, and so is a column of revos's own", async () => {
    await using world = await openWorld({
      t: { columns: { Id: "int32", id: "int32" }, rows: [["1", "2"]] },
      u: { columns: { _revos_id: "int32" }, rows: [["1"]] },
    });
    const run = await world.sync({ t: {}, u: {} });
    expect(run).toMatchObject({ status: "failed", exit: 3 });
    expect(run.streams[0]?.error).toMatchObject({
      code: "config.name_clash",
      data: { columns: ["Id", "id"] },
    });
    expect(run.streams[1]?.error?.code).toBe("config.name_clash");
    expect((await world.sync("t", { columns: { id: { include: false } } })).exit).toBe(0);
  });

  it("like those of a history are refused where one is kept", async () => {
    await using world = await openWorld({
      t: { columns: { id: "int32", n: "int32", Valid_To: "text" }, rows: [["1", "1", "x"]] },
    });
    const own = { mode: "incremental_deduped_history", cursor: ["n"], key: [["id"]] } as const;
    const run = await world.sync("t", { ...own, history: true });
    expect(run.streams[0]?.error).toMatchObject({
      code: "config.name_clash",
      data: { stream: "t", column: "Valid_To", columns: ["valid_to", "Valid_To"] },
    });
    expect((await world.sync("t", own)).exit).toBe(0);
  });

  it("of tables that revos did not make are left alone", async () => {
    await using world = await openWorld({ t: { columns, rows: hundred() } });
    await world.query("create table t as select 42 as mine");
    const run = await world.sync("t");
    expect(run.streams[0]?.error?.code).toBe("destination.table_taken");
    expect(run.exit).toBe(6);
    expect(await world.rows("select mine from t")).toEqual([[42]]);
  });
});
