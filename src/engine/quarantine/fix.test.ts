// The fix of a replay: the little language of `where`, run in real DuckDB, and what it refuses.
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { quoteName } from "../../connector/workbench.ts";
import { compileFix } from "./fix.ts";

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await (await DuckDBInstance.create(":memory:", { threads: "1" })).connect();
  await connection.run(
    `create table t (id integer, amount varchar, status varchar, "odd name" varchar)`,
  );
  await connection.run(
    "insert into t values (1, 'N/A', 'paid', 'x'), (2, null, 'open', 'it''s'), (3, '12.5', null, null), (4, '', 'open', null)",
  );
});

const known = (name: string) =>
  ["amount", "status", "odd name"].includes(name) ? quoteName(name) : undefined;
const where = (text: string) => compileFix({ set: { amount: null }, where: text }, known).where;
const ids = async (text: string) =>
  (await connection.runAndReadAll(`select id from t where ${where(text)} order by id`))
    .getRows()
    .map(([id]) => Number(id));

describe("where", () => {
  it("compares texts, numbers, NULL, lists, in brackets and in any case of the words", async () => {
    expect(await ids("amount = 'N/A'")).toEqual([1]);
    expect(await ids("amount is null")).toEqual([2]);
    expect(await ids("amount IS NOT NULL AND amount <> ''")).toEqual([1, 3]);
    expect(await ids("amount > 12")).toEqual([3]);
    expect(await ids("amount = 12.50")).toEqual([3]);
    expect(await ids("status in ('paid', 'x') or amount = ''")).toEqual([1, 4]);
    expect(await ids("status not in ('paid')")).toEqual([2, 3, 4]);
    expect(await ids("not (status = 'open' or amount = 'N/A')")).toEqual([3]);
    expect(await ids(`"odd name" = 'it''s'`)).toEqual([2]);
    expect(await ids("amount like 'N%'")).toEqual([1]);
    expect(await ids("amount != '12.5'")).toEqual([1, 4]);
  });

  it("is all rows when it is not given", async () => {
    expect(compileFix({ set: { amount: "0" } }, known).where).toBe("true");
    expect(await ids("  ")).toEqual([1, 2, 3, 4]);
  });

  it("refuses what it does not know, and runs nothing of it", async () => {
    const bad = [
      "amount = 'a'; drop table t",
      "amount = 'a' --",
      "1 = 1",
      "amount",
      "amount =",
      "= 'a'",
      "amount = null",
      "nope = 'a'",
      "amount = 'a",
      "(amount = 'a'",
      "amount = 'a')",
      "amount in ()",
      "amount in ('a'",
      "amount = upper('a')",
      "amount = 'a' or",
      "length(amount) = 1",
      "amount between 1 and 2",
      "select 1",
      "amount = $1",
      "amount = 'a' union select 1",
      "amount = 1x",
      "not",
      "and = 'a'",
      "amount is 'a'",
      `${"(".repeat(5000)}amount = 'a'${")".repeat(5000)}`,
    ];
    for (const text of bad)
      expect(() => where(text), text).toThrowError(
        expect.objectContaining({ code: "usage.bad_value" }),
      );
    expect(() => compileFix({ set: {} }, known)).toThrowError(
      expect.objectContaining({ code: "usage.bad_value" }),
    );
    expect(() => compileFix({ set: { nope: "1" } }, known)).toThrowError(
      expect.objectContaining({ code: "usage.bad_value" }),
    );
  });

  it("treats any text between quotes as a text", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({
          unit: fc.constantFrom("'", '"', ";", "-", "\\", "a", "$", "(", "\n", "é"),
          maxLength: 12,
        }),
        async (text) => {
          const sql = where(`amount = '${text.replaceAll("'", "''")}'`);
          await connection.run("create or replace temp table one as select $1::varchar as amount", [
            text,
          ]);
          expect(
            (
              await connection.runAndReadAll(`select count(*) from one where ${sql}`)
            ).getRows()[0]?.[0],
          ).toBe(1n);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("fails only in a coded way on any input", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc
            .array(
              fc.constantFrom(
                "amount",
                "status",
                "=",
                "'a'",
                "(",
                ")",
                "and",
                "or",
                "not",
                "in",
                "is",
                "null",
                ",",
                "1",
              ),
              { maxLength: 9 },
            )
            .map((words) => words.join(" ")),
        ),
        (text) => {
          try {
            where(text);
          } catch (error) {
            expect(error).toMatchObject({ code: "usage.bad_value" });
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});
