// The fix of a replay: `set: {column: text or null}` for the rows for which `where` holds, a small condition over the
// original texts (`amount = 'N/A' and status <> 'paid'`). Parsed here and written as SQL, so that nothing of it is run as it stands.
import { RevosError } from "../../kernel/error.ts";
import { quoteText } from "../../connector/workbench.ts";

export type Fix = {
  readonly set: Readonly<Record<string, string | null>>;
  readonly where?: string | undefined;
};

export type CompiledFix = {
  /** Boolean SQL, never NULL: the rows that the fix changes. */
  readonly where: string;
  readonly set: ReadonlyMap<string, string | null>;
};

/**
 * `column` gives the SQL of the original text of a column, undefined for one that the rows do not have.
 * Throws usage.bad_value for what cannot be read or names no column.
 */
export function compileFix(fix: Fix, column: (name: string) => string | undefined): CompiledFix {
  const set = new Map(Object.entries(fix.set));
  if (set.size === 0) throw refuse("sets nothing", "set: { amount: null }");
  for (const name of set.keys()) {
    if (column(name) === undefined) throw refuse(`sets ${name}, which the rows do not have`);
  }
  const text = fix.where?.trim() ?? "";
  return { set, where: text === "" ? "true" : new Parser(readTokens(text), column).whole() };
}

const refuse = (
  problem: string,
  advice = "where: amount = 'N/A' and (status is null or status in ('new', 'open'))",
): RevosError => new RevosError("usage.bad_value", `The fix ${problem}.`, { advice });

type Token = { readonly kind: "name" | "word" | "text" | "number" | "sign"; readonly text: string };

const tokenForm =
  /\s*(?:"((?:[^"]|"")+)"|'((?:[^']|'')*)'|([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![\p{L}_\d.]))|([\p{L}_][\p{L}\p{N}_$]*)|(<=|>=|<>|!=|[=<>(),]))/uy;

function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  tokenForm.lastIndex = 0;
  while (tokenForm.lastIndex < text.length) {
    const match = tokenForm.exec(text);
    if (!match) throw refuse("has a where that cannot be read");
    const [, name, string, number, word, sign] = match;
    if (name !== undefined) tokens.push({ kind: "name", text: name.replaceAll('""', '"') });
    else if (string !== undefined)
      tokens.push({ kind: "text", text: string.replaceAll("''", "'") });
    else if (number !== undefined) tokens.push({ kind: "number", text: number });
    else if (word !== undefined) tokens.push({ kind: "word", text: word });
    else tokens.push({ kind: "sign", text: sign === "!=" ? "<>" : (sign ?? "") });
  }
  return tokens;
}

const keywords = new Set(["and", "or", "not", "is", "in", "null", "true", "false", "like"]);
const comparisons = new Set(["=", "<>", "<", "<=", ">", ">="]);
/** Deeper conditions are not written by hand; without a bound they would overflow the stack. */
const deepest = 100;

class Parser {
  readonly #tokens: readonly Token[];
  readonly #column: (name: string) => string | undefined;
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], column: (name: string) => string | undefined) {
    this.#tokens = tokens;
    this.#column = column;
  }

  whole(): string {
    const sql = this.#either();
    if (this.#at < this.#tokens.length) throw refuse("has a where that goes on after its end");
    return sql;
  }

  #either(): string {
    const parts = [this.#both()];
    while (this.#takeWord("or")) parts.push(this.#both());
    return parts.length === 1 ? (parts[0] ?? "") : `(${parts.join(" or ")})`;
  }

  #both(): string {
    const parts = [this.#negated()];
    while (this.#takeWord("and")) parts.push(this.#negated());
    return parts.length === 1 ? (parts[0] ?? "") : `(${parts.join(" and ")})`;
  }

  #negated(): string {
    if (++this.#depth > deepest) throw refuse("has a where that is nested too deep");
    try {
      if (this.#takeWord("not")) return `(not ${this.#negated()})`;
      if (this.#takeSign("(")) {
        const inner = this.#either();
        if (!this.#takeSign(")")) throw refuse("has a where with a bracket that is not closed");
        return inner;
      }
      return this.#comparison();
    } finally {
      this.#depth--;
    }
  }

  #comparison(): string {
    const column = this.#columnSql();
    if (this.#takeWord("is")) {
      const not = this.#takeWord("not") ? "not " : "";
      if (!this.#takeWord("null"))
        throw refuse("has a where in which `is` is not followed by null");
      return `(${column} is ${not}null)`;
    }
    const not = this.#takeWord("not");
    const wrap = (sql: string) =>
      not ? `(not coalesce(${sql}, false))` : `coalesce(${sql}, false)`;
    if (this.#takeWord("in"))
      return wrap(
        `(${this.#list()
          .map((value) => compare(column, "=", value))
          .join(" or ")})`,
      );
    if (this.#takeWord("like")) {
      const value = this.#value();
      if (value.kind !== "text")
        throw refuse("has a where in which `like` is not followed by a text");
      return wrap(`${column} like ${quoteText(value.text)}`);
    }
    const sign = this.#tokens[this.#at++];
    if (not || sign?.kind !== "sign" || !comparisons.has(sign.text))
      throw refuse("has a where without a comparison behind a column");
    return wrap(compare(column, sign.text, this.#value()));
  }

  #columnSql(): string {
    const token = this.#tokens[this.#at++];
    if (
      !token ||
      (token.kind !== "name" && token.kind !== "word") ||
      (token.kind === "word" && keywords.has(token.text.toLowerCase()))
    ) {
      throw refuse("has a where in which a column is missing");
    }
    const sql = this.#column(token.text);
    if (sql === undefined) throw refuse(`asks for ${token.text}, which the rows do not have`);
    return sql;
  }

  #list(): Token[] {
    if (!this.#takeSign("(")) throw refuse("has a where in which `in` is not followed by a list");
    const values = [this.#value()];
    while (this.#takeSign(",")) values.push(this.#value());
    if (!this.#takeSign(")")) throw refuse("has a where with a list that is not closed");
    return values;
  }

  #value(): Token {
    const token = this.#tokens[this.#at++];
    if (token?.kind === "text" || token?.kind === "number") return token;
    const word = token?.kind === "word" ? token.text.toLowerCase() : "";
    if (word === "true" || word === "false") return { kind: "text", text: word };
    if (word === "null")
      throw refuse("compares with null, which nothing equals", "where: amount is null");
    throw refuse("has a where in which a value is missing (a text stands in single quotes)");
  }

  #takeWord(word: string): boolean {
    const token = this.#tokens[this.#at];
    if (token?.kind !== "word" || token.text.toLowerCase() !== word) return false;
    this.#at++;
    return true;
  }

  #takeSign(sign: string): boolean {
    const token = this.#tokens[this.#at];
    if (token?.kind !== "sign" || token.text !== sign) return false;
    this.#at++;
    return true;
  }
}

/** Against a number a text is read as a number (and is no match where it is none); against a text it is a text. */
function compare(column: string, sign: string, value: Token): string {
  if (value.kind === "number")
    return `try_cast(${column} as double) ${sign} ${quoteText(value.text)}::double`;
  return `${column} ${sign} ${quoteText(value.text)}`;
}
