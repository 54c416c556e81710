// Looking at the quarantine and changing it: groups, masks, edits, waivers, discards, exports. Real runs, real DuckDB.
import { describe, expect, it } from "vitest";
import { quarantineScope } from "../../connector/quarantine-id.ts";
import { openWorld, type World } from "../testing/world.ts";
import { discard, editRow, waive } from "./change.ts";
import { groupId, groupIdSql } from "./group-id.ts";
import { exportRows, groupsOf, listGroups, listRows, showGroup, showRow } from "./rows.ts";
import { replay, withWarehouse } from "./testing/held.ts";

const day = 86_400_000;
const planted = ["N/A", "4111-planted", "mika@shop.example"];

const shop = () => ({
  orders: {
    columns: { id: "int64", amount: "decimal(12,2)", paid_on: "date", email: "text" },
    rows: [
      ["1", "10.00", "2026-01-01", null],
      ["2", "N/A", "2026-01-02", "mika@shop.example"],
      ["3", "N/A", "2026-13-01", "mika@shop.example"],
      ["4", "4111-planted", null, ""],
      ["5", "1.00", "tomorrow", null],
    ] as (string | null)[][],
  },
});

async function openShop(): Promise<World> {
  const world = await openWorld(shop());
  await world.sync("orders");
  return world;
}

describe("groups", () => {
  it("are one per reason, with a row of several reasons in that of its first", async () => {
    await using world = await openShop();
    const groups = await withWarehouse(world, (open) => listGroups(open.workbench));
    expect(groups).toMatchObject([
      {
        connection: null,
        namespace: null,
        stream: "orders",
        column: "amount",
        rule: "not representable as decimal(12,2)",
        rows: 3,
        status: "held",
      },
      {
        stream: "orders",
        column: "paid_on",
        rule: "not representable as date",
        rows: 1,
        status: "held",
      },
    ]);
    expect(groups[0]!.group).toMatch(/^q_orders-amount-[0-9a-f]{6}$/);
    expect(groups[0]!.oldest).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(await withWarehouse(world, (open) => groupsOf(open.workbench, "another"))).toEqual([]);
    expect(await withWarehouse(world, (open) => groupsOf(open.workbench, null))).toHaveLength(2);
  });

  it("keep their ids from run to run, and two connections never share one", async () => {
    await using world = await openShop();
    const before = await withWarehouse(world, (open) => listGroups(open.workbench));
    await world.sync("orders");
    const after = await withWarehouse(world, (open) => listGroups(open.workbench));
    expect(after.map((one) => [one.group, one.rows])).toEqual(
      before.map((one) => [one.group, one.rows]),
    );
    await world.sync("orders", {
      run: { source: { kind: "test", config: {}, key: "another-source" }, connection: "another" },
      table: "other_orders",
    });
    const all = await withWarehouse(world, (open) => listGroups(open.workbench));
    expect(new Set(all.map((one) => one.group)).size).toBe(4);
    expect(
      await withWarehouse(world, (open) => listGroups(open.workbench, { connection: "another" })),
    ).toHaveLength(2);
  });

  it("have readable ids in SQL and JavaScript alike, whatever the names", async () => {
    await using world = await openShop();
    for (const [stream, column] of [
      ["orders", "amount"],
      ["We ird", 'say "hi"'],
      ["日本語", "Größe"],
      ["x".repeat(60), "İ's"],
    ] as const) {
      const [row] = await withWarehouse(world, (open) =>
        open.workbench.all(`select ${groupIdSql("q_0", stream, "$1", "$2")} as id`, [
          column,
          "a 'rule'",
        ]),
      );
      expect(row?.id).toBe(groupId("q_0", stream, column, "a 'rule'"));
      expect(row?.id).toMatch(/^q_[a-z0-9_]*-[a-z0-9_]*-[0-9a-f]{6}$/);
    }
    expect(
      groupId(
        quarantineScope({ sourceKey: "a", namespace: "", stream: "s", target: "t" }),
        "s",
        "c",
        "r",
      ),
    ).not.toBe(
      groupId(
        quarantineScope({ sourceKey: "b", namespace: "", stream: "s", target: "t" }),
        "s",
        "c",
        "r",
      ),
    );
  });

  it("show their most frequent values, masked unless asked for", async () => {
    await using world = await openShop();
    await withWarehouse(world, async ({ workbench }) => {
      const [group] = await listGroups(workbench);
      expect((await showGroup(workbench, group!.group)).values).toEqual([
        { value: "***", rows: 2 },
        { value: "***", rows: 1 },
      ]);
      expect((await showGroup(workbench, group!.group, { reveal: true })).values).toEqual([
        { value: "N/A", rows: 2 },
        { value: "4111-planted", rows: 1 },
      ]);
      await expect(showGroup(workbench, "q_none")).rejects.toMatchObject({
        code: "quarantine.not_found",
      });
    });
  });

  it("of a warehouse without a quarantine are none", async () => {
    await using world = await openWorld(shop());
    await withWarehouse(world, async ({ workbench }) => {
      expect([await listGroups(workbench), await listRows(workbench)]).toEqual([[], []]);
      await expect(showRow(workbench, "q_1")).rejects.toMatchObject({
        code: "quarantine.not_found",
      });
      await expect(discard(workbench, "q_1", { reason: "", nowMs: 0 })).rejects.toMatchObject({
        code: "quarantine.not_found",
      });
    });
  });
});

describe("rows", () => {
  it("are masked but for NULL and empty, and revealed on request", async () => {
    await using world = await openShop();
    await withWarehouse(world, async ({ workbench }) => {
      const hidden = await listRows(workbench);
      expect(hidden).toHaveLength(4);
      for (const value of planted) expect(JSON.stringify(hidden)).not.toContain(value);
      const open = await listRows(workbench, { reveal: true });
      const third = open.find((row) => row.original.id === "3")!;
      expect(third.original).toEqual({
        id: "3",
        amount: "N/A",
        paid_on: "2026-13-01",
        email: "mika@shop.example",
      });
      expect(third.reasons).toEqual([
        { column: "amount", value: "N/A", rule: "not representable as decimal(12,2)" },
        { column: "paid_on", value: "2026-13-01", rule: "not representable as date" },
      ]);
      const fourth = hidden.find(
        (row) => row.id === open.find((one) => one.original.id === "4")!.id,
      )!;
      expect(fourth.original).toEqual({ id: "***", amount: "***", paid_on: null, email: "" });
      expect(await listRows(workbench, { limit: 1 })).toHaveLength(1);
      expect((await showRow(workbench, third.id)).original.amount).toBe("***");
    });
  });

  it("are exported page by page, all of them", async () => {
    await using world = await openShop();
    await withWarehouse(world, async ({ workbench }) => {
      const lines: string[] = [];
      for await (const line of exportRows(workbench, { reveal: true }, 3)) lines.push(line);
      expect(lines.map((line) => JSON.parse(line).original.id).toSorted()).toEqual([
        "2",
        "3",
        "4",
        "5",
      ]);
    });
  });
});

describe("changes", () => {
  it("edit corrects cells, keeps what was before in the log, and refuses what is not held or not there", async () => {
    await using world = await openShop();
    await withWarehouse(world, async ({ workbench }) => {
      const row = (await listRows(workbench, { reveal: true })).find(
        (one) => one.original.id === "3",
      )!;
      const edited = await editRow(
        workbench,
        row.id,
        { amount: "3.00" },
        { nowMs: 5 * day, actor: "mika" },
      );
      expect(edited).toMatchObject({ changed: true, audit: expect.stringMatching(/^qa_/) });
      const after = await showRow(workbench, row.id, { reveal: true });
      expect(after.original).toEqual({ ...row.original, amount: "3.00" });
      expect(after.reasons.map((reason) => [reason.column, reason.value, reason.edited])).toEqual([
        ["amount", "N/A", "1970-01-06T00:00:00.000Z"],
        ["paid_on", "2026-13-01", undefined],
      ]);
      expect(
        await workbench.all(
          "select action, target, actor, change::varchar as change from _revos.quarantine_log",
        ),
      ).toEqual([
        {
          action: "edit",
          target: row.id,
          actor: "mika",
          change: '{"amount":{"from":"N/A","to":"3.00"}}',
        },
      ]);
      expect(await editRow(workbench, row.id, { amount: "3.00" }, { nowMs: 6 * day })).toEqual({
        changed: false,
        audit: null,
      });
      await expect(editRow(workbench, row.id, { nope: "1" }, { nowMs: 0 })).rejects.toMatchObject({
        code: "usage.bad_value",
      });
      await discard(workbench, row.id, { reason: "gone", confirm: row.id, nowMs: 7 * day });
      await expect(
        editRow(workbench, row.id, { amount: "4.00" }, { nowMs: 8 * day }),
      ).rejects.toMatchObject({ code: "usage.bad_value" });
    });
  });

  it("a waiver takes rows off the held ones, is not replayed, and runs out", async () => {
    await using world = await openShop();
    await withWarehouse(world, async ({ workbench }) => {
      const [group] = await listGroups(workbench);
      const now = Date.now();
      const until = new Date(now + 2 * day).toISOString();
      expect(
        await waive(workbench, group!.group, { reason: "known", until, nowMs: now }),
      ).toMatchObject({ rows: 3 });
      const states = async (at: number) =>
        (await listGroups(workbench, {}, at)).map((one) => [one.column, one.status, one.rows]);
      expect(await states(now + day)).toEqual([
        ["amount", "waived", 3],
        ["paid_on", "held", 1],
      ]);
      expect(await states(now + 3 * day)).toEqual([
        ["amount", "held", 3],
        ["paid_on", "held", 1],
      ]);
      await expect(
        waive(workbench, group!.group, { reason: "x", until: "yesterday", nowMs: now }),
      ).rejects.toMatchObject({ code: "usage.bad_value" });
      await expect(
        waive(workbench, group!.group, { reason: "x", until: "2020-01-01", nowMs: now }),
      ).rejects.toMatchObject({ code: "usage.bad_value" });
    });
    expect(
      await replay(world, { orders: {} }, { fix: { set: { amount: "1", paid_on: null } } }),
    ).toMatchObject({ tried: 1, replayed: 1 });
    expect(
      await replay(
        world,
        { orders: {} },
        { fix: { set: { amount: "1", paid_on: null } }, nowMs: Date.now() + 3 * day },
      ),
    ).toMatchObject({ tried: 3, replayed: 3 });
  });

  it("discard needs the name typed, and then the rows never come back into a replay", async () => {
    await using world = await openShop();
    const group = await withWarehouse(world, async ({ workbench }) => {
      const [first] = await listGroups(workbench);
      await expect(
        discard(workbench, first!.group, { reason: "junk", nowMs: 0 }),
      ).rejects.toMatchObject({ code: "consent.needed" });
      expect(
        await discard(workbench, first!.group, {
          reason: "junk",
          confirm: first!.group,
          nowMs: Date.now(),
        }),
      ).toMatchObject({ rows: 3 });
      expect(
        await discard(workbench, first!.group, {
          reason: "junk",
          confirm: first!.group,
          nowMs: Date.now(),
        }),
      ).toMatchObject({ rows: 0 });
      return first!.group;
    });
    expect(
      await replay(world, { orders: {} }, { target: group, fix: { set: { amount: "1" } } }),
    ).toMatchObject({ tried: 0, replayed: 0, exit: 0 });
  });
});
