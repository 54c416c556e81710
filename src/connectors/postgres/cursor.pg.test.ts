// Where cursor reads begin, on every type of cursor, and the fence that keeps late commits. Bug cases: B065, B067, B068, B070.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../../../test/support/postgres.ts";
import { openTestBench } from "../../connector/testing/bench.ts";
import { toRequest } from "../../connector/testing/read-stream.ts";
import { silentLog } from "../../kernel/log.ts";
import type { CursorRange } from "../../connector/source.ts";
import type { CanonicalType } from "../../model/types.ts";
import { openReading } from "./testing/reading.ts";

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

  it("gives every row once, also those that move behind the cursor while it reads (B068)", async () => {
    await using database = await openDatabase();
    await using bench = await openTestBench();
    await database.query("create table pgd (id int primary key, updated_at timestamptz)");
    await database.query(
      "insert into pgd select g, '2022-01-01'::timestamptz + g * interval '1 day' from generate_series(1, 6) g",
    );
    await using reading = await openReading({ ...database.config });
    const stream = (await reading.open.discover()).streams[0]!;
    const type = { kind: "timestamptz" } as const;
    const from = reading.open.toPosition(type, "2022-01-01 00:00:00+00");
    const cursor: CursorRange = { field: ["updated_at"], type, from, lookbackMs: 0 };
    const ctx = { signal: new AbortController().signal, log: silentLog, workbench: bench };
    const ids: (string | null | undefined)[] = [];
    let segments = 0;
    for await (const segment of reading.open.read(
      toRequest(stream, { cursor, segmentRows: 2 }),
      ctx,
    )) {
      ids.push(...(await bench.land(segment)).rows.map(({ id }) => id));
      if (segments++ === 0)
        await database.query("update pgd set updated_at = now() where id in (1, 2)");
    }
    expect(ids.sort()).toEqual(["1", "2", "3", "4", "5", "6"]);
    expect(segments).toBeGreaterThan(1);
  });

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
