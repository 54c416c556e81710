// The way back: a typed DuckDB value as its canonical text (connector/canonical-text.ts). Positions, quarantine originals,
// cells that a privacy mapper hashes and columns that are to land under another type than the source's pass through here:
// the text must be the one that every other way of reading the value gives.
import { formatFloat32, formatFloat64 } from "../connector/canonical-text.ts";
import type { CanonicalType } from "../model/types.ts";

/** SQL of the canonical text of `value`, a column or something as cheap; NULL stays NULL. The session's zone is UTC. */
export function textSql(value: string, type: CanonicalType, depth = 0): string {
  switch (type.kind) {
    case "text":
    case "number":
      return value;
    case "float32":
      return floatText(value, float32);
    case "float64":
      return floatText(value, float64);
    case "date":
    case "timestamp":
    case "timestamptz":
      // DuckDB writes the era behind the day, canonical text at the end.
      return String.raw`regexp_replace(cast(${value} as varchar), '^(\S+) \(BC\)(.*)$', '\1\2 BC')`;
    case "timetz":
      return timetzText(value);
    case "interval":
      return intervalText(value);
    case "binary":
      return String.raw`('\x' || lower(hex(${value})))`;
    case "list": {
      const element = `e${depth}`;
      return `cast(to_json(list_transform(${value}, lambda ${element}: ${textSql(element, type.of, depth + 1)})) as varchar)`;
    }
    default:
      return `cast(${value} as varchar)`;
  }
}

type Float = {
  readonly duck: "float" | "double";
  /** Where the canonical form with an exponent begins. */
  readonly limit: string;
  /** Bits of the mantissa: from here on every float is a whole number. */
  readonly bits: number;
};

const float32: Float = { duck: "float", limit: "1e6", bits: 24 };
const float64: Float = { duck: "double", limit: "1e15", bits: 53 };

/** DuckDB's digits are the shortest already, but it writes `1.0` for `1`, and its form with an exponent begins at 1e16. */
function floatText(value: string, { duck, limit, bits }: Float): string {
  const size = `abs(${value})`;
  const withExponent = (digits: string, exponent: string): string =>
    `substr(${digits}, 1, 1) || case when length(${digits}) > 1 then '.' || substr(${digits}, 2) else '' end ` +
    `|| 'e+' || lpad(cast(${exponent} as varchar), 2, '0')`;
  const whole = withExponent("rtrim(t, '0')", "length(t) - 1");
  const middle = withExponent("rtrim(replace(t, '.', ''), '0')", "strpos(t, '.') - 2");
  const shown = duck === "float" ? shortFloat(size) : shortDouble(size);
  return (
    `case when isnan(${value}) then 'NaN' ` +
    `when isinf(${value}) then case when ${value} > 0 then 'Infinity' else '-Infinity' end ` +
    `else case when signbit(${value}) then '-' else '' end || ` +
    `case when ${size} >= ${2 ** bits} and ${size} < 1e24 then ${bind("t", shortestWhole(size, bits), whole)} ` +
    `when ${size} >= ${limit}::${duck} and ${size} < 1e16 then ${bind("t", shown, middle)} ` +
    String.raw`else regexp_replace(${shown}, '\.0$', '') end end`
  );
}

/** `name` stands for a value that is computed once. */
const bind = (name: string, value: string, body: string): string =>
  `list_transform([${value}], lambda ${name}: ${body})[1]`;

/**
 * DuckDB writes 9 digits of a float32 whose exact value has 9 (1.83203125), although the 8 of the even neighbour read back
 * as the same.
 */
function shortFloat(size: string): string {
  const eight = `format('{:.7e}', cast(${size} as double))`;
  const digits = `trim(replace(split_part(s, 'e', 1), '.', ''), '0')`;
  const isLong = `length(${digits}) > 8 and cast(${eight} as float) = ${size}`;
  floatPowers ??= powersOfTwo(-149, 127, formatFloat32, 9);
  return bind(
    "s",
    `cast(${size} as varchar)`,
    `case ${size} ${floatPowers} else case when ${isLong} then cast(cast(${eight} as double) as varchar) else s end end`,
  );
}

/** DuckDB 1.5 writes twice the value of these powers of two, and something with a letter for the last. */
const wrongPowers: readonly number[] = [81, 91, 807];

/** Below a power of two the next value is only half as far: some need a digit more than DuckDB writes (2^-24). */
function powersOfTwo(
  first: number,
  last: number,
  format: (value: number) => string,
  digits: number,
): string {
  const cases: string[] = [];
  for (let power = first; power <= last; power++) {
    const text = format(2 ** power);
    const shown = text.replace(/e.*$|[.-]/g, "").replace(/^0+/, "");
    if (shown.length >= digits || wrongPowers.includes(power))
      cases.push(`when ${2 ** power} then '${text}'`);
  }
  return cases.join(" ");
}

let doublePowers: string | null = null;
let floatPowers: string | null = null;

function shortDouble(size: string): string {
  doublePowers ??= powersOfTwo(-1074, 1023, formatFloat64, 17);
  return `case ${size} ${doublePowers} else cast(${size} as varchar) end`;
}

/**
 * The whole number with the fewest digits that lies nearer to the float than to its neighbours, as text. DuckDB also takes
 * one that is exactly half way (99999999999999800), canonical text does not. Beyond 1e24 there is none: 5 to the 24th
 * does not fit in a mantissa.
 */
function shortestWhole(size: string, bits: number): string {
  const unit = "cast(rpad('1', cast(k + 1 as integer), '0') as hugeint)";
  const rest = `n % ${unit}`;
  const up = `case when 2 * (${rest}) > ${unit} or (2 * (${rest}) = ${unit} and n // ${unit} % 2 = 1) then 1 else 0 end`;
  const gap = `(1::hugeint << cast(length(bin(n)) - ${bits} as hugeint))`;
  const isEdge = "length(replace(bin(n), '0', '')) = 1";
  const isInside = `2 * (c - n) < ${gap} and (n - c) * (case when ${isEdge} then 4 else 2 end) < ${gap}`;
  const candidates = `list_transform(range(23, -1, -1), lambda k: (n // ${unit} + ${up}) * ${unit})`;
  return bind(
    "n",
    `cast(${size} as hugeint)`,
    `cast(list_filter(${candidates}, lambda c: ${isInside})[1] as varchar)`,
  );
}

/** DuckDB leaves out the minutes of an offset of whole hours and some seconds, which makes it another offset. */
function timetzText(value: string): string {
  const offset = `datepart('timezone', ${value})`;
  const part = (size: number): string => `printf('%02d', abs(${offset}) // ${size} % 60)`;
  return (
    `case when ${offset} % 60 = 0 then cast(${value} as varchar) ` +
    `else cast(cast(${value} as time) as varchar) || case when ${offset} < 0 then '-' else '+' end ` +
    `|| ${part(3600)} || ':' || ${part(60)} || ':' || ${part(1)} end`
  );
}

function intervalText(value: string): string {
  const part = (unit: string): string => `datepart('${unit}', ${value})`;
  const months = `(${part("year")} * 12 + ${part("month")})`;
  const micros = `(${part("hour")} * 3600000000 + ${part("minute")} * 60000000 + ${part("microseconds")})`;
  return `(${months} || ' months ' || ${part("day")} || ' days ' || ${micros} || ' microseconds')`;
}
