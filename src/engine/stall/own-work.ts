// Whether this process works: processor time, and blocks that went to or from a disk. It tells a long statement of DuckDB
// from one that is stuck, which gives no other sign.

/** Of one processor; below it this process only keeps time. */
const busyShare = 0.05;

/** Asked again and again: whether the process was at work since it was asked last. */
export function watchOwnWork(): () => boolean {
  let last = process.resourceUsage();
  let at = performance.now();
  return () => {
    const usage = process.resourceUsage();
    const now = performance.now();
    const cpuMs =
      (usage.userCPUTime + usage.systemCPUTime - last.userCPUTime - last.systemCPUTime) / 1000;
    const isBusy =
      cpuMs > (now - at) * busyShare || usage.fsRead > last.fsRead || usage.fsWrite > last.fsWrite;
    last = usage;
    at = now;
    return isBusy;
  };
}
