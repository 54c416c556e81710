// The one-line reasons beside proposed streams. Only what is true is said: that the goal names it, or names something of
// the same subject, or what kind of thing it is.
import { classes, type Concept } from "../lexicon/table.ts";

import { hasJapanese } from "../text/names.ts";

import { nameWords, type Goal } from "./goal.ts";
import { say, type Candidate, type Language } from "./input.ts";

import { type Understanding } from "./understand.ts";

/** Only what is true: the goal names the stream, or it names something of the same subject. */
export function reasonForMention(
  candidate: Candidate,
  meaning: Understanding,
  goal: Goal,
  language: Language,
): string {
  const concept = meaning.concepts.find((entry) => goal.mentions.has(entry.id));
  const mention = concept && goal.mentions.get(concept.id);
  const shown = concept ?? meaning.concepts[0];
  const what = shown && shown.class !== "technical" ? describe(shown, meaning, language) : null;
  const spelled = nameWords(candidate.stream).every((word) => goal.words.has(word));
  const said = mention?.words ?? "";
  const isTranslation =
    hasJapanese(said) !== hasJapanese(candidate.stream) &&
    (concept?.english.slice(0, 2).some((phrase) => phrase.join(" ") === meaning.phrase) ||
      concept?.japanese.slice(0, 2).includes(meaning.phrase));
  const isSame =
    spelled ||
    said === meaning.phrase ||
    nameWords(said).join(" ") === meaning.phrase ||
    isTranslation;
  if (meaning.isPart && what !== null && !isSame) return what;
  const why =
    isSame && !meaning.isPart
      ? say(language, "the goal names it", "目的に含まれています")
      : say(language, `same subject as "${said}" in the goal`, `目的の「${said}」に関連`);
  return what === null ? why : say(language, `${what}; ${why}`, `${what}、${why}`);
}

/** What a stream is, in two words; a part is only said to belong to its owner. */
export function describe(concept: Concept, meaning: Understanding, language: Language): string {
  if (!meaning.isPart) return classes[concept.class][language];
  const owner = meaning.phrase;
  return say(
    language,
    `belongs to ${owner} by its name`,
    `名前から ${concept.japanese[0] ?? owner} の付属情報`,
  );
}
