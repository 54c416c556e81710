// Texts with stretches blanked out, so that what was read once is not read again.

/** The text with the ranges as spaces; of the same length. */
export function maskRanges(text: string, ranges: readonly (readonly [number, number])[]): string {
  let masked = text;
  for (const [from, to] of ranges)
    masked = masked.slice(0, from) + " ".repeat(Math.max(0, to - from)) + masked.slice(to);
  return masked;
}
