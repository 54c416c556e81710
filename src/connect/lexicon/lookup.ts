// The whole lexicon, ready to be asked: phrases found in a stream's name, in a goal, in a reply.
import { splitName, toSingular } from "../text/names.ts";
import { commerce } from "./commerce.ts";
import { operations } from "./operations.ts";
import { people } from "./people.ts";
import { sectors } from "./sectors.ts";
import { technical } from "./technical.ts";
import type { Concept } from "./table.ts";
import { allTopics } from "./topics.ts";

export const allConcepts: readonly Concept[] = [
  ...commerce,
  ...people,
  ...operations,
  ...sectors,
  ...technical,
];

export const conceptById: ReadonlyMap<string, Concept> = new Map(
  allConcepts.map((concept) => [concept.id, concept]),
);

/** `order item` → the concepts that are called so; several trades may use one word. */
export const conceptsByPhrase: ReadonlyMap<string, readonly Concept[]> = (() => {
  const found = new Map<string, Concept[]>();
  for (const concept of allConcepts) {
    for (const phrase of concept.english) {
      const key = phrase.map(toSingular).join(" ");
      found.set(key, [...(found.get(key) ?? []), concept]);
    }
  }
  return found;
})();

export const longestPhrase = Math.max(
  ...[...conceptsByPhrase.keys()].map((key) => key.split(" ").length),
);

/** Japanese terms of concepts, longest first, so that 受注明細 is found before 受注. */
export const japaneseConcepts: readonly {
  readonly term: string;
  readonly concepts: readonly Concept[];
}[] = (() => {
  const found = new Map<string, Concept[]>();
  for (const concept of allConcepts) {
    for (const term of concept.japanese) {
      const key = term.normalize("NFKC").toLowerCase();
      found.set(key, [...(found.get(key) ?? []), concept]);
    }
  }
  return [...found]
    .map(([term, concepts]) => ({ term, concepts }))
    .sort((a, b) => b.term.length - a.term.length);
})();

export type TopicWord = { readonly topic: string; readonly scope: string; readonly label: string };

export const topicsByPhrase: ReadonlyMap<string, readonly TopicWord[]> = (() => {
  const found = new Map<string, TopicWord[]>();
  for (const topic of allTopics) {
    for (const word of topic.words) {
      if (!word.english) continue;
      const key = word.english.flatMap(splitName).map(toSingular).join(" ");
      found.set(key, [
        ...(found.get(key) ?? []),
        { topic: topic.id, scope: word.scope, label: word.label },
      ]);
    }
  }
  return found;
})();

export const japaneseTopics: readonly {
  readonly term: string;
  readonly topics: readonly TopicWord[];
}[] = (() => {
  const found = new Map<string, TopicWord[]>();
  for (const topic of allTopics) {
    for (const word of topic.words) {
      if (!word.japanese) continue;
      const key = word.japanese.normalize("NFKC").toLowerCase();
      found.set(key, [
        ...(found.get(key) ?? []),
        { topic: topic.id, scope: word.scope, label: word.label },
      ]);
    }
  }
  return [...found]
    .map(([term, topics]) => ({ term, topics }))
    .sort((a, b) => b.term.length - a.term.length);
})();

/** Single words that some phrase of the lexicon uses: how `orderitems` is cut into words. */
export const knownWords: ReadonlySet<string> = new Set(
  [...conceptsByPhrase.keys()].flatMap((key) => key.split(" ")).filter((word) => word.length >= 3),
);
