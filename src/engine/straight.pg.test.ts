// Rows of a file that go to Postgres while the file is still being read: the same rows, types and books as through the stage, and
// nothing of it to be seen when the run ends otherwise.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { must } from "../kernel/assert.ts";
import { openFaultWorld, type FaultWorld } from "./testing/fault-world.ts";
import { expectWhole, testFaultTable } from "./testing/fault-table.ts";
import { openPostgresWorld } from "./testing/postgres-world.ts";
import { openFileToPostgres, type FileToPostgres } from "./testing/file-to-postgres.ts";

vi.mock("../network/limits.ts", () => ({
  networkLimits: {
    connect: 9000,
    tunnel: 9000,
    channel: 9000,
    tls: 9000,
    signIn: 2500,
    session: 2500,
  },
}));

/** More rows than two segments hold. */
const rows = 130_000;
const segment = 61_440;
const lines = (line: (i: number) => string, last = rows): string =>
  `id,n,s\n${Array.from({ length: last }, (_, i) => line(i)).join("\n")}\n`;
const usual = (i: number): string => `${i},${i}.50,row ${i}`;
/** All as usual, but these. */
const except = (odd: Readonly<Record<number, string>>, last = rows): string =>
  lines((i) => odd[i] ?? usual(i), last);

const summary =
  "select count(*) as n, count(distinct _revos_id) as ids, sum(id) as total, sum(length(s)) as letters from t";
const typeOf =
  "select format_type(atttypid, atttypmod) from pg_attribute where attrelid = 't'::regclass and attname = 'n'";
const leftOver = "select relname from pg_class where relname like '\\_revos\\_%' and relkind = 'r'";

/** What the table and the quarantine hold, through the stage and straight. */
async function bothWays(world: FileToPostgres, select: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const isStaged of [true, false]) {
    await world.database.query("drop table if exists t");
    const run = await world.sync({ isStaged });
    found.push({
      exit: run.exit,
      books: run.streams.map(({ read, written, quarantined, balanced }) => ({
        read,
        written,
        quarantined,
        balanced,
      })),
      types: await world.rows(
        "select attname, format_type(atttypid, atttypmod) from pg_attribute where attrelid = 't'::regclass and attnum > 0 order by attnum",
      ),
      rows: await world.rows(select),
      held: await world.rows(
        "select id, reasons::text, original::text from _revos.quarantine where status = 'held' order by id",
      ),
    });
  }
  return found;
}

describe("a file whose rows need no look", () => {
  it("is sent while it is read, and the table is that of the stage", async () => {
    await using world = await openFileToPostgres(except({}));
    const [staged, straight] = await bothWays(
      world,
      "select id, n::text, s, _revos_id % 1000000 - (select min(_revos_id) % 1000000 from t) as place from t where id in (0, 1, 61439, 61440, 129999) order by id",
    );
    expect(straight).toEqual(staged);
    expect(world.straight).toBe(rows);
    expect(await world.rows(summary)).toEqual([
      [String(rows), String(rows), String((rows * (rows - 1)) / 2), "1188890"],
    ]);
    expect(
      await world.rows(
        "select count(distinct _revos_run_id) as a, min(_revos_run_id) = (select run_id from _revos.ledger order by ended_at desc limit 1) as b, min(_revos_extracted_at) between now() - interval '5 minutes' and now() as c, max(_revos_generation) as d, (select highest from _revos.row_ids) = max(_revos_id) as e from t",
      ),
    ).toEqual([["1", "true", "true", "2", "true"]]);
    expect(await world.rows(leftOver)).toEqual([]);
  });

  it("keeps every value of every type, NULLs and edges among them", async () => {
    const edges: Record<string, readonly string[]> = {
      whole: ["0", "-1", "999999999999999999", "-2147483649", "4294967296"],
      n: [
        "0.5",
        "-0.00",
        "999999999999.999999",
        "-999999999999.999999",
        "0.000001",
        "-12",
        "100000000",
        "10000.0001",
        "9999",
        "0",
        "12345678.9",
        "-0.000012",
        "100000000.01",
        "0.0012",
        "70000",
      ],
      day: ["1970-01-01", "2000-01-01", "0001-01-01", "9999-12-31"],
      at: ["2000-01-01 00:00:00", "1999-12-31 23:59:59.999999", "0044-03-15 12:00:00.5"],
      zoned: ["2000-01-01T00:00:00Z", "1969-12-31T23:59:59.5Z"],
      is: ["true", "false"],
      text: [
        "a",
        '""',
        "é漢🙂",
        '"with "" and , and\nline"',
        `${"long ".repeat(60)}end`,
        "12345678",
        "123456789",
        String.raw`\.`,
        "NULL",
      ],
    };
    const names = Object.keys(edges);
    const line = (i: number): string =>
      [String(i), ...names.map((name, k) => cell(must(edges[name], name), i, k))].join(",");
    const cell = (list: readonly string[], i: number, k: number): string =>
      (i * 7 + k * 3) % 5 === 0 ? "" : must(list[(i + k) % list.length], "a value");
    await using world = await openFileToPostgres(
      `id,${names.join(",")}\n${Array.from({ length: 3000 }, (_, i) => line(i)).join("\n")}\n`,
    );
    const [staged, straight] = await bothWays(
      world,
      `select id, ${names.map((name) => `"${name}"::text`).join(", ")} from t order by id`,
    );
    expect(straight).toEqual(staged);
    expect(world.straight).toBe(3000);
    expect(
      await world.rows("select distinct n::text from t where n between -1 and 0.01 order by 1"),
    ).toEqual([["-0.000012"], ["0.000000"], ["0.000001"], ["0.001200"]]);
    expect(await world.rows(typeOf)).toEqual([["numeric(38,6)"]]);
  });
});

describe("what has to be judged", () => {
  it("a number beyond the narrow ones at the end: all of it is staged, and the type is right", async () => {
    const many = 5 * segment;
    await using world = await openFileToPostgres(
      except({ [many - 7]: `${many - 7},12345678901234567.00000001,wide` }, many),
    );
    const [staged, straight] = await bothWays(
      world,
      `select n::text, s from t where id in (0, 61441, 125000, ${many - 7}, ${many - 1}) order by id`,
    );
    expect(straight).toEqual(staged);
    expect(world.straight).toBeGreaterThanOrEqual(segment);
    expect(await world.rows(typeOf)).toEqual([["numeric(38,8)"]]);
    expect((await world.rows(summary))[0]?.slice(0, 3)).toEqual([
      String(many),
      String(many),
      String((many * (many - 1)) / 2),
    ]);
    expect(await world.rows(leftOver)).toEqual([]);
  });

  it("lines that are no rows go to quarantine; those beside them go straight", async () => {
    await using world = await openFileToPostgres(
      except({
        5: "5,5.50,row 5,too many",
        70_000: "70000,1.5,a NUL \0 in it",
        61_450: "61450",
        129_999: '129999,1.5,"open',
      }),
    );
    const [staged, straight] = await bothWays(
      world,
      "select id, _revos_id % 1000000 - (select min(_revos_id) % 1000000 from t) as place from t where id in (4, 6, 61449, 61451) order by id",
    );
    expect(straight).toEqual(staged);
    expect(world.straight).toBe(rows - 4);
    expect(
      await world.rows("select count(*) from _revos.quarantine where status = 'held'"),
    ).toEqual([["4"]]);
  });

  it("a text longer than a row may be on its way: its segment is staged", async () => {
    const long = "x".repeat(70_000);
    await using world = await openFileToPostgres(except({ 3: `3,1.5,${long}` }, 70_000));
    expect(await world.sync()).toMatchObject({ exit: 0, streams: [{ written: 70_000 }] });
    expect(world.straight).toBe(70_000 - segment);
    expect(await world.rows("select length(s) from t where id = 3")).toEqual([["70000"]]);
  });
});

describe("segments that DuckDB has landed", () => {
  it("are staged: their files are not as the kit writes them", async () => {
    const words = Array.from({ length: 3000 }, (_, i) => [["red", "green", "blue"][i % 3] ?? null]);
    await using world = await openPostgresWorld({ t: { columns: { v: "text" }, rows: words } });
    expect(await world.sync("t")).toMatchObject({ exit: 0, streams: [{ written: 3000 }] });
    expect(await world.rows("select v, count(*) as n from t group by 1 order by 1")).toEqual([
      ["blue", "1000"],
      ["green", "1000"],
      ["red", "1000"],
    ]);
  });
});

describe("what stands in the warehouse", () => {
  it("a table that a view reads is refilled through the stage, and the view shows the new rows", async () => {
    await using world = await openFileToPostgres(except({}, 1000));
    await world.sync();
    expect(world.straight).toBe(1000);
    await world.database.query("create view v as select count(*) as n from t");
    await world.write(except({}, 70_000));
    expect(await world.sync()).toMatchObject({ exit: 0, streams: [{ written: 70_000 }] });
    expect(world.straight).toBe(0);
    expect(await world.rows("select n from v")).toEqual([["70000"]]);
    await world.database.query("drop view v");
    await world.sync();
    expect(world.straight).toBe(70_000);
    expect(await world.rows(leftOver)).toEqual([]);
  });

  it("a table that is read for long is refilled from what was sent; its readers see the old rows until the commit", async () => {
    await using world = await openFileToPostgres(except({}, 1000));
    await world.sync();
    await world.write(except({}, 70_000));
    const { default: pg } = await import("pg");
    const reader = new pg.Client(world.database.config);
    await reader.connect();
    await reader.query("begin");
    await reader.query("select count(*) from t");
    const run = await world.sync();
    const seen = await reader.query("select count(*)::int as n from t");
    await reader.query("commit");
    await reader.end();
    expect(run).toMatchObject({ exit: 0, streams: [{ written: 70_000 }] });
    expect(world.straight).toBe(70_000);
    expect([seen.rows[0].n, ...(await world.rows("select count(*) from t")).flat()]).toEqual([
      70_000,
      "70000",
    ]);
    expect(await world.rows(leftOver)).toEqual([]);
  }, 60_000);

  it("a stream that is held leaves the table as it was, and its rows to be looked at", async () => {
    await using world = await openFileToPostgres(except({}, 1000));
    await world.sync();
    await world.write(except({ 7: "7", 8: "8", 70_001: "70001" }));
    const run = await world.sync({ limits: { maxQuarantine: { rows: 1, percent: 0 } } });
    expect(run).toMatchObject({ exit: 9, streams: [{ status: "held", quarantined: 3 }] });
    expect(world.straight).toBe(rows - 3);
    expect(await world.rows("select count(*) from t")).toEqual([["1000"]]);
    const [[held = null] = []] = await world.rows(
      "select c.oid::regclass::text from pg_class c where c.relnamespace = '_revos_stage'::regnamespace and c.relkind = 'r'",
    );
    expect(
      await world.rows(`select count(*) as n, count(distinct _revos_id) as ids from ${held}`),
    ).toEqual([[String(rows - 3), String(rows - 3)]]);
    expect(
      await world.rows(`select obj_description('${held}'::regclass) like 'held at %' as told`),
    ).toEqual([["true"]]);
    expect(
      await world.rows("select published, balanced from _revos.ledger order by ended_at"),
    ).toEqual([
      ["true", "true"],
      ["false", "true"],
    ]);
  });
});

describe("a connection that is lost while rows are on their way", () => {
  it("in the third segment: what was sent is staged, and no row is missing or twice", async () => {
    await using world = await openFileToPostgres(except({ 126_000: "126000,1.5,midway" }));
    world.proxy.when("midway", "cut");
    const run = await world.sync();
    expect(world.proxy.struck).toBe(1);
    expect(run).toMatchObject({
      exit: 0,
      balanced: true,
      streams: [{ read: rows, written: rows }],
    });
    expect(world.events.filter(({ event }) => event === "retry")).toEqual([]);
    expect((await world.rows(summary))[0]?.slice(0, 2)).toEqual([String(rows), String(rows)]);
    expect(await world.rows("select published from _revos.ledger")).toEqual([["true"]]);
    expect(await world.rows(leftOver)).toEqual([]);
  });

  it.each([
    ["a stop", false],
    ["a stop while the network is silent", true],
  ])("%s leaves the old table, and the next run is whole", async (_, isSilent) => {
    await using world = await openFileToPostgres(except({}, 1000));
    await world.sync();
    await world.write(except({ 126_000: "126000,1.5,midway" }));
    const stop = new AbortController();
    const watching = vi.waitFor(
      async () => {
        const [[n] = []] = await world.rows(
          "select count(*) from pg_stat_activity where query like 'copy %_revos_new%' and datname = current_database()",
        );
        expect(n).toBe("1");
        if (isSilent) world.proxy.freeze();
        stop.abort();
      },
      { timeout: 20_000, interval: 2 },
    );
    const run = await world.sync({ signal: stop.signal });
    await watching;
    expect(run.streams[0]?.status ?? "stopped").toBe("stopped");
    expect(await world.rows("select count(*) from t")).toEqual([["1000"]]);
    // What revos could not end goes with its connection.
    if (isSilent) await world.proxy.setMode("refuse");
    await world.proxy.setMode("pass");
    await expect.poll(async () => await world.rows(leftOver)).toEqual([]);
    expect(await world.sync()).toMatchObject({ exit: 0, streams: [{ written: rows }] });
  });
});

describe("a network that fails at every step of a full refresh", () => {
  let world: FaultWorld;
  beforeAll(async () => {
    world = await openFaultWorld({
      source: "postgres",
      warehouse: "postgres",
      faulty: "warehouse",
    });
    await world.ask("insert into t select i, repeat('v', 200), i from generate_series(1, 600) i");
    await expectWhole(world, await world.sync({ mode: "full_refresh_overwrite" }));
  });
  afterAll(() => world[Symbol.asyncDispose]());

  testFaultTable(
    () => world,
    [
      { step: "beginning", request: "begin transaction isolation level read committed" },
      { step: "making the table", request: "create table" },
      { step: "beginning to send", request: "copy " },
      { step: "sending rows", request: "vvvvvvvv" },
      { step: "looking at the marker", request: "_revos.positions", nth: 2 },
      { step: "renaming", request: "rename to" },
      { step: "writing the ledger", request: "insert into _revos.ledger" },
      { step: "committing", request: "commit\0" },
    ],
    ["destination.unreachable"],
    { mode: "full_refresh_overwrite" },
  );
});
