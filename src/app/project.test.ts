// revos.yaml: what may stand in it, and that nothing in it is silently without effect.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findProject, openProject } from "./project.ts";

async function inProject(text: string, work: (dir: string) => void): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), "revos-project-"));
  try {
    await writeFile(join(dir, "revos.yaml"), text);
    work(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

describe("revos.yaml", () => {
  it("has a default for everything", async () => {
    await inProject("", (dir) => {
      const { settings, warehouse } = openProject(dir);
      expect(settings).toMatchObject({ destination: "warehouse", memory: 512 });
      expect(warehouse).toBe(join(dir, "warehouse.duckdb"));
    });
  });

  it.each([
    ["an unknown key", "memmory: 512\n"],
    ["a value that would not be honoured", "confirmations: loose\n"],
    ["a value of the wrong form", "memory: lots\n"],
    ["text that is no YAML", "name: [\n"],
  ])("refuses %s", async (_, text) => {
    await inProject(text, (dir) => {
      expect(() => openProject(dir)).toThrowError(
        expect.objectContaining({ code: "config.invalid" }),
      );
    });
  });

  it("is found from a folder below it", async () => {
    await inProject("", (dir) => {
      expect(findProject(undefined, join(dir, "connections", "deep"))).toBe(dir);
      expect(findProject("other", dir)).toBe(join(dir, "other"));
    });
  });
});
