// Replay against what the table holds by then: versions of a key, types that changed, odd names, histories.
import { describe, expect, it } from "vitest";
import { openWorld } from "../testing/world.ts";
import { listGroups, listRows } from "./rows.ts";
import { replay, withWarehouse } from "./testing/held.ts";

const orders = () => ({
  columns: { id: "int64", amount: "decimal(12,2)", status: "text", at: "timestamptz" },
  key: ["id"],
  rows: [
    ["1", "10.00", "paid", "2026-01-01 00:00:00+00"],
    ["2", "N/A", "open", "2026-01-02 00:00:00+00"],
    ["3", "N/A", "paid", "2026-01-03 00:00:00+00"],
    ["4", "1.005", "open", "2026-01-04 00:00:00+00"],
  ] as (string | null)[][],
});
const table = "select id, amount, status from orders order by id";

describe("replay into a table", () => {
  it("never overwrites a newer version of a key, and replaces an older one", async () => {
    await using world = await openWorld({ orders: orders() });
    const mode = { mode: "incremental_deduped_history", cursor: ["at"] } as const;
    world.streams.orders!.rows = [
      ["1", "1.00", "old", "2026-01-01 00:00:00+00"],
      ["2", "2.00", "old", "2026-01-01 00:00:00+00"],
    ];
    await world.sync("orders", mode);
    world.streams.orders!.rows = [
      ["1", "bad", "mid", "2026-01-02 00:00:00+00"],
      ["2", "bad", "mid", "2026-01-02 00:00:00+00"],
      ["5", "bad", "a", "2026-01-02 00:00:00+00"],
      ["5", "bad", "b", "2026-01-03 00:00:00+00"],
      ["9", "9.00", "new", "2026-01-04 00:00:00+00"],
    ];
    await world.sync("orders", { ...mode });
    world.streams.orders!.rows = [["2", "2.50", "newest", "2026-01-05 00:00:00+00"]];
    await world.sync("orders", mode);
    const done = await replay(world, { orders: mode }, { fix: { set: { amount: "7" } } });
    expect(done).toMatchObject({
      tried: 4,
      replayed: 4,
      stays: 0,
      streams: [{ written: 2, deduplicated: 2 }],
    });
    expect(await world.rows(table)).toEqual([
      [1, "7.00", "mid"],
      [2, "2.50", "newest"],
      [5, "7.00", "b"],
      [9, "9.00", "new"],
    ]);
    expect(
      await world.rows("select lane, position is null from _revos.positions order by lane"),
    ).toEqual([
      ["live", false],
      ["replay", true],
    ]);
  });

  it("lets what landed later win where the cursor is the same", async () => {
    await using world = await openWorld({ orders: orders() });
    const mode = { mode: "incremental_deduped_history", cursor: ["at"] } as const;
    world.streams.orders!.rows = [["1", "bad", "held", "2026-01-01 00:00:00+00"]];
    await world.sync("orders", {
      ...mode,
      run: {
        limits: { memoryBytes: 5e8, maxQuarantine: { rows: 1000, percent: 100 }, allowEmpty: true },
      },
    });
    world.streams.orders!.rows = [["1", "5.00", "repaired", "2026-01-01 00:00:00+00"]];
    await world.sync("orders", mode);
    expect(await replay(world, { orders: mode }, { fix: { set: { amount: "1" } } })).toMatchObject({
      replayed: 1,
      streams: [{ written: 0, deduplicated: 1 }],
    });
    expect(await world.rows(table)).toEqual([[1, "5.00", "repaired"]]);
  });

  it("adds to a deduped full refresh only keys that are not there", async () => {
    await using world = await openWorld({ orders: orders() });
    world.streams.orders!.rows = [
      ["1", "1.00", "good", null],
      ["1", "bad", "same key", null],
      ["2", "bad", "a", null],
      ["2", "bad", "b", null],
      [null, "bad", "no key", null],
    ];
    await world.sync("orders", { mode: "full_refresh_overwrite_deduped" });
    const done = await replay(
      world,
      { orders: { mode: "full_refresh_overwrite_deduped" } },
      { fix: { set: { amount: "7" } } },
    );
    expect(done).toMatchObject({
      tried: 4,
      replayed: 3,
      stays: 1,
      reasons: [{ column: "id", rule: "no value in the key", rows: 1 }],
      streams: [{ written: 1, deduplicated: 2 }],
    });
    expect(await world.rows(table)).toEqual([
      [1, "1.00", "good"],
      [2, "7.00", "b"],
    ]);
  });

  it("fits decimals of unknown size to what the table has made of them", async () => {
    await using world = await openWorld({
      prices: {
        columns: { id: "int64", price: "number" },
        rows: [
          ["1", "1.5"],
          ["2", "NaN"],
        ],
      },
    });
    await world.sync("prices");
    expect(
      await replay(world, { prices: {} }, { fix: { set: { price: "1.1234567" } } }),
    ).toMatchObject({
      replayed: 0,
      stays: 1,
      reasons: [{ column: "price", rule: "not representable as decimal(38,6)" }],
    });
    expect(await replay(world, { prices: {} }, { fix: { set: { price: "2.25" } } })).toMatchObject({
      replayed: 1,
    });
    expect(await world.rows("select id, price from prices order by id")).toEqual([
      [1, "1.500000"],
      [2, "2.250000"],
    ]);
  });

  it("follows a type that was changed: rows that fit now land, the others get the reason that holds now", async () => {
    await using world = await openWorld({ orders: orders() });
    await world.sync("orders");
    const wider = { columns: { amount: { type: "decimal(14,4)" } } };
    expect(await replay(world, { orders: wider })).toMatchObject({
      tried: 3,
      replayed: 1,
      stays: 2,
    });
    expect(await world.rows("select id, amount from orders order by id")).toEqual([
      [1, "10.0000"],
      [4, "1.0050"],
    ]);
    const groups = await withWarehouse(world, (open) =>
      listGroups(open.workbench, { status: "held" }),
    );
    expect(groups).toMatchObject([
      { column: "amount", rule: "not representable as decimal(14,4)", rows: 2 },
    ]);
    expect(
      await withWarehouse(world, (open) =>
        listRows(open.workbench, { group: groups[0]!.group, reveal: true }),
      ),
    ).toMatchObject([
      { reasons: [{ column: "amount", value: "N/A" }], status: "held" },
      { reasons: [{ column: "amount", value: "N/A" }] },
    ]);
    expect(
      await replay(world, { orders: { columns: { amount: { type: "text" } } } }),
    ).toMatchObject({ tried: 2, replayed: 2, stays: 0 });
    expect(await world.rows("select id, amount from orders order by id")).toEqual([
      [1, "10.0000"],
      [2, "N/A"],
      [3, "N/A"],
      [4, "1.0050"],
    ]);
  });

  it("keeps every version in the history of an scd2 stream", async () => {
    await using world = await openWorld({ orders: orders() });
    const mode = { mode: "incremental_deduped_history", cursor: ["at"], history: true } as const;
    world.streams.orders!.rows = [["1", "1.00", "a", "2026-01-01 00:00:00+00"]];
    await world.sync("orders", mode);
    world.streams.orders!.rows = [["1", "bad", "b", "2026-01-02 00:00:00+00"]];
    await world.sync("orders", mode);
    expect(await replay(world, { orders: mode }, { fix: { set: { amount: "2" } } })).toMatchObject({
      replayed: 1,
    });
    expect(
      await world.rows("select amount, is_current from orders__history order by amount"),
    ).toEqual([
      ["1.00", false],
      ["2.00", true],
    ]);
    expect(await world.rows("select amount from orders")).toEqual([["2.00"]]);
  });

  it("goes over several streams and names, each into its own table", async () => {
    await using world = await openWorld({
      "We ird": {
        columns: { "a.b": "int32", 'say "hi"': "date", id: "text", n: "text" },
        rows: [
          ["x", "2026-01-01", "1", "n"],
          ["1", "soon", "2", null],
        ],
      },
      orders: orders(),
    });
    await world.sync({ "We ird": { table: "odd table" }, orders: {} });
    const plan = { "We ird": { table: "odd table" }, orders: {} };
    const done = await replay(world, plan, { limit: 3 });
    expect(done).toMatchObject({ tried: 3, replayed: 0 });
    const rows = await withWarehouse(world, (open) =>
      listRows(open.workbench, { stream: "We ird", reveal: true }),
    );
    expect(rows.map((row) => row.original)).toContainEqual({
      "a.b": "x",
      'say "hi"': "2026-01-01",
      id: "1",
      n: "n",
    });
    const first = rows.find((row) => row.original.id === "1")!;
    expect(
      await replay(world, plan, {
        target: first.id,
        fix: { set: { "a.b": "7" }, where: `"a.b" = 'x' and id = '1'` },
      }),
    ).toMatchObject({ tried: 1, replayed: 1 });
    const second = rows.find((row) => row.original.id === "2")!;
    expect(
      await replay(world, plan, { target: second.group, fix: { set: { 'say "hi"': null } } }),
    ).toMatchObject({ tried: 1, replayed: 1 });
    expect(
      await world.rows(`select "a.b", "say ""hi""", id, n from "odd table" order by id`),
    ).toEqual([
      [7, "2026-01-01", "1", "n"],
      [1, null, "2", null],
    ]);
  });
});
