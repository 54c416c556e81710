// Progress of one stream as events, at a bounded rate. What takes unusually long is found at the border (stall/watch.ts).
import type { Clock } from "../kernel/clock.ts";
import type { RunEvent, Stage } from "../model/run-event.ts";

export type Progress = {
  stage(stage: Stage): void;
  add(rows: number, bytes: number): void;
};

const everyMs = 250;

export function makeProgress(
  name: { readonly stream: string; readonly namespace: string | null },
  clock: Clock,
  memoryBytes: () => number,
  emit: (event: RunEvent) => void,
): Progress {
  let rows = 0;
  let bytes = 0;
  let stage: Stage = "reading";
  let toldAt = Number.NEGATIVE_INFINITY;
  const tell = (): void => {
    toldAt = clock.monotonic();
    emit({ event: "stream.progress", ...name, rows, bytes, stage, memoryBytes: memoryBytes() });
  };
  return {
    stage(next) {
      stage = next;
      tell();
    },
    add(moreRows, moreBytes) {
      rows += moreRows;
      bytes += moreBytes;
      if (clock.monotonic() - toldAt >= everyMs) tell();
    },
  };
}
