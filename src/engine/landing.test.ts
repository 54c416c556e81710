// Raw within bounds: the oldest segments go first, and their files are written over by the next ones without a trace.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeRetention, writeParts } from "./landing.ts";

let folder = "";
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "revos-landing-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const part = (size: number, byte: number): Uint8Array => new Uint8Array(size).fill(byte);

describe("raw of a stream while it loads", () => {
  it("stays within its bound, by files that are used again", async () => {
    await using retention = makeRetention(5000);
    for (let n = 0; n < 20; n++) {
      const file = join(folder, `${n}.parquet`);
      const size = 1000 + (n % 3) * 700;
      writeParts(file, [part(600, n), part(size - 600, n)], retention.spare());
      expect([n, readFileSync(file).equals(part(size, n))]).toEqual([n, true]);
      retention.loaded(file);
      expect(readdirSync(folder).length).toBeLessThanOrEqual(7);
    }
    expect(existsSync(join(folder, "0.parquet"))).toBe(false);
    expect(existsSync(join(folder, "19.parquet"))).toBe(true);
  });

  it("leaves no file behind that was kept for use", async () => {
    {
      await using retention = makeRetention(1);
      for (let n = 0; n < 4; n++) {
        const file = join(folder, `${n}.parquet`);
        writeParts(file, [part(100, n)]);
        retention.loaded(file);
      }
      expect(readdirSync(folder)).toHaveLength(2);
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is written anew where the file that was kept is gone", () => {
    const file = join(folder, "next.parquet");
    writeParts(file, [part(10, 1)], join(folder, "gone.parquet"));
    expect(readFileSync(file).equals(part(10, 1))).toBe(true);
  });
});
