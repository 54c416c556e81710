// The records of a CSV file. Every line of the file is accounted for: it is the header, part of a row, or set aside as bad
// with its number and its text; a broken quote costs its own line, never the rest of the file.
import { RevosError } from "../../kernel/error.ts";
import { openBytes } from "./bytes.ts";
import type { FileOptions } from "./config.ts";
import {
  isBroken,
  isUnclosed,
  judgeDelimiter,
  needsMore,
  scanRecord,
  unescapeField,
  type Dialect,
  type ScanState,
} from "./csv-scan.ts";
import { toColumnNames } from "./names.ts";
import type { CsvBatch } from "./csv-batch.ts";
import { TextGuard, type Batches, type RecordReader, type Step } from "./reader.ts";
import { FileRecord, form } from "./record.ts";
import { Window } from "./window.ts";

/** A longer record is taken for one whose quote was never closed. */
export const maxRecordBytes = 32 * 1024 * 1024;

/** Null when the file holds no line at all. */
export async function openCsv(
  path: string,
  format: "csv" | "tsv",
  options: FileOptions,
  signal: AbortSignal,
): Promise<RecordReader | null> {
  const { chunks, decoded } = await openBytes(path, options.encoding, signal);
  const window = new Window(chunks);
  const guard = new TextGuard(path, decoded);
  const reader = new CsvReader(path, window, guard);
  try {
    if (await reader.open(format, options)) return reader;
  } catch (error) {
    await window.close();
    throw error;
  }
  await window.close();
  return null;
}

class CsvReader implements RecordReader {
  names: readonly string[] = [];
  record: FileRecord = new FileRecord(() => "");
  reason = "";
  readonly #path: string;
  readonly #window: Window;
  readonly #guard: TextGuard;
  #dialect: Dialect = { delimiter: 44, quote: 34, escape: 34 };
  readonly #state: ScanState = { lines: 0, brokenAt: 0 };
  /** The number of the line that the next record begins on. */
  #line = 1;
  /** Lines before this place of the file lie inside a broken record: a stray quote in them makes them bad as well. */
  #suspectTo = 0;
  /** Place in the file of the window's first byte. */
  #windowAt = 0;

  constructor(path: string, window: Window, guard: TextGuard) {
    this.#path = path;
    this.#window = window;
    this.#guard = guard;
  }

  /** With doubled quotes only, and behind a broken record only where its lines have passed. */
  get batches(): Batches | undefined {
    const { delimiter, quote, escape } = this.#dialect;
    if (escape !== quote) return undefined;
    return { dialect: { delimiter, quote }, take: (batch, most) => this.#takeBatch(batch, most) };
  }

  #takeBatch(batch: CsvBatch, maxRows: number): number {
    const window = this.#window;
    if (!this.#guard.isClean || this.#windowAt + window.start < this.#suspectTo) return 0;
    const rows = batch.decode(window.bytes, window.start, window.end, maxRows);
    window.start += batch.consumed;
    // A record that is taken so is one line.
    this.#line += rows;
    return rows;
  }

  get bytesRead(): number {
    return this.#window.total;
  }

  async open(format: "csv" | "tsv", options: FileOptions): Promise<boolean> {
    await this.fill();
    this.#window.adoptLineEnds();
    for (let skipped = 0; skipped < options.skipRows;)
      skipped += (await this.#skipLine(() => true)) ? 1 : options.skipRows;
    while (
      await this.#skipLine(
        (from, to) => to === from || (to === from + 1 && this.#window.bytes[from] === 13),
      )
    );
    if (this.#isAtEnd()) return false;
    const quote = options.quote === "" ? -1 : options.quote.charCodeAt(0);
    const window = this.#window;
    const delimiter =
      options.delimiter?.charCodeAt(0) ??
      (format === "tsv"
        ? 9
        : judgeDelimiter(window.bytes.subarray(window.start, window.end), quote));
    this.#dialect = { delimiter, quote, escape: options.escape?.charCodeAt(0) ?? quote };
    this.record = new FileRecord(unescapeField(this.#dialect));
    await this.#readHeader(options);
    return true;
  }

  /** Steps over the next line when `isWanted` says so. */
  async #skipLine(isWanted: (from: number, to: number) => boolean): Promise<boolean> {
    const window = this.#window;
    let at = window.bytes.indexOf(10, window.start);
    while (at >= window.end && !window.isLast) {
      await this.fill();
      at = window.bytes.indexOf(10, window.start);
    }
    if (this.#isAtEnd() || !isWanted(window.start, at)) return false;
    window.start = Math.min(at + 1, window.end);
    this.#line++;
    return true;
  }

  #isAtEnd(): boolean {
    return this.#window.isLast && this.#window.start >= this.#window.end;
  }

  async #readHeader(options: FileOptions): Promise<void> {
    const line = this.#line;
    let step = this.next();
    while (step === "more") {
      await this.fill();
      step = this.next();
    }
    if (step !== "record") {
      throw new RevosError(
        "source.file_unreadable",
        `The header of ${this.#path} (line ${line}) cannot be split: ${this.reason}.`,
        {
          where: { file: this.#path, line },
        },
      );
    }
    const { record } = this;
    const fields = Array.from({ length: record.count }, (_, field) => {
      const text = record.textOf(field) ?? "";
      return record.forms[field] === form.plain ? text.trim() : text;
    });
    if (options.header) {
      this.names = toColumnNames(options.columns ?? fields);
      return;
    }
    this.names = toColumnNames(options.columns ?? fields.map((_, index) => `column_${index + 1}`));
    // The first line is a row: step back to it. A refill moves the window, but never behind a record that was given out.
    this.#window.start = this.record.from;
    this.#line = line;
  }

  next(): Step {
    const window = this.#window;
    for (;;) {
      if (window.start >= window.end) return window.isLast ? "end" : "more";
      const from = window.start;
      const { record } = this;
      const to = scanRecord(
        window.bytes,
        from,
        window.end,
        window.isLast,
        this.#dialect,
        record,
        this.#state,
      );
      if (to === needsMore) {
        if (window.end - from < maxRecordBytes) return "more";
        this.#state.brokenAt = window.end;
        return this.#setLineAside(
          `a quoted field is longer than ${maxRecordBytes} bytes or its quote is never closed`,
        );
      }
      record.line = this.#line;
      if (to === isBroken) return this.#setLineAside("text follows a closing quote");
      if (to === isUnclosed) return this.#setLineAside("a quote is opened and never closed");
      window.start = to;
      this.#line += this.#state.lines;
      const isBlank = record.from === record.to;
      if (isBlank && this.names.length !== 1) continue;
      return this.#judge(record);
    }
  }

  #judge(record: FileRecord): Step {
    const expected = this.names.length;
    const problem = this.#guard.problem(record.bytes, record.from, record.to);
    if (problem) this.reason = problem;
    else if (expected > 0 && record.count !== expected) {
      this.reason = `${record.count} ${record.count === 1 ? "field" : "fields"}, header has ${expected}`;
    } else if (this.#windowAt + record.from < this.#suspectTo && this.#hasStrayQuote(record)) {
      this.reason = "a quote inside a broken quoted field";
    } else return "record";
    return "bad";
  }

  #hasStrayQuote(record: FileRecord): boolean {
    for (let field = 0; field < record.count; field++) {
      if (record.forms[field] !== form.plain) continue;
      if (
        record.bytes
          .subarray(record.starts[field], record.ends[field])
          .includes(this.#dialect.quote)
      )
        return true;
    }
    return false;
  }

  /** The first line of a record that cannot be split becomes a bad row of its own; reading goes on with the next line. */
  #setLineAside(reason: string): Step {
    const window = this.#window;
    const { record } = this;
    const end = window.bytes.indexOf(10, window.start);
    this.#suspectTo = Math.max(this.#suspectTo, this.#windowAt + this.#state.brokenAt);
    record.count = 0;
    record.bytes = window.bytes;
    record.from = window.start;
    record.to = Math.min(end, window.end);
    record.line = this.#line++;
    this.reason = reason;
    window.start = Math.min(end + 1, window.end);
    return "bad";
  }

  async fill(): Promise<void> {
    this.#windowAt += this.#window.start;
    await this.#window.more();
    this.#guard.examine(this.#window);
  }

  close(): Promise<void> {
    return this.#window.close();
  }
}
