// A cursor finer than what the warehouse keeps is cut down, never rounded up: a row that comes later inside the same
// microsecond is read by the next sync, and none twice (bug case B071).
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { expect, it } from "vitest";
import { openFolder } from "../support/cli.ts";

it("reads rows of one microsecond as they come, each once (B071)", async () => {
  await using folder = await openFolder();
  const file = join(folder.dir, "ticks.parquet");
  const write = async (nanos: readonly string[]) => {
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    const rows = nanos.map((ns, i) => `(${i + 1}, timestamp_ns '2026-01-01 10:00:00.${ns}')`);
    await connection.run(
      `copy (select * from (values ${rows.join(", ")}) t(id, "at")) to '${file}' (format parquet)`,
    );
    connection.closeSync();
    instance.closeSync();
  };
  const sync = async () => {
    const answer = await folder.revos([
      "sync",
      "--source",
      "file:ticks.parquet",
      "--into",
      "duckdb:w.duckdb",
      "--mode",
      "incremental_append",
      "--cursor",
      "at",
      "--stream",
      "ticks",
      "--json",
    ]);
    expect(answer.code, answer.stderr).toBe(0);
    expect(JSON.parse(answer.stdout)).toMatchObject({
      warnings: [{ code: "times_cut", stream: "ticks", columns: ["at"] }],
    });
    return await folder.rows("select id from ticks order by id", join(folder.dir, "w.duckdb"));
  };
  await write(["123456100", "123456700"]);
  expect(await sync()).toEqual([{ id: "1" }, { id: "2" }]);
  expect(await sync()).toEqual([{ id: "1" }, { id: "2" }]);
  await write(["123456100", "123456700", "123456900"]);
  expect(await sync()).toEqual([{ id: "1" }, { id: "2" }, { id: "3" }]);
}, 120_000);
