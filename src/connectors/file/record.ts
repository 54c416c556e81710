// One record of a file as spans of its bytes: nothing is copied or decoded until a cell is asked for.

/** How the bytes of a cell are to be read. */
export const form = {
  /** No value. */
  null: 0,
  /** The bytes as they stand: an unquoted field, a JSON number or boolean. */
  plain: 1,
  /** The bytes inside quotes, nothing escaped in them. */
  quoted: 2,
  /** Inside quotes, with doubled or escaped quotes. */
  escaped: 3,
  /** A JSON object or array. */
  nested: 4,
} as const;

export type Unescape = (bytes: Uint8Array, start: number, end: number) => string;

export class FileRecord {
  bytes: Uint8Array = new Uint8Array(0);
  starts = new Int32Array(64);
  ends = new Int32Array(64);
  forms = new Uint8Array(64);
  /** Fields the record has; more may be held from earlier records. */
  count = 0;
  /** Where the record's own bytes begin and end (its line break left out), for the original of a bad row. */
  from = 0;
  to = 0;
  /** Its first line in the file, from 1. */
  line = 0;
  readonly #unescape: Unescape;

  constructor(unescape: Unescape) {
    this.#unescape = unescape;
  }

  /** Makes room for one more field. */
  grow(): void {
    const size = this.starts.length * 2;
    const wider = (from: Int32Array) => {
      const into = new Int32Array(size);
      into.set(from);
      return into;
    };
    this.starts = wider(this.starts);
    this.ends = wider(this.ends);
    const forms = new Uint8Array(size);
    forms.set(this.forms);
    this.forms = forms;
  }

  /** The text of a field; null when it has no value or the record has no such field. */
  textOf(field: number): string | null {
    if (field < 0 || field >= this.count || this.forms[field] === form.null) return null;
    const [start = 0, end = 0] = [this.starts[field], this.ends[field]];
    return this.forms[field] === form.escaped
      ? this.#unescape(this.bytes, start, end)
      : toText(this.bytes, start, end);
  }

  /** The record as it stands in the file; bytes that are no UTF-8 as `\xNN`. */
  original(): string {
    return toShownText(this.bytes, this.from, this.to);
  }
}

export function toText(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("utf8");
}

/** Text for people to find the place by: bytes that are no UTF-8 are shown as `\xNN`, none is lost. */
export function toShownText(bytes: Uint8Array, start: number, end: number): string {
  const part = bytes.subarray(start, end);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(part);
  } catch {
    let text = "";
    for (const byte of part)
      text += byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16)}`;
    return text;
  }
}
