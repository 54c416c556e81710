// What the steps of a stream share: the run's open ends, what an attempt has found out, and the attempt's own workpieces.
import type {
  Inflow,
  MarkerKey,
  OpenDestination,
  TableName,
  TargetState,
} from "../connector/destination.ts";
import type { Position } from "../connector/position.ts";
import type { SourceDefinition } from "../connector/source.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import type { Catalog } from "../model/catalog.ts";
import type { GateResult, RunStream } from "../model/run.ts";
import type { FoundChange } from "../model/schema-change.ts";
import type { RunEvent } from "../model/run-event.ts";
import type { BadRows, ReasonCount } from "./bad-rows.ts";
import type { Fit, Warning } from "./drift.ts";
import type { Border } from "./failures.ts";
import type { Books } from "./gates.ts";
import type { RunPlan, StreamPlan } from "./plan.ts";
import type { Progress } from "./progress.ts";
import type { RangeSql } from "./rewrite/range.ts";
import type { SourceHolder } from "./source-holder.ts";
import type { StreamSetup } from "./stream-setup.ts";

export type StreamContext = {
  readonly run: RunPlan;
  readonly definition: SourceDefinition;
  readonly source: SourceHolder;
  readonly destination: OpenDestination;
  /** What the source shows now; null where the plan was just made from it. */
  readonly catalog: () => Promise<Catalog | null>;
  /** Columns that look like personal data, which no policy takes in by itself. */
  readonly isSensitive: (column: string) => boolean;
  readonly border: Border;
  readonly log: Log;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly emit: (event: RunEvent) => void;
  readonly memoryBytes: () => number;
  /** Gives the workbench more memory; the new limit in bytes, or null when the machine has no more to give. */
  readonly raiseMemory: () => Promise<number | null>;
  /** Bytes landed since raw was last pruned, over all streams of the run. */
  readonly unpruned: { bytes: number };
};

/** What an attempt has found out so far; read by the stream when it ends, however it ends. */
export type Attempt = {
  books: Books;
  bytes: number;
  position: string | null;
  /** Of what was published. */
  window: NonNullable<RunStream["window"]> | null;
  /** Late rows of what was published; null where nothing is called late. */
  late: number | null;
  /** Rows of the table that a part took out; null outside of backfill and replay. */
  removed: number | null;
  gates: GateResult[];
  reasons: readonly ReasonCount[];
  warnings: Warning[];
  /** Schema changes that were found, and what became of each. */
  changes: FoundChange[];
};

export const emptyAttempt = (): Attempt => ({
  books: { read: 0, written: 0, quarantined: 0, filtered: 0, deduplicated: 0 },
  bytes: 0,
  position: null,
  window: null,
  late: null,
  removed: null,
  gates: [],
  reasons: [],
  warnings: [],
  changes: [],
});

/** What the steps of an attempt share. */
export type Work = {
  readonly ctx: StreamContext;
  readonly plan: StreamPlan;
  readonly setup: StreamSetup;
  readonly target: TargetState;
  readonly fit: Fit;
  readonly position: Position | null;
  readonly generation: number;
  readonly stage: TableName;
  readonly badRows: BadRows;
  /** Null: every row is staged. */
  readonly inflow: Inflow | null;
  readonly progress: Progress;
  readonly key: MarkerKey;
  readonly isReplacing: boolean;
  /** Of a part that is a range. */
  readonly range: RangeSql | null;
  readonly folder: { readonly path: string; readonly label: string };
  readonly startedAt: number;
};
