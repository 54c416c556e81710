// Finds names of streams in a reply: as written, with spaces, in the singular or plural, as a pattern (`*_log`), or in
// Japanese. What looks like a name and is none comes back with suggestions.
import { japaneseConcepts } from "../lexicon/lookup.ts";
import { emptyWords } from "../lexicon/words.ts";
import { formatStream } from "../text/fields.ts";
import { hasJapanese, splitName, toPlural, toSingular } from "../text/names.ts";
import { suggest } from "../text/suggest.ts";
import type { Candidate } from "./input.ts";
import { understandName } from "./understand.ts";

export type FoundName = { readonly start: number; readonly end: number; readonly candidates: readonly Candidate[] };
type Doubt = { readonly name: string; readonly suggestions: readonly string[] };

const replyWords = new Set(
  (
    "add include append bring put plus also keep restore select insert take use drop remove exclude delete skip omit ignore discard minus cut without except excluding only just nothing but instead no not needed necessary " +
    "required wanted rid out leave back in good fine right looks look correct okay sure great thanks thank stream streams table tables everything all them too well as both dropped proposed list one ones next than then " +
    "full refresh overwrite incremental append deduped history mode cursor key primary hash mask encrypt rename column columns field fields row rows where don doesn t re ve ll s m d unnecessary relevant irrelevant remaining other others rest first second"
  ).split(" "),
);

function spellings(candidate: Candidate): string[] {
  const name = candidate.stream.normalize("NFKC").toLowerCase();
  const words = splitName(candidate.stream);
  const last = words.at(-1) ?? "";
  const head = words.slice(0, -1);
  const forms = [name, words.join("_"), words.join(" "), words.join("-"), words.join("")];
  for (const other of [toSingular(last), toPlural(toSingular(last))]) {
    const changed = [...head, other];
    forms.push(changed.join("_"), changed.join(" "), changed.join("-"), changed.join(""));
  }
  const place = candidate.namespace?.toLowerCase();
  return [...new Set(place === undefined ? forms : [...forms, ...forms.map((form) => `${place}.${form}`), `"${place}"."${name}"`])];
}

export function findNames(text: string, candidates: readonly Candidate[]): { names: FoundName[]; unknown: Doubt[]; ambiguous: Doubt[] } {
  const taken: boolean[] = Array.from({ length: text.length }, () => false);
  const isFree = (start: number, end: number) => !taken.slice(start, end).some(Boolean);
  const names: FoundName[] = [];
  const ambiguous: Doubt[] = [];
  const claim = (start: number, end: number, found: readonly Candidate[], name: string) => {
    taken.fill(true, start, end);
    if (found.length === 1 || name.includes("*")) return void names.push({ start, end, candidates: found });
    ambiguous.push({ name, suggestions: found.map((candidate) => formatStream(candidate.stream, candidate.namespace)) });
  };
  for (const hit of text.matchAll(/[a-z0-9_.]*\*[a-z0-9_.*]*/g)) {
    const glob = new RegExp(`^${hit[0].split("*").map((part) => part.replace(/[.]/g, "\\.")).join(".*")}$`);
    const found = candidates.filter((candidate) => glob.test(candidate.stream.toLowerCase()) || glob.test(formatStream(candidate.stream, candidate.namespace).toLowerCase()));
    if (found.length > 0) claim(hit.index, hit.index + hit[0].length, found, hit[0]);
  }
  const forms = new Map<string, Candidate[]>();
  for (const candidate of candidates) for (const form of spellings(candidate)) forms.set(form, [...(forms.get(form) ?? []), candidate]);
  for (const form of [...forms.keys()].sort((a, b) => b.length - a.length)) {
    for (let at = text.indexOf(form); form !== "" && at >= 0; at = text.indexOf(form, at + 1)) {
      const end = at + form.length;
      if (!isFree(at, end) || !isWhole(text, at, end)) continue;
      const found = forms.get(form) ?? [];
      const exact = found.filter((candidate) => candidate.stream.toLowerCase() === form);
      claim(at, end, exact.length > 0 ? exact : found, form);
    }
  }
  if (hasJapanese(text)) findJapanese(text, candidates, isFree, claim);
  return { names: names.sort((a, b) => a.start - b.start), unknown: findUnknown(text, isFree, candidates), ambiguous };
}

/** Not a piece of a longer identifier; Japanese may touch it. */
function isWhole(text: string, start: number, end: number): boolean {
  if (hasJapanese(text.slice(start, start + 1))) return true;
  return !/[a-z0-9_]/.test(text[start - 1] ?? "") && !/[a-z0-9_]/.test(text[end] ?? "") && !/^\.[a-z0-9_]/.test(text.slice(end)) && !/[a-z0-9_]\.$/.test(text.slice(0, start));
}

function findJapanese(
  text: string,
  candidates: readonly Candidate[],
  isFree: (start: number, end: number) => boolean,
  claim: (start: number, end: number, found: readonly Candidate[], name: string) => void,
): void {
  for (const { term, concepts } of japaneseConcepts) {
    if (/^[a-z0-9]+$/.test(term) || term.length < 2) continue;
    for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
      if (!isFree(at, at + term.length)) continue;
      const ids = new Set(concepts.map((concept) => concept.id));
      const about = candidates.filter((candidate) => understandName(candidate.stream).concepts.some((concept) => ids.has(concept.id)));
      const plain = about.filter((candidate) => splitName(candidate.stream).length === 1);
      const found = plain.length > 0 ? plain : about;
      if (found.length > 0) claim(at, at + term.length, found, term);
    }
  }
}

/** Words that are no name and no word of a reply: a typing error, most likely. */
function findUnknown(text: string, isFree: (start: number, end: number) => boolean, candidates: readonly Candidate[]): Doubt[] {
  const all = candidates.flatMap((candidate) => [candidate.stream]);
  const found: Doubt[] = [];
  for (const hit of text.matchAll(/[a-z_][a-z0-9_]*(?:\.[a-z0-9_]+)?/g)) {
    const word = hit[0];
    if (!isFree(hit.index, hit.index + word.length) || word.length < 3) continue;
    if (replyWords.has(word) || emptyWords.has(word) || emptyWords.has(toSingular(word)) || replyWords.has(toSingular(word))) continue;
    const suggestions = suggest(word, all);
    if (!found.some((doubt) => doubt.name === word)) found.push({ name: word, suggestions });
  }
  return found;
}
