// Comparing a real MariaDB with a real DuckDB file: its digests agree with those of the table for every type, rows of what
// differs are picked by key and by bucket, and a repair leaves the two equal.
import { expect, it } from "vitest";
import { describeMariadb, startMariadb } from "../../../test/support/mariadb.ts";
import { expectEqual } from "./testing/expect-equal.ts";
import { openMysqlWorld } from "./testing/mysql-world.ts";

const none = { changed: 0, missing: 0, extra: 0, duplicate: 0 };

const orders = [
  `create table orders (id int primary key, customer text, amount decimal(12,2), note text, updated_at timestamp(6) not null)`,
  `insert into orders select seq, concat('c', seq % 17), seq / 7, case when seq % 5 = 0 then null when seq % 5 = 1 then '' else concat('n', seq) end,
     timestamp '2024-01-01 00:00:00' + interval seq second from seq_1_to_3000`,
] as const;
const history = { mode: "incremental_deduped_history", cursor: ["updated_at"] } as const;

describeMariadb("verify: a MariaDB source", () => {
  it("is equal after a sync, by digests alone, without reading a row", async () => {
    await using world = await openMysqlWorld();
    for (const sql of orders) await world.database.query(sql);
    await world.sync("orders");
    const { stream, verification } = await world.verify("orders");
    expect(stream).toMatchObject({
      status: "equal",
      method: "digests",
      sourceRows: 3000,
      tableRows: 3000,
      readRows: 0,
      differences: none,
      key: ["id"],
    });
    expect(stream.buckets?.differing).toBe(0);
    expect(verification).toMatchObject({ status: "equal", exit: 0, repair: null });
  });

  it("finds one changed value, one missing, one extra and one doubled row, and repairs exactly these", async () => {
    await using world = await openMysqlWorld();
    for (const sql of orders) await world.database.query(sql);
    await world.sync("orders");
    await world.warehouse(
      "update orders set amount = amount + 0.01, note = 'x' where id = 7",
      "delete from orders where id = 8",
      "insert into orders by name (select * replace (100001 as id, 999999999 as _revos_id) from orders where id = 9)",
      "insert into orders by name (select * replace (999999998 as _revos_id) from orders where id = 10)",
    );
    const before = await world.warehouse("select _revos_id from orders where id = 11");
    const { stream, verification } = await world.verify("orders");
    expect(stream.differences).toEqual({ changed: 1, missing: 1, extra: 1, duplicate: 1 });
    expect(stream.columns).toEqual([
      { column: "amount", rows: 1 },
      { column: "note", rows: 1 },
    ]);
    expect(stream.readRows).toBeLessThan(2000);
    expect(verification).toMatchObject({ status: "different", exit: 10 });
    const repaired = await world.verify("orders", {}, { repair: true });
    expect(repaired.run).toMatchObject({ lane: "repair", status: "ok", balanced: true });
    expect(repaired.run?.streams[0]).toMatchObject({ read: 3, written: 3 });
    expect(repaired.verification).toMatchObject({ status: "equal", exit: 0 });
    expect(await world.warehouse("select _revos_id from orders where id = 11")).toEqual(before);
  });

  it("compares rows without a key as a multiset", async () => {
    await using world = await openMysqlWorld();
    await world.database.query("create table log (a int, b text)");
    await world.database.query(
      "insert into log select seq % 50, concat('t', seq % 10) from seq_1_to_1000",
    );
    await world.database.query("insert into log values (null, null), (null, null), (null, '')");
    await world.sync("log");
    expect((await world.verify("log")).stream).toMatchObject({
      status: "equal",
      key: [],
      readRows: 0,
    });
    await world.warehouse(
      "delete from log where _revos_id = (select min(_revos_id) from log where a is null and b is null)",
      "insert into log by name (select * replace (77777778 as _revos_id, 'other' as b) from log where a = 4 limit 1)",
    );
    const { stream } = await world.verify("log");
    expect(stream.differences).toEqual({ ...none, missing: 1, extra: 1 });
    expect((await world.verify("log", {}, { repair: true })).verification.status).toBe("equal");
  });

  it("explains what was written since, and finds a change that did not move the cursor", async () => {
    await using world = await openMysqlWorld();
    for (const sql of orders) await world.database.query(sql);
    await world.sync("orders", history);
    await expectEqual(await world.plan("orders", history), world.deps);
    await world.database.query("insert into orders values (9001, 'new', 1, null, '2030-01-01')");
    await world.database.query("update orders set note = 'silent' where id = 3000");
    await world.database.query("delete from orders where id in (4, 5)");
    const { stream } = await world.verify("orders", history);
    expect(stream.differences).toEqual({ ...none, changed: 1, extra: 2 });
    expect(stream.explained.inFlight).toBe(1);
    expect((await world.verify("orders", history, { repair: true })).verification.status).toBe(
      "equal",
    );
  });

  it("looks up rows in quarantine that no calendar can hold", async () => {
    await using world = await openMysqlWorld();
    await world.database.query("set session sql_mode = ''");
    await world.database.query("create table t (id int primary key, d date)");
    await world.database.query("insert into t values (1, '2024-01-01'), (2, '0000-00-00')");
    await world.sync("t");
    const { stream } = await world.verify("t");
    expect(stream).toMatchObject({ status: "equal", differences: none });
    expect(stream.explained).toMatchObject({ quarantined: 1 });
  });

  it("is right about a row that the server cannot join, being longer than a packet may be", async () => {
    await using server = await startMariadb({ settings: ["--max-allowed-packet=1M"] });
    await using world = await openMysqlWorld({}, server);
    await world.database.query("create table t (id int primary key, a longtext, b longtext)");
    await world.database.query("insert into t values (1, 'x', 'y'), (2, null, null)");
    await world.database.query(
      "update t set a = repeat('a', 600000), b = repeat('b', 600000) where id = 1",
    );
    await world.sync("t");
    expect((await world.verify("t")).stream).toMatchObject({ status: "equal", readRows: 1 });
  });
});

/** Type, values as MariaDB literals, and the change in the table that must be found (SQL of DuckDB). */
const types: readonly (readonly [string, readonly string[], string])[] = [
  ["bit(1)", ["b'1'", "b'0'", "null"], "not v"],
  ["tinyint", ["127", "-128", "null"], "v - 1"],
  ["tinyint unsigned", ["255", "0"], "v - 1"],
  ["smallint unsigned", ["65535", "0"], "v - 1"],
  ["mediumint", ["8388607", "-8388608"], "v - 1"],
  ["int(8) zerofill", ["42", "0", "null"], "v + 1"],
  ["bigint", ["9223372036854775807", "-9223372036854775808"], "0"],
  ["bigint unsigned", ["18446744073709551615", "0"], "1"],
  ["year", ["2024", "0", "1901", "null"], "v - 1"],
  ["bit(12)", ["b'101'", "4095", "0", "null"], "v + 1"],
  ["bit(64)", ["18446744073709551615", "0"], "1"],
  ["float", ["1.5", "0.1", "1.83203125", "16777216", "1e-30", "3.4e38", "-0.000001", "null"], "2"],
  [
    "double",
    [
      "0.1",
      "1e300",
      "5e-324",
      "1e15",
      "123456789012345680",
      "0.30000000000000004",
      "-0.00001234",
      "0.0001",
      "100000000000000",
      "999999999999999.9",
      "-1e-5",
      "1e22",
      "0",
      "null",
    ],
    "2",
  ],
  ["decimal(12,2)", ["7.5", "0", "-0.01", "9999999999.99", "null"], "v + 0.01"],
  ["decimal(8,2) unsigned zerofill", ["7.5", "0", "null"], "v + 0.01"],
  ["decimal(30,10)", ["12345678901234567890.0123456789", "-1"], "v + 0.0000000001"],
  ["decimal(65,30)", ["1.5", "-0.000000000000000000000000000001", "null"], "'1.6'"],
  ["varchar(40)", ["'é漢字😀'", "''", "null", "' trailing '", "'-'"], "v || ' '"],
  ["varchar(40) character set latin1", ["'é'", "'a'"], "'e'"],
  ["text collate utf8mb4_bin", ["'a\\x1fb'", "char(1)", "'A'"], "'b'"],
  ["char(5)", ["'ab'", "''", "'abcde'"], "v || ' '"],
  ["enum('a','B c','é')", ["'é'", "'a'", "null"], "'a'"],
  ["set('x','y','z')", ["'x,z'", "''", "null"], "'x'"],
  ["binary(4)", ["x'00ff10'", "null"], "'\\x01'::blob"],
  ["longblob", ["x'00ff10'", "''", "null"], "'\\x01'::blob"],
  ["uuid", ["'00000000-0000-0000-0000-000000000000'", "uuid()"], "uuid()"],
  ["inet6", ["'::1'", "'fe80::1'", "null"], "'::2'"],
  ["json", ['\'{"a": 1.0, "b": [null, "x"]}\'', "'[]'", "'null'", "null"], "'{}'::json"],
  ["date", ["'2024-02-29'", "'9999-12-31'", "'0001-01-01'", "null"], "date '2024-02-28'"],
  [
    "time(6)",
    ["'-00:00:00.5'", "'838:59:59'", "'-838:59:59.999999'", "'12:30:00.25'", "null"],
    "interval 1 hour",
  ],
  ["time", ["'12:30:00'", "'-01:00:00'"], "interval 1 hour"],
  ["datetime", ["'2024-01-01 00:00:00'", "'2024-02-29 12:34:50'"], "v + interval 1 second"],
  [
    "datetime(6)",
    ["'2024-02-29 12:34:56.789012'", "'2024-01-01 00:00:00.1'", "'1000-01-01'", "null"],
    "v + interval 1 microsecond",
  ],
  [
    "timestamp(3) null",
    ["'2024-02-29 12:34:56.789'", "'2024-01-01 00:00:10'", "null"],
    "v + interval 1 millisecond",
  ],
  ["point", ["point(1.5, -2)", "null"], "'POINT(1 2)'"],
];

describeMariadb("verify: types of MariaDB", () => {
  it.each(types)(
    "%s agrees by digests, and its smallest change is found",
    async (type, values, change) => {
      await using world = await openMysqlWorld();
      await world.database.query("set names utf8mb4");
      await world.database.query("set session sql_mode = ''");
      await world.database.query(`create table t (id int primary key, v ${type})`);
      for (const [id, value] of values.entries())
        await world.database.query(`insert into t values (${id}, ${value})`);
      expect((await world.sync("t")).streams[0]).toMatchObject({ published: true, quarantined: 0 });
      expect((await world.verify("t")).stream).toMatchObject({
        status: "equal",
        method: "digests",
        readRows: 0,
      });
      await world.warehouse(`update t set v = ${change} where id = 0`);
      const { stream } = await world.verify("t");
      expect(stream.differences).toEqual({ ...none, changed: 1 });
      expect(stream.columns).toEqual([{ column: "v", rows: 1 }]);
    },
  );

  it.each([
    ["a text that ignores case", "varchar(20)", ["'a'", "'B'", "''", "'é'", "'a''\\\\b'"]],
    ["a text of latin1", "varchar(20) character set latin1", ["'a'", "'é'"]],
    ["a text with letters of its own", "varchar(20) collate utf8mb4_bin", ["'a'", "'A'", "'😀'"]],
    ["an unsigned number", "bigint unsigned", ["18446744073709551615", "0"]],
    ["a year", "year", ["2024", "0"]],
    ["some bits", "bit(9)", ["3", "0"]],
    ["a float", "double", ["0.1", "1e22", "-5.5"]],
    ["a single", "float", ["0.1", "1.5"]],
    ["bytes", "varbinary(9)", ["x'00'", "x'ff27'"]],
    ["a decimal", "decimal(20,5)", ["1.5", "-2"]],
    ["a moment", "datetime(6)", ["'2024-01-01 00:00:00.000001'", "'1000-01-01'"]],
    ["a duration", "time(6)", ["'-00:00:00.5'", "'100:00:00'"]],
    [
      "a uuid",
      "uuid",
      ["'00000000-0000-0000-0000-000000000000'", "'10000000-0000-1000-8000-00000000000a'"],
    ],
    ["a choice", "enum('a','b')", ["'a'", "'b'"]],
  ] as const)("a key that is %s finds and repairs its rows", async (_, type, keys) => {
    await using world = await openMysqlWorld();
    await world.database.query("set names utf8mb4");
    await world.database.query(`create table t (k ${type} primary key, v int)`);
    for (const [n, key] of keys.entries())
      await world.database.query(`insert into t values (${key}, ${n})`);
    await world.sync("t");
    expect((await world.verify("t")).stream).toMatchObject({ status: "equal", readRows: 0 });
    await world.warehouse("update t set v = v + 100", "delete from t where v = 100");
    const repaired = await world.verify("t", {}, { repair: true });
    expect(repaired.verification.repaired).toMatchObject({
      inserted: keys.length,
      removed: keys.length - 1,
    });
    expect(repaired.stream).toMatchObject({ status: "equal", differences: none });
  });

  it("a key of several columns, one of them a text with odd letters, and more columns than a join takes", async () => {
    await using world = await openMysqlWorld();
    const more = Array.from({ length: 130 }, (_, i) => `c${i} int default ${i}`);
    await world.database.query(
      `create table t (a int, \`b "x>=\` varchar(40), _k0 int, ${more.join(", ")}, primary key (a, \`b "x>=\`))`,
    );
    await world.database.query(
      "insert into t (a, `b \"x>=`, _k0) select seq % 7, concat('k''', seq), seq from seq_1_to_500",
    );
    await world.sync("t");
    expect((await world.verify("t")).stream).toMatchObject({ status: "equal", readRows: 0 });
    await world.warehouse("delete from t where _k0 in (3, 4)");
    const { stream } = await world.verify("t");
    expect(stream.differences).toEqual({ ...none, missing: 2 });
    expect((await world.verify("t", {}, { repair: true })).stream.status).toBe("equal");
  });
});
