// The kit's one segment writer: rows go in as typed cells or straight into the column buffers, an encoded Parquet
// segment comes out as parts that are those buffers themselves. It holds one segment at a time and reuses its memory.
import { must } from "../kernel/assert.ts";
import { ColumnBuffers } from "./column-buffers.ts";
import { encodeParquet, type FileColumn } from "./parquet/file.ts";
import { packBits } from "./parquet/levels.ts";
import { toStorage, wordsOf } from "./parquet/storage.ts";
import {
  originalColumn,
  reasonsColumn,
  type CellReason,
  type ParquetSegment,
  type SegmentColumn,
} from "./segment.ts";

export type SegmentLimits = { readonly segmentRows: number; readonly segmentBytes: number };

const encoder = new TextEncoder();
const textStorage = toStorage({ name: "", type: { kind: "text" }, wire: "native" });

type BadRow = { readonly row: number; readonly reasons: string; readonly original: string };

/**
 * Usage: for each row `beginRow`, one call a column (`null`, `word`, `pair`, `int64`, `bytes`, `text`, ...), `endRow`;
 * when `isFull`, `take` the segment, hand it on, and `clear` once it has been written. Decoders that are generated for
 * their columns skip the calls and write into `buffers`.
 */
export class SegmentWriter {
  readonly columns: readonly SegmentColumn[];
  readonly buffers: ColumnBuffers;
  readonly #limits: SegmentLimits;
  readonly #storages;
  #bad: BadRow[] = [];
  #bytes = 0;
  #filtered = 0;

  constructor(columns: readonly SegmentColumn[], limits: SegmentLimits) {
    this.columns = columns;
    this.#limits = limits;
    this.#storages = columns.map(toStorage);
    this.buffers = new ColumnBuffers(
      this.#storages.map((storage) => storage.shape),
      Math.max(1, limits.segmentRows),
    );
  }

  get rows(): number {
    return this.buffers.rows;
  }

  /** True when nothing was read since the last segment: nothing to hand on. */
  get isEmpty(): boolean {
    return this.buffers.rows === 0 && this.#filtered === 0;
  }

  get isFull(): boolean {
    return (
      this.buffers.rows >= this.#limits.segmentRows || this.#bytes >= this.#limits.segmentBytes
    );
  }

  /** Ends the row that was being written. `sourceBytes`: what it took at the source. False when the segment is full. */
  endRow(sourceBytes: number): boolean {
    this.buffers.rows++;
    this.#bytes += sourceBytes;
    return this.buffers.rows < this.#limits.segmentRows && this.#bytes < this.#limits.segmentBytes;
  }

  /** Counts the bytes that rows took at the source which were appended to `buffers`. */
  countBytes(sourceBytes: number): void {
    this.#bytes += sourceBytes;
  }

  /** Bytes of source data that still fit. */
  get roomBytes(): number {
    return this.#limits.segmentBytes - this.#bytes;
  }

  /** Rows that still fit. */
  get room(): number {
    return this.#limits.segmentRows - this.buffers.rows;
  }

  /** Counts a row that the early filter dropped. */
  dropRow(sourceBytes: number): boolean {
    this.#filtered++;
    this.#bytes += sourceBytes;
    return !this.isFull;
  }

  /** Marks row `row` as one for quarantine. `original` holds no plaintext of a column that was transformed or left out. */
  markBad(
    row: number,
    reasons: readonly CellReason[],
    original: Readonly<Record<string, string | null>>,
  ): void {
    const bad = { row, reasons: toJson(reasons), original: toJson(original) };
    this.#bad.push(bad);
    this.#bytes += bad.reasons.length + bad.original.length;
  }

  beginRow(): void {
    this.buffers.prepareRow(0);
  }

  null(column: number): void {
    must(this.buffers.present[column], "a column")[this.buffers.rows] = 0;
  }

  /** A 32-bit value (int16, int32, date as days since 1970, decimal up to nine digits) or a boolean as 0 or 1. */
  word(column: number, value: number): void {
    must(this.buffers.values[column], "a column")[this.#advance(column)] = value;
  }

  /** A 64-bit value as two words. */
  pair(column: number, low: number, high: number): void {
    const at = this.#advance(column) * 2;
    const values = must(this.buffers.values[column], "a column");
    values[at] = low;
    values[at + 1] = high;
  }

  /** An integer, a decimal as its digits, microseconds of a day or since 1970. */
  int64(column: number, value: bigint): void {
    this.pair(column, Number(BigInt.asIntN(32, value)), Number(BigInt.asIntN(32, value >> 32n)));
  }

  float32(column: number, value: number): void {
    scratch.setFloat32(0, value, true);
    this.word(column, scratch.getInt32(0, true));
  }

  float64(column: number, value: number): void {
    scratch.setFloat64(0, value, true);
    this.pair(column, scratch.getInt32(0, true), scratch.getInt32(4, true));
  }

  /** Sixteen bytes in the order they are printed in. */
  uuid(column: number, bytes: Uint8Array): void {
    const at = this.#advance(column) * 4;
    const values = must(this.buffers.values[column], "a column");
    const view = new DataView(bytes.buffer, bytes.byteOffset, 16);
    for (let i = 0; i < 4; i++) values[at + i] = view.getInt32(i * 4, true);
  }

  bytes(column: number, value: Uint8Array): void {
    const { buffers } = this;
    buffers.prepareBytes(column, value.length + 4);
    const into = must(buffers.values[column], "a column");
    const at = buffers.ends[column] ?? 0;
    into[at] = value.length & 255;
    into[at + 1] = (value.length >> 8) & 255;
    into[at + 2] = (value.length >> 16) & 255;
    into[at + 3] = value.length >>> 24;
    into.set(value, at + 4);
    buffers.ends[column] = at + 4 + value.length;
    must(buffers.present[column], "a column")[buffers.rows] = 1;
  }

  text(column: number, value: string): void {
    this.bytes(column, encoder.encode(value));
  }

  /** Makes the cell just written to a column NULL again. `sizeBytes`: the length of its bytes, for columns of bytes. */
  retract(column: number, sizeBytes: number): void {
    const { buffers } = this;
    const present = must(buffers.present[column], "a column");
    if (present[buffers.rows] === 0) return;
    present[buffers.rows] = 0;
    buffers.ends[column] =
      (buffers.ends[column] ?? 0) - (buffers.shapes[column] === "bytes" ? sizeBytes + 4 : 1);
  }

  /** The segment of all rows so far. Its parts are valid until `clear`, or until the next row is written. */
  take(): ParquetSegment {
    const { rows } = this.buffers;
    const hasBad = this.#bad.length > 0;
    const files = this.columns.map((column, i) => this.#fileColumn(column, i));
    if (hasBad) {
      files.push(this.#badColumn(reasonsColumn, (bad) => bad.reasons));
      files.push(this.#badColumn(originalColumn, (bad) => bad.original));
    }
    return {
      kind: "parquet",
      parts: encodeParquet(files, rows),
      rows,
      filtered: this.#filtered,
      bytes: this.#bytes,
      columns: this.columns,
      hasBad,
    };
  }

  /** Forgets the rows; the memory stays for the next segment. */
  clear(): void {
    this.buffers.clear();
    this.#bad = [];
    this.#bytes = 0;
    this.#filtered = 0;
  }

  /** Claims the place of one value in a column of fixed width. */
  #advance(column: number): number {
    const { buffers } = this;
    must(buffers.present[column], "a column")[buffers.rows] = 1;
    const at = buffers.ends[column] ?? 0;
    buffers.ends[column] = at + 1;
    return at;
  }

  #fileColumn(column: SegmentColumn, i: number): FileColumn {
    const storage = must(this.#storages[i], "a column");
    const values = must(this.buffers.values[i], "a column");
    const present = must(this.buffers.present[i], "a column");
    const end = this.buffers.ends[i] ?? 0;
    let data: Uint8Array;
    if (storage.shape === "bit") {
      data = new Uint8Array((end + 7) >> 3);
      packBits(values as Uint8Array, end, data, 0);
    } else if (storage.shape === "bytes") data = (values as Uint8Array).subarray(0, end);
    else data = new Uint8Array(values.buffer, values.byteOffset, end * 4 * wordsOf[storage.shape]);
    const hasNull =
      storage.shape === "bytes"
        ? present.subarray(0, this.buffers.rows).includes(0)
        : end < this.buffers.rows;
    return { name: column.name, storage, data, present, hasNull };
  }

  #badColumn(name: string, of: (bad: BadRow) => string): FileColumn {
    const present = new Uint8Array(this.buffers.rows);
    // Into one buffer: a hundred thousand small arrays would weigh more than what they hold.
    let data = new Uint8Array(Math.max(64 * 1024, this.#bytes));
    let at = 0;
    for (const bad of this.#bad) {
      const text = of(bad);
      if (at + 4 + text.length * 3 > data.length) {
        const grown = new Uint8Array(data.length * 2 + text.length * 3);
        grown.set(data.subarray(0, at));
        data = grown;
      }
      const { written } = encoder.encodeInto(text, data.subarray(at + 4));
      new DataView(data.buffer).setUint32(at, written, true);
      at += 4 + written;
      present[bad.row] = 1;
    }
    return {
      name,
      storage: textStorage,
      data: data.subarray(0, at),
      present,
      hasNull: this.#bad.length < this.buffers.rows,
    };
  }
}

const scratch = new DataView(new ArrayBuffer(8));

/** Half of a surrogate pair has no UTF-8, and DuckDB reads no JSON that holds one: it is shown as its escape. */
const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, cell: unknown) =>
    typeof cell === "string"
      ? cell.replaceAll(
          /\p{Surrogate}/gu,
          (half) => `\\u${half.charCodeAt(0).toString(16).padStart(4, "0")}`,
        )
      : cell,
  );
