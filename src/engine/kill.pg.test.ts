// Kill -9 before statements of a run into a Postgres warehouse, in every mode: the next run gives the rows that a run
// without kills would have given, no row twice, no gap, and nothing is left lying about (B113; design.md §1, promise 3).
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { syncModes, type SyncMode } from "../model/sync-mode.ts";
import type { RunPlan } from "./plan.ts";
import { bundleChild, runChild } from "./testing/kill-run.ts";
import { openPostgresWorld, type PostgresWorld } from "./testing/postgres-world.ts";
import type { Cells } from "./testing/world.ts";

const planOf = (world: PostgresWorld, mode: SyncMode): RunPlan =>
  world.plan({ t: { mode, cursor: ["n"], key: [["id"]] } }, { lockTimeoutMs: 20_000 });

/** New rows, and changed ones where the mode follows changes; one row never fits. */
function change(rows: Cells[], mode: SyncMode, round: number): void {
  const from = rows.length;
  for (let n = 0; n < 600; n++)
    rows.push([String(from + n), `v${round}`, String(round * 10_000 + n), "1.5"]);
  rows.push([String(rows.length), "bad", String(round * 10_000 + 600), "x"]);
  if (mode === "incremental_append") return;
  for (let n = 0; n < from; n += 7)
    rows[n] = [rows[n]![0]!, `u${round}`, String(round * 10_000 + 2000 + n), rows[n]![3]!];
}

describe.each(syncModes)("kill -9 in %s", (mode) => {
  it("loses and doubles nothing in Postgres", { timeout: 400_000 }, async () => {
    await using world = await openPostgresWorld({
      t: {
        columns: { id: "int32", v: "text", n: "int64", amount: "decimal(9,2)" },
        rows: [],
        key: ["id"],
      },
    });
    const child = await bundleChild(world.folder);
    const rows = world.streams.t!.rows;
    change(rows, mode, 1);
    const first = await runChild(child, world, planOf(world, mode), 0);
    if (first === "killed") throw new Error("was not to be killed");
    expect(first.exit).toBe(0);
    const points = [6, 22, 16, 12, 8, 5, 3, 2, 1].map((before, i) =>
      i === 0 ? before : first.statements - before,
    );
    let kills = 0;
    for (const [round, point] of points.entries()) {
      change(rows, mode, round + 2);
      if ((await runChild(child, world, planOf(world, mode), point)) === "killed") kills++;
    }
    expect(kills).toBe(points.length);
    expect(await runChild(child, world, planOf(world, mode), 0)).toMatchObject({ exit: 0 });
    const right = rows.filter((row) => row[3] !== "x").map((row) => [row[0]!, row[1]!, row[2]!]);
    expect(await world.rows("select id, v, n from t order by id")).toEqual(right);
    expect(await world.rows("select count(distinct _revos_id) = count(*) as same from t")).toEqual([
      ["true"],
    ]);
    expect(
      await world.rows(
        "select count(*) as n, count(distinct original::text) as d from _revos.quarantine where status = 'held'",
      ),
    ).toEqual([[String(points.length + 1), String(points.length + 1)]]);
    expect(
      await world.rows(
        "select relname from pg_class where relname like '\\_revos\\_%' and relkind = 'r'",
      ),
    ).toEqual([]);
    expect(await world.rows("select bool_and(balanced) as all from _revos.ledger")).toEqual([
      ["true"],
    ]);
    expect(
      (await readdir(join(world.folder, "scratch"))).filter((name) =>
        name.startsWith("workbench-"),
      ),
    ).toEqual([]);
  });
});
