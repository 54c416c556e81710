// The regular expressions of MATCHES: the part of RE2 that JavaScript can say as well. A pattern is read once and written
// in both dialects, so the early and the late form of a filter find the same; what would differ is refused before the run.
import { RevosError } from "../../kernel/error.ts";

export type Pattern = {
  /** For DuckDB's regexp_matches (RE2). */
  readonly re2: string;
  /** For JavaScript. Finds the pattern anywhere in the text, as RE2 does. */
  readonly js: RegExp;
};

/** Caught in `parsePattern`: the message is the reason alone. */
const refusal = (reason: string): RevosError => new RevosError("config.mapper_invalid", reason);

const spaces = String.raw`\t\n\f\r `;
/** Written out, because the two dialects differ in Unicode: RE2's classes are ASCII. */
const classes: Readonly<Record<string, string>> = { d: "0-9", w: "0-9A-Za-z_", s: spaces };
const controls = "tnrfv";
const punctuation = /[!-/:-@[-`{-~]/;
/** RE2 refuses larger repetitions, nested ones multiplied. */
const mostRepeats = 1000;

/** The pattern, or the reason why it is refused. */
export function parsePattern(text: string): Pattern | { readonly refused: string } {
  const ignoreCase = text.startsWith("(?i)");
  const reader = new Reader(ignoreCase ? text.slice(4) : text, ignoreCase);
  try {
    const { out } = reader.alternatives(false);
    const js = new RegExp(out, "u");
    return { re2: out, js };
  } catch (error) {
    if (error instanceof RevosError) return { refused: error.message };
    if (error instanceof SyntaxError) return { refused: "it is not a regular expression" };
    throw error;
  }
}

type Part = {
  readonly out: string;
  /** How often the deepest repetition multiplies. */ readonly repeats: number;
};

class Reader {
  #at = 0;
  readonly #chars: readonly string[];
  readonly #ignoreCase: boolean;

  constructor(text: string, ignoreCase: boolean) {
    this.#chars = [...text];
    this.#ignoreCase = ignoreCase;
  }

  alternatives(inGroup: boolean): Part {
    let out = "";
    let repeats = 1;
    for (;;) {
      const char = this.#chars[this.#at];
      if (char === undefined) {
        if (inGroup) throw refusal("a bracket is not closed");
        return { out, repeats };
      }
      if (char === ")") {
        if (!inGroup) throw refusal("a bracket is closed that was not opened");
        return { out, repeats };
      }
      if (char === "|") {
        this.#at++;
        out += "|";
        continue;
      }
      const part = this.#repeated(this.#atom(char), char === "^" || char === "$");
      out += part.out;
      repeats = Math.max(repeats, part.repeats);
    }
  }

  #atom(char: string): Part {
    this.#at++;
    switch (char) {
      case "(":
        return this.#group();
      case "[":
        return { out: this.#set(), repeats: 1 };
      case ".":
        return { out: "[^\\n]", repeats: 1 };
      case "^":
      case "$":
        return { out: char, repeats: 1 };
      case "\\":
        return { out: this.#escape(), repeats: 1 };
      case "*":
      case "+":
      case "?":
      case "{":
      case "}":
      case "]":
        throw refusal(
          `${char} stands where there is nothing to repeat or close (write \\${char} for the character)`,
        );
      default:
        return { out: this.#literal(char), repeats: 1 };
    }
  }

  #group(): Part {
    let open = "(?:";
    if (this.#chars[this.#at] === "?") {
      if (this.#chars[this.#at + 1] !== ":")
        throw refusal("only (...) and (?:...) groups are known; (?i) may stand at the start");
      this.#at += 2;
    } else open = "(";
    const inside = this.alternatives(true);
    this.#at++;
    return { out: `${open}${inside.out})`, repeats: inside.repeats };
  }

  #repeated(part: Part, isAnchor: boolean): Part {
    const rest = this.#chars.slice(this.#at, this.#at + 12).join("");
    const match = /^(?:[*+?]|\{(\d{1,4})(?:(,)(\d{0,4}))?\})/.exec(rest);
    if (!match) return part;
    if (isAnchor || part.out === "\\b" || part.out === "\\B")
      throw refusal("an anchor cannot be repeated");
    const most = Math.max(Number(match[1] ?? 1), Number(match[3] || 0), 1);
    const repeats = part.repeats * most;
    if (repeats > mostRepeats) throw refusal(`it repeats more than ${mostRepeats} times`);
    if (match[3] && Number(match[3]) < Number(match[1]))
      throw refusal("a repetition ends below its start");
    this.#at += match[0].length;
    let out = part.out + match[0];
    if (this.#chars[this.#at] === "?") {
      out += "?";
      this.#at++;
    }
    if (/^[*+?{]/.test(this.#chars[this.#at] ?? ""))
      throw refusal("a repetition is repeated (possessive forms are not known)");
    return { out, repeats };
  }

  #escape(): string {
    const char = this.#chars[this.#at++] ?? "";
    const named = classes[char.toLowerCase()];
    if (named !== undefined) return char === char.toLowerCase() ? `[${named}]` : `[^${named}]`;
    if (char === "b" || char === "B") return `\\${char}`;
    if (controls.includes(char) && char !== "") return `\\${char}`;
    if (punctuation.test(char)) return escapeChar(char);
    throw refusal(
      `\\${char} is not known (back references, \\p and the like differ between engines)`,
    );
  }

  #set(): string {
    let out = "[";
    if (this.#chars[this.#at] === "^") {
      out += "^";
      this.#at++;
    }
    const start = this.#at;
    for (;;) {
      const char = this.#chars[this.#at];
      if (char === undefined) throw refusal("a set [ ] is not closed");
      if (char === "]") {
        if (this.#at === start) throw refusal("a set [ ] is empty");
        this.#at++;
        return `${out}]`;
      }
      out += this.#setItem();
    }
  }

  #setItem(): string {
    const low = this.#setChar();
    if (low.length > 1 || this.#chars[this.#at] !== "-" || this.#chars[this.#at + 1] === "]")
      return low.length > 1 ? low.slice(1) : this.#setText(low, low);
    this.#at++;
    const high = this.#setChar();
    if (high.length > 1 || (high.codePointAt(0) ?? 0) < (low.codePointAt(0) ?? 0))
      throw refusal("a range in a set is not a range");
    return this.#setText(low, high);
  }

  /** One character, or `=` and the written form of a class. */
  #setChar(): string {
    const char = this.#chars[this.#at++] ?? "";
    if (char === "[" || char === "") throw refusal("[ in a set must be written \\[");
    if (char !== "\\") return char;
    const escaped = this.#chars[this.#at++] ?? "";
    if (classes[escaped] !== undefined) return `=${classes[escaped]}`;
    const control = { t: "\t", n: "\n", r: "\r", f: "\f", v: "\v" }[escaped];
    if (control !== undefined) return control;
    if (punctuation.test(escaped)) return escaped;
    throw refusal(`\\${escaped} is not known in a set`);
  }

  #setText(low: string, high: string): string {
    const range = (a: string, b: string) =>
      a === b ? escapeChar(a) : `${escapeChar(a)}-${escapeChar(b)}`;
    let out = range(low, high);
    if (!this.#ignoreCase) return out;
    if (high > "\x7f") throw refusal("(?i) goes with ASCII letters only");
    for (const [from, to, shift] of [
      ["a", "z", -32],
      ["A", "Z", 32],
    ] as const) {
      const first = low > from ? low : from;
      const last = high < to ? high : to;
      if (first <= last) out += range(shifted(first, shift), shifted(last, shift));
    }
    return out;
  }

  #literal(char: string): string {
    if (!this.#ignoreCase) return escapeChar(char);
    if (char > "\x7f" && char.toLowerCase() !== char.toUpperCase())
      throw refusal("(?i) goes with ASCII letters only");
    return /[A-Za-z]/.test(char)
      ? `[${char.toUpperCase()}${char.toLowerCase()}]`
      : escapeChar(char);
  }
}

const shifted = (char: string, by: number): string => String.fromCharCode(char.charCodeAt(0) + by);

/** A character as both dialects read it, in a set or outside of one. */
function escapeChar(char: string): string {
  if (/[\\^$.*+?()[\]{}|/-]/.test(char))
    return char === "-" || char === "/" ? `\\x${char.charCodeAt(0).toString(16)}` : `\\${char}`;
  const code = char.codePointAt(0) ?? 0;
  return code < 32 || code === 127 ? `\\x${code.toString(16).padStart(2, "0")}` : char;
}
