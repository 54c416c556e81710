// Which texts are told to be compressed by symbol table, and that the table is made so.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openWorkbench, type DuckWorkbench } from "../connector/duck/workbench.ts";
import { quoteText } from "../connector/workbench.ts";
import type { CanonicalType } from "../model/types.ts";
import { duckType } from "./convert.ts";
import type { TableField } from "./fields.ts";
import type { Landed } from "./land.ts";
import { makeStage, symbolTexts } from "./stage-table.ts";

let folder = "";
let workbench: DuckWorkbench;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "revos-stage-"));
  workbench = await openWorkbench(join(folder, "w.duckdb"), {
    memoryBytes: 128 * 1024 * 1024,
    threads: 1,
    spillFolder: join(folder, "spill"),
  });
});
afterEach(async () => {
  await workbench[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const text: CanonicalType = { kind: "text" };
const field = (name: string, type: CanonicalType): TableField => ({
  name,
  type,
  duck: duckType(type),
  from: name,
  sql: "",
  isExplicit: false,
});
const fields = [
  field("id", { kind: "int64" }),
  field("note", text),
  field("state", text),
  field("address", text),
  field("code", text),
];

/** A segment of notes that all differ, states of two kinds, twenty long addresses and codes that differ and are short. */
async function segment(rows: number): Promise<Landed> {
  const file = join(folder, `${rows}.parquet`);
  await workbench.run(
    `copy (select i as id, md5(i::varchar) as note, case when i % 2 = 0 then 'open' else 'closed' end as state,
      repeat('Elm Street ', 4) || i % 20 as address, to_base(i, 36) as code
      from range(${rows}) r(i)) to ${quoteText(file)} (format parquet, compression uncompressed)`,
  );
  return {
    file,
    label: "",
    rows,
    filtered: 0,
    bytes: 0,
    columns: fields.map(({ name, type }) => ({ name, type, wire: "native" })),
    hasBad: false,
    readAt: 0,
  };
}

it("are long and mostly differ, in a segment that is long enough to tell", async () => {
  const found = await symbolTexts(workbench, fields, await segment(30_000));
  expect([...found]).toEqual(["note"]);
  expect([...(await symbolTexts(workbench, fields, await segment(500)))]).toEqual([]);
});

it("are found in a table that was there before as well, whose types DuckDB writes in capitals", async () => {
  const known = fields.map((one) => ({ ...one, duck: one.duck.toUpperCase() }));
  const found = await symbolTexts(workbench, known, await segment(30_000));
  expect([...found]).toEqual(["note"]);
});

it("are compressed so where DuckDB would have chosen otherwise", async () => {
  const table = { schema: "main", table: "stage" };
  await makeStage(workbench, table, [field("told", text), field("free", text)], {
    symbols: new Set(["told"]),
  });
  await workbench.run(
    "insert into stage by name select 'open ' || i % 2 as told, 'open ' || i % 2 as free from range(130_000) r(i)",
  );
  await workbench.run("checkpoint");
  const how = await workbench.all(
    "select distinct column_name as name, compression from pragma_storage_info('stage') where segment_type = 'VARCHAR' and count > 60_000 and column_name in ('told', 'free')",
  );
  const used = new Map(how.map(({ name, compression }) => [name, compression]));
  expect(used.get("told")).toBe("FSST");
  expect(used.get("free")).not.toBe("FSST");
});
