// Group "values": every type at its edges, then random rows under a printed seed, compared with what was put in, text by text.
import fc from "fast-check";
import { expect } from "vitest";
import { formatType } from "../../model/types.ts";
import type { TextRow } from "./bench.ts";
import type { SourceSuite } from "./test-source.ts";
import { expectSameRows, makeStream, readNamed } from "./suite-tools.ts";
import { arbitraryValue, edgeValues, type Value } from "./values.ts";

/** Time for random rows; the edges are what must be there, the rest is luck by seed. */
const randomBudgetMs = 4000;

export function testValues(suite: SourceSuite): void {
  const { fixture, test } = suite;
  const isHeld = (type: string, value: Value): boolean =>
    !fixture.lacks?.[type]?.includes(value) &&
    (value === null || (fixture.holds?.(type, value) ?? true));
  const edgesOf = (type: string): readonly Value[] =>
    (edgeValues[type] ?? []).filter((value) => isHeld(type, value));

  for (const type of fixture.types) {
    test("values", `${type} comes out as it went in`, async () => {
      const rows = edgesOf(type).map((value, index): TextRow => ({ id: String(index), value }));
      expect(rows.length).toBeGreaterThan(1);
      const name = await makeStream(suite, { id: "int64", value: type }, rows);
      const read = await readNamed(suite, name);
      expect(read.bad).toEqual([]);
      expectSameRows(read.good, rows);
      const found = read.stream.columns.find((column) => column.name === "value");
      if (fixture.keepsTypes && found) expect(formatType(found.type)).toBe(type);
    });
  }

  test("values", "a text of a megabyte", async () => {
    const rows = [
      { id: "1", value: "x".repeat(1_000_000) },
      { id: "2", value: "\u65e5".repeat(400_000) },
    ];
    const name = await makeStream(suite, { id: "int64", value: "text" }, rows);
    const { good } = await readNamed(suite, name);
    expect(good.map((row) => [row.id, row.value?.length]).sort()).toEqual([
      ["1", 1_000_000],
      ["2", 400_000],
    ]);
  });

  test("values", "random rows", async () => {
    const types = fixture.types.filter((type) => edgesOf(type).length > 1);
    const seed = Date.now() & 0x7fffffff;
    const row = fc.record(
      Object.fromEntries(
        types.map((type, index) => [
          `c${index}`,
          arbitraryValue(type).filter((value) => isHeld(type, value)),
        ]),
      ),
    );
    const rows = fc
      .sample(row, { seed, numRuns: 200 })
      .map((values, index): TextRow => ({ id: String(index), ...values }));
    const startedAt = performance.now();
    for (let at = 0; at < rows.length && performance.now() - startedAt < randomBudgetMs; at += 50) {
      const part = rows.slice(at, at + 50);
      const name = await makeStream(
        suite,
        { id: "int64", ...Object.fromEntries(types.map((type, index) => [`c${index}`, type])) },
        part,
      );
      const read = await readNamed(suite, name);
      try {
        expect(read.bad).toEqual([]);
        expectSameRows(read.good, part);
      } catch (error) {
        throw new TypeError(`With seed ${seed}: ${(error as Error).message}`, { cause: error });
      }
    }
  });

  test("values", "privacy while decoding", async () => {
    const name = await makeStream(suite, { id: "int64", mail: "text" }, [
      { id: "1", mail: "ann@example.org" },
      { id: "2", mail: null },
      { id: "3", mail: "fail" },
    ]);
    const read = await readNamed(suite, name, {
      columns: ([id, mail]) => [
        id!,
        {
          ...mail!,
          name: "mail",
          privacy: (text) =>
            text === "fail" ? { failed: "refused" } : { text: `<${text.length}>` },
        },
        { ...mail!, name: "copy", privacy: (text) => ({ text: text.toUpperCase() }) },
      ],
    });
    expectSameRows(read.good, [
      { id: "1", mail: "<15>", copy: "ANN@EXAMPLE.ORG" },
      { id: "2", mail: null, copy: null },
    ]);
    expect(
      read.bad.map(({ reasons, original }) => [
        reasons.map(({ column, value, rule }) => [column, value, rule]),
        original.id,
        original.mail,
      ]),
    ).toEqual([[[["mail", null, "refused"]], "3", null]]);
  });
}
