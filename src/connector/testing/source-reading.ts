// Group "reading": every row exactly once, at every size, from every start, with filters and bounds.
import { expect } from "vitest";
import type { CursorRange } from "../source.ts";
import { readOpen } from "./read-stream.ts";
import {
  expectSameRows,
  inNamespace,
  makeStream,
  numberedColumns,
  numberedRows,
  openSource,
  readNamed,
} from "./suite-tools.ts";
import type { SourceSuite } from "./test-source.ts";

export function testReading(suite: SourceSuite): void {
  const { test, world } = suite;

  test("reading", "an empty stream", async () => {
    const name = await makeStream(suite, numberedColumns, []);
    const read = await readNamed(suite, name);
    expect([read.good, read.bad, read.filtered]).toEqual([[], [], 0]);
  });

  for (const count of [1, 9, 10, 11, 20, 101]) {
    test("reading", `${count} rows in segments of ten`, async () => {
      const rows = numberedRows(count);
      const name = await makeStream(suite, numberedColumns, rows, ["id"]);
      const read = await readNamed(suite, name, { segmentRows: 10 });
      expectSameRows(read.good, rows);
      expect(read.segments.reduce((sum, segment) => sum + segment.rows, 0)).toBe(count);
    });
  }

  test("reading", "chosen columns, one of them twice", async () => {
    const name = await makeStream(suite, numberedColumns, numberedRows(3), ["id"]);
    const read = await readNamed(suite, name, {
      columns: ([id, v]) => [v!, { ...id!, name: "a" }, { ...id!, name: "b" }],
    });
    expectSameRows(
      read.good,
      numberedRows(3).map(({ id, v }) => ({ v: v ?? null, a: id ?? null, b: id ?? null })),
    );
  });

  test("reading", "two reads of one open source", async () => {
    const name = await makeStream(suite, numberedColumns, numberedRows(25), ["id"]);
    await using opened = await openSource(suite);
    for (let i = 0; i < 2; i++)
      expectSameRows(
        (await readOpen(opened.open, suite.bench(), { name, ...inNamespace(suite) })).good,
        numberedRows(25),
      );
  });

  test("reading", "an early filter counts what it drops", async () => {
    const name = await makeStream(suite, numberedColumns, numberedRows(30), ["id"]);
    const read = await readNamed(suite, name, {
      segmentRows: 10,
      filter: { fields: ["id"], keep: ([id]) => Number(id) % 3 === 0 },
    });
    expectSameRows(
      read.good,
      numberedRows(30).filter((row) => Number(row.id) % 3 === 0),
    );
    expect(read.filtered).toBe(20);
  });

  test("reading", "where", async () => {
    const name = await makeStream(suite, numberedColumns, numberedRows(30), ["id"]);
    const read = await readNamed(suite, name, { where: "id between 4 and 6 or v = 'row 9'" });
    expectSameRows(
      read.good,
      numberedRows(30).filter((row) => ["4", "5", "6", "9"].includes(row.id ?? "")),
    );
  });

  test("reading", "from a cursor", async () => {
    const rows = [...numberedRows(20), { id: "21", v: "no cursor", seq: null }];
    const name = await makeStream(suite, numberedColumns, rows, ["id"]);
    await using opened = await openSource(suite);
    const type = { kind: "int64" } as const;
    const from = (text: string): CursorRange => ({
      field: ["seq"],
      type,
      from: opened.open.toPosition(type, text),
      lookbackMs: 0,
    });
    const read = async (text: string) =>
      (await readNamed(suite, name, { cursor: from(text), segmentRows: 10 })).good
        .map((row) => Number(row.id))
        .sort((a, b) => a - b);
    expect(await read("1015")).toEqual([15, 16, 17, 18, 19, 20, 21]);
    expect(await read("1020")).toEqual([20, 21]);
    expect(await read("5")).toHaveLength(21);
    const all = await readNamed(suite, name, { cursor: { ...from("0"), from: null } });
    expect(all.good).toHaveLength(21);
  });

  test(
    "reading",
    "stopped after any segment, it resumes from the cursor without a gap",
    async () => {
      const rows = numberedRows(57);
      const name = await makeStream(suite, numberedColumns, rows, ["id"]);
      const type = { kind: "int64" } as const;
      await using opened = await openSource(suite);
      for (const taken of [1, 3, 5]) {
        const first = await readNamed(suite, name, { segmentRows: 10 });
        const seen = first.good.slice(0, taken * 10);
        const most = seen.reduce(
          (max, row) => (BigInt(row.seq ?? 0) > max ? BigInt(row.seq ?? 0) : max),
          0n,
        );
        const rest = await readNamed(suite, name, {
          cursor: {
            field: ["seq"],
            type,
            from: opened.open.toPosition(type, String(most)),
            lookbackMs: 0,
          },
        });
        const together = new Map([...seen, ...rest.good].map((row) => [row.id, row]));
        expectSameRows([...together.values()], rows);
      }
    },
  );

  test("reading", "positions sort as the values do", async () => {
    await using opened = await openSource(suite);
    const inOrder = (kind: "int64" | "timestamptz", texts: readonly string[]) => {
      const positions = texts.map((text) => opened.open.toPosition({ kind }, text));
      expect([...positions].sort()).toEqual(positions);
    };
    inOrder("int64", ["-10", "-9", "0", "9", "10", "100"]);
    inOrder("timestamptz", [
      "1969-12-31 23:59:59+00",
      "2024-01-01 00:00:00+00",
      "2024-01-01 00:00:00.000001+00",
    ]);
  });

  test("reading", "rows written meanwhile never tear the read", async () => {
    const name = await makeStream(suite, numberedColumns, numberedRows(40), ["id"]);
    await using opened = await openSource(suite);
    const before = await readOpen(opened.open, suite.bench(), { name, ...inNamespace(suite) });
    await world().run([{ kind: "insert", stream: name, rows: numberedRows(10, 41) }]);
    const again = await readNamed(suite, name);
    expectSameRows(before.good, numberedRows(40));
    expectSameRows(again.good, numberedRows(50));
  });

  test("reading", "one moment for all streams", async () => {
    const [one, two] = [
      await makeStream(suite, numberedColumns, numberedRows(5), ["id"]),
      await makeStream(suite, numberedColumns, numberedRows(5), ["id"]),
    ];
    await using opened = await openSource(suite);
    await readOpen(opened.open, suite.bench(), { name: one, ...inNamespace(suite) });
    await world().run([{ kind: "insert", stream: two, rows: numberedRows(5, 6) }]);
    expectSameRows(
      (await readOpen(opened.open, suite.bench(), { name: two, ...inNamespace(suite) })).good,
      numberedRows(5),
    );
  });
}
