// Rows of a wire protocol into a segment writer: many plain ones at once where a batch decoder takes them, the others one by one;
// privacy transforms and the early filter run before anything is stored, and rows with a cell that cannot be represented are
// marked with reasons and source text. How a row stands on the wire its form says; the rest is the same for all.
import { RevosError } from "../kernel/error.ts";
import type { CellReason } from "./segment.ts";
import type { SegmentWriter } from "./segment-writer.ts";
import type { EarlyFilter, PrivacyTransform } from "./source.ts";

/** A field of a row. The first fields are the segment's columns, in order; fields for the filter alone come last. */
export type RowField = {
  /** The segment's column, or null for a field that only the filter reads. */
  readonly name: string | null;
  readonly privacy: PrivacyTransform | null;
  /** It is stored as its canonical text, cell by cell; a field with a privacy transform always is. */
  readonly isWritten: boolean;
  /** It is decoded into a column of bytes. */
  readonly isBytes: boolean;
  /** Text of a server that does not check its encoding: it is checked here. */
  readonly isUnchecked: boolean;
};

export type BatchColumn = {
  readonly present: Uint8Array;
  readonly values: Int32Array | Uint8Array;
};

/** Decodes the plain rows that lie whole at the front of `bytes[start..end)`; see the decoders in `protocols`. */
export type BatchDecoder = {
  readonly columns: readonly BatchColumn[];
  readonly filled: Int32Array;
  readonly consumed: number;
  decode(bytes: Uint8Array, start: number, end: number, maxRows: number): number;
};

/** What a decoder of single rows writes to. */
type RowBuffers = {
  readonly values: readonly (Int32Array | Uint8Array)[];
  readonly present: readonly Uint8Array[];
  readonly ends: Int32Array;
};

/** The bytes of a field, or of all fields, in the form that a connector likes: a Buffer. */
type Bytes<Cell> = { readonly length: number; subarray(start: number, end: number): Cell };

/** How rows of one statement stand on the wire. */
export type RowForm<Cell extends Bytes<Cell>> = {
  readonly batch: BatchDecoder | null;
  /** Bytes of a row in a batch that do not count as the row's. */
  readonly headerBytes: number;
  /** True when a row that starts at `start` lies in front of `end` as a whole. */
  isWhole(bytes: Uint8Array, start: number, end: number): boolean;
  /** Made when the first row asks for it: most streams never do. Gives where the row ends. */
  makeDecoder(): (bytes: Uint8Array, start: number, row: number, buffers: RowBuffers) => number;
  /** Where each field lies; a length of -1 is NULL. False: a field is longer than its row. */
  find(
    bytes: Uint8Array,
    start: number,
    end: number,
    starts: Int32Array,
    lengths: Int32Array,
  ): boolean;
  view(bytes: Uint8Array): Cell;
  /** The canonical text. */
  text(field: number, cell: Cell): string;
  /** Why a cell cannot stand in its column as it is, or null when it can. Throws where it has not the form it was announced in. */
  problem(field: number, cell: Cell): string | null;
  isUtf8(cell: Cell): boolean;
};

export type SegmentRowsOptions<Cell extends Bytes<Cell>> = {
  readonly stream: string;
  readonly fields: readonly RowField[];
  readonly form: RowForm<Cell>;
  readonly writer: SegmentWriter;
  readonly filter: EarlyFilter | null;
  /** Which fields the filter reads, in its order. */
  readonly filterFields: readonly number[];
};

/** After batches that took nothing, so many rows at most are read one by one before another is tried. */
const longestPause = 4096;
/** A length takes four bytes in a column, and one on some wires. */
const lengthBytes = 4;

type Written = { readonly text: string | null; readonly failed: string | null };

const isWritten = (field: RowField): boolean => field.isWritten || field.privacy !== null;

export const isPlain = (fields: readonly RowField[], filter: EarlyFilter | null): boolean =>
  filter === null && fields.every((field) => !isWritten(field) && !field.isUnchecked);

export class SegmentRows<Cell extends Bytes<Cell>> {
  readonly #stream: string;
  readonly #fields: readonly RowField[];
  readonly #form: RowForm<Cell>;
  readonly #writer: SegmentWriter;
  readonly #filter: EarlyFilter | null;
  readonly #filterFields: readonly number[];
  readonly #writtenFields: readonly number[];
  readonly #uncheckedFields: readonly number[];
  readonly #bytesFields: readonly number[];
  readonly #isPlain: boolean;
  readonly #starts: Int32Array;
  readonly #lengths: Int32Array;
  #decode: ReturnType<RowForm<Cell>["makeDecoder"]> | null = null;
  /** Rows until the next batch is tried, and how many they were the last time. */
  #wait = 0;
  #pause = 0;
  /** The buffer that was looked into last, and its view. */
  #seen: Uint8Array | null = null;
  #view: Cell | null = null;

  constructor(options: SegmentRowsOptions<Cell>) {
    const { fields } = options;
    this.#stream = options.stream;
    this.#fields = fields;
    this.#form = options.form;
    this.#writer = options.writer;
    this.#filter = options.filter;
    this.#filterFields = options.filterFields;
    const placesOf = (is: (field: RowField) => boolean): number[] =>
      fields.flatMap((field, i) => (field.name !== null && is(field) ? [i] : []));
    this.#writtenFields = placesOf(isWritten);
    this.#uncheckedFields = placesOf((field) => field.isUnchecked && !isWritten(field));
    this.#bytesFields = placesOf((field) => field.isBytes && !isWritten(field));
    this.#isPlain = isPlain(fields, this.#filter);
    this.#starts = new Int32Array(fields.length);
    this.#lengths = new Int32Array(fields.length);
  }

  get isFull(): boolean {
    return this.#writer.isFull;
  }

  /** The plain rows at the front of `bytes[start..end)`, until one of them is not plain, not whole, or one too many. */
  batch(bytes: Uint8Array, start: number, end: number): number {
    const { batch, headerBytes } = this.#form;
    if (!batch || !this.#form.isWhole(bytes, start, end)) return 0;
    if (this.#wait > 0) {
      this.#wait--;
      return 0;
    }
    const writer = this.#writer;
    let at = start;
    while (end - at > headerBytes && !writer.isFull) {
      // The row that reaches the limit of bytes is read by itself, so that the edge does not depend on how bytes arrive.
      const stop = Math.min(end, at + writer.roomBytes);
      const rows = batch.decode(bytes, at, stop, writer.room);
      if (rows === 0) break;
      const { consumed } = batch;
      writer.buffers.append(rows, batch.columns, batch.filled);
      writer.countBytes(consumed - rows * headerBytes);
      at += consumed;
    }
    this.#pause = at > start ? 0 : Math.min(longestPause, this.#pause * 2 + 1);
    this.#wait = this.#pause;
    return at - start;
  }

  /** One row, which starts at `start`. False when the segment is full. */
  row(bytes: Uint8Array, start: number, end: number): boolean {
    const size = end - start;
    const { buffers } = this.#writer;
    const isLookedAt = !this.#isPlain || size > buffers.smallRow;
    if (isLookedAt) {
      this.#find(bytes, start, end);
      if (this.#filter && !this.#filter.keep(this.#filterFields.map((i) => this.#text(bytes, i))))
        return this.#writer.dropRow(size);
      this.#makeRoom();
    } else buffers.prepareRow(size + lengthBytes);
    this.#decode ??= this.#form.makeDecoder();
    if (this.#decode(bytes, start, buffers.rows, buffers) !== end)
      throw this.unexpected("a row has another length");
    const isFlagged = buffers.ends[this.#writer.columns.length] !== 0;
    if (isFlagged && !isLookedAt) this.#find(bytes, start, end);
    if (isFlagged || !this.#isPlain) this.#finish(bytes, isFlagged);
    return this.#writer.endRow(size);
  }

  unexpected(what: string): RevosError {
    return new RevosError(
      "source.schema_changed",
      `Could not read stream ${this.#stream}: ${what} than its columns say.`,
      {
        advice: "Discover the source again; the table may have been altered while it was read.",
      },
    );
  }

  #find(bytes: Uint8Array, start: number, end: number): void {
    if (!this.#form.find(bytes, start, end, this.#starts, this.#lengths))
      throw this.unexpected("a field is longer than its row");
  }

  /** Room for a row whose field sizes are known: one huge text must not blow up the other columns. */
  #makeRoom(): void {
    const { buffers } = this.#writer;
    buffers.prepareRow(0);
    for (const i of this.#bytesFields)
      buffers.prepareBytes(i, Math.max(this.#lengths[i] ?? 0, 0) + lengthBytes);
  }

  #cell(bytes: Uint8Array, i: number): Cell | null {
    const length = this.#lengths[i] ?? -1;
    const start = this.#starts[i] ?? 0;
    if (length < 0) return null;
    if (bytes !== this.#seen || this.#view === null) {
      this.#seen = bytes;
      this.#view = this.#form.view(bytes);
    }
    return this.#view.subarray(start, start + length);
  }

  #text(bytes: Uint8Array, i: number): string | null {
    const cell = this.#cell(bytes, i);
    return cell === null ? null : this.#form.text(i, cell);
  }

  /** Cells written as texts, and the judgement over a row that was flagged or may hold text in another encoding. */
  #finish(bytes: Uint8Array, isFlagged: boolean): void {
    const { buffers } = this.#writer;
    buffers.ends[this.#writer.columns.length] = 0;
    const reasons: CellReason[] = [];
    const cells = new Map<number, Written>();
    for (const i of this.#writtenFields) {
      const cell = this.#written(bytes, i);
      cells.set(i, cell);
      if (cell.text === null) this.#writer.null(i);
      else this.#writer.text(i, cell.text);
      if (cell.failed !== null)
        reasons.push({ column: this.#fields[i]?.name ?? "", value: null, rule: cell.failed });
    }
    for (const i of this.#uncheckedFields) {
      const cell = this.#cell(bytes, i);
      if (cell === null || this.#form.isUtf8(cell)) continue;
      this.#writer.retract(i, cell.length);
      reasons.push({
        column: this.#fields[i]?.name ?? "",
        value: this.#form.text(i, cell),
        rule: notUtf8,
      });
    }
    if (isFlagged) this.#judge(bytes, reasons);
    if (reasons.length > 0)
      this.#writer.markBad(buffers.rows, reasons, this.#original(bytes, cells));
  }

  #written(bytes: Uint8Array, i: number): Written {
    const plan = this.#fields[i];
    const cell = this.#cell(bytes, i);
    if (cell === null || plan === undefined) return { text: null, failed: null };
    if (plan.isUnchecked && !this.#form.isUtf8(cell)) return { text: null, failed: notUtf8 };
    const text = this.#form.text(i, cell);
    if (!plan.privacy) return { text, failed: null };
    const result = plan.privacy(text);
    return "failed" in result
      ? { text: null, failed: result.failed }
      : { text: result.text, failed: null };
  }

  #judge(bytes: Uint8Array, reasons: CellReason[]): void {
    this.#fields.forEach((plan, i) => {
      const cell = this.#cell(bytes, i);
      if (cell === null || plan.name === null || isWritten(plan)) return;
      const rule = this.#form.problem(i, cell);
      if (rule === null) return;
      this.#writer.retract(i, cell.length);
      reasons.push({ column: plan.name, value: this.#form.text(i, cell), rule });
    });
  }

  /** The row's source text by segment column, after the privacy transforms; fields of the filter alone are not in it. */
  #original(bytes: Uint8Array, cells: ReadonlyMap<number, Written>): Record<string, string | null> {
    const original: Record<string, string | null> = {};
    this.#fields.forEach((plan, i) => {
      if (plan.name === null) return;
      original[plan.name] = plan.privacy ? (cells.get(i)?.text ?? null) : this.#text(bytes, i);
    });
    return original;
  }
}

const notUtf8 = "not valid UTF-8";
