// Segments: the unit of everything in the data plane (design.md §3). A segment is read once, landed as one immutable
// Parquet file, checked, loaded, kept, replayed and counted.
import type { CanonicalType } from "../model/types.ts";

/**
 * Rows of one segment: half a DuckDB row group. Segments of a stream share a transaction, so that its row groups need not be
 * theirs; smaller ones hold less memory and give the load something to do earlier, until their statements cost more.
 */
export const segmentRows = 61_440;
/** Bytes of column data after which a segment ends early: bounds memory for wide or huge rows. */
export const segmentBytes = 24 * 1024 * 1024;
/** Rows of this many bytes fill a segment before they fill a vector of DuckDB's (2,048 rows). */
export const wideRowBytes = segmentBytes / 2048;

/** Tables of more columns than this are wide: what DuckDB holds for each column outweighs the rows. */
export const manyColumns = 250;
/** Cells of a segment of a wide table at most. Each copy of a vector on its way into the table takes 16 bytes a cell. */
const mostWideCells = 1_000_000;
/**
 * Half as many are enough as long as a segment keeps so many rows. With a million a table of 900 texts did not fit in the
 * engine's share and was read twice (measured: 9,000 rows, 594 MB and 23.6 processor seconds against 496 MB and 14.9); with
 * fewer rows, planning a statement for each segment costs more than its rows (1,600 columns: twice the processor time).
 */
const enoughWideRows = 600;

/** Rows of one segment of a table of so many columns. */
export function rowsOfSegment(columns: number): number {
  if (columns <= manyColumns) return segmentRows;
  const most = Math.max(256, Math.floor(mostWideCells / columns));
  return Math.max(Math.min(enoughWideRows, most), Math.floor(most / 2));
}

/**
 * A column as it stands in a segment file. `native`: the Parquet value is the value. `text`: the file holds the
 * source's canonical text, and the load converts it to `type`; a row with a cell that does not convert goes to
 * quarantine with that text. `list` and `json` columns are always `text`; a list is the JSON array of its elements'
 * canonical texts (`["1.50",null]`).
 */
export type SegmentColumn = {
  readonly name: string;
  readonly type: CanonicalType;
  readonly wire: "native" | "text";
  /** Of a text column of numbers: the source has seen that every cell of the segment is a `narrowNumber`. */
  readonly isNarrow?: boolean;
};

/**
 * A plain numeral: a minus sign or none, digits without zeros in front, a point with digits behind it or none; so many
 * digits before and behind it at most. DuckDB's decimal(18,6) takes each of them exactly, and quicker than any other text.
 */
export const narrowNumber = { whole: 12, scale: 6 } as const;

/**
 * Two columns a segment may carry beside the stream's own. A row whose `_revos_reasons` is not NULL never reaches the
 * table: it goes to quarantine with the reasons and with `_revos_original`, the source's text of every column
 * (after the privacy mappers).
 *   _revos_reasons   JSON [{"column": "amount", "value": "NaN", "rule": "not representable as decimal(12,2)"}]
 *   _revos_original  JSON {"id": "7", "amount": "NaN"}
 */
export const reasonsColumn = "_revos_reasons";
export const originalColumn = "_revos_original";

export type CellReason = {
  readonly column: string;
  readonly value: string | null;
  readonly rule: string;
};

type Counted = {
  /** Rows in the segment, bad ones included, rows dropped by an early row filter not. */
  readonly rows: number;
  /** Rows that the early row filter dropped before the segment. read = rows + filtered. */
  readonly filtered: number;
  /** Bytes that came from the source for this segment. */
  readonly bytes: number;
  readonly columns: readonly SegmentColumn[];
  /** True when the two columns above are present. */
  readonly hasBad: boolean;
};

/** Encoded Parquet, ready to be written as one file. The buffers are reused: valid until the next segment is asked for. */
export type ParquetSegment = Counted & {
  readonly kind: "parquet";
  readonly parts: readonly Uint8Array[];
};

/**
 * Rows that DuckDB itself reads: `sql` is a select over the workbench handed to `read`, giving the columns of
 * `columns` by name, and the two bad-row columns when `hasBad`. Counts are known only after landing (-1).
 */
export type QuerySegment = Counted & { readonly kind: "query"; readonly sql: string };

/**
 * Plain rows, for small pages only: one entry per entry of `columns`, canonical text or null; with `hasBad`, two more
 * entries at the end, the reasons and the original (both null for a good row).
 */
export type RowSegment = Counted & {
  readonly kind: "rows";
  readonly values: readonly (readonly (string | null)[])[];
};

export type Segment = ParquetSegment | QuerySegment | RowSegment;
