// Runs from end to end: a source of rows, a real DuckDB file, all four modes.
import { describe, expect, it } from "vitest";
import { Run } from "../model/run.ts";
import { openWorld } from "./testing/world.ts";

const orders = () => ({
  columns: { id: "int64", amount: "decimal(12,2)", updated_at: "timestamptz" },
  key: ["id"],
  rows: [
    ["1", "10.00", "2026-01-01 00:00:00+00"],
    ["2", "20.50", "2026-01-02 00:00:00+00"],
  ] as (string | null)[][],
});

describe("full refresh", () => {
  it("makes the table exactly the source, with revos's own columns, and balances the books", async () => {
    await using world = await openWorld({ orders: orders() });
    const run = await world.sync("orders");
    expect(Run.parse(run)).toMatchObject({ status: "ok", exit: 0, balanced: true, error: null });
    expect(run.streams[0]).toMatchObject({
      table: "main.orders",
      status: "ok",
      published: true,
      read: 2,
      written: 2,
      quarantined: 0,
      filtered: 0,
      deduplicated: 0,
      error: null,
    });
    expect(await world.rows("select id, amount, updated_at from orders order by id")).toEqual([
      [1, "10.00", "2026-01-01 00:00:00+00"],
      [2, "20.50", "2026-01-02 00:00:00+00"],
    ]);
    expect(
      await world.rows(
        "select count(distinct _revos_id), min(_revos_run_id), min(_revos_generation), count(_revos_extracted_at) from orders",
      ),
    ).toEqual([[2, run.id, 1, 2]]);
    world.streams.orders!.rows = [["3", "1", "2026-01-03 00:00:00+00"]];
    await world.sync("orders");
    expect(await world.rows("select id, _revos_generation from orders")).toEqual([[3, 2]]);
    expect(
      await world.rows("select read, written, published from _revos.ledger order by started_at"),
    ).toEqual([
      [2, 2, true],
      [1, 1, true],
    ]);
    expect(
      await world.rows(
        "select stream, namespace, target, lane, position, generation from _revos.positions",
      ),
    ).toEqual([["orders", "", "main.orders", "live", null, 2]]);
    expect(
      await world.rows(
        "select schema_name || '.' || table_name from duckdb_tables() where starts_with(table_name, '_revos')",
      ),
    ).toEqual([]);
  });

  it("keeps one row per key, the last in read order", async () => {
    await using world = await openWorld({ orders: orders() });
    world.streams.orders!.rows.push(["1", "99.00", "2020-01-01 00:00:00+00"]);
    const run = await world.sync("orders", { mode: "full_refresh_overwrite_deduped" });
    expect(run.streams[0]).toMatchObject({
      read: 3,
      written: 2,
      deduplicated: 1,
      balanced: true,
      published: true,
    });
    expect(await world.rows("select id, amount from orders order by id")).toEqual([
      [1, "99.00"],
      [2, "20.50"],
    ]);
  });
});

describe("incremental", () => {
  it("appends what is new and goes on from the marker", async () => {
    await using world = await openWorld({ orders: orders() });
    const first = await world.sync("orders", {
      mode: "incremental_append",
      cursor: ["updated_at"],
    });
    expect(first.streams[0]?.position).toContain("2026-01-02 00:00:00+00");
    world.streams.orders!.rows.push(["3", "5.00", "2026-01-03 00:00:00+00"]);
    const second = await world.sync("orders", {
      mode: "incremental_append",
      cursor: ["updated_at"],
    });
    expect(second.streams[0]).toMatchObject({
      read: 2,
      written: 1,
      deduplicated: 1,
      balanced: true,
    });
    expect(await world.rows("select id from orders order by id")).toEqual([[1], [2], [3]]);
  });

  it("keeps the latest version per key", async () => {
    await using world = await openWorld({ orders: orders() });
    const mode = { mode: "incremental_deduped_history", cursor: ["updated_at"] } as const;
    await world.sync("orders", mode);
    world.streams.orders!.rows = [
      ["1", "11.00", "2026-01-05 00:00:00+00"],
      ["2", "20.50", "2026-01-02 00:00:00+00"],
      ["4", "4.00", "2026-01-04 00:00:00+00"],
    ];
    const run = await world.sync("orders", mode);
    expect(run.streams[0]).toMatchObject({
      read: 3,
      written: 2,
      deduplicated: 1,
      balanced: true,
      published: true,
    });
    expect(await world.rows("select id, amount from orders order by id")).toEqual([
      [1, "11.00"],
      [2, "20.50"],
      [4, "4.00"],
    ]);
    const again = await world.sync("orders", mode);
    expect(again.streams[0]).toMatchObject({
      read: 1,
      written: 0,
      deduplicated: 1,
      position: run.streams[0]?.position,
    });
  });
});
