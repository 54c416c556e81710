// Backfill, replay and rollback as a user does them, from a real Postgres into a DuckDB file and into another Postgres: what the
// table holds after each, beside a live lane that goes on from where it stood.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Run } from "../../src/model/run.ts";
import type { RewritePlan } from "../../src/model/rewrite-plan.ts";
import { finish } from "../support/cli.ts";
import { openLanes, warehouses, type Lanes } from "./lanes-world.ts";

const append = "syncMode: incremental_append\ncursorField: [changed]\neventTime: happened";
const deduped =
  "syncMode: incremental_deduped_history\ncursorField: [changed]\nprimaryKey: [[id]]\neventTime: happened";
const full = "syncMode: full_refresh_overwrite\neventTime: happened";
const range = ["--stream", "events", "--from", "2026-03-03", "--to", "2026-03-05"];

describe.each(
  warehouses.flatMap((warehouse) => [
    [warehouse, "append", append] as const,
    [warehouse, "deduped", deduped] as const,
    [warehouse, "full", full] as const,
  ]),
)("%s: a backfill of days of an %s stream", (warehouse, name, stream) => {
  it(
    "previews rows, does exactly its plan, leaves live alone, and is rolled back to the row",
    { timeout: 240_000 },
    async () => {
      await using lanes = await openLanes(stream, warehouse);
      await lanes.ok(["sync", "shop"]);
      const before = await lanes.table("*");
      // Mended at the source without touching the cursor: no live sync would see it.
      await lanes.database.query("update events set v = 'mended' where id between 60 and 69");
      await lanes.database.query("delete from events where id = 70");
      const plan = await lanes.ok<RewritePlan>(["backfill", "shop", ...range, "--dry-run"]);
      expect(plan).toMatchObject({
        kind: "RewritePlan",
        parts: 2,
        rows: 47,
        consent: "yes",
        keeps: true,
      });
      expect(plan.streams[0]).toMatchObject({
        by: "happened",
        window: "day",
        how: name === "deduped" ? "merge" : "replace",
      });
      expect(plan.streams[0]?.parts).toMatchObject([
        { part: "2026-03-03", sourceRows: 23, tableRows: 24 },
        { part: "2026-03-04", sourceRows: 24, tableRows: 24 },
      ]);
      expect(await lanes.table("*")).toEqual(before);
      const refused = await lanes.revos(["backfill", "shop", ...range, "--json"]);
      expect([refused.code, refused.error().code]).toEqual([7, "consent.needed"]);
      const run = await lanes.ok<Run>(["backfill", "shop", "--plan", plan.id, "--yes"]);
      const gone = name === "deduped" ? 0 : 1;
      expect(run).toMatchObject({
        lane: "backfill",
        status: "ok",
        exit: 0,
        balanced: true,
        plan: plan.id,
      });
      expect(run.streams[0]).toMatchObject({
        read: 47,
        written: 10,
        deduplicated: 37,
        removed: 10 + gone,
      });
      expect(run.streams[0]?.parts?.map((part) => part.status)).toEqual(["ok", "ok"]);
      const right = await lanes.source();
      const kept = name === "deduped" ? ["70|v70|2026-03-03 22:00:00"] : [];
      expect((await lanes.table()).sort()).toEqual([...right, ...kept].sort());
      const again = await lanes.ok<Run>(["backfill", "shop", ...range, "--yes"]);
      expect(again.streams[0]).toMatchObject({ read: 47, written: 0, removed: 0 });
      const checkpoints = await lanes.ok<{ lane: string; safeTo: string; windowStart: string }[]>([
        "checkpoints",
        "list",
      ]);
      expect(checkpoints.map(({ lane, safeTo }) => [lane, safeTo]).sort()).toEqual([
        ["backfill", "skip"],
        ["live", "skip"],
      ]);
      const list = await lanes.ok<{ run: string; parts: { done: number } }[]>([
        "backfill",
        "list",
        "shop",
      ]);
      expect(list.map((line) => line.parts.done)).toEqual([2, 2]);
      const early = await lanes.revos(["backfill", "rollback", run.id, "--yes", "--json"]);
      expect([early.code, early.error().code]).toEqual([6, "rewrite.overtaken"]);
      await lanes.ok(["backfill", "rollback", again.id, "--yes"]);
      const back = await lanes.ok<Run>(["backfill", "rollback", run.id, "--yes"]);
      expect(back).toMatchObject({ rollsBack: run.id, status: "ok" });
      expect(await lanes.table("*")).toEqual(before);
      const twice = await lanes.revos(["backfill", "rollback", back.id, "--yes", "--json"]);
      expect([twice.code, twice.error().code]).toEqual([5, "rewrite.not_found"]);
    },
  );
});

const kills = Number(process.env.REVOS_TEST_KILLS ?? 3);

/** Kills a command's whole process group `kills` times, at random moments of what a sync takes; gives how often it was in time. */
async function killOften(
  lanes: Lanes,
  args: readonly string[],
  { wholeMs, before }: { wholeMs: number; before?: (turn: number) => Promise<unknown> },
): Promise<number> {
  let inTime = 0;
  for (let turn = 0; turn < kills; turn++) {
    await before?.(turn);
    const child = lanes.folder.start(args);
    const ended = finish(child);
    // One moment in each part of the time: the first of them is early enough on any machine.
    await sleep(100 + (wholeMs * (turn + Math.random())) / kills);
    try {
      process.kill(-(child.pid ?? 0), "SIGKILL");
    } catch {
      // It was quicker.
    }
    if ((await ended).code === null) inTime++;
  }
  if (process.env.REVOS_TEST_KILLS)
    process.stderr.write(`${args[0]}: ${inTime} of ${kills} kills were in time\n`);
  return inTime;
}

/** The first sync, and how long it took. */
async function firstSync(lanes: Lanes): Promise<number> {
  const begun = performance.now();
  await lanes.ok(["sync", "shop"]);
  return performance.now() - begun;
}

type Line = { run: string; status: string; parts: { done: number; open: number; failed: number } };

const killTimeout = { timeout: 400_000 + kills * 60_000 };

describe.each(warehouses)("%s: kill -9", (warehouse) => {
  it(
    "in a backfill leaves parts that are run again to the same rows, with live in between",
    killTimeout,
    async () => {
      await using lanes = await openLanes(append, warehouse);
      const wholeMs = 1.6 * (await firstSync(lanes));
      const before = await lanes.table();
      const asked = [
        "backfill",
        "shop",
        "--stream",
        "events",
        "--from",
        "2026-03-01",
        "--to",
        "2026-03-11",
        "--yes",
      ];
      const inTime = await killOften(lanes, asked, {
        wholeMs,
        // Not the row at the cursor's low end: an append reads it again, and adds what it has become.
        before: (turn) =>
          lanes.database.query(`update events set v = 'mended ${turn} ' || id where id < 239`),
      });
      expect(inTime).toBeGreaterThan(0);
      await lanes.database.query(
        "insert into events (id, v, happened) values (500, 'new', '2026-04-01 00:00+00')",
      );
      await lanes.ok(["sync", "shop"]);
      const [last] = await lanes.ok<Line[]>(["backfill", "list", "shop"]);
      if (last) {
        expect(last.status).not.toBe("running");
        await lanes.ok(["runs", "retry", last.run]);
      }
      await lanes.ok(asked);
      expect(await lanes.table()).toEqual((await lanes.source()).sort());
      expect(
        await lanes.asked(`select count(distinct _revos_id) = count(*) as n from ${lanes.name}`),
      ).toEqual([{ n: "true" }]);
      const left = await lanes.ok<RewritePlan>([
        "backfill",
        "shop",
        "--stream",
        "events",
        "--only",
        "failed,missing",
        "--dry-run",
      ]);
      expect(left.parts).toBe(0);
      const verified = await lanes.revos(["verify", "shop", "--json"]);
      expect(verified.code, verified.stdout).toBe(0);
      // A command each: with many kills only the rows are compared.
      if (kills > 10) return;
      // Taken back, newest first: what stood before, and what live has added since.
      const runs = await lanes.asked(
        "select run_id from _revos.rewrites group by run_id order by max(committed_at) desc",
      );
      for (const { run_id } of runs)
        await lanes.ok(["backfill", "rollback", run_id ?? "", "--yes"]);
      expect(await lanes.table()).toEqual([...before, "500|new|2026-04-01 00:00:00"].sort());
    },
  );

  it(
    "in a replay leaves runs that are replayed again to the same rows and ids",
    killTimeout,
    async () => {
      await using lanes = await openLanes(deduped, warehouse);
      const wholeMs = 1.6 * (await firstSync(lanes));
      for (const id of [300, 301, 302]) {
        await lanes.database.query(
          `insert into events (id, v, happened) values (${id}, 'v${id}', '2026-03-11 00:00+00')`,
        );
        await lanes.ok(["sync", "shop"]);
      }
      const before = await lanes.table("id, v, happened, changed, _revos_id");
      const inTime = await killOften(lanes, ["replay", "shop", "--yes"], {
        wholeMs,
        before: (turn) =>
          lanes.damage(
            `update ${lanes.name} set v = 'lost' where id % 5 = ${turn % 5} or id >= 300`,
          ),
      });
      expect(inTime).toBeGreaterThan(0);
      const run = await lanes.ok<Run>(["replay", "shop", "--yes"]);
      expect(run).toMatchObject({ lane: "replay", status: "ok", balanced: true });
      expect(await lanes.table("id, v, happened, changed, _revos_id")).toEqual(before);
      expect(await lanes.table()).toEqual((await lanes.source()).sort());
      const verified = await lanes.revos(["verify", "shop", "--json"]);
      expect(verified.code, verified.stdout).toBe(0);
    },
  );

  it("in a rollback leaves it to be done again", killTimeout, async () => {
    await using lanes = await openLanes(deduped, warehouse);
    const wholeMs = await firstSync(lanes);
    const before = await lanes.table("*");
    await lanes.database.query("update events set v = 'mended' where id < 100");
    const done = await lanes.ok<Run>(["backfill", "shop", "--stream", "events", "--yes"]);
    expect(await lanes.table()).toEqual((await lanes.source()).sort());
    const undo = ["backfill", "rollback", done.id, "--yes"];
    await killOften(lanes, undo, { wholeMs });
    await lanes.revos([...undo, "--json"]);
    expect(await lanes.table("*")).toEqual(before);
  });
});

describe.each(warehouses)("%s: late rows", (warehouse) => {
  it(
    "are counted, put aside when the stream says so, and shown with the checkpoint",
    { timeout: 240_000 },
    async () => {
      await using lanes = await openLanes(`${append}\nlateAfter: 2h\nlate: quarantine`, warehouse);
      const first = await lanes.ok<Run>(["sync", "shop"]);
      expect(first.streams[0]).toMatchObject({
        late: 0,
        window: { watermark: "2026-03-10 23:00:00+00" },
      });
      await lanes.database.query(
        "insert into events (id, v, happened) values (300, 'late', '2026-03-10 20:59+00'), (301, 'in time', '2026-03-10 21:00+00'), (302, 'new', '2026-03-11 12:00+00')",
      );
      const second = await lanes.ok<Run>(["sync", "shop"]);
      expect(second.streams[0]).toMatchObject({
        late: 1,
        written: 2,
        quarantined: 1,
        balanced: true,
      });
      const [line] = await lanes.ok<Record<string, unknown>[]>(["checkpoints", "list", "shop"]);
      expect(line).toMatchObject({
        lane: "live",
        late: 1,
        watermark: "2026-03-11T12:00:00Z",
        windowStart: "2026-03-10T23:00:00Z",
        safeTo: "skip",
      });
      expect(
        await lanes.asked("select late, lane from _revos.windows order by committed_at"),
      ).toEqual([
        { late: "0", lane: "live" },
        { late: "1", lane: "live" },
      ]);
    },
  );
});

describe.each(warehouses)("%s: only failed and missing", (warehouse) => {
  it("lists the days that the table lacks, and does them alone", { timeout: 240_000 }, async () => {
    await using lanes = await openLanes(append, warehouse);
    await lanes.database.query(
      "create table aside as select * from events where happened >= '2026-03-04' and happened < '2026-03-06'; delete from events where id in (select id from aside)",
    );
    await lanes.ok(["sync", "shop"]);
    await lanes.database.query("insert into events select * from aside");
    const asked = ["backfill", "shop", "--stream", "events", "--only", "failed,missing"];
    const plan = await lanes.ok<RewritePlan>([...asked, "--dry-run"]);
    expect(
      plan.streams[0]?.parts.map(({ part, why, sourceRows }) => [part, why, sourceRows]),
    ).toEqual([
      ["2026-03-04", "missing", 24],
      ["2026-03-05", "missing", 24],
    ]);
    await lanes.ok([...asked, "--yes"]);
    expect(await lanes.table()).toEqual(await lanes.source());
    const shown = await lanes.revos([...asked, "--dry-run", "--lang", "ja"]);
    expect(shown.stdout).toMatch(/対象はありません/);
    const refused = await lanes.revos([
      "backfill",
      "shop",
      "--stream",
      "events",
      "--by",
      "v",
      "--from",
      "1",
      "--json",
    ]);
    expect([refused.code, refused.error().code]).toEqual([2, "usage.bad_value"]);
  });
});
