// The Postgres source against real servers: what it discovers, and that what it reads is what is there.
import { describe, expect, it } from "vitest";
import { openDatabase, testClusters } from "../../../test/support/postgres.ts";
import { openReading } from "./testing/reading.ts";

describe.each(testClusters().map((cluster) => cluster.kind))("reading from %s", (kind) => {
  it("reads every row of a table once, with NULLs where they are", async () => {
    await using database = await openDatabase(kind);
    await database.query(
      "create table orders (id int primary key, amount numeric(12,2), note text, at timestamptz)",
    );
    await database.query(
      "insert into orders select g, case when g % 3 = 0 then null else g / 7.0 end, case when g % 5 = 0 then null else repeat('x', g % 90) end, timestamptz '2024-01-31 20:00:00.123456+00' + g * interval '1 hour' from generate_series(1, 10000) g",
    );
    await using reading = await openReading(database.config);
    const { rows, segments } = await reading.rows(
      "orders",
      'select count(*)::int, sum(amount)::varchar, sum(length(note))::int, max("at")::varchar, count(amount)::int from typed',
    );
    const [expected] = await database.query(
      "select count(*)::int as a, sum(amount)::text as b, sum(length(note))::int as c, max(at at time zone 'UTC')::text || '+00' as d, count(amount)::int as e from orders",
    );
    expect(rows).toEqual([Object.values(expected!)]);
    expect(segments.map((segment) => segment.rows)).toEqual([10000]);
  });
});
