// A run that takes more memory than its budget says so, before where it can be told, and at its end.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openWorkbench } from "../connector/duck/workbench.ts";
import { memoryOverBudget, memoryRaised, wideTables } from "./memory-warnings.ts";
import type { RunPlan } from "./plan.ts";
import type { StreamContext } from "./work.ts";

const mb = 1_000_000;
let folder = "";
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "revos-warn-"))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const planOf = (columns: number): RunPlan =>
  ({
    limits: { memoryBytes: 512 * mb },
    streams: [
      {
        stream: {
          name: "sheet",
          columns: Array.from({ length: columns }, (_, i) => ({ name: `c${i}` })),
        },
      },
    ],
  }) as unknown as RunPlan;

const open = (columns: number) =>
  openWorkbench(join(folder, "w.duckdb"), {
    memoryBytes: 128 * mb,
    threads: 1,
    spillFolder: join(folder, "spill"),
    columns,
  });

describe("memory beyond the budget", () => {
  it("is told before a wide table goes into a file of large blocks, not into one made for it", async () => {
    {
      await using file = await open(10);
      const [warning] = await wideTables(file, planOf(1600));
      expect(warning).toMatchObject({ code: "memory_wide_table", stream: "sheet", columns: 1600 });
      expect(Number(warning?.bytes)).toBeGreaterThan(1600 * mb);
      expect(await wideTables(file, planOf(300))).toEqual([]);
      expect(await wideTables(file, planOf(20))).toEqual([]);
    }
    await rm(join(folder, "w.duckdb"));
    await using made = await open(1600);
    expect(await wideTables(made, planOf(1600))).toEqual([]);
  });

  it("is told at the end, when it is more than the watch may be wrong by", () => {
    expect(memoryOverBudget(512 * mb, 540 * mb)).toBeNull();
    expect(memoryOverBudget(512 * mb, 0)).toBeNull();
    expect(memoryOverBudget(512 * mb, 640 * mb)).toMatchObject({
      code: "memory_over_budget",
      peakBytes: 640 * mb,
    });
  });

  it("is told with the stream whose rows needed more", () => {
    const ctx = { run: planOf(1) } as unknown as StreamContext;
    expect(memoryRaised(ctx, { stream: "sheet", namespace: null }, 266 * mb)).toMatchObject({
      code: "memory_raised",
      stream: "sheet",
      bytes: 266 * mb,
    });
  });
});
