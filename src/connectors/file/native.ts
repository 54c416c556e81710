// Texts of typed columns as the values themselves, so that the load has nothing left to convert: parsing here costs a
// few nanoseconds a cell, converting text in SQL costs more than all of the reading. What is not plainly of the type is refused.
import { daysFromCivil } from "../../connector/canonical-text.ts";
import type { CanonicalType } from "../../model/types.ts";
import { classify, valueClass } from "./value-class.ts";

/** The two words of a 64-bit value. */
export type Words = { low: number; high: number };

/** Reads a cell into `into`: `low` alone for booleans and dates. False: the text is no value of the type. */
export type NativeReader = (bytes: Uint8Array, start: number, end: number, into: Words) => boolean;

export type NativeColumn = { readonly isPair: boolean; readonly read: NativeReader };

/** Null: the type stays text on its way to the load. */
export function nativeColumn(type: CanonicalType): NativeColumn | null {
  switch (type.kind) {
    case "int64":
      return { isPair: true, read: readInteger };
    case "boolean":
      return { isPair: false, read: readBoolean };
    case "date":
      return { isPair: false, read: readDate };
    case "timestamp":
      return {
        isPair: true,
        read: (bytes, start, end, into) => readTime(bytes, start, end, valueClass.timestamp, into),
      };
    case "timestamptz":
      return {
        isPair: true,
        read: (bytes, start, end, into) =>
          readTime(bytes, start, end, valueClass.timestamptz, into),
      };
    default:
      return null;
  }
}

const word = 2 ** 32;

function readInteger(bytes: Uint8Array, start: number, end: number, into: Words): boolean {
  if ((classify(bytes, start, end) & valueClass.integer) === 0) return false;
  let at = start;
  while (bytes[at] === 32) at++;
  const isNegative = bytes[at] === 45;
  if (isNegative) at++;
  let value = 0;
  const first = at;
  for (
    let digit = (bytes[at] ?? 0) - 48;
    at < end && digit >= 0 && digit <= 9;
    digit = (bytes[++at] ?? 0) - 48
  )
    value = value * 10 + digit;
  if (at - first <= 15) {
    const signed = isNegative ? -value : value;
    into.high = Math.floor(signed / word);
    into.low = (signed - into.high * word) | 0;
    return true;
  }
  const exact = BigInt(
    Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start)
      .toString("latin1")
      .trim(),
  );
  into.low = Number(BigInt.asIntN(32, exact));
  into.high = Number(BigInt.asIntN(32, exact >> 32n));
  return true;
}

function readBoolean(bytes: Uint8Array, start: number, end: number, into: Words): boolean {
  if (classify(bytes, start, end) !== valueClass.boolean) return false;
  into.low = end - start === 4 ? 1 : 0;
  return true;
}

function readDate(bytes: Uint8Array, start: number, end: number, into: Words): boolean {
  if (classify(bytes, start, end) !== valueClass.date) return false;
  let at = start;
  while (bytes[at] === 32) at++;
  into.low = dayAt(bytes, at);
  return true;
}

const two = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) * 10 + (bytes[at + 1] ?? 0) - 528;
const dayAt = (bytes: Uint8Array, at: number): number =>
  daysFromCivil(two(bytes, at) * 100 + two(bytes, at + 2), two(bytes, at + 5), two(bytes, at + 8));

/** `classify` has seen to the form, so digits are known to stand where they are looked for. */
function readTime(
  bytes: Uint8Array,
  start: number,
  end: number,
  wanted: number,
  into: Words,
): boolean {
  if (classify(bytes, start, end) !== wanted) return false;
  let at = start;
  while (bytes[at] === 32) at++;
  let seconds = dayAt(bytes, at) * 86_400 + two(bytes, at + 11) * 3600 + two(bytes, at + 14) * 60;
  at += 16;
  let micros = 0;
  if (at < end && bytes[at] === 58) {
    seconds += two(bytes, at + 1);
    at += 3;
    if (at < end && bytes[at] === 46) {
      let unit = 100_000;
      for (
        let digit = (bytes[++at] ?? 0) - 48;
        at < end && digit >= 0 && digit <= 9;
        digit = (bytes[++at] ?? 0) - 48
      ) {
        micros += digit * unit;
        unit /= 10;
      }
    }
  }
  if (wanted === valueClass.timestamptz && bytes[at] !== 90) {
    let stop = end;
    while (bytes[stop - 1] === 32) stop--;
    const minutes = two(bytes, at + 1) * 60 + (stop - at > 3 ? two(bytes, stop - 2) : 0);
    seconds -= (bytes[at] === 45 ? -60 : 60) * minutes;
  }
  toWords(seconds, micros, into);
  return true;
}

/** Seconds times a million plus microseconds, which may be more than a double holds exactly, in two words. */
function toWords(seconds: number, micros: number, into: Words): void {
  const upper = Math.floor(seconds / 65_536);
  const scaled = upper * 1_000_000;
  const whole = Math.floor(scaled / 65_536);
  const rest = (scaled - whole * 65_536) * 65_536 + (seconds - upper * 65_536) * 1_000_000 + micros;
  const carry = Math.floor(rest / word);
  into.high = (whole + carry) | 0;
  into.low = (rest - carry * word) | 0;
}
