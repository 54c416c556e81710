// The Postgres source against real servers: rows and segments, one snapshot, `where`, and what goes wrong while reading.
import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { openDatabase, testClusters } from "../../../test/support/postgres.ts";
import { openReading } from "./testing/reading.ts";

describe.each(testClusters().map((cluster) => cluster.kind))("reading from %s", (kind) => {
  it("reads every row of a table once, with NULLs where they are", async () => {
    await using database = await openDatabase(kind);
    await database.query(
      "create table orders (id int primary key, amount numeric(12,2), note text, made timestamptz)",
    );
    await database.query(
      "insert into orders select g, case when g % 3 = 0 then null else g / 7.0 end, case when g % 5 = 0 then null else repeat('x', g % 90) end, timestamptz '2024-01-31 20:00:00.123456+00' + g * interval '1 hour' from generate_series(1, 10000) g",
    );
    await using reading = await openReading(database.config);
    const { rows, segments } = await reading.rows(
      "orders",
      "select count(*)::int, sum(amount)::varchar, sum(length(note))::int, max(made)::varchar, count(amount)::int from typed",
    );
    const [expected] = await database.query(
      "select count(*)::int as a, sum(amount)::text as b, sum(length(note))::int as c, max(made at time zone 'UTC')::text || '+00' as d, count(amount)::int as e from orders",
    );
    expect(rows).toEqual([Object.values(expected!)]);
    expect(segments.map((segment) => segment.rows)).toEqual([10000]);
  });

  it("ends segments by rows and by bytes, wherever the edge falls", async () => {
    await using database = await openDatabase(kind);
    await database.query("create table wide (id int primary key, v text)");
    await database.query(
      "insert into wide select g, repeat('x', 1000) from generate_series(1, 1000) g",
    );
    await using reading = await openReading(database.config);
    const sizes = async (segmentRows: number, segmentBytes: number): Promise<number[]> => {
      const { rows, segments } = await reading.rows(
        "wide",
        "select count(distinct id)::int from typed",
        { segmentRows, segmentBytes },
      );
      expect(rows).toEqual([[1000]]);
      expect(segments.reduce((sum, segment) => sum + segment.rows, 0)).toBe(1000);
      return segments.map((segment) => segment.rows);
    };
    expect(await sizes(1000, 1e9)).toEqual([1000]);
    expect(await sizes(999, 1e9)).toEqual([999, 1]);
    expect(await sizes(500, 1e9)).toEqual([500, 500]);
    expect((await sizes(1e6, 101_200))[0]).toBe(100);
    expect(await sizes(1, 1e9)).toHaveLength(1000);
  });

  it("reads huge values and very wide rows without losing one", async () => {
    await using database = await openDatabase(kind);
    await database.query("create table huge (id int primary key, a text, b bytea, c text)");
    await database.query(
      "insert into huge select g, repeat(chr(96 + g), case when g % 3 = 0 then 5000000 else 10 end), case when g = 4 then decode(repeat('ff', 3000000), 'hex') end, 'end' from generate_series(1, 9) g",
    );
    await database.query(
      `create table broad (${Array.from({ length: 1600 }, (_, i) => `c${i} ${["int", "text", "numeric(12,2)", "timestamptz", "boolean"][i % 5]}`).join(", ")})`,
    );
    await database.query(
      `insert into broad (c0, c1, c2, c1599) select g, repeat('é', g % 7), g / 4.0, g % 2 = 0 from generate_series(1, 3000) g`,
    );
    await using reading = await openReading(database.config);
    const huge = await reading.rows(
      "huge",
      "select id, length(a)::int, octet_length(b)::int, c from typed order by id",
    );
    expect(huge.rows).toEqual(
      Array.from({ length: 9 }, (_, i) => [
        i + 1,
        (i + 1) % 3 === 0 ? 5_000_000 : 10,
        i + 1 === 4 ? 3_000_000 : null,
        "end",
      ]),
    );
    const broad = await reading.rows(
      "broad",
      "select count(*)::int, sum(c0)::int, sum(length(c1))::int, sum(c2)::varchar, count(c3)::int, count(c1599)::int from typed",
    );
    expect(broad.rows).toEqual([[3000, 4501500, 8998, "1125375.00", 0, 3000]]);
    expect(broad.segments.length).toBeGreaterThan(0);
  });

  it("sees one moment in all reads of one open source, also when they run at once", async () => {
    await using database = await openDatabase(kind);
    await database.query("create table a (id int); create table b (id int)");
    await database.query(
      "insert into a select generate_series(1, 5000); insert into b select generate_series(1, 5000)",
    );
    await using reading = await openReading(database.config);
    const first = (await reading.segments("a", { segmentRows: 100 }))[Symbol.asyncIterator]();
    await first.next();
    await database.query(
      "insert into a values (5001); insert into b values (5001); delete from b where id < 100",
    );
    const second = await reading.rows("b", "select count(*)::int, max(id)::int from typed");
    expect(second.rows).toEqual([[5000, 5000]]);
    let rest = 100;
    for (let next = await first.next(); !next.done; next = await first.next())
      rest += next.value.rows;
    expect(rest).toBe(5000);
  });

  it("waits while nobody pulls, stops when the iteration ends early, and reads on in the same session", async () => {
    await using database = await openDatabase(kind);
    await database.query("create table many (id int, v text)");
    await database.query(
      "insert into many select g, repeat('x', 200) from generate_series(1, 200000) g",
    );
    await using reading = await openReading(database.config);
    let seen = 0;
    for await (const segment of await reading.segments("many", { segmentRows: 1000 })) {
      seen += segment.rows;
      const before = process.memoryUsage().rss;
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(process.memoryUsage().rss - before).toBeLessThan(20 * 1024 * 1024);
      break;
    }
    expect(seen).toBe(1000);
    expect((await reading.rows("many", "select count(*)::int from typed")).rows).toEqual([
      [200000],
    ]);
    const busy = await database.query(
      "select count(*)::int as n from pg_stat_activity where application_name = 'revos' and datname = current_database()",
    );
    expect(busy).toEqual([{ n: 1 }]);
  });

  it("lets no request to end one statement end the next, however late it arrives", async () => {
    await using database = await openDatabase(kind);
    await database.query("create table few as select g as id from generate_series(1, 3000) g");
    await database.query("create view slow as select 1 as id, pg_sleep(0.6)::text as v");
    const { host, port } = database.config;
    const late = createServer({ allowHalfOpen: true }, (inner) => {
      const outer = connect(`${host}/.s.PGSQL.${port}`);
      for (const socket of [inner, outer]) socket.on("error", () => {});
      inner.once("data", (first: Buffer) => {
        const isCancel = first.readInt32BE(4) === 80_877_102;
        inner.pause();
        setTimeout(
          () => {
            outer.write(first);
            if (inner.readableEnded) outer.end();
            else inner.pipe(outer);
          },
          isCancel ? 300 : 0,
        );
      });
      outer.pipe(inner);
    }).listen(0, "127.0.0.1");
    await once(late, "listening");
    const through = { host: "127.0.0.1", port: (late.address() as AddressInfo).port };
    try {
      await using reading = await openReading({ ...database.config, ...through });
      for await (const segment of await reading.segments("few", { segmentRows: 1000 })) {
        expect(segment.rows).toBe(1000);
        break;
      }
      expect((await reading.rows("slow", "select count(*)::int from typed")).rows).toEqual([[1]]);
    } finally {
      late.close();
    }
  });

  it("leaves no session behind once it is closed", async () => {
    await using database = await openDatabase(kind);
    await database.query("create table t (id int)");
    {
      await using reading = await openReading(database.config);
      await reading.rows("t", "select 1");
    }
    await expect
      .poll(() =>
        database.query(
          "select count(*)::int as n from pg_stat_activity where application_name = 'revos' and datname = current_database()",
        ),
      )
      .toEqual([{ n: 0 }]);
  });

  it("stops on abort, within moments, and the server stops working too", async () => {
    await using database = await openDatabase(kind);
    await database.query(
      "create view slow as select g as id, pg_sleep(case when g > 100 then 30 else 0 end)::text as v from generate_series(1, 200) g",
    );
    await using reading = await openReading(database.config);
    const stop = new AbortController();
    const started = performance.now();
    setTimeout(() => stop.abort(), 300);
    await expect(reading.rows("slow", "select 1", { signal: stop.signal })).rejects.toMatchObject({
      name: expect.stringMatching(/Abort/),
    });
    expect(performance.now() - started).toBeLessThan(5000);
    await expect
      .poll(() =>
        database.query(
          "select count(*)::int as n from pg_stat_activity where application_name = 'revos' and state = 'active' and datname = current_database()",
        ),
      )
      .toEqual([{ n: 0 }]);
    // The same session goes on: the snapshot is not lost to a read that was stopped.
    const { rows } = await reading.rows("slow", "select count(*)::int from typed", {
      where: "id <= 100",
    });
    expect(rows).toEqual([[100]]);
    expect(
      await database.query(
        "select count(*)::int as n from pg_stat_activity where application_name = 'revos' and datname = current_database()",
      ),
    ).toEqual([{ n: 1 }]);
  });

  it("calls a server that dies mid-read unreachable, and can read again after it", async () => {
    await using database = await openDatabase(kind);
    await database.query("create table many (id int, v text)");
    await database.query(
      "insert into many select g, repeat('x', 500) from generate_series(1, 100000) g",
    );
    await using reading = await openReading(database.config);
    const iterate = async (): Promise<void> => {
      let isFirst = true;
      for await (const _ of await reading.segments("many", { segmentRows: 1000 })) {
        if (isFirst)
          await database.query(
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'revos' and datname = current_database()",
          );
        isFirst = false;
      }
    };
    await expect(iterate()).rejects.toMatchObject({
      code: "source.unreachable",
      message: "Could not read stream public.many: the server ended the connection.",
    });
    expect((await reading.rows("many", "select count(*)::int from typed")).rows).toEqual([
      [100000],
    ]);
  });

  it("names what is gone: table, column, type, rights; and a table emptied after the snapshot", async () => {
    await using database = await openDatabase(kind);
    await database.query(
      "create table gone (id int); create table lost (id int, v text); create table retyped (id int, v int); create table emptied (id int)",
    );
    await database.query("insert into emptied values (1)");
    await using reading = await openReading(database.config);
    await reading.open.discover();
    for (const name of ["gone", "lost", "retyped", "emptied"]) await reading.find(name, "public");
    await database.query(
      "drop table gone; alter table lost drop column v; alter table retyped alter column v type text; truncate emptied",
    );
    await expect(reading.rows("gone", "select 1")).rejects.toMatchObject({
      code: "source.stream_not_found",
      where: { stream: "gone", namespace: "public" },
    });
    await expect(reading.rows("lost", "select 1")).rejects.toMatchObject({
      code: "source.schema_changed",
      message: 'Could not read stream public.lost: column "v" no longer exists.',
    });
    await expect(reading.rows("retyped", "select 1")).rejects.toMatchObject({
      code: "source.schema_changed",
      message: expect.stringContaining('column "v" is text now and was int32'),
    });
    await expect(reading.rows("emptied", "select 1")).rejects.toMatchObject({
      code: "source.schema_changed",
      message: expect.stringContaining("truncated or rewritten"),
    });
  });

  it("pushes where to the server and refuses one that is no condition, whatever it holds", async () => {
    await using database = await openDatabase(kind);
    await database.query("create table t (id int, v text)");
    await database.query("insert into t values (1, 'a'), (2, 'b'), (3, null)");
    await using reading = await openReading(database.config);
    const ids = async (where: string): Promise<unknown> =>
      (await reading.rows("t", "select id from typed order by id", { where })).rows;
    expect(await ids("id > 1 -- the first is a test")).toEqual([[2], [3]]);
    expect(await ids("v = 'a' or id = 3")).toEqual([[1], [3]]);
    for (const where of [
      "nonsense = 1",
      "1 = 1) union (select 1",
      "1 = 1) or (1 = 1",
      "true then 1 when true",
      "id >",
      "id; drop table t",
      "id",
    ]) {
      await expect(ids(where)).rejects.toMatchObject({ code: "config.value_invalid" });
    }
    await expect(ids("id = (select pg_catalog.setval('x', 1))")).rejects.toBeInstanceOf(Error);
    expect(await database.query("select count(*)::int as n from t")).toEqual([{ n: 3 }]);
  });
});
