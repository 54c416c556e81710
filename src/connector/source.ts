// What a source is. A connector is one exported value, `defineSource({...})`; everything that is the same for all
// sources (batching, checkpoints, retries, type checks, progress) is the engine's, so no connector repeats it. style.md §3.8.
import type { z } from "zod";
import type { ErrorCode } from "../kernel/errors/codes.ts";
import type { Catalog, CatalogStream } from "../model/catalog.ts";
import type { CheckStep } from "../model/check.ts";
import type { FieldPath } from "../model/discovery.ts";
import type { CanonicalType } from "../model/types.ts";
import type { ConnectorContext, ReadContext } from "./context.ts";
import type { DigestBucket, DigestRequest, RowPick } from "./digest.ts";
import type { Position } from "./position.ts";
import type { Segment } from "./segment.ts";
import type { StallProbe } from "./stall-probe.ts";

export type SourceCapabilities = {
  /** Streams have namespaces (schemas). */
  readonly namespaces: boolean;
  /** A read may start at a cursor. */
  readonly incremental: boolean;
  /** `where` of a stream is pushed to the source. */
  readonly where: boolean;
  /** The source runs the privacy transforms itself while it decodes; else the engine runs them before landing. */
  readonly privacy: boolean;
  /** All reads of one open source see one moment. */
  readonly oneSnapshot: boolean;
  /** Reads need a network: such sources are refused private addresses on a server. */
  readonly network: boolean;
  /**
   * Types are judged from today's values, not declared by the source (files): another judgement tomorrow is not a schema
   * change; the accepted type is kept, and rows that do not convert go to quarantine.
   */
  readonly typesInferred?: boolean;
  /** `range` of a read is asked of the source; else the engine leaves out what lies outside. */
  readonly ranges?: boolean;
  /** An open source has `measure`. */
  readonly measures?: boolean;
  /** An open source has `digest`, and honours `pick`. */
  readonly digests?: boolean;
  /** An open source has `chunks`, and `unchanged` for a read that goes on. */
  readonly chunks?: boolean;
};

/** What a privacy transform made of a cell: the stored text, or why the cell failed (its value is never shown). */
export type PrivacyResult = { readonly text: string } | { readonly failed: string };

/** Canonical UTF-8 text of a cell that is not NULL in; stored text out. Pure and synchronous. NULL stays NULL. */
export type PrivacyTransform = (canonical: string) => PrivacyResult;

/** A column to be read. */
export type ReadColumn = {
  /** The source's column. */
  readonly source: string;
  /** The name in the segment (renamed by mappers that come before a privacy mapper, else the same). */
  readonly name: string;
  readonly type: CanonicalType;
  /** The type the load converts to, where the user asked for another one than the source's. */
  readonly wanted?: CanonicalType;
  /** Applied while decoding; the segment column is then text. The same source column may be read twice. */
  readonly privacy?: PrivacyTransform;
};

/** A row filter that must run before a privacy mapper: rows for which `keep` is false are counted as filtered. */
export type EarlyFilter = {
  /** Columns of the source, which may be missing among the columns to read (dropped by a mapper): they are read for the filter alone. */
  readonly fields: readonly string[];
  /** Canonical texts in the order of `fields`. Asked before any privacy transform of the row; a row it refuses is not transformed. */
  readonly keep: (canonical: readonly (string | null)[]) => boolean;
};

export type CursorRange = {
  readonly field: FieldPath;
  readonly type: CanonicalType;
  /** Closed low end: rows at this place are read again. Null: from the start. */
  readonly from: Position | null;
  /** Read this much below `from` as well (only for times). */
  readonly lookbackMs: number;
  /** Given only to sources that have `moment`. */
  readonly seen?: SeenRows | null;
};

/**
 * What an earlier read showed already. A source may leave out rows at or below `to`, and those without a cursor value, that
 * were visible at `moment`; but not where a row of the range that was not visible then equals them in the columns
 * `alike`: equal rows are counted together, so they come together. What it cannot prove it reads.
 */
export type SeenRows = {
  readonly moment: string;
  readonly to: Position;
  /** Columns of the source. Empty: all rows are alike. */
  readonly alike: readonly string[];
};

/** Rows whose column lies within `[from, to)`, as canonical texts of its type; null: no bound. NULL lies in no range. */
export type ReadRange = {
  readonly field: FieldPath;
  readonly type: CanonicalType;
  readonly from: string | null;
  readonly to: string | null;
};

/** How much there is, asked of the source without reading rows. `bounds`: ascending, of the range's column. */
export type MeasureRequest = {
  readonly stream: CatalogStream;
  readonly where: string | null;
  readonly range: ReadRange | null;
  readonly bounds: readonly string[];
};

export type Measure = {
  /** Rows within the range. */
  readonly rows: number;
  /** Rows (of `where`) whose range column is NULL; 0 without a range. */
  readonly nulls: number;
  /** Smallest and largest finite value within the range, as canonical text. */
  readonly least: string | null;
  readonly most: string | null;
  /** Rows from each bound to the next; the last one is open. Empty without bounds. */
  readonly buckets: readonly number[];
};

export type ReadRequest = {
  readonly stream: CatalogStream;
  readonly columns: readonly ReadColumn[];
  readonly cursor: CursorRange | null;
  /** Only with `capabilities.ranges`; absent: everything. */
  readonly range?: ReadRange | null;
  readonly where: string | null;
  readonly filter: EarlyFilter | null;
  /** Only the rows of this chunk. */
  readonly chunk?: string;
  readonly segmentRows: number;
  readonly segmentBytes: number;
  /** Only these rows. Given only to sources that have `digest`. */
  readonly pick?: RowPick;
};

/** What names a stream in its source. */
export type StreamName = Pick<CatalogStream, "name" | "namespace">;

export type DiscoverOptions = {
  readonly search?: string;
  /** Only these are wanted: what a run asks for. A source may answer with more of them, never with fewer. */
  readonly streams?: readonly StreamName[];
  /**
   * Who asks will read all of it at once: a source that judges types from values may look at the beginning only, where its read
   * sees to every value (`CatalogStream.sampled`).
   */
  readonly mayBeSampled?: boolean;
};

/**
 * A part of a stream's rows that is read by itself: several at the same time, or in another run. `id` is the source's own
 * (plain text, it may be stored); `bytes` is an estimate.
 */
export type Chunk = { readonly id: string; readonly bytes: number };

/** Chunks of a stream, and the moment that reads of them see. Both may be stored and asked about later. */
export type ChunkList = { readonly moment: string; readonly chunks: readonly Chunk[] };

export interface OpenSource extends AsyncDisposable {
  /** Named steps, cheapest first. Does not throw for what it checks: a failed step says so. */
  check(): AsyncIterable<CheckStep>;
  /** Stable and sorted by namespace and name. Only streams the role may read, the others with a note. */
  discover(options?: DiscoverOptions): Promise<Catalog>;
  /** The names of all streams, cheaper than discovering them. Absent: nobody looks for new streams unless discovery shows them. */
  streamNames?(): Promise<readonly StreamName[]>;
  /**
   * The rows, as segments. Not started before the first pull, paused while nobody pulls, cleaned up when the
   * iteration ends early. Rows with a NULL cursor are always part of an incremental read.
   */
  read(request: ReadRequest, ctx: ReadContext): AsyncIterable<Segment>;
  /**
   * The stream cut into chunks of about `chunkBytes`, which together are all its rows. Null or absent: it is read in one
   * piece, because it is small, or because no condition would let the source read a part without reading the rest.
   */
  chunks?(
    request: Pick<ReadRequest, "stream" | "where">,
    chunkBytes: number,
  ): Promise<ChunkList | null>;
  /**
   * Which chunks, read at an earlier `moment` with so many rows, hold exactly those rows at the moment that reads see now:
   * proven, not guessed. Their ids.
   */
  unchanged?(
    request: Pick<ReadRequest, "stream" | "where">,
    moment: string,
    chunks: readonly { readonly id: string; readonly rows: number }[],
  ): Promise<readonly string[]>;
  /** The position of a cursor value, given as its canonical text (the largest one that was loaded). */
  toPosition(type: CanonicalType, canonical: string): Position;
  /**
   * The high end of a cursor read: rows that were not visible to it, but may still be committed, lie at or above this
   * place (for times: the start of the oldest transaction that was open when the read's snapshot was taken). A marker never
   * passes it. Null or absent: nothing is known to be open, or the source cannot tell.
   */
  fence?(
    cursor: Pick<CursorRange, "field" | "type">,
    stream: CatalogStream,
  ): Promise<Position | null>;
  /**
   * What reads of this stream see, as text that may be stored (see SeenRows). Asked before the read that it stands for, so
   * that it never tells more than was read. Null or absent: rows that were read cannot be told from later ones.
   */
  moment?(request: Pick<ReadRequest, "stream" | "where">): Promise<string | null>;
  /**
   * Counts and checksums of the stream's rows, computed by the source itself in the form of digest.ts, under the same
   * snapshot as reads. Null: this one cannot give the form (an encoding other than UTF-8). A source that has it also
   * honours `pick` of a read. Absent: rows are read and compared in the workbench.
   */
  digest?(request: DigestRequest, ctx: ReadContext): Promise<readonly DigestBucket[] | null>;
  /** For the preview of a backfill. Absent: the source cannot tell without reading. */
  measure?(request: MeasureRequest): Promise<Measure>;
  /** For sources behind a network. Absent: a call that takes long is all that can be said. */
  readonly stalls?: StallProbe;
}

export type SourceDefinition<Config = unknown> = {
  readonly kind: string;
  readonly title: string;
  /** True: a connector for tests only, left out of the lists people see. */
  readonly forTests?: boolean;
  readonly config: z.ZodType<Config>;
  /** Paths of config keys that hold secrets: `password`, `tunnel.password`. */
  readonly secrets: readonly string[];
  readonly capabilities: SourceCapabilities;
  /** What it cannot do, or only in part, and why: for the reference of connectors. */
  readonly limits?: readonly { readonly what: string; readonly reason: string }[];
  /** npm packages imported late. */
  readonly dependencies: readonly string[];
  /** URI schemes of ad hoc use, and how a URI becomes a config (plain object, checked by `config`). */
  readonly schemes: readonly string[];
  fromUri?(uri: string, env: Readonly<Record<string, string | undefined>>): Record<string, unknown>;
  /** One line that names the place for people, without secrets: `db.shop.example:5432/shop`. */
  describe(config: Config): string;
  /** Driver error to code; undefined means `source.unknown`. */
  classify(error: unknown): ErrorCode | undefined;
  open(config: Config, ctx: ConnectorContext): Promise<OpenSource>;
};

export function defineSource<Config>(
  definition: SourceDefinition<Config>,
): SourceDefinition<Config> {
  return definition;
}
