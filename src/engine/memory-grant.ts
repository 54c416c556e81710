// More memory for the workbench than its share of the run's budget (kernel/memory-budget.ts): rows so wide that DuckDB cannot hold one row group
// of them within it (it keeps the strings of 2,048 rows in memory at once) get more, in steps, as long as the machine has it.
import { freemem } from "node:os";
import type { Workbench } from "../connector/workbench.ts";

/** Of what the machine has free, at most this much is taken. */
const freeShare = 0.5;

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

/** Runs what comes after the reading with at least this much memory, and gives it back for the next stream. */
export async function withMemory<T>(
  workbench: Workbench,
  bytes: number,
  work: () => Promise<T>,
): Promise<T> {
  const [row] = await workbench.all("select current_setting('memory_limit') as now");
  const now = String(row?.now);
  if (bytesOf(now) >= bytes) return await work();
  await workbench.run(`set memory_limit = '${Math.floor(bytes / 1024 / 1024)}MiB'`);
  try {
    return await work();
  } finally {
    // What DuckDB keeps until the file is closed may not fit any more: then there is nothing to give back.
    await workbench.run(`set memory_limit = '${now}'`).catch(() => {});
  }
}

const units: Readonly<Record<string, number>> = {
  bytes: 1,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
};

function bytesOf(text: string): number {
  const [, number = "", unit = ""] = /^([\d.]+) (\w+)$/.exec(text) ?? [];
  return Number(number) * (units[unit] ?? 2 ** 40);
}
