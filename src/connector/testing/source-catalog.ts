// Group "catalog": what discovery says is stable, sorted, canonical and complete, whatever the names.
import { expect } from "vitest";
import { formatType, isSameType, parseType } from "../../model/types.ts";
import { isIncremental } from "../../model/sync-mode.ts";
import { expectSameRows, inNamespace, makeStream, openSource, readNamed } from "./suite-tools.ts";
import { toRequest } from "./read-stream.ts";
import type { SourceSuite } from "./test-source.ts";

const oddColumns = [
  "select",
  "Mixed Case",
  "with space",
  'quo"te',
  "日本語",
  "a.b",
  "semi;colon",
  "it's",
];

export function testCatalog(suite: SourceSuite): void {
  const { definition, fixture, test, world } = suite;

  test("catalog", "is the same twice, sorted, in canonical types", async () => {
    await makeStream(suite, { id: "int64", v: "text" }, [{ id: "1", v: "a" }]);
    await using opened = await openSource(suite);
    const [first, second] = [await opened.open.discover(), await opened.open.discover()];
    expect(second).toEqual(first);
    const names = first.streams.map(({ namespace, name }) => [namespace ?? "", name] as const);
    const sortedNames = [...names].sort(([a, b], [c, d]) =>
      a === c ? (b < d ? -1 : 1) : a < c ? -1 : 1,
    );
    expect(names).toEqual(sortedNames);
    for (const stream of first.streams) {
      expect(stream.namespace !== undefined).toBe(definition.capabilities.namespaces);
      if (!definition.capabilities.incremental)
        expect(stream.syncModes.filter(isIncremental)).toEqual([]);
      expect(new Set(stream.columns.map((column) => column.name)).size).toBe(stream.columns.length);
      for (const { type } of stream.columns)
        expect(isSameType(parseType(formatType(type)) ?? { kind: "text" }, type)).toBe(true);
    }
  });

  test("catalog", "finds columns in order, types and keys", async () => {
    const name = await makeStream(
      suite,
      { b: "int64", a: "text", c: "boolean" },
      [{ b: "1", a: "x", c: "true" }],
      ["b"],
    );
    const { stream } = await readNamed(suite, name);
    expect(stream.columns.map((column) => column.name)).toEqual(["b", "a", "c"]);
    if (fixture.keepsTypes)
      expect(stream.columns.map(({ type }) => formatType(type))).toEqual([
        "int64",
        "text",
        "boolean",
      ]);
    expect(stream.sourceDefinedPrimaryKey).toEqual(fixture.keepsKeys ? [["b"]] : []);
    expect(stream.syncModes.length).toBeGreaterThan(0);
  });

  test("catalog", "odd names of columns survive", async () => {
    const row = Object.fromEntries(oddColumns.map((column, index) => [column, `value ${index}`]));
    const name = await makeStream(
      suite,
      Object.fromEntries(oddColumns.map((column) => [column, "text"])),
      [row],
    );
    expectSameRows((await readNamed(suite, name)).good, [row]);
  });

  test("catalog", "odd names of streams survive", async () => {
    for (const stream of ["Mixed Case", "order", "日本語", "it's"]) {
      await world().run([
        { kind: "create", stream, columns: { id: "int64" } },
        { kind: "insert", stream, rows: [{ id: "7" }] },
      ]);
      expectSameRows((await readNamed(suite, stream)).good, [{ id: "7" }]);
    }
  });

  test("catalog", "shows a column that was added", async () => {
    const name = await makeStream(suite, { id: "int64" }, [{ id: "1" }]);
    await world().run([
      { kind: "add_column", stream: name, column: "extra", type: "text" },
      { kind: "insert", stream: name, rows: [{ id: "2", extra: "x" }] },
    ]);
    expectSameRows((await readNamed(suite, name)).good, [
      { id: "1", extra: null },
      { id: "2", extra: "x" },
    ]);
  });

  test("catalog", "a stream that is gone is source.stream_not_found", async () => {
    const name = await makeStream(suite, { id: "int64" }, [{ id: "1" }]);
    await makeStream(suite, { id: "int64" }, [{ id: "1" }]);
    const { stream } = await readNamed(suite, name);
    await world().run([{ kind: "drop", stream: name }]);
    await using opened = await openSource(suite);
    const read = async () => {
      for await (const segment of opened.open.read(toRequest(stream), {
        signal: opened.stop.signal,
        log: nothing,
        workbench: suite.bench(),
      }))
        await suite.bench().land(segment);
    };
    await expect(read()).rejects.toMatchObject({ code: "source.stream_not_found" });
    const left = (await opened.open.discover()).streams.filter(
      (one) => one.name === name && one.namespace === inNamespace(suite).namespace,
    );
    expect(left).toEqual([]);
  });
}

const nothing = { debug() {}, info() {}, warn() {}, error() {}, with: () => nothing };
