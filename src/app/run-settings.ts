// What every run of a project has in common: memory, landing, and what only one run may write at a time.
import { statfsSync } from "node:fs";
import { resolve } from "node:path";
import type { RunPlan } from "../engine/plan.ts";
import { RevosError } from "../kernel/error.ts";
import { parseLimit } from "../model/duration.ts";
import type { AppContext } from "./context.ts";

const mb = 1_000_000;
const day = 24 * 3_600_000;

/** Another revos run ends within this, or its file is really in use. */
export const defaultLockTimeoutMs = 30_000;

/**
 * Raw is kept this long and this much, unless the connection says otherwise (design.md §1, promise 7). More would be
 * written back to the disk while a big table loads, which costs a quarter of its time.
 */
const landingDefaults = { keepMs: day, maxBytes: 256 * mb } as const;

/** A long read that breaks off is not worth more of the disk than this, nor than a tenth of what is free. */
const unfinishedBytes = 4_000 * mb;

export const memoryBytes = (ctx: AppContext, own?: number | null): number =>
  own ?? ctx.project.settings.memory * mb;

export function landingOf(
  ctx: AppContext,
  own: { readonly keepMs: number | null; readonly maxBytes: number | null } | null,
): RunPlan["landing"] {
  return {
    folder: ctx.project.landing,
    keepMs: own?.keepMs ?? landingDefaults.keepMs,
    maxBytes: own?.maxBytes ?? landingDefaults.maxBytes,
    unfinishedBytes: own?.maxBytes ?? Math.min(unfinishedBytes, freeBytes(ctx.project.dir) / 10),
  };
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** The file of a DuckDB destination; null for systems that sort out their writers themselves. */
export function exclusivePlace(kind: string, config: unknown): string | null {
  const path = (config as { path?: unknown }).path;
  return kind === "duckdb" && typeof path === "string" ? resolve(path) : null;
}

/** `100` rows or `5%`, as `--max-quarantine` has it. */
export function parseAskedLimit(text: string): NonNullable<ReturnType<typeof parseLimit>> {
  const limit = parseLimit(text);
  if (limit === null)
    throw new RevosError(
      "usage.bad_value",
      `${text} is no limit for quarantine. Nothing was started.`,
      { advice: "Write a number of rows (100) or a share (5%).", data: { value: text } },
    );
  return limit;
}
