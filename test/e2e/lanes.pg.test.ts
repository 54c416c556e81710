// Backfill, replay and rollback as a user does them, from a real Postgres into a DuckDB file: what the table holds after each, beside a
// live lane that goes on from where it stood.
import { describe, expect, it } from "vitest";
import type { Run } from "../../src/model/run.ts";
import type { RewritePlan } from "../../src/model/rewrite-plan.ts";
import { openLanes } from "./lanes-world.ts";

const append = "syncMode: incremental_append\ncursorField: [changed]\neventTime: happened";
const deduped =
  "syncMode: incremental_deduped_history\ncursorField: [changed]\nprimaryKey: [[id]]\neventTime: happened";
const full = "syncMode: full_refresh_overwrite\neventTime: happened";
const range = ["--stream", "events", "--from", "2026-03-03", "--to", "2026-03-05"];

describe.each([
  ["append", append],
  ["deduped", deduped],
  ["full", full],
])("a backfill of days of an %s stream", (name, stream) => {
  it(
    "previews rows, does exactly its plan, leaves live alone, and is rolled back to the row",
    { timeout: 240_000 },
    async () => {
      await using lanes = await openLanes(stream);
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
