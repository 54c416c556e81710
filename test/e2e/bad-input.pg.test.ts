// What goes wrong in the hands of a user: each gives its coded error and exit, says what was not done, and loses nothing.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import pg from "pg";
import { finish, openFolder, type Answer, type Folder } from "../support/cli.ts";
import { findPostgres, startCluster, type RunningCluster } from "../support/postgres.ts";

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });

const failed = (answer: Answer, code: string, exit: number) => {
  expect(
    { code: answer.error().code, exit: answer.code, stdout: answer.stdout },
    answer.stderr,
  ).toEqual({ code, exit, stdout: "" });
  const { message, advice } = answer.error();
  expect(message).not.toBe("");
  expect(advice).not.toBe("");
  return answer.error();
};

describe.skipIf(!findPostgres("debian") && !findPostgres("npm"))(
  "bad input to an ad hoc sync",
  () => {
    let cluster: RunningCluster;
    let folder: Folder;
    let admin: pg.Client;
    const uri = (user = "reader", database = "postgres", rest = "") =>
      `postgres://${user}@127.0.0.1:${cluster.port}/${database}${rest}`;
    const sync = (
      source: string,
      more: readonly string[],
      env: Record<string, string> = { PGPASSWORD: "right horse" },
    ) =>
      folder.revos(
        ["sync", "--source", source, "--into", `duckdb:${folder.warehouse}`, ...more, "--json"],
        { env },
      );

    beforeAll(async () => {
      cluster = await startCluster(findPostgres("debian") ? "debian" : "npm", {
        tcpPort: await freePort(),
        hba: [
          "local all all trust",
          "host all postgres 127.0.0.1/32 trust",
          "host all all 127.0.0.1/32 scram-sha-256",
        ],
      });
      admin = new pg.Client({
        host: cluster.host,
        port: cluster.port,
        user: "postgres",
        database: "postgres",
      });
      await admin.connect();
      for (const sql of [
        "create role reader login password 'right horse'",
        "create table open_table (id int primary key, v text)",
        "insert into open_table select g, 'v' || g from generate_series(1, 100) g",
        "create table closed_table (id int primary key)",
        "create table people (id int primary key, email text, phone text)",
        "create table no_key (id int, v text)",
        "insert into no_key values (null, 'a'), (1, 'b')",
        "create table part_open (id int primary key, v text, closed text)",
        "insert into part_open values (1, 'a', 'b')",
        "create table bare ()",
        "create table lists (id int primary key, b bytea[], grid int[])",
        "insert into lists values (1, array['\\x00ff'::bytea, '\\x'::bytea, null], '[0:1]={1,2}'), (2, '{}', '{{1,2},{3,null}}')",
        "create view broken as select id, 1 / (id - 5) as q from open_table",
        "create schema other",
        "create table other.open_table (id int primary key)",
        "grant select (id, v) on part_open to reader",
        "grant select on bare, broken, lists, open_table, people, no_key, other.open_table to reader",
        "grant usage on schema other to reader",
      ])
        await admin.query(sql);
      folder = await openFolder();
    });
    afterAll(async () => {
      await admin?.end();
      await folder?.[Symbol.asyncDispose]();
      await cluster?.[Symbol.asyncDispose]();
    });

    it("names a refused password, without showing it", async () => {
      const answer = await sync(uri(), ["--stream", "public.open_table"], {
        PGPASSWORD: "wrong battery",
      });
      expect(failed(answer, "source.auth_failed", 4).message).toMatch(/ Nothing was read\.$/);
      expect(answer.stderr).not.toContain("wrong battery");
      const said = await folder.revos(
        [
          ...["sync", "--source", uri(), "--into", `duckdb:${folder.warehouse}`],
          ...["--stream", "public.open_table", "--lang", "ja", "--json"],
        ],
        { env: { PGPASSWORD: "wrong battery" } },
      );
      expect(failed(said, "source.auth_failed", 4).message).toMatch(
        /に接続できません: ユーザーとパスワードが拒否されました。何も読んでいません。$/,
      );
    });

    it("refuses a password in the command line", async () => {
      const answer = await sync(`postgres://reader:staple9@127.0.0.1:${cluster.port}/postgres`, [
        "--stream",
        "public.open_table",
      ]);
      failed(answer, "usage.secret_in_argv", 2);
      expect(answer.stderr).not.toContain("staple9");
    });

    it("tells an unknown host and a closed port from a bad password", async () => {
      failed(
        await sync("postgres://reader@nowhere.invalid:5432/postgres?sslmode=disable", [
          "--stream",
          "public.open_table",
        ]),
        "source.unreachable",
        11,
      );
      failed(
        await sync(`postgres://reader@127.0.0.1:${await freePort()}/postgres`, [
          "--stream",
          "public.open_table",
        ]),
        "source.unreachable",
        11,
      );
    });

    it("names a database that is not there", async () => {
      expect(
        failed(
          await sync(uri("reader", "shopp"), ["--stream", "public.open_table"]),
          "source.database_not_found",
          5,
        ).message,
      ).toContain("shopp");
    });

    it("names TLS that the server does not speak", async () => {
      failed(
        await sync(uri("reader", "postgres", "?sslmode=require"), [
          "--stream",
          "public.open_table",
        ]),
        "source.tls_failed",
        4,
      );
    });

    it("names a missing right and a missing table", async () => {
      expect(
        failed(
          await sync(uri(), ["--stream", "public.closed_table"]),
          "source.permission_denied",
          4,
        ).message,
      ).toContain("closed_table");
      expect(
        failed(await sync(uri(), ["--stream", "public.opentable"]), "source.stream_not_found", 5)
          .message,
      ).toContain("opentable");
    });

    it("says in every run that a column may not be read", async () => {
      const answer = await sync(uri(), ["--stream", "public.part_open"]);
      expect(answer.code, answer.stderr).toBe(0);
      expect(answer.json<{ warnings: unknown[] }>().warnings).toEqual([
        {
          code: "stream_not_whole",
          stream: "part_open",
          namespace: "public",
          message: "public.part_open: This role may read 2 of its 3 columns.",
        },
      ]);
    });

    it("keeps binary lists, and holds a row whose array has more than one dimension", async () => {
      const answer = await sync(uri(), ["--stream", "public.lists"]);
      expect(answer.code, answer.stderr).toBe(0);
      const [stream] = answer.json<{ streams: object[] }>().streams;
      expect(stream).toMatchObject({ read: 2, written: 1, quarantined: 1, balanced: true });
      expect(
        await folder.rows(
          "select id::varchar as id, b::varchar as b, grid::varchar as g from lists",
        ),
      ).toEqual([{ id: "1", b: "[\\x00\\xFF, '', NULL]", g: "[1, 2]" }]);
      expect(
        await folder.rows(
          "select reasons::varchar as why from _revos.quarantine where stream = 'lists'",
        ),
      ).toEqual([
        {
          why: JSON.stringify([
            {
              column: "grid",
              value: '[["1","2"],["3",null]]',
              rule: "not representable as list(int32)",
            },
          ]),
        },
      ]);
    });

    it("says that an empty query holds no statement", async () => {
      for (const sql of ["", " ;; "]) {
        const answer = await folder.revos(["query", sql, "--json"]);
        expect(failed(answer, "query.failed", answer.code ?? 0).message, sql).toBe(
          "There is no statement to run.",
        );
        expect(answer.code).toBeGreaterThan(0);
      }
    });

    it("tells a table without columns from one without a right", async () => {
      expect(
        failed(await sync(uri(), ["--stream", "public.bare"]), "usage.bad_value", 2).message,
      ).toBe("public.bare offers no sync mode: It has no columns. Nothing was read.");
    });

    it("says that nothing of a view with an error was published", async () => {
      const answer = await sync(uri(), ["--stream", "public.broken"]);
      expect(answer.code).toBe(1);
      expect(answer.error()).toMatchObject({ code: "source.unknown" });
      expect(answer.error().message).toBe(
        "Could not read stream public.broken: the server could not compute a value. Nothing of it was published.",
      );
    });

    it("refuses schemes nobody serves", async () => {
      failed(
        await sync("gopher://reader@127.0.0.1/db", ["--stream", "public.open_table"]),
        "connector.unknown",
        2,
      );
    });

    it("refuses a mode that is none, a cursor and a key that are no columns", async () => {
      failed(
        await sync(uri(), ["--stream", "public.open_table", "--mode", "append_everything"]),
        "usage.bad_value",
        2,
      );
      expect(
        failed(
          await sync(uri(), ["--stream", "public.open_table", "--cursor", "updated_att"]),
          "usage.bad_value",
          2,
        ).message,
      ).toContain("updated_att");
      expect(
        failed(
          await sync(uri(), [
            "--stream",
            "public.open_table",
            "--mode",
            "full_refresh_overwrite_deduped",
            "--key",
            "idd",
          ]),
          "usage.bad_value",
          2,
        ).message,
      ).toContain("idd");
    });

    it("asks for a decision about personal data before it reads any", async () => {
      const error = failed(await sync(uri(), ["--stream", "public.people"]), "consent.needed", 7);
      expect(error.message).toContain("email");
      expect(error.message).toContain("phone");
      expect(`${error.message} ${error.advice}`).toContain("--pii");
      const yes = await sync(uri(), ["--stream", "public.people", "--pii", "drop"]);
      expect(yes.code, yes.stderr).toBe(0);
      expect(
        await folder.rows(
          "select string_agg(column_name, ',' order by column_index) as names from duckdb_columns() where table_name = 'people' and column_name not like '\\_revos%' escape '\\'",
        ),
      ).toEqual([{ names: "id" }]);
    });

    it("refuses two streams that share a table, and says --as", async () => {
      const answer = await sync(uri(), [
        "--stream",
        "public.open_table",
        "--stream",
        "other.open_table",
      ]);
      expect(answer.code).not.toBe(0);
      expect(answer.stdout).toBe("");
      expect(`${answer.error().message} ${answer.error().advice}`).toContain("--as");
    });

    it("holds a table whose key is NULL, keeps nothing half", async () => {
      const answer = await sync(uri(), [
        "--stream",
        "public.no_key",
        "--mode",
        "full_refresh_overwrite_deduped",
        "--key",
        "id",
      ]);
      expect(answer.code, answer.stderr).toBe(9);
      const run = answer.json<{
        status: string;
        streams: { published: boolean; gates: { gate: string; result: string }[] }[];
      }>();
      expect(run.status).toBe("held");
      expect(run.streams[0]?.published).toBe(false);
      expect(run.streams[0]?.gates).toContainEqual(
        expect.objectContaining({ gate: "key_not_null", result: "fail" }),
      );
      expect(
        await folder.rows(
          "select count(*) as n from duckdb_tables() where table_name = 'no_key' and schema_name = 'main'",
        ),
      ).toEqual([{ n: "0" }]);
    });

    it("names the process that holds the warehouse", async () => {
      const path = join(folder.dir, "held.duckdb");
      const instance = await DuckDBInstance.create(path);
      try {
        const answer = await folder.revos(
          [
            "sync",
            "--source",
            uri(),
            "--into",
            `duckdb:${path}`,
            "--stream",
            "public.open_table",
            "--timeout",
            "30s",
            "--json",
          ],
          { env: { PGPASSWORD: "right horse" } },
        );
        expect(failed(answer, "destination.locked", 6).message).toContain(String(process.pid));
      } finally {
        instance.closeSync();
      }
    });

    it("runs one of two syncs at once, and the other waits or says who runs", async () => {
      await admin.query(
        "create table busy as select g as id, md5(g::text) as v from generate_series(1, 200000) g",
      );
      await admin.query("grant select on busy to reader");
      const args = [
        "sync",
        "--source",
        uri(),
        "--into",
        `duckdb:${folder.warehouse}`,
        "--stream",
        "public.busy",
        "--mode",
        "full_refresh_overwrite",
        "--json",
      ];
      const both = await Promise.all(
        [1, 2].map(() => finish(folder.start(args, { env: { PGPASSWORD: "right horse" } }))),
      );
      for (const answer of both)
        if (answer.code !== 0)
          expect(["run.already_running", "destination.locked"]).toContain(answer.error().code);
      expect(both.some((answer) => answer.code === 0)).toBe(true);
      expect(await folder.rows("select count(*) as n from busy")).toEqual([{ n: "200000" }]);
    });

    it("keeps yesterday's table when the source dies before its first row, and when it is dropped", async () => {
      await admin.query("create table mortal as select g as id from generate_series(1, 100) g");
      await admin.query("grant select on mortal to reader");
      expect(
        (await sync(uri(), ["--stream", "public.mortal", "--mode", "full_refresh_overwrite"])).code,
      ).toBe(0);
      await admin.query("drop table mortal");
      failed(
        await sync(uri(), ["--stream", "public.mortal", "--mode", "full_refresh_overwrite"]),
        "source.stream_not_found",
        5,
      );
      expect(await folder.rows("select count(*) as n from mortal")).toEqual([{ n: "100" }]);
      await admin.query("create table mortal (id int)");
      await admin.query("grant select on mortal to reader");
      const emptied = await sync(uri(), [
        "--stream",
        "public.mortal",
        "--mode",
        "full_refresh_overwrite",
      ]);
      expect(emptied.code, emptied.stderr).toBe(9);
      expect(await folder.rows("select count(*) as n from mortal")).toEqual([{ n: "100" }]);
    });

    it("says that the disk is full, and leaves what was there", async (test) => {
      const small = join(folder.dir, "small");
      mkdirSync(small);
      try {
        execFileSync("mount", ["-t", "tmpfs", "-o", "size=6m", "tmpfs", small], {
          stdio: "ignore",
        });
      } catch {
        return test.skip("this machine does not let a test mount a small disk");
      }
      try {
        await admin.query(
          "create table bulky as select g as id, md5(g::text) || md5((g+1)::text) as a, md5((g*3)::text) as b from generate_series(1, 400000) g",
        );
        await admin.query("grant select on bulky to reader");
        const into = [
          "sync",
          "--source",
          uri(),
          "--into",
          `duckdb:${small}/w.duckdb`,
          "--mode",
          "full_refresh_overwrite",
          "--json",
          "--stream",
        ];
        const env = { PGPASSWORD: "right horse" };
        expect((await folder.revos([...into, "public.open_table"], { env })).code).toBe(0);
        const answer = await folder.revos([...into, "public.bulky"], { env });
        expect(answer.code).toBe(1);
        expect(answer.stderr + answer.stdout).toContain("destination.full");
        expect(
          await folder.rows("select count(*) as n from open_table", `${small}/w.duckdb`),
        ).toEqual([{ n: "100" }]);
      } finally {
        execFileSync("umount", ["-l", small], { stdio: "ignore" });
      }
    });

    it("never shows a stack trace, and puts nothing on stdout", async () => {
      writeFileSync(join(folder.dir, "nonsense"), "x");
      for (const args of [
        ["sync"],
        ["sync", "--source", uri()],
        ["sync", "nowhere"],
        ["runs", "show", "run_none", "--json"],
        ["query", "select * from nowhere", "--json"],
      ]) {
        const answer = await folder.revos(args);
        expect(answer.code, args.join(" ")).not.toBe(0);
        expect(answer.code, args.join(" ")).not.toBe(70);
        expect(answer.stdout).toBe("");
        expect(answer.stderr).not.toMatch(/^\s+at /m);
      }
    });
  },
);
