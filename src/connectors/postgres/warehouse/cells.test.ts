// Texts of cells that are made in a cheaper way, where all values of the column allow it: the same values all the same.
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openWorkbench } from "../../../connector/duck/workbench.ts";
import { cellSql, factSqls } from "./cells.ts";

async function textsOf(type: string, values: readonly (string | null)[]) {
  await using workbench = await openWorkbench(":memory:", {
    memoryBytes: 1e8,
    threads: 1,
    spillFolder: join(tmpdir(), "revos-cells"),
  });
  await workbench.run(`create table t (n integer, v ${type})`);
  for (const [n, value] of values.entries())
    await workbench.run("insert into t values ($1, $2)", [n, value]);
  const facts = factSqls("v", type);
  const [row] = await workbench.all(
    `select ${facts.map(([fact, sql]) => `${sql} as ${fact}`).join(", ")} from t`,
  );
  const found = facts.map(([fact]) => fact).filter((fact) => row?.[fact] === true);
  const cells = await workbench.all(
    `select (${cellSql("v", type, new Set(found))})::varchar as cell from t order by n`,
  );
  return { facts: found, cells: cells.map(({ cell }) => cell) };
}

describe("a time with a zone", () => {
  const type = "TIMESTAMP WITH TIME ZONE";
  it("is written without it where every value is after year 1 and finite", async () => {
    expect(
      await textsOf(type, [
        "0001-01-01 00:00:00+00",
        "2024-02-29 12:34:56.789012+02",
        null,
        "9999-12-31 23:59:59.999999+00",
      ]),
    ).toEqual({
      facts: ["plain"],
      cells: [
        "0001-01-01 00:00:00",
        "2024-02-29 10:34:56.789012",
        null,
        "9999-12-31 23:59:59.999999",
      ],
    });
    expect(await textsOf(type, [null])).toEqual({ facts: ["plain"], cells: [null] });
  });

  it("keeps it beside an infinite or an old one", async () => {
    expect(await textsOf(type, ["2024-01-01 00:00:00+00", "infinity"])).toEqual({
      facts: [],
      cells: ["2024-01-01 00:00:00+00", "infinity"],
    });
    expect(await textsOf(type, ["0044-03-15 (BC) 00:00:00+00", "-infinity"])).toEqual({
      facts: ["old"],
      cells: ["0044-03-15 00:00:00+00 BC", "-infinity"],
    });
  });
});

describe("a decimal of 38 digits", () => {
  it("is written from 64 bits where all values have at most 18 digits", async () => {
    const values = ["999999999999.999999", "-999999999999.999999", "0.000001", "-0.5", null];
    expect(await textsOf("DECIMAL(38,6)", values)).toEqual({
      facts: ["short"],
      cells: ["999999999999.999999", "-999999999999.999999", "0.000001", "-0.500000", null],
    });
  });

  it.each(["1000000000000", "-1000000000000"])(
    "is written as it stands beside %s",
    async (most) => {
      const { facts, cells } = await textsOf("DECIMAL(38,6)", ["1.5", most]);
      expect([facts, cells]).toEqual([[], ["1.500000", `${most}.000000`]]);
    },
  );

  it("is left alone where there is nothing to gain", () => {
    for (const type of ["DECIMAL(18,2)", "DECIMAL(38,18)", "DECIMAL(38,30)", "BIGINT"])
      expect(factSqls("v", type)).toEqual([]);
  });
});
