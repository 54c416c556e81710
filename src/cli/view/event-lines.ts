// Whole lines for CI and agents: state changes and a heartbeat. Literals only, so that a log is searched the same way in
// every language. `14:06:11+09:00 run_01jd8w orders done rows=1204311 quarantined=13 ms=4102`.
import type { RunEvent } from "../../model/run-event.ts";
import { etaMs, rate, streamKey, totals, type RunState } from "./run-state.ts";
import { lineTime } from "./time.ts";

/** The line of an event; null for events that a log does not need (progress). */
export function eventLine(event: RunEvent, run: string, now: number, zone: string): string | null {
  const body = bodyOf(event);
  return body === null ? null : `${lineTime(now, zone)} ${run} ${body}`;
}

function bodyOf(event: RunEvent): string | null {
  switch (event.event) {
    case "run.started":
      return `started streams=${event.streams.length}`;
    case "stream.started":
      return `${nameOf(event)} start`;
    case "stream.finished": {
      const { result } = event;
      const word = result.status === "ok" ? "done" : result.status;
      const error = result.error ? ` code=${result.error.code}` : "";
      return `${nameOf(result)} ${word} rows=${result.read} written=${result.written} quarantined=${result.quarantined} ms=${result.durationMs}${error}`;
    }
    case "part.finished":
      return `${nameOf(event)} part=${JSON.stringify(event.part)} ${event.status === "ok" ? "done" : event.status} rows=${event.read} written=${event.written} removed=${event.removed} parts=${event.done}/${event.of}${event.code === null ? "" : ` code=${event.code}`}`;
    case "gate.result":
      return event.gate.result === "fail"
        ? `${nameOf(event)} gate ${event.gate.gate} failed`
        : null;
    case "schema.changed": {
      const { kind, column, outcome, id } = event.change;
      return `${nameOf(event.change)} schema ${kind}${column === null ? "" : ` column=${JSON.stringify(column)}`} outcome=${outcome} change=${id}`;
    }
    case "stall":
      return `${nameOf(event)} waits stage=${event.stage} guilty=${event.guilty} cause=${event.cause} s=${Math.round(event.waitedMs / 1000)} on=${JSON.stringify(event.on)}`;
    case "retry":
      return `${nameOf(event)} retry code=${event.code} attempt=${event.attempt} wait_s=${Math.round(event.waitMs / 1000)}`;
    case "run.finished":
      return `finished status=${event.status} exit=${event.exit}`;
    default:
      return null;
  }
}

/** A name with a space is quoted, so that a line splits at spaces. */
const nameOf = (one: { readonly stream: string; readonly namespace: string | null }): string => {
  const key = streamKey(one.namespace, one.stream);
  return /[\s"]/.test(key) ? JSON.stringify(key) : key;
};

export function heartbeatLine(state: RunState, now: number, zone: string): string {
  const sum = totals(state);
  const left = etaMs(state, now);
  const perSecond = rate(state, now);
  const active = [...state.streams.values()].filter(
    (one) => one.startedAt !== null && one.endedAt === null,
  );
  return [
    `${lineTime(now, zone)} ${state.run ?? "-"} heartbeat rows=${sum.rows} done=${sum.done}/${sum.all}`,
    ...(perSecond === null ? [] : [`rows_per_s=${Math.round(perSecond)}`]),
    ...(left === null ? [] : [`eta_s=${Math.round(left / 1000)}`]),
    ...(active.length > 0
      ? [`active=${active.map((one) => `${one.stream}:${one.stage}`).join(",")}`]
      : []),
  ].join(" ");
}
