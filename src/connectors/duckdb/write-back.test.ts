// Writing back is an aid: it holds nobody up, and what is not there is no fault.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openWorkbench } from "../../connector/duck/workbench.ts";
import { writesBack } from "./write-back.ts";

let folder = "";
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "revos-write-back-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("writes a file back that DuckDB has open, as often as it is asked", async () => {
  const file = join(folder, "w.duckdb");
  await using workbench = await openWorkbench(file, {
    memoryBytes: 2e8,
    threads: 1,
    spillFolder: join(folder, "spill"),
    writeBack: writesBack(file),
  });
  for (let n = 0; n < 5; n++) {
    await workbench.run(`create table t${n} as select range as a from range(100_000)`);
    workbench.writeBack?.();
    workbench.writeBack?.();
  }
  const rows = await workbench.all("select count(*) as n from t4");
  expect(Number(rows[0]?.n)).toBe(100_000);
});

it("says nothing of a file that is not there, and asks again later", async () => {
  const file = join(folder, "late.duckdb");
  const writeBack = writesBack(file);
  writeBack();
  await sleep(20);
  writeFileSync(file, "x");
  expect(writeBack()).toBe(undefined);
  await sleep(20);
});
