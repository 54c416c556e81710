// Records into segments: picks the columns a read asks for, runs its filter, cursor and privacy transforms, sets bad rows
// aside with reason and original, and hands out Parquet when a segment is full.
import { cursorFloor, isAtOrAfter } from "../../connector/cursor-floor.ts";
import type { Position } from "../../connector/position.ts";
import type { CellReason, ParquetSegment } from "../../connector/segment.ts";
import { SegmentWriter } from "../../connector/segment-writer.ts";
import type { ReadColumn, ReadRequest } from "../../connector/source.ts";
import { must } from "../../kernel/assert.ts";
import { RevosError } from "../../kernel/error.ts";
import { formatType, type CanonicalType } from "../../model/types.ts";
import { isNoPlainNumber, makeCellRules, type CellRules } from "./cell-rules.ts";
import { makeCsvBatch, type BatchField, type BatchTarget, type CsvBatch } from "./csv-batch.ts";
import type { FileOptions } from "./config.ts";
import { textAtPath } from "./json-path.ts";
import { isStill } from "./infer.ts";
import { nativeColumn, type NativeColumn, type Words } from "./native.ts";
import { fieldOf } from "./names.ts";
import { isNarrowNumber } from "./numeral.ts";
import type { RecordReader } from "./reader.ts";
import { form, type FileRecord } from "./record.ts";
import { classify, valueClass } from "./value-class.ts";

type Target = {
  readonly column: ReadColumn;
  /** Its place in the segment. */
  readonly place: number;
  readonly rules: CellRules;
  /** The cell is parsed here; null: its text goes to the load. */
  readonly native: NativeColumn | null;
  /** The record's field; -1 while the file has shown none of that name. */
  field: number;
};

export class SegmentSink {
  readonly #request: ReadRequest;
  readonly #options: FileOptions;
  readonly #isJson: boolean;
  readonly #targets: Target[];
  readonly #writer: SegmentWriter;
  /** Types that every value is held to, because not all were judged; null: they were. */
  readonly #sampled: ReadonlyMap<string, CanonicalType> | null;
  readonly #floor: Position | null;
  readonly #hasNullText: boolean;
  /** In the original of a row that could not be split the whole line may stand, unless it holds what privacy hides. */
  readonly #hidesLine: boolean;
  /** By place: the record's field, and what `#addFast` must look at (4: it may not take the cell). */
  readonly #fields: Int32Array;
  readonly #looks: Uint8Array;
  readonly #natives: readonly (NativeColumn | null)[];
  /** By place: 1 while every cell of the segment is a narrow number (`SegmentColumn.isNarrow`). */
  readonly #narrow: Uint8Array;
  readonly #words: Words = { low: 0, high: 0 };
  #names: readonly string[] = [];
  #namesSeen = -1;
  #filterFields: number[] = [];
  #cursorField = -1;
  #lastCursor: string | null = null;
  #lastKept = false;
  #fileName = "";

  constructor(request: ReadRequest, options: FileOptions, isJson: boolean) {
    this.#request = request;
    this.#options = options;
    this.#isJson = isJson;
    const inferred = new Map(request.stream.columns.map((column) => [column.name, column.type]));
    this.#targets = request.columns.map((column, place) => ({
      column,
      place,
      rules: makeCellRules(column.wanted ?? column.type, inferred.get(column.source) ?? null, {
        isJson,
        decimal: options.decimal,
      }),
      native:
        column.privacy || column.wanted || isSwapped(column, options, isJson)
          ? null
          : nativeColumn(column.type),
      field: -1,
    }));
    this.#fields = new Int32Array(this.#targets.length);
    this.#natives = this.#targets.map((target) => target.native);
    this.#looks = Uint8Array.from(this.#targets, lookOf);
    this.#narrow = new Uint8Array(this.#targets.length).fill(1);
    this.#writer = new SegmentWriter(
      this.#targets.map(({ column, native }) => ({
        name: column.name,
        type: column.privacy ? { kind: "text" } : column.type,
        wire: native ? "native" : "text",
      })),
      request,
    );
    this.#sampled = request.stream.sampled ? inferred : null;
    this.#floor = cursorFloor(request.cursor);
    this.#hasNullText = options.nullText.length > 0;
    this.#hidesLine = request.columns.some((column) => column.privacy);
  }

  get isFull(): boolean {
    return this.#writer.isFull;
  }

  get isEmpty(): boolean {
    return this.#writer.isEmpty;
  }

  /** Must be called when a file begins, before its first record. */
  begin(reader: RecordReader, fileName: string): void {
    this.#fileName = fileName;
    this.#names = reader.names;
    this.#namesSeen = -1;
    this.#lastCursor = null;
  }

  /** Takes the records of this file many at a time; null where each must be looked at. */
  makeBatch({ batches, names }: RecordReader): CsvBatch | null {
    const { filter } = this.#request;
    if (!batches || this.#isJson || this.#floor !== null || filter || this.#hasNullText)
      return null;
    if (this.#looks.includes(4)) return null;
    this.#locate();
    const targets = new Map(this.#targets.map((target) => [target.field, target]));
    const located = this.#targets.filter(({ field }) => field >= 0);
    if (located.some((target) => targets.get(target.field) !== target)) return null;
    const fields = names.map((_, field): BatchTarget => {
      const target = targets.get(field);
      return target
        ? { ...batchField(target, this.#looks[target.place]), place: target.place, mayBeNull: true }
        : { kind: "skip", place: null, mayBeNull: true };
    });
    return makeCsvBatch(batches.dialect, fields, this.#targets.length);
  }

  /** Adds what a batch has taken. */
  addBatch(batch: CsvBatch, rows: number): void {
    this.#writer.buffers.append(rows, batch.columns, batch.filled);
    // Line ends are not counted.
    this.#writer.countBytes(batch.consumed - rows);
  }

  /** Rows that still fit. */
  get room(): number {
    return this.#writer.room;
  }

  /** A good record. */
  add(record: FileRecord): void {
    if (this.#names.length !== this.#namesSeen) this.#locate();
    const bytes = record.to - record.from;
    if (this.#sampled) this.#holdToTypes(this.#sampled, record);
    if (this.#floor !== null && !this.#isWanted(record)) return;
    const { filter } = this.#request;
    if (filter && !filter.keep(this.#filterFields.map((field) => this.#valueOf(record, field)))) {
      this.#writer.dropRow(bytes);
      return;
    }
    // No cell is longer than its record; what is made of cells (privacy, escapes in JSON) asks for its own room. A huge
    // record must not claim its size in every column.
    const isLarge = bytes + 4 > this.#writer.buffers.smallRow;
    this.#writer.buffers.prepareRow(isLarge ? 0 : bytes + 4);
    const reasons =
      isLarge || this.#hasNullText ? this.#addSlowly(record, 0, null) : this.#addFast(record);
    if (reasons) this.#markBad(reasons, record, null);
    this.#writer.endRow(bytes);
  }

  /** What a batch takes is of the type anyway; every other value is seen to here. */
  #holdToTypes(types: ReadonlyMap<string, CanonicalType>, record: FileRecord): void {
    for (const [column, type] of types) {
      const field = fieldOf(this.#names, column);
      const kind = record.forms[field] ?? form.null;
      if (field < 0 || field >= record.count || kind === form.null) continue;
      const start = record.starts[field] ?? 0;
      const end = record.ends[field] ?? 0;
      if (start === end) continue;
      if (kind === form.plain && this.#options.nullText.includes(record.textOf(field) ?? ""))
        continue;
      const found = kind === form.escaped ? valueClass.text : classify(record.bytes, start, end);
      if (isStill(type, found)) continue;
      throw new RevosError(
        "source.types_outgrown",
        `${this.#fileName}, line ${record.line}: ${column} was judged to be ${formatType(type)} by the values before. Nothing was published.`,
        { where: { stream: this.#request.stream.name, column } },
      );
    }
  }

  /** A record that is no row: the columns stay NULL, the original keeps what could be split and the line itself. */
  addBad(record: FileRecord, reason: string): void {
    if (this.#names.length !== this.#namesSeen) this.#locate();
    this.#writer.beginRow();
    for (const { place } of this.#targets) this.#writer.null(place);
    const line = this.#hidesLine ? null : record.original();
    this.#markBad([{ column: "", value: line, rule: reason }], record, line);
    this.#writer.endRow(record.to - record.from);
  }

  #locate(): void {
    this.#namesSeen = this.#names.length;
    this.#targets.forEach((target, place) => {
      target.field = this.#fields[place] = fieldOf(this.#names, target.column.source);
    });
    this.#filterFields = (this.#request.filter?.fields ?? []).map((field) =>
      fieldOf(this.#names, field),
    );
    this.#cursorField = fieldOf(this.#names, this.#request.cursor?.field[0] ?? "");
  }

  /**
   * The way of nearly all cells: bytes copied as they stand. It holds no cold branch and calls nothing, because it runs once
   * a cell; the first cell that needs more sends the rest of the row the slow way.
   */
  #addFast(record: FileRecord): CellReason[] | null {
    const { buffers } = this.#writer;
    const { bytes, starts, ends, forms, count } = record;
    const { values, present, rows } = buffers;
    const filled = buffers.ends;
    const fields = this.#fields;
    const looks = this.#looks;
    for (let place = 0; place < fields.length; place++) {
      const field = fields[place] as number;
      const kind = field < 0 || field >= count ? 0 : (forms[field] as number);
      const look = looks[place] as number;
      if (kind > 2 || look > 3) return this.#addSlowly(record, place, null);
      const start = starts[field] as number;
      const length = kind === 0 ? 0 : (ends[field] as number) - start;
      if (length === 0) {
        // Whether empty quotes are an empty text depends on the type.
        if (kind === 2 || (kind === 1 && this.#isJson)) return this.#addSlowly(record, place, null);
        (present[place] as Uint8Array)[rows] = 0;
        continue;
      }
      if (look === 2) {
        if (!this.#addNative(place, bytes, start, start + length))
          return this.#addSlowly(record, place, null);
        continue;
      }
      if (
        look === 1 &&
        (bytes[start] as number) < 49 &&
        isNoPlainNumber(bytes, start, start + length)
      )
        return this.#addSlowly(record, place, null);
      if (look === 3 && !isNarrowNumber(bytes, start, start + length))
        return this.#addSlowly(record, place, null);
      const into = values[place] as Uint8Array;
      let at = filled[place] as number;
      into[at] = length & 255;
      into[at + 1] = (length >> 8) & 255;
      into[at + 2] = (length >> 16) & 255;
      into[at + 3] = length >>> 24;
      at += 4;
      if (length < 40) for (let i = 0; i < length; i++) into[at + i] = bytes[start + i] as number;
      else into.set(bytes.subarray(start, start + length), at);
      filled[place] = at + length;
      (present[place] as Uint8Array)[rows] = 1;
    }
    return null;
  }

  /** Parses a cell into its column; false when it is no value of the type. */
  #addNative(place: number, bytes: Uint8Array, start: number, end: number): boolean {
    const native = this.#natives[place];
    const words = this.#words;
    if (!native?.read(bytes, start, end, words)) return false;
    if (native.isPair) this.#writer.pair(place, words.low, words.high);
    else this.#writer.word(place, words.low);
    return true;
  }

  /** The cells from `first` on, each with all its rules; what they leave of a number is the load's to judge. */
  #addSlowly(record: FileRecord, first: number, found: CellReason[] | null): CellReason[] | null {
    let reasons = found;
    for (let place = first; place < this.#targets.length; place++) {
      const problem = this.#addCell(must(this.#targets[place], "a target"), record);
      if (problem) (reasons ??= []).push(problem);
    }
    return reasons;
  }

  /** Adds one cell; gives the reason when the source itself already knows that it cannot land as it is. */
  #addCell({ column, place, rules, field, native }: Target, record: FileRecord): CellReason | null {
    const kind =
      field < 0 || field >= record.count ? form.null : (record.forms[field] ?? form.null);
    const start = record.starts[field] ?? 0;
    const end = record.ends[field] ?? 0;
    const isEmpty = end === start && !this.#isJson && (kind === form.plain || rules.isEmptyNull);
    if (kind === form.null || isEmpty) {
      this.#writer.null(place);
      return null;
    }
    if (native) return this.#addNativeCell(column, place, kind, record, field);
    const asBytes =
      kind !== form.escaped &&
      !column.privacy &&
      !rules.needsText(kind) &&
      !(this.#hasNullText && kind === form.plain);
    if (!asBytes) return this.#addText(column, place, rules, kind, record.textOf(field) ?? "");
    if (this.#narrow[place] === 1 && !isNarrowNumber(record.bytes, start, end))
      this.#narrow[place] = 0;
    if (kind !== form.nested && rules.isSuspect(record.bytes, start, end)) {
      this.#writer.null(place);
      return { column: column.name, value: record.textOf(field), rule: rules.rule };
    }
    this.#writer.bytes(place, record.bytes.subarray(start, end));
    return null;
  }

  #addNativeCell(
    column: ReadColumn,
    place: number,
    kind: number,
    record: FileRecord,
    field: number,
  ): CellReason | null {
    const text = record.textOf(field) ?? "";
    const isNullWord =
      kind === form.plain && !this.#isJson && this.#options.nullText.includes(text);
    const bytes = isNullWord ? null : Buffer.from(text, "utf8");
    if (bytes && this.#addNative(place, bytes, 0, bytes.length)) return null;
    this.#writer.null(place);
    if (isNullWord) return null;
    return {
      column: column.name,
      value: text,
      rule: `not representable as ${formatType(column.type)}`,
    };
  }

  /** The way of a cell that must become a JavaScript string. */
  #addText(
    column: ReadColumn,
    place: number,
    rules: CellRules,
    kind: number,
    raw: string,
  ): CellReason | null {
    if (kind === form.plain && !this.#isJson && this.#options.nullText.includes(raw)) {
      this.#writer.null(place);
      return null;
    }
    const text = rules.toText(raw, kind);
    const failed = (value: string | null, rule: string): CellReason => {
      this.#writer.null(place);
      return { column: column.name, value, rule };
    };
    if (text === null) return failed(column.privacy ? null : raw, rules.rule);
    if (text.includes("\0")) return failed(null, "contains a NUL character");
    if (/\p{Surrogate}/u.test(text)) return failed(null, "contains half a surrogate pair");
    this.#narrow[place] = 0;
    if (!column.privacy) {
      this.#writer.text(place, text);
      return null;
    }
    const made = column.privacy(text);
    if (!("text" in made)) return failed(null, made.failed);
    this.#writer.text(place, made.text);
    return null;
  }

  #markBad(reasons: readonly CellReason[], record: FileRecord, line: string | null): void {
    const original: Record<string, string | null> = {};
    for (const { column, field } of this.#targets) {
      const text = this.#valueOf(record, field);
      const made = text === null || !column.privacy ? { text } : column.privacy(text);
      original[column.name] = "text" in made ? made.text : null;
    }
    original._revos_at = `${this.#fileName}:${record.line}`;
    if (line !== null) original._revos_line = line;
    this.#writer.markBad(this.#writer.rows, reasons, original);
  }

  /** The text of a field as the stream means it: NULL words and empty unquoted fields are null. */
  #valueOf(record: FileRecord, field: number): string | null {
    const text = record.textOf(field);
    if (text === null || this.#isJson || record.forms[field] !== form.plain) return text;
    return text === "" || this.#options.nullText.includes(text) ? null : text;
  }

  /** Closed low end: the place itself is read again, and so is a row without cursor. */
  #isWanted(record: FileRecord): boolean {
    const { cursor } = this.#request;
    if (this.#floor === null || !cursor) return true;
    const path = cursor.field.slice(1);
    const whole = this.#valueOf(record, this.#cursorField);
    const text = path.length > 0 && whole !== null ? textAtPath(whole, path) : whole;
    if (text === null || text === "") return true;
    // Neighbours often share a cursor, and comparing costs more than remembering.
    if (text !== this.#lastCursor) {
      this.#lastCursor = text;
      this.#lastKept = isAtOrAfter(cursor.type, text, this.#floor);
    }
    return this.#lastKept;
  }

  /** The segment of all that was added since the last one; valid until `clear`. */
  take(): ParquetSegment {
    const segment = this.#writer.take();
    const columns = segment.columns.map((column, place) =>
      column.type.kind === "number" && column.wire === "text" && this.#narrow[place] === 1
        ? { ...column, isNarrow: true }
        : column,
    );
    return { ...segment, columns };
  }

  /** To be called once the segment that `take` gave has been used. */
  clear(): void {
    this.#writer.clear();
    this.#narrow.fill(1);
  }
}

/**
 * What `#addFast` does with a cell. 0: copies it; 1: looks for a number that would change; 2: parses it; 3: copies a narrow
 * number; 4: leaves it.
 */
function lookOf({ column, rules, native }: Target): number {
  if (native) return 2;
  if (column.privacy || rules.needsText(form.plain) || rules.needsText(form.quoted)) return 4;
  if (column.type.kind === "number") return 3;
  return rules.look === "number" ? 1 : rules.look === "boolean" ? 4 : 0;
}

function batchField({ rules, column }: Target, look: number | undefined): BatchField {
  if (look === 3) return { kind: "number" };
  if (look !== 2) return { kind: "text", isEmptyText: !rules.isEmptyNull, isNumber: look === 1 };
  const { kind } = column.type;
  if (kind === "date" || kind === "timestamp" || kind === "timestamptz") return { kind };
  return kind === "boolean" ? { kind: "bool" } : { kind: "integer", digits: 18 };
}

/** Decimal commas are turned on the way to the load. */
const isSwapped = (column: ReadColumn, options: FileOptions, isJson: boolean): boolean =>
  options.decimal === "," && !isJson && /^(int|uint|float|decimal|number)/.test(column.type.kind);
