// Values in row filters, by column type: how a comparison value is read, compared with a cell's canonical text (early
// form, JavaScript) and written as SQL (late form). Both forms must give the same answer; a property test holds them together.
import { cursorPosition } from "../../connector/cursor-position.ts";
import { quoteText } from "../../connector/workbench.ts";
import type { CanonicalType } from "../../model/types.ts";
import { convertSql, duckType } from "../convert.ts";

export type Comparison =
  | "EQUAL"
  | "NOT_EQUAL"
  | "GREATER_THAN"
  | "GREATER_OR_EQUAL"
  | "LESS_THAN"
  | "LESS_OR_EQUAL";

/** A comparison value, read for one type. */
export type Compared = {
  /** Sign of cell - value; undefined when the cell's text is not of the type (the row then goes on to quarantine). */
  readonly sign: (canonical: string) => number | undefined;
  /** Boolean SQL over an expression of the column's type; may be NULL where the expression is. */
  readonly sql: (expression: string, operator: Comparison) => string;
};

/** What a type can be asked in a filter. */
export type Domain = {
  readonly ordered: boolean;
  readonly equality: boolean;
  readonly matches: boolean;
  /** Undefined: the text is not a value of this type. */
  readonly read: (text: string) => Compared | undefined;
};

export const sqlOperators: Readonly<Record<Comparison, string>> = {
  EQUAL: "=",
  NOT_EQUAL: "<>",
  GREATER_THAN: ">",
  GREATER_OR_EQUAL: ">=",
  LESS_THAN: "<",
  LESS_OR_EQUAL: "<=",
};

export function holds(sign: number, operator: Comparison): boolean {
  switch (operator) {
    case "EQUAL":
      return sign === 0;
    case "NOT_EQUAL":
      return sign !== 0;
    case "GREATER_THAN":
      return sign > 0;
    case "GREATER_OR_EQUAL":
      return sign >= 0;
    case "LESS_THAN":
      return sign < 0;
    case "LESS_OR_EQUAL":
      return sign <= 0;
  }
}

const nothing: Domain = { ordered: false, equality: false, matches: false, read: () => undefined };

export function domainOf(type: CanonicalType): Domain {
  switch (type.kind) {
    case "boolean":
      return { ordered: false, equality: true, matches: true, read: readBoolean };
    case "int16":
    case "int32":
    case "int64":
    case "uint64":
      return { ordered: true, equality: true, matches: true, read: (text) => readExact(text, 0) };
    case "decimal":
      return {
        ordered: true,
        equality: true,
        matches: false,
        read: (text) => readExact(text, type.scale),
      };
    case "number":
      return { ordered: true, equality: true, matches: false, read: readNumber };
    case "float32":
    case "float64":
      return {
        ordered: true,
        equality: true,
        matches: false,
        read: (text) => readFloat(text, type.kind === "float32" ? "float32" : "float64"),
      };
    case "text":
      return { ordered: true, equality: true, matches: true, read: readText };
    case "json":
      return { ordered: false, equality: true, matches: true, read: readText };
    case "uuid":
      return { ordered: true, equality: true, matches: true, read: readUuid };
    case "binary":
      return { ordered: false, equality: true, matches: false, read: readBinary };
    case "date":
    case "timestamp":
    case "timestamptz": {
      const kind = type.kind;
      return {
        ordered: true,
        equality: true,
        matches: false,
        read: (text) => readInstant(text, kind),
      };
    }
    case "time":
      return { ordered: true, equality: true, matches: false, read: readTime };
    case "timetz":
    case "interval":
    case "list":
      return nothing;
  }
}

const compareStrings = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** By bytes of UTF-8, as DuckDB does; JavaScript's own order differs above U+FFFF. */
export function compareText(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a, "utf8"), Buffer.from(b, "utf8"));
}

function readText(text: string): Compared {
  return {
    sign: (cell) => compareText(cell, text),
    sql: (expression, operator) =>
      `${expression}::varchar ${sqlOperators[operator]} ${quoteText(text)}`,
  };
}

const truths: Readonly<Record<string, boolean>> = {
  true: true,
  t: true,
  "1": true,
  false: false,
  f: false,
  "0": false,
};

function readBoolean(text: string): Compared | undefined {
  const wanted = truths[text.trim().toLowerCase()];
  if (wanted === undefined) return undefined;
  return {
    sign: (cell) => {
      const value = truths[cell.trim().toLowerCase()];
      return value === undefined ? undefined : Number(value) - Number(wanted);
    },
    sql: (expression, operator) => `${expression} ${sqlOperators[operator]} ${wanted}`,
  };
}

const decimalForm = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

/** A text that sorts as the number does; undefined for what is not a finite number. */
function numberOrder(text: string): string | undefined {
  const trimmed = text.trim();
  return decimalForm.test(trimmed) ? orderOf({ kind: "number" }, trimmed) : undefined;
}

function orderOf(type: CanonicalType, text: string): string | undefined {
  const position = cursorPosition(type, text);
  const order = position.slice(0, position.indexOf("|"));
  return order.startsWith("s") ? undefined : order;
}

function numberSign(wanted: string): (cell: string) => number | undefined {
  return (cell) => {
    const order = numberOrder(cell);
    return order === undefined ? undefined : compareStrings(order, wanted);
  };
}

/** Whole digits and scale of a decimal text: 12.50 → 1250, 2. */
function scaled(text: string): { readonly digits: bigint; readonly scale: number } {
  const [mantissa = "", exponent = "0"] = text.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const bare = `${whole}${fraction}`.replace("+", "");
  const digits = BigInt(bare.replace("-", "") || "0") * (bare.startsWith("-") ? -1n : 1n);
  const scale = fraction.length - Number(exponent);
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale };
}

/**
 * Integers and decimals: the value is brought to the column's scale before the run, so that the comparison needs no
 * wider type: `> 5.5` over integers is `> 5`, `= 5.5` is never true.
 */
function readExact(text: string, scale: number): Compared | undefined {
  const wanted = numberOrder(text);
  if (wanted === undefined) return undefined;
  const value = scaled(text.trim());
  const up = value.scale <= scale;
  const factor = 10n ** BigInt(Math.abs(scale - value.scale));
  const product = up ? value.digits * factor : value.digits;
  const rest = up ? 0n : ((product % factor) + factor) % factor;
  const floor = up ? product : (product - rest) / factor;
  return {
    sign: numberSign(wanted),
    sql: (expression, operator) => {
      const isAbove = operator === "GREATER_THAN" || operator === "GREATER_OR_EQUAL";
      const always = (truth: boolean) => `(${expression} is not null and ${truth})`;
      if (rest !== 0n && operator === "EQUAL") return always(false);
      if (rest !== 0n && operator === "NOT_EQUAL") return always(true);
      if (floor > largest || floor < -largest)
        return always(operator === "NOT_EQUAL" || (operator !== "EQUAL" && isAbove === floor < 0n));
      const to = rest === 0n ? operator : isAbove ? "GREATER_THAN" : "LESS_OR_EQUAL";
      const isSmall = scale === 0 && floor < 2n ** 63n && floor >= -(2n ** 63n) + 1n;
      return `${expression} ${sqlOperators[to]} ${isSmall ? floor : `${quoteText(toDecimalText(floor, scale))}::decimal(38,${scale})`}`;
    },
  };
}

const largest = 10n ** 38n - 1n;

function toDecimalText(digits: bigint, scale: number): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, "0");
  const sign = digits < 0n ? "-" : "";
  return scale === 0 ? sign + text : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

/**
 * `number` is text in the load (any size), so SQL compares digits: sign, count of whole digits, whole digits, fraction
 * without trailing zeros. Texts with an exponent are compared as float64.
 */
function readNumber(text: string): Compared | undefined {
  const trimmed = text.trim();
  const wanted = numberOrder(trimmed);
  if (wanted === undefined) return undefined;
  const asFloat = Number(trimmed);
  const { digits, scale } = scaled(trimmed);
  const plain = toDecimalText(digits, scale);
  const plainSign = numberSign(numberOrder(plain) ?? wanted);
  return {
    sign: (cell) =>
      /[eE]/.test(cell) && decimalForm.test(cell.trim())
        ? Math.sign(Number(cell) - asFloat)
        : plainSign(cell),
    sql: (expression, operator) => {
      const cell = `${expression}::varchar`;
      const symbol = sqlOperators[operator];
      return (
        `case when contains(lower(${cell}), 'e') then ${cell}::double ${symbol} ${quoteText(String(asFloat))}::double ` +
        `else ${signedKey(cell)} ${symbol} ${signedKey(quoteText(plain))} end`
      );
    },
  };
}

/** A list that DuckDB orders as the number: a negative number's digits are complemented and padded by a high mark. */
function signedKey(text: string): string {
  const bare = `ltrim(trim(${text}), '+-')`;
  const whole = `ltrim(split_part(${bare}, '.', 1), '0')`;
  const fraction = `rtrim(split_part(${bare}, '.', 2), '0')`;
  const size = `lpad(length(${whole})::varchar, 6, '0')`;
  const isZero = `(${whole} = '' and ${fraction} = '')`;
  const positive = `'p' || ${size} || ${whole} || '.' || ${fraction}`;
  const negative = `'n' || translate(${size} || ${whole} || '.' || ${fraction}, '0123456789', '9876543210') || '~'`;
  return `case when ${isZero} then 'o' when starts_with(trim(${text}), '-') then ${negative} else ${positive} end`;
}

function readFloat(text: string, kind: "float32" | "float64"): Compared | undefined {
  const wanted = toFloat(text, kind);
  if (wanted === undefined) return undefined;
  const shown = Number.isNaN(wanted) ? "nan" : String(wanted);
  return {
    // NaN equals itself and is above everything, as in Postgres and DuckDB.
    sign: (cell) => {
      const value = toFloat(cell, kind);
      if (value === undefined) return undefined;
      if (Number.isNaN(value) || Number.isNaN(wanted))
        return Number(Number.isNaN(value)) - Number(Number.isNaN(wanted));
      return value < wanted ? -1 : value > wanted ? 1 : 0;
    },
    sql: (expression, operator) =>
      `${expression} ${sqlOperators[operator]} ${quoteText(shown)}::double${kind === "float32" ? "::float" : ""}`,
  };
}

function toFloat(text: string, kind: "float32" | "float64"): number | undefined {
  const word = text.trim().toLowerCase();
  const named = /^([+-]?)(nan|inf|infinity)$/.exec(word);
  if (named) return named[2] === "nan" ? Number.NaN : named[1] === "-" ? -Infinity : Infinity;
  if (!decimalForm.test(word)) return undefined;
  return kind === "float32" ? Math.fround(Number(word)) : Number(word);
}

const uuidForm =
  /^\{?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})\}?$/i;

function toUuid(text: string): string | undefined {
  const parts = uuidForm.exec(text.trim());
  return parts ? parts.slice(1).join("-").toLowerCase() : undefined;
}

function readUuid(text: string): Compared | undefined {
  const wanted = toUuid(text);
  if (wanted === undefined) return undefined;
  return {
    sign: (cell) => {
      const value = toUuid(cell);
      return value === undefined ? undefined : compareStrings(value, wanted);
    },
    sql: (expression, operator) =>
      `${expression} ${sqlOperators[operator]} ${quoteText(wanted)}::uuid`,
  };
}

const toHex = (text: string): string | undefined =>
  /^(?:\\x)?((?:[0-9a-f]{2})*)$/i.exec(text.trim())?.[1]?.toLowerCase();

function readBinary(text: string): Compared | undefined {
  const wanted = toHex(text);
  if (wanted === undefined) return undefined;
  return {
    sign: (cell) => {
      const value = toHex(cell);
      return value === undefined ? undefined : compareStrings(value, wanted);
    },
    sql: (expression, operator) =>
      `${expression} ${sqlOperators[operator]} unhex(${quoteText(wanted)})`,
  };
}

const instantForms = {
  date: /^(?:-?infinity|\d{4,6}-\d\d-\d\d(?: BC)?)$/i,
  timestamp:
    /^(?:-?infinity|\d{4,6}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)?(?: BC)?)$/i,
  timestamptz:
    /^(?:-?infinity|\d{4,6}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?(?: BC)?)$/i,
} as const;

function readInstant(
  text: string,
  kind: "date" | "timestamp" | "timestamptz",
): Compared | undefined {
  const type: CanonicalType = { kind };
  let literal = text.trim();
  if (!instantForms[kind].test(literal) || Number(literal.split("-")[0]) > 200_000)
    return undefined;
  // A comparison value without a zone is UTC.
  if (kind === "timestamptz" && /^\d{4,6}-\d\d-\d\d(?:[ T][\d:.]+)?(?: BC)?$/i.test(literal)) {
    literal = literal
      .replace(/^(\S+)$/, "$1 00:00:00")
      .replace(/^(\d+-\d\d-\d\d)( BC)$/i, "$1 00:00:00$2")
      .replace(/( BC)?$/i, "+00$1");
  }
  const wanted = orderOf(type, literal);
  if (wanted === undefined) return undefined;
  const constant = `(${convertSql(quoteText(literal), type).value})::${duckType(type)}`;
  return {
    sign: (cell) => {
      const order = orderOf(type, cell);
      return order === undefined ? undefined : compareStrings(order, wanted);
    },
    sql: (expression, operator) => `${expression} ${sqlOperators[operator]} ${constant}`,
  };
}

function toTime(text: string): number | undefined {
  const parts = /^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?$/.exec(text.trim());
  if (!parts) return undefined;
  const seconds = Number(parts[1]) * 3600 + Number(parts[2]) * 60 + Number(parts[3] ?? 0);
  return seconds > 86_400
    ? undefined
    : seconds * 1_000_000 + Number((parts[4] ?? "").padEnd(6, "0"));
}

function readTime(text: string): Compared | undefined {
  const wanted = toTime(text);
  if (wanted === undefined) return undefined;
  return {
    sign: (cell) => {
      const value = toTime(cell);
      return value === undefined ? undefined : Math.sign(value - wanted);
    },
    sql: (expression, operator) =>
      `${expression} ${sqlOperators[operator]} ${quoteText(text.trim())}::time`,
  };
}
