// Wide rows on real DuckDB files: each full segment of them is written as it is committed, and stays a row group of its own.
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { segmentBytes, wideRowBytes } from "../connector/segment.ts";
import type { OpenDestination } from "../connector/destination.ts";
import { destination } from "../connectors/duckdb/destination.ts";
import { silentLog } from "../kernel/log.ts";
import { isWide, watchWideRows } from "./wide-rows.ts";

let folder = "";
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "revos-wide-"))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const file = (): string => join(folder, "w.duckdb");
const open = async (): Promise<OpenDestination> => {
  const opened = await destination.open(
    { path: file() },
    {
      signal: new AbortController().signal,
      log: silentLog,
      memoryBytes: 128 * 1024 * 1024,
      threads: 1,
    },
  );
  await opened.prepare(["main"]);
  return opened;
};

const rowGroups = async (opened: OpenDestination): Promise<number> => {
  const [row] = await opened.workbench.all(
    "select count(distinct row_group_id) as n from pragma_storage_info('main.t')",
  );
  return Number(row?.n);
};

/** A segment's insert: texts of 200 KB. */
const rows = 80;
const bytes = rows * 200_000;
const insert = (segment: number): string =>
  `insert into t select ${segment} * ${rows} + i, repeat(md5(i::varchar), 6250) from range(${rows}) r(i)`;

describe("wide rows", () => {
  it("are those of which fewer than a vector's fill a segment", () => {
    const rowsOf = (rows: number, bytes: number): boolean => isWide({ rows, bytes });
    expect(rowsOf(2048, segmentBytes)).toBe(true);
    expect(rowsOf(2049, segmentBytes)).toBe(false);
    expect(rowsOf(1, 100 * segmentBytes)).toBe(true);
    expect(rowsOf(1, segmentBytes / 2)).toBe(true);
    expect(rowsOf(1, segmentBytes / 2 - 1)).toBe(false);
    expect(rowsOf(0, 0)).toBe(false);
    expect(wideRowBytes * 2048).toBe(segmentBytes);
  });

  it("are row groups by segment, also in the runs that follow", async () => {
    {
      await using opened = await open();
      const { workbench } = opened;
      const wide = watchWideRows(workbench);
      await workbench.run("create table t (id bigint, body varchar)");
      for (let segment = 0; segment < 3; segment++) {
        await wide.expect({ rows, bytes });
        await workbench.run(insert(segment));
        const log = await stat(`${file()}.wal`).catch(() => null);
        expect([segment, log?.size ?? 0]).toEqual([segment, 0]);
      }
      expect(await rowGroups(opened)).toBe(3);
      await workbench.run(
        `insert into _revos.ledger (read, bytes) values (${rows * 3}, ${bytes * 3})`,
      );
    }
    {
      await using opened = await open();
      await opened.workbench.run(insert(3));
    }
    await using opened = await open();
    expect(await rowGroups(opened)).toBe(4);
    const [found] = await opened.workbench.all(
      "select count(*)::varchar as n, sum(id)::varchar as ids, sum(length(body))::varchar as chars from t",
    );
    const all = rows * 4;
    expect(found).toEqual({
      n: String(all),
      ids: String((all * (all - 1)) / 2),
      chars: String(all * 200_000),
    });
  });

  it("end with the stream: what follows goes through the log again", async () => {
    await using opened = await open();
    const { workbench } = opened;
    const settings = async (): Promise<unknown> =>
      await workbench.all(
        "select name, value from duckdb_settings() where name in ('wal_autocheckpoint', 'auto_checkpoint_skip_wal_threshold') order by 1",
      );
    const before = await settings();
    await watchWideRows(workbench).expect({ rows, bytes });
    expect(await settings()).not.toEqual(before);
    await watchWideRows(workbench).expect({ rows: 1000, bytes: 50_000 });
    expect(await settings()).toEqual(before);
  });
});
