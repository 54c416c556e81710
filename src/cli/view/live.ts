// The live block of a sync: N of M, one line per active stream with its stage, totals. Pure: state in, lines out.
import { rateText, type Say } from "../text/say.ts";
import type { Terminal } from "../terminal.ts";
import { glyphs } from "./glyphs.ts";
import { bytes, clock, compact, grouped } from "./number.ts";
import type { Paint } from "./paint.ts";
import { etaMs, rate, totals, type RunState, type StreamState } from "./run-state.ts";
import { cellWidth, cutMiddle, padEnd, padStart } from "./width.ts";

export type LiveStyle = {
  readonly say: Say;
  readonly terminal: Terminal;
  readonly paint: Paint;
  readonly connection: string;
};

const barCells = 22;
const activeAtMost = 6;
const doneAtMost = 3;

export function renderLive(state: RunState, now: number, style: LiveStyle): string[] {
  const { say, terminal } = style;
  const streams = [...state.streams.values()];
  if (streams.length === 0) return [`   ${say("live.starting")}   ${clock(now - state.startedAt)}`];
  const done = streams.filter((one) => one.endedAt !== null);
  const active = streams.filter((one) => one.endedAt === null && one.startedAt !== null);
  const waiting = streams.filter((one) => one.endedAt === null && one.startedAt === null);
  const shown = [...done.slice(-doneAtMost), ...active.slice(0, activeAtMost)];
  const measure = { ambiguousIsNarrow: terminal.lang !== "ja" };
  const nameWidth = Math.min(
    Math.max(12, ...shown.map((one) => cellWidth(label(one), measure))),
    Math.max(12, Math.floor(terminal.width / 4)),
  );
  const name = (one: StreamState) =>
    padEnd(cutMiddle(label(one), nameWidth, measure), nameWidth, measure);
  const lines = ["", `   ${headline(state, now, say)}`, ""];
  for (const one of done.slice(-doneAtMost)) lines.push(doneLine(one, name(one), style));
  if (done.length > doneAtMost)
    lines.push(
      `  ${done.every((one) => one.status === "ok") ? style.paint.good(glyphs(terminal.ascii).ok) : style.paint.warn("!")} ${say("live.moreDone", { count: done.length - doneAtMost })}`,
    );
  for (const one of active.slice(0, activeAtMost))
    lines.push(activeLine(one, name(one), now, style));
  if (active.length > activeAtMost)
    lines.push(`    ${say("live.moreActive", { count: active.length - activeAtMost })}`);
  if (waiting.length > 0)
    lines.push(
      `    ${cutMiddle(waiting.map(label).join(", "), Math.max(20, terminal.width - 24), measure)}   ${say("stage.waiting")}`,
    );
  if (state.memoryBytes > 0)
    lines.push(
      "",
      `  ${style.paint.dim(say("live.memory", { memory: bytes(state.memoryBytes) }))}`,
    );
  // A line that wraps would break the redraw: cut what a narrow terminal cannot show.
  return lines.map((line) =>
    cellWidth(line, measure) <= terminal.width - 1
      ? line
      : plainCut(line, terminal.width - 1, measure),
  );
}

const label = (one: StreamState) => one.stream;

function plainCut(line: string, width: number, measure: { ambiguousIsNarrow: boolean }): string {
  const bare = line.replace(/\u001b\[[0-9;]*m/g, "");
  let cut = "";
  for (const char of bare) {
    if (cellWidth(cut + char, measure) > width) break;
    cut += char;
  }
  return cut;
}

export function headline(state: RunState, now: number, say: Say): string {
  const sum = totals(state);
  const perSecond = rate(state, now);
  const left = etaMs(state, now);
  const parts = [
    say("live.done", { done: sum.done, all: sum.all }),
    `${sum.percent} %`,
    sum.rows === 0
      ? say("live.counting")
      : sum.estimated === null
        ? say("live.rows", { rows: sum.rows })
        : say(sum.isLeast ? "live.rowsOver" : "live.rowsOf", {
            rows: sum.rows,
            estimated: compact(sum.estimated),
          }),
    ...(perSecond === null ? [] : [rateText(say, compact(perSecond))]),
    clock(now - state.startedAt),
    ...(left === null || sum.rows === 0 ? [] : [say("live.left", { left: clock(left) })]),
  ];
  return parts.join("   ");
}

function doneLine(one: StreamState, name: string, style: LiveStyle): string {
  const mark = glyphs(style.terminal.ascii);
  const ok = one.status === "ok";
  const sign = ok
    ? style.paint.good(mark.ok)
    : style.paint.bad(one.status === "held" ? "!" : mark.bad);
  const took = clock((one.endedAt ?? 0) - (one.startedAt ?? one.endedAt ?? 0));
  const more = [
    ok ? "" : style.say(statusKey(one.status)),
    one.quarantined > 0 ? style.say("live.quarantined", { rows: one.quarantined }) : "",
  ].filter(Boolean);
  return `  ${sign} ${name} ${padStart(grouped(one.rows), 12, { ambiguousIsNarrow: true })}   ${took}   ${more.join(", ")}`.trimEnd();
}

function activeLine(one: StreamState, name: string, now: number, style: LiveStyle): string {
  const { say, terminal } = style;
  const took = now - (one.startedAt ?? now);
  const perSecond =
    took > 1000 ? say("live.perSecond", { rate: compact((one.rows / took) * 1000) }) : "";
  const estimate =
    one.estimatedRows !== null && one.estimatedRows > 0
      ? Math.max(one.estimatedRows, one.rows)
      : null;
  const share = estimate === null ? 0 : one.rows / estimate;
  const wide = terminal.width >= 90;
  const progress =
    estimate === null
      ? `${one.rows === 0 ? say("live.counting") : grouped(one.rows)}`
      : `${wide ? `${bar(share, terminal.ascii)}  ` : ""}${padStart(`${Math.floor(share * 100)} %`, 5, { ambiguousIsNarrow: true })}  ${say("live.of", { rows: one.rows, estimated: compact(estimate) })}`;
  return `  ${style.paint.name(">")} ${name} ${progress}   ${say(`stage.${one.stage}`)}   ${perSecond}   ${clock(took)}`;
}

function bar(share: number, ascii: boolean): string {
  const mark = glyphs(ascii);
  const full = Math.round(Math.min(1, share) * barCells);
  return mark.barFull.repeat(full) + mark.barEmpty.repeat(barCells - full);
}

export function statusKey(status: string | null) {
  const known = ["ok", "partial", "held", "failed", "stopped", "running", "queued"] as const;
  return `status.${known.find((one) => one === status) ?? "failed"}` as const;
}
