// The text of a request in the form every reader here works on: full-width letters and digits made plain, one kind of dash, arrow and
// space, nothing invisible, slips of the keys set right, and the same in lower case, of the same length, so that a place in one is the
// place in the other.
import { setRight, type Slip } from "./spelling.ts";

export type Text = {
  /** As written, NFKC, for names that are shown again. */
  readonly shown: string;
  /** Lower case, for matching. Same length as `shown`. */
  readonly flat: string;
  readonly slips: readonly Slip[];
};

/** Characters read at most; what comes after is said to be not read. */
export const readLimit = 20_000;

const dashes = /[\u2010-\u2015\u2212\uff0d]/g;
const spaces = /[\t\u00a0\u2000-\u200a\u3000]/g;
const arrows =
  /[\u2192\u21d2\u21e8\u21fe\u2794\u2799\u279c\u279d\u279e\u27a1\u27f6\u25b6\u25ba]|[-=]{1,3}>|(?<=\s)>{1,3}(?=\s[A-Za-z])/g;
/** Colours of a terminal, and what a reader does not see: it is no part of the words. */
const escapes = /\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g;
const invisible = new RegExp(
  String.raw`[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\ufe00-\ufe0f]|\u034f`,
  "g",
);
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

export function toText(raw: string): Text {
  const plain = raw
    .slice(0, readLimit)
    .replace(escapes, "")
    .normalize("NFKC")
    .replace(invisible, "")
    .replace(dashes, "-")
    .replace(arrows, "→")
    .replace(spaces, " ")
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\r\n?/g, "\n")
    .replace(control, " ")
    // A line that was only wrapped goes on; an empty line, a list item, a label or a stop ends it.
    .replace(
      /(?<![.。!?！？:\n])\n(?!\s*(?:\n|[-*•・]\s|\(?\d+[.)]\s|[①-⑳]|#|[^\s:,。、][^\n:,。、]{0,24}:\s))/g,
      " ",
    )
    .replace(/ {2,}/g, " ");
  const { shown, slips } = setRight(plain);
  // Lower case must keep places: a letter that grows when lowered stays as it is.
  let flat = "";
  for (const char of shown) {
    const low = char.toLowerCase();
    flat += low.length === char.length ? low : char;
  }
  return { shown, flat, slips };
}

export const hasJapanese = (text: string): boolean => /[\u3040-\u30ff\u3400-\u9fff]/u.test(text);

/** A stretch of text between stops: the scope of a negation, of `later`, of `from`. */
export type Clause = { readonly at: number; readonly end: number; readonly sentence: number };

/** A colon ends a sentence, but not after a label: `source: MySQL`, `freshness SLA: 2 hours`. */
const sentenceEnd =
  /[。!?！？\n]|[.;](?=\s|$)|:(?=\s|$)(?<!(?:^|[\n,;、。/]|[-*•・]\s?|\d[.)]\s)\s*(?:(?:[a-z]{1,20}\s){0,2}[a-z]{1,20}|[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}ー]{1,10}):)/u;
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
