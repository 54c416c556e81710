// Kill -9 before any statement of a run, in every mode: the next run gives the rows that a run without kills would have
// given, no row twice, no gap, and nothing is left lying about (B113; design.md §1, promise 3).
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeRunId } from "../kernel/ids.ts";
import { syncModes, type SyncMode } from "../model/sync-mode.ts";
import type { RunPlan } from "./plan.ts";
import { bundleChild, runChild } from "./testing/kill-run.ts";
import { openWorld, streamPlan, type Cells, type World } from "./testing/world.ts";

function planOf(world: World, mode: SyncMode, ordinal: number): RunPlan {
  const stream = world.streams.t!;
  return {
    runId: makeRunId(Date.now()),
    runOrdinal: ordinal,
    connection: null,
    lane: "live",
    source: { kind: "test", config: {}, key: "kill" },
    destination: { kind: "duckdb", config: { path: world.file } },
    streams: [streamPlan("t", stream, { mode, cursor: ["n"], key: [["id"]] })],
    limits: { memoryBytes: 5e8, maxQuarantine: null, allowEmpty: false },
    landing: { folder: join(world.folder, "landing"), keepMs: 1e9, maxBytes: 1e9 },
    lockTimeoutMs: 5000,
    keys: {},
  };
}

/** New rows, and changed ones where the mode follows changes; one row never fits. */
function change(rows: Cells[], mode: SyncMode, round: number): void {
  const from = rows.length;
  for (let n = 0; n < 1200; n++)
    rows.push([String(from + n), `v${round}`, String(round * 10_000 + n), "1.5"]);
  rows.push([String(rows.length), "bad", String(round * 10_000 + 1200), "x"]);
  if (mode === "incremental_append") return;
  for (let n = 0; n < from; n += 7)
    rows[n] = [rows[n]![0]!, `u${round}`, String(round * 10_000 + 2000 + n), rows[n]![3]!];
}

describe.each(syncModes)("kill -9 in %s", (mode) => {
  it(
    "loses and doubles nothing, before whichever statement it comes",
    { timeout: 240_000 },
    async () => {
      await using world = await openWorld({
        t: {
          columns: { id: "int32", v: "text", n: "int64", amount: "decimal(9,2)" },
          rows: [],
          key: ["id"],
        },
      });
      const child = await bundleChild(world.folder);
      const rows = world.streams.t!.rows;
      change(rows, mode, 1);
      const first = await runChild(child, world, planOf(world, mode, 1), 0);
      if (first === "killed") throw new Error("was not to be killed");
      expect(first.exit).toBe(0);
      // Later runs have a few statements more than the first; the last ones are the publishing transaction.
      const points = [
        5,
        first.statements - 12,
        first.statements - 8,
        first.statements - 5,
        first.statements - 2,
        first.statements,
      ];
      let kills = 0;
      for (const [round, point] of points.entries()) {
        change(rows, mode, round + 2);
        if ((await runChild(child, world, planOf(world, mode, round + 2), point)) === "killed")
          kills++;
      }
      expect(kills).toBe(points.length);
      expect(await runChild(child, world, planOf(world, mode, 99), 0)).toMatchObject({ exit: 0 });
      const right = rows
        .filter((row) => row[3] !== "x")
        .map((row) => [Number(row[0]), row[1], Number(row[2])]);
      expect(await world.rows("select id, v, n from t order by id")).toEqual(right);
      expect(await world.rows("select count(distinct _revos_id) = count(*) from t")).toEqual([
        [true],
      ]);
      expect(
        await world.rows(
          "select count(*), count(distinct original) from _revos.quarantine where status = 'held'",
        ),
      ).toEqual([[points.length + 1, points.length + 1]]);
      expect(
        await world.rows(
          "select table_name from duckdb_tables() where contains(table_name, '_revos_stage')",
        ),
      ).toEqual([]);
      expect(await world.rows("select bool_and(balanced) from _revos.ledger")).toEqual([[true]]);
    },
  );
});
