// Numbers in row filters: compared exactly as numbers, floats as floats.
import { quoteText } from "../../connector/workbench.ts";
import { compareStrings, orderOf, sqlOperators, type Compared } from "./compared.ts";

const decimalForm = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

/** A text that sorts as the number does; undefined for what is not a finite number. */
function numberOrder(text: string): string | undefined {
  const trimmed = text.trim();
  return decimalForm.test(trimmed) ? orderOf({ kind: "number" }, trimmed) : undefined;
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
export function readExact(text: string, scale: number): Compared | undefined {
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
export function readNumber(text: string): Compared | undefined {
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
        ? compareNumbers(Number(cell), asFloat)
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

export function readFloat(text: string, kind: "float32" | "float64"): Compared | undefined {
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
      return compareNumbers(value, wanted);
    },
    sql: (expression, operator) =>
      `${expression} ${sqlOperators[operator]} ${quoteText(shown)}::double${kind === "float32" ? "::float" : ""}`,
  };
}

const compareNumbers = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);

function toFloat(text: string, kind: "float32" | "float64"): number | undefined {
  const word = text.trim().toLowerCase();
  const named = /^([+-]?)(nan|inf|infinity)$/.exec(word);
  if (named) return named[2] === "nan" ? Number.NaN : named[1] === "-" ? -Infinity : Infinity;
  if (!decimalForm.test(word)) return undefined;
  return kind === "float32" ? Math.fround(Number(word)) : Number(word);
}
