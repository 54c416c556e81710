// The documents that operations give back, beside those that have a file of their own in model/. All are plain data.
import { z } from "zod";
import { schemaPolicies } from "../model/connection.ts";
import { Discovery } from "../model/discovery.ts";
import { changeKinds, changeOutcomes } from "../model/schema-change.ts";

export const SourceSummary = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  state: z.enum(["ready", "untested", "failing"]),
});
export type SourceSummary = z.infer<typeof SourceSummary>;

export const SourceDocument = z.object({
  apiVersion: z.literal("revos/v1"),
  kind: z.literal("Source"),
  metadata: z.object({ id: z.string(), name: z.string(), createdAt: z.string() }),
  /** Config with every secret as `[secret]`; `${env.NAME}` stays as written. */
  spec: z.object({ connector: z.string(), config: z.record(z.string(), z.unknown()) }),
  status: z.object({
    state: z.string(),
    testedAt: z.string().nullable(),
    discoveredAt: z.string().nullable(),
  }),
});
export type SourceDocument = z.infer<typeof SourceDocument>;

export const DestinationDocument = z.object({
  apiVersion: z.literal("revos/v1"),
  kind: z.literal("Destination"),
  metadata: z.object({ name: z.string(), createdAt: z.string().nullable() }),
  spec: z.object({ connector: z.string(), config: z.record(z.string(), z.unknown()) }),
  status: z.object({ isDefault: z.boolean() }),
});
export type DestinationDocument = z.infer<typeof DestinationDocument>;

export const CheckResult = z.object({
  ok: z.boolean(),
  exit: z.number().int(),
  steps: z.array(
    z.object({
      name: z.string(),
      ok: z.boolean(),
      ms: z.number(),
      detail: z.string().optional(),
      code: z.string().optional(),
      message: z.string().optional(),
      advice: z.string().optional(),
      field: z.string().optional(),
      warning: z.boolean().optional(),
    }),
  ),
});
export type CheckResult = z.infer<typeof CheckResult>;

export const StreamList = z.object({
  source: z.object({ id: z.string(), name: z.string(), kind: z.string() }),
  discoveredAt: z.string(),
  /** The seed's bare array: what `--json` prints. */
  streams: Discovery,
  /** More facts, in the same order. */
  facts: z.array(
    z.object({
      estimatedRows: z.number().nullable(),
      kind: z.string(),
      sensitive: z.array(z.array(z.string())),
      notes: z.array(z.string()),
    }),
  ),
});
export type StreamList = z.infer<typeof StreamList>;

export const ConnectionSummary = z.object({
  id: z.string(),
  /** The slug. */
  name: z.string(),
  label: z.string(),
  sourceId: z.string(),
  streams: z.array(z.string()),
  state: z.enum(["active", "paused"]),
  destination: z.string(),
  owner: z.string().nullable(),
});
export type ConnectionSummary = z.infer<typeof ConnectionSummary>;

export const QuarantineGroup = z.object({
  group: z.string(),
  connection: z.string().nullable(),
  namespace: z.string().nullable(),
  stream: z.string(),
  column: z.string(),
  rule: z.string(),
  rows: z.number().int(),
  oldest: z.string(),
  status: z.enum(["held", "replayed", "waived", "discarded"]),
  /** A sync holds the stream back above both; that of the connection, else the usual one. */
  limit: z.object({ rows: z.number().int(), percent: z.number() }),
  /** A value that was refused, as the source wrote it; `***` where the column looks personal. Absent: not known. */
  sample: z.string().nullable().optional(),
});
export type QuarantineGroup = z.infer<typeof QuarantineGroup>;

export const ReplayResult = z.object({
  group: z.string(),
  dryRun: z.boolean(),
  tried: z.number().int(),
  replayed: z.number().int(),
  stays: z.number().int(),
  /** Why rows stay: column and rule with counts, row ids, no values. */
  reasons: z.array(z.object({ column: z.string(), rule: z.string(), rows: z.number().int() })),
  exit: z.number().int(),
});
export type ReplayResult = z.infer<typeof ReplayResult>;

/** A change of a source's schema, and what became of it. */
export const SchemaChangeSummary = z.object({
  id: z.string(),
  connection: z.string(),
  namespace: z.string().nullable(),
  stream: z.string(),
  kind: z.enum(changeKinds),
  column: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  evidence: z.array(z.string()),
  certain: z.boolean(),
  /** gone: the source went back to what was accepted. */
  state: z.enum(["open", "accepted", "ignored", "gone"]),
  policy: z.enum(schemaPolicies),
  outcome: z.enum(changeOutcomes),
  /** While it is open its stream publishes nothing. */
  holds: z.boolean(),
  /** Rows that were loaded before have NULL in the column, or perhaps values from before the change. */
  oldRows: z.enum(["none", "null", "stale"]),
  fill: z.enum(["none", "asked", "done"]),
  /** The run that found it first, and when. */
  since: z.object({ run: z.string().nullable(), at: z.string() }),
  lastSeen: z.object({ run: z.string().nullable(), at: z.string().nullable() }),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
});
export type SchemaChangeSummary = z.infer<typeof SchemaChangeSummary>;

const Amount = z.object({ rows: z.number().nullable(), bytes: z.number().nullable() });

/** What accepting or ignoring a change does: a plan until it is done. */
export const SchemaChangeDecision = z.object({
  apiVersion: z.literal("revos/v1"),
  kind: z.literal("SchemaChangeDecision"),
  /** Hash of the content; counts of rows are estimates and no part of it. */
  plan: z.string(),
  choice: z.enum(["accept", "ignore"]),
  change: SchemaChangeSummary,
  effects: z.array(
    z.object({
      code: z.string(),
      text: z.string(),
      data: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
  /** The whole stream is read again from the start; null: it is not. */
  reread: Amount.nullable(),
  /** The column's values are read once more for rows that were loaded before; null: they are not. */
  fill: Amount.nullable(),
  consent: z.enum(["yes", "typed"]),
  confirm: z.string().optional(),
  done: z.boolean(),
  next: z.array(z.object({ command: z.string(), why: z.string() })),
  exit: z.number().int(),
});
export type SchemaChangeDecision = z.infer<typeof SchemaChangeDecision>;
/** How far a stream came in a lane, and what is safe to do next (seed 001: retry, replay, skip). */
export const CheckpointLine = z.object({
  connection: z.string().nullable(),
  namespace: z.string().nullable(),
  stream: z.string(),
  table: z.string(),
  lane: z.string(),
  run: z.string(),
  position: z.string().nullable(),
  watermark: z.string().nullable(),
  windowStart: z.string().nullable(),
  windowEnd: z.string().nullable(),
  /** Late rows of the last publish; null where nothing is called late. */
  late: z.number().int().nullable(),
  safeTo: z.enum(["retry", "replay", "skip", "none"]),
  why: z.string(),
});
export type CheckpointLine = z.infer<typeof CheckpointLine>;

/** A run that changed the past, or was to: one line of `backfill list`. */
export const RewriteSummary = z.object({
  run: z.string(),
  plan: z.string().nullable(),
  connection: z.string(),
  lane: z.string(),
  action: z.string(),
  status: z.string(),
  startedAt: z.string(),
  streams: z.array(z.string()),
  parts: z.object({
    all: z.number().int(),
    done: z.number().int(),
    failed: z.number().int(),
    open: z.number().int(),
  }),
  read: z.number().int(),
  written: z.number().int(),
  removed: z.number().int(),
  rolledBackBy: z.string().nullable(),
});
export type RewriteSummary = z.infer<typeof RewriteSummary>;

export const ConnectionStatus = z.object({
  name: z.string(),
  label: z.string(),
  state: z.enum(["active", "paused"]),
  /** Null: never run (pending, never green). */
  last: z
    .object({
      run: z.string(),
      status: z.string(),
      endedAt: z.string(),
      durationMs: z.number(),
      exit: z.number(),
    })
    .nullable(),
  now: z.enum(["idle", "running", "queued", "held"]),
  freshSeconds: z.number().nullable(),
  quarantine: z.number().int(),
  /** Changes of the source's schema that wait for a decision. */
  schemaChanges: z.number().int().optional(),
  nextRunAt: z.string().nullable(),
});
export type ConnectionStatus = z.infer<typeof ConnectionStatus>;

export const StatusDocument = z.object({
  apiVersion: z.literal("revos/v1"),
  kind: z.literal("Status"),
  profile: z.string(),
  at: z.string(),
  connections: z.array(ConnectionStatus),
  needs: z.array(z.object({ connection: z.string(), why: z.string(), command: z.string() })),
});
export type StatusDocument = z.infer<typeof StatusDocument>;
