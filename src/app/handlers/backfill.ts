// Backfills: planned, run, listed, rolled back. The work is in app/rewrite.
import type { Run } from "../../model/run.ts";
import type { HandlerTable } from "../context.ts";
import { formatStream } from "../stream-names.ts";
import { planBackfill } from "../rewrite/plan-backfill.ts";
import { planRollback, runRollback } from "../rewrite/rollback.ts";
import { runRewrite } from "../rewrite/run-parts.ts";
import { findPlan, requireConsent } from "../rewrite/stored-plan.ts";
import { findConnection } from "../sync-connection.ts";

const listed = 100;

export const handlers: HandlerTable = {
  "backfill.plan": planBackfill,

  "backfill.run": async (ctx, input, options) => {
    const found = await findPlan(ctx, input.plan, "backfill");
    requireConsent(found.plan, input);
    return await runRewrite(ctx, found, { ...input, trigger: "manual" }, options);
  },

  "backfill.list": async (ctx, { connection }) => {
    if (connection !== undefined) await findConnection(ctx, connection);
    const store = await ctx.store();
    await store.runs.sweepLost();
    const runs = await Promise.all(
      (["backfill", "replay"] as const).map((lane) =>
        store.runs.list({ ...(connection ? { connection } : {}), lane, limit: listed }),
      ),
    );
    return runs
      .flat()
      .map(({ document }) => document)
      .sort((a, b) => (a.id < b.id ? 1 : -1))
      .map(toSummary);
  },

  "backfill.planRollback": planRollback,

  "backfill.rollback": async (ctx, input, options) => {
    const found = await findPlan(ctx, input.plan, "rollback");
    requireConsent(found.plan, input);
    return await runRollback(ctx, found, { ...options, timeoutMs: input.timeoutMs });
  },
};

function toSummary(run: Run) {
  const parts = run.streams.flatMap((stream) => stream.parts ?? []);
  const sum = (pick: (stream: Run["streams"][number]) => number): number =>
    run.streams.reduce((total, stream) => total + pick(stream), 0);
  const done = parts.filter((part) => part.status === "ok").length;
  const failed = parts.filter((part) => part.status === "failed" || part.status === "held").length;
  return {
    run: run.id,
    plan: run.plan ?? null,
    connection: run.connection ?? "",
    lane: run.lane,
    action: run.rollsBack === undefined ? run.lane : "rollback",
    status: run.status,
    startedAt: run.startedAt,
    streams: run.streams.map((stream) =>
      formatStream({ name: stream.stream, namespace: stream.namespace }),
    ),
    parts: { all: parts.length, done, failed, open: parts.length - done - failed },
    read: sum((stream) => stream.read),
    written: sum((stream) => stream.written),
    removed: sum((stream) => stream.removed ?? 0),
    rolledBackBy: run.rolledBackBy ?? null,
  };
}
