// Rows of a binary result into a segment writer: the generated decoder does the work, privacy transforms and the early filter
// run before anything is stored, and rows with a cell that cannot be represented are marked with reasons and source text.
import { RevosError } from "../../kernel/error.ts";
import type { CellReason } from "../../connector/segment.ts";
import type { SegmentWriter } from "../../connector/segment-writer.ts";
import type { EarlyFilter, PrivacyTransform } from "../../connector/source.ts";
import type { CanonicalType } from "../../model/types.ts";
import { makeRowDecoder, type RowDecoder } from "../../protocols/mysql/row-decoder.ts";
import { layoutOf, type Layout, type WireColumn } from "../../protocols/mysql/wire-column.ts";
import { cellProblem, cellText } from "./cell-text.ts";

/** A field of a row. The first fields are the segment's columns, in order; fields for the filter alone come last. */
export type RowField = {
  /** The segment's column, or null for a field that only the filter reads. */
  readonly name: string | null;
  /** The source's own type, which says how the field reads as text. */
  readonly type: CanonicalType;
  readonly wire: WireColumn;
  /**
   * `decoded`: straight into its column. `written`: as its canonical text, cell by cell. A field with a privacy transform is
   * always written.
   */
  readonly how: "decoded" | "written";
  /** The form it is decoded as where that is not its own: digits as they stand. */
  readonly as?: WireColumn;
  readonly privacy: PrivacyTransform | null;
};

type Cell = { readonly text: string | null; readonly failed: string | null };

export class SegmentRows {
  readonly #stream: string;
  readonly #fields: readonly RowField[];
  readonly #layouts: readonly Layout[];
  readonly #writer: SegmentWriter;
  readonly #decode: RowDecoder;
  readonly #filter: EarlyFilter | null;
  /** Which fields the filter reads, in its order. */
  readonly #filterFields: readonly number[];
  readonly #writtenFields: readonly number[];
  readonly #bytesFields: readonly number[];
  readonly #isPlain: boolean;
  readonly #starts: Int32Array;
  readonly #lengths: Int32Array;
  #seen: Uint8Array = new Uint8Array(0);
  #view: Buffer = Buffer.alloc(0);

  constructor(options: {
    readonly stream: string;
    readonly fields: readonly RowField[];
    readonly writer: SegmentWriter;
    readonly filter: EarlyFilter | null;
    readonly filterFields: readonly number[];
  }) {
    const { fields } = options;
    this.#stream = options.stream;
    this.#fields = fields;
    this.#layouts = fields.map((field) => layoutOf(field.wire));
    this.#writer = options.writer;
    this.#filter = options.filter;
    this.#filterFields = options.filterFields;
    const placesOf = (is: (field: RowField) => boolean): number[] =>
      fields.flatMap((field, i) => (is(field) ? [i] : []));
    this.#writtenFields = placesOf((field) => field.name !== null && isWritten(field));
    this.#bytesFields = placesOf(
      (field) =>
        !isWritten(field) && field.name !== null && (field.as ?? field.wire).kind === "bytes",
    );
    this.#isPlain = this.#writtenFields.length === 0 && this.#filter === null;
    this.#starts = new Int32Array(fields.length);
    this.#lengths = new Int32Array(fields.length);
    this.#decode = makeRowDecoder(
      fields.map((field) =>
        field.name === null || isWritten(field)
          ? { wire: field.wire, isSkipped: true }
          : { wire: field.as ?? field.wire, isSkipped: false },
      ),
      this.#writer.columns.length,
    );
  }

  /** The payload of one row. False when the segment is full. */
  row(bytes: Uint8Array, start: number, end: number): boolean {
    const size = end - start;
    const { buffers } = this.#writer;
    const isLookedAt = !this.#isPlain || size > buffers.smallRow;
    if (isLookedAt) {
      this.#findFields(bytes, start, end);
      if (this.#filter && !this.#filter.keep(this.#filterFields.map((i) => this.#text(bytes, i))))
        return this.#writer.dropRow(size);
      this.#makeRoom();
    } else buffers.prepareRow(size + 4); // lengths take one byte on the wire and four in a column
    if (this.#decode(bytes, start, buffers.rows, buffers) !== end)
      throw this.#unexpected("a row has another length");
    const isFlagged = buffers.ends[this.#writer.columns.length] !== 0;
    if (isFlagged && !isLookedAt) this.#findFields(bytes, start, end);
    if (isFlagged || !this.#isPlain) this.#finish(bytes, isFlagged);
    return this.#writer.endRow(size);
  }

  #findFields(bytes: Uint8Array, start: number, end: number): void {
    let at = start + 1 + ((this.#fields.length + 9) >> 3);
    for (let i = 0; i < this.#fields.length; i++) {
      const bit = i + 2;
      if (((bytes[start + 1 + (bit >> 3)] ?? 0) >> (bit & 7)) & 1) {
        this.#starts[i] = at;
        this.#lengths[i] = -1;
        continue;
      }
      const layout = this.#layouts[i] ?? 0;
      let length = typeof layout === "number" ? layout : (bytes[at] ?? 0);
      if (typeof layout !== "number") {
        at++;
        if (layout === "string" && length > 250) {
          const width = length === 252 ? 2 : length === 253 ? 3 : 8;
          length =
            (bytes[at] ?? 0) |
            ((bytes[at + 1] ?? 0) << 8) |
            (width > 2 ? (bytes[at + 2] ?? 0) << 16 : 0) |
            (width > 3 ? (bytes[at + 3] ?? 0) << 24 : 0);
          at += width;
        }
      }
      this.#starts[i] = at;
      this.#lengths[i] = length;
      at += length;
      if (at > end) throw this.#unexpected("a field is longer than its row");
    }
  }

  /** Room for a row whose field sizes are known: one huge text must not blow up the other columns. */
  #makeRoom(): void {
    const { buffers } = this.#writer;
    buffers.prepareRow(0);
    for (const i of this.#bytesFields)
      buffers.prepareBytes(i, Math.max(this.#lengths[i] ?? 0, 0) + 4);
  }

  #field(bytes: Uint8Array, i: number): Buffer | null {
    if (bytes !== this.#seen) {
      this.#seen = bytes;
      this.#view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    const length = this.#lengths[i] ?? -1;
    const start = this.#starts[i] ?? 0;
    return length < 0 ? null : this.#view.subarray(start, start + length);
  }

  #text(bytes: Uint8Array, i: number): string | null {
    const field = this.#field(bytes, i);
    const plan = this.#fields[i];
    return field === null || plan === undefined ? null : cellText(plan.wire, plan.type, field);
  }

  /** Cells written as texts, and the judgement over a row that was flagged. */
  #finish(bytes: Uint8Array, isFlagged: boolean): void {
    const { buffers } = this.#writer;
    buffers.ends[this.#writer.columns.length] = 0;
    const reasons: CellReason[] = [];
    const cells = new Map<number, Cell>();
    for (const i of this.#writtenFields) {
      const cell = this.#written(bytes, i);
      cells.set(i, cell);
      if (cell.text === null) this.#writer.null(i);
      else this.#writer.text(i, cell.text);
      if (cell.failed !== null)
        reasons.push({ column: this.#fields[i]?.name ?? "", value: null, rule: cell.failed });
    }
    if (isFlagged) this.#judge(bytes, reasons);
    if (reasons.length > 0)
      this.#writer.markBad(buffers.rows, reasons, this.#original(bytes, cells));
  }

  #written(bytes: Uint8Array, i: number): Cell {
    const text = this.#text(bytes, i);
    const privacy = this.#fields[i]?.privacy;
    if (text === null || !privacy) return { text, failed: null };
    const result = privacy(text);
    return "failed" in result
      ? { text: null, failed: result.failed }
      : { text: result.text, failed: null };
  }

  #judge(bytes: Uint8Array, reasons: CellReason[]): void {
    this.#fields.forEach((plan, i) => {
      const field = this.#field(bytes, i);
      if (field === null || plan.name === null || isWritten(plan)) return;
      const rule = cellProblem(plan.wire, plan.type, field);
      if (rule === null) return;
      this.#writer.retract(i, field.length);
      reasons.push({ column: plan.name, value: cellText(plan.wire, plan.type, field), rule });
    });
  }

  /** The row's source text by segment column, after the privacy transforms; fields of the filter alone are not in it. */
  #original(bytes: Uint8Array, cells: ReadonlyMap<number, Cell>): Record<string, string | null> {
    const original: Record<string, string | null> = {};
    this.#fields.forEach((plan, i) => {
      if (plan.name === null) return;
      original[plan.name] = plan.privacy ? (cells.get(i)?.text ?? null) : this.#text(bytes, i);
    });
    return original;
  }

  #unexpected(what: string): RevosError {
    return new RevosError(
      "source.schema_changed",
      `Could not read stream ${this.#stream}: ${what} than its columns say.`,
      {
        advice: "Discover the source again; the table may have been altered while it was read.",
      },
    );
  }
}

const isWritten = (field: RowField): boolean => field.how === "written" || field.privacy !== null;
