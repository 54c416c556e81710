// verify as a user runs it: exit codes, what is shown and what is not, consent, and kill -9 in the middle of a repair.
// Whether the tables are right in the end is compared without any code of revos.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DuckDBInstance } from "@duckdb/node-api";
import { describe, expect, it } from "vitest";
import type { Verification } from "../../src/model/verification.ts";
import { finish, openFolder, processesOf, type Folder } from "../support/cli.ts";
import { openDatabase, type TestDatabase } from "../support/postgres.ts";

const kills = Number(process.env.REVOS_TEST_KILLS ?? 6);

async function tamper(folder: Folder, ...sql: string[]): Promise<void> {
  const instance = await DuckDBInstance.create(folder.warehouse);
  const connection = await instance.connect();
  for (const statement of sql) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}

/** A project with one connection, `shop`, synced once: `public.orders` deduped, `public.lines` refreshed. */
async function openShop(database: TestDatabase, rows: number): Promise<Folder> {
  const folder = await openFolder();
  await database.query(`create table orders (id int primary key, mail text, amount numeric(12,2), updated_at timestamptz not null);
    insert into orders select i, 'secret' || i || '@example.com', i / 7.0, timestamptz '2024-01-01' + i * interval '1 second' from generate_series(1, ${rows}) i;
    create table lines (a int, b text); insert into lines select i % 100, 'b' || i % 7 from generate_series(1, 1000) i`);
  const { host, port, database: name, user } = database.config;
  const source = await folder.revos(
    ["sources", "create", "--connector", "postgres", "--name", "shop", "--config", "-", "--json"],
    { input: JSON.stringify({ host, port, database: name, user }) },
  );
  expect(source.code, source.stderr).toBe(0);
  const id = source.json<{ id: string }>().id;
  expect((await folder.revos(["sources", "list-streams", id, "--json"])).code).toBe(0);
  mkdirSync(join(folder.dir, "connections"), { recursive: true });
  writeFileSync(
    join(folder.dir, "connections", "shop.yaml"),
    `apiVersion: revos/v1
kind: Connection
metadata:
  name: shop
spec:
  name: Shop
  source: { id: ${id} }
  schedule: manual
  status: active
  streams:
    - name: orders
      namespace: public
      syncMode: incremental_deduped_history
      cursorField: [updated_at]
      primaryKey: [[id]]
      mappers: []
    - name: lines
      namespace: public
      syncMode: full_refresh_overwrite
      mappers: []
`,
  );
  for (const args of [
    ["apply", "--yes"],
    ["sync", "shop"],
  ]) {
    const answer = await folder.revos(args);
    expect(answer.code, answer.stderr).toBe(0);
  }
  return folder;
}

describe("revos verify", () => {
  it(
    "says equal with 0, different with 10, shows no key unless asked, and repairs with consent",
    {
      timeout: 240_000,
    },
    async () => {
      await using database = await openDatabase();
      await using folder = await openShop(database, 2000);
      const equal = await folder.revos(["verify", "shop", "--json"]);
      expect(equal.code, equal.stderr).toBe(0);
      expect(equal.json<Verification>()).toMatchObject({
        kind: "Verification",
        status: "equal",
        streams: [
          { stream: "orders", method: "digests", sourceRows: 2000, tableRows: 2000, readRows: 0 },
          { stream: "lines", method: "digests", sourceRows: 1000, readRows: 0 },
        ],
      });
      await tamper(
        folder,
        "update main.shop_orders set mail = 'x@example.com' where id = 77",
        "delete from main.shop_orders where id = 78",
        "insert into main.shop_lines by name (select * replace (88 as _revos_id) from main.shop_lines limit 1)",
      );
      const different = await folder.revos(["verify", "shop", "--settle", "0s", "--json"]);
      expect(different.code, different.stderr).toBe(10);
      const document = different.json<Verification>();
      expect(document).toMatchObject({
        status: "different",
        repair: { consent: "yes" },
        streams: [
          { differences: { changed: 1, missing: 1, extra: 0, duplicate: 0 } },
          { differences: { changed: 0, missing: 0, extra: 0, duplicate: 1 } },
        ],
      });
      expect(document.streams[0]?.columns).toEqual([{ column: "mail", rows: 1 }]);
      expect(document.streams.flatMap((one) => one.samples.map((sample) => sample.key))).toEqual([
        null,
        null,
        null,
      ]);
      expect(different.stdout + different.stderr).not.toMatch(/secret|@example/);
      const shown = await folder.revos(["verify", "shop", "--reveal", "--settle", "0s", "--json"]);
      expect(
        shown
          .json<Verification>()
          .streams[0]?.samples.map((sample) => sample.key?.id)
          .sort(),
      ).toEqual(["77", "78"]);
      const text = await folder.revos(["verify", "shop", "--settle", "0s"]);
      expect(text.code).toBe(10);
      expect(text.stdout).toContain("1 changed, 1 missing from the table");
      const asked = await folder.revos(["verify", "shop", "--repair", "--settle", "0s"]);
      expect(asked.code).toBe(7);
      const repaired = await folder.revos([
        "verify",
        "shop",
        "--repair",
        "--yes",
        "--settle",
        "0s",
        "--json",
      ]);
      expect(repaired.code, repaired.stderr).toBe(0);
      expect(repaired.json<Verification>()).toMatchObject({
        status: "equal",
        repaired: { exit: 0, inserted: 2, removed: 2 },
      });
      const runs = await folder.revos(["runs", "list", "--json"]);
      expect(runs.json<{ lane: string; status: string }[]>()[0]).toMatchObject({
        lane: "repair",
        status: "ok",
      });
      await database.query("delete from orders where id = 5");
      const gone = await folder.revos([
        "verify",
        "shop",
        "--repair",
        "--yes",
        "--settle",
        "0s",
        "--json",
      ]);
      expect({ code: gone.code, error: gone.error().code }).toEqual({
        code: 7,
        error: "consent.needed",
      });
      const typed = await folder.revos([
        "verify",
        "shop",
        "--repair",
        "--confirm",
        "shop",
        "--settle",
        "0s",
        "--json",
      ]);
      expect(typed.code, typed.stderr).toBe(0);
      expect(await folder.rows("select count(*) as n from main.shop_orders where id = 5")).toEqual([
        { n: "0" },
      ]);
      expect((await folder.revos(["verify", "nobody", "--json"])).code).toBe(5);
    },
  );

  it(
    "survives kill -9 at any moment of a repair: the next one ends with the source's rows",
    {
      timeout: 300_000,
    },
    async () => {
      await using database = await openDatabase();
      await using folder = await openShop(database, 20_000);
      const right = await database.query<{ text: string }>(
        "select string_agg(concat_ws('|', id, mail, amount), ',' order by id) as text from orders",
      );
      for (let turn = 0; turn < kills; turn++) {
        await tamper(
          folder,
          `update main.shop_orders set amount = amount + 1 where id % 11 = ${turn % 11}`,
          `delete from main.shop_orders where id % 13 = ${turn % 13}`,
          `insert into main.shop_orders by name (select * replace (id + 900000000 as id, _revos_id + 1000000000000 as _revos_id) from main.shop_orders where id % 501 = 3 and id < 100000)`,
        );
        const child = folder.start([
          "verify",
          "shop",
          "--repair",
          "--confirm",
          "shop",
          "--settle",
          "0s",
        ]);
        const ended = finish(child);
        await sleep(300 + Math.random() * 2500);
        try {
          process.kill(-(child.pid ?? 0), "SIGKILL");
        } catch {
          // It was quicker.
        }
        await ended;
        for (let tries = 0; (await processesOf(folder.dir)).length > 0 && tries < 50; tries++)
          await sleep(100);
        const answer = await folder.revos([
          "verify",
          "shop",
          "--repair",
          "--confirm",
          "shop",
          "--settle",
          "0s",
          "--json",
        ]);
        expect(answer.code, answer.stdout + answer.stderr).toBe(0);
        expect(
          await folder.rows(
            "select string_agg(concat_ws('|', id, mail, amount), ',' order by id) as text from main.shop_orders",
          ),
        ).toEqual(right);
      }
    },
  );
});
