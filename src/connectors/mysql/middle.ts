// A value in the middle between two of the same type, as canonical texts: where a range of a key is cut. It need not stand in the
// table; for texts it is a guess at what lies between in the server's own order.
import { toCanonical, type MysqlType } from "./types.ts";

/** Null: no middle is known for this type, or the two are neighbours. */
export function middleOf(type: MysqlType, low: string, high: string): string | null {
  const canonical = toCanonical(type);
  switch (canonical.kind) {
    case "int16":
    case "int32":
    case "int64":
    case "uint64":
      return type.dataType === "bit" || type.dataType === "year"
        ? null
        : String((BigInt(low) + BigInt(high)) >> 1n);
    case "decimal": {
      const { scale } = canonical;
      const scaled = (text: string): bigint => BigInt(text.replace(".", ""));
      const middle = (scaled(low) + scaled(high)) / 2n;
      const digits = String(middle < 0n ? -middle : middle).padStart(scale + 1, "0");
      const whole = digits.slice(0, digits.length - scale);
      return `${middle < 0n ? "-" : ""}${whole}${scale > 0 ? `.${digits.slice(-scale)}` : ""}`;
    }
    case "date":
    case "timestamp":
    case "timestamptz":
      return middleTime(low, high, canonical.kind === "date");
    case "binary":
      return ["binary", "varbinary"].includes(type.dataType)
        ? `\\x${middleHex(low.slice(2), high.slice(2))}`
        : null;
    case "uuid":
      // The server orders them by their last group first.
      return `${low.slice(0, 24)}${middleHex(low.slice(24), high.slice(24))}`;
    case "text":
      return ["char", "varchar"].includes(type.dataType) ? middleText(low, high) : null;
    default:
      return null;
  }
}

function middleTime(low: string, high: string, isDate: boolean): string | null {
  const toMs = (text: string): number =>
    Date.parse(`${text.replace("+00", "").replace(" ", "T")}${isDate ? "" : "Z"}`);
  const middle = (toMs(low) + toMs(high)) / 2;
  // A zero date has no place among the others.
  if (!Number.isFinite(middle)) return null;
  const text = new Date(middle).toISOString();
  return isDate ? text.slice(0, 10) : text.replace("T", " ").replace("Z", "");
}

/** Enough to tell apart what begins alike. */
const comparedDigits = 32;

function middleHex(low: string, high: string): string {
  const width = Math.min(comparedDigits, Math.max(low.length, high.length, 2));
  const toNumber = (hex: string): bigint => BigInt(`0x${hex.slice(0, width).padEnd(width, "0")}`);
  return ((toNumber(low) + toNumber(high)) >> 1n).toString(16).padStart(width, "0");
}

/** Letters in the order that most collations have: signs, digits, and upper case beside lower case. */
const letters = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCodePoint(0x20 + i)).filter(
    (letter) => !/[0-9a-z]/i.test(letter),
  ),
  ..."0123456789abcdefghijklmnopqrstuvwxyz",
];

/** Between the first letters that differ, and where these are neighbours one letter on. Letters beyond ASCII count as the last one. */
function middleText(low: string, high: string): string | null {
  let at = 0;
  while (at < low.length && low[at] === high[at]) at++;
  const place = (text: string, index: number, otherwise: number): number => {
    const letter = text[index]?.toLowerCase();
    if (letter === undefined) return otherwise;
    const found = letters.indexOf(letter);
    return found < 0 ? letters.length - 1 : found;
  };
  const a = place(low, at, 0);
  const b = place(high, at, letters.length - 1);
  const isUpper = /[A-Z]/.test(`${low[at] ?? ""}${high[at] ?? ""}`);
  const written = (index: number): string => {
    const letter = letters[index] ?? "";
    return isUpper ? letter.toUpperCase() : letter;
  };
  const start = low.slice(0, at);
  if (b - a > 1) return start + written((a + b) >> 1);
  const next = (place(low, at + 1, 0) + letters.length) >> 1;
  return start + (low[at] ?? "") + written(next);
}
