// Progress of one stream as events, at a bounded rate; and the word that something takes unusually long, with the name of
// what is waited for.
import type { Clock } from "../kernel/clock.ts";
import type { RunEvent, Stage } from "../model/run-event.ts";

export type Progress = {
  stage(stage: Stage): void;
  add(rows: number, bytes: number): void;
  stop(): void;
};

const everyMs = 250;
const stallAfterMs = 30_000;

const waitsOn: Readonly<Record<Stage, string>> = {
  waiting: "its turn",
  reading: "the source",
  writing: "the warehouse",
  checking: "the gates",
  publishing: "the commit",
};

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
  let movedAt = clock.monotonic();
  let stalls = 0;
  const tell = (): void => {
    toldAt = clock.monotonic();
    emit({ event: "stream.progress", ...name, rows, bytes, stage, memoryBytes: memoryBytes() });
  };
  const moved = (): void => {
    movedAt = clock.monotonic();
    stalls = 0;
  };
  const timer = setInterval(() => {
    const waitedMs = clock.monotonic() - movedAt;
    if (waitedMs < stallAfterMs * (stalls + 1)) return;
    stalls++;
    emit({ event: "stall", ...name, stage, waitedMs: Math.round(waitedMs), on: waitsOn[stage] });
  }, 1000);
  timer.unref();
  return {
    stage(next) {
      moved();
      stage = next;
      tell();
    },
    add(moreRows, moreBytes) {
      moved();
      rows += moreRows;
      bytes += moreBytes;
      if (clock.monotonic() - toldAt >= everyMs) tell();
    },
    stop: () => clearInterval(timer),
  };
}
