// An out-of-memory error names the column that weighs most, from a real segment file, and nothing else is touched.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openWorkbench } from "../connector/duck/workbench.ts";
import { quoteText } from "../connector/workbench.ts";
import { RevosError } from "../kernel/error.ts";
import { nameLargestColumn } from "./largest-column.ts";

let folder = "";
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "revos-largest-"))));
afterEach(() => rm(folder, { recursive: true, force: true }));

it("tells the largest column, its size and its rows, and no value", async () => {
  await using workbench = await openWorkbench(":memory:", {
    memoryBytes: 128 * 1024 * 1024,
    threads: 1,
    spillFolder: join(folder, "spill"),
  });
  const file = join(folder, "0.parquet");
  await workbench.run(
    `copy (select i as id, repeat(md5(i::varchar), 31250) as body, 'x' as note from range(3) r(i)) to ${quoteText(file)} (format parquet, compression uncompressed)`,
  );
  const full = new RevosError("destination.out_of_memory", "Could not load a segment of huge.");
  const named = (await nameLargestColumn(workbench, full, { file, rows: 3 })) as RevosError;
  expect(named.message).toBe(
    "Could not load a segment of huge. Its largest column is body: 3.0 MB in 3 rows.",
  );
  expect(named.data).toMatchObject({ column: "body", rows: 3 });
  const gone = { file: join(folder, "gone.parquet"), rows: 3 };
  expect(await nameLargestColumn(workbench, full, gone)).toBe(full);
  const other = new RevosError("destination.full", "Could not load a segment of huge.");
  expect(await nameLargestColumn(workbench, other, { file, rows: 3 })).toBe(other);
});
