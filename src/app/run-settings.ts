// What every run of a project has in common: memory, landing, and what only one run may write at a time.
import { resolve } from "node:path";
import type { RunPlan } from "../engine/plan.ts";
import type { AppContext } from "./context.ts";

const mb = 1_000_000;
const day = 24 * 3_600_000;

/** Raw is kept this long and this much, unless the connection says otherwise (design.md §1, promise 7). */
const landingDefaults = { keepMs: day, maxBytes: 1_000 * mb } as const;

export const memoryBytes = (ctx: AppContext, own?: number | null): number => own ?? ctx.project.settings.memory * mb;

export function landingOf(ctx: AppContext, own: { readonly keepMs: number | null; readonly maxBytes: number | null } | null): RunPlan["landing"] {
  return { folder: ctx.project.landing, keepMs: own?.keepMs ?? landingDefaults.keepMs, maxBytes: own?.maxBytes ?? landingDefaults.maxBytes };
}

/** The file of a DuckDB destination; null for systems that sort out their writers themselves. */
export function exclusivePlace(kind: string, config: unknown): string | null {
  const path = (config as { path?: unknown }).path;
  return kind === "duckdb" && typeof path === "string" ? resolve(path) : null;
}
