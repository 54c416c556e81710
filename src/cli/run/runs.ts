// runs list, show, watch, logs, cancel, retry.
import type { Context } from "../context.ts";
import type { Handler } from "../command.ts";
import { badValue } from "../flags.ts";
import { rememberNames } from "../remembered.ts";
import { duration, grouped } from "../view/number.ts";
import { statusKey } from "../view/live.ts";
import { runTitle, sumBooks } from "../view/run-summary.ts";
import { renderRunStreams } from "../view/run-streams.ts";
import { timeOf } from "./columns.ts";
import { resolveNames } from "./names.ts";
import { printRun, printRunErrors } from "./print-run.ts";
import { showProgress } from "./progress.ts";
import { renderRun } from "../view/run-summary.ts";

export const runsList: Handler = async (ctx) => {
  const named = ctx.flags.text("connection");
  const [connection] = named === undefined ? [] : await resolveNames(ctx, [named]);
  const state = ctx.flags.text("state");
  const limit = ctx.flags.number("limit");
  const since = sinceMs(ctx);
  const found = await ctx.call("runs.list", {
    ...(connection === undefined ? {} : { connection }),
    ...(state === undefined ? {} : { state }),
    // One more than wanted, to know whether the limit cuts.
    ...(limit === undefined ? {} : { limit: limit + 1 }),
  });
  const recent = since === null ? found : found.filter((run) => Date.parse(run.startedAt) >= since);
  const rows = limit === undefined ? recent : recent.slice(0, limit);
  if (rows.length < recent.length)
    ctx.notes.warn({ code: "list.limited", limit }, ctx.say("list.limited", { limit: limit ?? 0 }));
  if (connection === undefined)
    rememberNames(ctx, { runs: rows.slice(0, 50).map((run) => run.id) });
  ctx.out.list(
    rows,
    [
      { title: ctx.say("col.run"), value: (run) => run.id },
      { title: ctx.say("col.connection"), value: runTitle, cut: true },
      { title: ctx.say("col.state"), value: (run) => ctx.say(statusKey(run.status)) },
      { title: ctx.say("col.started"), value: (run) => timeOf(ctx, run.startedAt) },
      {
        title: ctx.say("col.took"),
        value: (run) =>
          duration(isUnderWay(run) ? ctx.now() - Date.parse(run.startedAt) : run.durationMs),
        right: true,
      },
      // The books are closed at the end; until then a nought would be a lie.
      {
        title: ctx.say("col.read"),
        value: (run) => (isUnderWay(run) ? "-" : grouped(sumBooks(run.streams).read)),
        right: true,
      },
      {
        title: ctx.say("col.quarantine"),
        value: (run) => (isUnderWay(run) ? "-" : grouped(sumBooks(run.streams).quarantined)),
        right: true,
      },
    ],
    ctx.say("runs.none"),
  );
  return 0;
};

const isUnderWay = (run: { readonly status: string }) =>
  run.status === "running" || run.status === "queued";

function sinceMs(ctx: Context): number | null {
  const text = ctx.flags.text("since");
  if (text === undefined) return null;
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw badValue("since", text, "a time such as 2026-11-30T14:00:00Z");
  return at;
}

export const runsShow: Handler = async (ctx) => {
  const run = await ctx.call("runs.show", { id: ctx.args[0] ?? "" });
  if (ctx.out.machine) ctx.out.json(run);
  else {
    ctx.out.text(renderRun(run, { say: ctx.say, terminal: ctx.terminal, paint: ctx.paint }));
    ctx.out.text(`\n${renderRunStreams(ctx, run)}`);
    printRunErrors(ctx, run);
  }
  return 0;
};

export const runsWatch: Handler = (ctx) => follow(ctx, "runs.watch");
export const runsRetry: Handler = (ctx) => follow(ctx, "runs.retry");

async function follow(ctx: Context, operation: "runs.watch" | "runs.retry"): Promise<number> {
  const id = ctx.args[0] ?? "";
  const shown = showProgress(ctx, id, { next: 1 });
  let run = null;
  try {
    run = await ctx.call(operation, { id }, shown.onProgress);
  } finally {
    shown.end(run);
  }
  if (ctx.terminal.json) ctx.out.json(run);
  if (ctx.out.machine) printRunErrors(ctx, run);
  else printRun(ctx, run);
  return run.exit;
}

export const runsCancel: Handler = async (ctx) => {
  const id = ctx.args[0] ?? "";
  const done = await ctx.call("runs.cancel", { id });
  if (ctx.out.machine) ctx.out.json({ ...done, id, exit: 0 });
  else ctx.out.text(ctx.say(done.changed ? "runs.cancelled" : "runs.notRunning", { id }));
  return 0;
};
