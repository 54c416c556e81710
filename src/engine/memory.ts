// Peak memory of a run: the proportional share (PSS) of this process and, when told, of the one that started it, sampled
// while the run goes. Where the system does not say, the peak resident size of this process stands in.
import { readFileSync } from "node:fs";

export type MemoryWatch = {
  readonly nowBytes: () => number;
  readonly peakBytes: () => number;
  stop(): void;
};

const everyMs = 400;

/** Bytes of a process that are its own plus its share of what it shares; null where the system does not tell. */
export function pssBytes(pid: number | "self"): number | null {
  try {
    const match = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"));
    return match ? Number(match[1]) * 1024 : null;
  } catch {
    return null;
  }
}

export function watchMemory(parentPid?: number): MemoryWatch {
  let now = 0;
  let peak = 0;
  const sample = (): void => {
    const own = pssBytes("self");
    now =
      own === null
        ? process.memoryUsage().rss
        : own + (parentPid === undefined ? 0 : (pssBytes(parentPid) ?? 0));
    peak = Math.max(peak, now);
  };
  sample();
  const timer = setInterval(sample, everyMs);
  timer.unref();
  return {
    nowBytes: () => now,
    peakBytes: () => {
      sample();
      return peak;
    },
    stop: () => clearInterval(timer),
  };
}
