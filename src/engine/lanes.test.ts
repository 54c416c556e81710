// Segments that are loaded side by side: each row once, nothing of a load that fails, and rows too wide never two at a time.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openWorkbench, type DuckWorkbench } from "../connector/duck/workbench.ts";
import { makeLanes } from "./lanes.ts";

let folder: string;
let bench: DuckWorkbench;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "revos-lanes-"));
  bench = await openWorkbench(join(folder, "w.duckdb"), {
    memoryBytes: 128 * 1024 * 1024,
    threads: 1,
    spillFolder: join(folder, "spill"),
  });
  await bench.run("create table t (lane integer, n bigint)");
});
afterEach(async () => {
  await bench[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const rows = async (): Promise<number> =>
  Number((await bench.all("select count(distinct n) as n from t"))[0]?.n);
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

describe("lanes", () => {
  it("load side by side, two at most, and show nothing before the commit", async () => {
    const lanes = makeLanes(bench, 2);
    let now = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        lanes.load("all", async (lane) => {
          most = Math.max(most, ++now);
          await lane.change(
            `insert into t select ${index}, ${index} * 1000 + i from range(1000) r(i)`,
          );
          await pause(5);
          now--;
        }),
      ),
    );
    expect([most, await rows()]).toEqual([2, 0]);
    await lanes.commit();
    await lanes.close();
    expect(await rows()).toBe(8000);
  });

  it("begin loads in the order they come, and let one alone wait for the others and keep them out", async () => {
    const lanes = makeLanes(bench, 2);
    const seen: string[] = [];
    const gates = new Map<string, () => void>();
    const load = (name: string, room: "alone" | "one" | "all"): Promise<void> =>
      lanes.load(room, async () => {
        seen.push(`${name}+`);
        await new Promise<void>((resolve) => gates.set(name, resolve));
        seen.push(`${name}-`);
      });
    const all = Promise.all([
      load("a", "all"),
      load("b", "all"),
      load("wide", "alone"),
      load("c", "one"),
      load("d", "one"),
    ]);
    const end = async (name: string): Promise<void> => {
      await vi.waitUntil(() => gates.has(name));
      gates.get(name)?.();
    };
    await vi.waitUntil(() => gates.has("a") && gates.has("b"));
    for (const name of ["b", "a", "wide", "c", "d"]) await end(name);
    await all;
    await lanes.close();
    expect(seen).toEqual(["a+", "b+", "b-", "a-", "wide+", "wide-", "c+", "c-", "d+", "d-"]);
  });

  it("commit one by one once the last load was asked for, and no lane that is still wanted", async () => {
    const lanes = makeLanes(bench, 2);
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    const insert = (index: number, until: Promise<void> = Promise.resolve()): Promise<void> =>
      lanes.load("all", async (lane) => {
        coming--;
        await lane.change(`insert into t select ${index}, ${index} * 10 + i from range(10) r(i)`);
        await until;
      });
    let coming = 3;
    const all = Promise.all([insert(0, gate), insert(1), insert(2)]);
    lanes.last(() => coming > 0);
    await vi.waitUntil(async () => (await rows()) === 20);
    open();
    await all;
    await lanes.commit();
    await lanes.close();
    expect(await rows()).toBe(30);
  });

  it("tell a commit that failed by itself", async () => {
    const lanes = makeLanes(bench, 2);
    await bench.run("create table u (n integer primary key)");
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    const first = lanes.load("all", async (lane) => {
      await lane.change("insert into u values (1)");
      await gate;
    });
    const second = lanes.load("all", async (lane) => {
      await lane.change("insert into u values (1)");
    });
    await second;
    open();
    await first;
    lanes.last(() => false);
    await expect(lanes.commit()).rejects.toThrow(/primary key|constraint/i);
    await lanes.close();
  });

  it("commit what came before a load that must be alone", async () => {
    const lanes = makeLanes(bench, 2);
    await lanes.load("all", (lane) => lane.change("insert into t values (1, 1)"));
    await lanes.load("alone", async (lane) => {
      expect(await rows()).toBe(1);
      await lane.change("insert into t values (2, 2)");
    });
    expect(await rows()).toBe(2);
    await lanes.close();
    expect(await rows()).toBe(2);
  });

  it("keep nothing of a load that fails, nor begin another after it", async () => {
    const lanes = makeLanes(bench, 2);
    const ends = await Promise.allSettled([
      lanes.load("all", (lane) => lane.change("insert into t values (1, 1)")),
      lanes.load("all", async () => {
        await pause(5);
        throw new Error("torn");
      }),
      lanes.load("one", (lane) => lane.change("insert into t values (3, 3)")),
    ]);
    await lanes.close();
    expect(ends.map((end) => end.status)).toEqual(["fulfilled", "rejected", "rejected"]);
    expect(await rows()).toBe(0);
  });

  it("are interrupted with the workbench", async () => {
    const lanes = makeLanes(bench, 2);
    const load = lanes.load("all", (lane) =>
      lane.change(
        "insert into t select 0, i * j from range(100_000_000) a(i), range(100_000) b(j)",
      ),
    );
    // What has not begun yet cannot be interrupted.
    const timer = setInterval(() => bench.interrupt(), 20);
    await expect(load).rejects.toThrow(/interrupt/i);
    clearInterval(timer);
    await lanes.close();
    expect(await rows()).toBe(0);
  });
});
