// What a stream's name says: the concept it is about, or that it says nothing. Only names and namespaces are read here.
import {
  conceptsByPhrase,
  japaneseConcepts,
  knownWords,
  longestPhrase,
} from "../lexicon/lookup.ts";
import {
  affixJapanese,
  affixWords,
  dependentWords,
  doubtfulJapanese,
  doubtfulWords,
} from "../lexicon/technical.ts";
import type { Concept } from "../lexicon/table.ts";
import { hasJapanese, splitName, toSingular } from "../text/names.ts";

export type Understanding = {
  /** Singular words of the name. */
  readonly words: readonly string[];
  /** What the stream is about; empty when the name says nothing. */
  readonly concepts: readonly Concept[];
  /** The words of the name that say so: an English phrase of singular words, or a Japanese term. */
  readonly phrase: string;
  /** What else the name speaks of, in front of its head: `playback_sessions` are sessions, of playback. */
  readonly qualifiers: readonly Concept[];
  /** The name has a word such as log or backup that no pattern of the seed matches: keep, and say so. */
  readonly doubtful: boolean;
  /** The concept is that of its owner: `order_tags` is about orders, without being them. */
  readonly isPart: boolean;
};

const understood = new Map<string, Understanding>();

/** Understanding of a name; the same name always gives the same object. */
export function understandName(name: string): Understanding {
  const known = understood.get(name);
  if (known) return known;
  const made = hasJapanese(name) ? understandJapanese(name) : understandEnglish(name);
  if (understood.size > 20_000) understood.clear();
  understood.set(name, made);
  return made;
}

/** `orderitems` → order, items: only when known words cover it whole. */
function cutWord(word: string): string[] {
  if (
    word.length < 7 ||
    conceptsByPhrase.has(toSingular(word)) ||
    affixWords.has(word) ||
    doubtfulWords.has(word)
  )
    return [word];
  const cut = (rest: string, depth: number): string[] | null => {
    if (rest === "") return [];
    if (depth > 4) return null;
    for (let length = rest.length; length >= 3; length--) {
      const head = rest.slice(0, length);
      const isWord =
        knownWords.has(toSingular(head)) ||
        affixWords.has(head) ||
        doubtfulWords.has(head) ||
        dependentWords.has(head);
      const tail = isWord && length < word.length ? cut(rest.slice(length), depth + 1) : null;
      if (tail) return [head, ...tail];
    }
    return null;
  };
  return cut(word, 0) ?? [word];
}

function phraseEnding(
  words: readonly string[],
  end: number,
): { concepts: readonly Concept[]; length: number } | null {
  for (let length = Math.min(longestPhrase, end); length > 0; length--) {
    const concepts = conceptsByPhrase.get(words.slice(end - length, end).join(" "));
    if (concepts) return { concepts, length };
  }
  const concepts = conceptsByPhrase.get(heads.get(words[end - 1] ?? "") ?? "");
  return concepts ? { concepts, length: 1 } : null;
}

/** Words that are a topic in a goal ("sales per region") and, at the end of a stream's name, the thing itself. */
const heads: ReadonlyMap<string, string> = new Map([["sales", "sale"]]);
const japaneseHeads: readonly (readonly [string, string])[] = [
  ["売上", "売上データ"],
  ["売り上げ", "売上データ"],
  ["販売", "売上データ"],
];

function understandEnglish(name: string): Understanding {
  const raw = splitName(name).flatMap(cutWord);
  const words = raw.map(toSingular);
  const whole = conceptsByPhrase.get(words.join(" "));
  const qualifiersBefore = (end: number): Concept[] => {
    const found: Concept[] = [];
    for (let at = end; at > 0; at--) {
      const phrase = phraseEnding(words, at);
      if (!phrase) continue;
      found.push(...phrase.concepts);
      at -= phrase.length - 1;
    }
    return found;
  };
  const doubtful = !whole && raw.some((word) => doubtfulWords.has(word));
  if (whole)
    return {
      words,
      concepts: whole,
      phrase: words.join(" "),
      qualifiers: [],
      doubtful: false,
      isPart: false,
    };
  let end = words.length;
  let borrowed: readonly Concept[] = [];
  let borrowedPhrase = "";
  let isPart = false;
  while (end > 0) {
    const last = raw[end - 1] ?? "";
    const phrase = phraseEnding(words, end);
    const dependent = dependentWords.has(last) && (phrase?.length ?? 1) === 1 && end > 1;
    if (phrase && !dependent)
      return {
        words,
        concepts: phrase.concepts,
        phrase: words.slice(end - phrase.length, end).join(" "),
        qualifiers: qualifiersBefore(end - phrase.length),
        doubtful,
        isPart,
      };
    if (phrase && borrowed.length === 0) {
      borrowed = phrase.concepts;
      borrowedPhrase = words.slice(end - phrase.length, end).join(" ");
    }
    isPart = isPart || (!affixWords.has(last) && !/^\d+$/.test(last));
    end--;
  }
  return {
    words,
    concepts: borrowed,
    phrase: borrowedPhrase,
    qualifiers: [],
    doubtful,
    isPart: false,
  };
}

function qualifierIn(text: string): readonly Concept[] {
  return (
    japaneseConcepts.find(({ term }) => term.length > 1 && text.includes(term))?.concepts ?? []
  );
}

function understandJapanese(name: string): Understanding {
  const text = name.normalize("NFKC").toLowerCase();
  let rest = text.replace(/[_\s・]/g, "");
  const doubtful = doubtfulJapanese.some((word) => rest.includes(word.toLowerCase()));
  for (let changed = true; changed;) {
    changed = false;
    for (const affix of affixJapanese) {
      const short = affix.toLowerCase().replace("_", "");
      if (
        rest.endsWith(short) &&
        rest.length > short.length &&
        !japaneseConcepts.some(({ term }) => term === rest)
      ) {
        rest = rest.slice(0, -short.length);
        changed = true;
      }
    }
    rest = rest.replace(/[a-z0-9]+$/, (tail) => (tail.length < rest.length ? "" : tail));
  }
  const head = japaneseHeads.find(([word]) => rest.endsWith(word));
  const exact = japaneseConcepts.find(({ term }) => term === (head ? head[1] : rest));
  if (exact)
    return {
      words: [text],
      concepts: exact.concepts,
      phrase: exact.term,
      qualifiers: [],
      doubtful: doubtful && exact.term !== text,
      isPart: false,
    };
  const ending = japaneseConcepts.find(({ term }) => term.length > 1 && rest.endsWith(term));
  const dependent =
    ending &&
    ["明細", "区分", "分類", "カテゴリ", "履歴", "予定", "実績", "情報"].includes(ending.term) &&
    rest.length > ending.term.length;
  if (ending && !dependent)
    return {
      words: [text],
      concepts: ending.concepts,
      phrase: ending.term,
      qualifiers: qualifierIn(rest.slice(0, -ending.term.length)),
      doubtful,
      isPart: false,
    };
  const inside = japaneseConcepts
    .filter(({ term }) => term.length > 1 && rest.includes(term) && term !== ending?.term)
    .sort(
      (a, b) =>
        b.term.length - a.term.length || rest.lastIndexOf(b.term) - rest.lastIndexOf(a.term),
    )[0];
  return {
    words: [text],
    concepts: inside?.concepts ?? ending?.concepts ?? [],
    phrase: inside?.term ?? ending?.term ?? "",
    qualifiers: [],
    doubtful,
    isPart: inside !== undefined,
  };
}
