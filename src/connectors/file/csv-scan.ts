// Bytes of a CSV file to the fields of one record: the one place that knows quotes, escapes and line ends. It never guesses:
// what does not follow the dialect is reported as broken, and the caller puts that line aside.
import { form, type FileRecord } from "./record.ts";

/** All as byte values; -1 means there is none. */
export type Dialect = {
  readonly delimiter: number;
  readonly quote: number;
  /** Equal to `quote`: doubled quotes (RFC 4180). */
  readonly escape: number;
};

/** The record does not end inside the window. */
export const needsMore = -1;
/** Something other than a delimiter or a line end follows a closing quote. */
export const isBroken = -2;
/** A quoted field is still open where the file ends. */
export const isUnclosed = -3;

const lineFeed = 10;
const carriageReturn = 13;

export type ScanState = {
  /** Line feeds passed by the last scan, those inside quotes included. */
  lines: number;
  /** Where a broken record was found out. */
  brokenAt: number;
};

/**
 * Scans one record from `from` and gives the place behind its line end, or one of the three marks above. `bytes[end]` must
 * be a line feed that is not part of the data. `isLast`: the data ends at `end`.
 */
export function scanRecord(
  bytes: Uint8Array,
  from: number,
  end: number,
  isLast: boolean,
  { delimiter, quote, escape }: Dialect,
  record: FileRecord,
  state: ScanState,
): number {
  let at = from;
  let count = 0;
  let lines = 0;
  let { starts, ends, forms } = record;
  for (;;) {
    if (count === starts.length) {
      record.grow();
      ({ starts, ends, forms } = record);
    }
    let byte = bytes[at];
    if (byte === quote && at < end) {
      let stop = at + 1;
      let hasEscape = false;
      for (;;) {
        while ((byte = bytes[stop]) !== quote && byte !== escape && byte !== lineFeed) stop++;
        if (stop >= end) {
          state.brokenAt = end;
          return isLast ? isUnclosed : needsMore;
        }
        if (byte === lineFeed) {
          lines++;
          stop++;
        } else if (byte === escape && (escape !== quote || bytes[stop + 1] === quote)) {
          if (stop + 1 >= end) {
            // A doubled quote whose second half is not there yet, or a backslash at the very end.
            if (!isLast) return needsMore;
            if (escape === quote) break;
            state.brokenAt = end;
            return isUnclosed;
          }
          hasEscape = true;
          if (bytes[stop + 1] === lineFeed) lines++;
          stop += 2;
        } else break;
      }
      if (stop + 1 >= end && !isLast) return needsMore;
      starts[count] = at + 1;
      ends[count] = stop;
      forms[count] = hasEscape ? form.escaped : form.quoted;
      at = stop + 1;
      // Blanks between the closing quote and the delimiter carry nothing.
      while (((byte = bytes[at]) === 32 || byte === 9) && byte !== delimiter) at++;
    } else {
      const start = at;
      while (byte !== delimiter && byte !== lineFeed) byte = bytes[++at];
      if (at >= end && !isLast) return needsMore;
      let stop = at;
      if (byte === lineFeed && stop > start && bytes[stop - 1] === carriageReturn) stop--;
      starts[count] = start;
      ends[count] = stop;
      forms[count] = form.plain;
    }
    count++;
    if (byte === delimiter && at < end) {
      at++;
      continue;
    }
    if (byte === carriageReturn && (bytes[at + 1] === lineFeed || at + 1 === end))
      byte = bytes[++at];
    if (at >= end && !isLast) return needsMore;
    if (byte !== lineFeed) {
      state.brokenAt = at;
      return isBroken;
    }
    record.count = count;
    record.bytes = bytes;
    record.from = from;
    record.to = at > from && bytes[at - 1] === carriageReturn ? at - 1 : at;
    state.lines = lines + 1;
    return Math.min(at + 1, end);
  }
}

/** The text of a quoted field with doubled quotes, or with escapes: an escape before any other character is kept. */
export function unescapeField(
  dialect: Dialect,
): (bytes: Uint8Array, start: number, end: number) => string {
  const quote = String.fromCharCode(dialect.quote);
  const escape = String.fromCharCode(dialect.escape);
  return (bytes, start, end) => {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("utf8");
    if (quote === escape) return text.replaceAll(quote + quote, quote);
    let plain = "";
    for (let i = 0; i < text.length; i++) {
      const next = text[i + 1];
      plain += text[i] === escape && (next === quote || next === escape) ? text[++i] : text[i];
    }
    return plain;
  };
}

/** The delimiter that the header line holds most of, outside quotes; a comma when it holds none. */
export function judgeDelimiter(header: Uint8Array, quote: number): number {
  const candidates = [44, 59, 9, 124];
  const counts = candidates.map(() => 0);
  let isQuoted = false;
  for (const byte of header) {
    if (byte === quote) isQuoted = !isQuoted;
    else if (!isQuoted && byte === lineFeed) break;
    else if (!isQuoted && candidates.includes(byte)) {
      const at = candidates.indexOf(byte);
      counts[at] = (counts[at] ?? 0) + 1;
    }
  }
  return candidates[counts.indexOf(Math.max(...counts))] ?? 44;
}
