// Rows of a COPY into a segment writer: the generated decoder does the work, privacy transforms and the early filter run
// before anything is stored, and rows with a cell that cannot be represented are marked with reasons and source text.
import { isUtf8 } from "node:buffer";
import { RevosError } from "../../kernel/error.ts";
import type { EarlyFilter, PrivacyTransform } from "../../connector/source.ts";
import type { CellReason } from "../../connector/segment.ts";
import type { SegmentWriter } from "../../connector/segment-writer.ts";
import type { CanonicalType } from "../../model/types.ts";
import { makeBatchDecoder, type BatchDecoder } from "../../protocols/postgres/batch-decoder.ts";
import {
  makeRowDecoder,
  type RowDecoder,
  type WireColumn,
} from "../../protocols/postgres/row-decoder.ts";
import { cellProblem, cellText, widthOf } from "./cell-text.ts";
import type { CopyRows } from "./copy-run.ts";

/** A field of the COPY. The first fields are the segment's columns, in order; fields for the filter alone come last. */
export type RowField = {
  /** The segment's column, or null for a field that only the filter reads. */
  readonly name: string | null;
  readonly type: CanonicalType;
  readonly wire: WireColumn;
  readonly privacy: PrivacyTransform | null;
  /** Text of a server that does not check its encoding (SQL_ASCII): it is checked here. */
  readonly isUnchecked: boolean;
};

const headerBytes = 19;
const trailer = 0xffff;
/** Bytes of a message before its fields that do not count as the row's: type, length, field count. */
const rowHeader = 7;
/** After batches that took nothing, so many rows at most are read one by one before another is tried. */
const longestPause = 4096;

/** True when the message at `start` lies in front of `end` as a whole. */
function isWhole(bytes: Uint8Array, start: number, end: number): boolean {
  const length =
    ((bytes[start + 1] ?? 0) << 24) |
    ((bytes[start + 2] ?? 0) << 16) |
    ((bytes[start + 3] ?? 0) << 8) |
    (bytes[start + 4] ?? 0);
  return start + 1 + length <= end;
}

type Cell = { readonly text: string | null; readonly failed: string | null };

export class SegmentRows implements CopyRows {
  readonly #stream: string;
  readonly #fields: readonly RowField[];
  readonly #writer: SegmentWriter;
  readonly #wires: readonly WireColumn[];
  readonly #batch: BatchDecoder | null;
  /** Made when the first row asks for it: most streams never do. */
  #decode: RowDecoder | null = null;
  /** Rows until the next batch is tried, and how many they were the last time. */
  #wait = 0;
  #pause = 0;
  readonly #filter: EarlyFilter | null;
  /** Which fields the filter reads, in its order. */
  readonly #filterFields: readonly number[];
  readonly #privacyFields: readonly number[];
  readonly #uncheckedFields: readonly number[];
  readonly #bytesFields: readonly number[];
  readonly #isPlain: boolean;
  readonly #starts: Int32Array;
  readonly #lengths: Int32Array;
  #hasHeader = false;
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
    this.#writer = options.writer;
    this.#filter = options.filter;
    this.#filterFields = options.filterFields;
    const placesOf = (is: (field: RowField) => boolean): number[] =>
      fields.flatMap((field, i) => (is(field) ? [i] : []));
    this.#privacyFields = placesOf((field) => field.privacy !== null);
    this.#uncheckedFields = placesOf(
      (field) => field.isUnchecked && field.name !== null && field.privacy === null,
    );
    this.#bytesFields = placesOf(
      (field) => field.wire.kind === "bytes" && field.name !== null && field.privacy === null,
    );
    this.#isPlain =
      this.#privacyFields.length === 0 &&
      this.#filter === null &&
      this.#uncheckedFields.length === 0;
    this.#starts = new Int32Array(fields.length);
    this.#lengths = new Int32Array(fields.length);
    const wires = fields.map((field): WireColumn =>
      field.name === null || field.privacy ? { kind: "skip" } : field.wire,
    );
    this.#wires = wires;
    this.#batch = this.#isPlain ? makeBatchDecoder(wires) : null;
  }

  get isFull(): boolean {
    return this.#writer.isFull;
  }

  /** The plain rows at the front of `bytes[start..end)`, until one of them is not plain, not whole, or one too many. */
  batch(bytes: Uint8Array, start: number, end: number): number {
    if (!this.#batch || !this.#hasHeader || !isWhole(bytes, start, end)) return 0;
    if (this.#wait > 0) {
      this.#wait--;
      return 0;
    }
    const writer = this.#writer;
    let at = start;
    while (end - at > rowHeader && !writer.isFull) {
      // The row that reaches the limit of bytes is read by itself, so that the edge does not depend on how bytes arrive.
      const stop = Math.min(end, at + writer.roomBytes);
      const rows = this.#batch.decode(bytes, at, stop, writer.room);
      if (rows === 0) break;
      const { consumed } = this.#batch;
      writer.buffers.append(rows, this.#batch.columns, this.#batch.filled);
      writer.countBytes(consumed - rows * rowHeader);
      at += consumed;
    }
    this.#pause = at > start ? 0 : Math.min(longestPause, this.#pause * 2 + 1);
    this.#wait = this.#pause;
    return at - start;
  }

  data(bytes: Uint8Array, start: number, end: number): boolean {
    let at = start;
    if (!this.#hasHeader) at = this.#skipHeader(bytes, start);
    if (end - at < 2) return true;
    const count = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
    if (count === trailer) return true;
    if (count !== this.#fields.length) throw this.#unexpected("a row has another number of fields");
    at += 2;
    const size = end - at;
    const { buffers } = this.#writer;
    const isLookedAt = !this.#isPlain || size > buffers.smallRow;
    if (isLookedAt) {
      this.#findFields(bytes, at, end);
      if (this.#filter && !this.#filter.keep(this.#filterFields.map((i) => this.#text(bytes, i))))
        return this.#writer.dropRow(size);
      this.#makeRoom();
    } else buffers.prepareRow(size);
    this.#decode ??= makeRowDecoder(this.#wires, this.#writer.columns.length);
    if (this.#decode(bytes, at, buffers.rows, buffers) !== end)
      throw this.#unexpected("a row has another length");
    const isFlagged = buffers.ends[this.#writer.columns.length] !== 0;
    if (isFlagged && !isLookedAt) this.#findFields(bytes, at, end);
    if (isFlagged || !this.#isPlain) this.#finish(bytes, isFlagged);
    return this.#writer.endRow(size);
  }

  #skipHeader(bytes: Uint8Array, start: number): number {
    this.#hasHeader = true;
    const view = new DataView(bytes.buffer, bytes.byteOffset + start, headerBytes);
    return start + headerBytes + view.getUint32(15);
  }

  #findFields(bytes: Uint8Array, start: number, end: number): void {
    let at = start;
    for (let i = 0; i < this.#fields.length; i++) {
      const length =
        ((bytes[at] ?? 0) << 24) |
        ((bytes[at + 1] ?? 0) << 16) |
        ((bytes[at + 2] ?? 0) << 8) |
        (bytes[at + 3] ?? 0);
      this.#starts[i] = at + 4;
      this.#lengths[i] = length;
      at += 4 + Math.max(length, 0);
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

  /** Privacy cells, and the judgement over a row that was flagged or may hold text in another encoding. */
  #finish(bytes: Uint8Array, isFlagged: boolean): void {
    const { buffers } = this.#writer;
    buffers.ends[this.#writer.columns.length] = 0;
    const reasons: CellReason[] = [];
    const cells = new Map<number, Cell>();
    for (const i of this.#privacyFields) {
      const cell = this.#transform(bytes, i);
      cells.set(i, cell);
      if (cell.text === null) this.#writer.null(i);
      else this.#writer.text(i, cell.text);
      if (cell.failed !== null)
        reasons.push({ column: this.#fields[i]?.name ?? "", value: null, rule: cell.failed });
    }
    for (const i of this.#uncheckedFields) {
      const field = this.#field(bytes, i);
      if (field === null || isUtf8(field)) continue;
      this.#writer.retract(i, field.length);
      reasons.push({
        column: this.#fields[i]?.name ?? "",
        value: field.toString("utf8"),
        rule: "not valid UTF-8",
      });
    }
    if (isFlagged) this.#judge(bytes, reasons);
    if (reasons.length > 0)
      this.#writer.markBad(buffers.rows, reasons, this.#original(bytes, cells));
  }

  #transform(bytes: Uint8Array, i: number): Cell {
    const text = this.#text(bytes, i);
    const plan = this.#fields[i];
    const privacy = plan?.privacy;
    if (text === null || !privacy) return { text: null, failed: null };
    const field = this.#field(bytes, i);
    if (plan.isUnchecked && field !== null && !isUtf8(field))
      return { text: null, failed: "not valid UTF-8" };
    const result = privacy(text);
    return "failed" in result
      ? { text: null, failed: result.failed }
      : { text: result.text, failed: null };
  }

  #judge(bytes: Uint8Array, reasons: CellReason[]): void {
    this.#fields.forEach((plan, i) => {
      const field = this.#field(bytes, i);
      if (field === null || plan.name === null || plan.privacy) return;
      const width = widthOf(plan.wire);
      if (width !== null && field.length !== width)
        throw this.#unexpected(`column "${plan.name}" arrives in another form`);
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
