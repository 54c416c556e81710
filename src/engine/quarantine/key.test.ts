// The quarantine's primary key in DuckDB: there as the pinned interface shows it while the table is small, given up before
// its index would cost memory without bound, and back when the table is small again. Ids are unique in every case.
import { expect, it } from "vitest";
import { keyedRows } from "../../connectors/duckdb/quarantine-key.ts";
import { openWorld, type Cells } from "../testing/world.ts";

const columns = { id: "int32", amount: "decimal(12,2)" };
const rows: Cells[] = [
  ["1", "1.00"],
  ["2", "x"],
  ["3", "y"],
];
const shape =
  "select name, lower(type) as type, pk from pragma_table_info('_revos.quarantine') order by cid";
const keyOf = "select list(name) from pragma_table_info('_revos.quarantine') where pk";
const count =
  "select count(*), count(distinct id), count(*) filter (status = 'held') from _revos.quarantine";

it("has the columns and the key that the interface gives it", async () => {
  await using world = await openWorld({ t: { columns, rows } });
  await world.sync("t");
  const text = (name: string) => [name, "varchar", false];
  expect(await world.rows(shape)).toEqual([
    ["id", "varchar", true],
    ...["connection", "namespace", "stream", "run_id", "group_id"].map(text),
    ["quarantined_at", "timestamp with time zone", false],
    ["reasons", "json", false],
    ["original", "json", false],
    ...["contract_version", "mappers_digest", "segment"].map(text),
    ["row_number", "bigint", false],
    text("status"),
  ]);
  await expect(
    world.rows("insert into _revos.quarantine from _revos.quarantine limit 1"),
  ).rejects.toThrow(/primary key/);
});

it("loses the key before it outgrows it, keeps every row once, and gets it back", async () => {
  await using world = await openWorld({ t: { columns, rows } });
  await world.sync("t");
  expect(await world.rows(count)).toEqual([[2, 2, 2]]);
  await world.rows(
    `insert into _revos.quarantine (id, status) select 'other' || i, 'held' from range(${keyedRows - 2}) as r(i)`,
  );
  await world.sync("t");
  expect(await world.rows(keyOf)).toEqual([[null]]);
  expect(await world.rows(count)).toEqual([[keyedRows, keyedRows, keyedRows]]);
  await world.sync("t");
  expect(await world.rows(count)).toEqual([[keyedRows, keyedRows, keyedRows]]);
  await world.rows("delete from _revos.quarantine where starts_with(id, 'other')");
  await world.sync("t");
  expect(JSON.stringify(await world.rows(keyOf))).toContain("id");
  expect(await world.rows(count)).toEqual([[2, 2, 2]]);
});
