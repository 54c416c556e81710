// Parts of a stream rewritten beside the live lane: what the table holds after each, twice over, what is kept, and that live
// goes on from where it stood (seed 001: バックフィルとリプレイは、ライブパスとは分けて設計する). The same table of tests for every warehouse.
import { describe, expect, it } from "vitest";
import type { OpenDestination, RollbackTarget } from "../../connector/destination.ts";
import type { SyncMode } from "../../model/sync-mode.ts";
import type { Run } from "../../model/run.ts";
import type { RunPlan } from "../plan.ts";
import type { PartPlan } from "../rewrite/part.ts";
import { listKeptRaw } from "../rewrite/raw-manifest.ts";
import type { Cells, TestRun, TestStream } from "./world.ts";

export type PartsWorld = AsyncDisposable & {
  readonly folder: string;
  /** Where the tables land. */
  readonly schema: string;
  readonly streams: Record<string, TestStream>;
  sync(asked: Readonly<Record<string, TestRun>>, run?: Partial<RunPlan>): Promise<Run>;
  plan(asked: Readonly<Record<string, TestRun>>, run?: Partial<RunPlan>): RunPlan;
  /** Numbers and booleans as such, everything else as text. */
  rows(sql: string): Promise<unknown[][]>;
  /** A statement of someone else, while nobody has the warehouse. */
  change(sql: string): Promise<unknown>;
  open(): Promise<OpenDestination>;
};

const columns = { id: "int32", v: "text", at: "timestamptz" };
const row = (id: number, v: string | null, day: number): Cells => [
  String(id),
  v,
  `2026-03-${String(day).padStart(2, "0")} 00:00:00+00`,
];
const modes = {
  append: { mode: "incremental_append", cursor: ["at"] },
  deduped: { mode: "incremental_deduped_history", cursor: ["at"], key: [["id"]] },
  full: { mode: "full_refresh_overwrite" },
  fullDeduped: { mode: "full_refresh_overwrite_deduped", key: [["id"]] },
} satisfies Record<string, TestRun & { mode: SyncMode }>;

let ordinals = 1000;
const part = (more: Partial<PartPlan> = {}): PartPlan => ({
  plan: "b_test",
  name: "p",
  ordinal: ++ordinals,
  range: null,
  raw: null,
  isWhole: false,
  keeps: true,
  ...more,
});
const days = (from: number | null, to: number | null): PartPlan =>
  part({
    range: {
      field: ["at"],
      from: from === null ? null : row(0, null, from)[2]!,
      to: to === null ? null : row(0, null, to)[2]!,
    },
  });
const rewrite = (
  world: PartsWorld,
  how: TestRun,
  one: PartPlan,
  lane: "backfill" | "replay" = "backfill",
) => world.sync({ t: { ...how, part: one } }, { lane });

async function rollback(
  world: PartsWorld,
  run: Run,
  to: Partial<RollbackTarget> = {},
  dryRun = false,
) {
  await using open = await world.open();
  await open.prepare([world.schema]);
  const { schema } = world;
  const done = await open.rollback!({
    runId: run.id,
    byRunId: "run_zz",
    at: "2026-12-01T00:00:00.000Z",
    dryRun,
    targets: [
      {
        target: { schema, table: "t" },
        key: { sourceKey: "test-source", namespace: "", stream: "t", target: `${schema}.t` },
        connection: null,
        keyColumns: [],
        cursorColumn: "at",
        history: false,
        ...to,
      },
    ],
  });
  return done[0];
}

const all = `select id, v, extract(day from "at" at time zone 'UTC')::int as day from t order by id, v`;
const markers = "select lane, position from _revos.positions order by lane";

export function testParts(
  openWorld: (streams: Record<string, TestStream>) => Promise<PartsWorld>,
): void {
  describe("a range of an append stream", () => {
    it("is taken from the source anew, leaves the rest and the live marker alone, and is done once however often", async () => {
      await using world = await openWorld({
        t: { columns, rows: [row(1, "a", 1), row(2, "b", 2), row(3, "c", 3), row(3, "c", 3)] },
      });
      await world.sync({ t: modes.append });
      const live = (await world.rows(markers))[0]?.[1];
      // The source was mended: 2 has another value, 4 was missing, 3 lost one of its twins.
      world.streams.t!.rows = [row(1, "x", 1), row(2, "B", 2), row(4, "d", 2), row(3, "c", 3)];
      const run = await rewrite(world, modes.append, days(2, 4));
      expect(run.streams[0]).toMatchObject({
        status: "ok",
        read: 3,
        written: 2,
        deduplicated: 1,
        removed: 2,
        balanced: true,
        position: null,
      });
      const after = [
        [1, "a", 1],
        [2, "B", 2],
        [3, "c", 3],
        [4, "d", 2],
      ];
      expect(await world.rows(all)).toEqual(after);
      const again = await rewrite(world, modes.append, days(2, 4));
      expect(again.streams[0]).toMatchObject({ read: 3, written: 0, deduplicated: 3, removed: 0 });
      expect(await world.rows(all)).toEqual(after);
      expect(await world.rows(markers)).toEqual([
        ["backfill", "p"],
        ["live", live],
      ]);
      expect(
        await world.rows(
          "select (window_start at time zone 'UTC')::varchar as low, (window_end at time zone 'UTC')::varchar as high from _revos.windows where lane = 'backfill'",
        ),
      ).toContainEqual(["2026-03-02 00:00:00", "2026-03-04 00:00:00"]);
      world.streams.t!.rows.push(row(9, "n", 9));
      expect((await world.sync({ t: modes.append })).streams[0]).toMatchObject({ written: 1 });
      expect(await world.rows(all)).toEqual([...after, [9, "n", 9]]);
    });

    it("that would become empty is held, and an empty part of an empty range is done", async () => {
      await using world = await openWorld({
        t: { columns, rows: [row(1, "a", 1), row(2, "b", 2)] },
      });
      await world.sync({ t: modes.append });
      world.streams.t!.rows = [row(2, "b", 2)];
      const held = await rewrite(world, modes.append, days(1, 2));
      expect(held).toMatchObject({ status: "held", exit: 9 });
      expect(held.streams[0]?.gates.find((gate) => gate.result === "fail")?.gate).toBe(
        "not_emptied",
      );
      expect(await world.rows(all)).toEqual([
        [1, "a", 1],
        [2, "b", 2],
      ]);
      expect((await rewrite(world, modes.append, days(7, 8))).streams[0]).toMatchObject({
        status: "ok",
        read: 0,
      });
    });

    it("takes what was in quarantine out of it when it fits now", async () => {
      await using world = await openWorld({
        t: {
          columns: { ...columns, n: "text" },
          rows: [
            ["1", "a", "2026-03-01 00:00:00+00", "x"],
            ["2", "b", "2026-03-02 00:00:00+00", "5"],
          ],
        },
      });
      const typed = { ...modes.append, columns: { n: { type: "int32" } } };
      await world.sync({ t: typed });
      expect(await world.rows("select status from _revos.quarantine")).toEqual([["held"]]);
      world.streams.t!.rows[0] = ["1", "a", "2026-03-01 00:00:00+00", "4"];
      await rewrite(world, typed, days(1, 2));
      expect(await world.rows("select id, n from t order by id")).toEqual([
        [1, 4],
        [2, 5],
      ]);
      expect(await world.rows("select status from _revos.quarantine")).toEqual([["replayed"]]);
    });
  });

  describe("a range of a deduped stream", () => {
    it("merges by key, never puts an older version over a newer one, and removes nothing", async () => {
      await using world = await openWorld({
        t: { columns, rows: [row(1, "a", 1), row(2, "b", 2), row(3, "c", 3)], key: ["id"] },
      });
      await world.sync({ t: modes.deduped });
      // 1 stands in an older version than the table's, 2 has other content, 3 is gone, 4 was never seen.
      world.streams.t!.rows = [row(2, "B", 2), row(4, "d", 2)];
      const run = await rewrite(world, modes.deduped, days(2, 4));
      expect(run.streams[0]).toMatchObject({ read: 2, written: 2, removed: 1 });
      expect(await world.rows(all)).toEqual([
        [1, "a", 1],
        [2, "B", 2],
        [3, "c", 3],
        [4, "d", 2],
      ]);
      world.streams.t!.rows = [row(3, "old", 2)];
      const older = await rewrite(world, modes.deduped, days(2, 3));
      expect(older.streams[0]).toMatchObject({ read: 1, written: 0, deduplicated: 1 });
      expect(await world.rows("select v from t where id = 3")).toEqual([["c"]]);
    });
  });

  describe("a range of a full refresh", () => {
    it.each(["full", "fullDeduped"] as const)("%s replaces the range alone", async (name) => {
      await using world = await openWorld({
        t: { columns, rows: [row(1, "a", 1), row(2, "b", 2), row(3, "c", 2)], key: ["id"] },
      });
      await world.sync({ t: modes[name] });
      world.streams.t!.rows = [row(1, "x", 1), row(2, "B", 2)];
      const run = await rewrite(world, modes[name], days(2, 3));
      expect(run.streams[0]).toMatchObject({ status: "ok", read: 1, written: 1, removed: 2 });
      expect(await world.rows(all)).toEqual([
        [1, "a", 1],
        [2, "B", 2],
      ]);
    });
  });

  describe("a whole table", () => {
    it.each(Object.entries(modes))(
      "of %s is swapped in one step, and live goes on",
      async (_, how) => {
        await using world = await openWorld({
          t: { columns, rows: [row(1, "a", 1), row(2, "b", 2)], key: ["id"] },
        });
        await world.sync({ t: how });
        const before = await world.rows(markers);
        world.streams.t!.rows = [row(2, "B", 2), row(3, "c", 3)];
        const run = await rewrite(world, how, part({ isWhole: true, name: "all" }));
        expect(run.streams[0]).toMatchObject({ status: "ok", read: 2, written: 2, removed: 2 });
        expect(await world.rows(all)).toEqual([
          [2, "B", 2],
          [3, "c", 3],
        ]);
        expect(
          await world.rows(`${markers.replace("order", "where lane = 'live' order")}`),
        ).toEqual(before);
        await world.sync({ t: how });
        expect(await world.rows(all)).toEqual([
          [2, "B", 2],
          [3, "c", 3],
        ]);
        expect(await world.rows("select count(distinct _revos_id) = count(*) from t")).toEqual([
          [true],
        ]);
      },
    );
  });

  describe("rollback", () => {
    it.each(Object.entries(modes))(
      "of a range of %s brings back exactly what stood there",
      async (_, how) => {
        await using world = await openWorld({
          t: { columns, rows: [row(1, "a", 1), row(2, "b", 2), row(3, "c", 3)], key: ["id"] },
        });
        await world.sync({ t: how });
        const before = await world.rows("select * from t order by id");
        world.streams.t!.rows = [row(2, "B", 2), row(4, "d", 2), row(3, "c", 3)];
        const run = await rewrite(world, how, days(2, 4));
        expect(await world.rows("select * from t order by id")).not.toEqual(before);
        const to = { keyColumns: "key" in how ? ["id"] : [] };
        expect(await rollback(world, run, to, true)).toMatchObject({ removed: 2, restored: 1 });
        expect(await world.rows("select * from t order by id")).not.toEqual(before);
        expect(await rollback(world, run, to)).toMatchObject({ removed: 2, restored: 1, stays: 0 });
        expect(await world.rows("select * from t order by id")).toEqual(before);
        await expect(rollback(world, run, to)).rejects.toMatchObject({ code: "rewrite.overtaken" });
      },
    );

    it("of a whole table brings it back, a lost column too", async () => {
      await using world = await openWorld({
        t: { columns: { ...columns, extra: "text" }, rows: [[...row(1, "a", 1), "e"]] },
      });
      await world.sync({ t: modes.append });
      const before = await world.rows('select id, v, "at", extra, _revos_id, _revos_run_id from t');
      world.streams.t = { columns, rows: [row(5, "z", 5)] };
      const run = await rewrite(world, modes.append, part({ isWhole: true, name: "all" }));
      await rollback(world, run);
      expect(
        await world.rows('select id, v, "at", extra, _revos_id, _revos_run_id from t'),
      ).toEqual(before);
    });

    it("leaves what live has written or passed over since", async () => {
      await using world = await openWorld({
        t: { columns, rows: [row(1, "a", 1), row(2, "b", 2)], key: ["id"] },
      });
      await world.sync({ t: modes.deduped });
      world.streams.t!.rows = [row(1, "A", 1), row(2, "B", 2), row(3, "c", 3)];
      const run = await rewrite(world, modes.deduped, days(1, 9));
      // Live finds row 3 there already and passes over it; row 1 gets a newer version.
      world.streams.t!.rows = [row(1, "AA", 4), row(2, "B", 2), row(3, "c", 3)];
      await world.sync({ t: modes.deduped });
      expect(await rollback(world, run, { keyColumns: ["id"] })).toMatchObject({
        removed: 0,
        restored: 0,
        overtaken: 2,
        stays: 2,
      });
      expect(await world.rows(all)).toEqual([
        [1, "AA", 4],
        [2, "B", 2],
        [3, "c", 3],
      ]);
    });

    it("is refused when another rewrite or a full refresh came after, and when nothing was rewritten", async () => {
      await using world = await openWorld({ t: { columns, rows: [row(1, "a", 1)] } });
      const live = await world.sync({ t: modes.full });
      await expect(rollback(world, live)).rejects.toMatchObject({ code: "rewrite.not_found" });
      world.streams.t!.rows = [row(1, "b", 1)];
      const first = await rewrite(world, modes.full, days(1, 2));
      world.streams.t!.rows = [row(1, "c", 1)];
      const second = await rewrite(world, modes.full, days(1, 2));
      await expect(rollback(world, first)).rejects.toMatchObject({
        code: "rewrite.overtaken",
        data: { by: second.id },
      });
      await rollback(world, second);
      await rollback(world, first);
      expect(await world.rows(all)).toEqual([[1, "a", 1]]);
      const third = await rewrite(world, modes.full, days(1, 2));
      await world.sync({ t: modes.full });
      await expect(rollback(world, third)).rejects.toMatchObject({ code: "rewrite.overtaken" });
    });

    it("is refused when what it needs was kept for longer than a week, and is gone", async () => {
      await using world = await openWorld({ t: { columns, rows: [row(1, "a", 1)] } });
      await world.sync({ t: modes.append });
      world.streams.t!.rows = [row(1, "A", 1)];
      const run = await rewrite(world, modes.append, days(1, 2));
      const kept =
        "select count(*) as n from information_schema.tables where table_schema = '_revos_kept'";
      const prepare = async () => {
        await using open = await world.open();
        await open.prepare([world.schema]);
      };
      await prepare();
      expect(await world.rows(kept)).toEqual([[1]]);
      await world.change(
        "update _revos.rewrites set committed_at = committed_at - interval '8 days'",
      );
      await prepare();
      expect(await world.rows(kept)).toEqual([[0]]);
      await expect(rollback(world, run)).rejects.toMatchObject({ code: "rewrite.not_kept" });
      expect(await world.rows(all)).toEqual([[1, "A", 1]]);
    });

    it("puts the versions of an scd2 stream back as well", async () => {
      const how = { ...modes.deduped, history: true };
      await using world = await openWorld({
        t: { columns, rows: [row(1, "a", 1), row(2, "b", 2)], key: ["id"] },
      });
      await world.sync({ t: how });
      const versions =
        "select id, v, valid_to is null as open, is_current from t__history order by id, v";
      const before = await world.rows(versions);
      world.streams.t!.rows = [row(1, "A", 3), row(2, "b", 2)];
      const run = await rewrite(world, how, days(1, 9));
      expect(await world.rows(versions)).toHaveLength(3);
      await rollback(world, run, { keyColumns: ["id"], history: true });
      expect(await world.rows(versions)).toEqual(before);
    });
  });

  describe("a replay of kept raw", () => {
    it("goes through today's rules without the source, keeps the rows' ids, and twice is once", async () => {
      await using world = await openWorld({
        t: {
          columns: { ...columns, n: "text" },
          rows: [
            [...row(1, "a", 1), "1.5"],
            [...row(2, "b", 2), "x"],
          ],
        },
      });
      await world.sync({ t: modes.append });
      world.streams.t!.rows.push([...row(3, "c", 3), "2.5"]);
      await world.sync({ t: modes.append });
      const ids = await world.rows("select id, _revos_id from t order by id");
      // The source is gone.
      world.streams.t!.rows = [];
      const raw = listKeptRaw(`${world.folder}/landing`);
      expect(raw.map(({ manifest, missing }) => [manifest.outcome, missing])).toEqual([
        ["published", 0],
        ["published", 0],
      ]);
      for (let round = 0; round < 2; round++)
        for (const { part: kept } of raw) {
          const run = await rewrite(
            world,
            { ...modes.append, where: "n <> 'x'" },
            part({ raw: kept, name: kept.run }),
            "replay",
          );
          expect(run).toMatchObject({ status: "ok", balanced: true });
        }
      expect(await world.rows("select id, _revos_id from t order by id")).toEqual(
        ids.filter(([id]) => id !== 2),
      );
      expect(
        await world.rows(
          "select sum(written) as written, sum(filtered) as filtered from _revos.ledger where lane = 'replay'",
        ),
      ).toEqual([[0, 4]]);
    });

    it("of a keyed stream mends the version that stands, and leaves newer ones", async () => {
      await using world = await openWorld({
        t: { columns, rows: [row(1, " a", 1), row(2, " b", 2)], key: ["id"] },
      });
      await world.sync({ t: modes.deduped });
      world.streams.t!.rows = [row(1, " new", 5), row(2, " b", 2)];
      await world.sync({ t: modes.deduped });
      world.streams.t!.rows = [];
      const mask = {
        ...modes.deduped,
        mappers: [
          {
            name: "m",
            type: "field-renaming" as const,
            mapperConfiguration: { originalFieldName: "v", newFieldName: "w" },
          },
        ],
      };
      const [first] = listKeptRaw(`${world.folder}/landing`);
      const run = await rewrite(
        world,
        mask as never,
        part({ raw: first!.part, name: first!.part.run }),
        "replay",
      );
      expect(run.streams[0]).toMatchObject({ status: "ok" });
      expect(await world.rows("select id, v, w from t order by id")).toEqual([
        [1, " new", null],
        [2, " b", " b"],
      ]);
    });
  });

  describe("a new column", () => {
    it.each([false, true])(
      "is filled for the rows that are there, and only it (history: %s)",
      async (history) => {
        const how = { ...modes.deduped, key: [["id"], ["v"]], history } satisfies TestRun;
        await using world = await openWorld({
          t: { columns, rows: [row(1, "a", 1), row(2, null, 2)] },
        });
        await world.sync({ t: how });
        const ids = await world.rows("select id, _revos_id from t order by id");
        world.streams.t = {
          columns: { ...columns, n: "int32" },
          rows: [
            [...row(1, "a", 1), "10"],
            [...row(2, null, 2), "20"],
            [...row(3, "c", 3), "30"],
          ],
        };
        const run = await world.sync({ t: { ...how, fill: ["n"] } });
        expect(run.fills).toMatchObject([{ columns: ["n"], read: 3, written: 3, error: null }]);
        const right = [
          [1, "a", 10],
          [2, null, 20],
          [3, "c", 30],
        ];
        expect(await world.rows("select id, v, n from t order by id")).toEqual(right);
        expect(await world.rows("select id, _revos_id from t where id < 3 order by id")).toEqual(
          ids,
        );
        expect(
          await world.rows(
            "select read, written, filtered, balanced from _revos.ledger where lane = 'backfill'",
          ),
        ).toEqual([[3, 3, 0, true]]);
        if (history)
          expect(
            await world.rows("select id, v, n from t__history where is_current order by id"),
          ).toEqual(right);
      },
    );
  });
}
