// What every reader of a file's records gives, whatever the format: one record at a time, good or bad, from a window that
// the caller refills. Scanning is synchronous, so that a million rows cost no million promises.
import { isUtf8 } from "node:buffer";
import { RevosError } from "../../kernel/error.ts";
import type { CsvBatch, CsvDialect } from "./csv-batch.ts";
import { suggestEncoding } from "./encoding.ts";
import type { FileRecord } from "./record.ts";
import type { Window } from "./window.ts";

/** `more`: call `fill`, then go on. `bad`: `reason` says why `record` is no row; what could be split of it is there. */
export type Step = "record" | "bad" | "more" | "end";

export type Batches = {
  readonly dialect: CsvDialect;
  /** Records that were taken; 0 when the next one must be looked at by itself. */
  take(batch: CsvBatch, maxRows: number): number;
};

export type RecordReader = {
  /** Columns by field of the record; readers of JSON find more as they go. */
  readonly names: readonly string[];
  readonly record: FileRecord;
  readonly reason: string;
  /** Bytes read from the file so far, after decompression. */
  readonly bytesRead: number;
  next(): Step;
  /** For files whose records may be taken many at a time. */
  readonly batches?: Batches | undefined;
  fill(): Promise<void>;
  close(): Promise<void>;
};

/** Knows of the text in a window whether each byte of it may stand in a row. */
export class TextGuard {
  readonly #path: string;
  readonly #decoded: boolean;
  #isClean = true;
  #isFirst = true;

  constructor(path: string, decoded: boolean) {
    this.#path = path;
    this.#decoded = decoded;
  }

  /** To be called after every refill. A file that is evidently in another encoding is refused as a whole. */
  examine(window: Window): void {
    const bytes = window.bytes.subarray(
      window.start,
      window.isLast ? window.end : lastLineEnd(window),
    );
    const isText = isUtf8(bytes);
    const hasNul = asBuffer(bytes).indexOf(0) !== -1;
    if (this.#isFirst && !this.#decoded && (!isText || hasNul))
      this.#refuseOtherEncoding(bytes, isText);
    this.#isFirst = false;
    this.#isClean = isText && !hasNul && !(this.#decoded && hasReplacement(bytes));
  }

  /** All that the window holds of whole lines is text. */
  get isClean(): boolean {
    return this.#isClean;
  }

  /** Why these bytes cannot be text of a row; null when they can. */
  problem(bytes: Uint8Array, from: number, to: number): string | null {
    if (this.#isClean) return null;
    const part = bytes.subarray(from, to);
    if (!isUtf8(part)) return "not valid UTF-8: set options.encoding";
    if (part.includes(0)) return "contains a NUL character";
    return this.#decoded && hasReplacement(part)
      ? "has bytes that options.encoding does not know"
      : null;
  }

  #refuseOtherEncoding(bytes: Uint8Array, isText: boolean): void {
    let nuls = 0;
    for (const byte of bytes) if (byte === 0) nuls++;
    const isWide = nuls * 10 > bytes.length;
    if (isText && !isWide) return;
    const suggestion = isWide ? "utf-16le" : suggestEncoding(bytes);
    let line = 1;
    for (let start = 0; !isWide && start < bytes.length; line++) {
      const end = bytes.indexOf(10, start);
      const stop = end === -1 ? bytes.length : end;
      if (!isUtf8(bytes.subarray(start, stop))) break;
      start = stop + 1;
    }
    throw new RevosError(
      "source.file_unreadable",
      `The file ${this.#path} is not valid UTF-8 (line ${line}).`,
      {
        advice: `Set options.encoding to the encoding it was written in, perhaps ${suggestion}.`,
        where: { file: this.#path, line },
        data: { encoding: suggestion },
      },
    );
  }
}

function lastLineEnd(window: Window): number {
  const at = window.bytes.subarray(0, window.end).lastIndexOf(10);
  return at < window.start ? window.start : at;
}

const hasReplacement = (bytes: Uint8Array): boolean => asBuffer(bytes).indexOf("\uFFFD") !== -1;

/** The same bytes with the faster searches of a Buffer. */
const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
