// Finds names of streams in a reply: as written, with spaces, in the singular or plural, as a pattern (`*_log`), or in
// Japanese. What looks like a name and is none comes back with suggestions.
import { conceptsByPhrase, japaneseConcepts } from "../lexicon/lookup.ts";
import { emptyWords, patternPhrases, wordsInJapanese } from "../lexicon/words.ts";
import { formatStream } from "../../model/field-path.ts";
import { hasJapanese, splitName, toPlural, toSingular } from "../text/names.ts";
import { suggest } from "../text/suggest.ts";
import type { Candidate } from "./input.ts";
import { understandName } from "./understand.ts";

export type FoundName = {
  readonly start: number;
  readonly end: number;
  readonly candidates: readonly Candidate[];
};
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
  return [
    ...new Set(
      place === undefined
        ? forms
        : [...forms, ...forms.map((form) => `${place}.${form}`), `"${place}"."${name}"`],
    ),
  ];
}

type NameIndex = {
  readonly forms: ReadonlyMap<string, readonly Candidate[]>;
  readonly longestFirst: readonly string[];
  readonly tails: ReadonlyMap<string, readonly Candidate[]>;
};
const indexes = new WeakMap<readonly Candidate[], NameIndex>();

/** All spellings of a list of streams; made once per list, because a reply is read in many pieces. */
function indexOf(candidates: readonly Candidate[]): NameIndex {
  const known = indexes.get(candidates);
  if (known) return known;
  const forms = new Map<string, Candidate[]>();
  const tails = new Map<string, Candidate[]>();
  const put = (map: Map<string, Candidate[]>, form: string, candidate: Candidate) => {
    const list = map.get(form);
    if (list) list.push(candidate);
    else map.set(form, [candidate]);
  };
  for (const candidate of candidates) {
    for (const form of spellings(candidate)) put(forms, form, candidate);
    const words = splitName(candidate.stream);
    const last = words.at(-1) ?? "";
    if (words.length > 1)
      for (const form of new Set([last, toSingular(last), toPlural(toSingular(last))]))
        put(tails, form, candidate);
  }
  const made = {
    forms,
    tails,
    longestFirst: [...forms.keys()].sort((a, b) => b.length - a.length),
  };
  indexes.set(candidates, made);
  return made;
}

export function findNames(
  text: string,
  candidates: readonly Candidate[],
): { names: FoundName[]; unknown: Doubt[]; ambiguous: Doubt[] } {
  const taken: boolean[] = Array.from({ length: text.length }, () => false);
  const isFree = (start: number, end: number) => !taken.slice(start, end).some(Boolean);
  const names: FoundName[] = [];
  const ambiguous: Doubt[] = [];
  const claim = (start: number, end: number, found: readonly Candidate[], name: string) => {
    taken.fill(true, start, end);
    if (found.length === 1 || name.includes("*"))
      return void names.push({ start, end, candidates: found });
    ambiguous.push({
      name,
      suggestions: found.map((candidate) => formatStream(candidate.stream, candidate.namespace)),
    });
  };
  for (const hit of text.matchAll(/[a-z0-9_.]*\*[a-z0-9_.*]*/g)) {
    const glob = new RegExp(
      `^${hit[0]
        .split("*")
        .map((part) => part.replace(/[.]/g, "\\."))
        .join(".*")}$`,
    );
    const found = candidates.filter(
      (candidate) =>
        glob.test(candidate.stream.toLowerCase()) ||
        glob.test(formatStream(candidate.stream, candidate.namespace).toLowerCase()),
    );
    if (found.length > 0) claim(hit.index, hit.index + hit[0].length, found, hit[0]);
  }
  const { forms, longestFirst } = indexOf(candidates);
  for (const form of longestFirst) {
    for (let at = text.indexOf(form); form !== "" && at >= 0; at = text.indexOf(form, at + 1)) {
      const end = at + form.length;
      if (!isFree(at, end) || !isWhole(text, at, end)) continue;
      const found = forms.get(form) ?? [];
      const exact = found.filter((candidate) => candidate.stream.toLowerCase() === form);
      claim(at, end, exact.length > 0 ? exact : found, form);
    }
  }
  findTails(text, candidates, isFree, claim);
  if (hasJapanese(text)) findJapanese(text, candidates, isFree, claim);
  return {
    names: names.sort((a, b) => a.start - b.start),
    unknown: findUnknown(text, isFree, candidates),
    ambiguous,
  };
}

/** Not a piece of a longer identifier; Japanese may touch it. */
function isWhole(text: string, start: number, end: number): boolean {
  if (hasJapanese(text.slice(start, start + 1))) return true;
  return (
    !/[a-z0-9_]/.test(text[start - 1] ?? "") &&
    !/[a-z0-9_]/.test(text[end] ?? "") &&
    !/^\.[a-z0-9_]/.test(text.slice(end)) &&
    !/[a-z0-9_]\.$/.test(text.slice(0, start))
  );
}

/** "sessions" is `user_sessions` when no other stream ends so. */
function findTails(
  text: string,
  candidates: readonly Candidate[],
  isFree: (start: number, end: number) => boolean,
  claim: Claim,
): void {
  const { tails } = indexOf(candidates);
  for (const hit of text.matchAll(/[a-z][a-z0-9]{3,}/g)) {
    const found = tails.get(hit[0]);
    const end = hit.index + hit[0].length;
    if (!found || found.length !== 1 || !isFree(hit.index, end) || !isWhole(text, hit.index, end))
      continue;
    if (replyWords.has(hit[0]) || emptyWords.has(hit[0]) || emptyWords.has(toSingular(hit[0])))
      continue;
    claim(hit.index, end, found, hit[0]);
  }
}

type Claim = (start: number, end: number, found: readonly Candidate[], name: string) => void;

/** A name in Japanese, word for word: audit_log → 監査ログ, price_history → 価格の履歴. */
function japaneseForms(candidate: Candidate): string[] {
  const words = splitName(candidate.stream).map(toSingular);
  if (words.length > 3) return [];
  const options = words.map((word) => [
    ...(wordsInJapanese.get(word) ?? []),
    ...patternPhrases
      .filter((entry) => entry.word === word)
      .flatMap((entry) => entry.japanese.filter((term) => term.length < 5)),
    ...(conceptsByPhrase.get(word) ?? []).flatMap((concept) =>
      concept.english.some((phrase) => phrase.join(" ") === word) ? concept.japanese : [],
    ),
  ]);
  if (words.length < 2 || options.some((list) => list.length === 0)) return [];
  return options
    .reduce<string[]>(
      (forms, list) =>
        forms.length === 0
          ? list
          : forms.flatMap((form) => list.flatMap((term) => [`${form}${term}`, `${form}の${term}`])),
      [],
    )
    .slice(0, 400);
}

function findJapanese(
  text: string,
  candidates: readonly Candidate[],
  isFree: (start: number, end: number) => boolean,
  claim: Claim,
): void {
  const forms = candidates
    .flatMap((candidate) =>
      japaneseForms(candidate).map((form) => ({
        form: form.normalize("NFKC").toLowerCase(),
        candidate,
      })),
    )
    .filter(({ form }) => text.includes(form))
    .sort((a, b) => b.form.length - a.form.length);
  for (const { form, candidate } of forms) {
    const at = text.indexOf(form);
    if (isFree(at, at + form.length)) claim(at, at + form.length, [candidate], form);
  }
  for (const { term, concepts } of japaneseConcepts) {
    if (/^[a-z0-9]+$/.test(term) || term.length < 2) continue;
    for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
      if (!isFree(at, at + term.length)) continue;
      const ids = new Set(concepts.map((concept) => concept.id));
      const about = candidates.filter((candidate) =>
        understandName(candidate.stream).concepts.some((concept) => ids.has(concept.id)),
      );
      const plain = about.filter((candidate) => splitName(candidate.stream).length === 1);
      const found = plain.length > 0 ? plain : about;
      if (found.length > 0) claim(at, at + term.length, found, term);
    }
  }
}

/** Words that are no name and no word of a reply: a typing error, most likely. */
function findUnknown(
  text: string,
  isFree: (start: number, end: number) => boolean,
  candidates: readonly Candidate[],
): Doubt[] {
  const all = candidates.flatMap((candidate) => [candidate.stream]);
  const found: Doubt[] = [];
  for (const hit of text.matchAll(/[a-z_][a-z0-9_]*(?:\.[a-z0-9_]+)?/g)) {
    const word = hit[0];
    if (/^['’]/.test(text.slice(hit.index + word.length)) || /['’]$/.test(text.slice(0, hit.index)))
      continue;
    if (!isFree(hit.index, hit.index + word.length) || word.length < 3) continue;
    if (
      replyWords.has(word) ||
      emptyWords.has(word) ||
      emptyWords.has(toSingular(word)) ||
      replyWords.has(toSingular(word))
    )
      continue;
    const suggestions = suggest(word, all);
    if (!found.some((doubt) => doubt.name === word)) found.push({ name: word, suggestions });
  }
  return found;
}
