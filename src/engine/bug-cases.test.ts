// Bug cases from public reports that have no better place: a table without rows, and names that look as if a rule had been
// applied to them already. docs/internals/bug-cases.md lists where every case is proved.
import { describe, expect, it } from "vitest";
import { syncModes } from "../model/sync-mode.ts";
import { openWorld, type TestRun } from "./testing/world.ts";

describe("a table without rows", () => {
  it.each(syncModes)(
    "makes an empty table of the right types by %s, and rows that come later arrive (B041)",
    async (mode) => {
      await using world = await openWorld({
        none_yet: { columns: { id: "int32", v: "decimal(9,2)", at: "timestamptz" }, rows: [] },
      });
      const own: TestRun = { mode, cursor: ["at"], key: [["id"]] };
      const first = await world.sync("none_yet", own);
      expect(first).toMatchObject({ exit: 0, balanced: true });
      expect(first.streams[0]).toMatchObject({ read: 0, written: 0, published: true });
      expect(first.streams[0]?.position ?? null).toBeNull();
      expect(
        await world.rows(
          "select column_name, data_type from information_schema.columns where table_name = 'none_yet' and column_name in ('id', 'v', 'at') order by 1",
        ),
      ).toEqual([
        ["at", "TIMESTAMP WITH TIME ZONE"],
        ["id", "INTEGER"],
        ["v", "DECIMAL(9,2)"],
      ]);
      world.streams.none_yet!.rows.push(["1", "2.50", "2026-01-01 00:00:00+00"]);
      expect((await world.sync("none_yet", own)).exit).toBe(0);
      expect(await world.rows("select id, v from none_yet")).toEqual([[1, "2.50"]]);
    },
  );
});

describe("names that end in what a rule would add", () => {
  it("are the same in the second run, which adds no column (B160)", async () => {
    const names = ["Reorder Quantity (Temp_)", "trailing__", "a__b", "__lead", "A B", "a_b"];
    const columns = { id: "int32", ...Object.fromEntries(names.map((name) => [name, "int32"])) };
    const row = (id: number) => [`${id}`, ...names.map((_, at) => `${at + id}`)];
    await using world = await openWorld({ rq: { columns, rows: [row(1)] } });
    const own: TestRun = { mode: "incremental_append", cursor: ["id"], key: [] };
    const list =
      "select column_name from information_schema.columns where table_name = 'rq' and column_name not like '\\_revos\\_%' escape '\\' order by ordinal_position";
    await world.sync("rq", own);
    const first = await world.rows(list);
    expect(first.flat()).toEqual(["id", ...names]);
    world.streams.rq!.rows.push(row(2));
    await world.sync("rq", own);
    expect(await world.rows(list)).toEqual(first);
    expect(await world.rows(`select "trailing__", "a__b" from rq order by id`)).toEqual([
      [2, 3],
      [3, 4],
    ]);
  });
});
