// Event time: watermark and window of each publish as real state, late rows counted beside the books, and landed or put
// aside as the stream says (seed 001: ウォーターマーク, 遅延データ).
import { describe, expect, it } from "vitest";
import type { SyncMode } from "../model/sync-mode.ts";
import { openWorld, type Cells, type TestRun } from "./testing/world.ts";

const columns = { id: "int32", at: "timestamptz", changed: "int64" };
const hour = 3_600_000;
const row = (id: number, at: string | null, changed: number): Cells => [
  String(id),
  at === null ? null : `2026-03-01 ${at}:00+00`,
  String(changed),
];
const run = (more: TestRun = {}): Record<string, TestRun> => ({
  e: {
    mode: "incremental_append",
    cursor: ["changed"],
    eventTime: ["at"],
    lateAfterMs: hour,
    ...more,
  },
});
const windows =
  "select cast(window_start as varchar), cast(window_end as varchar), cast(watermark as varchar), late from _revos.windows order by committed_at";
const day = (at: string): string => `2026-03-01 ${at}:00+00`;

describe("late rows", () => {
  it("are those more than lateAfter below the watermark of before, and land when accepted", async () => {
    await using world = await openWorld({
      e: { columns, rows: [row(1, "10:00", 1), row(2, "12:00", 2)] },
    });
    const first = await world.sync(run());
    expect(first.streams[0]).toMatchObject({ late: 0, read: 2, written: 2, balanced: true });
    // 11:00 lies exactly lateAfter below the watermark: not yet late.
    world.streams.e!.rows.push(
      row(3, "10:59", 3),
      row(4, "11:00", 4),
      row(5, "13:00", 5),
      row(6, null, 6),
    );
    const second = await world.sync(run());
    expect(second.streams[0]).toMatchObject({
      late: 1,
      written: 4,
      balanced: true,
      window: { start: day("12:00"), end: day("13:00"), watermark: day("13:00") },
    });
    expect(await world.rows("select count(*) from e")).toEqual([[6]]);
    // Nothing new: the row at the cursor's low end is read again, and is not late a second time.
    expect((await world.sync(run())).streams[0]).toMatchObject({ late: 0, written: 0 });
    expect(await world.rows(windows)).toEqual([
      [day("10:00"), day("12:00"), day("12:00"), 0],
      [day("12:00"), day("13:00"), day("13:00"), 1],
      [day("13:00"), day("13:00"), day("13:00"), 0],
    ]);
  });

  it("go to quarantine with the reason and the original where the stream says so, and the books balance", async () => {
    await using world = await openWorld({ e: { columns, rows: [row(1, "12:00", 1)] } });
    await world.sync(run({ late: "quarantine" }));
    world.streams.e!.rows.push(row(2, "03:00", 2), row(3, "12:30", 3));
    const { streams } = await world.sync(run({ late: "quarantine" }));
    expect(streams[0]).toMatchObject({
      status: "ok",
      read: 3,
      written: 1,
      quarantined: 1,
      deduplicated: 1,
      late: 1,
      balanced: true,
    });
    expect(streams[0]?.reasons?.[0]).toMatchObject({
      column: "at",
      rule: "late: more than 1h below the watermark",
      rows: 1,
    });
    expect(await world.rows("select id from e order by id")).toEqual([[1], [3]]);
    expect(
      await world.rows(
        "select original->>'$.id', original->>'$.at', status from _revos.quarantine",
      ),
    ).toEqual([["2", "2026-03-01 03:00:00+00", "held"]]);
  });

  it.each<SyncMode>(["full_refresh_overwrite", "full_refresh_overwrite_deduped"])(
    "of a %s are only those the table does not hold",
    async (mode) => {
      await using world = await openWorld({
        e: { columns, rows: [row(1, "01:00", 1), row(2, "12:00", 2)], key: ["id"] },
      });
      const one = run({ mode });
      expect((await world.sync(one)).streams[0]).toMatchObject({ late: 0 });
      expect((await world.sync(one)).streams[0]).toMatchObject({ late: 0 });
      world.streams.e!.rows.push(row(3, "02:00", 3));
      expect((await world.sync(one)).streams[0]).toMatchObject({ late: 1, written: 3 });
      expect((await world.sync(one)).streams[0]).toMatchObject({ late: 0, written: 3 });
    },
  );

  it("are not told without lateAfter, and a watermark is kept all the same", async () => {
    await using world = await openWorld({ e: { columns, rows: [row(1, "12:00", 1)] } });
    const first = await world.sync(run({ lateAfterMs: null }));
    expect(first.streams[0]?.late).toBeUndefined();
    expect(first.streams[0]?.window?.watermark).toBe(day("12:00"));
  });

  it("do not come from a clock that runs far ahead: it does not move the watermark", async () => {
    await using world = await openWorld({ e: { columns, rows: [row(1, "12:00", 1)] } });
    world.streams.e!.rows.push(["2", "2999-01-01 00:00:00+00", "2"]);
    expect((await world.sync(run())).streams[0]?.window?.watermark).toBe(day("12:00"));
  });

  it("are not told of a table that is read again from the start", async () => {
    await using world = await openWorld({
      e: { columns, rows: [row(1, "01:00", 1), row(2, "12:00", 2)] },
    });
    await world.sync(run());
    expect((await world.sync(run({ fromStart: true }))).streams[0]).toMatchObject({ late: 0 });
  });
});

describe("an event time", () => {
  it.each([
    ["timestamp", "2026-03-01 12:00:00"],
    ["date", "2026-03-01"],
    ["text", "2026-03-01T12:00:00Z"],
    ["json", '{"at": "2026-03-01T12:00:00Z"}'],
  ])("may be %s", async (type, value) => {
    await using world = await openWorld({
      e: { columns: { id: "int32", at: type }, rows: [["1", value]] },
    });
    const { streams } = await world.sync({
      e: { eventTime: type === "json" ? ["at", "at"] : ["at"] },
    });
    expect(streams[0]).toMatchObject({ status: "ok" });
    expect(streams[0]?.window?.watermark).toBe(
      type === "date" ? "2026-03-01 00:00:00+00" : "2026-03-01 12:00:00+00",
    );
  });

  it("that is no time fails the stream before anything is read", async () => {
    await using world = await openWorld({ e: { columns, rows: [row(1, "12:00", 1)] } });
    const { streams } = await world.sync(run({ eventTime: ["changed"] }));
    expect(streams[0]).toMatchObject({
      status: "failed",
      read: 0,
      error: { code: "config.value_invalid" },
    });
  });
});
