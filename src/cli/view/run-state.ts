// What is known of a run while it goes, folded from its events. Pure: the live block, the CI lines and tests read it.
import type { RunEvent, Stage } from "../../model/run-event.ts";

export type StreamState = {
  readonly stream: string;
  readonly namespace: string | null;
  estimatedRows: number | null;
  rows: number;
  stage: Stage;
  /** Milliseconds on the caller's clock; null until the stream starts. */
  startedAt: number | null;
  endedAt: number | null;
  quarantined: number;
  status: string | null;
};

export type RunState = {
  readonly streams: Map<string, StreamState>;
  startedAt: number;
  run: string | null;
  memoryBytes: number;
  /** Recent totals for the rate: time and rows. */
  readonly samples: { at: number; rows: number }[];
  finished: boolean;
};

export const streamKey = (namespace: string | null, stream: string): string =>
  namespace === null ? stream : `${namespace}.${stream}`;

export function makeRunState(now: number): RunState {
  return {
    streams: new Map(),
    startedAt: now,
    run: null,
    memoryBytes: 0,
    samples: [],
    finished: false,
  };
}

const rateWindowMs = 10_000;

/** Folds one event in; returns the stream it was about. */
export function foldEvent(state: RunState, event: RunEvent, now: number): StreamState | null {
  switch (event.event) {
    case "run.started":
      for (const one of event.streams)
        streamOf(state, one.namespace, one.stream).estimatedRows = one.estimatedRows;
      return null;
    case "stream.started": {
      const stream = streamOf(state, event.namespace, event.stream);
      stream.startedAt ??= now;
      stream.estimatedRows = event.estimatedRows ?? stream.estimatedRows;
      if (stream.stage === "waiting") stream.stage = "reading";
      return stream;
    }
    case "stream.progress": {
      const stream = streamOf(state, event.namespace, event.stream);
      stream.startedAt ??= now;
      stream.rows = event.rows;
      stream.stage = event.stage;
      state.memoryBytes = event.memoryBytes;
      sample(state, now);
      return stream;
    }
    case "rows.quarantined": {
      const stream = streamOf(state, event.namespace, event.stream);
      stream.quarantined += event.rows;
      return stream;
    }
    case "stream.finished": {
      const stream = streamOf(state, event.result.namespace, event.result.stream);
      stream.rows = event.result.read;
      stream.quarantined = event.result.quarantined;
      stream.status = event.result.status;
      stream.endedAt = now;
      sample(state, now);
      return stream;
    }
    case "run.finished":
      state.finished = true;
      return null;
    case "gate.result":
    case "checkpoint.saved":
    case "stall":
    case "retry":
      return streamOf(state, event.namespace, event.stream);
    default:
      return null;
  }
}

function streamOf(state: RunState, namespace: string | null, stream: string): StreamState {
  const key = streamKey(namespace, stream);
  const known = state.streams.get(key);
  if (known) return known;
  const made: StreamState = {
    stream,
    namespace,
    estimatedRows: null,
    rows: 0,
    stage: "waiting",
    startedAt: null,
    endedAt: null,
    quarantined: 0,
    status: null,
  };
  state.streams.set(key, made);
  return made;
}

function sample(state: RunState, now: number): void {
  state.samples.push({ at: now, rows: totals(state).rows });
  while (state.samples.length > 2 && now - (state.samples[0]?.at ?? now) > rateWindowMs)
    state.samples.shift();
}

export type Totals = {
  readonly done: number;
  readonly all: number;
  readonly rows: number;
  /** Null while no stream has an estimate; `isLeast` while some have none. */
  readonly estimated: number | null;
  readonly isLeast: boolean;
  /** 0 to 100, by rows where they are known, else by streams. */
  readonly percent: number;
};

export function totals(state: RunState): Totals {
  const streams = [...state.streams.values()];
  const done = streams.filter((one) => one.endedAt !== null).length;
  const rows = streams.reduce((sum, one) => sum + one.rows, 0);
  // An estimate that was passed is raised: the share never goes above 100 or back.
  const isKnown = (one: StreamState) => one.endedAt !== null || one.estimatedRows !== null;
  const estimated = streams.some((one) => one.estimatedRows !== null)
    ? streams.reduce(
        (sum, one) =>
          sum + (one.endedAt !== null ? one.rows : Math.max(one.rows, one.estimatedRows ?? 0)),
        0,
      )
    : null;
  const isLeast = !streams.every(isKnown);
  const share =
    estimated !== null && estimated > 0
      ? rows / estimated
      : streams.length > 0
        ? done / streams.length
        : 0;
  return {
    done,
    all: streams.length,
    rows,
    estimated,
    isLeast,
    percent: Math.min(done < streams.length && isLeast ? 99 : 100, Math.floor(share * 100)),
  };
}

/** Rows per second over the last ten seconds, or over the run where that is all there is; null before a second has passed. */
export function rate(state: RunState, now: number): number | null {
  const first = state.samples[0];
  const last = state.samples.at(-1);
  if (first && last && last.at - first.at >= 1000)
    return ((last.rows - first.rows) / (last.at - first.at)) * 1000;
  const elapsed = now - state.startedAt;
  return elapsed < 1000 ? null : (totals(state).rows / elapsed) * 1000;
}

/** Milliseconds left by the present rate; null when nothing can be said. */
export function etaMs(state: RunState, now: number): number | null {
  const perSecond = rate(state, now);
  const { rows, estimated } = totals(state);
  if (perSecond === null || perSecond <= 0 || estimated === null) return null;
  return ((estimated - rows) / perSecond) * 1000;
}
