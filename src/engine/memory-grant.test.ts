// The workbench's memory grows in steps, and never beyond what the machine can spare.
import { describe, expect, it } from "vitest";
import type { Workbench } from "../connector/workbench.ts";
import { makeMemoryGrant } from "./memory-grant.ts";

const mib = 1024 * 1024;

describe("memory of the workbench", () => {
  it("doubles until half of what is free would be exceeded", async () => {
    const said: string[] = [];
    const workbench = { run: async (sql: string) => void said.push(sql) } as unknown as Workbench;
    const raise = makeMemoryGrant(workbench, 200 * mib, () => 1000 * mib);
    expect(await raise()).toBe(400 * mib);
    expect(await raise()).toBe(800 * mib);
    expect(await raise()).toBeNull();
    expect(said).toEqual(["set memory_limit = '400MiB'", "set memory_limit = '800MiB'"]);
  });
});
