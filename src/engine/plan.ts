// A run plan: all that the run's own process needs, as plain data (it crosses a process boundary). Names are resolved,
// secrets are resolved into the two configs (so a plan is never logged or stored), times are milliseconds.
import type { TableName } from "../connector/destination.ts";
import type { CatalogStream } from "../model/catalog.ts";
import type { FieldPath } from "../model/discovery.ts";
import type { Mapper } from "../model/mapper.ts";
import type { Lane } from "../model/run.ts";
import type { Decision, PolicyTable, PolicyWord } from "../model/schema-change.ts";
import type { SyncMode } from "../model/sync-mode.ts";
import type { PartPlan } from "./rewrite/part.ts";

export type StreamPlan = {
  /** As discovered now, or as accepted by the last apply; the run compares it with what the source shows. */
  readonly stream: CatalogStream;
  readonly target: TableName;
  readonly syncMode: SyncMode;
  readonly cursorField: FieldPath;
  readonly primaryKey: readonly FieldPath[];
  readonly mappers: readonly Mapper[];
  readonly columns: Readonly<
    Record<string, { readonly include?: boolean; readonly type?: string }>
  >;
  readonly where: string | null;
  readonly history: boolean;
  readonly lookbackMs: number;
  /** The field that says when a row's event happened; `lateAfterMs` below the watermark a row is late. */
  readonly eventTime?: FieldPath | null;
  readonly lateAfterMs?: number | null;
  readonly late?: "accept" | "quarantine";
  /** Read everything again, whatever the marker says, and replace the table with it in one step. */
  readonly fromStart?: boolean;
  /** What becomes of a schema change, by kind. Absent: the plan was just made from what the source shows. */
  readonly policies?: PolicyTable;
  /** What was decided about changes of this stream. */
  readonly decisions?: readonly Decision[];
  /** Columns whose rows that were loaded before are read once more, for these columns alone. */
  readonly fill?: readonly string[];
  /** Only this part, in a lane beside live: positions are neither used nor moved. */
  readonly part?: PartPlan;
};

export type RunPlan = {
  readonly runId: string;
  /** Counts runs of this project from 1: the high part of `_revos_id`. */
  readonly runOrdinal: number;
  readonly connection: string | null;
  readonly lane: Lane;
  readonly source: {
    readonly kind: string;
    readonly config: unknown;
    /** Stable key of markers. */ readonly key: string;
  };
  readonly destination: { readonly kind: string; readonly config: unknown };
  readonly streams: readonly StreamPlan[];
  readonly limits: {
    readonly memoryBytes: number;
    readonly maxQuarantine: { readonly rows: number; readonly percent: number } | null;
    readonly allowEmpty: boolean;
    /** Readers of one stream at the same time. Absent: as many as the processors are good for. */
    readonly parallel?: number | null;
    /** Bytes of a chunk of a big stream. Absent: the engine's own measure. */
    readonly chunkBytes?: number;
    /** From how many rows on a low end is remembered instead of read again (seen.ts). Absent: the engine's own measure. */
    readonly worthRows?: number;
    /** How long nothing may move before the run says so, and before it gives up. Absent: the engine's own measure. */
    readonly stallWarnMs?: number | null;
    readonly stallFailMs?: number | null;
  };
  readonly landing: {
    readonly folder: string;
    readonly keepMs: number;
    readonly maxBytes: number;
    /** Raw of a long read that is not at its end, for the next attempt; as `maxBytes` where it is not said. */
    readonly unfinishedBytes?: number;
  };
  /** How long to wait for another run that holds the warehouse. */
  readonly lockTimeoutMs: number;
  /** Backfill and replay stop after the part in work when this much time has passed, so that live runs get their turn. */
  readonly sliceMs?: number;
  /** Values for ${env.NAME} in mappers' keys, resolved. */
  readonly keys: Readonly<Record<string, string>>;
  /** Look for streams that the connection did not know of: `known` are keys made by `streamId`, of these namespaces alone. */
  readonly newStreams?: {
    readonly policy: PolicyWord;
    readonly known: readonly string[];
    readonly namespaces: readonly string[];
    readonly ignored: readonly string[];
  };
};

/** One text for a stream's name, whatever is in it. */
export const streamId = (stream: Pick<CatalogStream, "name" | "namespace">): string =>
  JSON.stringify([stream.namespace ?? null, stream.name]);
