// Kill -9 before statements of a part of a backfill: the table is what it was or what it is to be, never between; the part done
// again gives the rows that it gives without a kill, and nothing lies about.
import { describe, expect, it } from "vitest";
import type { SyncMode } from "../../model/sync-mode.ts";
import { bundleChild, runChild } from "./kill-run.ts";
import type { PartsWorld } from "./parts-suite.ts";
import type { Cells, TestRun, TestStream } from "./world.ts";

const columns = { id: "int32", v: "text", at: "timestamptz" };
const day = (n: number): string => `2026-03-${String(n).padStart(2, "0")} 00:00:00+00`;
const rowsOf = (v: string): Cells[] =>
  Array.from({ length: 300 }, (_, n): Cells => [String(n), v + n, day(1 + Math.floor(n / 15))]);

const deduped = { mode: "incremental_deduped_history", cursor: ["at"], key: [["id"]] } as const;
const cases: Readonly<Record<string, TestRun & { mode: SyncMode; whole: boolean }>> = {
  "a range of an append": { mode: "incremental_append", cursor: ["at"], key: [], whole: false },
  "a range of a stream with history": { ...deduped, history: true, whole: false },
  "a whole table": { ...deduped, whole: true },
};

/** Most kills lie in the transaction, which is at the end; REVOS_TEST_KILLS spreads as many over the whole run. */
const asked = process.env.REVOS_TEST_KILLS;
const pointsOf = (statements: number): number[] =>
  asked === undefined
    ? [24, 14, 9, 6, 4, 2, 1].map((before) => Math.max(1, statements - before))
    : Array.from(
        { length: Number(asked) },
        (_, n) => 1 + Math.floor((n * statements) / Number(asked)),
      );

export function testPartKills(
  openWorld: (streams: Record<string, TestStream>) => Promise<PartsWorld>,
): void {
  describe("kill -9 in a backfill", () => {
    it.each(Object.entries(cases))(
      "of %s leaves all of the part or nothing",
      { timeout: 400_000 },
      async (_, { whole, ...how }) => {
        await using world = await openWorld({ t: { columns, rows: rowsOf("a"), key: ["id"] } });
        await world.sync({ t: how });
        const child = await bundleChild(world.folder);
        const stream = world.streams.t!;
        let ordinal = 1000;
        const part = () => ({
          plan: "b_kill",
          name: `p${++ordinal}`,
          ordinal,
          range: whole ? null : { field: ["at"], from: day(5), to: day(9) },
          raw: null,
          isWhole: whole,
          keeps: true,
        });
        const rewrite = (dieBefore: number) =>
          runChild(
            child,
            world,
            world.plan(
              { t: { ...how, part: part() } },
              { lane: "backfill", lockTimeoutMs: 20_000 },
            ),
            dieBefore,
          );
        const table = () => world.rows("select id, v from t order by id, v");
        const right = () =>
          stream.rows.map((row, n) => {
            const isPart = whole || (n >= 60 && n < 120);
            return [n, isPart ? row[1] : `a${n}`];
          });
        stream.rows = rowsOf("first");
        const first = await rewrite(0);
        if (first === "killed") throw new Error("was not to be killed");
        let kills = 0;
        for (const point of pointsOf(first.statements)) {
          const before = await table();
          stream.rows = rowsOf(`at${point}x`);
          const noted = "select count(*) as n from _revos.rewrites";
          const [[lines]] = (await world.rows(noted)) as [[number]];
          if ((await rewrite(point)) === "killed") kills++;
          const isDone = Number((await world.rows(noted))[0]?.[0]) > Number(lines);
          expect(await table(), `before statement ${point}`).toEqual(isDone ? right() : before);
        }
        expect(kills).toBe(pointsOf(first.statements).length);
        stream.rows = rowsOf("last");
        expect(await rewrite(0)).toMatchObject({ exit: 0, error: null });
        expect(await table()).toEqual(right());
        expect(
          await world.rows("select count(distinct _revos_id) = count(*) as same from t"),
        ).toEqual([[true]]);
        // What is kept is what is noted, and no table of a killed run is left.
        expect(
          await world.rows(
            `select (select count(*) from information_schema.tables where table_schema = '_revos_kept' and table_name not like '%\\_\\_history' escape '\\')
              - (select count(*) from _revos.rewrites where kept is not null) as kept,
              (select count(*) from information_schema.tables where table_schema = '_revos_stage') as staged`,
          ),
        ).toEqual([[0, 0]]);
        // Live goes on from where it stood.
        stream.rows = [...rowsOf("last"), ["900", "new", day(28)]];
        expect(await world.sync({ t: how })).toMatchObject({ exit: 0, balanced: true });
        expect(await world.rows("select v from t where id = 900")).toEqual([["new"]]);
      },
    );
  });
}
