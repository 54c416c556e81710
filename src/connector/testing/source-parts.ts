// Group "parts": a part of a stream read, counted and summed by the source itself, in the forms that the engine and other systems
// share; and what a source says it offers, it offers.
import { createHash } from "node:crypto";
import { expect } from "vitest";
import { silentLog } from "../../kernel/log.ts";
import { must } from "../../kernel/assert.ts";
import { cellSeparator, nullCell, type DigestBucket, type DigestForm } from "../digest.ts";
import type { ReadRange } from "../source.ts";
import type { TextRow } from "./bench.ts";
import { readOpen } from "./read-stream.ts";
import {
  expectSameRows,
  inNamespace,
  makeStream,
  numberedColumns,
  numberedRows,
  openSource,
} from "./suite-tools.ts";
import type { SourceSuite } from "./test-source.ts";

const seqRange = (from: string | null, to: string | null): ReadRange => ({
  field: ["seq"],
  type: { kind: "int64" },
  from,
  to,
});

const form = (key: readonly number[], buckets: number): DigestForm => ({
  columns: [
    { source: "id", type: { kind: "int64" }, text: "canonical" },
    { source: "v", type: { kind: "text" }, text: "canonical" },
    { source: "seq", type: { kind: "int64" }, text: "presence" },
  ],
  key,
  buckets,
});

/** The form as digest.ts words it, once more and in the plainest way. */
function digestOf(rows: readonly TextRow[], { key, buckets }: DigestForm): DigestBucket[] {
  const sums = new Map<number, { rows: number; sum: bigint }>();
  for (const row of rows) {
    const text = row.v ?? null;
    const cells = [
      row.id ?? nullCell,
      text === null ? nullCell : `${Buffer.byteLength(text)}:${text}`,
      (row.seq ?? null) === null ? nullCell : "+",
    ];
    const md5 = (parts: readonly string[]): string =>
      createHash("md5").update(parts.join(cellSeparator)).digest("hex");
    const whole = md5(cells);
    const dealt =
      key.length > 0
        ? md5(key.map((place) => cells[place] ?? "")).slice(0, 8)
        : whole.slice(16, 24);
    const bucket = Number.parseInt(dealt, 16) % buckets;
    const found = sums.get(bucket) ?? { rows: 0, sum: 0n };
    found.rows++;
    found.sum += BigInt(`0x${whole.slice(0, 15)}`);
    sums.set(bucket, found);
  }
  return [...sums]
    .map(([bucket, { rows: count, sum }]) => ({ bucket, rows: count, sum: String(sum) }))
    .sort((a, b) => a.bucket - b.bucket);
}

export function testParts(suite: SourceSuite): void {
  const { test } = suite;
  const rows: TextRow[] = [
    ...numberedRows(57),
    { id: "101", v: null, seq: null },
    { id: "102", v: "", seq: "7" },
    { id: "103", v: "it's \u00e9\\", seq: "8" },
  ];
  const open = async (hasKey = true) => {
    const name = await makeStream(suite, numberedColumns, rows, hasKey ? ["id"] : undefined);
    const opened = await openSource(suite);
    const { stream } = await readOpen(opened.open, suite.bench(), { name, ...inNamespace(suite) });
    const read = async (options: Parameters<typeof readOpen>[2]) =>
      (await readOpen(opened.open, suite.bench(), { name, ...inNamespace(suite), ...options }))
        .good;
    return {
      open: opened.open,
      stream,
      read,
      [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
    };
  };
  const inRange = (low: number, high: number): TextRow[] =>
    rows.filter(({ seq }) => (seq ?? null) !== null && Number(seq) >= low && Number(seq) < high);

  test("parts", "what it says it offers, it offers", async () => {
    await using opened = await openSource(suite);
    const { capabilities } = suite.definition;
    const offered = (member: unknown): boolean => typeof member === "function";
    expect({
      measures: offered(opened.open.measure),
      digests: offered(opened.open.digest),
      chunks: offered(opened.open.chunks),
      unchanged: offered(opened.open.unchanged),
    }).toEqual({
      measures: capabilities.measures === true,
      digests: capabilities.digests === true,
      chunks: capabilities.chunks === true,
      unchanged: capabilities.chunks === true,
    });
  });

  test("parts", "a range", async () => {
    await using world = await open();
    expectSameRows(await world.read({ range: seqRange("1010", "1020") }), inRange(1010, 1020));
    expectSameRows(await world.read({ range: seqRange(null, "8") }), inRange(0, 8));
    expectSameRows(await world.read({ range: seqRange("1057", null) }), inRange(1057, 9999));
    expectSameRows(await world.read({ range: seqRange(null, null) }), inRange(0, 9999));
  });

  test("parts", "counted", async () => {
    await using world = await open();
    const measure = async (range: ReadRange | null, bounds: readonly string[]) =>
      await world.open.measure?.({ stream: world.stream, where: null, range, bounds });
    expect(await measure(null, [])).toEqual({
      rows: 60,
      nulls: 0,
      least: null,
      most: null,
      buckets: [],
    });
    expect(await measure(seqRange("8", "1031"), ["8", "1001", "1011", "1030"])).toEqual({
      rows: 31,
      nulls: 1,
      least: "8",
      most: "1030",
      buckets: [1, 10, 19, 1],
    });
  });

  for (const key of [[0], []])
    test("parts: digests and picks", key.length > 0 ? "by a key" : "without a key", async () => {
      await using world = await open(key.length > 0);
      const asked = form(key, 7);
      const ctx = {
        signal: new AbortController().signal,
        log: silentLog,
        workbench: suite.bench(),
      };
      const digest = await world.open.digest?.(
        { stream: world.stream, form: asked, where: null },
        ctx,
      );
      expect([...must(digest ?? undefined, "digests")].sort((a, b) => a.bucket - b.bucket)).toEqual(
        digestOf(rows, asked),
      );
      const of = (buckets: readonly number[]): TextRow[] =>
        rows.filter((row) => buckets.includes(digestOf([row], asked)[0]?.bucket ?? -1));
      for (const buckets of [[0], [2, 5], []])
        expectSameRows(
          await world.read({ pick: { kind: "buckets", form: asked, buckets } }),
          of(buckets),
        );
      const keys = [
        ["1", "row 1"],
        ["101", null],
        ["103", "it's \u00e9\\"],
        ["102", "no such text"],
      ];
      expectSameRows(
        await world.read({ pick: { kind: "keys", columns: ["id", "v"], keys } }),
        rows.filter(({ id }) => ["1", "101", "103"].includes(id ?? "")),
      );
      expect(await world.read({ pick: { kind: "keys", columns: ["id"], keys: [] } })).toEqual([]);
    });
}
