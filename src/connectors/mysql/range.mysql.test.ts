// Ranges of a column read and counted by a real MariaDB: exactly the rows from one value to another, for every type a range may
// be of, and what a preview tells of them.
import { expect, it } from "vitest";
import { describeMariadb, openMariadb } from "../../../test/support/mariadb.ts";
import { openTestBench } from "../../connector/testing/bench.ts";
import { toRequest } from "../../connector/testing/read-stream.ts";
import { silentLog } from "../../kernel/log.ts";
import { must } from "../../kernel/assert.ts";
import { source } from "./source.ts";

type Case = {
  readonly type: string;
  /** MariaDB literals, by id from 1. */
  readonly values: readonly string[];
  readonly from: string;
  readonly to: string;
  /** Ids from `from` on and before `to`. */
  readonly inside: readonly number[];
  readonly least: string;
  readonly most: string;
};

const cases: readonly Case[] = [
  {
    type: "int",
    values: ["-5", "0", "7", "8", "null"],
    from: "0",
    to: "8",
    inside: [2, 3],
    least: "0",
    most: "7",
  },
  {
    type: "bigint unsigned",
    values: ["0", "18446744073709551614", "18446744073709551615"],
    from: "1",
    to: "18446744073709551615",
    inside: [2],
    least: "18446744073709551614",
    most: "18446744073709551614",
  },
  {
    type: "year",
    values: ["0", "1999", "2024", "null"],
    from: "1",
    to: "2024",
    inside: [2],
    least: "1999",
    most: "1999",
  },
  {
    type: "bit(9)",
    values: ["1", "256", "300"],
    from: "2",
    to: "300",
    inside: [2],
    least: "256",
    most: "256",
  },
  {
    type: "decimal(9,2)",
    values: ["-1.50", "0.10", "0.11"],
    from: "-1.50",
    to: "0.11",
    inside: [1, 2],
    least: "-1.50",
    most: "0.10",
  },
  {
    type: "float",
    values: ["0.1", "0.7", "1e10"],
    from: "0.7",
    to: "1e+10",
    inside: [2],
    least: "0.7",
    most: "0.7",
  },
  {
    type: "double",
    values: ["0.1", "0.00001", "1e22"],
    from: "1e-05",
    to: "1e+22",
    inside: [1, 2],
    least: "1e-05",
    most: "0.1",
  },
  {
    type: "date",
    values: ["'0000-00-00'", "'2024-01-01'", "'2024-01-31'", "'2024-02-01'", "null"],
    from: "2024-01-01",
    to: "2024-02-01",
    inside: [2, 3],
    least: "2024-01-01",
    most: "2024-01-31",
  },
  {
    type: "datetime(6)",
    values: [
      "'2023-12-31 23:59:59.999999'",
      "'2024-01-01'",
      "'2024-01-01 12:00:00.5'",
      "'2024-01-02'",
    ],
    from: "2024-01-01 00:00:00",
    to: "2024-01-02 00:00:00",
    inside: [2, 3],
    least: "2024-01-01 00:00:00",
    most: "2024-01-01 12:00:00.5",
  },
  {
    type: "timestamp null",
    values: ["'2024-01-01 00:00:00'", "'2024-01-02 00:00:00'", "null"],
    from: "2024-01-01 00:00:00+00",
    to: "2024-01-02 00:00:00+00",
    inside: [1],
    least: "2024-01-01 00:00:00+00",
    most: "2024-01-01 00:00:00+00",
  },
  {
    type: "time(3)",
    values: ["'-10:00:00'", "'-00:00:00.5'", "'00:00:00'", "'25:00:00.25'"],
    from: "0 months 0 days -500000 microseconds",
    to: "0 months 0 days 90000250000 microseconds",
    inside: [2, 3],
    least: "0 months 0 days -500000 microseconds",
    most: "0 months 0 days 0 microseconds",
  },
  {
    type: "varchar(9)",
    values: ["'A'", "'Z'", "'a'", "'b'"],
    from: "Z",
    to: "b",
    inside: [2, 3],
    least: "Z",
    most: "a",
  },
  {
    type: "varbinary(9)",
    values: ["x'00'", "x'7f01'", "x'ff'"],
    from: "\\x01",
    to: "\\xff",
    inside: [2],
    least: "\\x7f01",
    most: "\\x7f01",
  },
];

describeMariadb("a range of a MariaDB column", () => {
  it.each(cases)(
    "of $type holds exactly its rows, in a read and in a preview",
    async ({ type, values, from, to, inside, least, most }) => {
      await using database = await openMariadb();
      await database.query("set session sql_mode = ''");
      await database.query(`create table t (id int primary key, b int, v ${type}, n int)`);
      for (const [i, value] of values.entries())
        await database.query(`insert into t values (${i + 1}, 1, ${value}, 0)`);
      const ctx = { signal: new AbortController().signal, log: silentLog };
      await using open = await source.open(source.config.parse(database.config), ctx);
      await using bench = await openTestBench();
      const stream = must((await open.discover()).streams[0], "a stream");
      const column = must(
        stream.columns.find(({ name }) => name === "v"),
        "a column",
      );
      const range = (low: string | null, high: string | null) => ({
        field: ["v"],
        type: column.type,
        from: low,
        to: high,
      });
      const ids = async (low: string | null, high: string | null) => {
        const found: number[] = [];
        const request = { ...toRequest(stream), range: range(low, high) };
        for await (const segment of open.read(request, { ...ctx, workbench: bench }))
          for (const row of (await bench.land(segment)).rows) found.push(Number(row.id));
        return found.sort((a, b) => a - b);
      };
      expect(await ids(from, to)).toEqual(inside);
      const known = values.flatMap((value, i) => (value === "null" ? [] : [i + 1]));
      expect(await ids(null, null)).toEqual(known);
      const above = await ids(from, null);
      expect(above).toEqual(expect.arrayContaining([...inside]));
      expect([...(await ids(null, from)), ...above].sort((a, b) => a - b)).toEqual(known);
      const measured = await open.measure?.({
        stream,
        where: null,
        range: range(from, to),
        bounds: [from, to],
      });
      expect(measured).toEqual({
        rows: inside.length,
        nulls: values.length - known.length,
        least,
        most,
        buckets: [inside.length, 0],
      });
      const all = await open.measure?.({ stream, where: "id > 1", range: null, bounds: [] });
      expect(all).toEqual({
        rows: values.length - 1,
        nulls: 0,
        least: null,
        most: null,
        buckets: [],
      });
    },
  );

  it("is counted from bound to bound in one question", async () => {
    await using database = await openMariadb();
    await database.query("create table t (id int primary key, day date)");
    await database.query(
      "insert into t select seq, date '2024-01-01' + interval (seq % 100) day from seq_1_to_1000",
    );
    const ctx = { signal: new AbortController().signal, log: silentLog };
    await using open = await source.open(source.config.parse(database.config), ctx);
    const stream = must((await open.discover()).streams[0], "a stream");
    const bounds = Array.from({ length: 60 }, (_, i) =>
      new Date(Date.UTC(2024, 0, 11 + i)).toISOString().slice(0, 10),
    );
    const measured = await open.measure?.({
      stream,
      where: "id <= 500",
      range: { field: ["day"], type: { kind: "date" }, from: bounds[0]!, to: "2024-03-09" },
      bounds,
    });
    expect(measured).toEqual({
      rows: 290,
      nulls: 0,
      least: "2024-01-11",
      most: "2024-03-08",
      buckets: [...Array.from({ length: 58 }, () => 5), 0, 0],
    });
  });
});
