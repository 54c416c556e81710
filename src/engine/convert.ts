// Canonical text to canonical type, in DuckDB's SQL, exactly: a text that the type cannot hold to the last digit is
// bad, never rounded, cut or NULL (design.md §1, promise 5). The load, replay and mappers all convert through here.
import { formatType, type CanonicalType } from "../model/types.ts";
import { unreachable } from "../kernel/assert.ts";
import { intervalSql, timeSql } from "./convert-times.ts";
import { plainDecimalSql } from "./decimal-sql.ts";

export type Conversion = {
  /** SQL of the value; NULL when the text is NULL or bad. */
  readonly value: string;
  /** SQL boolean, never NULL: the text is present, but not this type exactly. */
  readonly isBad: string;
  /** The reason as quarantine shows it. */
  readonly rule: string;
};

/** What the canonical type is called in DuckDB. `number` is text until the load has seen its scale. */
export function duckType(type: CanonicalType): string {
  switch (type.kind) {
    case "boolean":
      return "boolean";
    case "int16":
      return "smallint";
    case "int32":
      return "integer";
    case "int64":
      return "bigint";
    case "uint64":
      return "ubigint";
    case "float32":
      return "float";
    case "float64":
      return "double";
    case "decimal":
      return `decimal(${type.precision},${type.scale})`;
    case "number":
      return "varchar";
    case "text":
      return "varchar";
    case "binary":
      return "blob";
    case "uuid":
      return "uuid";
    case "json":
      return "json";
    case "date":
      return "date";
    case "time":
      return "time";
    case "timetz":
      return "timetz";
    case "timestamp":
      return "timestamp";
    case "timestamptz":
      return "timestamptz";
    case "interval":
      return "interval";
    case "list":
      return `${duckType(type.of)}[]`;
  }
}

const anyNumber = String.raw`\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,4})?\s*`;

const mantissa = (text: string): string =>
  String.raw`regexp_extract(${text}, '^\s*[+-]?([0-9.]+)', 1)`;
const digits = (text: string): string => `replace(${mantissa(text)}, '.', '')`;
const fractionLength = (text: string): string => `length(split_part(${mantissa(text)}, '.', 2))`;
const exponent = (text: string): string =>
  String.raw`coalesce(try_cast(nullif(regexp_extract(${text}, '[eE]([+-]?\d+)', 1), '') as integer), 0)`;

/** Digits behind the point that are not trailing zeros, exponent counted in; 0 or less when there are none. */
export function scaleSql(text: string): string {
  const zeros = `length(${digits(text)}) - length(rtrim(${digits(text)}, '0'))`;
  return `case when rtrim(${digits(text)}, '0') = '' then 0 else ${fractionLength(text)} - (${zeros}) - (${exponent(text)}) end`;
}

/** Digits before the point that are not leading zeros, exponent counted in; 0 or less when there are none. */
export function wholeDigitsSql(text: string): string {
  const significant = `ltrim(${digits(text)}, '0')`;
  return `case when ${significant} = '' then 0 else length(${significant}) - ${fractionLength(text)} + ${exponent(text)} end`;
}

function decimalSql(text: string, precision: number, scale: number): string {
  // The plain form needs no arithmetic on digits: nearly every text takes this branch.
  const plain = String.raw`\s*[+-]?\d+(\.\d{0,${scale}}0*)?\s*`;
  const value = `try_cast(${text} as decimal(${precision},${scale}))`;
  return (
    `case when regexp_full_match(${text}, '${plain}') then ${plainDecimalSql(text, precision, scale)} ` +
    `when ${isExact(text, precision, scale)} then ${value} end`
  );
}

/** DuckDB's cast of `1.5e15` to decimal(18,4) gives 19 digits instead of an error, so exponents are measured first. */
function isExact(text: string, precision: number, scale: number): string {
  return `regexp_full_match(${text}, '${anyNumber}') and ${scaleSql(text)} <= ${scale} and ${wholeDigitsSql(text)} <= ${precision - scale}`;
}

function integerSql(text: string, duck: string): string {
  return (
    String.raw`case when regexp_full_match(${text}, '\s*[+-]?\d+\s*') then try_cast(${text} as ${duck}) ` +
    `when ${isExact(text, 38, 0)} then try_cast(try_cast(${text} as decimal(38,0)) as ${duck}) end`
  );
}

function floatSql(text: string, duck: string): string {
  const value = `try_cast(${text} as ${duck})`;
  const named = String.raw`\s*[+-]?(?i:nan|inf|infinity)\s*`;
  // Over- and underflow would turn a number into infinity or zero.
  return (
    `case when regexp_full_match(${text}, '${named}') then ${value} ` +
    `when regexp_full_match(${text}, '${anyNumber}') and not isinf(${value}) ` +
    String.raw`and (${value} <> 0 or not regexp_matches(${text}, '^\s*[+-]?[0.]*[1-9]')) then ${value} end`
  );
}

/** DuckDB's reader also takes NaN, Infinity and a comma before a closing bracket, which are not JSON. */
function isJsonSql(text: string): string {
  const bare = String.raw`regexp_replace(${text}, '"(\\.|[^"\\])*"', '""', 'g')`;
  const suspect = String.raw`(${text} ilike '%nan%' or ${text} ilike '%inf%' or regexp_matches(${text}, ',\s*[\]}]'))`;
  // A case, because `and` would run the replacement over every document.
  return String.raw`(json_valid(${text}) and case when ${suspect} then not regexp_matches(${bare}, '(?i)nan|inf|,\s*[\]}]') else true end)`;
}

/** Elements that are JSON strings carry canonical text; bare whole numbers and booleans are the same either way. */
function listSql(text: string, of: CanonicalType, depth: number): string {
  const element = `e${depth}`;
  const shown = `case json_type(${element}) when 'NULL' then null else json_extract_string(${element}, '$') end`;
  const inner = convertAt(shown, of, depth + 1);
  const json = `case when json_valid(${text}) then ${text} end`;
  const texts = `json_extract(${json}, '$[*]')`;
  const known = "'VARCHAR', 'NULL', 'BIGINT', 'UBIGINT', 'BOOLEAN'";
  const isFit = `json_type(${element}) in (${known}) and not ${inner.isBad}`;
  const fits = `coalesce(list_bool_and(list_transform(${texts}, lambda ${element}: ${isFit})), true)`;
  return (
    `case when json_type(${json}) = 'ARRAY' and ${fits} ` +
    `then list_transform(${texts}, lambda ${element}: ${inner.value}) end`
  );
}

function convertAt(text: string, type: CanonicalType, depth: number): Conversion {
  const rule =
    type.kind === "number" ? "not a finite number" : `not representable as ${formatType(type)}`;
  const checked = (value: string): Conversion => ({
    value,
    isBad: `(${text} is not null and (${value}) is null)`,
    rule,
  });
  switch (type.kind) {
    case "text":
      return { value: text, isBad: "false", rule };
    case "boolean":
      return checked(
        `case when lower(trim(${text})) in ('true', 't', '1') then true when lower(trim(${text})) in ('false', 'f', '0') then false end`,
      );
    case "int16":
    case "int32":
    case "int64":
    case "uint64":
      return checked(integerSql(text, duckType(type)));
    case "float32":
    case "float64":
      return checked(floatSql(text, duckType(type)));
    case "decimal":
      return checked(decimalSql(text, type.precision, type.scale));
    case "number":
      return checked(`case when regexp_full_match(${text}, '${anyNumber}') then trim(${text}) end`);
    case "json":
      return checked(`case when ${isJsonSql(text)} then ${text}::json end`);
    case "date":
    case "timestamp":
    case "timestamptz":
    case "time":
    case "timetz":
      return checked(timeSql(text, type.kind));
    case "interval":
      return checked(intervalSql(text));
    case "uuid":
      return checked(`try_cast(${text} as uuid)`);
    case "binary":
      return checked(
        String.raw`case when regexp_full_match(${text}, '\\x([0-9a-fA-F]{2})*') then unhex(substr(${text}, 3)) end`,
      );
    case "list":
      return checked(listSql(text, type.of, depth));
    default:
      return unreachable(type);
  }
}

/**
 * SQL that turns canonical text into `type` and says when it does not fit. `text` is evaluated several times: give a
 * column or something as cheap.
 */
export function convertSql(text: string, type: CanonicalType): Conversion {
  return convertAt(text, type, 0);
}
