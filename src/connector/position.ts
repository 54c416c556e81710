// Positions: opaque strings owned by the source, ordered by plain string comparison (design.md §3). A source that has
// numbers or times encodes them sortably with `encodePosition`; the text after the bar is the source's own form.

/** A place in a source's order. Only the source that made it may look inside. */
export type Position = string & { readonly __position: unique symbol };

const digits = "0123456789abcdefghijklmnopqrstuvwxyz";

/**
 * An integer of any size as text whose string order is the number order: sign, length, digits; negative numbers
 * are written as the complement of their digits, so that they sort the other way round.
 */
export function encodeInteger(value: bigint): string {
  const text = (value < 0n ? -value : value).toString();
  const length = digits[text.length] ?? "z";
  if (value >= 0n) return `p${length}${text}`;
  const complement = [...text].map((digit) => String(9 - Number(digit))).join("");
  return `n${digits[digits.length - 1 - text.length] ?? "0"}${complement}`;
}

/** A position that sorts by `order` and carries the source's own text of the cursor. */
export function makePosition(order: string, text: string): Position {
  return `${order}|${text}` as Position;
}

/** The source's own text inside a position. */
export function positionText(position: Position): string {
  return position.slice(position.indexOf("|") + 1);
}
