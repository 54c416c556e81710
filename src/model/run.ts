// The Run document: what a sync prints and `runs show` prints again. interface.md §6.
import { z } from "zod";
import { FoundChange } from "./schema-change.ts";

export const runStatuses = [
  "ok",
  "partial",
  "held",
  "failed",
  "stopped",
  "running",
  "queued",
] as const;

/** Lanes do not mix: each has checkpoints and staging of its own. */
export const lanes = ["live", "replay", "backfill", "migration", "repair"] as const;
export type Lane = (typeof lanes)[number];

export const gateNames = [
  "books",
  "schema",
  "key_not_null",
  "key_unique",
  "quarantine_limit",
  "not_emptied",
] as const;
export type GateName = (typeof gateNames)[number];

export const GateResult = z.object({
  gate: z.enum(gateNames),
  result: z.enum(["pass", "fail", "skipped"]),
  /** Why it failed or was skipped, with counts; no row values. */
  reason: z.string().optional(),
});
export type GateResult = z.infer<typeof GateResult>;

export const RunError = z.object({
  apiVersion: z.literal("revos/v1"),
  kind: z.literal("Error"),
  code: z.string(),
  title: z.string(),
  message: z.string(),
  advice: z.string(),
  retry: z.enum(["auto", "manual", "never"]),
  blame: z.enum(["you", "source", "destination", "revos"]),
  exit: z.number().int(),
  where: z.record(z.string(), z.unknown()).nullable(),
  data: z.record(z.string(), z.unknown()).optional(),
});

/** One part of a backfill or replay: a range, a condition, the raw of one run, or `all`. */
export const RunPart = z.object({
  part: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  status: z.enum(runStatuses),
  read: z.number().int(),
  written: z.number().int(),
  quarantined: z.number().int(),
  filtered: z.number().int(),
  deduplicated: z.number().int(),
  removed: z.number().int(),
  code: z.string().nullable(),
});
export type RunPart = z.infer<typeof RunPart>;

export const RunStream = z.object({
  stream: z.string(),
  namespace: z.string().nullable(),
  table: z.string(),
  syncMode: z.string(),
  status: z.enum(runStatuses),
  published: z.boolean(),
  read: z.number().int(),
  written: z.number().int(),
  quarantined: z.number().int(),
  filtered: z.number().int(),
  deduplicated: z.number().int(),
  balanced: z.boolean(),
  bytes: z.number().int(),
  durationMs: z.number().int(),
  position: z.string().nullable(),
  /** How far the stream's time cursor came, as the source writes times; absent without one. */
  window: z
    .object({
      start: z.string().nullable(),
      end: z.string().nullable(),
      watermark: z.string().nullable(),
    })
    .optional(),
  /** Rows more than `lateAfter` below the watermark, counted beside the books; absent where nothing is called late. */
  late: z.number().int().optional(),
  /** Backfill and replay: rows of the table that were taken out, and each part as far as it came. */
  removed: z.number().int().optional(),
  parts: z.array(RunPart).optional(),
  gates: z.array(GateResult),
  /** Reasons of quarantine with counts: `{column, rule, rows}`. No row values. */
  reasons: z
    .array(
      z.object({ column: z.string(), rule: z.string(), rows: z.number().int(), group: z.string() }),
    )
    .optional(),
  error: RunError.nullable(),
});
export type RunStream = z.infer<typeof RunStream>;

export const Run = z.object({
  apiVersion: z.literal("revos/v1"),
  kind: z.literal("Run"),
  id: z.string(),
  connection: z.string().nullable(),
  adHoc: z.object({ source: z.string(), target: z.string() }).optional(),
  lane: z.enum(lanes),
  /** Backfill, replay and rollback: the plan that is done, and for a rollback the run that it takes back. */
  plan: z.string().optional(),
  rollsBack: z.string().optional(),
  /** The run that took this one back. */
  rolledBackBy: z.string().optional(),
  status: z.enum(runStatuses),
  exit: z.number().int(),
  startedAt: z.string(),
  durationMs: z.number().int(),
  peakMemoryBytes: z.number().int(),
  balanced: z.boolean(),
  streams: z.array(RunStream),
  /** Why the run as a whole failed before or beside its streams. */
  error: RunError.nullable().optional(),
  warnings: z.array(z.record(z.string(), z.unknown())),
  /** What changed in the source's schema, and what became of each change. Absent: nothing did, or nobody looked. */
  schemaChanges: z.array(FoundChange).optional(),
  /** Columns whose old rows were read once more, as `schema-changes accept --fill` asked. */
  fills: z
    .array(
      z.object({
        stream: z.string(),
        namespace: z.string().nullable(),
        columns: z.array(z.string()),
        read: z.number().int(),
        /** Rows of the table that got a value. */
        written: z.number().int(),
        error: RunError.nullable(),
      }),
    )
    .optional(),
  next: z.array(z.object({ command: z.string(), why: z.string() })),
});
export type Run = z.infer<typeof Run>;
