// Replay over a real DuckDB file after real runs: fix, dry run, twice, newer versions, mappers, keys, decimals.
import { describe, expect, it } from "vitest";
import type { Mapper } from "../../model/mapper.ts";
import { openWorld } from "../testing/world.ts";
import { editRow } from "./change.ts";
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

describe("replay", () => {
  it("lets the rows of a fix in, keeps the others with their reasons, and does nothing the second time", async () => {
    await using world = await openWorld({ orders: orders() });
    const run = await world.sync("orders");
    expect(run.streams[0]).toMatchObject({ read: 4, written: 1, quarantined: 3 });
    const fix = { set: { amount: null }, where: "amount = 'N/A'" };

    const dry = await replay(world, { orders: {} }, { fix, dryRun: true });
    expect(dry).toMatchObject({
      dryRun: true,
      tried: 3,
      replayed: 2,
      stays: 1,
      audit: null,
      exit: 0,
    });
    expect(dry.reasons).toEqual([
      { column: "amount", rule: "not representable as decimal(12,2)", rows: 1 },
    ]);
    expect(await world.rows(table)).toEqual([[1, "10.00", "paid"]]);
    expect(await world.rows("select count(*) from _revos.ledger")).toEqual([[1]]);
    expect(await world.rows("select distinct status from _revos.quarantine")).toEqual([["held"]]);

    const real = await replay(world, { orders: {} }, { fix });
    expect(real).toMatchObject({
      tried: 3,
      replayed: 2,
      stays: 1,
      exit: 8,
      streams: [
        { stream: "orders", table: "main.orders", written: 2, filtered: 0, deduplicated: 0 },
      ],
    });
    expect(await world.rows(table)).toEqual([
      [1, "10.00", "paid"],
      [2, null, "open"],
      [3, null, "paid"],
    ]);
    expect(
      await world.rows(
        "select lane, read, written, quarantined, filtered, deduplicated, balanced, published from _revos.ledger order by started_at",
      ),
    ).toEqual([
      ["live", 4, 1, 3, 0, 0, true, true],
      ["replay", 3, 2, 1, 0, 0, true, true],
    ]);
    expect(
      await world.rows(
        "select json_extract_string(original, '/amount'), status from _revos.quarantine order by 2, 1",
      ),
    ).toEqual([
      ["1.005", "held"],
      ["N/A", "replayed"],
      ["N/A", "replayed"],
    ]);

    const again = await replay(world, { orders: {} }, { fix });
    expect(again).toMatchObject({ tried: 1, replayed: 0, stays: 1, audit: null });
    expect(await world.rows(table)).toHaveLength(3);
    expect(await world.rows("select count(*) from _revos.ledger")).toEqual([[2]]);
    expect(
      await world.rows(
        "select count(distinct _revos_id) = count(*), count(_revos_run_id) from orders",
      ),
    ).toEqual([[true, 3]]);
    expect(
      await world.rows(
        "select count(*) from duckdb_tables() where starts_with(table_name, '_revos')",
      ),
    ).toEqual([[0]]);
  });

  it("takes one group, one row, or a number of rows", async () => {
    await using world = await openWorld({ orders: orders() });
    await world.sync("orders");
    const rows = await withWarehouse(world, (open) => listRows(open.workbench, {}));
    const fix = { set: { amount: "0" } };
    expect(await replay(world, { orders: {} }, { target: rows[0]!.id, fix })).toMatchObject({
      tried: 1,
      replayed: 1,
    });
    expect(
      await replay(world, { orders: {} }, { target: rows[1]!.group, fix, limit: 1 }),
    ).toMatchObject({ tried: 1, replayed: 1 });
    expect(await replay(world, { orders: {} }, { fix })).toMatchObject({
      tried: 1,
      replayed: 1,
      stays: 0,
      exit: 0,
    });
    await expect(replay(world, { orders: {} }, { target: "q_nothing" })).rejects.toMatchObject({
      code: "quarantine.not_found",
    });
  });

  it("runs the load mappers again and not the privacy ones", async () => {
    await using world = await openWorld({
      orders: {
        columns: { id: "int64", email: "text", amount: "decimal(12,2)", is_test: "boolean" },
        rows: [
          ["1", "abc", "N/A", "false"],
          ["2", "abc", "N/A", "true"],
          ["3", null, "N/A", null],
        ],
      },
    });
    const mappers: Mapper[] = [
      {
        type: "hashing",
        mapperConfiguration: { targetField: "email", method: "MD5", fieldNameSuffix: "_h" },
      },
      {
        type: "field-renaming",
        mapperConfiguration: { originalFieldName: "amount", newFieldName: "total" },
      },
      {
        type: "row-filtering",
        mapperConfiguration: {
          conditions: {
            type: "NOT",
            conditions: [{ type: "EQUAL", fieldName: "is_test", comparisonValue: "true" }],
          },
        },
      },
    ];
    await world.sync("orders", { mappers });
    expect(await world.rows("select original from _revos.quarantine order by row_number")).toEqual([
      ['{"id":"1","email_h":"900150983cd24fb0d6963f7d28e17f72","amount":"N/A","is_test":"false"}'],
      ['{"id":"2","email_h":"900150983cd24fb0d6963f7d28e17f72","amount":"N/A","is_test":"true"}'],
      ['{"id":"3","email_h":null,"amount":"N/A","is_test":null}'],
    ]);
    const done = await replay(world, { orders: { mappers } }, { fix: { set: { amount: "5" } } });
    expect(done).toMatchObject({ tried: 3, replayed: 3, streams: [{ written: 2, filtered: 1 }] });
    expect(await world.rows("select id, email_h, total, is_test from orders order by id")).toEqual([
      [1, "900150983cd24fb0d6963f7d28e17f72", "5.00", false],
      [3, null, "5.00", null],
    ]);
  });

  it("keeps rows back that went through other privacy mappers than the stream has now", async () => {
    await using world = await openWorld({ orders: orders() });
    await world.sync("orders");
    const mappers: Mapper[] = [
      { type: "hashing", mapperConfiguration: { targetField: "status", method: "MD5" } },
    ];
    const done = await replay(world, { orders: { mappers } }, { fix: { set: { amount: "1" } } });
    expect(done).toMatchObject({
      tried: 3,
      replayed: 0,
      stays: 3,
      reasons: [
        {
          column: "*",
          rule: "went through other privacy mappers than the stream has now",
          rows: 3,
        },
      ],
    });
    const renamed: Mapper[] = [
      {
        type: "field-renaming",
        mapperConfiguration: { originalFieldName: "status", newFieldName: "state" },
      },
    ];
    expect(
      await replay(
        world,
        { orders: { mappers: renamed } },
        { fix: { set: { amount: "1" } }, dryRun: true },
      ),
    ).toMatchObject({ replayed: 3 });
  });

  it("never lands NULL for a privacy cell that failed, until its stored form is given", async () => {
    const { generateKeyPairSync } = await import("node:crypto");
    const key = generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey.export({
      type: "spki",
      format: "pem",
    }) as string;
    await using world = await openWorld({
      cards: {
        columns: { id: "int64", card: "text" },
        rows: [
          ["1", "4".repeat(100)],
          ["2", "4"],
        ],
      },
    });
    const mappers: Mapper[] = [
      {
        type: "encryption",
        mapperConfiguration: { algorithm: "RSA", targetField: "card", key: "${env.R}" },
      },
    ];
    const run = { keys: { R: key } };
    const first = await world.sync("cards", { mappers, run });
    expect(first.streams[0]).toMatchObject({ written: 1, quarantined: 1 });
    expect(await replay(world, { cards: { mappers } }, {}, run)).toMatchObject({
      replayed: 0,
      stays: 1,
      reasons: [{ column: "card", rule: "too long for the RSA key (at most 62 bytes)" }],
    });
    await withWarehouse(world, async (open) => {
      const [row] = await listRows(open.workbench, {});
      await editRow(open.workbench, row!.id, { card: "stored-form" }, { nowMs: Date.now() });
    });
    expect(await replay(world, { cards: { mappers } }, {}, run)).toMatchObject({
      replayed: 1,
      stays: 0,
    });
    expect(await world.rows("select card from cards where id = 1")).toEqual([["stored-form"]]);
  });

  it("replays an edited row as it was edited", async () => {
    await using world = await openWorld({ orders: orders() });
    await world.sync("orders");
    await withWarehouse(world, async (open) => {
      const rows = await listRows(open.workbench, { reveal: true });
      const row = rows.find((one) => one.original.id === "4");
      expect(
        await editRow(
          open.workbench,
          row!.id,
          { amount: "1.01" },
          { nowMs: Date.now(), actor: "mika" },
        ),
      ).toMatchObject({ changed: true });
    });
    expect(await replay(world, { orders: {} })).toMatchObject({ tried: 3, replayed: 1, stays: 2 });
    expect(await world.rows("select id, amount from orders order by id")).toEqual([
      [1, "10.00"],
      [4, "1.01"],
    ]);
    expect(
      await withWarehouse(world, (open) => listGroups(open.workbench, { status: "held" })),
    ).toMatchObject([{ rows: 2, stream: "orders", column: "amount" }]);
  });

  it("refuses a fix that names no column, before anything is written", async () => {
    await using world = await openWorld({ orders: orders() });
    await world.sync("orders");
    const refused = { code: "usage.bad_value" };
    await expect(
      replay(world, { orders: {} }, { fix: { set: { nope: "1" } } }),
    ).rejects.toMatchObject(refused);
    await expect(
      replay(
        world,
        { orders: {} },
        { fix: { set: { amount: "1" }, where: "amount = 'x' or 1=1" } },
      ),
    ).rejects.toMatchObject(refused);
    expect(await world.rows("select count(*) from _revos.ledger")).toEqual([[1]]);
  });

  it("refuses a fix that one of several streams cannot take before any of them is written", async () => {
    await using world = await openWorld({
      orders: orders(),
      other: { columns: { id: "int64", n: "int32" }, rows: [["1", "x"]] },
    });
    await world.sync({ orders: {}, other: {} });
    await expect(
      replay(world, { orders: {}, other: {} }, { fix: { set: { amount: "1" } } }),
    ).rejects.toMatchObject({ code: "usage.bad_value" });
    expect(await world.rows("select count(*) from orders")).toEqual([[1]]);
  });

  it("undoes everything when publishing fails: rows stay held, the table as it was", async () => {
    await using world = await openWorld({ orders: orders() });
    await world.sync("orders");
    await withWarehouse(world, async (open) => {
      const broken = {
        ...open,
        publish: (staged: Parameters<typeof open.publish>[0]) =>
          open.publish({ ...staged, resolves: { schema: "temp", table: "not_there" } }),
      };
      const { replayQuarantine } = await import("./replay.ts");
      const { replayPlan } = await import("./testing/held.ts");
      await expect(
        replayQuarantine(broken as typeof open, replayPlan(world, { orders: {} }), {
          target: null,
          nowMs: Date.now(),
          fix: { set: { amount: "1" } },
        }),
      ).rejects.toThrow();
    });
    expect(await world.rows("select count(*) from orders")).toEqual([[1]]);
    expect(await world.rows("select distinct status from _revos.quarantine")).toEqual([["held"]]);
    expect(await replay(world, { orders: {} }, { fix: { set: { amount: "1" } } })).toMatchObject({
      replayed: 3,
      stays: 0,
      exit: 0,
    });
  });
});
