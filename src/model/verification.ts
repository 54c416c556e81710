// The result of comparing a connection's tables with their source: what `revos verify` prints. Counts and digests of
// keys; keys themselves only where they were asked for, values of other columns never.
import { z } from "zod";
import { RunError } from "./run.ts";

const count = z.number().int().nonnegative();

export const VerifiedStream = z.object({
  stream: z.string(),
  namespace: z.string().nullable(),
  table: z.string(),
  syncMode: z.string(),
  /** `failed`: it could not be compared, which never reads as equal. */
  status: z.enum(["equal", "different", "failed"]),
  /** `digests`: the source computed checksums, and only rows of buckets that differed were read. `rows`: all were read. */
  method: z.enum(["digests", "rows"]).nullable(),
  /** Columns that tell rows apart; empty: compared as a multiset. */
  key: z.array(z.string()),
  sourceRows: count,
  tableRows: count,
  /** Rows that were read from the source to be looked at. */
  readRows: count,
  buckets: z.object({ compared: count, differing: count }).nullable(),
  differences: z.object({
    /** In both, with other values. */
    changed: count,
    /** At the source, not in the table. */
    missing: count,
    /** In the table, not at the source: deleted there, or never there. */
    extra: count,
    /** More often in the table than at the source. */
    duplicate: count,
  }),
  explained: z.object({
    /** Newer than what the last run has read, or being written while they were compared. */
    inFlight: count,
    /** Held back, waived, given up or mended in quarantine. */
    quarantined: count,
    /** Versions that an append table keeps although the source has moved on. */
    history: count,
    /** Older rows of a key that the source has more than once. */
    superseded: count,
  }),
  /** Changed rows by column; empty where they were not laid side by side. */
  columns: z.array(z.object({ column: z.string(), rows: count })),
  notCompared: z.array(
    z.object({
      column: z.string(),
      reason: z.enum(["encrypted_with_random_nonce", "not_in_table_yet", "no_longer_read"]),
      /** Whether there is a value at all was compared. */
      presence: z.boolean(),
    }),
  ),
  samples: z.array(
    z.object({
      kind: z.enum(["changed", "missing", "extra", "duplicate"]),
      /** The same for the same key in every comparison of this source. */
      keyDigest: z.string(),
      /** Only with `--reveal`; null without a key. */
      key: z.record(z.string(), z.string().nullable()).nullable(),
      columns: z.array(z.string()),
    }),
  ),
  /** What the table was loaded to, as the source writes it; null without a cursor. */
  position: z.string().nullable(),
  loadedAt: z.string().nullable(),
  durationMs: count,
  error: RunError.nullable(),
});
export type VerifiedStream = z.infer<typeof VerifiedStream>;

export const RepairedStream = z.object({
  stream: z.string(),
  namespace: z.string().nullable(),
  table: z.string(),
  /** Rows that go in, and rows that are taken away (old versions included). */
  insert: count,
  remove: count,
  /** Keys that are no longer at the source. */
  removeKeys: count,
});
export type RepairedStream = z.infer<typeof RepairedStream>;

/** What a repair would do, or has done. */
export const RepairPlan = z.object({
  /** `p_` and six characters: the same differences give the same id. */
  id: z.string(),
  consent: z.enum(["none", "yes", "typed"]),
  confirm: z.string().optional(),
  streams: z.array(RepairedStream),
});
export type RepairPlan = z.infer<typeof RepairPlan>;

export const Verification = z.object({
  apiVersion: z.literal("revos/v1"),
  kind: z.literal("Verification"),
  connection: z.string().nullable(),
  /** `partial`: some streams could not be compared. */
  status: z.enum(["equal", "different", "partial", "failed"]),
  /** 0 equal, 10 different, 8 partial; of a failure its own. */
  exit: z.number().int(),
  startedAt: z.string(),
  durationMs: count,
  peakMemoryBytes: count,
  streams: z.array(VerifiedStream),
  /** What would bring the tables in line; null when there is nothing to do. */
  repair: RepairPlan.nullable(),
  /** The repair that was done before this comparison; null when none was. */
  repaired: z
    .object({
      run: z.string(),
      exit: z.number().int(),
      plan: RepairPlan,
      inserted: count,
      removed: count,
    })
    .nullable(),
  warnings: z.array(z.record(z.string(), z.unknown())),
  next: z.array(z.object({ command: z.string(), why: z.string() })),
});
export type Verification = z.infer<typeof Verification>;
