// A part of a stream that a backfill or a replay does in one commit: a range of a column, a condition of the source, the raw of
// one earlier run, or the whole stream. Plain data: it crosses a process boundary inside a run plan.
import type { SegmentColumn } from "../../connector/segment.ts";
import type { FieldPath } from "../../model/discovery.ts";

/** `[from, to)` of a column, as canonical texts of the source's type; null: no bound. */
export type PartRange = {
  readonly field: FieldPath;
  readonly from: string | null;
  readonly to: string | null;
};

/** A segment that an earlier run has landed, as its manifest describes it. */
export type RawSegment = {
  readonly file: string;
  readonly label: string;
  readonly rows: number;
  readonly filtered: number;
  readonly bytes: number;
  readonly columns: readonly SegmentColumn[];
  readonly hasBad: boolean;
  readonly readAt: number;
  /** `_revos_id` of the segment's first row, as text: a row keeps its id when it is replayed. */
  readonly offset: string;
};

export type RawPart = {
  readonly run: string;
  readonly segments: readonly RawSegment[];
  /** File of the ids that the run left out because the table held them already; null: none. */
  readonly known: string | null;
};

export type PartPlan = {
  readonly plan: string;
  /** Names the part within plan and stream. */
  readonly name: string;
  /** High part of the ids of rows that are read from the source; of the run ordinals, so that no other row has it. */
  readonly ordinal: number;
  readonly range: PartRange | null;
  readonly raw: RawPart | null;
  /** The staged rows are the whole table. */
  readonly isWhole: boolean;
  readonly keeps: boolean;
};
