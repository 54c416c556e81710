// A stream that is read again from the start: the marker is ignored, the table is replaced in one step, its types begin
// anew, and the marker goes on from there.
import { describe, expect, it } from "vitest";
import { openWorld, type TestRun } from "./testing/world.ts";

const columns = { id: "int32", v: "text", a: "timestamptz", b: "timestamptz" };
const day = (n: number): string => `2026-01-${String(n).padStart(2, "0")} 00:00:00+00`;
const key = [["id"]];
const append = { mode: "incremental_append", cursor: ["a"], key: [] } satisfies TestRun;
const deduped = { mode: "incremental_deduped_history", cursor: ["a"], key } satisfies TestRun;
const shop = () => ({
  t: {
    columns,
    rows: [
      ["1", "x", day(3), day(1)],
      ["2", "y", day(4), day(2)],
    ],
  },
});

describe("a stream read again from the start", () => {
  it("reads what lies below the marker, replaces the table and counts a generation", async () => {
    for (const own of [append, deduped]) {
      await using world = await openWorld(shop());
      await world.sync("t", own);
      world.streams.t!.rows.push(["3", "z", day(1), day(9)]);
      await world.sync("t", own);
      expect(await world.rows("select id from t order by id")).toEqual([[1], [2]]);
      // Row 2 is gone from the source: a table that is read again does not keep it.
      world.streams.t!.rows.splice(1, 1);
      const again = await world.sync("t", { ...own, cursor: ["b"], fromStart: true });
      expect(again.streams[0]).toMatchObject({
        read: 2,
        written: 2,
        deduplicated: 0,
        balanced: true,
      });
      expect(again.streams[0]?.position).toContain(day(9));
      expect(await world.rows("select id, _revos_generation from t order by id")).toEqual([
        [1, 2],
        [3, 2],
      ]);
      expect(await world.rows("select generation from _revos.positions")).toEqual([[2]]);
      const after = await world.sync("t", { ...own, cursor: ["b"] });
      expect(after.streams[0]).toMatchObject({ read: 1, written: 0, deduplicated: 1 });
      expect(await world.rows("select distinct _revos_generation from t")).toEqual([[2]]);
    }
  });

  it("takes the types that the columns have now", async () => {
    await using world = await openWorld(shop());
    await world.sync("t", append);
    world.streams.t!.columns = { ...columns, v: "int32" };
    world.streams.t!.rows = [["1", "7", day(3), day(1)]];
    const held = await world.sync("t", append);
    expect(held.streams[0]?.error?.code).toBe("source.schema_changed");
    const again = await world.sync("t", { ...append, fromStart: true });
    expect(again.exit).toBe(0);
    expect(await world.rows("select typeof(v), v from t")).toEqual([["INTEGER", 7]]);
  });

  it("leaves the old table to its readers when a gate holds the new one", async () => {
    await using world = await openWorld(shop());
    await world.sync("t", append);
    world.streams.t!.rows = [];
    const held = await world.sync("t", { ...append, fromStart: true });
    expect(held.streams[0]).toMatchObject({ status: "held", published: false });
    expect(await world.rows("select count(*) from t")).toEqual([[2]]);
  });

  it("keeps the history: versions that did not change stay open, those whose row is gone are closed", async () => {
    await using world = await openWorld(shop());
    const own = { ...deduped, history: true };
    await world.sync("t", own);
    world.streams.t!.rows = [
      ["1", "x", day(3), day(1)],
      ["3", "new", day(5), day(5)],
    ];
    await world.sync("t", { ...own, fromStart: true });
    expect(await world.rows("select id, is_current from t__history order by id")).toEqual([
      [1, true],
      [2, false],
      [3, true],
    ]);
  });

  it("gives up rows in quarantine that did not come again", async () => {
    await using world = await openWorld({
      t: {
        columns: { id: "int32", n: "int32", a: "timestamptz" },
        rows: [
          ["1", "bad", day(1)],
          ["2", "5", day(2)],
        ],
      },
    });
    const own = { mode: "incremental_append", cursor: ["a"], key: [] } satisfies TestRun;
    await world.sync("t", own);
    expect(await world.rows("select status from _revos.quarantine")).toEqual([["held"]]);
    world.streams.t!.rows = [["2", "5", day(2)]];
    await world.sync("t", { ...own, fromStart: true });
    expect(await world.rows("select status from _revos.quarantine")).toEqual([["discarded"]]);
  });
});
