// What people are shown of the connectors: those for tests can be used by name and stand in no list.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { connectorIndex } from "../connectors/index.gen.ts";
import { silentLog } from "../kernel/log.ts";
import { openApp } from "./open.ts";
import { kindOfUri, loadDestination, loadSource } from "./registry.ts";

describe("connectors that are for tests", () => {
  it("stand in no list, but can be shown and used by name", async () => {
    const dir = await mkdtemp(join(tmpdir(), "revos-registry-"));
    try {
      await using app = await openApp({
        projectDir: dir,
        profile: "embedded",
        log: silentLog,
        env: {},
      });
      const kinds = (await app.call("connectors.list", {})).map((one) => one.kind);
      expect(kinds).toEqual(expect.arrayContaining(["duckdb", "file", "postgres"]));
      expect(kinds).not.toContain("memory");
      expect(kinds).not.toContain("hostile");
      expect(await app.call("connectors.show", { kind: "memory" })).toMatchObject({
        kind: "memory",
      });
      await expect(app.call("connectors.show", { kind: "nope" })).rejects.toMatchObject({
        code: "connector.unknown",
        advice: `Known: ${kinds.join(", ")}.`,
      });
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  });

  /** By the index: a new connector is one folder, and no test has to know of it. */
  const known = (end: "source" | "destination"): string =>
    `Known: ${connectorIndex
      .filter((entry) => entry[end] && !["memory", "hostile"].includes(entry.kind))
      .map(({ kind }) => kind)
      .join(", ")}.`;

  it("are not advised when a kind or a scheme is unknown", async () => {
    await expect(loadSource("oracle")).rejects.toMatchObject({
      advice: known("source"),
    });
    await expect(loadDestination("oracle")).rejects.toMatchObject({
      advice: known("destination"),
    });
    expect(() => kindOfUri("oracle://x", "source")).toThrow(
      expect.objectContaining({
        code: "connector.unknown",
        advice: known("source"),
      }),
    );
    expect(() => kindOfUri("data/orders.csv", "source")).toThrow(
      expect.objectContaining({
        code: "connector.unknown",
        advice: `Write file:data/orders.csv. ${known("source")}`,
      }),
    );
    expect(() => kindOfUri("w.duckdb", "destination")).toThrow(
      expect.objectContaining({ advice: `Write duckdb:w.duckdb. ${known("destination")}` }),
    );
    expect((await loadSource("memory")).forTests).toBe(true);
  });
});
