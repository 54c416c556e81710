// Reads from a real MariaDB that others write to: cursors of every type, the fence, the snapshot, locks, stops and failures.
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestBench, type TestBench } from "../../connector/testing/bench.ts";
import { readOpen, toRequest, type ReadOptions } from "../../connector/testing/read-stream.ts";
import type { CursorRange, OpenSource } from "../../connector/source.ts";
import { silentLog } from "../../kernel/log.ts";
import { parseType } from "../../model/types.ts";
import {
  describeMariadb,
  openMariadb,
  startMariadb,
  testMariadb,
  type MariadbDatabase,
} from "../../../test/support/mariadb.ts";
import { source } from "./source.ts";

let database: MariadbDatabase;
let bench: TestBench;

beforeAll(async () => {
  if (!testMariadb()) return;
  database = await openMariadb();
  bench = await openTestBench();
});
afterAll(async () => {
  await database?.[Symbol.asyncDispose]();
  await bench?.[Symbol.asyncDispose]();
});

const open = (config: Record<string, unknown> = {}): Promise<OpenSource> =>
  source.open(source.config.parse({ ...database.config, ...config }), {
    signal: new AbortController().signal,
    log: silentLog,
  });

async function idsFrom(name: string, options: ReadOptions = {}): Promise<string[]> {
  await using reader = await open();
  const { good } = await readOpen(reader, bench, { name, namespace: database.name, ...options });
  return good.map(({ id }) => id ?? "").sort((a, b) => Number(a) - Number(b));
}

const cursorAt = (field: string, type: string, text: string, lookbackMs = 0): CursorRange => {
  const canonical = parseType(type)!;
  return { field: [field], type: canonical, from: toPosition(canonical, text), lookbackMs };
};
let toPosition: OpenSource["toPosition"];
beforeAll(async () => {
  if (!testMariadb()) return;
  await using reader = await open();
  toPosition = reader.toPosition.bind(reader);
});

describeMariadb("a cursor read", () => {
  it("is closed at its low end for every type, and always gives rows without a cursor", async () => {
    await database.query(`create table cur (id int primary key, i bigint unsigned, y year, b bit(9), n decimal(20,3), f float, d double,
      dt datetime(6), ts timestamp(6) null, da date, v varchar(20) collate utf8mb4_general_ci, x varbinary(9), u uuid, e enum('a','B','c'), tm time)`);
    await database.query(
      `insert into cur values
      (1, 5, 1970, 5, -1.5, 0.1, 0.1, '2024-01-01 00:00:00.000001', '2024-01-01 00:00:00.000001', '2024-01-01', 'B', x'00ff', '00000000-0000-1000-8000-000000000001', 'a', '-01:00:00'),
      (2, 18446744073709551615, 2000, 300, 0.7, 0.7, 0.7, '2024-01-01 00:00:00.000002', '2024-01-01 00:00:00.000002', '2024-01-02', 'a', x'0100', '10000000-0000-1000-8000-000000000001', 'B', '00:00:00'),
      (3, 18446744073709551615, 2069, 511, 0.701, 0.70000005, 0.7000000000000001, '2024-01-01 00:00:00.000003', '2024-01-01 00:00:00.000003', '2024-01-03', 'é ', x'0101', 'f0000000-0000-1000-8000-000000000001', 'c', '900:00:00'),
      (4, null, null, null, null, null, null, null, null, null, null, null, null, null, null)`.replace(
        "900:",
        "800:",
      ),
    );
    const from = (field: string, type: string, text: string) =>
      idsFrom("cur", { cursor: cursorAt(field, type, text) });
    expect(await from("i", "uint64", "18446744073709551615")).toEqual(["2", "3", "4"]);
    expect(await from("y", "int16", "2000")).toEqual(["2", "3", "4"]);
    expect(await from("y", "int16", "50")).toEqual(["1", "2", "3", "4"]);
    expect(await from("b", "int64", "300")).toEqual(["2", "3", "4"]);
    expect(await from("n", "decimal(20,3)", "0.700")).toEqual(["2", "3", "4"]);
    expect(await from("f", "float32", "0.7")).toEqual(["2", "3", "4"]);
    expect(await from("f", "float32", "0.70000005")).toEqual(["3", "4"]);
    expect(await from("d", "float64", "0.7000000000000001")).toEqual(["3", "4"]);
    expect(await from("dt", "timestamp", "2024-01-01 00:00:00.000002")).toEqual(["2", "3", "4"]);
    expect(await from("ts", "timestamptz", "2024-01-01 00:00:00.000003+00")).toEqual(["3", "4"]);
    expect(await from("da", "date", "2024-01-02")).toEqual(["2", "3", "4"]);
    // Byte by byte, as positions sort: B (42) before a (61) before é (c3); the collation has a before B.
    expect(await from("v", "text", "a")).toEqual(["2", "3", "4"]);
    expect(await from("v", "text", "B")).toEqual(["1", "2", "3", "4"]);
    expect(await from("v", "text", "é")).toEqual(["3", "4"]);
    expect(await from("v", "text", "é  ")).toEqual(["4"]);
    expect(await from("x", "binary", "\\x0100")).toEqual(["2", "3", "4"]);
    expect(await from("u", "uuid", "10000000-0000-1000-8000-000000000001")).toEqual([
      "2",
      "3",
      "4",
    ]);
    expect(await from("e", "text", "a")).toEqual(["1", "3", "4"]);
    expect(await from("tm", "interval", "0 months 0 days 0 microseconds")).toHaveLength(4);
  });

  it("looks back from a time, and does not lose rows before the server's calendar", async () => {
    await database.query(
      "create table back (id int primary key, at datetime(6), ts timestamp(3) null)",
    );
    await database.query(
      "insert into back values (1, '2024-03-01 00:00:00', '2024-03-01 00:00:00'), (2, '2024-02-29 23:59:58.999999', '2024-02-29 23:59:58.999'), (3, '2024-02-29 23:59:59', '2024-02-29 23:59:59')",
    );
    const at = (text: string) =>
      idsFrom("back", { cursor: cursorAt("at", "timestamp", text, 1000) });
    expect(await at("2024-03-01 00:00:00")).toEqual(["1", "3"]);
    expect(await at("0001-01-01 00:00:00")).toEqual(["1", "2", "3"]);
    expect(
      await idsFrom("back", {
        cursor: cursorAt("ts", "timestamptz", "2024-03-01 00:00:00+00", 1001),
      }),
    ).toEqual(["1", "2", "3"]);
  });

  it("takes microseconds into the condition (B070)", async () => {
    await database.query("create table us (id int primary key, m datetime(6))");
    await database.query(
      "insert into us values (1,'2026-04-14 16:10:47.148758'),(2,'2026-04-14 16:10:47.900001')",
    );
    expect(
      await idsFrom("us", { cursor: cursorAt("m", "timestamp", "2026-04-14 16:10:46") }),
    ).toEqual(["1", "2"]);
  });

  it("may not pass a transaction that was open when its snapshot was taken (B067)", async () => {
    // A server of its own: what other tests have open would count as well.
    await using server = await startMariadb();
    await using own = await openMariadb(server);
    await own.query(
      "create table longtx (id int primary key, at timestamp(6) default now(6)) engine=innodb",
    );
    await using late = await own.open();
    await late.run("begin");
    await late.run("insert into longtx (id) values (1)");
    const [[written = ""] = []] = await late.query(
      "select date_format(at, '%Y-%m-%d %H:%i:%s.%f') from longtx",
    );
    await new Promise((resolve) => setTimeout(resolve, 3200));
    await using reader = await open(own.config);
    await own.query("insert into longtx (id) values (2)");
    const type = { kind: "timestamptz" } as const;
    const cursor = { field: ["at"], type };
    const { streams } = await reader.discover({ search: "longtx" });
    const fence = await reader.fence?.(cursor, streams[0]!);
    expect(fence! < reader.toPosition(type, `${written}+00`)).toBe(true);
    const plain = await reader.fence?.({ field: ["at"], type: { kind: "timestamp" } }, streams[0]!);
    expect(plain! < reader.toPosition({ kind: "timestamp" }, written ?? "")).toBe(true);
    expect(await reader.fence?.({ field: ["id"], type: { kind: "int32" } }, streams[0]!)).toBe(
      null,
    );
    await late.run("commit");
    // Nothing open: the fence is just below now, once the server's list of transactions (0.1 s old) has caught up.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await using again = await open(own.config);
    const [[now = ""] = []] = await own.query(
      "select date_format(utc_timestamp(6) - interval 1 second, '%Y-%m-%d %H:%i:%s.%f')",
    );
    const after = await again.fence?.(cursor, streams[0]!);
    expect(after! > reader.toPosition(type, `${written}+00`)).toBe(true);
    expect(after! < reader.toPosition(type, `${now}+00`)).toBe(true);
  });
});

describeMariadb("a snapshot", () => {
  it("is one moment for all streams, and survives a failed read", async () => {
    await database.query("create table one (id int primary key) engine=innodb");
    await database.query("create table two (id int primary key) engine=innodb");
    await database.query("insert into one values (1)");
    await database.query("insert into two values (1)");
    await using reader = await open();
    const at = (name: string) => ({ name, namespace: database.name });
    expect((await readOpen(reader, bench, at("one"))).good).toHaveLength(1);
    await database.query("insert into two values (2)");
    await expect(
      readOpen(reader, bench, { ...at("two"), where: "no_such_column = 1" }),
    ).rejects.toMatchObject({ code: "config.value_invalid" });
    expect((await readOpen(reader, bench, at("two"))).good).toEqual([{ id: "1" }]);
  });

  it.each([
    "1) or (1=1",
    "1 union select 1",
    "1; drop table one",
    "'open",
    "/* open",
    "id = ?",
    "1 into outfile '/tmp/x'",
  ])("is not left by the condition %s", async (where) => {
    await using reader = await open();
    const read = readOpen(reader, bench, { name: "one", namespace: database.name, where });
    await expect(read).rejects.toMatchObject({ code: "config.value_invalid" });
  });

  it("gives each row once, whatever the order of the key's collation and whoever writes meanwhile (B064)", async () => {
    await database.query(
      "create table ci (k varchar(20) collate utf8mb4_general_ci primary key, v int) engine=innodb",
    );
    const keys = ["a", "B", "_", "Z", "0", "é", "zz "];
    await database.query(`insert into ci values ${keys.map((key) => `('${key}', 1)`).join(", ")}`);
    await using reader = await open();
    const { streams } = await reader.discover({ search: "ci" });
    const stream = streams.find(({ name }) => name === "ci")!;
    const ctx = { signal: new AbortController().signal, log: silentLog, workbench: bench };
    const rows: Record<string, string | null>[] = [];
    let segments = 0;
    for await (const segment of reader.read(toRequest(stream, { segmentRows: 2 }), ctx)) {
      rows.push(...(await bench.land(segment)).rows);
      if (segments++ > 0) continue;
      await database.query("update ci set v = 2");
      await database.query("delete from ci where k in ('Z', '0')");
    }
    expect(rows.map(({ k }) => k).sort()).toEqual([...keys].sort());
    expect(new Set(rows.map(({ v }) => v))).toEqual(new Set(["1"]));
    expect(segments).toBeGreaterThan(2);
  });

  it("lets go of a table after its read, and refuses one that was altered or emptied since", async () => {
    await database.query("create table altered (id int primary key) engine=innodb");
    await database.query("insert into altered values (1)");
    await database.query("create table emptied (id int primary key) engine=innodb");
    await database.query("insert into emptied values (1)");
    await using reader = await open();
    const at = (name: string) => ({ name, namespace: database.name });
    expect((await readOpen(reader, bench, at("altered"))).good).toHaveLength(1);
    await using other = await database.open();
    await other.run("set session lock_wait_timeout = 2");
    await other.run(
      `alter table ${database.name}.altered add column v int default 7, algorithm=copy`,
    );
    await other.run(`truncate table ${database.name}.emptied`);
    const stream = (await reader.discover()).streams.find(({ name }) => name === "emptied");
    await expect(readOpen(reader, bench, at("altered"))).rejects.toMatchObject({
      code: "source.schema_changed",
    });
    await expect(
      readOpen(reader, bench, { ...at("emptied"), stream: () => stream! }),
    ).rejects.toMatchObject({ code: "source.schema_changed" });
  });

  it("names a column that is gone or has another type", async () => {
    await database.query("create table drifting (id int primary key, v int)");
    await database.query("insert into drifting values (1, 2)");
    await using reader = await open();
    const { streams } = await reader.discover({ search: "drifting" });
    await database.query("alter table drifting modify v bigint");
    const read = (stream = streams[0]!) =>
      readOpen(reader, bench, { name: "drifting", namespace: database.name, stream: () => stream });
    await expect(read()).rejects.toMatchObject({
      code: "source.schema_changed",
      message: `Could not read stream ${database.name}.drifting: column "v" is int64 now and was int32 when it was discovered.`,
    });
    await database.query("alter table drifting drop v");
    await expect(read()).rejects.toMatchObject({
      message: expect.stringContaining('"v" no longer exists'),
    });
  });

  it("gives its turn to the next read when one ends early, and ends the statement at the server", async () => {
    await database.query("create table many (id int primary key, v varchar(200)) engine=innodb");
    await database.query("insert into many select seq, repeat('x', 200) from seq_1_to_200000");
    await using reader = await open();
    const { streams } = await reader.discover({ search: "many" });
    const ctx = { signal: new AbortController().signal, log: silentLog, workbench: bench };
    const request = toRequest(streams[0]!, { segmentRows: 100 });
    const order: string[] = [];
    const first = (async () => {
      for await (const _ of reader.read(request, ctx)) {
        await new Promise((resolve) => setTimeout(resolve, 300));
        order.push("first");
        break;
      }
    })();
    const second = (async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      for await (const segment of reader.read({ ...request, where: "id <= 3" }, ctx))
        order.push(`second ${segment.rows}`);
    })();
    await Promise.all([first, second]);
    expect(order).toEqual(["first", "second 3"]);
    const running = await database.query(
      `select count(*) from information_schema.processlist where info like '%from \`${database.name}\`.\`many\`%' and id <> connection_id()`,
    );
    expect(running).toEqual([["0"]]);
  });

  it("holds back a server whose rows nobody pulls, in bounded memory", async () => {
    await using reader = await open();
    const { streams } = await reader.discover({ search: "many" });
    const ctx = { signal: new AbortController().signal, log: silentLog, workbench: bench };
    const iterator = reader
      .read(toRequest(streams[0]!, { segmentRows: 1000 }), ctx)
      [Symbol.asyncIterator]();
    await iterator.next();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const [[state = ""] = []] = await database.query(
      `select state from information_schema.processlist where command = 'Execute' and info like '%many%' and id <> connection_id()`,
    );
    expect(state).toMatch(/Writing to net|Sending data/);
    let rows = 1000;
    for (let next = await iterator.next(); !next.done; next = await iterator.next())
      rows += next.value.rows;
    expect(rows).toBe(200_000);
  });

  it("is lost with its session, which is said with a code that is tried again; the next read opens a new one", async () => {
    await using reader = await open();
    const { streams } = await reader.discover({ search: "many" });
    const ctx = { signal: new AbortController().signal, log: silentLog, workbench: bench };
    const request = toRequest(streams[0]!, { segmentRows: 1000 });
    const read = async () => {
      let rows = 0;
      for await (const segment of reader.read(request, ctx)) {
        rows += segment.rows;
        if (rows > 1000) continue;
        const ids = await database.query(
          `select id from information_schema.processlist where command = 'Execute' and info like '%many%' and id <> connection_id()`,
        );
        if (killing) for (const [id] of ids) await database.query(`kill ${id}`);
      }
      return rows;
    };
    let killing = true;
    await expect(read()).rejects.toMatchObject({ code: "source.unreachable" });
    killing = false;
    expect(await read()).toBe(200_000);
  });
});
