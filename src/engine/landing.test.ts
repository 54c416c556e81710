// Raw within bounds: kept whole or not at all, and what goes is written over by the next segments without a trace.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeRetention, writeParts, type RetentionBounds } from "./landing.ts";

let folder = "";
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "revos-landing-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const part = (size: number, byte: number): Uint8Array => new Uint8Array(size).fill(byte);

const bounds = {
  maxBytes: 5000,
  expectedBytes: null,
  unfinished: null,
  now: () => 0,
} satisfies RetentionBounds;

/** Segments of 1000 bytes; gives the numbers of those that are left while the stream is still loading. */
async function loadMany(own: RetentionBounds, count: number, from = 0): Promise<number[]> {
  await using retention = makeRetention(own);
  for (let n = from; n < from + count; n++) {
    const file = join(folder, `${n}.parquet`);
    writeParts(file, [part(600, n), part(400, n)], retention.spare());
    expect(readFileSync(file).equals(part(1000, n))).toBe(true);
    retention.loaded(file);
  }
  return left();
}
const left = (): number[] =>
  readdirSync(folder)
    .map((name) => Number(name.split(".")[0]))
    .sort((a, b) => a - b);

describe("raw of a stream while it loads", () => {
  it("is kept whole where it fits", async () => {
    expect(await loadMany(bounds, 5)).toEqual([0, 1, 2, 3, 4]);
    expect(left()).toEqual([0, 1, 2, 3, 4]);
  });

  it("is not kept in part where it does not: few files are used again and again", async () => {
    expect((await loadMany(bounds, 20)).length).toBeLessThanOrEqual(2);
    expect(left()).toEqual([]);
  });

  it("takes its shorter files over longer ones without a trace", async () => {
    await using retention = makeRetention({ ...bounds, maxBytes: 0 });
    for (let n = 0; n < 20; n++) {
      const file = join(folder, `${n}.parquet`);
      const size = 1000 + (n % 3) * 700;
      writeParts(file, [part(600, n), part(size - 600, n)], retention.spare());
      expect([n, readFileSync(file).equals(part(size, n))]).toEqual([n, true]);
      retention.loaded(file);
    }
  });

  it("is not kept from the start where the source says that it will not fit", async () => {
    expect((await loadMany({ ...bounds, expectedBytes: 6000 }, 3)).length).toBeLessThanOrEqual(2);
    expect(left()).toEqual([]);
  });

  it("is kept, within its own bound, once a read that can be gone on with has lasted", async () => {
    let now = 0;
    const own = {
      ...bounds,
      expectedBytes: 50_000,
      unfinished: { afterMs: 30_000, maxBytes: 4000 },
      now: () => (now += 3000),
    };
    await loadMany(own, 20);
    expect(left()).toEqual([9, 10, 11, 12]);
  });

  it("is written anew where the file that was kept is gone", () => {
    const file = join(folder, "next.parquet");
    writeParts(file, [part(10, 1)], join(folder, "gone.parquet"));
    expect(readFileSync(file).equals(part(10, 1))).toBe(true);
  });
});
