// Zstandard by comparison: frames made by DuckDB (its own zstd) and by hand come back byte for byte; damage is noticed.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as duckdb from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readZstd } from "./stream.ts";
import { Xxh64 } from "./xxh64.ts";

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "revos-zstd-"))));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function* inChunks(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function unpack(bytes: Uint8Array, size = 65_536): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of readZstd(inChunks(bytes, size))) parts.push(part);
  return Buffer.concat(parts);
}

/** The same rows as plain and as packed CSV. */
async function makePair(name: string, select: string): Promise<[Buffer, Buffer]> {
  const instance = await duckdb.DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run("select setseed(0.5)");
  await connection.run(`create table t as ${select}`);
  const [plain, packed] = [join(folder, `${name}.csv`), join(folder, `${name}.csv.zst`)];
  await connection.run(`copy t to '${plain}' (format csv, header true)`);
  await connection.run(`copy t to '${packed}' (format csv, header true, compression zstd)`);
  connection.closeSync();
  return [await readFile(plain), await readFile(packed)];
}

describe("readZstd", () => {
  it.each([
    ["repeats", "select i, 'the same words again' as w from range(200000) t(i)"],
    [
      "mixed",
      "select i, hash(i) as h, random() as r, repeat('ab', (i % 50)::int) as s from range(60000) t(i)",
    ],
    ["noise", "select md5(i::varchar) || md5((i * 7)::varchar) as m from range(30000) t(i)"],
    ["tiny", "select 1 as a"],
    ["japanese", "select i, '\u6771\u4eac\u90fd' || i || '\u533a' as place from range(20000) t(i)"],
  ])("gives back %s", async (name, select) => {
    const [plain, packed] = await makePair(name, select);
    expect(packed.length).toBeLessThan(plain.length + 64);
    expect((await unpack(packed)).equals(plain)).toBe(true);
    expect((await unpack(packed, 997)).equals(plain)).toBe(true);
  });

  it("reads raw and repeated blocks, frames one after another, and skips skippable ones", async () => {
    const raw = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x03, 0x19, 0, 0, 0x61, 0x62, 0x63]);
    const repeated = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x05, 0x2b, 0, 0, 0x7a]);
    const skipped = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 9, 9]);
    expect((await unpack(Buffer.concat([raw, skipped, repeated]))).toString()).toBe("abczzzzz");
  });

  it("checks the checksum of a frame that has one", async () => {
    const abc = [0x28, 0xb5, 0x2f, 0xfd, 0x24, 0x03, 0x19, 0, 0, 0x61, 0x62, 0x63];
    const frame = Buffer.from([...abc, 0x99, 0x09, 0x77, 0xad]);
    expect((await unpack(frame)).toString()).toBe("abc");
    expect((await unpack(Buffer.concat([frame, frame]), 1)).toString()).toBe("abcabc");
    const other = Buffer.from(frame);
    other[9] = 0x62;
    const damaged = { code: "source.file_unreadable" };
    await expect(unpack(other)).rejects.toMatchObject(damaged);
    await expect(unpack(frame.subarray(0, 14))).rejects.toMatchObject(damaged);
  });

  it("notices damage anywhere", async () => {
    const [, packed] = await makePair(
      "damage",
      "select i, md5(i::varchar) as m from range(5000) t(i)",
    );
    await expect(unpack(packed.subarray(0, packed.length - 20))).rejects.toMatchObject({
      code: "source.file_unreadable",
    });
    await expect(unpack(Buffer.concat([packed, Buffer.from("tail")]))).rejects.toMatchObject({
      code: "source.file_unreadable",
    });
    await expect(unpack(Buffer.from("id,v\n1,a\n"))).rejects.toMatchObject({
      code: "source.file_unreadable",
    });
  });

  it("never throws anything but its own error, and never hangs, on flipped bytes", async () => {
    const [plain, packed] = await makePair(
      "flip",
      "select i, 'w' || (i % 91) as m from range(3000) t(i)",
    );
    for (let i = 0; i < 300; i++) {
      const bent = Buffer.from(packed);
      bent[(i * 7919) % bent.length]! ^= 1 << (i % 8);
      const result = await unpack(bent).catch((error: { code?: string }) => error);
      if (!Buffer.isBuffer(result))
        expect(result).toMatchObject({ code: "source.file_unreadable" });
      else expect(result.length).toBeLessThan(plain.length * 50 + 1000);
    }
  });
});

describe("Xxh64", () => {
  it.each([
    ["", 0x51d8e999],
    ["a", 0xa98c6e5b],
    ["abc", 0xad770999],
  ])("hashes %j to the published value", (text, low) => {
    const whole = new Xxh64();
    whole.update(Buffer.from(text));
    const parts = new Xxh64();
    for (const byte of Buffer.from(text)) parts.update(Uint8Array.of(byte));
    expect([whole.low32(), parts.low32()]).toEqual([low, low]);
  });
});
