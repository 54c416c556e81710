// Names of stages, indexes and constraints share one name space with tables in Postgres and are cut at 63 bytes: for no
// length of a table's name do two of them meet (bug case B158), and nothing is left lying about.
import { describe, expect, it } from "vitest";
import { openPostgresWorld } from "./testing/postgres-world.ts";
import type { TestRun } from "./testing/world.ts";

const base = "member_teamplatformprofile_categories_and_more_words_xy_and_more";
const lengths = [50, 55, 58, 59, 60, 61, 62, 63];

describe("a table's name of any length up to the limit", { timeout: 120_000 }, () => {
  it.each<NonNullable<TestRun["mode"]>>([
    "full_refresh_overwrite",
    "full_refresh_overwrite_deduped",
    "incremental_deduped_history",
  ])("is swapped twice by %s, and no relation is left over (B158)", async (mode) => {
    const names = lengths.map((length) => base.slice(0, length));
    await using world = await openPostgresWorld(
      Object.fromEntries(
        names.map((name) => [
          name,
          { columns: { id: "int32", n: "int32" }, rows: [["1", "1"]] as (string | null)[][] },
        ]),
      ),
    );
    const own: TestRun = { mode, cursor: ["n"], key: [["id"]] };
    const asked = Object.fromEntries(names.map((name) => [name, own]));
    expect(await world.sync(asked)).toMatchObject({ exit: 0, balanced: true });
    for (const [at, name] of names.entries()) world.streams[name]!.rows.push(["2", `${at + 2}`]);
    const again = await world.sync(asked);
    expect(again).toMatchObject({ exit: 0, balanced: true });
    for (const name of names)
      expect(await world.rows(`select id from "${name}" order by id`), name).toEqual([
        ["1"],
        ["2"],
      ]);
    expect(
      (
        await world.rows(
          "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') order by 1",
        )
      ).flat(),
    ).toEqual([...names].sort());
  });
});
