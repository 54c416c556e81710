// A plan that changes the past: a backfill, a replay, or the rollback of one. It names streams, parts, rows, cost and effect;
// exactly this is done later, or it is refused (design.md §1, promise 11; ux.md S13).
import { z } from "zod";
import { lanes } from "./run.ts";

export const rewriteActions = ["backfill", "replay", "rollback"] as const;
export type RewriteAction = (typeof rewriteActions)[number];

/**
 * How the rows go in. swap: the whole table in one step. replace: the range's rows leave and those read come. merge: by key, a
 * newer version stays. add: rows that the table does not hold yet. restore: a rollback.
 */
export const rewriteWays = ["swap", "replace", "merge", "add", "restore"] as const;
export type RewriteWay = (typeof rewriteWays)[number];

export const PlannedPart = z.object({
  /** Names the part within plan and stream: `2026-03-01`, `all`, the id of a run whose raw is replayed. */
  part: z.string(),
  /** `[from, to)` as the source writes its values. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Null: the source or the table could not tell. */
  sourceRows: z.number().int().nullable(),
  tableRows: z.number().int().nullable(),
  why: z.enum(["asked", "failed", "missing"]),
});
export type PlannedPart = z.infer<typeof PlannedPart>;

export const PlannedStream = z.object({
  stream: z.string(),
  namespace: z.string().nullable(),
  table: z.string(),
  syncMode: z.string(),
  how: z.enum(rewriteWays),
  /** The column that the parts are ranges of; null: no range. */
  by: z.string().nullable(),
  window: z.string().nullable(),
  timezone: z.string().nullable(),
  where: z.string().nullable(),
  parts: z.array(PlannedPart),
  rows: z.number().int().nullable(),
  bytes: z.number().int().nullable(),
});
export type PlannedStream = z.infer<typeof PlannedStream>;

export const RewritePlan = z.object({
  apiVersion: z.literal("revos/v1"),
  kind: z.literal("RewritePlan"),
  id: z.string(),
  action: z.enum(rewriteActions),
  lane: z.enum(lanes),
  connection: z.string(),
  /** Of a rollback: the run that is taken back. */
  run: z.string().nullable(),
  streams: z.array(PlannedStream),
  parts: z.number().int(),
  /** Rows to be read, as far as they are known; null: not at all. */
  rows: z.number().int().nullable(),
  bytes: z.number().int().nullable(),
  effects: z.array(
    z.object({
      code: z.string(),
      text: z.string(),
      data: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
  /** Of a replay: what is no longer kept, and why it cannot be replayed. */
  notKept: z.array(
    z.object({
      run: z.string(),
      stream: z.string(),
      namespace: z.string().nullable(),
      why: z.string(),
    }),
  ),
  /** What is replaced stays available for `backfill rollback`. */
  keeps: z.boolean(),
  consent: z.enum(["none", "yes", "typed"]),
  confirm: z.string().nullable(),
  warnings: z.array(z.record(z.string(), z.unknown())),
  madeAt: z.string(),
});
export type RewritePlan = z.infer<typeof RewritePlan>;
