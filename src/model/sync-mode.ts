// The four sync modes of seed 003 §フェーズ 5, in its order of strength, and what each needs.
import { z } from "zod";

export const syncModes = [
  "incremental_deduped_history",
  "incremental_append",
  "full_refresh_overwrite_deduped",
  "full_refresh_overwrite",
] as const;

export const SyncMode = z.enum(syncModes);
export type SyncMode = z.infer<typeof SyncMode>;

export const isIncremental = (mode: SyncMode): boolean => mode.startsWith("incremental_");
export const needsCursor = isIncremental;
export const needsKey = (mode: SyncMode): boolean =>
  mode === "incremental_deduped_history" || mode === "full_refresh_overwrite_deduped";
