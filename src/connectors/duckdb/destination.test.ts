// The DuckDB destination by itself: who may open the file, what its failures are called, what a start tidies up.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { OpenDestination } from "../../connector/destination.ts";
import { RevosError } from "../../kernel/error.ts";
import { silentLog } from "../../kernel/log.ts";
import { destination } from "./destination.ts";
import { classify } from "./errors.ts";
import { openWorkbench } from "../../connector/duck/workbench.ts";

const repository = fileURLToPath(new URL("../../../", import.meta.url));
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "revos-duckdb-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const open = (path: string, columns = 0): Promise<OpenDestination> =>
  destination.open(
    { path },
    {
      columns,
      signal: new AbortController().signal,
      log: silentLog,
      memoryBytes: 128 * 1024 * 1024,
      threads: 1,
    },
  );

async function failure(work: Promise<unknown>): Promise<RevosError> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(RevosError);
  return error as RevosError;
}

describe("the config", () => {
  it("comes from a URI: a path, and a schema when it is said", () => {
    expect(destination.fromUri?.("duckdb:w.duckdb", {})).toEqual({ path: "w.duckdb" });
    expect(destination.fromUri?.("duckdb:/data/my%20w.duckdb?schema=raw", {})).toEqual({
      path: "/data/my w.duckdb",
      schema: "raw",
    });
    expect(destination.fromUri?.("duckdb:///data/w.duckdb", {})).toEqual({
      path: "/data/w.duckdb",
    });
    expect(destination.config.safeParse({ path: "w", pth: "x" }).success).toBe(false);
    expect(destination.defaultSchema({ path: "w" })).toBe("main");
  });
});

describe("blocks of the file", () => {
  const blockSize = async (path: string, columns: number): Promise<unknown> => {
    await using opened = await open(path, columns);
    const [row] = await opened.workbench.all("select block_size from pragma_database_size()");
    return row?.block_size;
  };

  it("are small in a new one that is made for a wide table, and stay as they are", async () => {
    const wide = join(folder, "wide.duckdb");
    expect(await blockSize(wide, 251)).toBe(16_384n);
    expect(await blockSize(wide, 3)).toBe(16_384n);
    const usual = join(folder, "usual.duckdb");
    expect(await blockSize(usual, 250)).toBe(262_144n);
    expect(await blockSize(usual, 1600)).toBe(262_144n);
  });
});

describe("opening", () => {
  async function holdElsewhere(
    file: string,
    how: "revos" | "other",
  ): Promise<{ pid: number; end(): Promise<void> }> {
    await mkdir(join(folder, "child"), { recursive: true });
    await symlink(join(repository, "node_modules"), join(folder, "child", "node_modules"));
    const script = join(folder, "child", "hold.mjs");
    const body =
      how === "revos"
        ? `import { destination } from ${JSON.stringify(join(repository, "src/connectors/duckdb/destination.ts"))}; await destination.open({ path: process.argv[2] }, { memoryBytes: 134217728, threads: 1 });`
        : `import { DuckDBInstance } from "@duckdb/node-api"; globalThis.held = await DuckDBInstance.create(process.argv[2]);`;
    await build({
      stdin: {
        contents: `${body} console.log("open"); setInterval(() => {}, 1000);`,
        resolveDir: join(folder, "child"),
      },
      outfile: script,
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20",
      external: ["@duckdb/node-api"],
      logLevel: "silent",
    });
    const child = spawn(process.execPath, [script, file], { stdio: ["ignore", "pipe", "inherit"] });
    await once(child.stdout, "data");
    return {
      pid: child.pid ?? 0,
      end: async () => {
        child.kill("SIGKILL");
        await once(child, "exit");
      },
    };
  }

  it.each(["revos", "other"] as const)(
    "names the process that has the file (%s), and works when that is gone",
    async (how) => {
      const file = join(folder, "w.duckdb");
      const holder = await holdElsewhere(file, how);
      const error = await failure(open(file));
      expect(error).toMatchObject({
        code: "destination.locked",
        data: { pid: holder.pid, isRevos: how === "revos" },
      });
      expect(error.message).toContain(String(holder.pid));
      await holder.end();
      await using opened = await open(file);
      expect(await opened.workbench.all("select 1 as one")).toEqual([{ one: 1 }]);
    },
  );

  it("refuses a second opening in one process, which DuckDB would not notice", async () => {
    const file = join(folder, "w.duckdb");
    await using _first = await open(file);
    expect(await failure(open(join(folder, ".", "w.duckdb")))).toMatchObject({
      code: "destination.locked",
      data: { pid: process.pid },
    });
  });

  it("says that a file is no DuckDB file, and leaves it alone", async () => {
    const file = join(folder, "w.duckdb");
    await writeFile(file, "This is not a database, it is a shopping list. ".repeat(200));
    expect((await failure(open(file))).code).toBe("destination.not_duckdb");
    await rm(file);
    await using opened = await open(file);
    expect(opened).toBeDefined();
  });

  it("makes missing folders and clears what a dead process spilled", async () => {
    const file = join(folder, "a", "b", "w.duckdb");
    await mkdir(`${file}.spill`, { recursive: true });
    await writeFile(join(`${file}.spill`, "duckdb_temp_storage-0.tmp"), "x");
    await using opened = await open(file);
    await opened.prepare(["main"]);
    expect(
      (await readdir(join(folder, "a", "b"))).filter((name) => name.endsWith(".spill")),
    ).toEqual([]);
  });
});

describe("the start of a run", () => {
  it("drops stages of killed runs and held stages older than seven days", async () => {
    const file = join(folder, "w.duckdb");
    await using opened = await open(file);
    await opened.prepare(["main", "sales"]);
    const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
    for (const sql of [
      "create table main._revos_stage__t__run_1 (a int)",
      "create table sales._revos_stage__t__run_1 (a int)",
      "create table _revos_stage._revos_stage__old__run_1 (a int)",
      `comment on table _revos_stage._revos_stage__old__run_1 is 'held at ${ago(8)}'`,
      "create table _revos_stage._revos_stage__new__run_2 (a int)",
      `comment on table _revos_stage._revos_stage__new__run_2 is 'held at ${ago(6)}'`,
      "create table main.mine (a int)",
    ])
      await opened.workbench.run(sql);
    await opened.prepare(["main", "sales"]);
    const left = await opened.workbench.all(
      "select schema_name || '.' || table_name as t from duckdb_tables() where schema_name not like '\\_revos' escape '\\' order by 1",
    );
    expect(left.map((row) => row.t)).toEqual([
      "_revos_stage._revos_stage__new__run_2",
      "main.mine",
    ]);
  });
});

describe("failures", () => {
  const failing = async (sql: string): Promise<unknown> => {
    await using workbench = await openWorkbench(":memory:", {
      memoryBytes: 64 * 1024 * 1024,
      threads: 1,
      spillFolder: join(folder, "spill"),
    });
    await workbench.run("set max_temp_directory_size = '1MB'");
    return await workbench.run(sql).then(
      () => null,
      (error: unknown) => error,
    );
  };
  it("have codes, matched on what the library really says", async () => {
    expect(
      classify(
        await failing("copy (select range from range(1000000)) to '/dev/full' (format csv)"),
      ),
    ).toBe("destination.full");
    expect(
      classify(
        await failing(
          "create temp table t as select md5(range::varchar) as a, md5((range + 1)::varchar) as b from range(5000000) order by a",
        ),
      ),
    ).toBe("destination.full");
    expect(classify(await failing("copy (select 1) to '/proc/nowhere/x.csv'"))).toBe(
      "file.unwritable",
    );
    expect(classify(await failing("select nonsense"))).toBeUndefined();
    expect(classify("text")).toBeUndefined();
  });
});

describe("the workbench", () => {
  it("gives plain values, exact ones as text", async () => {
    await using workbench = await openWorkbench(":memory:", {
      memoryBytes: 1e8,
      threads: 1,
      spillFolder: join(folder, "spill"),
    });
    const rows = await workbench.all(
      "select 1::bigint as a, 2::int as b, 1.50::decimal(10,2) as c, '2026-01-01 10:00:00+09'::timestamptz as d, [1, null] as e, {'x': null, 'y': 'z'} as f, null as g, true as h, uuid() is not null as i",
    );
    expect(rows).toEqual([
      {
        a: 1n,
        b: 2,
        c: "1.50",
        d: "2026-01-01 01:00:00+00",
        e: [1, null],
        f: { x: null, y: "z" },
        g: null,
        h: true,
        i: true,
      },
    ]);
    expect(await workbench.all("select $1 as a, $2 as b, $3 as c", ["it's", 5n, null])).toEqual([
      { a: "it's", b: 5n, c: null },
    ]);
  });

  it("runs functions over NULL and text, rolls a failed transaction back, and survives an interrupt", async () => {
    await using workbench = await openWorkbench(":memory:", {
      memoryBytes: 1e8,
      threads: 2,
      spillFolder: join(folder, "spill"),
    });
    await workbench.defineFunction("shout", 2, (a, b) => (a === null ? null : `${a}${b ?? "?"}!`));
    expect(
      await workbench.all(
        "select shout(a, b) as s from (values ('x', 'y'), (null, 'y'), ('é🦆', null)) t(a, b)",
      ),
    ).toEqual([{ s: "xy!" }, { s: null }, { s: "é🦆?!" }]);
    await workbench.run("create table t (a int)");
    await expect(
      workbench.transaction(async (inside) => {
        await inside.run("insert into t values (1)");
        await inside.run("select broken");
      }),
    ).rejects.toThrow();
    expect(await workbench.all("select count(*) as n from t")).toEqual([{ n: 0n }]);
    const long = workbench
      .all(
        "select count(*) as n from range(1000000) a, range(1000000) b where a.range + b.range = 7",
      )
      .then(
        () => "ended",
        () => "interrupted",
      );
    setTimeout(() => workbench.interrupt(), 200);
    expect(await long).toBe("interrupted");
    expect(await workbench.change("insert into t select range from range(5)")).toBe(5);
  });
});
