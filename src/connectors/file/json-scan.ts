// JSON text by its bytes: checks a value to the letter and tells where it ends, without making JavaScript values, because a
// number must leave as it came (9007199254740993, 1e400, 0.10).

/** What a value is, told by its first byte once it has been checked. */
export type JsonKind = "string" | "number" | "boolean" | "null" | "object" | "array";

export class JsonScanner {
  /** Why the last scan failed, for people. */
  problem = "";
  /** True when the string that was scanned last holds a backslash. */
  hasEscape = false;
  readonly #maxDepth = 512;

  /** Steps over blanks. */
  skip(bytes: Uint8Array, at: number, end: number): number {
    while (
      at < end &&
      (bytes[at] === 32 || bytes[at] === 9 || bytes[at] === 10 || bytes[at] === 13)
    )
      at++;
    return at;
  }

  /** The place behind the value that begins at `at`, or -1 with `problem` set. */
  value(bytes: Uint8Array, at: number, end: number, depth = 0): number {
    const byte = at < end ? bytes[at] : -1;
    if (byte === 34) return this.string(bytes, at, end);
    if (byte === 123 || byte === 91) return this.#container(bytes, at, end, depth);
    if (byte === 116) return this.#word(bytes, at, end, "true");
    if (byte === 102) return this.#word(bytes, at, end, "false");
    if (byte === 110) return this.#word(bytes, at, end, "null");
    if (byte === 45 || (byte !== undefined && byte >= 48 && byte <= 57))
      return this.#number(bytes, at, end);
    return this.#fail(at >= end ? "it ends too early" : "a value is expected");
  }

  string(bytes: Uint8Array, at: number, end: number): number {
    this.hasEscape = false;
    for (let i = at + 1; i < end; i++) {
      const byte = bytes[i] ?? 0;
      if (byte === 34) return i + 1;
      if (byte < 32) return this.#fail("a control character in a string");
      if (byte !== 92) continue;
      this.hasEscape = true;
      const next = bytes[++i] ?? 0;
      if (next === 117) {
        for (let k = 1; k <= 4; k++)
          if (i + k >= end || !isHex(bytes[i + k] ?? 0)) return this.#fail("a bad \\u escape");
        i += 4;
      } else if (
        !(
          next === 34 ||
          next === 92 ||
          next === 47 ||
          next === 98 ||
          next === 102 ||
          next === 110 ||
          next === 114 ||
          next === 116
        )
      ) {
        return this.#fail("a bad escape in a string");
      }
    }
    return this.#fail("a string that does not end");
  }

  #container(bytes: Uint8Array, at: number, end: number, depth: number): number {
    if (depth >= this.#maxDepth) return this.#fail(`deeper than ${this.#maxDepth} levels`);
    const isObject = bytes[at] === 123;
    const close = isObject ? 125 : 93;
    let i = this.skip(bytes, at + 1, end);
    if (i < end && bytes[i] === close) return i + 1;
    for (;;) {
      if (isObject) {
        if (i >= end || bytes[i] !== 34) return this.#fail("a key is expected");
        i = this.string(bytes, i, end);
        if (i < 0) return i;
        i = this.skip(bytes, i, end);
        if (i >= end || bytes[i] !== 58) return this.#fail("a colon is expected");
        i = this.skip(bytes, i + 1, end);
      }
      i = this.value(bytes, i, end, depth + 1);
      if (i < 0) return i;
      i = this.skip(bytes, i, end);
      if (i < end && bytes[i] === close) return i + 1;
      if (i >= end || bytes[i] !== 44)
        return this.#fail(i >= end ? "it ends too early" : "a comma is expected");
      i = this.skip(bytes, i + 1, end);
    }
  }

  #number(bytes: Uint8Array, at: number, end: number): number {
    let i = at;
    if (bytes[i] === 45) i++;
    const first = i;
    while (i < end && isDigit(bytes[i] ?? 0)) i++;
    if (i === first || (bytes[first] === 48 && i > first + 1)) return this.#fail("a bad number");
    if (i < end && bytes[i] === 46) {
      const start = ++i;
      while (i < end && isDigit(bytes[i] ?? 0)) i++;
      if (i === start) return this.#fail("a bad number");
    }
    if (i < end && (bytes[i] === 101 || bytes[i] === 69)) {
      i++;
      if (i < end && (bytes[i] === 43 || bytes[i] === 45)) i++;
      const start = i;
      while (i < end && isDigit(bytes[i] ?? 0)) i++;
      if (i === start) return this.#fail("a bad number");
    }
    return i;
  }

  #word(bytes: Uint8Array, at: number, end: number, word: string): number {
    if (at + word.length > end) return this.#fail("it ends too early");
    for (let i = 0; i < word.length; i++)
      if (bytes[at + i] !== word.charCodeAt(i)) return this.#fail("a value is expected");
    return at + word.length;
  }

  #fail(problem: string): -1 {
    this.problem = problem;
    return -1;
  }
}

export function jsonKindOf(firstByte: number | undefined): JsonKind {
  if (firstByte === 34) return "string";
  if (firstByte === 123) return "object";
  if (firstByte === 91) return "array";
  if (firstByte === 116 || firstByte === 102) return "boolean";
  return firstByte === 110 ? "null" : "number";
}

const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57;
const isHex = (byte: number): boolean =>
  isDigit(byte) || (byte >= 65 && byte <= 70) || (byte >= 97 && byte <= 102);
