// The end of a run for people: books, streams, gates, what is in quarantine and why. ux.md §2.4 (6).
import { phrase } from "../text/phrases-ja.ts";
import type { Run, RunStream } from "../../model/run.ts";
import { rateText, type Say } from "../text/say.ts";
import type { Terminal } from "../terminal.ts";
import { glyphs } from "./glyphs.ts";
import { statusKey } from "./live.ts";
import { bytes, compact, duration, grouped } from "./number.ts";
import type { Paint } from "./paint.ts";
import { clockTime } from "./time.ts";
import { cellWidth, padEnd, padStart } from "./width.ts";

export type SummaryStyle = {
  readonly say: Say;
  readonly terminal: Terminal;
  readonly paint: Paint;
};
type Books = Pick<RunStream, "read" | "written" | "quarantined" | "filtered" | "deduplicated">;

export const runTitle = (run: Run): string =>
  run.connection ?? (run.adHoc ? `${run.adHoc.source} -> ${run.adHoc.target}` : run.id);

export function sumBooks(streams: readonly Books[]): Books {
  const sum = (key: keyof Books) => streams.reduce((total, one) => total + one[key], 0);
  return {
    read: sum("read"),
    written: sum("written"),
    quarantined: sum("quarantined"),
    filtered: sum("filtered"),
    deduplicated: sum("deduplicated"),
  };
}

export function renderRun(run: Run, style: SummaryStyle): string {
  const { say, paint, terminal } = style;
  const mark = glyphs(terminal.ascii);
  const sign =
    run.status === "ok"
      ? paint.good(mark.ok)
      : run.status === "held" || run.status === "stopped"
        ? paint.warn("!")
        : paint.bad(mark.bad);
  const published = run.streams.filter((one) => one.published);
  const books = sumBooks(run.streams);
  const balance = run.balanced ? paint.good(say("run.balanced")) : paint.bad(say("run.unbalanced"));
  const perSecond = run.durationMs > 0 ? compact((books.read / run.durationMs) * 1000) : "0";
  const lines = [
    `${sign} ${runTitle(run)} ${say(statusKey(run.status))} ${say("run.in", { time: duration(run.durationMs) })}   ${run.id}`,
    "",
    `  ${say("run.books", { ...books })}        ${balance}`,
    `  ${[
      say("run.streams", { published: published.length, all: run.streams.length }),
      bytes(run.streams.reduce((sum, one) => sum + one.bytes, 0)),
      rateText(say, perSecond),
      ...(run.peakMemoryBytes > 0 ? [say("run.peak", { memory: bytes(run.peakMemoryBytes) })] : []),
    ].join("   ")}`,
    ...checkpointLine(run, style),
    ...gateLines(run, style),
    ...quarantineLines(run, style),
  ];
  return lines.join("\n");
}

function checkpointLine(run: Run, { say, terminal }: SummaryStyle): string[] {
  const saved = run.streams.filter((one) => one.position !== null && one.position !== "");
  if (saved.length === 0) return [];
  const ended = Date.parse(run.startedAt) + run.durationMs;
  return [
    `  ${say("run.checkpoint", { at: clockTime(ended, terminal.zone), streams: saved.length })}`,
  ];
}

function gateLines(run: Run, { say, paint, terminal: { lang } }: SummaryStyle): string[] {
  const gates = run.streams.flatMap((stream) => stream.gates.map((gate) => ({ stream, gate })));
  if (gates.length === 0) return [];
  const failed = gates.filter(({ gate }) => gate.result === "fail");
  const passed = gates.filter(({ gate }) => gate.result === "pass").length;
  const count = say("run.gates", { passed, failed: failed.length });
  return [
    `  ${failed.length > 0 ? paint.bad(count) : count}`,
    ...failed.map(({ stream, gate }) =>
      `    ${stream.stream}  ${gate.gate}  ${phrase(gate.reason ?? "", lang)}`.trimEnd(),
    ),
  ];
}

function quarantineLines(run: Run, { say, terminal }: SummaryStyle): string[] {
  const reasons = run.streams.flatMap((stream) =>
    (stream.reasons ?? []).map((reason) => ({ stream: stream.stream, ...reason })),
  );
  const rows = run.streams.reduce((sum, one) => sum + one.quarantined, 0);
  if (rows === 0) return [];
  const measure = { ambiguousIsNarrow: terminal.lang !== "ja" };
  const places = reasons.map((reason) =>
    reason.column === "" || reason.column === null
      ? reason.stream
      : `${reason.stream}.${reason.column}`,
  );
  const width = Math.max(0, ...places.map((place) => cellWidth(place, measure)));
  const digits = Math.max(1, ...reasons.map((reason) => grouped(reason.rows).length));
  return [
    "",
    `  ${say("run.quarantine", { rows })}`,
    ...reasons.map(
      (reason, i) =>
        `  ${padStart(grouped(reason.rows), digits + 2, measure)}  ${padEnd(places[i] ?? "", width, measure)}  ${phrase(reason.rule, terminal.lang)}`,
    ),
  ];
}
