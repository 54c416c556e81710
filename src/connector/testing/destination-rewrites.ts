// Rewrites: what a backfill or replay takes out of a table is kept, and comes back with a rollback, to the row. Only for destinations with
// `capabilities.rewrites`; a destination without it refuses backfills, and this group has nothing to test.
import { expect } from "vitest";
import { must } from "../../kernel/assert.ts";
import type { OpenDestination, RollbackOutcome, Staged } from "../destination.ts";
import { stage, type DestinationSuite } from "./destination-suite.ts";

const append = { mode: "incremental_append" } as const;
const deduped = { mode: "incremental_deduped_history", key: ["id"], newer: ["seq"] } as const;

export function testRewrites(suite: DestinationSuite): void {
  const { test } = suite;
  test("marker", "the watermark of the newest window is told with the target", async () => {
    const watermark = await suite.open(async (open) => {
      const staged = await stage(open, suite.schema, "timed", ["1, 'a', 1"], {
        ...append,
        window: {
          start: null,
          end: "2024-01-01 00:00:00+00",
          watermark: "2024-01-01 00:00:00+00",
          late: 0,
        },
      });
      await open.publish(staged);
      return (await open.describe(staged.target, staged.marker.key)).watermark;
    });
    expect(watermark).toBe("2024-01-01 00:00:00+00");
  });

  if (suite.definition.capabilities.rewrites !== true) return;
  const rowsOf = (table: string): Promise<readonly Readonly<Record<string, string | null>>[]> =>
    suite.world().read(`select id, v, seq from "${suite.schema}"."${table}" order by id, v`);

  /** The staged rows take the place of the rows of `where`. */
  const rewrite = async (
    open: OpenDestination,
    staged: Staged,
    where: string | null,
    live: Staged,
  ): Promise<Staged> => {
    const removes = { schema: "temp", table: "suite_removes" };
    const { schema, table } =
      (await open.existing?.({
        target: staged.target,
        columns: ["id", "v", "seq", "_revos_id"],
        matching: null,
        from: null,
      })) ?? staged.target;
    const target = `"${schema}"."${table}"`;
    await open.workbench.run(
      `create or replace temp table suite_removes as select _revos_id from ${target} where ${where ?? "true"}`,
    );
    const [row] = await open.workbench.all("select count(*) as n from temp.suite_removes");
    return {
      ...staged,
      ...(where === null ? { replaces: true } : {}),
      marker: { ...staged.marker, key: { ...staged.marker.key, lane: "backfill" } },
      ledger: { ...staged.ledger, lane: "backfill" },
      rewrites: {
        plan: "b_suite",
        part: "part",
        removes: where === null ? null : removes,
        removed: Number(row?.n),
        keeps: true,
        live: { runId: live.marker.runId, position: live.marker.position, generation: 1 },
      },
    };
  };
  const undo = async (
    open: OpenDestination,
    staged: Staged,
    keyColumns: readonly string[],
    dryRun = false,
  ): Promise<RollbackOutcome | undefined> => {
    const { lane: _lane, ...key } = staged.marker.key;
    const done = await must(
      open.rollback?.bind(open),
      "a rollback",
    )({
      runId: staged.marker.runId,
      byRunId: `${staged.marker.runId}z`,
      at: "2024-01-02T00:00:00.000Z",
      dryRun,
      targets: [
        {
          target: staged.target,
          key,
          connection: "suite",
          keyColumns,
          cursorColumn: "seq",
          history: false,
        },
      ],
    });
    return done[0];
  };

  test("rewrite", "takes out the named rows alone, and a rollback puts them back", async () => {
    await suite.open(async (open) => {
      const live = await stage(open, suite.schema, "ranged", ["1, 'a', 1", "2, 'b', 2"], append);
      await open.publish(live);
      const staged = await stage(open, suite.schema, "ranged", ["2, 'B', 2", "3, 'c', 2"], append);
      await open.publish(await rewrite(open, staged, "seq = 2", live));
    });
    expect((await rowsOf("ranged")).map((row) => row.v)).toEqual(["a", "B", "c"]);
  });

  test("rewrite", "a dry run of a rollback tells and changes nothing", async () => {
    const told = await suite.open(async (open) => {
      const live = await stage(open, suite.schema, "told", ["1, 'a', 1"], append);
      await open.publish(live);
      const staged = await stage(open, suite.schema, "told", ["1, 'A', 1"], append);
      await open.publish(await rewrite(open, staged, "true", live));
      return await undo(open, staged, [], true);
    });
    expect(told).toMatchObject({ removed: 1, restored: 1, overtaken: 0, stays: 0 });
    expect((await rowsOf("told")).map((row) => row.v)).toEqual(["A"]);
  });

  test("rewrite", "of a keyed table comes back without what is newer now", async () => {
    const outcome = await suite.open(async (open) => {
      const live = await stage(open, suite.schema, "keyed", ["1, 'a', 1", "2, 'b', 1"], deduped);
      await open.publish(live);
      const staged = await stage(open, suite.schema, "keyed", ["1, 'A', 1", "2, 'B', 1"], deduped);
      await open.publish(await rewrite(open, staged, "true", live));
      await open.publish(await stage(open, suite.schema, "keyed", ["2, 'newer', 9"], deduped));
      return await undo(open, staged, ["id"]);
    });
    expect(outcome).toMatchObject({ removed: 1, restored: 1, overtaken: 1 });
    expect((await rowsOf("keyed")).map((row) => row.v)).toEqual(["a", "newer"]);
  });

  test("rewrite", "of a whole table is swapped, told, and comes back", async () => {
    const lines = await suite.open(async (open) => {
      const live = await stage(open, suite.schema, "swapped", ["1, 'a', 1", "2, 'b', 2"], append);
      await open.publish(live);
      const staged = await stage(open, suite.schema, "swapped", ["9, 'z', 9"], append);
      await open.publish(await rewrite(open, staged, null, live));
      const told = (await open.rewrites?.({ runId: staged.marker.runId })) ?? [];
      await undo(open, staged, []);
      return told;
    });
    expect(lines).toMatchObject([
      {
        plan: "b_suite",
        part: "part",
        lane: "backfill",
        removed: 2,
        isKept: true,
        rolledBackBy: null,
      },
    ]);
    expect((await rowsOf("swapped")).map((row) => row.v)).toEqual(["a", "b"]);
  });

  test(
    "rewrite",
    "a rollback of what was taken back, or never done, is refused with its code",
    async () => {
      const codes = await suite.open(async (open) => {
        const live = await stage(open, suite.schema, "refused", ["1, 'a', 1"], append);
        await open.publish(live);
        const staged = await stage(open, suite.schema, "refused", ["1, 'A', 1"], append);
        await open.publish(await rewrite(open, staged, "true", live));
        const code = (work: Promise<unknown>): Promise<string> =>
          work.then(
            () => "done",
            (error: { code: string }) => error.code,
          );
        return [
          await code(undo(open, live, [])),
          await code(undo(open, staged, [])),
          await code(undo(open, staged, [])),
        ];
      });
      expect(codes).toEqual(["rewrite.not_found", "done", "rewrite.overtaken"]);
      expect((await rowsOf("refused")).map((row) => row.v)).toEqual(["a"]);
    },
  );
}
