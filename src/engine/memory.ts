// Peak memory of a run: what the kernel kept as the highest resident size of this process, and the size of the one that
// started it. An upper bound (pages that both share count twice), and free: walking the page tables for the exact share
// (PSS) cost a tenth of a fast load when it was sampled.
import { readFileSync } from "node:fs";

export type MemoryWatch = {
  readonly nowBytes: () => number;
  readonly peakBytes: () => number;
};

const pageBytes = 4096;

/** Resident bytes of another process; 0 where the system does not tell, or when it is gone. */
function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * pageBytes;
  } catch {
    return 0;
  }
}

export function watchMemory(parentPid?: number): MemoryWatch {
  const parent = (): number => (parentPid === undefined ? 0 : residentBytes(parentPid));
  return {
    nowBytes: () => process.memoryUsage.rss() + parent(),
    peakBytes: () => process.resourceUsage().maxRSS * 1024 + parent(),
  };
}
