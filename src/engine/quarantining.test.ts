// Rows that do not fit: in quarantine with reasons and original, once, whatever is read again; and the gates that count them.
import { describe, expect, it } from "vitest";
import { openWorld, type Cells, type TestRun } from "./testing/world.ts";

const columns = { id: "int32", amount: "decimal(12,2)", at_day: "date", v: "text" };
const good = (id: number): Cells => [String(id), "1.00", "2026-01-01", "ok"];
const limits = (rows: number, percent = 0) => ({
  run: { limits: { memoryBytes: 5e8, maxQuarantine: { rows, percent }, allowEmpty: false } },
});

describe("a row that does not fit", () => {
  it("is one row in quarantine with every reason and the text of every column", async () => {
    await using world = await openWorld({
      t: { columns, rows: [good(1), ["2", "NaN", "2026-02-30", "it's"], good(3)] },
    });
    const run = await world.sync("t");
    expect(run.streams[0]).toMatchObject({
      status: "ok",
      read: 3,
      written: 2,
      quarantined: 1,
      balanced: true,
    });
    expect(run.streams[0]?.reasons).toMatchObject([
      { column: "amount", rule: "not representable as decimal(12,2)", rows: 1 },
      { column: "at_day", rule: "not representable as date", rows: 1 },
    ]); // B002
    const [row] = await world.query("select * from _revos.quarantine");
    expect(row).toMatchObject({
      connection: null,
      namespace: "",
      stream: "t",
      run_id: run.id,
      status: "held",
      row_number: 1n,
    });
    expect(JSON.parse(String(row?.original))).toEqual({
      id: "2",
      amount: "NaN",
      at_day: "2026-02-30",
      v: "it's",
    });
    expect(JSON.parse(String(row?.reasons))).toEqual([
      { column: "amount", value: "NaN", rule: "not representable as decimal(12,2)" },
      { column: "at_day", value: "2026-02-30", rule: "not representable as date" },
    ]);
    expect(String(row?.segment)).toContain(run.id);
    expect(row?.group_id).toBe(run.streams[0]?.reasons?.[0]?.group);
    expect(run.next[0]?.why).toBe("1 row is held back");
  });

  it("is the same row when it is read again, and two equal ones stay two", async () => {
    const bad: Cells = ["7", "x", "2026-01-01", "bad"];
    await using world = await openWorld({ t: { columns, rows: [good(1), bad, bad] } });
    for (let run = 0; run < 3; run++) {
      expect((await world.sync("t")).streams[0]).toMatchObject({ quarantined: 2, balanced: true });
      expect(
        await world.rows(
          "select count(*), count(distinct run_id) from _revos.quarantine where status = 'held'",
        ),
      ).toEqual([[2, 1]]);
    }
  });

  it("becomes discarded when a full refresh no longer meets it, and held when it comes back", async () => {
    const bad: Cells = ["7", "x", "2026-01-01", "bad"];
    await using world = await openWorld({
      t: { columns, rows: [good(1), bad] },
      other: { columns, rows: [good(1), bad] },
    });
    await world.sync({ t: {}, other: {} });
    world.streams.t!.rows = [good(1)];
    await world.sync("t");
    expect(await world.rows("select stream, status from _revos.quarantine order by 1")).toEqual([
      ["other", "held"],
      ["t", "discarded"],
    ]);
    world.streams.t!.rows = [good(1), bad];
    await world.sync("t");
    expect(await world.rows("select stream, status from _revos.quarantine order by 1")).toEqual([
      ["other", "held"],
      ["t", "held"],
    ]);
    await world.query("update _revos.quarantine set status = 'waived' where stream = 't'");
    await world.sync("t");
    expect(await world.rows("select status from _revos.quarantine where stream = 't'")).toEqual([
      ["waived"],
    ]);
  });

  it("does not stop an incremental stream, and a replayed one stays replayed", async () => {
    const own = { mode: "incremental_append", cursor: ["id"], key: [] } satisfies TestRun;
    await using world = await openWorld({
      t: { columns, rows: [good(1), ["2", "x", "2026-01-01", "bad"]] },
    });
    await world.sync("t", own);
    await world.query("update _revos.quarantine set status = 'replayed'");
    world.streams.t!.rows.push(good(3));
    const run = await world.sync("t", own);
    expect(run.streams[0]).toMatchObject({
      written: 1,
      quarantined: 1,
      deduplicated: 1,
      balanced: true,
    });
    expect(await world.rows("select status from _revos.quarantine")).toEqual([["replayed"]]);
    expect(await world.rows("select id from t order by id")).toEqual([[1], [3]]);
  });

  it("keeps half a surrogate pair out of the table, and says so", async () => {
    await using world = await openWorld({
      t: {
        columns: { id: "int32", v: "text" },
        rows: [
          ["1", "ok 🦆"],
          ["2", "half \ud83d"],
        ],
      },
    });
    const run = await world.sync("t");
    expect(run.streams[0]).toMatchObject({
      written: 1,
      quarantined: 1,
      reasons: [{ column: "v", rule: "not valid Unicode", rows: 1 }],
    });
    expect(await world.rows("select v from t")).toEqual([["ok 🦆"]]);
  });
});

describe("the quarantine limit", () => {
  const rows = (bad: number, all: number): Cells[] =>
    Array.from({ length: all }, (_, n) =>
      n < bad ? [String(n), "x", "2026-01-01", "b"] : good(n),
    );
  it.each([
    [100, 1000, "ok"],
    [101, 1000, "held"],
    [101, 3000, "ok"],
  ] as const)("with %i of %i rows bad: %s", async (bad, all, status) => {
    await using world = await openWorld({ t: { columns, rows: rows(bad, all) } });
    const run = await world.sync("t");
    expect(run.streams[0]).toMatchObject({
      status,
      published: status === "ok",
      read: all,
      written: all - bad,
      quarantined: bad,
      balanced: true,
    });
    if (status === "ok") return;
    expect(run).toMatchObject({ status: "held", exit: 9 });
    expect(run.streams[0]?.error).toMatchObject({
      code: "gate.held",
      data: { gates: ["quarantine_limit"] },
    });
    // Nothing is published, but what was held can be looked at.
    const [stage] = await world.rows(
      "select schema_name, table_name from duckdb_tables() where schema_name = '_revos_stage'",
    );
    expect(await world.rows(`select count(*) from "_revos_stage"."${String(stage?.[1])}"`)).toEqual(
      [[all - bad]],
    );
    expect(
      await world.rows("select count(*) from _revos.quarantine where status = 'held'"),
    ).toEqual([[bad]]);
    expect(
      await world.rows("select count(*) from duckdb_tables() where schema_name = 'main'"),
    ).toEqual([[0]]);
  });

  it("is what the run says it is", async () => {
    await using world = await openWorld({ t: { columns, rows: rows(3, 10) } });
    expect((await world.sync("t", limits(2))).status).toBe("held");
    expect((await world.sync("t", limits(3))).status).toBe("ok");
    expect((await world.sync("t", limits(0, 30))).status).toBe("ok");
    expect((await world.sync("t", limits(0, 29))).status).toBe("held");
  });
});

describe("raw", () => {
  it("outlives the load and is bounded by age and size", async () => {
    await using world = await openWorld({
      t: { columns, rows: [good(1)] },
      u: { columns, rows: [good(2)] },
    });
    const { readdir } = await import("node:fs/promises");
    const kept = async () =>
      (await readdir(`${world.folder}/landing`, { recursive: true })).filter((name) =>
        name.endsWith(".parquet"),
      );
    await world.sync("t");
    expect(await kept()).toHaveLength(1);
    await world.sync({ t: {}, u: {} });
    expect(await kept()).toHaveLength(3);
    await world.sync("t", {
      run: { landing: { folder: `${world.folder}/landing`, keepMs: 86_400_000, maxBytes: 1 } },
    });
    expect(await kept()).toHaveLength(0);
    expect(await readdir(`${world.folder}/landing`)).toEqual([]);
  });
});
