// The growing buffers of one segment: typed column values, one presence byte a row, and how far each column is filled.
// Decoders write into them directly (`values`, `present`, `ends`), because a call per cell would cost more than the cell.
import { must } from "../kernel/assert.ts";
import { wordsOf, type Shape } from "./parquet/storage.ts";

const firstRows = 1024;
const firstBytes = 32 * 1024;
/** Byte columns smaller than this are kept between segments whatever they held. */
const keepBytes = 1024 * 1024;

/**
 * How to write a row, for those who do it without calls: `prepareRow`, then for every column i either
 * `present[i][rows] = 0`, or `present[i][rows] = 1` with the value at `ends[i]`, and then `endRow`.
 * For `bit`, `word`, `pair` and `quad`, `ends[i]` counts values; for `bytes` it counts bytes used. NULLs leave it.
 */
export class ColumnBuffers {
  readonly shapes: readonly Shape[];
  readonly values: (Int32Array | Uint8Array)[];
  readonly present: Uint8Array[];
  /** One entry a column, and one more at the end that decoders may use as a flag. */
  readonly ends: Int32Array;
  rows = 0;
  readonly #maxRows: number;
  readonly #byteColumns: readonly number[];
  readonly #slack: number;
  #capacity: number;
  /** Bytes that every byte column can surely still take. */
  #spare = 0;

  constructor(shapes: readonly Shape[], maxRows: number) {
    this.shapes = shapes;
    this.#maxRows = maxRows;
    this.#capacity = Math.min(firstRows, maxRows);
    this.values = shapes.map((shape) => makeValues(shape, this.#capacity));
    this.present = shapes.map(() => new Uint8Array(this.#capacity));
    this.ends = new Int32Array(shapes.length + 1);
    this.#byteColumns = shapes.flatMap((shape, i) => (shape === "bytes" ? [i] : []));
    this.#slack = Math.min(
      64 * 1024,
      Math.ceil((4 * 1024 * 1024) / Math.max(1, this.#byteColumns.length)),
    );
  }

  /** Rows up to this size can be prepared for without knowing which column holds how much. */
  get smallRow(): number {
    return this.#slack;
  }

  /** Makes room for one more row in which no byte column takes more than `bytes` (lengths of four bytes included). */
  prepareRow(bytes: number): void {
    if (this.rows === this.#capacity) this.#growRows();
    if (bytes <= this.#spare) {
      this.#spare -= bytes;
      return;
    }
    let spare = Number.MAX_SAFE_INTEGER;
    for (const i of this.#byteColumns) {
      this.prepareBytes(i, Math.max(bytes, this.#slack));
      spare = Math.min(spare, this.#room(i));
    }
    this.#spare = spare - bytes;
  }

  /** Makes room for `bytes` in one byte column only: for large rows, whose sizes were looked up. */
  prepareBytes(column: number, bytes: number): void {
    const used = this.ends[column] ?? 0;
    const old = must(this.values[column], "a column");
    this.#spare = 0;
    if (used + bytes <= old.length) return;
    const grown = new Uint8Array(
      Math.max(
        old.length < keepBytes * 4 ? old.length * 2 : Math.ceil(old.length * 1.5),
        used + bytes,
      ),
    );
    grown.set(old.subarray(0, used));
    this.values[column] = grown;
  }

  /**
   * Takes over `rows` rows that were decoded elsewhere: `filled[i]` entries of `columns[i].values` (counted as in `ends`
   * for bytes and bits, in words else), and one presence byte a row.
   */
  append(
    rows: number,
    columns: readonly { readonly present: Uint8Array; readonly values: Int32Array | Uint8Array }[],
    filled: Int32Array,
  ): void {
    while (this.rows + rows > this.#capacity) this.#growRows();
    this.shapes.forEach((shape, i) => {
      const column = must(columns[i], "a column");
      const count = filled[i] ?? 0;
      const end = this.ends[i] ?? 0;
      const words = shape === "bytes" || shape === "bit" ? 1 : wordsOf[shape];
      if (shape === "bytes") this.prepareBytes(i, count);
      must(this.present[i], "a column").set(column.present.subarray(0, rows), this.rows);
      must(this.values[i], "a column").set(column.values.subarray(0, count), end * words);
      this.ends[i] = end + count / words;
    });
    this.rows += rows;
    this.#spare = 0;
  }

  /** Bytes of column data so far. */
  get bytes(): number {
    return this.shapes.reduce((sum, shape, i) => {
      const end = this.ends[i] ?? 0;
      return (
        sum + (shape === "bytes" ? end : shape === "bit" ? end >> 3 : end * 4 * wordsOf[shape])
      );
    }, 0);
  }

  /** Empties the buffers for the next segment; what a few huge values had blown up is given back. */
  clear(): void {
    for (const i of this.#byteColumns) {
      const used = this.ends[i] ?? 0;
      const size = this.values[i]?.length ?? 0;
      if (size > keepBytes && size > used * 4)
        this.values[i] = new Uint8Array(Math.max(firstBytes, used * 2));
    }
    this.ends.fill(0);
    this.rows = 0;
    this.#spare = 0;
  }

  #room(column: number): number {
    return (this.values[column]?.length ?? 0) - (this.ends[column] ?? 0);
  }

  #growRows(): void {
    this.#capacity = Math.min(this.#maxRows, this.#capacity * 2);
    this.shapes.forEach((shape, i) => {
      const present = new Uint8Array(this.#capacity);
      present.set(must(this.present[i], "a column"));
      this.present[i] = present;
      if (shape === "bytes") return;
      const values = makeValues(shape, this.#capacity);
      values.set(must(this.values[i], "a column"));
      this.values[i] = values;
    });
  }
}

function makeValues(shape: Shape, rows: number): Int32Array | Uint8Array {
  if (shape === "bytes") return new Uint8Array(firstBytes);
  return shape === "bit" ? new Uint8Array(rows) : new Int32Array(rows * wordsOf[shape]);
}
