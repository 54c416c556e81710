// The life of one stream in a run, as a written table: every state, every event, what follows. The run's status and its
// exit code are read off the final states. Complete by type, tested cell by cell.

export const streamStates = [
  "waiting",
  "reading",
  "checking",
  "publishing",
  "retrying",
  "published",
  "held",
  "failed",
  "stopped",
] as const;
export type StreamState = (typeof streamStates)[number];

export const streamEvents = [
  "start",
  "read",
  "pass",
  "hold",
  "publish",
  "fault",
  "error",
  "stop",
] as const;
/**
 * start: the stream's turn (or its next attempt) begins. read: the source has given its last segment, all is staged.
 * pass, hold: what the gates say. publish: the destination has committed. fault: an error that a retry may cure.
 * error: one that it may not, or the last attempt. stop: the user asked to.
 */
export type StreamEvent = (typeof streamEvents)[number];

type Row = Readonly<Partial<Record<StreamEvent, StreamState>>>;

/** Cells that are absent cannot happen: reaching one is a bug of the engine. */
export const transitions: Readonly<Record<StreamState, Row>> = {
  waiting: { start: "reading", error: "failed", stop: "stopped" },
  reading: { read: "checking", hold: "held", fault: "retrying", error: "failed", stop: "stopped" },
  checking: {
    pass: "publishing",
    hold: "held",
    fault: "retrying",
    error: "failed",
    stop: "stopped",
  },
  // A stop while committing either comes too late or rolls the whole commit back; half of it is not possible.
  publishing: { publish: "published", fault: "retrying", error: "failed", stop: "stopped" },
  retrying: { start: "reading", error: "failed", stop: "stopped" },
  published: {},
  held: {},
  failed: {},
  stopped: {},
};

export const isFinal = (state: StreamState): boolean =>
  Object.keys(transitions[state]).length === 0;

/** The state after an event, or null for a cell that cannot happen. */
export function nextState(state: StreamState, event: StreamEvent): StreamState | null {
  return transitions[state][event] ?? null;
}

export type RunVerdict = {
  readonly status: "ok" | "partial" | "held" | "failed" | "stopped";
  readonly exit: number;
};

/**
 * Status and exit of a run from the final states of its streams and the exits of their errors (interface.md §6): 0 all
 * published, 8 some, 9 none because of gates, else the first error's own exit; a stop is 130 whatever was published.
 */
export function judgeRun(
  streams: readonly { readonly state: StreamState; readonly exit: number }[],
): RunVerdict {
  const count = (state: StreamState): number =>
    streams.filter((stream) => stream.state === state).length;
  const published = count("published");
  if (count("stopped") > 0) return { status: "stopped", exit: 130 };
  if (published === streams.length) return { status: "ok", exit: 0 };
  if (published > 0) return { status: "partial", exit: 8 };
  const failed = streams.find((stream) => stream.state === "failed");
  if (failed) return { status: "failed", exit: failed.exit };
  return { status: "held", exit: 9 };
}
