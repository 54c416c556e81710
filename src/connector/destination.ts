// What a destination is. The engine stages and judges rows on the destination's workbench; the destination only tells
// what stands there already and publishes a staged table together with its books and its marker, in one transaction.
import type { z } from "zod";
import type { ErrorCode } from "../kernel/errors/codes.ts";
import type { CheckStep } from "../model/check.ts";
import type { Lane } from "../model/run.ts";
import type { SyncMode } from "../model/sync-mode.ts";
import type { CanonicalType } from "../model/types.ts";
import type { ConnectorContext } from "./context.ts";
import type { Position } from "./position.ts";
import type { SegmentColumn } from "./segment.ts";
import type { StallProbe } from "./stall-probe.ts";
import type { Workbench } from "./workbench.ts";

export type DestinationCapabilities = {
  readonly transactions: boolean;
  readonly syncModes: readonly SyncMode[];
  readonly namesIgnoreCase: boolean;
  readonly maxNameBytes: number;
  readonly decimalDigits: number;
  /** Most columns a table can have, the four of revos included. Absent: no limit worth a look. */
  readonly maxColumns?: number;
  /** A publish can take rows of the target away (`Staged.removes`): needed to repair what a comparison found. */
  readonly removes?: boolean;
  /** Publishes with `rewrites`, and takes them back. Absent: backfill and replay are refused there. */
  readonly rewrites?: boolean;
};

export type TableName = { readonly schema: string; readonly table: string };
export type TableColumn = {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
};

/** What the destination knows of one stream's target. */
export type TargetState = {
  /** Null: no such table yet. Columns in table order, `_revos_*` included. */
  readonly columns: readonly TableColumn[] | null;
  readonly hasRows: boolean;
  readonly marker: Marker | null;
  /** The largest `_revos_id` in the table, so that new ids stay unique whoever wrote the old ones. Null: no rows. */
  readonly maxRowId?: bigint | null;
  /** The watermark of the newest window in `_revos.windows` of this stream, target and lane, as canonical text. */
  readonly watermark?: string | null;
};

export type MarkerKey = {
  readonly sourceKey: string;
  readonly namespace: string;
  readonly stream: string;
  readonly target: string;
  readonly lane: Lane;
};

/** Progress, written in the commit of the data. */
export type Marker = {
  readonly position: Position | null;
  readonly generation: number;
  readonly runId: string;
  readonly committedAt: string;
  /** What the run of this marker had read at the low end of the next read; the engine's own text. Absent: nothing is known. */
  readonly seen?: string | null;
};

export type LedgerEntry = {
  readonly runId: string;
  readonly connection: string | null;
  readonly namespace: string;
  readonly stream: string;
  readonly target: string;
  readonly lane: Lane;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly read: number;
  readonly written: number;
  readonly quarantined: number;
  readonly filtered: number;
  readonly deduplicated: number;
  readonly bytes: number;
  readonly balanced: boolean;
  readonly published: boolean;
};

/** A staged stream, judged and ready. All table names are of the workbench. */
export type Staged = {
  readonly target: TableName;
  /** Staged rows in final types, `_revos_*` columns included. */
  readonly table: TableName;
  /** Staged quarantine rows in the shape of `_revos.quarantine`, or null. */
  readonly quarantine: TableName | null;
  /** A table with one column `id`: quarantine rows that this publish replays; their status becomes `replayed`. */
  readonly resolves: TableName | null;
  readonly mode: SyncMode;
  /**
   * A table with one column `id`: rows of the target with these `_revos_id` go, before the staged ones come, in the same
   * transaction. Given only where the capability `removes` is set.
   */
  readonly removes?: TableName | null;
  /** Target column names of the key; NULL parts compare equal to NULL. */
  readonly key: readonly string[];
  /** SQL over a row that orders versions of one key: the later one wins. Null for full refresh. */
  readonly newer: readonly string[] | null;
  /** Add these columns to the target, or change their type, before the rows go in. */
  readonly alter: readonly {
    readonly column: string;
    readonly type: string;
    readonly change: "add" | "retype";
  }[];
  /** The staged rows are the whole table, whatever the mode: it was read again from the start. */
  readonly replaces?: boolean;
  /** `scd2`: keep `<table>__history` as well. */
  readonly history: boolean;
  readonly marker: Marker & { readonly key: MarkerKey; readonly connection: string | null };
  readonly ledger: LedgerEntry;
  /** This publish rewrites what the table holds already (backfill, replay): what it takes out is kept for a rollback. */
  readonly rewrites?: Rewrite;
  /** Rows that were sent while the stream was read: the table is these and the staged ones. */
  readonly inflow?: Inflow | null;
  /** Event-time progress for `_revos.windows`; absent for streams without a time cursor. Times are ISO texts. */
  readonly window?: {
    readonly start: string | null;
    readonly end: string | null;
    readonly watermark: string | null;
    readonly late: number;
  };
};

/**
 * Rows on their way to the table that will take the target's place, while the stream is still being read: those that need no look on
 * the workbench. They are seen when `publish` or `hold` takes them over with what is staged; else they are gone.
 */
export type Inflow = {
  /** What was sent is gone, by no fault of the rows: staged, they may be published all the same. */
  readonly isLost: boolean;
  /** The largest `_revos_id` that was sent; null: none. */
  readonly highest: bigint | null;
  /** Sends the rows that the source has not marked; gives how many. Null: none, they are to be staged. */
  send(segment: InflowSegment): Promise<number | null>;
  /** Waits until all that was sent has arrived. */
  end(): Promise<void>;
  /** Forgets what was sent. */
  abandon(): Promise<void>;
};

/** A landed segment (a Parquet file of the kit's writer), whose columns are of the types that were said, or narrow numbers. */
export type InflowSegment = {
  readonly file: string;
  readonly rows: number;
  /** In the order of the file. */
  readonly columns: readonly SegmentColumn[];
  readonly hasBad: boolean;
  /** `_revos_id` of its first row; the others count on. */
  readonly id: bigint;
  readonly readAt: number;
};

export type InflowRequest = {
  readonly target: TableName;
  readonly columns: readonly {
    readonly name: string;
    /** `number`: of narrow numbers, and `duck` is a decimal. */
    readonly type: CanonicalType;
    /** As it would be staged. */
    readonly duck: string;
    /** Its column of a segment. */
    readonly from: string;
  }[];
  readonly runId: string;
  readonly generation: number;
};

/** Columns for rows that are in the target already. The stage holds the key and these columns; it is gone afterwards. */
export type Filled = {
  readonly target: TableName;
  readonly table: TableName;
  readonly key: readonly string[];
  readonly columns: readonly string[];
  readonly alter: Staged["alter"];
  /** The current versions of the history get them too. */
  readonly history: boolean;
  /** `written` is the number of rows that were found by their key; the others count as filtered. */
  readonly ledger: Omit<LedgerEntry, "written" | "balanced">;
};

/**
 * A publish that changes the past. Only for destinations with `capabilities.rewrites`. With `Staged.replaces` the whole table is
 * swapped; without it the staged rows go in as `mode` says, after the rows of `removes` are gone. In the same transaction
 * the rows that leave are copied to a table of the destination's own and noted in `_revos.rewrites`.
 */
export type Rewrite = {
  /** The plan, and the part of it that is done by this publish; with run and target they name the rewrite. */
  readonly plan: string;
  readonly part: string;
  /** Workbench table with one column `_revos_id`: rows of the target that leave, those that a key replaces included. Null: all. */
  readonly removes: TableName | null;
  readonly removed: number;
  /** False: too much to keep; a rollback will be refused. */
  readonly keeps: boolean;
  /** Where the live lane stood: what it does after this belongs to it, not to the rewrite. */
  readonly live: {
    readonly runId: string | null;
    readonly position: string | null;
    readonly generation: number;
  };
};

/** Takes back what a run rewrote, in one transaction for all its targets. */
export type RollbackRequest = {
  readonly runId: string;
  /** The run that takes back: ledger and markers carry its id, in lane `backfill`. */
  readonly byRunId: string;
  readonly at: string;
  /** Do nothing, only tell. */
  readonly dryRun: boolean;
  readonly targets: readonly RollbackTarget[];
};

export type RollbackTarget = {
  readonly target: TableName;
  readonly key: Omit<MarkerKey, "lane">;
  readonly connection: string | null;
  /** Table columns of the key: a kept row whose key stands in a newer version stays out. Empty: rows have no key. */
  readonly keyColumns: readonly string[];
  /** The table column of the live cursor; null without one, or where it cannot be compared as a column. */
  readonly cursorColumn: string | null;
  readonly history: boolean;
};

export type RollbackOutcome = {
  readonly target: string;
  readonly namespace: string;
  readonly stream: string;
  /** Rows of the run that left, and kept rows that came back. */
  readonly removed: number;
  readonly restored: number;
  /** Kept rows that stay out, because the live lane has written a newer version of them since. */
  readonly overtaken: number;
  /** Rows of the run that stay, because the live lane counts on them since. */
  readonly stays: number;
};

/** A line of `_revos.rewrites`. */
export type RewriteLine = {
  readonly runId: string;
  readonly plan: string;
  readonly part: string;
  readonly namespace: string;
  readonly stream: string;
  readonly target: string;
  readonly lane: Lane;
  readonly committedAt: string;
  readonly removed: number;
  readonly added: number;
  readonly isKept: boolean;
  readonly rolledBackBy: string | null;
};

/** Which rows of a target the engine wants to compare staged rows with. */
export type ExistingRequest = {
  readonly target: TableName;
  readonly columns: readonly string[];
  /** Rows whose `columns` occur in this workbench table. Null: not narrowed by key. */
  readonly matching: { readonly table: TableName; readonly columns: readonly string[] } | null;
  /** Rows whose `column` is at least `text` (canonical text), or NULL unless `nulls` is false. Null: not narrowed by cursor. */
  readonly from: {
    readonly column: string;
    readonly text: string;
    readonly nulls?: boolean;
  } | null;
  /** Rows within a range. Absent: not narrowed by one. */
  readonly within?: ColumnRange | null;
};

/** A stretch of a column's values: `from` belongs to it, `to` does not; canonical texts, null is open. NULL lies in none. */
export type ColumnRange = {
  readonly column: string;
  readonly type: CanonicalType;
  readonly from: string | null;
  readonly to: string | null;
};

export type TargetMeasure = {
  readonly rows: number;
  /** Smallest and largest finite value of the ranges' column, as text. */
  readonly least: string | null;
  readonly most: string | null;
  /** Rows within each range. */
  readonly within: readonly number[];
};

export type QueryAnswer = {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
};

/** `isBad`: an SQL condition of the workbench, never NULL; `rule`: the reason as quarantine shows it. */
export type Refusal = { readonly isBad: string; readonly rule: string };

/** Which held rows the engine wants on the workbench. */
export type QuarantineRequest = {
  /** Rows of one connection; null: of ad hoc runs. Absent: all. */
  readonly connection?: string | null;
  /** Rows of one group, or one row. */
  readonly target?: string;
  /** Only what groups are told by: of the reasons the first, and no originals. Nothing is given back then. */
  readonly groupsOnly?: boolean;
};

export interface OpenDestination extends AsyncDisposable {
  check(): AsyncIterable<CheckStep>;
  /** For destinations behind a network. Absent: all work is this process's own. */
  readonly stalls?: StallProbe;
  readonly workbench: Workbench;
  /**
   * Keeps other runs from these tables until the destination is closed, all of them or none. Throws `destination.locked`
   * (`data.isRevos`: waiting makes sense). Absent: whoever has the destination open has it alone.
   */
  claim?(tables: readonly TableName[]): Promise<void>;
  /** Makes schemas and the `_revos` tables, removes what a killed run left behind. */
  prepare(schemas: readonly string[]): Promise<void>;
  describe(target: TableName, key: MarkerKey): Promise<TargetState>;
  /**
   * A table or view of the workbench that holds, of the target's rows, at least those that are asked for. Absent: the
   * target itself stands in the workbench under its own name.
   */
  existing?(request: ExistingRequest): Promise<TableName>;
  /** Counts of the target's rows, all ranges of one column. Given wherever `existing` is. */
  measure?(target: TableName, ranges: readonly ColumnRange[]): Promise<TargetMeasure>;
  /** A column of the table, and of its history, gets another name; what it holds stays. Absent: it cannot be done. */
  renameColumn?(target: TableName, from: string, to: string): Promise<void>;
  /** Writes single columns of rows that the table holds, found by key, in one transaction. Absent: it cannot be done. */
  fill?(filled: Filled): Promise<number>;
  /**
   * Offers to take rows of a stream while it is read; only for streams whose rows are the whole table. Nothing else is asked of the
   * destination until it is ended, published, held or abandoned. Null: not this table. Absent: never.
   */
  inflow?(request: InflowRequest): Inflow | null;
  /** Where to stage: for a table that will be published by renaming, it must be a neighbour of the target. */
  stageName(target: TableName, runId: string): TableName;
  /**
   * Values of a type that the workbench holds and this destination does not: an SQL condition of the workbench over
   * `value`, never NULL, and the reason as quarantine shows it. Null or absent: there are none.
   */
  refuses?(type: CanonicalType, value: string): Refusal | null;
  /** Longest name of a column in bytes, and most columns of a table; absent: as many as anyone needs. */
  readonly limits?: { readonly nameBytes: number; readonly columns: number };
  /** One transaction: rows, quarantine, ledger, marker. After it the staging tables are gone. */
  publish(staged: Staged): Promise<void>;
  /**
   * Brings held rows (`_revos.quarantine`, `_revos.quarantine_log`) to the workbench, where the engine reads and changes
   * them. Absent: they stand there.
   */
  borrowQuarantine?(request?: QuarantineRequest): Promise<void>;
  /** Writes back, in one transaction, what was changed in borrowed rows and added to the log. */
  returnQuarantine?(): Promise<void>;
  /** Nothing is published: quarantine rows and the ledger (published = false) are kept, the stage stays inspectable. */
  hold(staged: Staged): Promise<TableName>;
  /**
   * Only with `capabilities.rewrites`. Fails with rewrite.not_found, rewrite.not_kept, or rewrite.overtaken, changing nothing.
   */
  rollback?(request: RollbackRequest): Promise<readonly RollbackOutcome[]>;
  /** Only with `capabilities.rewrites`: what a run rewrote, or all that the connection's runs did; oldest first. */
  rewrites?(filter: {
    readonly runId?: string;
    readonly connection?: string;
  }): Promise<readonly RewriteLine[]>;
}

export type DestinationDefinition<Config = unknown> = {
  readonly kind: string;
  readonly title: string;
  readonly config: z.ZodType<Config>;
  readonly secrets: readonly string[];
  readonly capabilities: DestinationCapabilities;
  readonly dependencies: readonly string[];
  readonly schemes: readonly string[];
  fromUri?(uri: string, env: Readonly<Record<string, string | undefined>>): Record<string, unknown>;
  describe(config: Config): string;
  /** The schema that tables go to when nothing else is said: `main`, `public`. */
  defaultSchema(config: Config): string;
  /** The name of a canonical type in this destination. */
  typeName(type: CanonicalType): string;
  classify(error: unknown): ErrorCode | undefined;
  /** One reading statement of a person, as the role of the config, with nothing written. Throws `query.failed`. */
  query?(
    config: Config,
    ctx: ConnectorContext,
    asked: { readonly sql: string; readonly limit?: number | undefined },
  ): Promise<QueryAnswer>;
  open(
    config: Config,
    ctx: ConnectorContext & {
      readonly memoryBytes: number;
      /** While it publishes, when nothing else is done. Absent: the same. */
      readonly publishMemoryBytes?: number;
      readonly threads: number;
      /** Columns of the widest table that will be written. */
      readonly columns?: number;
      /** A folder of the project for scratch files, made when needed. Absent: the system's. */
      readonly scratch?: string;
    },
  ): Promise<OpenDestination>;
};

export function defineDestination<Config>(
  definition: DestinationDefinition<Config>,
): DestinationDefinition<Config> {
  return definition;
}
