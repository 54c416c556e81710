// kill -9 at random moments of a sync, in each mode and into both warehouses: the whole group, the parent alone, a child alone.
// After the next whole sync the table equals the source, compared without any code of revos, and no process is left behind.
import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { finish, openFolder, processesOf } from "../support/cli.ts";
import { openDatabase } from "../support/postgres.ts";
import { warehouses } from "./lanes-world.ts";

const kills = Number(process.env.REVOS_TEST_KILLS ?? 6);
const modes = [
  "full_refresh_overwrite",
  "full_refresh_overwrite_deduped",
  "incremental_append",
  "incremental_deduped_history",
] as const;

const childrenOf = (pid: number): number[] => {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
      .trim()
      .split(" ")
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
};

/** Kills in turn: everything, only the parent, only the children. */
function killOneWay(child: ChildProcess, turn: number): void {
  const pid = child.pid ?? 0;
  const quietly = (kill: () => void) => {
    try {
      kill();
    } catch {
      // It has ended already.
    }
  };
  if (turn % 3 === 0) quietly(() => process.kill(-pid, "SIGKILL"));
  else if (turn % 3 === 1) quietly(() => process.kill(pid, "SIGKILL"));
  else for (const below of childrenOf(pid)) quietly(() => process.kill(below, "SIGKILL"));
}

describe("kill -9 during a sync", () => {
  it.each(warehouses.flatMap((warehouse) => modes.map((mode) => [mode, warehouse] as const)))(
    "leaves, after the next sync, the same rows in %s of %s",
    { timeout: 120_000 + kills * 30_000 },
    async (mode, warehouse) => {
      await using database = await openDatabase();
      await using landed = warehouse === "postgres" ? await openDatabase() : null;
      await using folder = await openFolder();
      await database.query(
        "create table load (id bigint primary key, v text, n numeric(12,2), updated_at timestamptz not null default clock_timestamp())",
      );
      await database.query(
        "insert into load (id, v, n) select g, md5(g::text), g/100.0 from generate_series(1, 120000) g",
      );
      const args = [
        "sync",
        "--source",
        database.uri,
        "--into",
        landed ? landed.uri : `duckdb:${folder.warehouse}`,
        "--stream",
        "public.load",
        "--mode",
        mode,
        "--json",
      ];
      if (mode !== "full_refresh_overwrite") args.push("--key", "id");
      if (mode.startsWith("incremental")) args.push("--cursor", "updated_at");

      const begun = performance.now();
      const first = await folder.revos(args);
      expect(first.code, first.stderr).toBe(0);
      const whole = performance.now() - begun;

      let next = 120_000;
      let struck = 0;
      for (let turn = 0; turn < kills; turn++) {
        await database.query(
          `insert into load (id, v, n) select g, md5((g*7)::text), g/10.0 from generate_series(${next + 1}, ${next + 10_000}) g`,
        );
        next += 10_000;
        if (mode !== "incremental_append")
          await database.query(
            `update load set v = md5(v), updated_at = clock_timestamp() where id % 37 = ${turn % 37}`,
          );
        const child = folder.start(args);
        const ended = finish(child);
        await sleep(50 + Math.random() * whole);
        killOneWay(child, turn);
        if ((await ended).code !== 0) struck++;
      }
      // A kill that comes after the end of a quick run proves nothing.
      expect(struck).toBeGreaterThan(kills / 4);
      let last = await folder.revos(args);
      for (let attempt = 0; attempt < 4 && last.code !== 0; attempt++) {
        await sleep(1500);
        last = await folder.revos(args);
      }
      expect(last.code, last.stderr).toBe(0);

      const content =
        "select count(*)::text as rows, count(distinct id)::text as ids, sum(n)::text as total, md5(string_agg(id || v || n, '' order by id)) as content from load";
      const target = landed ? await landed.query(content) : await folder.rows(content);
      expect(target).toEqual(await database.query(content));
      expect(await processesOf(folder.dir)).toEqual([]);
    },
  );
});
