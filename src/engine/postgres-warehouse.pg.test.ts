// Runs into a Postgres warehouse: every mode, every type, drift, quarantine, names and locks, over a source of rows and a
// real server.
import { describe, expect, it } from "vitest";
import { edgeValues } from "../connector/testing/values.ts";
import { editRow, waive } from "./quarantine/change.ts";
import { replayQuarantine } from "./quarantine/replay.ts";
import { groupsOf, listRows } from "./quarantine/rows.ts";
import { openPostgresWorld } from "./testing/postgres-world.ts";
import type { Cells, TestRun } from "./testing/world.ts";

const columns = { id: "int32", v: "text", updated_at: "timestamptz" };
const day = (n: number): string => `2026-01-${String(n).padStart(2, "0")} 00:00:00+00`;
const deduped = {
  mode: "incremental_deduped_history",
  cursor: ["updated_at"],
  key: [["id"]],
} satisfies TestRun;
const append = { mode: "incremental_append", cursor: ["updated_at"], key: [] } satisfies TestRun;

describe("modes", () => {
  it("a full refresh leaves exactly the source, and an emptied source is held", async () => {
    await using world = await openPostgresWorld({
      t: {
        columns,
        rows: [
          ["1", "a", day(1)],
          ["2", null, null],
        ],
      },
    });
    expect(await world.sync("t")).toMatchObject({ exit: 0, balanced: true });
    world.streams.t!.rows.splice(0, 1, ["3", "c", day(3)]);
    expect(await world.sync("t")).toMatchObject({ exit: 0 });
    expect(await world.rows("select id, v from t order by id")).toEqual([
      ["2", null],
      ["3", "c"],
    ]);
    world.streams.t!.rows.splice(0);
    expect(await world.sync("t")).toMatchObject({ exit: 9 });
    expect(await world.rows("select count(*) from t")).toEqual([["2"]]);
    expect(await world.rows("select published from _revos.ledger order by ended_at")).toEqual([
      ["true"],
      ["true"],
      ["false"],
    ]);
  });

  it("an append adds nothing twice at equal cursor values, and keeps two truly equal rows (B065, B073)", async () => {
    await using world = await openPostgresWorld({
      t: {
        columns,
        rows: [
          ["1", "a", day(1)],
          ["2", "b", day(3)],
          ["2", "b", day(3)],
        ],
      },
    });
    await world.sync({ t: append });
    world.streams.t!.rows.push(["3", "c", day(3)], ["4", "d", day(4)]);
    const second = await world.sync({ t: append });
    expect(second.streams[0]).toMatchObject({ read: 4, written: 2, deduplicated: 2 });
    await world.sync({ t: append });
    await world.sync({ t: { ...append, lookbackMs: 9 * 86_400_000 } });
    expect(await world.rows("select id, count(*) from t group by 1 order by 1")).toEqual([
      ["1", "1"],
      ["2", "2"],
      ["3", "1"],
      ["4", "1"],
    ]);
  });

  it("a merge keeps the latest row of each key, NULL keys included, and never goes back (B076, B077)", async () => {
    await using world = await openPostgresWorld({
      t: {
        columns: { a: "int32", b: "text", v: "text", updated_at: "timestamptz" },
        rows: [
          ["1", null, "old", day(1)],
          ["1", null, "new", day(2)],
          ["1", "x", "other", day(1)],
        ],
      },
    });
    const own = { ...deduped, key: [["a"], ["b"]] } satisfies TestRun;
    await world.sync({ t: own });
    world.streams.t!.rows.push(
      ["1", null, "newest", day(5)],
      ["1", "x", "outdated", "2025-01-01 00:00:00+00"],
      ["2", "y", "fresh", day(5)],
    );
    const second = await world.sync({ t: { ...own, lookbackMs: 900 * 86_400_000 } });
    expect(second).toMatchObject({ exit: 0, balanced: true });
    for (let again = 0; again < 2; again++) await world.sync({ t: own });
    expect(await world.rows("select a, b, v from t order by a, b nulls first")).toEqual([
      ["1", null, "newest"],
      ["1", "x", "other"],
      ["2", "y", "fresh"],
    ]);
  });

  it("history opens one version a key and closes the one before (B082, B083)", async () => {
    await using world = await openPostgresWorld({
      t: {
        columns: { a: "int32", b: "int32", v: "text", updated_at: "timestamptz" },
        rows: [
          ["1", null, "x", day(1)],
          ["1", "2", "y", day(1)],
        ],
      },
    });
    const own = { ...deduped, key: [["a"], ["b"]], history: true } satisfies TestRun;
    for (let run = 0; run < 4; run++) expect((await world.sync({ t: own })).exit).toBe(0);
    expect(
      await world.rows("select count(*) as n, count(valid_to) as closed from t__history"),
    ).toEqual([["2", "0"]]);
    world.streams.t!.rows.push(["1", null, "x2", day(2)]);
    await world.sync({ t: own });
    expect(
      await world.rows(
        "select v, valid_from::date::text, valid_to::date::text, is_current from t__history order by b nulls first, valid_from",
      ),
    ).toEqual([
      ["x", "2026-01-01", "2026-01-02", "false"],
      ["x2", "2026-01-02", null, "true"],
      ["y", "2026-01-01", null, "true"],
    ]);
  });
});

describe("types", () => {
  const names = Object.keys(edgeValues).filter((type) => type !== "number");
  it.each(names)("%s goes to Postgres and comes back the same", async (type) => {
    const values = edgeValues[type] ?? [];
    const rows = values.map((value, i): Cells => [String(i), value, String(i)]);
    await using world = await openPostgresWorld({
      t: { columns: { id: "int32", v: type, n: "int32" }, rows },
    });
    const own = { mode: "incremental_append", cursor: ["n"], key: [] } satisfies TestRun;
    expect((await world.sync({ t: own })).streams[0]).toMatchObject({
      written: values.length,
      quarantined: 0,
    });
    // Read back by a second run from far below: a value that came back changed would be a new row.
    const again = await world.sync({ t: { ...own, fromStart: false, table: "t", lookbackMs: 1 } });
    expect(again.streams[0]).toMatchObject({ written: 0, balanced: true });
    await world.database.query(
      "update _revos.positions set position = null where target = 'public.t'",
    );
    const whole = await world.sync({ t: own });
    expect(whole.streams[0]).toMatchObject({
      read: values.length,
      written: 0,
      deduplicated: values.length,
    });
  });

  it("intervals keep months, days and microseconds apart, floats their last bit", async () => {
    const rows: Cells[] = [
      ["1", "14 months 3 days -1500000 microseconds", "2417851639229258349412352"],
      ["2", "-1 months -40 days 90061000001 microseconds", "1.7976931348623157e+308"],
      ["3", "0 months 0 days 0 microseconds", "5e-324"],
    ];
    await using world = await openPostgresWorld({
      t: { columns: { id: "int32", i: "interval", f: "float64" }, rows },
    });
    expect((await world.sync("t")).exit).toBe(0);
    expect(
      await world.rows(
        "select extract(month from i) + 12 * extract(year from i) as m, extract(day from i) as d, (extract(microseconds from i) + 60000000 * extract(minute from i) + 3600000000 * extract(hour from i))::text as us, f::text from t order by id",
      ),
    ).toEqual([
      ["14", "3", "-1500000", "2.4178516392292583e+24"],
      ["-1", "-40", "90061000001", "1.7976931348623157e+308"],
      ["0", "0", "0", "5e-324"],
    ]);
  });

  it("what Postgres cannot hold goes to quarantine with its reason, and the rest lands (B025)", async () => {
    await using world = await openPostgresWorld({
      t: {
        columns: {
          id: "int32",
          v: "text",
          j: "json",
          d: "date",
          l: "list(text)",
          m: "list(timestamp)",
        },
        rows: [
          ["1", "fine", '{"t":"ok"}', "2026-01-01", '["a"]', null],
          ["2", "nul \0 inside", null, null, null, null],
          ["3", "x", String.raw`{"t":"x\u0000y"}`, null, null, null],
          ["4", "x", String.raw`{"t":"x\\u0000y"}`, null, null, null],
          ["5", "x", null, "4714-11-23 BC", null, null],
          ["6", "x", null, null, '["a\\u0000b"]', null],
          ["7", "x", null, null, null, '[null,"4714-11-23 23:59:59 BC"]'],
          ["8", "x", null, "4714-11-24 BC", null, '[null,"4714-11-24 00:00:00 BC"]'],
        ],
      },
    });
    const run = await world.sync("t");
    expect(run.streams[0]).toMatchObject({ written: 3, quarantined: 5, balanced: true });
    expect(await world.rows("select id from t order by id")).toEqual([["1"], ["4"], ["8"]]);
    expect(
      await world.rows(
        "select original::text like '%nul%' as o, reasons -> 0 ->> 'rule' as r from _revos.quarantine where reasons::text like '%text%' order by row_number limit 1",
      ),
    ).toEqual([["true", "PostgreSQL cannot store the character NUL in text"]]);
  });

  it("numbers without a size get one, and it widens while the rows stay (B107)", async () => {
    await using world = await openPostgresWorld({
      t: { columns: { id: "int32", x: "number", n: "int32" }, rows: [["1", "5", "1"]] },
    });
    const own = { mode: "incremental_append", cursor: ["n"], key: [] } satisfies TestRun;
    await world.sync({ t: own });
    world.streams.t!.rows.push(["2", "9007199254740993", "2"], ["3", "0.123456789012", "3"]);
    expect((await world.sync({ t: own })).streams[0]).toMatchObject({ written: 2 });
    expect(await world.rows("select x::text, pg_typeof(x)::text from t order by id")).toEqual([
      ["5.000000000000", "numeric"],
      ["9007199254740993.000000000000", "numeric"],
      ["0.123456789012", "numeric"],
    ]);
  });
});

describe("names", () => {
  it("longer than 63 bytes stay apart and the same in every run (B155, B160)", async () => {
    const long = "customer_lifetime_value_prediction_from_the_second_model_version_";
    const shown = { id: "int32", [`${long}name`]: "text", [`${long}title`]: "text", n: "int32" };
    await using world = await openPostgresWorld({
      t: { columns: shown, rows: [["1", "x", "y", "1"]] },
    });
    const own = { mode: "incremental_deduped_history", cursor: ["n"], key: [["id"]] } as const;
    const first = await world.sync({ t: own });
    expect(first.warnings).toContainEqual(expect.objectContaining({ code: "names_shortened" }));
    world.streams.t!.rows.push(["2", "p", "q", "2"]);
    await world.sync({ t: own });
    const found = await world.rows(
      "select attname, octet_length(attname) <= 63 from pg_attribute where attrelid = 'public.t'::regclass and attnum > 0 and attname like 'customer%' order by attnum",
    );
    expect(found.map((row) => row[1])).toEqual(["true", "true"]);
    expect(
      await world.rows(`select "${found[0]![0]}", "${found[1]![0]}" from t order by id`),
    ).toEqual([
      ["x", "y"],
      ["p", "q"],
    ]);
  });

  it("more columns than a table holds are refused before anything is read", async () => {
    const many = Object.fromEntries(Array.from({ length: 1597 }, (_, i) => [`c${i}`, "int32"]));
    await using world = await openPostgresWorld({ t: { columns: many, rows: [] } });
    const run = await world.sync("t");
    expect(run.streams[0]?.error).toMatchObject({ code: "destination.limit_exceeded" });
  });
});

describe("schema changes", () => {
  it("adds and widens columns, old rows keep what they have (B109)", async () => {
    await using world = await openPostgresWorld({
      t: {
        columns: { id: "int32", v: "int32", n: "int32" },
        rows: [
          ["1", "1", "1"],
          ["2", null, "1"],
        ],
      },
    });
    const own = { mode: "incremental_append", cursor: ["n"], key: [] } satisfies TestRun;
    await world.sync({ t: own });
    world.streams.t = {
      columns: { id: "int32", v: "int64", n: "int32", extra: "text" },
      rows: [["3", "3000000000", "2", "e"]],
    };
    expect((await world.sync({ t: own })).streams[0]).toMatchObject({ written: 1 });
    expect(await world.rows("select id, v, extra from t order by id")).toEqual([
      ["1", "1", null],
      ["2", null, null],
      ["3", "3000000000", "e"],
    ]);
  });
});

describe("held rows", () => {
  it("are corrected, replayed once and waived in the warehouse, with the log of it", async () => {
    await using world = await openPostgresWorld({
      t: {
        columns: { id: "int32", amount: "decimal(9,2)", n: "int32" },
        rows: [
          ["1", "1.50", "1"],
          ["2", "x", "2"],
          ["3", "y", "3"],
        ],
      },
    });
    const own = { mode: "incremental_deduped_history", cursor: ["n"], key: [["id"]] } as const;
    expect((await world.sync({ t: own })).streams[0]).toMatchObject({ written: 1, quarantined: 2 });
    const nowMs = Date.now();
    {
      await using to = await world.open();
      await to.borrowQuarantine?.();
      const [first, second] = await listRows(to.workbench, { reveal: true }, nowMs);
      const held = first?.original.id === "2" ? first : second;
      expect(await editRow(to.workbench, held!.id, { amount: "2.50" }, { nowMs })).toMatchObject({
        changed: true,
      });
      await to.returnQuarantine?.();
      const plan = world.plan({ t: own }, { lane: "replay" });
      const request = { target: null, nowMs };
      expect(await replayQuarantine(to, { ...plan, runOrdinal: 7 }, request)).toMatchObject({
        tried: 2,
        replayed: 1,
        stays: 1,
        exit: 8,
      });
      expect(await replayQuarantine(to, { ...plan, runOrdinal: 8 }, request)).toMatchObject({
        tried: 1,
        replayed: 0,
      });
      const [group] = await groupsOf(to.workbench, null, nowMs);
      await waive(to.workbench, group!.group, { reason: "known", nowMs });
      await to.returnQuarantine?.();
    }
    expect(await world.rows("select id, amount::text from t order by id")).toEqual([
      ["1", "1.50"],
      ["2", "2.50"],
    ]);
    expect(
      await world.rows(
        "select original ->> 'amount' as a, status from _revos.quarantine order by original ->> 'id'",
      ),
    ).toEqual([
      ["2.50", "replayed"],
      ["y", "waived"],
    ]);
    expect(
      await world.rows("select action from _revos.quarantine_log order by logged_at, action"),
    ).toEqual(expect.arrayContaining([["edit"], ["replay"], ["waive"]]));
    expect(
      await world.rows("select lane, written from _revos.ledger where lane = 'replay'"),
    ).toEqual([["replay", "1"]]);
  });
});
