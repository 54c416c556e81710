// Text measured in terminal cells, so that Japanese lines up. Names are cut in the middle; numbers are never cut.

export type Measure = { readonly ambiguousIsNarrow: boolean };

type Exact = (text: string, options: { ambiguousIsNarrow: boolean }) => number;

/** The tables of string-width, once a command that prints names of unknown alphabets has asked for them. */
let exact: Exact | null = null;

/** Loads the exact tables (emoji, combining marks, ambiguous glyphs): 20 ms that help and completion do without. */
export async function loadExactWidth(): Promise<void> {
  exact ??= (await import("string-width")).default;
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g;

// oxlint-disable-next-line no-control-regex
const colours = /\u001b\[[0-9;]*m/g;

export function cellWidth(text: string, measure: Measure): number {
  // Printable ASCII is one cell each; everything else asks the tables.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  const bare = text.replace(colours, "");
  if (exact) return exact(bare, { ambiguousIsNarrow: measure.ambiguousIsNarrow });
  return [...bare].length + (bare.match(wide)?.length ?? 0);
}

// oxlint-disable-next-line no-control-regex
const controls = /\u001b(?!\[[0-9;]*m)|[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f-\u009f]/g;

/** Text of somebody else (a name of a table, a line of a file) that can do nothing to the terminal; colours stay. */
export const printable = (text: string): string => text.replace(controls, "?");

export function padEnd(text: string, width: number, measure: Measure): string {
  return text + " ".repeat(Math.max(0, width - cellWidth(text, measure)));
}

export function padStart(text: string, width: number, measure: Measure): string {
  return " ".repeat(Math.max(0, width - cellWidth(text, measure))) + text;
}

/** Made late: the tables behind it cost more than a short command. */
let segmenter: Intl.Segmenter | undefined;
const graphemes = (text: string) =>
  [...(segmenter ??= new Intl.Segmenter()).segment(text)].map((part) => part.segment);

/** At most `width` cells of text without colour, cut in the middle: both ends of a name tell it apart. */
export function cutMiddle(text: string, width: number, measure: Measure): string {
  if (cellWidth(text, measure) <= width) return text;
  if (width <= 3) return ".".repeat(Math.max(0, width));
  const parts = graphemes(text);
  const room = width - 3;
  const head = takeCells(parts, Math.ceil(room / 2), measure);
  const tail = takeCells(
    parts.slice().reverse(),
    room - cellWidth(head.join(""), measure),
    measure,
  ).reverse();
  return `${head.join("")}...${tail.join("")}`;
}

function takeCells(parts: readonly string[], width: number, measure: Measure): string[] {
  const taken: string[] = [];
  let used = 0;
  for (const part of parts) {
    used += cellWidth(part, measure);
    if (used > width) break;
    taken.push(part);
  }
  return taken;
}

/** Lines of at most `width` cells; continuation lines start with `indent`. Words longer than a line stay whole. */
export function wrap(text: string, width: number, indent: string, measure: Measure): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const piece of pieces(paragraph)) {
      const room = width - (lines.length > 0 ? indent.length : 0);
      if (line !== "" && cellWidth((line + piece).trimEnd(), measure) > room) {
        lines.push(line.trimEnd());
        line = piece.trimStart();
      } else line += piece;
    }
    lines.push(line.trimEnd());
  }
  return lines.map((line, i) => (i === 0 ? line : indent + line));
}

/** Where a line may break: after spaces, and around wide characters, which need no space. */
function pieces(text: string): string[] {
  return (
    text.match(
      /[\u3000-\u9fff\uff00-\uffef][)\]」）、。]*|[^\s\u3000-\u9fff\uff00-\uffef]+[、。」）]*\s*|\s+/gu,
    ) ?? []
  );
}

/**
 * Text whose lines fit a terminal: a sentence that is too long is broken between words, its rest indented below it. A line
 * that names a command is left whole, so that it can be pasted.
 */
export function fitLines(text: string, width: number, measure: Measure): string {
  return text
    .split("\n")
    .flatMap((line) => {
      const bare = line.replace(colours, "");
      if (cellWidth(line, measure) <= width || /(?:^|[^\w/.-])revos [a-z-]/.test(bare))
        return [line];
      const lead = /^(?: *[!+~*-] +| *)/.exec(bare)?.[0] ?? "";
      return wrap(line, width, " ".repeat(lead.length), measure);
    })
    .join("\n");
}
