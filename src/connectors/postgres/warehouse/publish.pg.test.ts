// The Postgres warehouse by itself: what a refresh keeps of a table, who may write at a time, what a lost connection leaves,
// which rights are named, and what happens to held rows.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase, type TestDatabase } from "../../../../test/support/postgres.ts";
import { stage, type StageOptions } from "../../../connector/testing/destination-suite.ts";
import { openFaultProxy } from "../../../connector/testing/fault-proxy.ts";
import type { OpenDestination } from "../../../connector/destination.ts";
import { silentLog } from "../../../kernel/log.ts";
import { destination } from "../destination.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await openDatabase();
});
afterEach(async () => {
  await database[Symbol.asyncDispose]();
});

async function open(more: Record<string, unknown> = {}): Promise<OpenDestination> {
  return await destination.open(destination.config.parse({ ...database.config, ...more }), {
    signal: new AbortController().signal,
    log: silentLog,
    memoryBytes: 128 * 1024 * 1024,
    threads: 1,
  });
}

async function publish(
  to: OpenDestination,
  table: string,
  rows: readonly string[],
  options: StageOptions = {},
): Promise<void> {
  await to.publish(await stage(to, "public", table, rows, options));
}

const deduped = { mode: "incremental_deduped_history", key: ["id"], newer: ["seq"] } as const;
const one = async (sql: string): Promise<unknown> =>
  Object.values((await database.query(sql))[0] ?? {})[0];

describe("a full refresh", () => {
  it("keeps grants, comments and indexes of a table that nothing depends on", async () => {
    await using to = await open();
    await to.prepare(["public"]);
    await publish(to, "t", ["1, 'a', 1"]);
    await database.query("create role analyst_" + database.name);
    const role = `analyst_${database.name}`;
    await database.query(`grant select on t to ${role}`);
    await database.query("comment on table t is 'ours'; comment on column t.v is 'a letter'");
    await database.query(`create unique index "My Index" on t (id, lower(v)) where id > 0`);
    const before = await one("select 't'::regclass::oid::int");
    await publish(to, "t", ["2, 'b', 2"]);
    expect(await one("select 't'::regclass::oid::int")).not.toBe(before);
    expect(await database.query("select id, v from t")).toEqual([{ id: "2", v: "b" }]);
    expect(await one(`select has_table_privilege('${role}', 't', 'select')`)).toBe(true);
    expect(await one(`select has_table_privilege('${role}', 't', 'delete')`)).toBe(false);
    expect(
      await one(
        "select obj_description('t'::regclass) || ', ' || col_description('t'::regclass, 2)",
      ),
    ).toBe("ours, a letter");
    expect(await one(`select pg_get_indexdef('"My Index"'::regclass)`)).toBe(
      'CREATE UNIQUE INDEX "My Index" ON public.t USING btree (id, lower(v)) WHERE (id > 0)',
    );
    expect(await one("select count(*)::int from pg_class where relname like '\\_revos\\_%'")).toBe(
      0,
    );
    await database.query(`drop owned by ${role}; drop role ${role}`);
  });

  it("keeps the table itself where a view, a key or a trigger stands on it", async () => {
    await using to = await open();
    await to.prepare(["public"]);
    await publish(to, "t", ["1, 'a', 1"]);
    await database.query("create view letters as select v from t");
    const before = await one("select 't'::regclass::oid::int");
    await publish(to, "t", ["2, 'b', 2", "3, 'c', 3"]);
    expect(await one("select 't'::regclass::oid::int")).toBe(before);
    expect(await database.query("select v from letters order by v")).toEqual([
      { v: "b" },
      { v: "c" },
    ]);
    // Other columns: those a view reads stay, empty; the others follow the source.
    await publish(to, "t", ["4, 9"], { columns: "id bigint, extra int" });
    expect(await database.query("select id, v, extra from t")).toEqual([
      { id: "4", v: null, extra: 9 },
    ]);
    expect(await one("select count(*)::int from letters")).toBe(1);
    await expect(
      publish(to, "t", ["5, '{}', 5"], { columns: "id bigint, v json, extra int" }),
    ).rejects.toMatchObject({ code: "destination.in_use" });
    expect(await one("select count(*)::int from t where id = 4")).toBe(1);
  });

  it("does not wait for a reader for ever: it changes the rows under it, which the reader does not see", async () => {
    await using to = await open();
    await to.prepare(["public"]);
    await publish(to, "t", ["1, 'a', 1"]);
    await using reader = await openReader();
    await reader.query("begin isolation level repeatable read");
    expect((await reader.query("select id from t")).rows).toEqual([{ id: "1" }]);
    await publish(to, "t", ["2, 'b', 2"]);
    expect((await reader.query("select id from t")).rows).toEqual([{ id: "1" }]);
    await reader.query("commit");
    expect((await reader.query("select id from t")).rows).toEqual([{ id: "2" }]);
  }, 60_000);
});

async function openReader() {
  const { default: pg } = await import("pg");
  const client = new pg.Client(database.config);
  await client.connect();
  return {
    query: async (sql: string) => await client.query(sql),
    [Symbol.asyncDispose]: async () => await client.end(),
  };
}

describe("a merge", () => {
  it("finds rows by an index on the key, and gives it up for keys that no index holds", async () => {
    await using to = await open();
    await to.prepare(["public"]);
    const own = { ...deduped, key: ["v"] } as const;
    await publish(to, "t", ["1, 'a', 1"], own);
    expect(await one("select count(*)::int from pg_indexes where tablename = 't'")).toBe(1);
    await publish(to, "t", ["2, 'b', 2"], own);
    expect(await one("select count(*)::int from pg_indexes where tablename = 't'")).toBe(1);
    const long = `'${Array.from({ length: 4000 }, (_, i) => (i * 7919).toString(36)).join("")}'`;
    await publish(to, "t", [`3, ${long}, 3`], own);
    await publish(to, "t", [`4, ${long}, 4`], own);
    expect(await database.query("select id from t order by id")).toEqual([
      { id: "1" },
      { id: "2" },
      { id: "4" },
    ]);
  });
});

describe("who may write", () => {
  it("one run a table: the second is told the session that has it, and may when that is gone", async () => {
    const first = await open();
    await using second = await open();
    await first.claim?.([
      { schema: "public", table: "a" },
      { schema: "public", table: "b" },
    ]);
    await second.claim?.([{ schema: "public", table: "c" }]);
    const refused = await second
      .claim?.([
        { schema: "public", table: "b" },
        { schema: "public", table: "d" },
      ])
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: "destination.locked",
      data: { table: "public.b", isRevos: true, program: `revos ${process.pid}` },
    });
    await first[Symbol.asyncDispose]();
    await second.claim?.([{ schema: "public", table: "b" }]);
  });

  it("a marker that another run moved meanwhile stops the publish", async () => {
    await using to = await open();
    await to.prepare(["public"]);
    const made = await stage(to, "public", "t", ["1, 'a', 1"], { ...deduped, position: "p1" });
    await to.describe(made.target, made.marker.key);
    await using other = await open();
    await publish(other, "t", ["1, 'z', 9"], { ...deduped, position: "p9" });
    await expect(to.publish(made)).rejects.toMatchObject({ code: "destination.overtaken" });
    expect(await database.query("select v from t")).toEqual([{ v: "z" }]);
  });

  it("a table, or a view, that revos did not make is left alone", async () => {
    await using to = await open();
    await to.prepare(["public"]);
    await database.query("create table mine (a int); create view seen as select 1 as _revos_id");
    const made = await stage(to, "public", "x", []);
    for (const table of ["mine", "seen"])
      await expect(to.describe({ schema: "public", table }, made.marker.key)).rejects.toMatchObject(
        { code: "destination.table_taken" },
      );
  });

  it("a server or role that is read-only is told as that", async () => {
    await database.query(`alter database ${database.name} set default_transaction_read_only = on`);
    await using to = await open();
    await expect(to.prepare(["public"])).rejects.toMatchObject({ code: "destination.read_only" });
    const steps = [];
    for await (const step of to.check()) steps.push(step);
    expect(steps.at(-1)).toMatchObject({
      name: "rights",
      ok: false,
      code: "destination.read_only",
    });
  });

  it("a role without the right to make tables is told the grants it needs, and works with them", async () => {
    const role = `loader_${database.name}`;
    await database.query(`create role ${role} login; revoke create on schema public from public`);
    {
      await using to = await open({ user: role });
      const steps = [];
      for await (const step of to.check()) steps.push(step);
      expect(steps.at(-1)).toMatchObject({
        name: "rights",
        ok: false,
        code: "destination.permission_denied",
        advice: expect.stringContaining(`create schema "_revos" authorization "${role}";`),
      });
      await expect(to.prepare(["public"])).rejects.toMatchObject({
        code: "destination.permission_denied",
      });
    }
    await database.query(
      `create schema _revos authorization ${role}; create schema _revos_stage authorization ${role}; create schema _revos_kept authorization ${role}; grant usage, create on schema public to ${role}`,
    );
    await using to = await open({ user: role });
    await to.prepare(["public"]);
    await publish(to, "t", ["1, 'a', 1"]);
    await publish(to, "t", ["2, 'b', 2"], deduped);
    expect(await one("select count(*)::int from t")).toBe(2);
    await database.query(`drop owned by ${role} cascade; drop role ${role}`);
  });
});

describe("a connection that is lost", () => {
  const through = async () => {
    const { host, port } = database.cluster;
    const proxy = await openFaultProxy({ path: `${host}/.s.PGSQL.${port}` });
    const to = await open({ host: proxy.host, port: proxy.port, ssl: "disable" });
    return { proxy, to };
  };

  it("between two steps is opened again, with its locks", async () => {
    const { proxy, to } = await through();
    await using _proxy = proxy;
    await using _to = to;
    await to.prepare(["public"]);
    await to.claim?.([{ schema: "public", table: "t" }]);
    proxy.cutAfter(0);
    await publish(to, "t", ["1, 'a', 1"]);
    await using second = await open();
    await expect(second.claim?.([{ schema: "public", table: "t" }])).rejects.toMatchObject({
      code: "destination.locked",
    });
  });

  it.each([0, 40, 120, 400, 900, 1700, 2500, "COMMIT", "COPY 2"])(
    "cut at %s of a publish leaves each row once, and the books say so once",
    async (at) => {
      const { proxy, to } = await through();
      await using _proxy = proxy;
      await using _to = to;
      await to.prepare(["public"]);
      await publish(to, "t", ["1, 'a', 1"], { mode: "incremental_append", position: "p1" });
      const next = await stage(to, "public", "t", ["2, 'b', 2", "3, 'c', 3"], {
        mode: "incremental_append",
        position: "p2",
      });
      await to.describe(next.target, next.marker.key);
      if (typeof at === "string") proxy.cutOn(at);
      else proxy.cutAfter(at);
      await to.publish(next);
      expect(await database.query("select id from t order by id")).toEqual([
        { id: "1" },
        { id: "2" },
        { id: "3" },
      ]);
      expect(await one("select count(*)::int from _revos.ledger")).toBe(2);
      expect(await one("select position from _revos.positions")).toBe("p2");
    },
  );
});

describe("held stages", () => {
  it("are kept for seven days and then go", async () => {
    await using to = await open();
    await to.prepare(["public"]);
    const made = await stage(to, "public", "t", ["1, 'a', 1"]);
    const held = await to.hold({
      ...made,
      ledger: { ...made.ledger, published: false, endedAt: new Date().toISOString() },
    });
    await to.prepare(["public"]);
    expect(await one(`select count(*)::int from "${held.schema}"."${held.table}"`)).toBe(1);
    const old = new Date(Date.now() - 8 * 86_400_000).toISOString();
    await database.query(
      `comment on table "${held.schema}"."${held.table}" is 'held at ${old}'; create table _revos_stage.mine (a int)`,
    );
    await to.prepare(["public"]);
    expect(
      await database.query(
        "select relname from pg_class where relnamespace = '_revos_stage'::regnamespace",
      ),
    ).toEqual([{ relname: "mine" }]);
  });
});
