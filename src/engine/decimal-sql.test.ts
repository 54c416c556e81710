// Wide decimals by way of narrow ones: the same numbers as DuckDB's own cast gives.
import { DuckDBInstance } from "@duckdb/node-api";
import fc from "fast-check";
import { expect, it } from "vitest";
import { plainDecimalSql } from "./decimal-sql.ts";

it("gives what DuckDB's own cast gives, for any plain text and any type", async () => {
  const connection = await (await DuckDBInstance.create(":memory:", { threads: "1" })).connect();
  const shapes = [
    [18, 4],
    [20, 2],
    [30, 17],
    [38, 0],
    [38, 6],
    [38, 18],
    [38, 34],
    [38, 36],
  ] as const;
  const digits = (max: number) =>
    fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: max }).map((list) => list.join(""));
  const text = fc
    .record({
      sign: fc.constantFrom("", "-", "+"),
      whole: digits(40),
      fraction: digits(34),
      zeros: fc.constantFrom("", "0", "000"),
      around: fc.constantFrom("", " "),
    })
    .map(
      ({ sign, whole, fraction, zeros, around }) =>
        `${around}${sign}${whole || "0"}${fraction + zeros === "" ? "" : `.${fraction}${zeros}`}${around}`,
    );
  await connection.run("create table t (t varchar)");
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 40 }), async (texts) => {
      await connection.run("delete from t");
      for (const one of [...texts, "1.", "-0", "-0.5", "99999999999999999999.99"])
        await connection.run("insert into t values ($1)", [one]);
      for (const [precision, scale] of shapes) {
        const rows = await connection.runAndReadAll(
          `select t, cast((${plainDecimalSql("t", precision, scale)}) as varchar), cast(try_cast(rtrim(rtrim(trim(t) || case when contains(t, '.') then '' else '.' end, '0'), '.') as decimal(${precision},${scale})) as varchar)
            from t where length(rtrim(split_part(trim(t), '.', 2), '0')) <= ${scale}`,
        );
        for (const [shown, ours, theirs] of rows.getRows())
          expect([precision, scale, shown, ours]).toEqual([precision, scale, shown, theirs]);
      }
    }),
    { numRuns: 25 },
  );
}, 60_000);
