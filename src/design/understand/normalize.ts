// The text of a request in the form every reader here works on: full-width letters and digits made plain, one kind of dash and
// space, lower case, of the same length as the original so that a place in one is the place in the other.

export type Text = {
  /** As written, NFKC, for names that are shown again. */
  readonly shown: string;
  /** Lower case, for matching. Same length as `shown`. */
  readonly flat: string;
};

/** Characters read at most; what comes after is said to be not read. */
export const readLimit = 20_000;

const dashes = /[\u2010-\u2015\u2212\uff0d]/g;
const spaces = /[\t\u00a0\u2000-\u200b\u3000]/g;

export function toText(raw: string): Text {
  const shown = raw
    .slice(0, readLimit)
    .normalize("NFKC")
    .replace(dashes, "-")
    .replace(spaces, " ")
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\r\n?/g, "\n")
    // A line that was only wrapped goes on; an empty line, a list item or a stop ends it.
    .replace(/(?<![.。!?！？:\n])\n(?!\s*(?:\n|[-*•・]\s|\d+[.)]\s|#))/g, " ")
    .replace(/ {2,}/g, " ");
  // Lower case must keep places: a letter that grows when lowered stays as it is.
  let flat = "";
  for (const char of shown) {
    const low = char.toLowerCase();
    flat += low.length === char.length ? low : char;
  }
  return { shown, flat };
}

export const hasJapanese = (text: string): boolean => /[\u3040-\u30ff\u3400-\u9fff]/u.test(text);

/** A stretch of text between stops: the scope of a negation, of `later`, of `from`. */
export type Clause = { readonly at: number; readonly end: number; readonly sentence: number };

const sentenceEnd = /[。!?！？\n]|[.;:](?=\s|$)/;
const clauseEnd =
  /[、,，]|\s(?:but|however|although|though|while|whereas|and then)\s|(?<=[るただいす])が(?=[、,\s])/;

export function toClauses(flat: string): Clause[] {
  const clauses: Clause[] = [];
  const stops = new RegExp(`${sentenceEnd.source}|${clauseEnd.source}`, "gu");
  const ends = new RegExp(`^(?:${sentenceEnd.source})`, "u");
  let at = 0;
  let sentence = 0;
  for (const match of flat.matchAll(stops)) {
    const char = match[0];
    // `1,000` and `a, b` in brackets are no stops of clauses.
    if (
      /^[,，]$/.test(char) &&
      /\d/.test(flat[match.index - 1] ?? "") &&
      /\d/.test(flat[match.index + 1] ?? "")
    )
      continue;
    const end = match.index + char.length;
    if (end > at) clauses.push({ at, end, sentence });
    at = end;
    if (ends.test(flat.slice(match.index))) sentence += 1;
  }
  if (at < flat.length) clauses.push({ at, end: flat.length, sentence });
  return clauses;
}

export function clauseAt(clauses: readonly Clause[], place: number): Clause {
  return (
    clauses.find((one) => place >= one.at && place < one.end) ?? { at: 0, end: 0, sentence: 0 }
  );
}
