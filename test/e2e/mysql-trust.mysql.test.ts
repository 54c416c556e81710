// MariaDB through the command line beyond the plain sync: a table compared and repaired, some days of it read again, and a read
// that went on after kill -9. What the warehouse holds in the end is compared without any code of revos.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import type { RewritePlan } from "../../src/model/rewrite-plan.ts";
import type { Run } from "../../src/model/run.ts";
import type { Verification } from "../../src/model/verification.ts";
import { openFolder, type Folder } from "../support/cli.ts";
import { describeMariadb, openMariadb, type MariadbDatabase } from "../support/mariadb.ts";

type Shop = AsyncDisposable & {
  readonly folder: Folder;
  readonly database: MariadbDatabase;
  /** Runs it, wants exit 0, gives the document. */
  ok<T = unknown>(...args: readonly string[]): Promise<T>;
};

/** A project with one connection, `shop`, of the table `events`; the lines that are given end its stream and its spec. */
async function openShop(
  { stream, spec = "" }: { readonly stream: string; readonly spec?: string },
  ...tables: readonly string[]
): Promise<Shop> {
  const database = await openMariadb();
  const folder = await openFolder();
  for (const sql of tables) await database.query(sql);
  const made = await folder.revos(
    ["sources", "create", "--connector", "mysql", "--name", "shop", "--config", "-", "--json"],
    { input: JSON.stringify(database.config) },
  );
  expect(made.code, made.stderr).toBe(0);
  const { id } = made.json<{ id: string }>();
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
    - name: events
      namespace: ${database.name}
      as: events
      mappers: []
${stream.replaceAll(/^/gm, "      ")}
${spec.replaceAll(/^/gm, "  ")}
`,
  );
  const ok: Shop["ok"] = async (...args) => {
    const answer = await folder.revos([...args, "--json"]);
    expect(answer.code, `${args.join(" ")}\n${answer.stderr}${answer.stdout.slice(0, 3000)}`).toBe(
      0,
    );
    return answer.json() as never;
  };
  await ok("sources", "list-streams", id);
  expect((await folder.revos(["apply", "--yes"])).code).toBe(0);
  return {
    folder,
    database,
    ok,
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

// Changed long ago: what was written a moment ago counts as in flight, however the test's own server is used by others.
const events = [
  "create table events (id bigint primary key, v varchar(40), happened datetime, changed timestamp(6) not null)",
  "insert into events select seq, concat('v', seq), timestamp '2026-03-01 00:00:00' + interval seq hour, timestamp '2020-01-01 00:00:00' + interval seq second from seq_0_to_239",
] as const;

async function expectSame({ folder, database }: Shop): Promise<void> {
  const there = await database.query(
    "select id, v, date_format(happened, '%Y-%m-%d %H:%i:%s') from events order by id",
  );
  const here = await folder.rows(
    "select id, v, strftime(happened, '%Y-%m-%d %H:%M:%S') as happened from main.events order by id",
  );
  expect(here.map((row) => Object.values(row))).toEqual(there);
}

const deduped =
  "syncMode: incremental_deduped_history\ncursorField: [changed]\nprimaryKey: [[id]]\neventTime: happened";

describeMariadb("MariaDB by the command line, when it must be right", () => {
  it(
    "verify finds what differs by digests, and --repair mends exactly that",
    { timeout: 120_000 },
    async () => {
      await using shop = await openShop({ stream: deduped }, ...events);
      await shop.ok("sync", "shop");
      const equal = await shop.ok<Verification>("verify", "shop");
      expect(equal).toMatchObject({
        status: "equal",
        streams: [{ method: "digests", readRows: 0 }],
      });
      await shop.folder.write("update main.events set v = 'wrong' where id = 7");
      await shop.folder.write("delete from main.events where id in (8, 9)");
      const different = await shop.folder.revos(["verify", "shop", "--json"]);
      expect(different.code).toBe(10);
      expect(different.json<Verification>().streams[0]).toMatchObject({
        method: "digests",
        differences: { changed: 1, missing: 2, extra: 0, duplicate: 0 },
      });
      const run = await shop.folder.revos(["verify", "shop", "--repair", "--yes", "--json"]);
      expect(run.code, run.stderr).toBe(0);
      await expectSame(shop);
      expect(await shop.ok<Verification>("verify", "shop")).toMatchObject({ status: "equal" });
    },
  );

  it(
    "backfill previews the rows of its days and reads them again",
    { timeout: 120_000 },
    async () => {
      await using shop = await openShop({ stream: deduped }, ...events);
      await shop.ok("sync", "shop");
      await shop.database.query("update events set v = 'mended' where id between 60 and 69");
      const range = ["--stream", "events", "--from", "2026-03-03", "--to", "2026-03-05"];
      const plan = await shop.ok<RewritePlan>("backfill", "shop", ...range, "--dry-run");
      expect(plan).toMatchObject({ parts: 2, rows: 48 });
      expect(plan.streams[0]?.parts).toMatchObject([
        { part: "2026-03-03", sourceRows: 24, tableRows: 24 },
        { part: "2026-03-04", sourceRows: 24, tableRows: 24 },
      ]);
      const run = await shop.ok<Run>("backfill", "shop", "--plan", plan.id, "--yes");
      // The source itself left out what lies outside.
      expect(run).toMatchObject({ lane: "backfill", status: "ok", balanced: true });
      expect(run.streams.reduce((sum, stream) => sum + stream.read, 0)).toBe(48);
      await expectSame(shop);
    },
  );

  it("goes on after kill -9 with what it had read", { timeout: 240_000 }, async () => {
    // Two readers share chunks of 256 MB: rows of 15 KB make some of them without many rows. Raw of a table that fits is kept.
    await using shop = await openShop(
      {
        stream: "syncMode: full_refresh_overwrite",
        spec: "limits: { parallel: 2 }\nlanding: { maxBytes: 2GB }",
      },
      "create table events (id bigint primary key, v varchar(40), happened datetime, filler longblob)",
      "insert into events select seq, concat('v', seq), timestamp '2026-03-01 00:00:00' + interval seq second, repeat('x', 15000) from seq_1_to_40000",
      "analyze table events",
    );
    await sleep(3100);
    const child = shop.folder.start(["sync", "shop", "--json"]);
    const ended = new Promise((resolve) => child.once("close", resolve));
    await until(() => chunksDone(shop.folder.dir) > 0 || child.exitCode !== null);
    process.kill(-(child.pid ?? 0), "SIGKILL");
    await ended;
    expect(chunksDone(shop.folder.dir)).toBeGreaterThan(0);
    const run = await shop.ok<Run>("sync", "shop");
    expect(run).toMatchObject({ status: "ok", balanced: true, streams: [{ read: 40_000 }] });
    expect(run.warnings).toMatchObject([{ code: "read_resumed" }]);
    await expectSame(shop);
  });
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(10);
}

/** Chunks that a read has written down as landed. */
function chunksDone(folder: string): number {
  const landing = join(folder, ".revos");
  if (!existsSync(landing)) return 0;
  const names = readdirSync(landing, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith("chunks.ndjson"))
    .reduce(
      (sum, name) => sum + readFileSync(join(landing, name), "utf8").split("\n").length - 2,
      0,
    );
}
