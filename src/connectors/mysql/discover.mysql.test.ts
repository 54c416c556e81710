// Discovery in a real MariaDB: kinds, keys, notes, and names however odd.
import { afterAll, beforeAll, expect, it } from "vitest";
import { silentLog } from "../../kernel/log.ts";
import type { CatalogStream } from "../../model/catalog.ts";
import {
  describeMariadb,
  openMariadb,
  testMariadb,
  type MariadbDatabase,
} from "../../../test/support/mariadb.ts";
import { source } from "./source.ts";

let database: MariadbDatabase;

beforeAll(async () => {
  if (!testMariadb()) return;
  database = await openMariadb();
  for (const sql of [
    "create table keyed (b int, a int, c varchar(9) not null unique, primary key (a, b))",
    "create table uniques (a int unique, b int not null, c int not null, d varchar(20) not null, unique (b, c), unique (d), unique (b, c, d))",
    "create table prefixed (a varchar(200) not null, unique (a(10)))",
    "create table parts (id int primary key, k int) partition by hash (id) partitions 3",
    "create table versioned (id int primary key) with system versioning",
    "create sequence counter",
    "create table old (id int primary key) engine=myisam",
    "create view shown as select a, count(*) as n from keyed group by a",
    "create table gone (id int)",
    "create view broken as select * from gone",
    "drop table gone",
    "create table `Odd ``name` (`a.b` int primary key, `Größe` json)",
  ])
    await database.query(sql);
});
afterAll(async () => database?.[Symbol.asyncDispose]());

async function open(config: Record<string, unknown> = {}) {
  return await source.open(source.config.parse({ ...database.config, ...config }), {
    signal: new AbortController().signal,
    log: silentLog,
  });
}

describeMariadb("discovery", () => {
  it("finds tables, partitioned tables and views with their keys, and says what cannot be read", async () => {
    await using reader = await open();
    const { streams } = await reader.discover();
    const found = new Map(streams.map((stream) => [stream.name, stream]));
    expect([...found.keys()]).toEqual([
      "Odd `name",
      "broken",
      "keyed",
      "old",
      "parts",
      "prefixed",
      "shown",
      "uniques",
      "versioned",
    ]);
    const key = (name: string) => found.get(name)?.sourceDefinedPrimaryKey;
    expect(key("keyed")).toEqual([["a"], ["b"]]);
    expect(key("uniques")).toEqual([["d"]]);
    expect(key("prefixed")).toEqual([]);
    expect(key("Odd `name")).toEqual([["a.b"]]);
    const kind = (name: string) => found.get(name)?.kind;
    expect([kind("parts"), kind("shown"), kind("versioned")]).toEqual([
      "partitioned_table",
      "view",
      "table",
    ]);
    expect(found.get("broken")).toMatchObject({ syncModes: [], notes: [expect.any(String)] });
    expect(found.get("old")?.notes?.[0]).toContain("MyISAM has no snapshots");
    expect(
      found.get("Odd `name")?.columns.map(({ name, sourceType }) => [name, sourceType]),
    ).toEqual([
      ["a.b", "int(11)"],
      ["Größe", "json"],
    ]);
  });

  it("looks only at what was asked for, and at other databases where the config names them", async () => {
    await using reader = await open();
    const names = ({ streams }: { streams: readonly CatalogStream[] }) =>
      streams.map(({ name }) => name);
    expect(names(await reader.discover({ search: "KEYED" }))).toEqual(["keyed"]);
    expect(
      names(await reader.discover({ streams: [{ namespace: database.name, name: "parts" }] })),
    ).toEqual(["parts"]);
    expect((await reader.streamNames?.())?.map(({ name }) => name)).toEqual(
      names(await reader.discover()),
    );
    await using second = await openMariadb();
    await second.query("create table elsewhere (id int)");
    await using both = await open({ database: undefined, schemas: [second.name, database.name] });
    const namespaces = new Set((await both.discover()).streams.map(({ namespace }) => namespace));
    expect(namespaces).toEqual(new Set([database.name, second.name]));
    await using all = await open({ database: undefined });
    const everywhere = new Set((await all.discover()).streams.map(({ namespace }) => namespace));
    expect(everywhere.has(second.name)).toBe(true);
    expect(everywhere.has("mysql")).toBe(false);
  });
});

describeMariadb("columns that cannot be a cursor", () => {
  it("are those whose texts have another order than their values", async () => {
    await database.query(
      "create table orders (id int primary key, e enum('z','a'), s set('z','a'), big decimal(60,2), j json, shape point, ip inet6, small decimal(9,2), t text, v varchar(3), y year, d datetime, span time, bits bit(9))",
    );
    await using reader = await open();
    const { streams } = await reader.discover();
    const columns = streams.find(({ name }) => name === "orders")?.columns ?? [];
    expect(columns.filter(({ unordered }) => unordered).map(({ name }) => name)).toEqual([
      "e",
      "s",
      "big",
      "j",
      "shape",
      "ip",
    ]);
  });
});
