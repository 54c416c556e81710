// Memory of the workbench. It starts with its share of the run's budget; rows so wide that DuckDB cannot hold one row group
// of them within it (it keeps the strings of 2,048 rows in memory at once) get more, in steps, as long as the machine has it.
import { freemem } from "node:os";
import type { Workbench } from "../connector/workbench.ts";

/** Share of the run's budget that the columnar engine gets; the rest is decoding, Node itself and the parent. */
const workbenchShare = 0.26;
const leastBytes = 96 * 1024 * 1024;
/** Of what the machine has free, at most this much is taken. */
const freeShare = 0.5;

export const workbenchBytes = (budgetBytes: number): number =>
  Math.max(leastBytes, Math.floor(budgetBytes * workbenchShare));

/** Doubles the limit at each call; null when that would take more than the machine can spare. */
export function makeMemoryGrant(
  workbench: Workbench,
  startBytes: number,
  freeBytes: () => number = freemem,
): () => Promise<number | null> {
  let bytes = startBytes;
  return async () => {
    if (bytes > freeBytes() * freeShare) return null;
    bytes *= 2;
    await workbench.run(`set memory_limit = '${Math.floor(bytes / 1024 / 1024)}MiB'`);
    return bytes;
  };
}
