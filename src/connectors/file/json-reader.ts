// The records of a file of JSON objects: one a line (jsonl), or the elements of an array or objects one after another
// (json). Top-level keys are the columns; values stay the bytes they are.
import { RevosError } from "../../kernel/error.ts";
import { openBytes } from "./bytes.ts";
import type { FileOptions } from "./config.ts";
import { maxRecordBytes } from "./csv-reader.ts";
import { JsonScanner } from "./json-scan.ts";
import { TextGuard, type RecordReader, type Step } from "./reader.ts";
import { FileRecord, form, toText } from "./record.ts";
import { Window } from "./window.ts";

export async function openJson(
  path: string,
  format: "jsonl" | "json",
  options: FileOptions,
  signal: AbortSignal,
): Promise<RecordReader> {
  const { chunks, decoded } = await openBytes(path, options.encoding, signal);
  const window = new Window(chunks);
  const guard = new TextGuard(path, decoded);
  const reader = new JsonReader(path, window, guard, format);
  try {
    await reader.fill();
    if (format === "json") reader.adoptLines();
    return reader;
  } catch (error) {
    await window.close();
    throw error;
  }
}

class JsonReader implements RecordReader {
  readonly names: string[] = [];
  readonly record = new FileRecord(
    (bytes, start, end) => JSON.parse(`"${toText(bytes, start, end)}"`) as string,
  );
  reason = "";
  readonly #path: string;
  readonly #window: Window;
  readonly #guard: TextGuard;
  #byLine: boolean;
  readonly #scanner = new JsonScanner();
  readonly #fields = new Map<string, number>();
  /** The bytes of each column's key as last seen: keys mostly come in one order, and then need not be decoded. */
  readonly #keys: Uint8Array[] = [];
  #line = 1;
  #rows = 0;
  /** Of a json file: nothing read yet, inside the array, objects without an array, behind the array. */
  #place: "start" | "array" | "bare" | "done" = "start";

  constructor(path: string, window: Window, guard: TextGuard, format: "jsonl" | "json") {
    this.#path = path;
    this.#window = window;
    this.#guard = guard;
    this.#byLine = format === "jsonl";
  }

  get bytesRead(): number {
    return this.#window.total;
  }

  /** A json file whose first line is one whole object is a file of lines, where one bad line costs only itself. */
  adoptLines(): void {
    const { bytes, start, end } = this.#window;
    const at = this.#scanner.skip(bytes, start, end);
    const stop = bytes[at] === 123 ? this.#scanner.value(bytes, at, end) : -1;
    const after = this.#scanner.skip(bytes, stop, end);
    this.#byLine =
      stop > 0 &&
      bytes.indexOf(10, at) >= stop &&
      (after >= end || bytes.subarray(stop, after).includes(10));
  }

  next(): Step {
    return this.#byLine ? this.#nextLine() : this.#nextValue();
  }

  #nextLine(): Step {
    const window = this.#window;
    for (;;) {
      if (window.start >= window.end) return window.isLast ? "end" : "more";
      const end = window.bytes.indexOf(10, window.start);
      if (end >= window.end && !window.isLast && window.end - window.start < maxRecordBytes)
        return "more";
      const from = window.start;
      const to = Math.min(end, window.end);
      window.start = Math.min(end + 1, window.end);
      const at = this.#scanner.skip(window.bytes, from, to);
      this.record.line = this.#line++;
      if (at === to) continue;
      this.#bind(from, to > from && window.bytes[to - 1] === 13 ? to - 1 : to);
      const stop = this.#object(at, to);
      if (stop < 0) return this.#bad(this.reason);
      if (this.#scanner.skip(window.bytes, stop, to) !== to)
        return this.#bad("text follows the object");
      return this.#judge();
    }
  }

  /** Objects of an array, or one after another; what cannot be read as JSON stops the file, for no line end says where to go on. */
  #nextValue(): Step {
    const window = this.#window;
    const { bytes, end } = window;
    let at = this.#scanner.skip(bytes, window.start, end);
    if (at >= end) {
      if (!window.isLast) return "more";
      if (this.#place === "array") this.#refuse("the array does not end");
      return "end";
    }
    if (this.#place === "done") this.#refuse("text follows the array");
    if (this.#place === "start") {
      this.#place = bytes[at] === 91 ? "array" : "bare";
      if (this.#place === "array") at = this.#scanner.skip(bytes, at + 1, end);
    } else if (bytes[at] === 44 && this.#rows > 0) at = this.#scanner.skip(bytes, at + 1, end);
    else if (this.#place === "array" && bytes[at] !== 93) this.#refuse("a comma is expected");
    if (this.#place === "array" && bytes[at] === 93 && at < end) {
      this.#countLines(window.start, at);
      window.start = at + 1;
      this.#place = "done";
      return this.next();
    }
    const stop = this.#scanner.value(bytes, at, end);
    // A number at the window's end may go on; every other value ends with a mark of its own.
    if ((stop < 0 || stop >= end) && !window.isLast && end - window.start < maxRecordBytes) {
      // Nothing has been taken yet: the opening bracket will be met again.
      if (this.#rows === 0) this.#place = "start";
      return "more";
    }
    this.#countLines(window.start, at);
    if (stop < 0) this.#refuse(this.#scanner.problem);
    this.record.line = this.#line;
    this.#bind(at, stop);
    this.#countLines(at, stop);
    window.start = stop;
    this.#rows++;
    return this.#object(at, stop) < 0 ? this.#bad(this.reason) : this.#judge();
  }

  #countLines(from: number, to: number): void {
    const { bytes } = this.#window;
    for (let at = bytes.indexOf(10, from); at !== -1 && at < to; at = bytes.indexOf(10, at + 1))
      this.#line++;
  }

  #refuse(problem: string): never {
    throw new RevosError(
      "source.file_unreadable",
      `The file ${this.#path} is not JSON at line ${this.#line}: ${problem}.`,
      {
        where: { file: this.#path, line: this.#line },
      },
    );
  }

  #bind(from: number, to: number): void {
    this.record.bytes = this.#window.bytes;
    this.record.from = from;
    this.record.to = to;
  }

  #bad(reason: string): Step {
    this.reason = reason;
    this.record.count = 0;
    return "bad";
  }

  #judge(): Step {
    const problem = this.#guard.problem(this.record.bytes, this.record.from, this.record.to);
    return problem ? this.#bad(problem) : "record";
  }

  /** Splits the object at `at` into the record's fields; -1 with `reason` when it is not one. */
  #object(at: number, end: number): number {
    const { bytes } = this.#window;
    const { record } = this;
    const scanner = this.#scanner;
    record.count = this.names.length;
    record.forms.fill(form.null, 0, record.count);
    this.#given.fill(0);
    if (bytes[at] !== 123) {
      const stop = scanner.value(bytes, at, end);
      return this.#not(stop < 0 ? `not JSON: ${scanner.problem}` : "not a JSON object");
    }
    let i = scanner.skip(bytes, at + 1, end);
    let expected = 0;
    if (i < end && bytes[i] === 125) return i + 1;
    for (;;) {
      if (i >= end || bytes[i] !== 34) return this.#not("not JSON: a key is expected");
      const keyEnd = scanner.string(bytes, i, end);
      if (keyEnd < 0) return this.#not(`not JSON: ${scanner.problem}`);
      const field = this.#fieldOf(i + 1, keyEnd - 1, expected, scanner.hasEscape);
      if (this.#given[field] === 1) return this.#not("a key stands twice");
      this.#given[field] = 1;
      expected = field + 1;
      i = scanner.skip(bytes, keyEnd, end);
      if (i >= end || bytes[i] !== 58) return this.#not("not JSON: a colon is expected");
      i = scanner.skip(bytes, i + 1, end);
      const stop = scanner.value(bytes, i, end);
      if (stop < 0) return this.#not(`not JSON: ${scanner.problem}`);
      this.#set(field, i, stop, scanner.hasEscape);
      i = scanner.skip(bytes, stop, end);
      if (i < end && bytes[i] === 125) return i + 1;
      if (i >= end || bytes[i] !== 44)
        return this.#not(`not JSON: ${i >= end ? "it ends too early" : "a comma is expected"}`);
      i = scanner.skip(bytes, i + 1, end);
    }
  }

  #given = new Uint8Array(64);

  #set(field: number, start: number, stop: number, hasEscape: boolean): void {
    const { record } = this;
    const first = record.bytes[start];
    const isString = first === 34;
    record.starts[field] = isString ? start + 1 : start;
    record.ends[field] = isString ? stop - 1 : stop;
    if (isString) record.forms[field] = hasEscape ? form.escaped : form.quoted;
    else
      record.forms[field] =
        first === 110 ? form.null : first === 123 || first === 91 ? form.nested : form.plain;
  }

  #not(reason: string): -1 {
    this.reason = reason;
    return -1;
  }

  #fieldOf(start: number, end: number, expected: number, hasEscape: boolean): number {
    const { bytes } = this.#window;
    const key = this.#keys[expected];
    if (key && key.length === end - start && isSame(bytes, start, key)) return expected;
    const raw = toText(bytes, start, end);
    const name = hasEscape ? (JSON.parse(`"${raw}"`) as string) : raw;
    const known = this.#fields.get(name);
    if (known !== undefined) return known;
    const field = this.names.length;
    this.names.push(name);
    this.#fields.set(name, field);
    this.#keys.push(bytes.slice(start, end));
    if (field >= this.record.starts.length) this.record.grow();
    if (field >= this.#given.length) {
      const wider = new Uint8Array(this.#given.length * 2);
      wider.set(this.#given);
      this.#given = wider;
    }
    this.record.count = this.names.length;
    return field;
  }

  async fill(): Promise<void> {
    await this.#window.more();
    this.#guard.examine(this.#window);
  }

  close(): Promise<void> {
    return this.#window.close();
  }
}

function isSame(bytes: Uint8Array, start: number, key: Uint8Array): boolean {
  for (let i = 0; i < key.length; i++) if (bytes[start + i] !== key[i]) return false;
  return true;
}
