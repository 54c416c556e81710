// pull beside a file that a person wrote: nothing is rewritten that says the same, and nothing else moves when it does not.
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { silentLog } from "../../kernel/log.ts";
import { openApp } from "../open.ts";

describe("pull", () => {
  it("right after apply finds nothing to change, whatever the layout of the file", async () => {
    const dir = await mkdtemp(join(tmpdir(), "revos-pull-"));
    try {
      await using app = await openApp({
        projectDir: dir,
        profile: "embedded",
        log: silentLog,
        env: { REVOS_KEY: "1".repeat(64) },
      });
      const streams = {
        orders: { columns: { id: "int32", at: "timestamp" }, key: ["id"], rows: [] },
      };
      const { id } = await app.call("sources.create", {
        connector: "memory",
        name: "shop",
        config: { streams },
        skipTest: true,
      });
      await app.call("sources.listStreams", { id });
      const path = join(dir, "connections", "shop.yaml");
      await mkdir(join(dir, "connections"), { recursive: true });
      const text = [
        "apiVersion: revos/v1",
        "kind: Connection",
        "metadata:",
        "  name: shop    # never renamed",
        "spec:",
        "  name: Shop orders",
        `  source: {id: ${id}}`,
        "  schedule: { units: 24, timeUnit: hours }",
        "  status: active",
        "  streams:",
        "  - name: orders",
        "    syncMode: incremental_deduped_history",
        "    cursorField: [ at ]",
        "    primaryKey: [[id]]",
        "    mappers: []",
        "",
      ].join("\n");
      await writeFile(path, text);
      const plan = await app.call("diff", {});
      expect(plan.findings).toEqual([]);
      await app.call("apply", { yes: true });
      const applied = await readFile(path, "utf8");
      expect(applied.split("\n").length).toBe(text.split("\n").length + 2);
      const check = await app.call("pull", { names: [], all: true, check: true });
      expect(check).toMatchObject({
        changed: false,
        files: [{ name: "shop", state: "unchanged", difference: null }],
      });
      await app.call("connections.pause", { name: "shop" });
      expect(await app.call("pull", { names: ["shop"], force: true })).toMatchObject({
        files: [{ state: "written" }],
      });
      expect(await readFile(path, "utf8")).toBe(
        applied.replace("status: active", "status: inactive"),
      );
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  });
});
