// What a backfill or replay tells while it goes: one run of its streams for whoever watches, although the engine works part by part in
// several processes. Rows add up over parts.
import type { CallOptions } from "../../api/app.ts";
import type { PlannedStream } from "../../model/rewrite-plan.ts";
import type { Run, RunStream } from "../../model/run.ts";
import type { RunEvent } from "../../model/run-event.ts";

export type Teller = {
  readonly onEvent: (event: RunEvent) => void;
  part(
    run: Run,
    piece: { readonly stream: PlannedStream; readonly part: string },
    result: RunStream,
  ): void;
  end(run: Run): void;
};

export function makeTeller(
  run: Run,
  streams: readonly PlannedStream[],
  options: CallOptions,
): Teller {
  const emit = (event: RunEvent): void => options.onProgress?.({ kind: "run", run: run.id, event });
  const keyOf = (one: { stream: string; namespace: string | null }): string =>
    JSON.stringify([one.namespace, one.stream]);
  const rows = new Map<string, number>();
  const started = new Set<string>();
  const total = streams.reduce((sum, stream) => sum + stream.parts.length, 0);
  let done = 0;
  emit({
    event: "run.started",
    streams: streams
      .filter((stream) => stream.parts.length > 0)
      .map(({ stream, namespace, rows: estimatedRows }) => ({ stream, namespace, estimatedRows })),
  });
  return {
    onEvent(event) {
      switch (event.event) {
        case "run.started":
        case "run.finished":
        case "stream.finished":
        case "checkpoint.saved":
          return;
        case "stream.started": {
          if (started.has(keyOf(event))) return;
          started.add(keyOf(event));
          const planned = streams.find((stream) => keyOf(stream) === keyOf(event));
          return emit({ ...event, estimatedRows: planned?.rows ?? null });
        }
        case "stream.progress":
          return emit({ ...event, rows: event.rows + (rows.get(keyOf(event)) ?? 0) });
        default:
          return emit(event);
      }
    },
    part(now, { stream, part }, result) {
      done++;
      rows.set(keyOf(stream), (rows.get(keyOf(stream)) ?? 0) + result.read);
      emit({
        event: "part.finished",
        stream: stream.stream,
        namespace: stream.namespace,
        part,
        status: result.status,
        read: result.read,
        written: result.written,
        removed: result.removed ?? 0,
        done,
        of: total,
        code: result.error?.code ?? null,
      });
      const own = now.streams.find((one) => keyOf(one) === keyOf(stream));
      if (own && own.status !== "running") emit({ event: "stream.finished", result: own });
    },
    end(ended) {
      emit({ event: "run.finished", status: ended.status, exit: ended.exit });
    },
  };
}
