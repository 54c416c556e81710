// The marks of status and structure. Ambiguous-width glyphs are replaced in ASCII mode; status is shape and word, never colour alone.

export type Glyphs = {
  readonly ok: string;
  readonly bad: string;
  readonly none: string;
  readonly ellipsis: string;
  readonly arrow: string;
  readonly barFull: string;
  readonly barEmpty: string;
};

export function glyphs(ascii: boolean): Glyphs {
  return ascii
    ? { ok: "ok", bad: "x", none: "-", ellipsis: "...", arrow: "->", barFull: "#", barEmpty: "-" }
    : { ok: "✓", bad: "✗", none: "—", ellipsis: "...", arrow: "→", barFull: "#", barEmpty: "-" };
}

/** Text without ambiguous-width glyphs. */
export const toAscii = (text: string): string =>
  text
    .replaceAll("—", "-")
    .replaceAll("…", "...")
    .replaceAll("→", "->")
    .replaceAll("●", "*")
    .replaceAll("│", "|")
    .replaceAll("─", "-")
    .replaceAll("█", "#")
    .replaceAll("✓", "ok")
    .replaceAll("✗", "x");
