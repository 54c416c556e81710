// The canonical text of a value: what privacy mappers hash and encrypt, what filters compare, what `_revos_original`
// shows. One rule a type, the same for every source (a hash must not depend on where a value came from):
//
//   boolean                 true, false
//   int16 … uint64          digits, with a minus where negative
//   float32, float64        shortest text that reads back the same: 1.5, 1e+100, NaN, Infinity, -Infinity
//   decimal, number         plain digits with the scale of the source: 7.50; NaN, Infinity
//   text                    itself; char(n) keeps its padding
//   json                    the source's own text, untouched
//   binary                  \x and lower-case hex
//   uuid                    lower case, with hyphens
//   date                    2024-01-31; 0044-03-15 BC; infinity, -infinity; more digits for years after 9999
//   time                    20:00:00.123456, without the fraction where it is zero, without trailing zeros
//   timetz                  the same with the offset: 20:00:00+02, +05:30
//   timestamp               2024-01-31 20:00:00.123456; BC behind everything
//   timestamptz             the same in UTC with +00: 2024-01-31 20:00:00.123456+00
//   interval                14 months 3 days -1500000 microseconds (months, days and microseconds are kept apart)
//   list                    JSON array of the elements' canonical texts: ["1.50",null]

export const infinityText = "infinity";
export const minusInfinityText = "-infinity";

const microsPerDay = 86_400_000_000n;

const pad = (value: number | bigint, width: number): string => String(value).padStart(width, "0");

/** Year (astronomical: 0 is 1 BC), month and day of a day count since 1970-01-01, proleptic Gregorian. */
function civilFromDays(days: number): { year: number; month: number; day: number } {
  // Eras of 400 years that start on 1 March, so that the leap day is the last of its year.
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  };
}

/** Days since 1970-01-01 of a date; the year is astronomical. */
export function daysFromCivil(year: number, month: number, day: number): number {
  const shiftedYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(shiftedYear / 400);
  const yearOfEra = shiftedYear - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return (
    era * 146_097 +
    yearOfEra * 365 +
    Math.floor(yearOfEra / 4) -
    Math.floor(yearOfEra / 100) +
    dayOfYear -
    719_468
  );
}

function dateParts(days: number): { text: string; era: string } {
  const { year, month, day } = civilFromDays(days);
  const shown = year > 0 ? year : 1 - year;
  return { text: `${pad(shown, 4)}-${pad(month, 2)}-${pad(day, 2)}`, era: year > 0 ? "" : " BC" };
}

/** Days since 1970-01-01. */
export function formatDate(days: number): string {
  const { text, era } = dateParts(days);
  return text + era;
}

/** Microseconds since midnight, 0 to 24 hours. */
export function formatTime(micros: bigint): string {
  const seconds = micros / 1_000_000n;
  const fraction = micros % 1_000_000n;
  const clock = `${pad(seconds / 3600n, 2)}:${pad((seconds / 60n) % 60n, 2)}:${pad(seconds % 60n, 2)}`;
  return fraction === 0n ? clock : `${clock}.${pad(fraction, 6).replace(/0+$/, "")}`;
}

/** Microseconds since 1970-01-01 00:00; `zone` is "" or "+00". */
export function formatTimestamp(micros: bigint, zone: "" | "+00"): string {
  let days = micros / microsPerDay;
  if (micros % microsPerDay < 0n) days -= 1n;
  const { text, era } = dateParts(Number(days));
  return `${text} ${formatTime(micros - days * microsPerDay)}${zone}${era}`;
}

/** `limit`: the exponent from which the form with `e` is used: 15 for float64, 6 for float32. */
function formatDigits(digits: string, exponent: number, sign: string, limit: number): string {
  if (exponent < -4 || exponent >= limit) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : "";
    return `${sign}${digits[0]}${fraction}e${exponent < 0 ? "-" : "+"}${pad(Math.abs(exponent), 2)}`;
  }
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  if (digits.length <= exponent + 1) return `${sign}${digits.padEnd(exponent + 1, "0")}`;
  return `${sign}${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`;
}

type FloatParts = {
  readonly mantissa: bigint;
  /** The value is mantissa × 2^power. */ readonly power: number;
  /** The next value below is only half as far as the next above. */ readonly isEdge: boolean;
};

/**
 * `digits` × 10^`exponent` if it lies strictly nearer to the value than to its neighbours, else null. Two things differ
 * from JavaScript's own text: a decimal exactly half way to a neighbour is not taken, though it would read back the same;
 * and of two decimals equally near the even one is taken, not the upper one.
 */
function chooseDigits(
  digits: bigint,
  exponent: number,
  { mantissa, power, isEdge }: FloatParts,
): bigint | null {
  // Everything in quarters of the distance to the next value, times `below` to stay whole.
  const quarter = power - 2;
  const unit =
    (exponent > 0 ? 10n ** BigInt(exponent) : 1n) * (quarter < 0 ? 2n ** BigInt(-quarter) : 1n);
  const below =
    (exponent < 0 ? 10n ** BigInt(-exponent) : 1n) * (quarter > 0 ? 2n ** BigInt(quarter) : 1n);
  const isTie = digits % 2n === 1n && (2n * digits - 1n) * unit === 8n * mantissa * below;
  const chosen = isTie ? digits - 1n : digits;
  const isInside =
    chosen * unit < (4n * mantissa + 2n) * below &&
    chosen * unit > (4n * mantissa - (isEdge ? 1n : 2n)) * below;
  return isInside ? chosen : null;
}

function formatFloat(value: number, parts: FloatParts, limit: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "Infinity" : "-Infinity";
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  if (value === 0) return `${sign}0`;
  for (let places = 0; ; places++) {
    const [text = "", exponent = "0"] = Math.abs(value).toExponential(places).split("e");
    const digits = chooseDigits(BigInt(text.replace(".", "")), Number(exponent) - places, parts);
    if (digits !== null || places === 17)
      return formatDigits(String(digits ?? text.replace(".", "")), Number(exponent), sign, limit);
  }
}

export function formatFloat64(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  const mantissa = exponent === 0 ? fraction : fraction | (1n << 52n);
  return formatFloat(
    value,
    { mantissa, power: Math.max(exponent, 1) - 1075, isEdge: fraction === 0n && exponent > 1 },
    15,
  );
}

export function formatFloat32(value: number): string {
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, value);
  const bits = view.getUint32(0);
  const exponent = (bits >>> 23) & 0xff;
  const fraction = BigInt(bits & 0x7f_ffff);
  const mantissa = exponent === 0 ? fraction : fraction | (1n << 23n);
  return formatFloat(
    value,
    { mantissa, power: Math.max(exponent, 1) - 150, isEdge: fraction === 0n && exponent > 1 },
    6,
  );
}

export function formatBytes(bytes: Uint8Array): string {
  let text = "\\x";
  for (const byte of bytes) text += (byte < 16 ? "0" : "") + byte.toString(16);
  return text;
}

export function formatUuid(bytes: Uint8Array): string {
  const hex = formatBytes(bytes).slice(2);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
