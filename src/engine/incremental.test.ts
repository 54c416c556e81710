// Cursors, keys and markers: the bug cases of kinds CUR and KEY that a source of rows can show.
import { describe, expect, it } from "vitest";
import { openWorld, type Cells, type TestRun } from "./testing/world.ts";

const append = { mode: "incremental_append", cursor: ["updated_at"], key: [] } satisfies TestRun;
const deduped = {
  mode: "incremental_deduped_history",
  cursor: ["updated_at"],
  key: [["id"]],
} satisfies TestRun;
const columns = { id: "int32", v: "text", updated_at: "timestamptz" };
const day = (n: number, rest = "00:00:00"): string =>
  `2026-01-${String(n).padStart(2, "0")} ${rest}+00`;

describe("the low end of a cursor", () => {
  it("finds rows that share the saved cursor value, each once (B065)", async () => {
    await using world = await openWorld({
      cu: {
        columns,
        rows: [
          ["1", "a", day(1)],
          ["2", "b", day(3)],
        ],
      },
    });
    await world.sync("cu", append);
    world.streams.cu!.rows.push(["3", "c", day(3)], ["4", "d", day(4)]);
    const second = await world.sync("cu", append);
    expect(second.streams[0]).toMatchObject({
      read: 3,
      written: 2,
      deduplicated: 1,
      balanced: true,
    });
    expect(await world.rows("select id from cu order by id")).toEqual([[1], [2], [3], [4]]);
    // Older than the position, committed later: caught by a lookback, and only by one.
    world.streams.cu!.rows.push(["5", "e", day(3)]);
    await world.sync("cu", append);
    expect(await world.rows("select count(*) from cu")).toEqual([[4]]);
    const back = await world.sync("cu", { ...append, lookbackMs: 2 * 86_400_000 });
    expect(back.streams[0]).toMatchObject({ written: 1, balanced: true });
    expect(await world.rows("select id from cu order by id")).toEqual([[1], [2], [3], [4], [5]]);
  });

  it("adds nothing when nothing changed, and keeps two truly equal rows (B073)", async () => {
    const rows: Cells[] = [
      ["a", "2026-01-01"],
      ["b", "2026-01-02"],
      ["b2", "2026-01-02"],
      ["b2", "2026-01-02"],
    ];
    await using world = await openWorld({ ap: { columns: { name: "text", dt: "date" }, rows } });
    const own = { mode: "incremental_append", cursor: ["dt"], key: [] } satisfies TestRun;
    for (let run = 0; run < 3; run++) {
      expect((await world.sync("ap", own)).exit).toBe(0);
      expect(await world.rows("select name from ap order by name")).toEqual([
        ["a"],
        ["b"],
        ["b2"],
        ["b2"],
      ]);
    }
    rows.push(["b2", "2026-01-02"]);
    await world.sync("ap", own);
    expect(await world.rows("select count(*) from ap")).toEqual([[5]]);
  });

  it("never passes the start of an open transaction, so that its rows are read when they come (B067)", async () => {
    for (const own of [append, deduped]) {
      await using world = await openWorld({
        longtx: {
          columns,
          rows: [
            ["2", "b", day(5)],
            ["4", "d", day(6)],
          ],
          openSince: day(3),
        },
      });
      const first = await world.sync("longtx", own);
      expect(first.streams[0]?.position).toContain(day(3));
      delete world.streams.longtx!.openSince;
      world.streams.longtx!.rows.push(["1", "a", day(3)], ["3", "c", day(7)]);
      const second = await world.sync("longtx", own);
      expect(second.streams[0]).toMatchObject({
        read: 4,
        written: 2,
        deduplicated: 2,
        balanced: true,
      });
      expect(second.streams[0]?.position).toContain(day(7));
      expect(await world.rows("select id from longtx order by id")).toEqual([[1], [2], [3], [4]]);
    }
  });

  it("keeps microseconds in the position (B070)", async () => {
    await using world = await openWorld({
      us: { columns, rows: [["1", "a", day(14, "16:10:46.148758")]] },
    });
    const first = await world.sync("us", append);
    expect(first.streams[0]?.position).toContain("16:10:46.148758");
    world.streams.us!.rows.push(["2", "b", day(14, "16:10:46.148759")]);
    await world.sync("us", append);
    expect(await world.rows("select id from us order by id")).toEqual([[1], [2]]);
  });

  it("never makes an infinite or NULL cursor the position, and never doubles such rows (B008)", async () => {
    const rows: Cells[] = [
      ["1", "a", day(1)],
      ["2", "inf", "infinity"],
      ["3", "none", null],
      ["4", "low", "-infinity"],
    ];
    await using world = await openWorld({ odd: { columns, rows } });
    const first = await world.sync("odd", append);
    expect(first.streams[0]?.position).toContain(day(1));
    rows.push(["5", "b", day(2)], ["6", "none", null]);
    const second = await world.sync("odd", append);
    expect(second.streams[0]).toMatchObject({ published: true, written: 2, balanced: true });
    expect(second.streams[0]?.position).toContain(day(2));
    expect(await world.rows("select id from odd order by id")).toEqual([
      [1],
      [2],
      [3],
      [4],
      [5],
      [6],
    ]);
  });

  it("keeps the old position when nothing new came", async () => {
    await using world = await openWorld({ cu: { columns, rows: [["1", "a", day(5)]] } });
    const first = await world.sync("cu", deduped);
    world.streams.cu!.rows = [];
    const second = await world.sync("cu", deduped);
    expect(second.streams[0]).toMatchObject({
      read: 0,
      written: 0,
      published: true,
      position: first.streams[0]?.position,
    });
    expect(await world.rows("select count(*) from cu")).toEqual([[1]]);
  });

  it("reads everything again when the table is gone", async () => {
    await using world = await openWorld({
      cu: {
        columns,
        rows: [
          ["1", "a", day(1)],
          ["2", "b", day(2)],
        ],
      },
    });
    await world.sync("cu", append);
    await world.query("drop table cu");
    await world.sync("cu", append);
    expect(await world.rows("select id, _revos_generation from cu order by id")).toEqual([
      [1, 2],
      [2, 2],
    ]);
  });

  it("appends to a table that has rows but no marker without doubling them", async () => {
    await using world = await openWorld({
      cu: {
        columns,
        rows: [
          ["1", "a", day(1)],
          ["2", "b", day(2)],
        ],
      },
    });
    await world.sync("cu");
    world.streams.cu!.rows.push(["3", "c", day(1)]);
    await world.sync("cu", append);
    expect(await world.rows("select id from cu order by id")).toEqual([[1], [2], [3]]);
    expect(await world.rows("select count(distinct _revos_id) from cu")).toEqual([[3]]);
  });

  it("orders a cursor of numbers as numbers, also one of unknown size", async () => {
    await using world = await openWorld({
      seq: {
        columns: { id: "int32", n: "number" },
        rows: [
          ["1", "9"],
          ["2", "10.5"],
        ],
      },
    });
    const own = { mode: "incremental_append", cursor: ["n"], key: [] } satisfies TestRun;
    expect((await world.sync("seq", own)).streams[0]?.position).toContain("10.5");
    world.streams.seq!.rows.push(["3", "100"], ["4", "10.4"]);
    await world.sync("seq", own);
    expect(await world.rows("select id from seq order by id")).toEqual([[1], [2], [3]]);
  });
});

describe("one row per key", () => {
  it("takes the latest by cursor, and on a tie the last that arrived (B076)", async () => {
    const rows: Cells[] = [
      ["1", "old", day(1)],
      ["1", "new", day(2)],
      ["1", "mid", day(1, "12:00:00")],
      ["2", "only", day(1)],
      ["3", "x", day(1)],
      ["3", "y", day(1)],
    ];
    await using world = await openWorld({ dup: { columns, rows } });
    const run = await world.sync("dup", deduped);
    expect(run.streams[0]).toMatchObject({ read: 6, written: 3, deduplicated: 3, balanced: true });
    expect(await world.rows("select id, v from dup order by id")).toEqual([
      [1, "new"],
      [2, "only"],
      [3, "y"],
    ]);
  });

  it("changes existing rows and adds new ones (B077)", async () => {
    await using world = await openWorld({ t: { columns, rows: [["1", "a", day(1)]] } });
    await world.sync("t", deduped);
    world.streams.t!.rows = [
      ["1", "b", day(2)],
      ["2", "c", day(2)],
    ];
    await world.sync("t", deduped);
    expect(await world.rows("select id, v from t order by id")).toEqual([
      [1, "b"],
      [2, "c"],
    ]);
  });

  it("never lets an older version replace a newer one", async () => {
    await using world = await openWorld({
      t: {
        columns,
        rows: [
          ["1", "new", day(9)],
          ["2", "z", day(5)],
        ],
      },
    });
    await world.sync("t", deduped);
    world.streams.t!.rows = [
      ["1", "stale", day(8)],
      ["2", "z", day(5)],
    ];
    const run = await world.sync("t", { ...deduped, lookbackMs: 30 * 86_400_000 });
    expect(run.streams[0]).toMatchObject({ read: 2, written: 0, deduplicated: 2, balanced: true });
    expect(await world.rows("select v from t order by id")).toEqual([["new"], ["z"]]);
  });

  it("follows a row of the source's own key whose cursor became NULL", async () => {
    await using world = await openWorld({
      t: { columns, key: ["id"], rows: [["1", "a", day(1)]] },
    });
    await world.sync("t", deduped);
    world.streams.t!.rows = [["1", "b", null]];
    await world.sync("t", deduped);
    expect(await world.rows("select v from t")).toEqual([["b"]]);
  });

  it("compares NULL key parts as equal, and holds rows whose whole key is NULL (B082)", async () => {
    const rows: Cells[] = [
      ["1", null, "3", "x", day(1)],
      ["1", "2", "3", "y", day(1)],
    ];
    await using world = await openWorld({
      h: {
        columns: { a: "int32", b: "int32", c: "int32", v: "text", updated_at: "timestamptz" },
        rows,
      },
    });
    const own = { ...deduped, key: [["a"], ["b"], ["c"]], history: true };
    for (let run = 0; run < 4; run++) await world.sync("h", own);
    expect(await world.rows("select v from h order by v")).toEqual([["x"], ["y"]]);
    expect(await world.rows("select v, is_current, valid_to from h__history order by v")).toEqual([
      ["x", true, null],
      ["y", true, null],
    ]);
    rows.push([null, null, null, "z", day(2)]);
    const held = await world.sync("h", own);
    expect(held).toMatchObject({ status: "held", exit: 9 });
    expect(held.streams[0]?.gates.find((gate) => gate.gate === "key_not_null")).toMatchObject({
      result: "fail",
    });
    expect(await world.rows("select count(*) from h")).toEqual([[2]]);
  });

  it("keeps one open version per key in the history, through duplicates and their repair (B083)", async () => {
    await using world = await openWorld({
      hd: {
        columns,
        rows: [
          ["1", "x", day(1)],
          ["1", "x", day(1)],
          ["2", "y", day(1)],
        ],
      },
    });
    const own = { ...deduped, history: true };
    await world.sync("hd", own);
    world.streams.hd!.rows = [
      ["2", "y", day(1)],
      ["1", "x3", day(3)],
    ];
    for (let run = 0; run < 2; run++) expect((await world.sync("hd", own)).exit).toBe(0);
    expect(
      await world.rows(
        "select id, v, valid_from, valid_to, is_current from hd__history order by id, valid_from",
      ),
    ).toEqual([
      [1, "x", day(1), day(3), false],
      [1, "x3", day(3), null, true],
      [2, "y", day(1), null, true],
    ]);
  });

  it("starts a history that is asked for later with what the table holds", async () => {
    await using world = await openWorld({ t: { columns, rows: [["1", "a", day(1)]] } });
    await world.sync("t", deduped);
    world.streams.t!.rows = [["1", "b", day(2)]];
    await world.sync("t", { ...deduped, history: true });
    expect(await world.rows("select v, is_current from t__history order by valid_from")).toEqual([
      ["a", false],
      ["b", true],
    ]);
  });

  it("refuses the mode without a key before anything moves (B116)", async () => {
    await using world = await openWorld({ ev: { columns, rows: [["1", "a", day(1)]] } });
    const run = await world.sync("ev", { ...deduped, key: [] });
    expect(run).toMatchObject({ status: "failed", exit: 3 });
    expect(run.streams[0]?.error?.code).toBe("config.primary_key_missing");
  });
});

describe("nested fields", () => {
  const meta = (id: string | number, at: string | number): string => JSON.stringify({ id, at });
  it("work as key and as cursor, numbers in number order", async () => {
    await using world = await openWorld({
      n: {
        columns: { meta: "json", v: "text" },
        rows: [
          [meta("a", 9), "1"],
          [meta("b", 10), "2"],
          [meta("a", 8), "0"],
        ],
      },
    });
    const own = {
      mode: "incremental_deduped_history",
      cursor: ["meta", "at"],
      key: [["meta", "id"]],
    } satisfies TestRun;
    const first = await world.sync("n", own);
    expect(first.streams[0]).toMatchObject({
      read: 3,
      written: 2,
      deduplicated: 1,
      balanced: true,
    });
    expect(first.streams[0]?.position).toContain("10");
    world.streams.n!.rows.push([meta("a", 100), "3"], [meta("c", 9.5), "too old"]);
    const second = await world.sync("n", own);
    expect(second.streams[0]).toMatchObject({
      read: 2,
      written: 1,
      deduplicated: 1,
      balanced: true,
    });
    expect(await world.rows(`select "_revos_key_meta.id", v from n order by 1`)).toEqual([
      ["a", "3"],
      ["b", "2"],
    ]);
  });

  it("compare instants as instants", async () => {
    await using world = await openWorld({
      n: {
        columns: { meta: "json" },
        rows: [[meta("a", "2026-01-01T10:00:00+09:00")], [meta("b", "2026-01-01T02:00:00Z")]],
      },
    });
    const own = { mode: "incremental_append", cursor: ["meta", "at"], key: [] } satisfies TestRun;
    expect((await world.sync("n", own)).streams[0]?.position).toContain("2026-01-01T02:00:00Z");
    world.streams.n!.rows.push(
      [meta("c", "2026-01-01T11:30:00+09:00")],
      [meta("d", "2026-01-01T10:30:00+09:00")],
    );
    expect((await world.sync("n", own)).streams[0]).toMatchObject({
      read: 2,
      written: 1,
      deduplicated: 1,
    });
  });
});
