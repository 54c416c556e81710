// The Postgres source against real servers: rows, segments, cursors, filters and privacy, and what goes wrong while reading.
import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openDatabase, testClusters } from "../../../test/support/postgres.ts";
import type { Segment } from "../../connector/segment.ts";
import type { CursorRange } from "../../connector/source.ts";
import type { CanonicalType } from "../../model/types.ts";
import { openReading } from "./testing/reading.ts";

const sha = (text: string): string => createHash("sha256").update(text).digest("hex");

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

describe("a cursor read", () => {
  const types: readonly [string, CanonicalType, fc.Arbitrary<string>][] = [
    [
      "timestamptz",
      { kind: "timestamptz" },
      fc
        .date({ min: new Date("1900-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
        .map((date) => date.toISOString().replace("T", " ").replace("Z", "+00")),
    ],
    [
      "date",
      { kind: "date" },
      fc
        .date({ min: new Date("1900-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10)),
    ],
    ["bigint", { kind: "int64" }, fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }).map(String)],
    [
      "numeric",
      { kind: "number" },
      fc.tuple(fc.integer(), fc.nat(9999)).map(([a, b]) => `${a}.${b}`),
    ],
    ["float4", { kind: "float32" }, fc.float({ noNaN: true }).map(String)],
    ["float8", { kind: "float64" }, fc.double({ noNaN: true }).map(String)],
    [
      "text",
      { kind: "text" },
      fc.string({ unit: "grapheme", maxLength: 5 }).map((text) => text.replaceAll("\0", "")),
    ],
    ["uuid", { kind: "uuid" }, fc.uuid()],
  ];
  it.each(types)(
    "on %s starts at the saved value, includes equal ones and NULLs, and positions sort as the server does",
    async (sql, type, texts) => {
      await using database = await openDatabase();
      const values = fc.sample(texts, 60);
      await database.query(`create table c (n int, v ${sql})`);
      await database.query(
        `insert into c select ordinality, x::${sql} from unnest($1::text[]) with ordinality u(x, ordinality)`,
        [values],
      );
      await database.query("insert into c values (1000, null)");
      const order = sql === "text" ? `c.v collate "C"` : "c.v";
      const sorted = await database.query<{ n: string; v: string }>(
        `select n, v::text as v from c where v is not null order by ${order}, n`,
      );
      await using reading = await openReading({ ...database.config });
      const positions = sorted.map(({ v }) => reading.open.toPosition(type, v));
      for (let i = 1; i < positions.length; i++)
        expect(positions[i]! >= positions[i - 1]!).toBe(true);
      for (const i of [0, 30, 59]) {
        const low = sorted[i]!;
        const cursor: CursorRange = { field: ["v"], type, from: positions[i]!, lookbackMs: 0 };
        const { rows } = await reading.rows("c", "select n from typed order by n", { cursor });
        const expected = await database.query(
          `select n from c where v is null or ${order} >= (select v from c where n = ${low.n}) order by n`,
        );
        expect(rows.map(([n]) => n)).toEqual(expected.map(({ n }) => n));
      }
    },
  );

  it("looks back by the time asked for, and needs no low end", async () => {
    await using database = await openDatabase();
    await database.query("create table c (id int, made timestamptz)");
    await database.query(
      "insert into c values (1, '2024-01-01 10:00+00'), (2, '2024-01-01 11:00+00'), (3, '2024-01-01 12:00+00'), (4, null)",
    );
    await using reading = await openReading(database.config);
    const type = { kind: "timestamptz" } as const;
    const from = reading.open.toPosition(type, "2024-01-01 12:00:00+00");
    const ids = async (cursor: CursorRange): Promise<unknown> =>
      (await reading.rows("c", "select id from typed order by id", { cursor })).rows.flat();
    expect(await ids({ field: ["made"], type, from, lookbackMs: 0 })).toEqual([3, 4]);
    expect(await ids({ field: ["made"], type, from, lookbackMs: 3_600_000 })).toEqual([2, 3, 4]);
    expect(await ids({ field: ["made"], type, from: null, lookbackMs: 0 })).toEqual([1, 2, 3, 4]);
  });

  it("writes the saved text into SQL safely", async () => {
    await using database = await openDatabase();
    await database.query("create table c (v text)");
    const nasty = ["'; drop table c; --", "back\\'slash", "E'\\047", "$$", "a''b", "\\"];
    for (const text of nasty) await database.query("insert into c values ($1)", [text]);
    await using reading = await openReading(database.config);
    const type = { kind: "text" } as const;
    for (const text of nasty) {
      const cursor = {
        field: ["v"],
        type,
        from: reading.open.toPosition(type, text),
        lookbackMs: 0,
      };
      const { rows } = await reading.rows("c", "select v from typed", { cursor });
      expect(rows.flat().sort()).toEqual(
        nasty.filter((other) => Buffer.compare(Buffer.from(other), Buffer.from(text)) >= 0).sort(),
      );
    }
  });
});

describe("the fence of a cursor read", () => {
  it("lies below the rows of transactions that were open when the snapshot was taken (B067)", async () => {
    await using database = await openDatabase();
    await database.query(
      "create table longtx (id int primary key, updated_at timestamptz not null default now(), wall timestamp not null default now())",
    );
    const { default: pg } = await import("pg");
    const slow = new pg.Client(database.config);
    await slow.connect();
    await slow.query("begin");
    await slow.query("insert into longtx (id) values (1)");
    await new Promise((resolve) => setTimeout(resolve, 20));
    await database.query("insert into longtx (id) values (2)");
    await using first = await openReading(database.config);
    const stream = await first.find("longtx", "public");
    const zoned = { field: ["updated_at"], type: { kind: "timestamptz" } as const };
    const fence = await first.open.fence?.(zoned, stream);
    const wall = await first.open.fence?.({ field: ["wall"], type: { kind: "timestamp" } }, stream);
    expect((await first.rows("longtx", "select id from typed")).rows).toEqual([[2]]);
    await slow.query("commit");
    await slow.end();
    await database.query("insert into longtx (id) values (3)");
    await using second = await openReading(database.config);
    const ids = async (cursor: CursorRange): Promise<unknown> =>
      (await second.rows("longtx", "select id from typed order by id", { cursor })).rows.flat();
    expect(await ids({ ...zoned, from: fence ?? null, lookbackMs: 0 })).toEqual([1, 2, 3]);
    expect(
      await ids({
        field: ["wall"],
        type: { kind: "timestamp" },
        from: wall ?? null,
        lookbackMs: 0,
      }),
    ).toEqual([1, 2, 3]);
    expect(fence).not.toBeNull();
    expect(
      await second.open.fence?.({ field: ["id"], type: { kind: "int32" } }, stream),
    ).toBeNull();
  });
});

describe("privacy while decoding", () => {
  const people = async () => {
    const database = await openDatabase();
    await database.query(
      "create table people (id int primary key, email text, born date, pay numeric(12,2), secret text, keep boolean)",
    );
    await database.query(
      "insert into people values (1, 'ada@shop.example', '1990-02-03', 10.50, 'plain-secret-1', true), (2, null, null, 'NaN', 'plain-secret-2', true), (3, 'bad@shop.example', '1991-02-03', 7, 'plain-secret-3', true), (4, 'eve@shop.example', '1992-02-03', 8, 'plain-secret-4', false)",
    );
    return database;
  };
  const columns = () => [
    { source: "id", name: "id", type: { kind: "int32" } as const },
    {
      source: "email",
      name: "email_hashed",
      type: { kind: "text" } as const,
      privacy: (text: string) =>
        text.startsWith("bad") ? { failed: "too long for the key" } : { text: sha(text) },
    },
    {
      source: "born",
      name: "born",
      type: { kind: "date" } as const,
      privacy: (text: string) => ({ text: sha(text) }),
    },
    { source: "pay", name: "pay", type: { kind: "decimal", precision: 12, scale: 2 } as const },
  ];
  const filter = {
    fields: ["keep", "secret"],
    keep: ([keep]: readonly (string | null)[]) => keep === "true",
  };

  it("stores what the transform made of the canonical text, keeps NULL, and drops rows the early filter drops", async () => {
    await using database = await people();
    await using reading = await openReading(database.config);
    const { rows, segments } = await reading.rows(
      "people",
      "select id, email_hashed, born, pay::varchar from landed where _revos_reasons is null",
      { columns, filter },
    );
    expect(rows).toEqual([[1, sha("ada@shop.example"), sha("1990-02-03"), "10.50"]]);
    expect(segments.map((segment) => [segment.rows, segment.filtered])).toEqual([[3, 1]]);
    expect(
      segments[0]!.columns.map((column) => [column.name, column.type.kind, column.wire]),
    ).toEqual([
      ["id", "int32", "native"],
      ["email_hashed", "text", "native"],
      ["born", "text", "native"],
      ["pay", "decimal", "native"],
    ]);
  });

  it("masks a cell that failed and lets no plaintext into reasons, originals or any other byte of a segment", async () => {
    await using database = await people();
    await using reading = await openReading(database.config);
    const kept: Segment[] = [];
    const bytes: Buffer[] = [];
    for await (const segment of await reading.segments("people", { columns, filter })) {
      kept.push(segment);
      if (segment.kind === "parquet")
        bytes.push(Buffer.concat(segment.parts.map((part) => Buffer.from(part))));
    }
    for (const plain of ["shop.example", "plain-secret", "1990-02-03", "1991-02-03"])
      expect(Buffer.concat(bytes).includes(plain)).toBe(false);
    const { rows } = await reading.rows(
      "people",
      "select id, _revos_reasons, _revos_original from landed where _revos_reasons is not null order by id",
      { columns, filter },
    );
    expect(
      rows.map(([id, reasons, original]) => [
        id,
        JSON.parse(String(reasons)),
        JSON.parse(String(original)),
      ]),
    ).toEqual([
      [
        2,
        [{ column: "pay", value: "NaN", rule: "not representable as decimal(12,2)" }],
        { id: "2", email_hashed: null, born: null, pay: "NaN" },
      ],
      [
        3,
        [{ column: "email_hashed", value: null, rule: "too long for the key" }],
        { id: "3", email_hashed: null, born: sha("1991-02-03"), pay: "7.00" },
      ],
    ]);
  });

  it("reports rows that were all dropped", async () => {
    await using database = await people();
    await using reading = await openReading(database.config);
    const { segments } = await reading.rows("people", "select 1", {
      columns,
      filter: { fields: ["id"], keep: () => false },
    });
    expect(segments.map((segment) => [segment.rows, segment.filtered])).toEqual([[0, 4]]);
  });

  it("reads one column twice, plain and hashed, and other types of the user's choice as text", async () => {
    await using database = await people();
    await using reading = await openReading(database.config);
    const { rows, segments } = await reading.rows(
      "people",
      "select id, id_text, mail, email_hashed, pay from landed where id = 1",
      {
        columns: () => [
          { source: "id", name: "id", type: { kind: "int32" } },
          { source: "id", name: "id_text", type: { kind: "decimal", precision: 20, scale: 2 } },
          { source: "email", name: "mail", type: { kind: "text" } },
          {
            source: "email",
            name: "email_hashed",
            type: { kind: "text" },
            privacy: (text) => ({ text: sha(text) }),
          },
          { source: "pay", name: "pay", type: { kind: "text" } },
        ],
      },
    );
    expect(rows).toEqual([[1, "1", "ada@shop.example", sha("ada@shop.example"), "10.50"]]);
    expect(segments[0]!.columns[1]).toEqual({
      name: "id_text",
      type: { kind: "decimal", precision: 20, scale: 2 },
      wire: "text",
    });
  });
});

describe("a database that does not check its encoding", () => {
  it("has its undecodable texts in quarantine and everything else in the table", async () => {
    await using server = await openDatabase("debian");
    const name = `ascii_${server.name}`;
    await server.query(
      `create database ${name} encoding 'SQL_ASCII' template template0 lc_collate 'C' lc_ctype 'C'`,
    );
    try {
      const { default: pg } = await import("pg");
      const client = new pg.Client({ ...server.config, database: name });
      await client.connect();
      await client.query("create table t (id int, v text)");
      await client.query("insert into t values (1, 'fine é'), (2, E'b\\xe4d'), (3, null)");
      await client.end();
      await using reading = await openReading({ ...server.config, database: name });
      const { rows } = await reading.rows(
        "t",
        "select id, v, _revos_reasons->0->>'rule' from landed order by id",
      );
      expect(rows).toEqual([
        [1, "fine é", null],
        [2, null, "not valid UTF-8"],
        [3, null, null],
      ]);
    } finally {
      await server.query(`drop database ${name} with (force)`);
    }
  });
});
