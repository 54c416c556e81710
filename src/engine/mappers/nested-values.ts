// Values below a json column in row filters: a JSON string is compared as text, a number as a number, true and false as
// themselves; objects and arrays compare with nothing. As in values.ts, JavaScript and SQL must agree.
import { quoteText } from "../../connector/workbench.ts";
import type { FieldPath } from "../../model/discovery.ts";
import { sqlOperators, type Compared, type Comparison } from "./compared.ts";
import { compareText, domainOf } from "./values.ts";

export type NestedCompared = {
  readonly text: string;
  readonly boolean: Compared | undefined;
  readonly whole: Compared | undefined;
  readonly float: Compared | undefined;
};

export function readNested(text: string): NestedCompared {
  const word = text.trim();
  return {
    text,
    boolean:
      word === "true" || word === "false" ? domainOf({ kind: "boolean" }).read(word) : undefined,
    whole: domainOf({ kind: "int64" }).read(word),
    float: /\d/.test(word) ? domainOf({ kind: "float64" }).read(word) : undefined,
  };
}

/** RFC 6901, which names any member; DuckDB reads it as well. */
export function toPointer(path: FieldPath): string {
  return path.map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/**
 * The JSON token at `path`: null where it is absent or null, undefined where the text is not JSON. Of a member that
 * stands twice the first counts, as in DuckDB; a number enters an array.
 */
export function nestedToken(text: string, path: FieldPath): string | null | undefined {
  let token: string | null = text.trim();
  try {
    JSON.parse(token);
  } catch {
    return undefined;
  }
  for (const name of path) {
    token = token === null ? null : childToken(token, name);
  }
  return token === "null" ? null : token;
}

function childToken(token: string, name: string): string | null {
  if (token.startsWith("{")) {
    for (const [key, value] of childTokens(token)) if (key === name) return value;
    return null;
  }
  if (!token.startsWith("[") || !/^(?:0|[1-9]\d*)$/.test(name)) return null;
  return childTokens(token)[Number(name)]?.[1] ?? null;
}

/** Members of an object, or elements of an array, of valid JSON. */
function childTokens(token: string): readonly (readonly [string, string])[] {
  const out: [string, string][] = [];
  const isObject = token.startsWith("{");
  let at = 1;
  const end = token.length - 1;
  const item = (): string => {
    const start = at;
    let depth = 0;
    for (; at < end; at++) {
      const char = token[at];
      if (char === '"') while (token[++at] !== '"') if (token[at] === "\\") at++;
      if (char === "{" || char === "[") depth++;
      if (char === "}" || char === "]") depth--;
      if (depth === 0 && (char === "," || (char === ":" && isObject))) break;
    }
    return token.slice(start, at++).trim();
  };
  if (token.slice(at, end).trim() === "") return out;
  while (at < end) {
    const key = isObject ? (JSON.parse(item()) as string) : "";
    out.push([key, item()]);
  }
  return out;
}

const wholeForm = /^-?\d+$/;
const isSmallWhole = (token: string): boolean => {
  if (!wholeForm.test(token)) return false;
  const value = BigInt(token);
  return value >= -(2n ** 63n) && value < 2n ** 64n;
};

/** Null: the two cannot be compared, and the leaf is false. */
export function nestedSign(token: string, value: NestedCompared): number | null {
  if (token.startsWith('"')) return compareText(JSON.parse(token) as string, value.text);
  if (token === "true" || token === "false") return value.boolean?.sign(token) ?? null;
  if (token.startsWith("{") || token.startsWith("[")) return null;
  return (isSmallWhole(token) ? value.whole : value.float)?.sign(token) ?? null;
}

export function nestedSql(
  column: string,
  pointer: string,
  value: NestedCompared,
  operator: Comparison,
): string {
  const text = `json_extract_string(${column}, ${pointer})`;
  const isBoolean = value.boolean ? value.boolean.sql(`(${text} = 'true')`, operator) : "false";
  const isWhole = value.whole ? value.whole.sql(`${text}::hugeint`, operator) : "false";
  const isFloat = value.float ? value.float.sql(`${text}::double`, operator) : "false";
  const isText = `${text} ${sqlOperators[operator]} ${quoteText(value.text)}`;
  return (
    `(case json_type(${column}, ${pointer}) when 'VARCHAR' then ${isText} when 'BOOLEAN' then ${isBoolean} ` +
    `when 'BIGINT' then ${isWhole} when 'UBIGINT' then ${isWhole} when 'DOUBLE' then ${isFloat} else false end)`
  );
}
