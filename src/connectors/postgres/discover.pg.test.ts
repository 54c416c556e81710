// What discovery finds in odd and large databases. Bug cases: B031, B032, B034, B037, B038, B040, B041, B028.
import { describe, expect, it } from "vitest";
import pg from "pg";
import { openDatabase, testClusters } from "../../../test/support/postgres.ts";
import { syncModes } from "../../model/sync-mode.ts";
import { parseNames } from "./discover.ts";
import { openReading } from "./testing/reading.ts";

describe.each(testClusters().map((cluster) => cluster.kind))("discovery of %s", (kind) => {
  it("finds tables, partitioned tables as one, views, materialised views, sorted and without system schemas", async () => {
    await using database = await openDatabase(kind);
    await database.query("create schema sales");
    await database.query(
      "create table sales.orders (id int primary key, day date not null, total numeric(12,2))",
    );
    await database.query(
      "create table events (id int, day date, primary key (id, day)) partition by range (day)",
    );
    await database.query(
      "create table events_2024 partition of events for values from ('2024-01-01') to ('2025-01-01')",
    );
    await database.query("create materialized view daily as select 1 as id, now() as at");
    await database.query("create materialized view never as select 1 as id with no data");
    await database.query("create view plain as select * from daily");
    await database.query("create table nothing ()");
    await database.query("create temp table own (id int)");
    await using reading = await openReading(database.config);
    const { streams } = await reading.open.discover();
    expect(
      streams.map((stream) => [
        stream.namespace,
        stream.name,
        stream.kind,
        stream.sourceDefinedPrimaryKey,
        stream.syncModes.length,
      ]),
    ).toEqual([
      ["public", "daily", "materialized_view", [], 4],
      ["public", "events", "partitioned_table", [["id"], ["day"]], 4],
      ["public", "never", "materialized_view", [], 0],
      ["public", "nothing", "table", [], 0],
      ["public", "plain", "view", [], 4],
      ["sales", "orders", "table", [["id"]], 4],
    ]);
    // A run asks for its own streams alone, whatever stands beside them, and for the names of all.
    const wanted = [
      { namespace: "sales", name: "orders" },
      { namespace: "public", name: "plain" },
      { namespace: "public", name: "gone" },
    ];
    expect(await reading.open.discover({ streams: wanted })).toEqual({
      streams: [streams[4], streams[5]],
    });
    expect(
      [...((await reading.open.streamNames?.()) ?? [])]
        .map(({ namespace, name }) => `${namespace}.${name}`)
        .sort(),
    ).toEqual(streams.map(({ namespace, name }) => `${namespace}.${name}`));
    expect(streams[5]).toMatchObject({
      syncModes,
      defaultCursorField: [],
      sourceDefinedCursorField: false,
    });
    expect(
      streams[5]!.columns.map((column) => [column.name, column.sourceType, column.nullable]),
    ).toEqual([
      ["id", "integer", false],
      ["day", "date", false],
      ["total", "numeric(12,2)", true],
    ]);
  });

  it("reads views, materialised views and partitioned tables whole (B038)", async () => {
    await using database = await openDatabase(kind);
    await database.query(
      "create table pp (id int, d date, primary key (id, d)) partition by range (d)",
    );
    for (const year of [2024, 2025]) {
      await database.query(
        `create table pp_${year} partition of pp for values from ('${year}-01-01') to ('${year + 1}-01-01')`,
      );
      await database.query(`insert into pp values (${year}, '${year}-05-05')`);
    }
    await database.query("create materialized view mv as select * from pp");
    await database.query("create view v as select id, d, 'x' as label from mv");
    await using reading = await openReading(database.config);
    for (const name of ["pp", "mv", "v"]) {
      expect((await reading.rows(name, "select id from typed order by id")).rows).toEqual([
        [2024],
        [2025],
      ]);
    }
  });

  it("does not take a key of single partitions for one of the whole (B034)", async () => {
    await using database = await openDatabase(kind);
    await database.query("create table ev (id int, day date, v text) partition by range (day)");
    for (const month of [1, 2]) {
      await database.query(
        `create table ev_${month} partition of ev (primary key (id)) for values from ('2024-0${month}-01') to ('2024-0${month + 1}-01')`,
      );
      await database.query(`insert into ev values (1, '2024-0${month}-05', 'a')`);
    }
    await using reading = await openReading(database.config);
    const stream = await reading.find("ev", "public");
    expect(stream.sourceDefinedPrimaryKey).toEqual([]);
    expect(stream.notes?.join(" ")).toContain("no key of its own");
    expect((await reading.rows("ev", "select count(*)::int from typed")).rows).toEqual([[2]]);
  });

  it("keeps old-style children apart from their parents, in discovery and in reads (B037)", async () => {
    await using database = await openDatabase(kind);
    await database.query("create table res (id int primary key, v text)");
    await database.query("create table res_child (extra int) inherits (res)");
    await database.query("insert into res values (1, 'p')");
    await database.query("insert into res_child values (1, 'c', 9)");
    await using reading = await openReading(database.config);
    expect((await reading.rows("res", "select id, v from typed")).rows).toEqual([[1, "p"]]);
    expect((await reading.rows("res_child", "select id, v, extra from typed")).rows).toEqual([
      [1, "c", 9],
    ]);
  });

  it("keeps odd names intact, through discovery and reads (B031, B032)", async () => {
    await using database = await openDatabase(kind);
    await database.query('create table "Heron9" (id int primary key, "shopId" int)');
    await database.query("create table heron9 (id int primary key, shopid int)");
    await database.query('insert into "Heron9" values (1, 10)');
    await database.query("insert into heron9 values (1, 99)");
    await database.query(
      `create table "We ird" ("select" int primary key, "Tax %" numeric, "a.b" text, "say ""hi""" text, "na've 🦆" text, "$id" int, "x/y" int, " lead" int, "back\\slash" int)`,
    );
    await database.query(
      `insert into "We ird" values (1, 7.5, 'dot', 'quote', 'duck', 3, 4, 5, 6)`,
    );
    await database.query('create schema "Odd.Schema"');
    await database.query(`create table "Odd.Schema"."t""x" (id int)`);
    await database.query(`insert into "Odd.Schema"."t""x" values (7)`);
    await using reading = await openReading(database.config);
    expect((await reading.rows("Heron9", 'select "shopId" from typed')).rows).toEqual([[10]]);
    expect((await reading.rows("heron9", "select shopid from typed")).rows).toEqual([[99]]);
    expect(
      (await reading.rows('t"x', "select id from typed", { namespace: "Odd.Schema" })).rows,
    ).toEqual([[7]]);
    const { columns } = await reading.find("We ird", "public");
    expect(columns.map((column) => column.name)).toEqual([
      "select",
      "Tax %",
      "a.b",
      'say "hi"',
      "na've 🦆",
      "$id",
      "x/y",
      " lead",
      "back\\slash",
    ]);
    expect((await reading.rows("We ird", "select * from typed")).rows).toEqual([
      [1, "7.500000", "dot", "quote", "duck", 3, 4, 5, 6],
    ]);
    const cursor = {
      field: ["$id"],
      type: { kind: "int32" } as const,
      from: reading.open.toPosition({ kind: "int32" }, "3"),
      lookbackMs: 0,
    };
    expect((await reading.rows("We ird", 'select "$id" from typed', { cursor })).rows).toEqual([
      [3],
    ]);
  });

  it("reads generated columns like any other, alone as well (B028, B040), and nothing from an empty table (B041)", async () => {
    await using database = await openDatabase(kind);
    await database.query(
      "create table person (id int primary key, fn text, full_name text generated always as (fn || '!') stored)",
    );
    await database.query("insert into person (id, fn) values (1, 'Ada')");
    await database.query("create table g_only (g int generated always as (1) stored)");
    await database.query("insert into g_only default values");
    await database.query(
      "create table none_yet (id int primary key, v numeric(9,2), at timestamptz)",
    );
    await using reading = await openReading(database.config);
    expect(
      (await reading.find("person", "public")).columns.map((column) => column.generated ?? false),
    ).toEqual([false, false, true]);
    expect((await reading.rows("person", "select full_name from typed")).rows).toEqual([["Ada!"]]);
    expect((await reading.rows("g_only", "select g from typed")).rows).toEqual([[1]]);
    expect((await reading.rows("none_yet", "select 1")).segments).toEqual([]);
  });

  it("takes a key from the primary key, else from the replica identity, else from the smallest unique NOT NULL index", async () => {
    await using database = await openDatabase(kind);
    await database.query("create table a (id int primary key, code text not null unique)");
    await database.query(
      "create table b (x int not null, y int not null, z int not null, unique (x, y), unique (z))",
    );
    await database.query("create table c (x int not null, y int not null unique)");
    await database.query("create unique index c_x on c (x)");
    await database.query("alter table c replica identity using index c_x");
    await database.query("create table d (x int unique, y int not null)");
    await database.query("create unique index d_part on d (y) where y > 0");
    await database.query("create unique index d_expr on d ((y + 1))");
    await database.query("create table e (x int not null unique deferrable)");
    await using reading = await openReading(database.config);
    const keys = [];
    for (const name of ["a", "b", "c", "d", "e"])
      keys.push((await reading.find(name, "public")).sourceDefinedPrimaryKey);
    expect(keys).toEqual([[["id"]], [["z"]], [["x"]], [], []]);
  });

  it("lists what the role may not read without sync modes, and reads what it may, column rights included", async () => {
    await using database = await openDatabase(kind);
    const role = `reader_${database.name}`;
    await database.query(`create role ${role} login`);
    await database.query("create table open_one (id int primary key, v text)");
    await database.query("insert into open_one values (1, 'x')");
    await database.query("create table shut (id int primary key)");
    await database.query("create table partly (id int primary key, name text, secret text)");
    await database.query("insert into partly values (1, 'n', 's')");
    await database.query("create schema hidden");
    await database.query("create table hidden.h (id int)");
    await database.query(`grant select on hidden.h to ${role}`);
    await database.query(`grant select on open_one to ${role}`);
    await database.query(`grant select (id, name) on partly to ${role}`);
    try {
      await using reading = await openReading({ ...database.config, user: role });
      const { streams } = await reading.open.discover();
      expect(
        streams.map((stream) => [
          stream.name,
          stream.syncModes.length,
          stream.columns.length,
          stream.notes?.[0] ?? null,
        ]),
      ).toEqual([
        [
          "h",
          0,
          1,
          "This role may not use its schema: grant usage on the schema and select on the table.",
        ],
        ["open_one", 4, 2, null],
        ["partly", 4, 2, "This role may read 2 of its 3 columns."],
        ["shut", 0, 1, "This role may not read it: grant select."],
      ]);
      expect((await reading.rows("open_one", "select v from typed")).rows).toEqual([["x"]]);
      expect((await reading.rows("partly", "select name from typed")).rows).toEqual([["n"]]);
      await expect(reading.rows("shut", "select 1")).rejects.toMatchObject({
        code: "source.permission_denied",
        message: "Could not read stream public.shut: the role lacks a right.",
        advice: expect.stringContaining('grant select on "public"."shut"'),
      });
    } finally {
      await database.query(`drop owned by ${role}`);
      await database.query(`drop role ${role}`);
    }
  });

  it("says when row-level security hides rows from the role, and reads those it sees", async () => {
    await using database = await openDatabase(kind);
    const role = `tenant_${database.name}`;
    await database.query(`create role ${role} login`);
    await database.query("create table bills (id int primary key, tenant text)");
    await database.query(`insert into bills values (1, '${role}'), (2, 'another')`);
    await database.query("alter table bills enable row level security");
    await database.query("create policy own on bills using (tenant = current_user)");
    await database.query(`grant select on bills to ${role}`);
    try {
      await using reading = await openReading({ ...database.config, user: role });
      expect((await reading.find("bills", "public")).notes).toEqual([
        "Row-level security decides which of its rows this role sees; only those are read.",
      ]);
      expect((await reading.rows("bills", "select id from typed")).rows).toEqual([[1]]);
      await using whole = await openReading(database.config);
      expect((await whole.find("bills", "public")).notes).toBeUndefined();
    } finally {
      await database.query(`drop owned by ${role}`);
      await database.query(`drop role ${role}`);
    }
  });

  it("looks only at the schemas of the config, and only at names that hold the search", async () => {
    await using database = await openDatabase(kind);
    await database.query("create schema sales");
    await database.query(
      "create table sales.orders (id int); create table public.orders (id int); create table sales.items_100 (id int)",
    );
    await using reading = await openReading({ ...database.config, schemas: ["sales"] });
    const names = async (search?: string): Promise<string[]> =>
      (await reading.open.discover(search === undefined ? {} : { search })).streams.map(
        (stream) => `${stream.namespace}.${stream.name}`,
      );
    expect(await names()).toEqual(["sales.items_100", "sales.orders"]);
    expect(await names("ORD")).toEqual(["sales.orders"]);
    expect(await names("_1")).toEqual(["sales.items_100"]);
    expect(await names("%")).toEqual([]);
  });
});

describe("discovery", () => {
  it("takes seconds for 20,000 tables", async () => {
    await using database = await openDatabase("debian");
    const client = new pg.Client(database.config);
    await client.connect();
    try {
      for (let from = 0; from < 20_000; from += 1000) {
        await client.query(
          `do $$ begin for i in ${from}..${from + 999} loop execute format('create table t%s (id int, at timestamptz)', i); end loop; end $$`,
        );
      }
    } finally {
      await client.end();
    }
    await using reading = await openReading(database.config);
    const started = performance.now();
    const { streams } = await reading.open.discover();
    expect(streams).toHaveLength(20_000);
    expect(streams.every((stream) => stream.columns.length === 2)).toBe(true);
    expect(performance.now() - started).toBeLessThan(30_000);
  }, 240_000);

  it("reads the names in a text array", () => {
    expect(parseNames('{id,"Tax %","say \\"hi\\"","back\\\\slash","a,b"}')).toEqual([
      "id",
      "Tax %",
      'say "hi"',
      "back\\slash",
      "a,b",
    ]);
  });
});
