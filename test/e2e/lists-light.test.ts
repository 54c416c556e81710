// Commands that only look into the store never load the engine: DuckDB's native library is the dearest thing there is.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openFolder } from "../support/cli.ts";

/** Writes a line to stderr for every native library that a process loads. */
const hook = `const load = process.dlopen;
process.dlopen = function (module, file, ...rest) {
  process.stderr.write("loads " + file + "\\n");
  return load.call(this, module, file, ...rest);
};`;

describe("what a command loads", { timeout: 120_000 }, () => {
  it("is no DuckDB for lists, status and diff, and DuckDB for doctor, which asks its version", async () => {
    await using folder = await openFolder();
    expect((await folder.revos(["init"])).code).toBe(0);
    const path = join(folder.dir, "hook.cjs");
    writeFileSync(path, hook);
    const env = { NODE_OPTIONS: `--require ${path}` };
    const loaded = async (args: readonly string[]) => {
      const answer = await folder.revos(args, { env });
      return answer.stderr.split("\n").filter((line) => line.startsWith("loads "));
    };
    for (const name of [
      "sources",
      "destinations",
      "connections",
      "runs",
      "checkpoints",
      "quarantine",
      "schema-changes",
      "backfill",
    ])
      expect((await loaded([name, "list"])).join("\n"), name).not.toMatch(/duckdb/);
    expect((await loaded(["status"])).join("\n")).not.toMatch(/duckdb/);
    expect((await loaded(["diff"])).join("\n")).not.toMatch(/duckdb/);
    expect((await loaded(["doctor"])).join("\n")).toMatch(/duckdb/);
  });
});
