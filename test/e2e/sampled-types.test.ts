// An ad hoc sync of a large file judges types from its beginning and holds every later value to them: whatever stands at the end,
// the table is that of a file whose values were all looked at before.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openFolder } from "../support/cli.ts";

const pad = "x".repeat(180);
const rows = 95_000;
const header = "id,n,d,pad\n";
const body = Array.from({ length: rows }, (_, i) => `${i},${i}.50,2024-01-02,${pad}\n`).join("");

it.each([
  ["a whole number with a zero in front", "007,1.5,2024-01-02", "VARCHAR", "id", "007"],
  ["an exponent", "95000,1.5e-3,2024-01-02", "DOUBLE", "n", "0.0015"],
  ["a time among days", "95000,1.5,2024-01-02 03:04:05", "VARCHAR", "d", "2024-01-02 03:04:05"],
])(
  "%s at the end of a file gives the column's type",
  { timeout: 120_000 },
  async (_, last, type, column, value) => {
    await using folder = await openFolder();
    await writeFile(join(folder.dir, "t.csv"), `${header}${body}${last},${pad}\n`);
    const answer = await folder.revos([
      "sync",
      "--source",
      "file:t.csv",
      "--into",
      "duckdb:w.duckdb",
      "--json",
    ]);
    expect(answer.code).toBe(0);
    expect(answer.json()).toMatchObject({
      exit: 0,
      streams: [{ read: rows + 1, written: rows + 1, quarantined: 0 }],
    });
    const file = join(folder.dir, "w.duckdb");
    expect(
      await folder.rows(
        `select (select column_type from (describe t) where column_name = '${column}') as type, max_by(${column}, _revos_id)::varchar as last, count(*)::varchar as n from t`,
        file,
      ),
    ).toEqual([{ type, last: value, n: String(rows + 1) }]);
  },
);
