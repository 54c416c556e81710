// Merges into tables whose deletes do not fit in memory: the table is written anew, and a delete that ran out of memory after all
// leaves a file that works.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Staged } from "../../connector/destination.ts";
import { openWorkbench, type DuckWorkbench } from "../../connector/duck/workbench.ts";
import { mergeRows } from "./merge.ts";
import { prepareTables } from "./tables.ts";

const mib = 1024 * 1024;
let folder = "";
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "revos-merge-"))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = (memoryMib: number): Promise<DuckWorkbench> =>
  openWorkbench(join(folder, "w.duckdb"), {
    memoryBytes: memoryMib * mib,
    threads: 1,
    spillFolder: join(folder, "spill"),
  });

const staged = {
  target: { schema: "main", table: "t" },
  table: { schema: "main", table: "s" },
  mode: "incremental_deduped_history",
  key: ["id"],
} as unknown as Staged;

async function fill(workbench: DuckWorkbench, rows: number): Promise<void> {
  await workbench.run(`create table t (id bigint, note varchar)`);
  await workbench.run(`insert into t select i, 'old' from range(${rows}) r(i)`);
  await workbench.run("insert into t values (null, 'old')");
  await workbench.run("create table s (note varchar, id bigint)");
  await workbench.run(`insert into s select 'new', i from range(0, ${rows + 100}, 50) r(i)`);
  await workbench.run("insert into s values ('new', null)");
}

const facts = async (workbench: DuckWorkbench): Promise<unknown> =>
  (
    await workbench.all(
      "select count(*)::int as n, count(distinct id)::int as ids, count(*) filter (where note = 'new')::int as fresh, count(*) filter (where id is null)::int as nulls, max(rowid) + 1 = count(*) as tidy from t",
    )
  )[0];

describe("a merge", () => {
  it("deletes where the marks fit, and writes the table anew without them where they do not", async () => {
    await using workbench = await open(256);
    await fill(workbench, 200_000);
    const merged = { n: 200_003, ids: 200_002, fresh: 4003, nulls: 1 };
    await mergeRows(workbench, staged, 256 * mib);
    expect(await facts(workbench)).toEqual({ ...merged, tidy: false });
    // Room for no mark at all.
    await mergeRows(workbench, staged, 48 * mib);
    expect(await facts(workbench)).toEqual({ ...merged, tidy: true });
    const columns = await workbench.all("select name, type from pragma_table_info('t')");
    expect(columns).toEqual([
      { name: "id", type: "BIGINT" },
      { name: "note", type: "VARCHAR" },
    ]);
    await prepareTables(workbench, ["main"]);
    expect(await facts(workbench)).toMatchObject(merged);
  });

  it("that ran out of memory leaves nothing behind: with more of it, it goes through", async () => {
    {
      await using made = await open(512);
      await made.run("create table t (id bigint, note varchar)");
      await made.run("insert into t select i, 'old' from range(6000000) r(i)");
      await made.run(
        "create table s as select i as id, 'new' as note from range(0, 6000000, 10) r(i)",
      );
    }
    await using workbench = await open(46);
    const merge = () =>
      workbench.transaction(async (inside) => {
        await inside.run("delete from t using s where t.id = s.id");
        await inside.run("insert into t select id, note from s");
      });
    await expect(merge()).rejects.toThrow(/memory/i);
    const [limit] = await workbench.all("select current_setting('memory_limit') as bytes");
    expect(limit?.bytes).toBe("46.0 MiB");
    await workbench.run("set memory_limit = '400MiB'");
    await merge();
    const [row] = await workbench.all(
      "select count(*)::int as n, count(distinct id)::int as ids, count(*) filter (where note = 'new')::int as fresh from t",
    );
    expect(row).toEqual({ n: 6_000_000, ids: 6_000_000, fresh: 600_000 });
  }, 60_000);
});
