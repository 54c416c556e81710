// Peak memory of a run: what the kernel kept as the highest resident size of this process, and what the one that started it
// has for itself (the program's file is the same, and counted here). An upper bound, and free: walking the page tables for the
// exact share (PSS) cost a tenth of a fast load when it was sampled.
import { readFileSync } from "node:fs";

export type MemoryWatch = {
  readonly nowBytes: () => number;
  readonly peakBytes: () => number;
};

const pageBytes = 4096;

/** Resident bytes of another process that are not of a file; 0 where the system does not tell, or when it is gone. */
function residentBytes(pid: number): number {
  try {
    const [, resident, shared] = readFileSync(`/proc/${pid}/statm`, "utf8").split(" ");
    return (Number(resident) - Number(shared)) * pageBytes;
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
