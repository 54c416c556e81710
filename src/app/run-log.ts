// The log of a run as lines: its stored events in order, with a level each, and the end that its document tells when the
// process could not tell it any more. A run from before events were kept is told from its document alone.
import type { Run } from "../model/run.ts";
import type { StoredRunEvent } from "../store/run-events.ts";

export type LogLine = Readonly<Record<string, unknown>> & {
  readonly t: string;
  readonly level: "debug" | "info" | "warn" | "error";
  readonly event: string;
  readonly run: string;
};

/** `events` in order, of one stream where `stream` is given; `isTail`: there were earlier ones, which the caller has seen. */
export function toLogLines(
  document: Run,
  events: readonly StoredRunEvent[],
  options: { readonly stream?: string | undefined; readonly isTail?: boolean } = {},
): LogLine[] {
  const lines = events.map(lineOf);
  if (lines.length === 0 && options.isTail !== true)
    lines.push(...fromDocument(document, options.stream));
  const isOver = document.status !== "running" && document.status !== "queued";
  if (isOver && lines.at(-1)?.event !== "run.finished") lines.push(endOf(document));
  return lines;
}

function lineOf(event: StoredRunEvent): LogLine {
  const { t, event: name, run, seq, ...rest } = event;
  const line = (level: LogLine["level"], fields: Record<string, unknown> = rest): LogLine => ({
    t,
    level,
    event: name,
    run,
    seq,
    ...fields,
  });
  switch (name) {
    case "stream.progress":
      return line("debug");
    case "stall":
    case "retry":
    case "rows.quarantined":
      return line("warn");
    case "gate.result": {
      const { gate, ...where } = rest as { gate?: Record<string, unknown> };
      return line(gate?.result === "fail" ? "warn" : "debug", { ...where, ...gate });
    }
    case "stream.finished":
      return line(...finished((rest as { result: Run["streams"][number] }).result));
    case "run.finished":
      return line((rest as { status?: string }).status === "failed" ? "error" : "info");
    default:
      return line("info");
  }
}

function finished(result: Run["streams"][number]): [LogLine["level"], Record<string, unknown>] {
  const { stream, namespace, table, status, read, written, quarantined, durationMs, error } =
    result;
  const level = status === "ok" ? "info" : status === "failed" ? "error" : "warn";
  return [
    level,
    {
      stream,
      namespace,
      table,
      status,
      read,
      written,
      quarantined,
      ms: durationMs,
      ...(error ? { code: error.code, message: error.message } : {}),
    },
  ];
}

function fromDocument(document: Run, stream: string | undefined): LogLine[] {
  const base = { t: document.startedAt, run: document.id } as const;
  return [
    { ...base, level: "info", event: "run.started", connection: document.connection },
    ...document.streams
      .filter((entry) => stream === undefined || entry.stream === stream)
      .map((entry): LogLine => {
        const [level, fields] = finished(entry);
        return { ...base, t: endTime(document), level, event: "stream.finished", ...fields };
      }),
  ];
}

function endOf(document: Run): LogLine {
  const { error } = document;
  return {
    t: endTime(document),
    level: document.status === "failed" ? "error" : "info",
    event: "run.finished",
    run: document.id,
    status: document.status,
    exit: document.exit,
    ...(error ? { code: error.code, message: error.message } : {}),
  };
}

const endTime = (run: Run): string =>
  new Date(Date.parse(run.startedAt) + run.durationMs).toISOString();
