// Checkpoints as an operator reads them: how far each stream came in each lane, and what is safe to retry, replay or skip, with the
// reason (seed 001 §状態管理). From the runs in the store; no warehouse is opened.
import type { CheckpointLine } from "../api/documents.ts";
import type { Run, RunPart } from "../model/run.ts";
import type { AppContext } from "./context.ts";
import { windowOf } from "./mirror.ts";

const runsLookedAt = 200;
type Stream = Run["streams"][number];
type Verdict = Pick<CheckpointLine, "safeTo" | "why">;

export async function listCheckpoints(
  ctx: AppContext,
  connection: string | undefined,
): Promise<CheckpointLine[]> {
  const store = await ctx.store();
  await store.runs.sweepLost();
  const runs = await store.runs.list({
    ...(connection ? { connection } : {}),
    limit: runsLookedAt,
  });
  // The newest run says what is safe now; the newest that published says how far the stream came.
  const lines = new Map<string, CheckpointLine>();
  const published = new Set<string>();
  for (const { document } of runs) {
    for (const stream of document.streams) {
      const key = JSON.stringify([
        document.connection,
        document.adHoc,
        stream.namespace,
        stream.stream,
        stream.table,
        document.lane,
      ]);
      const line = lines.get(key) ?? {
        connection: document.connection,
        namespace: stream.namespace,
        stream: stream.stream,
        table: stream.table,
        lane: document.lane,
        run: document.id,
        ...progressOf(stream),
        ...(document.lane === "live"
          ? liveVerdict(stream, document)
          : laneVerdict(stream, document)),
      };
      if (stream.published && !published.has(key)) {
        published.add(key);
        Object.assign(line, progressOf(stream));
      }
      lines.set(key, line);
    }
  }
  return [...lines.values()];
}

type Reach = Pick<CheckpointLine, "position" | "watermark" | "windowStart" | "windowEnd" | "late">;

function progressOf(stream: Stream): Reach {
  const done = (stream.parts ?? []).filter((part) => part.status === "ok");
  if (done.length === 0)
    return { position: stream.position, ...windowOf(stream), late: stream.late ?? null };
  // A lane beside live has no watermark of its own: it fills in the past, part by part.
  const window = {
    start: edge(done, "from"),
    end: edge(done, "to"),
    watermark: null,
  };
  return {
    position: done.at(-1)?.part ?? null,
    ...windowOf({ ...stream, window }),
    late: null,
  };
}

function edge(parts: readonly RunPart[], side: "from" | "to"): string | null {
  const values = parts.map((part) => part[side]).filter((value) => value !== null);
  const isTime = values.every((value) => /^\d{4,}-\d\d-\d\d/.test(value));
  if (values.length < parts.length || values.length === 0 || !isTime) return null;
  return values.reduce((a, b) => ((side === "from" ? a < b : a > b) ? a : b));
}

const isOpen = (run: Run): boolean => run.status === "running" || run.status === "queued";

function liveVerdict(stream: Stream, run: Run): Verdict {
  if (isOpen(run)) return { safeTo: "none", why: "a run is in progress" };
  if (stream.published && stream.position === null)
    return {
      safeTo: "skip",
      why: "published whole in one commit; running again reads all of it and replaces the table",
    };
  if (stream.published)
    return {
      safeTo: "skip",
      why: "published with its position in one commit; running again reads only what is new",
    };
  // A change of the schema holds a stream before it is read: nothing is staged that could be replayed.
  if (stream.status === "held" && stream.error?.code === "source.schema_changed")
    return {
      safeTo: "retry",
      why: "a schema change holds it: nothing of it was read; it is read again after the decision",
    };
  if (stream.status === "held")
    return {
      safeTo: "replay",
      why: "a gate held it: readers see the state before, the new rows are staged",
    };
  return { safeTo: "retry", why: "nothing of it was published; the position has not moved" };
}

function laneVerdict(stream: Stream, run: Run): Verdict {
  if (isOpen(run)) return { safeTo: "none", why: "a run is in progress" };
  if (run.rollsBack !== undefined)
    return { safeTo: "skip", why: `rolled ${run.rollsBack} back in one commit` };
  if (run.rolledBackBy !== undefined)
    return {
      safeTo: "skip",
      why: `taken back by ${run.rolledBackBy}; the table is as it was before`,
    };
  const parts = stream.parts ?? [];
  const done = parts.filter((part) => part.status === "ok").length;
  if (done === parts.length)
    return {
      safeTo: "skip",
      why: `${done} of ${parts.length} parts are committed; running them again changes nothing`,
    };
  return {
    safeTo: "retry",
    why: `${done} of ${parts.length} parts are committed, the others left nothing behind; revos runs retry ${run.id} does the rest`,
  };
}
