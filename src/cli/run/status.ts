// status: last result and now are two columns; never-run is pending, never green; what needs a person comes last.
import type { StatusDocument } from "../../api/documents.ts";
import type { Context } from "../context.ts";
import type { Handler } from "../command.ts";
import { rememberNames } from "../remembered.ts";
import { age, duration, grouped } from "../view/number.ts";
import { glyphs } from "../view/glyphs.ts";
import type { Column } from "../view/table.ts";
import { statusKey } from "../view/live.ts";
import { timeOf } from "./columns.ts";
import { resolveNames, withSuggestion } from "./names.ts";
import { printNext } from "./next.ts";

type Line = StatusDocument["connections"][number];

export const status: Handler = async (ctx) => {
  const [name] = await resolveNames(ctx, ctx.args);
  const read = () =>
    name === undefined
      ? ctx.call("status", {})
      : withSuggestion(ctx, name, ctx.call("status", { name }));
  let document = await read();
  print(ctx, document);
  while (ctx.flags.has("watch") && !ctx.stop.signal.aborted) {
    await sleep(1000 * Math.max(1, Number(ctx.flags.text("watch") || "5") || 5), ctx.stop.signal);
    if (ctx.stop.signal.aborted) break;
    document = await read();
    if (!ctx.out.machine) ctx.out.text("");
    print(ctx, document);
  }
  return ctx.flags.has("check") && document.needs.length > 0 ? 9 : 0;
};

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });

function print(ctx: Context, document: StatusDocument): void {
  rememberNames(ctx, { connections: document.connections.map((one) => one.name) });
  if (ctx.out.machine) return ctx.out.json(document);
  if (ctx.terminal.plain) return ctx.out.list(document.connections, columns(ctx), "");
  const count = (state: (line: Line) => boolean) => document.connections.filter(state).length;
  const heading = ctx.say("status.heading", {
    profile: document.profile,
    connections: document.connections.length,
    ok: count((one) => one.last?.status === "ok"),
    needs: new Set(document.needs.map((one) => one.connection)).size,
    pending: count((one) => one.last === null),
    at: timeOf(ctx, document.at),
  });
  ctx.out.text(`${heading}\n`);
  if (document.connections.length === 0) {
    ctx.out.text(ctx.say("connections.none"));
    printNext(ctx, [
      { command: "revos demo", why: ctx.say("next.demo") },
      { command: "revos sources create", why: ctx.say("next.source") },
    ]);
    return;
  }
  ctx.out.text(ctx.out.table(document.connections, columns(ctx)));
  if (document.needs.length === 0) return;
  ctx.out.text(`\n${ctx.say("status.needs")}`);
  document.needs.forEach((need, i) =>
    ctx.out.text(`  ${i + 1}  ${need.connection}  ${need.why}\n     ${need.command}`),
  );
}

function columns(ctx: Context): Column<Line>[] {
  return [
    { title: ctx.say("col.connection"), value: (one) => one.name, cut: true },
    { title: ctx.say("col.lastResult"), value: (one) => last(ctx, one) },
    {
      title: ctx.say("col.now"),
      value: (one) => (one.state === "paused" ? ctx.say("word.paused") : ctx.say(`now.${one.now}`)),
    },
    {
      title: ctx.say("col.fresh"),
      value: (one) => (one.freshSeconds === null ? "-" : age(one.freshSeconds, ctx.terminal.lang)),
      right: true,
    },
    { title: ctx.say("col.quarantine"), value: (one) => grouped(one.quarantine), right: true },
    { title: ctx.say("col.nextRun"), value: (one) => next(ctx, one) },
  ];
}

function last(ctx: Context, one: Line): string {
  if (one.last === null) return ctx.say("status.pending");
  const mark = glyphs(ctx.terminal.ascii);
  const sign =
    one.last.status === "ok"
      ? mark.ok
      : one.last.status === "running" || one.last.status === "queued"
        ? ">"
        : mark.bad;
  const ago = ctx.say("status.ago", {
    age: age((ctx.now() - Date.parse(one.last.endedAt)) / 1000, ctx.terminal.lang),
  });
  return `${sign} ${ctx.say(statusKey(one.last.status))}  ${ago}  ${duration(one.last.durationMs)}`;
}

function next(ctx: Context, one: Line): string {
  if (one.nextRunAt === null) return "-";
  const seconds = (Date.parse(one.nextRunAt) - ctx.now()) / 1000;
  return seconds <= 0
    ? ctx.say("status.due")
    : ctx.say("status.in", { age: age(seconds, ctx.terminal.lang) });
}
