// Shows a run while it goes: a live block on a terminal, whole lines with a heartbeat in CI, percent lines for a screen
// reader, nothing otherwise; and the events themselves with --ndjson. ux.md §2.3, §2.4 (6).
import { phrase } from "../text/phrases-ja.ts";
import type { Progress } from "../../api/app.ts";
import type { Run } from "../../model/run.ts";
import type { RunEvent, TimedRunEvent } from "../../model/run-event.ts";
import type { Context } from "../context.ts";
import { LiveBlock } from "../view/live-block.ts";
import { renderLive } from "../view/live.ts";
import { eventLine, heartbeatLine } from "../view/event-lines.ts";
import { foldEvent, makeRunState, totals, type RunState } from "../view/run-state.ts";

const heartbeatMs = 30_000;

/** Numbers events without gaps over all runs of one command. */
export type Sequence = { next: number };

export type Shown = {
  readonly state: RunState;
  readonly onProgress: (progress: Progress) => void;
  /** Takes the block away; prints the last event with --ndjson. */
  end(run: Run | null): void;
};

export function showProgress(ctx: Context, connection: string, sequence: Sequence): Shown {
  const state = makeRunState(ctx.now());
  const { terminal } = ctx;
  // The width is asked for at each draw: a window may be resized.
  const draw = () => {
    const width = ctx.host.stderr.columns ?? terminal.width;
    return renderLive(state, ctx.now(), {
      say: ctx.say,
      terminal: { ...terminal, width },
      paint: ctx.notes.paint,
      connection,
    });
  };
  const live = terminal.progress === "live" ? new LiveBlock(ctx.host.stderr, draw) : null;
  const beat = () => {
    if (!state.finished) ctx.notes.always(heartbeatLine(state, ctx.now(), terminal.zone));
  };
  const heartbeat = terminal.progress === "lines" ? setInterval(beat, heartbeatMs) : null;
  heartbeat?.unref();
  let percentSaid = 0;
  // One Ctrl-C: say what is waited for, where the block cannot overwrite it.
  const say = (line: string) => (live ? live.above(line) : ctx.notes.always(line));
  ctx.stop.onFirst = () => {
    if (!terminal.quiet && !ctx.out.machine)
      say(ctx.say("stop.waiting", { active: activeNames(state) || connection }));
  };
  ctx.stop.onSecond = () => live?.end();

  const onEvent = (run: string, event: RunEvent) => {
    state.run = run;
    // An event of a run that another process does says when it happened.
    const told = (event as Partial<TimedRunEvent>).t;
    const now = told === undefined ? ctx.now() : Date.parse(told);
    if (event.event === "run.started") state.startedAt = Math.min(state.startedAt, now);
    foldEvent(state, event, now);
    if (terminal.ndjson && event.event !== "result") writeEvent(ctx, sequence, run, event);
    if (live) {
      if (event.event === "stall" || event.event === "retry")
        live.above(eventLine(event, run, now, terminal.zone) ?? "");
      return;
    }
    if (terminal.progress === "lines") {
      const line = eventLine(event, run, now, terminal.zone);
      if (line !== null) ctx.notes.always(line);
    } else if (terminal.progress === "percent") {
      const { percent, done, all } = totals(state);
      if (percent >= percentSaid + 10 || event.event === "stall") {
        percentSaid = percent - (percent % 10);
        ctx.notes.always(ctx.say("live.percent", { connection, percent: percentSaid, done, all }));
      }
    }
  };

  return {
    state,
    onProgress: (progress) => {
      if (progress.kind === "run") onEvent(progress.run, progress.event);
      else if (progress.kind === "note" && terminal.progress !== "none")
        say(phrase(progress.text, terminal.lang));
    },
    end: (run) => {
      live?.end();
      if (heartbeat) clearInterval(heartbeat);
      if (terminal.ndjson && run) writeEvent(ctx, sequence, run.id, { event: "result", run });
      ctx.stop.onFirst = () => {};
      ctx.stop.onSecond = () => {};
    },
  };
}

function writeEvent(ctx: Context, sequence: Sequence, run: string, event: RunEvent): void {
  const { event: name, ...rest } = event;
  const body = name === "result" ? { result: (event as { run: Run }).run } : rest;
  ctx.out.event({
    t: new Date(ctx.now()).toISOString(),
    event: name,
    run,
    seq: sequence.next++,
    ...body,
  });
}

function activeNames(state: RunState): string {
  return [...state.streams.values()]
    .filter((one) => one.startedAt !== null && one.endedAt === null)
    .map((one) => one.stream)
    .slice(0, 3)
    .join(", ");
}
