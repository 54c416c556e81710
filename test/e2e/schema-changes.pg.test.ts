// Schema changes as a user meets them: a source that is altered between runs, the list, the decision with its plan and
// consent, and what the next run, diff and pull make of it.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { SchemaChangeDecision, SchemaChangeSummary } from "../../src/api/documents.ts";
import type { Run } from "../../src/model/run.ts";
import { openFolder, type Folder } from "../support/cli.ts";
import { openDatabase, type TestDatabase } from "../support/postgres.ts";

const minutes = 60_000;

/** A project with one connection of two streams, applied and synced once. */
async function openShop(database: TestDatabase, more = ""): Promise<Folder> {
  const folder = await openFolder();
  await database.query(`create table orders (id int primary key, note text, amount int, updated_at timestamptz not null);
    insert into orders select i, 'n' || i, i, timestamptz '2026-01-01' + i * interval '1 day' from generate_series(1, 3) i;
    create table lines (a int, b text); insert into lines values (1, 'x'); analyze`);
  const { host, port, database: name, user } = database.config;
  const source = await folder.revos(
    ["sources", "create", "--connector", "postgres", "--name", "shop", "--config", "-", "--json"],
    { input: JSON.stringify({ host, port, database: name, user }) },
  );
  expect(source.code, source.stderr).toBe(0);
  mkdirSync(join(folder.dir, "connections"), { recursive: true });
  writeFileSync(
    join(folder.dir, "connections", "shop.yaml"),
    `apiVersion: revos/v1
kind: Connection
metadata:
  name: shop
spec:
  name: Shop
  source: { id: ${source.json<{ id: string }>().id} }
  schedule: manual
  status: active
${more}  streams:
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
  const id = source.json<{ id: string }>().id;
  await ok(folder, "sources", "list-streams", id, "--json");
  await ok(folder, "apply", "--yes");
  await ok(folder, "sync", "shop");
  return folder;
}

async function ok(folder: Folder, ...args: string[]) {
  const answer = await folder.revos(args);
  expect(answer.code, answer.stderr + answer.stdout).toBe(0);
  return answer;
}

const list = async (folder: Folder, ...more: string[]): Promise<SchemaChangeSummary[]> =>
  (await ok(folder, "schema-changes", "list", ...more, "--json")).json<SchemaChangeSummary[]>();

const orders =
  "select * exclude (_revos_id, _revos_run_id, _revos_extracted_at, _revos_generation, updated_at) from main.shop_orders order by id";

describe("a schema change", () => {
  it(
    "of a column's name holds its stream alone, and accepting it renames the table's column; diff and pull follow",
    { timeout: 5 * minutes },
    async () => {
      await using database = await openDatabase();
      await using folder = await openShop(database);
      await database.query(`alter table orders rename column note to remark;
        alter table orders rename column updated_at to changed_at;
        insert into orders values (4, 'n4', 4, '2026-02-01'); insert into lines values (2, 'y')`);
      const run = await folder.revos(["sync", "shop", "--json"]);
      expect(run.code, run.stderr).toBe(8);
      const document = run.json<Run>();
      expect(
        document.streams.map(({ stream, status, error }) => [stream, status, error?.code ?? null]),
      ).toEqual([
        ["orders", "held", "source.schema_changed"],
        ["lines", "ok", null],
      ]);
      const open = await list(folder, "shop");
      expect(
        open.map(({ kind, before, after, certain, state, holds, since }) => [
          kind,
          before,
          after,
          certain,
          state,
          holds,
          since.run,
        ]),
      ).toEqual([
        ["rename", "note", "remark", true, "open", true, document.id],
        ["rename", "updated_at", "changed_at", true, "open", true, document.id],
      ]);
      // Nothing of a stream that was held before it was read is staged, so there is nothing to replay.
      const checkpoints = await ok(folder, "checkpoints", "list", "--json");
      expect(
        checkpoints
          .json<{ stream: string; safeTo: string; why: string }[]>()
          .map(({ stream, safeTo, why }) => `${stream} ${safeTo}: ${why.split(/[:;]/)[0]}`)
          .sort(),
      ).toEqual([
        "lines skip: published whole in one commit",
        "orders retry: a schema change holds it",
      ]);
      const status = await ok(folder, "status");
      expect(status.stdout).toContain("2 schema changes hold a stream until somebody decides");
      expect(status.stdout).toContain("revos schema-changes list shop");
      expect((await ok(folder, "doctor")).stdout).toContain("2 open, 1 stream held");

      const note = open.find(({ before }) => before === "note")!;
      const bare = await folder.revos(["schema-changes", "accept", note.id, "--json"]);
      expect([bare.code, bare.error().code]).toEqual([7, "consent.needed"]);
      const plan = (
        await ok(folder, "schema-changes", "accept", note.id, "--dry-run", "--json")
      ).json<SchemaChangeDecision>();
      expect(plan).toMatchObject({ done: false, consent: "yes", reread: null, fill: null });
      expect(await list(folder)).toHaveLength(2);
      const stale = await folder.revos([
        "schema-changes",
        "accept",
        note.id,
        "--plan",
        "p_000000",
        "--yes",
      ]);
      expect(stale.code).toBe(6);
      for (const change of open) await ok(folder, "schema-changes", "accept", change.id, "--yes");
      expect(await list(folder)).toEqual([]);
      const again = await folder.revos(["schema-changes", "accept", note.id, "--yes"]);
      expect(again.code).toBe(2);

      const next = (await ok(folder, "sync", "shop", "--json")).json<Run>();
      // The rows at the cursor's closed low end and the new one: the position went on.
      expect(next.streams[0]).toMatchObject({ stream: "orders", read: 2, written: 1 });
      expect(await folder.rows(orders.replace("updated_at", "changed_at"))).toEqual(
        [1, 2, 3, 4].map((i) => ({ id: String(i), remark: `n${i}`, amount: String(i) })),
      );
      // The store's spec follows the new name of the cursor, the file does not: diff says so, pull takes it in.
      const drift = await folder.revos(["diff", "--json", "--exit-code"]);
      expect(drift.json<{ items: { action: string }[]; ok: boolean }>()).toMatchObject({
        ok: false,
      });
      await ok(folder, "pull", "shop", "--force");
      expect(readFileSync(join(folder.dir, "connections", "shop.yaml"), "utf8")).toContain(
        "changed_at",
      );
      const clean = (await ok(folder, "diff", "--json")).json<{ items: unknown[]; ok: boolean }>();
      expect(clean).toMatchObject({ ok: true, items: [] });
    },
  );

  it(
    "of a new column waits, is taken with a fill that says its cost, and an apply of something else decides nothing",
    { timeout: 5 * minutes },
    async () => {
      await using database = await openDatabase();
      await using folder = await openShop(database);
      await database.query(
        "alter table orders add column extra int; update orders set extra = id * 10; alter table orders add column kind text",
      );
      await ok(folder, "sync", "shop");
      const open = await list(folder);
      expect(open.map(({ kind, column, holds }) => [kind, column, holds])).toEqual([
        ["add", "extra", false],
        ["add", "kind", false],
      ]);
      // An edit of another thing does not take the columns in, not even after a fresh look at the source.
      const source = readFileSync(join(folder.dir, "connections", "shop.yaml"), "utf8");
      await ok(
        folder,
        "sources",
        "list-streams",
        /src_\w+/.exec(source)?.[0] ?? "",
        "--refresh",
        "--json",
      );
      writeFileSync(
        join(folder.dir, "connections", "shop.yaml"),
        source.replace(
          "      primaryKey: [[id]]\n",
          "      primaryKey: [[id]]\n      lookback: 1h\n",
        ),
      );
      await ok(folder, "apply", "--yes");
      await ok(folder, "sync", "shop");
      expect(Object.keys((await folder.rows(orders))[0] ?? {})).toEqual(["id", "note", "amount"]);
      expect(await list(folder)).toHaveLength(2);

      const extra = open.find(({ column }) => column === "extra")!;
      const kind = open.find(({ column }) => column === "kind")!;
      const plan = (
        await ok(folder, "schema-changes", "accept", extra.id, "--fill", "--dry-run", "--json")
      ).json<SchemaChangeDecision>();
      expect(plan.fill).toMatchObject({ rows: 3 });
      expect(plan.effects.map(({ code }) => code)).toEqual(["takes_add", "column_filled"]);
      await ok(folder, "schema-changes", "accept", extra.id, "--fill", "--yes");
      await ok(folder, "schema-changes", "ignore", kind.id, "--policy", "remember", "--yes");
      const run = (await ok(folder, "sync", "shop", "--json")).json<Run>();
      expect(run.fills).toMatchObject([{ columns: ["extra"], read: 3, written: 3, error: null }]);
      expect(await folder.rows(orders)).toEqual(
        [1, 2, 3].map((i) => ({
          id: String(i),
          note: `n${i}`,
          amount: String(i),
          extra: String(i * 10),
        })),
      );
      const later = (await ok(folder, "sync", "shop", "--json")).json<Run>();
      expect(later.fills).toBeUndefined();
      expect(
        (await list(folder, "--state", "all"))
          .map(({ column, state, fill }) => [column, state, fill])
          .toSorted(),
      ).toEqual([
        ["extra", "accepted", "done"],
        ["kind", "ignored", "none"],
      ]);
    },
  );

  it(
    "in streams: a new one is told and taken with a word about personal data, one that is gone leaves",
    { timeout: 5 * minutes },
    async () => {
      await using database = await openDatabase();
      await using folder = await openShop(database);
      await database.query(
        "create table people (id int primary key, email text); insert into people values (1, 'a@x.example'); drop table lines",
      );
      const run = await folder.revos(["sync", "shop", "--json"]);
      expect(run.code).toBe(8);
      const open = await list(folder);
      const fresh = open.find(({ kind }) => kind === "newStream")!;
      const gone = open.find(({ kind }) => kind === "streamGone")!;
      expect([fresh.stream, fresh.holds, gone.stream, gone.holds]).toEqual([
        "people",
        false,
        "lines",
        true,
      ]);
      const bare = await folder.revos(["schema-changes", "accept", fresh.id, "--yes", "--json"]);
      expect([bare.code, bare.error().code]).toEqual([7, "consent.needed"]);
      expect(bare.error().advice).toContain("--pii");
      await ok(folder, "schema-changes", "accept", fresh.id, "--pii", "drop", "--yes");
      await ok(folder, "schema-changes", "accept", gone.id, "--yes");
      await ok(folder, "sync", "shop");
      expect(await folder.rows("select id from main.shop_people")).toEqual([{ id: "1" }]);
      expect(
        await folder.rows(
          "select column_name from duckdb_columns() where table_name = 'shop_people' and column_name = 'email'",
        ),
      ).toEqual([]);
      expect(await folder.rows("select a from main.shop_lines")).toEqual([{ a: "1" }]);
      expect(await list(folder)).toEqual([]);
      expect((await folder.revos(["schema-changes", "accept", "sc_nothing", "--yes"])).code).toBe(
        5,
      );
    },
  );

  it(
    "under the policies of the file is followed without a question, and a wrong word in it is a finding",
    { timeout: 5 * minutes },
    async () => {
      await using database = await openDatabase();
      await using folder = await openShop(
        database,
        "  onSchemaChange: { add: apply, narrow: apply, newStream: apply }\n",
      );
      await database.query(`alter table orders add column extra int; alter table orders alter amount type text using amount::text;
        insert into orders values (4, 'n4', 'much', '2026-02-01', 7); create table shelf (id int primary key); insert into shelf values (5)`);
      await ok(folder, "sync", "shop");
      await ok(folder, "sync", "shop");
      expect(await folder.rows(orders)).toEqual([
        ...[1, 2, 3].map((i) => ({ id: String(i), note: `n${i}`, amount: String(i), extra: null })),
        { id: "4", note: "n4", amount: "much", extra: "7" },
      ]);
      expect(await folder.rows("select id from main.shop_shelf")).toEqual([{ id: "5" }]);
      expect(await list(folder)).toEqual([]);
      const file = join(folder.dir, "connections", "shop.yaml");
      writeFileSync(file, readFileSync(file, "utf8").replace("add: apply", "add: perhaps"));
      const diff = await folder.revos(["diff", "--json"]);
      expect(diff.json<{ findings: { code: string; path: string }[] }>().findings).toMatchObject([
        { code: "value_invalid", path: "spec.onSchemaChange.add" },
      ]);
    },
  );
});
