// Whether a cell is a plain numeral, and of what size: what is one within `narrowNumber` needs no look by the load.
import { narrowNumber } from "../../connector/segment.ts";

/**
 * True for a minus sign or none, digits without zeros in front, and a point with digits behind it or none, within the
 * bounds of `narrowNumber`.
 */
export function isNarrowNumber(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  if (bytes[at] === 45) at++;
  const first = at;
  let digit = (bytes[at] as number) - 48;
  while (at < end && digit >= 0 && digit <= 9) digit = (bytes[++at] as number) - 48;
  const whole = at - first;
  if (whole === 0 || whole > narrowNumber.whole || (whole > 1 && bytes[first] === 48)) return false;
  if (at === end) return true;
  const scale = end - at - 1;
  if (digit !== -2 || scale === 0 || scale > narrowNumber.scale) return false;
  for (at++; at < end; at++) {
    digit = (bytes[at] as number) - 48;
    if (digit < 0 || digit > 9) return false;
  }
  return true;
}
