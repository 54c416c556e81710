// The Run document of a backfill or replay, folded from its parts: each part is one commit, a stream is the sum of its parts.
import type { RunVerdict } from "../../engine/run-state.ts";
import { judgeRun } from "../../engine/run-state.ts";
import type { RewritePlan } from "../../model/rewrite-plan.ts";
import type { Run, RunPart, RunStream } from "../../model/run.ts";

const nothing = { read: 0, written: 0, quarantined: 0, filtered: 0, deduplicated: 0, removed: 0 };

/** The document before the first part. */
export function emptyStreams(plan: RewritePlan): RunStream[] {
  return plan.streams
    .filter((stream) => stream.parts.length > 0)
    .map((stream) => ({
      stream: stream.stream,
      namespace: stream.namespace,
      table: stream.table,
      syncMode: stream.syncMode,
      status: "queued",
      published: false,
      ...nothing,
      balanced: true,
      bytes: 0,
      durationMs: 0,
      position: null,
      parts: stream.parts.map(({ part, from, to }) => ({
        part,
        from,
        to,
        status: "queued",
        ...nothing,
        code: null,
      })),
      gates: [],
      reasons: [],
      error: null,
    }));
}

/** The stream with one more part done, as the engine told it. */
export function addPart(stream: RunStream, part: string, result: RunStream): RunStream {
  const parts = (stream.parts ?? []).map((one): RunPart =>
    one.part !== part
      ? one
      : {
          ...one,
          status: result.status,
          read: result.read,
          written: result.written,
          quarantined: result.quarantined,
          filtered: result.filtered,
          deduplicated: result.deduplicated,
          removed: result.removed ?? 0,
          code: result.error?.code ?? null,
        },
  );
  const sum = (pick: (one: RunPart) => number): number =>
    parts.reduce((total, one) => total + pick(one), 0);
  const failing = result.gates.some((gate) => gate.result === "fail");
  return {
    ...stream,
    parts,
    status: statusOf(parts),
    published: stream.published || result.published,
    read: sum((one) => one.read),
    written: sum((one) => one.written),
    quarantined: sum((one) => one.quarantined),
    filtered: sum((one) => one.filtered),
    deduplicated: sum((one) => one.deduplicated),
    removed: sum((one) => one.removed),
    balanced: stream.balanced && result.balanced,
    bytes: stream.bytes + result.bytes,
    durationMs: stream.durationMs + result.durationMs,
    gates:
      failing || !stream.gates.some((gate) => gate.result === "fail") ? result.gates : stream.gates,
    reasons: mergeReasons(stream.reasons ?? [], result.reasons ?? []),
    error: stream.error ?? result.error,
  };
}

/** Parts that nobody has come to: stopped, so that they can be asked for again. */
export function closeOpen(stream: RunStream): RunStream {
  const parts = (stream.parts ?? []).map((one): RunPart =>
    one.status === "queued" || one.status === "running" ? { ...one, status: "stopped" } : one,
  );
  return { ...stream, parts, status: statusOf(parts) };
}

function statusOf(parts: readonly RunPart[]): RunStream["status"] {
  const has = (status: RunPart["status"]): boolean => parts.some((part) => part.status === status);
  if (has("queued") || has("running")) return "running";
  if (parts.every((part) => part.status === "ok")) return "ok";
  if (has("stopped")) return "stopped";
  if (has("ok")) return "partial";
  return has("failed") ? "failed" : "held";
}

/** As for streams of a live run, with parts in their place. */
export function verdictOf(streams: readonly RunStream[]): RunVerdict {
  return judgeRun(
    streams.flatMap((stream) =>
      (stream.parts ?? []).map(({ status }) => ({
        state:
          status === "ok"
            ? ("published" as const)
            : status === "held"
              ? ("held" as const)
              : status === "failed"
                ? ("failed" as const)
                : ("stopped" as const),
        exit: stream.error?.exit ?? 1,
      })),
    ),
  );
}

export const isAllDone = (run: Pick<Run, "streams">): boolean =>
  run.streams.every((stream) => (stream.parts ?? []).every((part) => part.status === "ok"));

type Reasons = NonNullable<RunStream["reasons"]>;

function mergeReasons(a: Reasons, b: Reasons): Reasons {
  const merged = new Map<string, Reasons[number]>();
  for (const reason of [...a, ...b]) {
    const key = JSON.stringify([reason.column, reason.rule, reason.group]);
    const known = merged.get(key);
    merged.set(key, known ? { ...known, rows: known.rows + reason.rows } : reason);
  }
  return [...merged.values()].sort((x, y) => y.rows - x.rows).slice(0, 100);
}
