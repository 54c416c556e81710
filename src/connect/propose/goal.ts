// Reads a goal ("revenue per customer", サポートチケットの傾向): the topics and things it names, where, and what it takes back.
// Pure look-up in the lexicon; a word that is not there means nothing, and nothing is invented for it.
import {
  conceptsByPhrase,
  japaneseConcepts,
  japaneseTopics,
  longestPhrase,
  topicsByPhrase,
  type TopicWord,
} from "../lexicon/lookup.ts";
import type { Concept } from "../lexicon/table.ts";
import {
  emptyJapanese,
  emptyWords,
  patternPhrases,
  weakWords,
  wordsInJapanese,
} from "../lexicon/words.ts";
import { hasJapanese, splitName, toSingular } from "../text/names.ts";

/** A word or term of the goal at a place. `clause` counts stretches between punctuation: words of two are never near. */
export type GoalUnit = {
  readonly words: ReadonlySet<string>;
  readonly concepts: readonly Concept[];
  readonly start: number;
  readonly end: number;
  readonly order: number;
  readonly clause: number;
  readonly negated: boolean;
};

export type Goal = {
  readonly text: string;
  readonly units: readonly GoalUnit[];
  /** In order of appearance. */
  readonly topics: readonly (TopicWord & { readonly at: number })[];
  readonly mentions: ReadonlyMap<
    string,
    { readonly concept: Concept; readonly at: number; readonly words: string }
  >;
  /** Concepts that the goal takes back: "without refunds". */
  readonly excluded: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  readonly excludedWords: ReadonlySet<string>;
  /** False: nothing in it says what to analyse. */
  readonly saysSomething: boolean;
};

const englishNegation =
  /\b(?:(?:everything|anything|all|all tables) but|nothing(?: about| on| of| from)?|none of|neither|without|except(?: for)?|excluding|exclude|excludes|ignoring|ignore|omit|omitting|skip|skipping|leave out|leaving out|not|no|other than|but not|do not need|don't need|don't want|never)\b/g;
const japaneseNegation =
  /(?:以外|を除|除いて|除外|は不要|不要|はいらない|いらない|は要らない|なしで|抜きで|は含めない|含めない|は対象外|対象外|は使わない)/g;

/** Stretches of text that the goal takes back, as [start, end). */
function negatedRanges(text: string): [number, number][] {
  const ranges: [number, number][] = [];
  for (const hit of text.matchAll(englishNegation)) {
    const from = hit.index + hit[0].length;
    const rest = text.slice(from);
    if (/^\s*(?:only|just)\b/.test(rest)) continue;
    const end = rest.search(/[;:.。()]|,(?!\s*(?:and|or)\b)|\b(?:but|only|instead)\b/);
    ranges.push([from, end < 0 ? text.length : from + end]);
  }
  for (const hit of text.matchAll(japaneseNegation)) {
    const before = text.slice(0, hit.index);
    const start =
      Math.max(
        before.lastIndexOf("。"),
        before.lastIndexOf("、"),
        before.lastIndexOf("が、"),
        before.lastIndexOf("("),
        -1,
      ) + 1;
    ranges.push([start, hit.index]);
  }
  return ranges;
}

type Hit = {
  start: number;
  end: number;
  words: string[];
  concepts: Concept[];
  topics: TopicWord[];
  said?: string;
};

function englishHits(text: string): Hit[] {
  const tokens = [...text.matchAll(/[a-z0-9][a-z0-9&']*/g)].map((hit) => ({
    word: toSingular(hit[0].replace(/'s$/, "").replaceAll("'", "")),
    raw: hit[0],
    start: hit.index,
    end: hit.index + hit[0].length,
  }));
  const hits: Hit[] = tokens.map((token) => ({
    start: token.start,
    end: token.end,
    words: [token.word, token.raw],
    concepts: [],
    topics: [],
  }));
  for (let at = 0; at < tokens.length; at++) {
    const conceptPhrase = longestAt(tokens, at, (key) => conceptsByPhrase.get(key));
    const topicPhrase = longestAt(tokens, at, (key) => topicsByPhrase.get(key));
    const first = hits[at];
    if (!first) continue;
    if (
      conceptPhrase &&
      !(conceptPhrase.length === 1 && weakWords.has(tokens[at]?.word ?? "")) &&
      !coveredByLonger(tokens, at, conceptPhrase.length, conceptsByPhrase)
    ) {
      first.concepts.push(...conceptPhrase.found);
      first.said = text.slice(first.start, tokens[at + conceptPhrase.length - 1]?.end);
    }
    if (topicPhrase && !coveredByLonger(tokens, at, topicPhrase.length, topicsByPhrase))
      first.topics.push(...topicPhrase.found);
  }
  return hits;
}

type Token = {
  readonly word: string;
  readonly raw: string;
  readonly start: number;
  readonly end: number;
};

/** The longest phrase that starts at a token; hyphens and spaces between words are the same ("e-mail", "sign-ups"). */
function longestAt<T>(
  tokens: readonly Token[],
  at: number,
  find: (key: string) => readonly T[] | undefined,
): { found: readonly T[]; length: number } | null {
  for (let length = Math.min(longestPhrase, tokens.length - at); length > 0; length--) {
    const words = tokens.slice(at, at + length);
    const found =
      find(words.map((token) => token.word).join(" ")) ??
      (length > 1 ? find(words.map((token) => token.word).join("")) : undefined);
    if (found) return { found, length };
  }
  return null;
}

/** `order` inside `order items` is no mention of orders by itself when a longer phrase began before it. */
function coveredByLonger<T>(
  tokens: readonly Token[],
  at: number,
  length: number,
  phrases: ReadonlyMap<string, readonly T[]>,
): boolean {
  for (let start = Math.max(0, at - longestPhrase + 1); start < at; start++) {
    const longer = longestAt(tokens, start, (key) => phrases.get(key));
    if (longer && start + longer.length >= at + length && longer.length > length) return true;
  }
  return false;
}

function japaneseHits(text: string): Hit[] {
  const hits: Hit[] = [];
  const take = <T>(
    terms: readonly { term: string; found: readonly T[] }[],
    put: (hit: Hit, found: readonly T[]) => void,
  ) => {
    const taken: boolean[] = Array.from({ length: text.length }, () => false);
    for (const { term, found } of terms) {
      for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
        if (taken.slice(at, at + term.length).some(Boolean)) continue;
        if (/^[a-z0-9]+$/.test(term)) continue;
        taken.fill(true, at, at + term.length);
        const hit: Hit = { start: at, end: at + term.length, words: [], concepts: [], topics: [] };
        put(hit, found);
        hits.push(hit);
      }
    }
  };
  take(
    japaneseConcepts.map(({ term, concepts }) => ({ term, found: concepts })),
    (hit, found) => hit.concepts.push(...found),
  );
  take(
    japaneseTopics.map(({ term, topics }) => ({ term, found: topics })),
    (hit, found) => hit.topics.push(...found),
  );
  const words = [...wordsInJapanese].flatMap(([word, terms]) =>
    terms.map((term) => ({ term: term.normalize("NFKC").toLowerCase(), found: [word] })),
  );
  take(
    words.sort((a, b) => b.term.length - a.term.length),
    (hit, found) => hit.words.push(...found),
  );
  return hits;
}

/** Words that stand for a pattern: "changed over time" is history. */
function patternHits(text: string): Hit[] {
  const hits: Hit[] = [];
  for (const { word, english, japanese } of patternPhrases) {
    for (const phrase of english)
      for (const hit of text.matchAll(new RegExp(`\\b${phrase}\\b`, "g")))
        hits.push({
          start: hit.index,
          end: hit.index + phrase.length,
          words: [word],
          concepts: [],
          topics: [],
        });
    for (const term of japanese)
      for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1))
        hits.push({ start: at, end: at + term.length, words: [word], concepts: [], topics: [] });
  }
  return hits;
}

/** What is left of a goal once the words are gone that name no subject. */
function hasSubject(text: string): boolean {
  const english = (text.match(/[a-z][a-z'&-]*/g) ?? [])
    .flatMap((word) => word.split("-"))
    .map((word) => toSingular(word.replace(/'.*$/, "")));
  if (
    english.some((word) => word.length > 1 && !emptyWords.has(word) && !emptyWords.has(`${word}s`))
  )
    return true;
  let japanese = (text.match(/[\u3005-\u30ff\u3400-\u9fff]+/g) ?? []).join(" ");
  for (const word of [...emptyJapanese].sort((a, b) => b.length - a.length))
    japanese = japanese.replaceAll(word, "");
  return /[\u30a0-\u30ff\u3400-\u9fff]{2,}/.test(japanese);
}

export function readGoal(goal: string): Goal {
  const text = goal.normalize("NFKC").toLowerCase();
  const negated = negatedRanges(text);
  const breaks = [...text.matchAll(/[.;:,。、()!?\n「」]/g)].map((hit) => hit.index);
  const hits = [
    ...englishHits(text),
    ...(hasJapanese(text) ? japaneseHits(text) : []),
    ...patternHits(text),
  ].sort((a, b) => a.start - b.start || b.end - a.end);
  const units: GoalUnit[] = hits.map((hit, order) => ({
    words: new Set(hit.words),
    concepts: hit.concepts,
    start: hit.start,
    end: hit.end,
    order,
    clause: breaks.filter((at) => at < hit.start).length,
    negated: negated.some(([from, to]) => hit.start >= from && hit.start < to),
  }));
  const topics: (TopicWord & { at: number })[] = [];
  const mentions = new Map<string, { concept: Concept; at: number; words: string }>();
  const excluded = new Set<string>();
  const words = new Set<string>();
  const excludedWords = new Set<string>();
  hits.forEach((hit, at) => {
    const back = units[at]?.negated ?? false;
    for (const word of hit.words) (back ? excludedWords : words).add(word);
    for (const concept of hit.concepts) {
      if (back) excluded.add(concept.id);
      else if (!mentions.has(concept.id))
        mentions.set(concept.id, {
          concept,
          at: hit.start,
          words: hit.said ?? text.slice(hit.start, hit.end),
        });
    }
    if (!back) for (const topic of hit.topics) topics.push({ ...topic, at: hit.start });
  });
  topics.sort((a, b) => a.at - b.at);
  const settled = topics.filter((topic) => !isOutweighed(topic, hits, units));
  for (const id of mentions.keys()) excluded.delete(id);
  return {
    text,
    units,
    topics: settled,
    mentions,
    excluded,
    words,
    excludedWords,
    saysSomething: hasSubject(text),
  };
}

/**
 * A word of several trades (attendance: of staff, of pupils) means the one that the rest of the goal speaks of. True when
 * another reading of the same word has more support elsewhere in the goal.
 */
function isOutweighed(
  topic: TopicWord & { at: number },
  hits: readonly Hit[],
  units: readonly GoalUnit[],
): boolean {
  const here = hits.filter((hit) => hit.start <= topic.at && hit.end > topic.at);
  const others = new Set(
    here.flatMap((hit) => [
      ...hit.topics.map((word) => word.topic),
      ...hit.concepts.flatMap((concept) => concept.topics),
    ]),
  );
  const support = (id: string) =>
    hits.filter(
      (hit, at) =>
        !units[at]?.negated &&
        (hit.start > topic.at || hit.end <= topic.at) &&
        (hit.topics.some((word) => word.topic === id) ||
          hit.concepts.some((concept) => concept.topics.includes(id))),
    ).length;
  const own = support(topic.topic);
  return [...others].some((id) => id !== topic.topic && support(id) > own);
}

/** The singular words of a text, for comparing names with goals. */
export function nameWords(name: string): string[] {
  return splitName(name).map(toSingular);
}
