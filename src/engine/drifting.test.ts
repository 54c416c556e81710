// Schemas that change and numbers of unknown size: what is followed, what is held, and that nothing is lost. Kind DRIFT.
import { describe, expect, it } from "vitest";
import { openWorld, type TestRun } from "./testing/world.ts";

const append = { mode: "incremental_append", cursor: ["id"], key: [] } satisfies TestRun;
const type = (column: string): string =>
  `select data_type from duckdb_columns() where table_name = 't' and column_name = '${column}'`;

describe("columns", () => {
  it("that are new are added, old rows get NULL", async () => {
    await using world = await openWorld({ t: { columns: { id: "int32" }, rows: [["1"]] } });
    await world.sync("t", append);
    world.streams.t = {
      columns: { id: "int32", v: "text", n: "number" },
      rows: [
        ["1", "x", "1"],
        ["2", "y", "2.5"],
      ],
    };
    const run = await world.sync("t", append);
    expect(run.streams[0]).toMatchObject({ written: 1, deduplicated: 1, published: true });
    expect(run.streams[0]?.gates[1]).toEqual({
      gate: "schema",
      result: "pass",
      reason: "2 columns are added or widened",
    });
    // Never without a word: the source may have values for them (B103).
    expect(run.warnings).toEqual([
      { code: "columns_not_filled", stream: "t", namespace: null, columns: ["v", "n"] },
    ]);
    expect(await world.rows("select id, v, n from t order by id")).toEqual([
      [1, null, null],
      [2, "y", "2.500000"],
    ]);
  });

  it("that are gone keep their old values, and the run lists them (B106)", async () => {
    await using world = await openWorld({
      t: { columns: { id: "int32", region: "text" }, rows: [["1", "EU"]] },
    });
    await world.sync("t", append);
    world.streams.t = { columns: { id: "int32" }, rows: [["2"]] };
    const run = await world.sync("t", append);
    expect(run.warnings).toEqual([
      { code: "columns_missing", stream: "t", namespace: null, columns: ["region"] },
    ]);
    expect(await world.rows("select id, region from t order by id")).toEqual([
      [1, "EU"],
      [2, null],
    ]);
    // The same name with another type is a conflict, not a silent cast.
    world.streams.t = { columns: { id: "int32", region: "int32" }, rows: [["3", "7"]] };
    const held = await world.sync("t", append);
    expect(held).toMatchObject({ status: "held", exit: 9 });
    expect(held.streams[0]?.error).toMatchObject({
      code: "source.schema_changed",
      data: { changes: [{ column: "region", was: "varchar", now: "int32" }] },
    });
    expect(held.streams[0]?.gates).toMatchObject([{ gate: "schema", result: "fail" }]);
    expect(await world.rows("select count(*) from t")).toEqual([[2]]);
  });

  it("that are widened without loss are followed, in place", async () => {
    await using world = await openWorld({
      t: { columns: { id: "int32", n: "int32", d: "decimal(9,2)" }, rows: [["1", "5", "1.50"]] },
    });
    await world.sync("t", append);
    world.streams.t = {
      columns: { id: "int64", n: "int64", d: "decimal(12,4)" },
      rows: [["2", "5000000000", "1.2345"]],
    };
    expect((await world.sync("t", append)).exit).toBe(0);
    expect(await world.rows("select id, n, d from t order by id")).toEqual([
      [1, 5, "1.5000"],
      [2, 5_000_000_000, "1.2345"],
    ]);
    // And back: the narrower values fit in the wider column.
    world.streams.t = {
      columns: { id: "int32", n: "int16", d: "decimal(9,2)" },
      rows: [["3", "6", "2.00"]],
    };
    expect((await world.sync("t", append)).exit).toBe(0);
    expect(await world.rows(type("n"))).toEqual([["BIGINT"]]);
  });

  it("that the user makes text keep every old value as text (B109)", async () => {
    await using world = await openWorld({
      t: {
        columns: { id: "int32", v: "int32", d: "decimal(9,2)" },
        rows: [
          ["1", "1", "1.50"],
          ["2", null, null],
        ],
      },
    });
    await world.sync("t", append);
    world.streams.t!.rows.push(["3", "7", "2.25"]);
    expect(
      (await world.sync("t", { ...append, columns: { v: { type: "text" }, d: { type: "text" } } }))
        .exit,
    ).toBe(0);
    expect(await world.rows("select v, length(v), d from t order by id")).toEqual([
      ["1", 1, "1.50"],
      [null, null, null],
      ["7", 1, "2.25"],
    ]);
  });

  it("that are retyped are held in a full refresh too, and left out when asked", async () => {
    await using world = await openWorld({
      t: { columns: { id: "int32", v: "text" }, rows: [["1", "a"]] },
    });
    await world.sync("t");
    world.streams.t = { columns: { id: "int32", v: "date" }, rows: [["1", "2026-01-01"]] };
    expect((await world.sync("t")).streams[0]?.error?.code).toBe("source.schema_changed");
    expect(await world.rows("select v from t")).toEqual([["a"]]);
    expect((await world.sync("t", { columns: { v: { type: "text" } } })).exit).toBe(0);
    expect(await world.rows("select v from t")).toEqual([["2026-01-01"]]);
  });

  it("of an accepted connection are compared with what the source shows", async () => {
    await using world = await openWorld({
      t: { columns: { id: "int32", v: "text", w: "text" }, rows: [["1", "a", "b"]] },
    });
    const planned = { ...append, run: { connection: "shop" } };
    await world.sync("t", planned);
    const { streamPlan } = await import("./testing/world.ts");
    const accepted = [streamPlan("t", world.streams.t!, append)];
    world.streams.t = {
      columns: { id: "int32", v: "text", fresh: "int32" },
      rows: [["2", "c", "7"]],
    };
    const run = await world.sync("t", { run: { connection: "shop", streams: accepted } });
    expect(run.exit).toBe(0);
    expect(run.warnings.map((warning) => [warning.code, warning.columns])).toEqual([
      ["columns_dropped", ["w"]],
      ["columns_new", ["fresh"]],
      ["columns_missing", ["w"]],
    ]);
    world.streams.t = { columns: { v: "text" }, rows: [["x"]] };
    const lost = await world.sync("t", {
      run: {
        connection: "shop",
        streams: [
          { ...accepted[0]!, primaryKey: [["id"]], syncMode: "full_refresh_overwrite_deduped" },
        ],
      },
    });
    expect(lost.streams[0]?.error).toMatchObject({
      code: "source.schema_changed",
      data: {
        changes: [
          { kind: "drop", column: "w" },
          { kind: "key", column: "id", was: "id", now: "dropped" },
        ],
      },
    });
  });
});

describe("numbers of unknown size", () => {
  const number = (...values: (string | null)[]) => ({
    columns: { id: "int32", n: "number" },
    rows: values.map((value, index) => [String(index), value]),
  });
  it.each([
    [["1", "2.5"], "DECIMAL(38,6)"],
    [["0.1234567890123456789"], "DECIMAL(38,19)"],
    [["9".repeat(38)], "DECIMAL(38,0)"],
    [["9".repeat(39)], "VARCHAR"],
    [["1".repeat(30), "0.123456789"], "VARCHAR"],
    [[null], "DECIMAL(38,6)"],
    [[], "DECIMAL(38,6)"],
  ])("%j become %s in a first load", async (values, wanted) => {
    await using world = await openWorld({ t: number(...values) });
    expect((await world.sync("t")).exit).toBe(0);
    expect(await world.rows(type("n"))).toEqual([[wanted]]);
    expect(
      (await world.rows("select n::varchar from t order by id")).map(([n]) =>
        n === null ? null : String(n).replace(/\.?0+$/, ""),
      ),
    ).toEqual(values.map((value) => value?.replace(/\.0*$/, "") ?? null));
  });

  it("quarantine NaN and infinities (B001)", async () => {
    await using world = await openWorld({ t: number("NaN", "Infinity", null, "1.5") });
    const run = await world.sync("t");
    expect(run.streams[0]).toMatchObject({
      written: 2,
      quarantined: 2,
      reasons: [{ column: "n", rule: "not a finite number", rows: 2 }],
    });
  });

  it("widen later where old and new fit, and quarantine what fits nowhere (B107)", async () => {
    await using world = await openWorld({
      t: { columns: { id: "int32", score: "number" }, rows: [["1", "5"]] },
    });
    await world.sync("t", append);
    world.streams.t!.rows.push(
      ["2", "3.7"],
      ["3", "n/a"],
      ["4", "9007199254740993"],
      ["5", "0.12345678"],
    );
    const run = await world.sync("t", append);
    expect(run.streams[0]).toMatchObject({
      written: 3,
      quarantined: 1,
      deduplicated: 1,
      balanced: true,
    });
    expect(await world.rows("select id, score from t order by id")).toEqual([
      [1, "5.00000000"],
      [2, "3.70000000"],
      [4, "9007199254740993.00000000"],
      [5, "0.12345678"],
    ]);
    world.streams.t!.rows.push(["6", "9".repeat(35)], ["7", "1"]);
    const later = await world.sync("t", append);
    expect(later.streams[0]).toMatchObject({ written: 1, balanced: true, published: true });
    const [held] = await world.query(
      "select original, reasons from _revos.quarantine where run_id = (select max(run_id) from _revos.quarantine) and contains(original::varchar, '\"6\"')",
    );
    expect(JSON.parse(String(held?.original))).toEqual({ id: "6", score: "9".repeat(35) });
    expect(JSON.parse(String(held?.reasons))).toEqual([
      { column: "score", value: "9".repeat(35), rule: "not representable as decimal(38,8)" },
    ]);
  });

  it("keep their scale when a full refresh happens to need less", async () => {
    await using world = await openWorld({ t: number("0.12345678") });
    await world.sync("t");
    world.streams.t!.rows = [["1", "2"]];
    await world.sync("t");
    expect(await world.rows(type("n"))).toEqual([["DECIMAL(38,8)"]]);
  });

  it("take the type the user wrote", async () => {
    await using world = await openWorld({ t: number("1.5", "1.555") });
    const run = await world.sync("t", { columns: { n: { type: "decimal(18,2)" } } });
    expect(run.streams[0]).toMatchObject({ written: 1, quarantined: 1 });
    expect(await world.rows(type("n"))).toEqual([["DECIMAL(18,2)"]]);
  });
});
