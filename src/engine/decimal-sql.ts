// Plain decimal texts (sign, digits, point, digits) to wide decimals. DuckDB's own cast of text to a decimal of more than 18
// digits takes 50 to 220 µs a value; digits as hugeint and the fraction as a narrow decimal give the same number in 2 µs.

const narrowDigits = 18;
/** Digits behind the point that a narrow decimal takes beside its leading zero. */
const narrowScale = narrowDigits - 1;

/** A plain decimal text without zeros that say nothing. */
export const withoutTrailingZeros = (text: string): string =>
  `case when contains(${text}, '.') then rtrim(rtrim(trim(${text}), '0'), '.') else ${text} end`;

/**
 * SQL of the exact value of a plain decimal text whose digits behind the point, trailing zeros aside, are at most `scale`;
 * NULL when it has too many digits before the point. `text` is evaluated several times.
 */
export function plainDecimalSql(text: string, precision: number, scale: number): string {
  const duck = `decimal(${precision},${scale})`;
  const trimmed = `try_cast(${withoutTrailingZeros(text)} as ${duck})`;
  if (precision <= narrowDigits || scale > 2 * narrowScale) return trimmed;
  const whole = `try_cast(try_cast(split_part(trim(${text}), '.', 1) as hugeint) as ${duck})`;
  if (scale === 0) return whole;
  const fraction = fractionSql(`rtrim(split_part(trim(${text}), '.', 2), '0')`, scale);
  return (
    `case when not contains(${text}, '.') then ${whole} ` +
    `when starts_with(trim(${text}), '-') then try_cast(${whole} - ${fraction} as ${duck}) ` +
    `else try_cast(${whole} + ${fraction} as ${duck}) end`
  );
}

/** Digits behind the point as a decimal of `scale`; those that a narrow decimal does not take come as a second one. */
function fractionSql(digits: string, scale: number): string {
  const narrow = (part: string, places: number): string =>
    `try_cast('0.' || ${part} || '0' as decimal(${narrowDigits},${places}))`;
  if (scale <= narrowScale)
    return `try_cast('0.' || ${digits} as decimal(${narrowDigits},${scale}))`;
  const wide = `decimal(38,${scale})`;
  const first = narrow(`left(${digits}, ${narrowScale})`, narrowScale);
  const second = narrow(`substr(${digits}, ${narrowScale + 1})`, narrowScale);
  const unit = `cast('0.${"0".repeat(narrowScale - 1)}1' as decimal(${narrowDigits},${narrowScale}))`;
  return `(cast(${first} as ${wide}) + cast(${second} * ${unit} as ${wide}))`;
}
