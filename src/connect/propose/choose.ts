// Seed 003 §フェーズ 4: which streams to propose, each with a rule and an honest reason. Patterns first, then the goal:
// a name that is understood and out of scope is left out, a name that says nothing is kept and flagged, never explained.
import { doubt, drop, isDoubtfulPlace, keep, type Draft } from "./choice.ts";
import {
  bringInBridges,
  bringInDimensions,
  bringInParts,
  keepEntitiesInDoubt,
} from "./choose-related.ts";
import { describe, reasonForMention } from "./reasons.ts";

import { isContiguous, isWanted } from "./wanted.ts";

import { findReferences } from "./foreign-key.ts";
import { nameWords, type Goal } from "./goal.ts";
import { say, type Candidate, type Choice, type Language, type SourceKind } from "./input.ts";
import { matchPattern } from "./patterns.ts";
import { affixWords } from "../lexicon/technical.ts";
import { weakWords } from "../lexicon/words.ts";
import { understandName, type Understanding } from "./understand.ts";
import { canLoad } from "./modes.ts";

/** Chooses among all streams of a discovery, in its order. */
export function chooseStreams(
  candidates: readonly Candidate[],
  goal: Goal,
  kind: SourceKind,
  language: Language,
): Choice[] {
  const context = { goal, kind, language, understoodGoal: isGoalUnderstood(candidates, goal) };
  const drafts = candidates.map((candidate) => judge(candidate, context));
  keepNarrowest(drafts, goal, kind);
  if (kind === "database") {
    const references = findReferences(candidates);
    bringInDimensions(drafts, references, language);
    bringInParts(drafts, references, goal, language);
    bringInBridges(drafts, references, language);
    if (!drafts.some((draft) => draft.choice.kept)) keepEntitiesInDoubt(drafts, goal);
  }
  return drafts.map((draft) => draft.choice);
}

/** "order status history" asks for order_status_history, not for order_history as well. */
function keepNarrowest(drafts: readonly Draft[], goal: Goal, kind: SourceKind): void {
  const asked = drafts.filter(
    (draft) =>
      draft.choice.kept &&
      matchPattern(draft.choice.candidate.stream, draft.choice.candidate.namespace, kind) !== null,
  );
  for (const draft of asked) {
    const { candidate } = draft.choice;
    const words = new Set(nameWords(candidate.stream));
    const isInsideOther = asked.some((other) => {
      const wider = nameWords(other.choice.candidate.stream);
      return (
        other !== draft &&
        wider.length > words.size &&
        [...words].every((word) => wider.includes(word))
      );
    });
    const pattern = matchPattern(candidate.stream, candidate.namespace, kind);
    if (isInsideOther && pattern && !isContiguous(candidate.stream, goal))
      Object.assign(draft, { choice: drop(candidate, pattern), how: "fixed" });
  }
}

type Context = {
  readonly goal: Goal;
  readonly kind: SourceKind;
  readonly language: Language;
  readonly understoodGoal: boolean;
};

/** A goal whose words are neither topics nor things nor names of streams gives no ground to leave anything out. */
export function isGoalUnderstood(candidates: readonly Candidate[], goal: Goal): boolean {
  return (
    goal.topics.length > 0 ||
    goal.mentions.size > 0 ||
    candidates.some((candidate) => isNamed(candidate, understandName(candidate.stream), goal))
  );
}

function isNamed(candidate: Candidate, meaning: Understanding, goal: Goal): boolean {
  if (meaning.concepts.some((concept) => goal.mentions.has(concept.id)) && !meaning.doubtful)
    return true;
  const all = nameWords(candidate.stream);
  // `daily_revenue` is revenue: words that every table may carry are looked past, unless the name is in doubt.
  const telling = meaning.doubtful ? all : all.filter((word) => !affixWords.has(word));
  const words = telling.length > 0 ? telling : all;
  const japanese = candidate.stream.normalize("NFKC").toLowerCase();
  if (words.some((word) => !/^[a-z0-9]+$/.test(word)))
    return japanese.length > 1 && goal.text.includes(japanese);
  if (words.length === 1 && weakWords.has(words[0] ?? "")) return false;
  return (
    words.length > 0 &&
    words.every((word) => goal.words.has(word)) &&
    words.some((word) => word.length > 2)
  );
}

function judge(candidate: Candidate, { goal, kind, language, understoodGoal }: Context): Draft {
  const meaning = understandName(candidate.stream);
  const fixed = (choice: Choice): Draft => ({ choice, meaning, how: "fixed" });
  if (!canLoad(candidate.found)) return fixed(drop(candidate, "no_sync_modes"));
  const pattern = matchPattern(candidate.stream, candidate.namespace, kind);
  if (pattern) {
    if (!isWanted(candidate.stream, goal)) return fixed(drop(candidate, pattern));
    return {
      choice: keep(
        candidate,
        "kept.goal",
        say(language, "the goal asks for it by name", "目的で名指しされています"),
      ),
      meaning,
      how: "named",
    };
  }
  if (isTakenBack(candidate, meaning, goal)) return fixed(drop(candidate, "use_case"));
  if (isNamed(candidate, meaning, goal))
    return {
      choice: keep(candidate, "kept.goal", reasonForMention(candidate, meaning, goal, language)),
      meaning,
      how: "named",
    };
  if (meaning.doubtful || isDoubtfulPlace(candidate))
    return { choice: doubt(candidate, "copy"), meaning, how: "unknown" };
  const special = meaning.qualifiers.filter(
    (entry) =>
      entry.class !== "technical" &&
      entry.topics.length <= 3 &&
      (goal.mentions.has(entry.id) ||
        (entry.topics.length <= 2 &&
          goal.topics.some((word) => entry.topics.includes(word.topic)))),
  );
  const isPlain = meaning.concepts.every((entry) => entry.class !== "technical");
  const subjects =
    special.length > 0 && isPlain ? [...meaning.concepts, ...special] : meaning.concepts;
  const named = special.find((entry) => goal.mentions.has(entry.id));
  if (named && isPlain && meaning.concepts.length > 0)
    return {
      choice: keep(
        candidate,
        "kept.goal",
        say(
          language,
          `same subject as "${goal.mentions.get(named.id)?.words ?? ""}" in the goal`,
          `目的の「${goal.mentions.get(named.id)?.words ?? ""}」に関連`,
        ),
      ),
      meaning,
      how: "topic",
    };
  const topic = goal.topics.find((word) =>
    subjects.some((entry) => entry.topics.includes(word.topic)),
  );
  const concept =
    subjects.find((entry) => topic && entry.topics.includes(topic.topic)) ?? meaning.concepts[0];
  const what = concept ? describe(concept, meaning, language) : null;
  if (topic && what) {
    const scope = say(language, topic.scope, topic.label);
    return {
      choice: keep(
        candidate,
        "kept.goal",
        say(language, `${what}; ${scope} needs it`, `${what}、${scope}の分析に必要`),
      ),
      meaning,
      how: "topic",
    };
  }
  if (meaning.concepts.length === 0)
    return { choice: doubt(candidate, "name"), meaning, how: "unknown" };
  if (kind === "saas")
    return {
      choice: keep(
        candidate,
        "kept.entity",
        say(
          language,
          `business entity of the source: ${what}`,
          `ソースの主要エンティティ：${what}`,
        ),
      ),
      meaning,
      how: "topic",
    };
  const isTechnical = meaning.concepts.every((concept) => concept.class === "technical");
  if (!understoodGoal && !isTechnical)
    return { choice: doubt(candidate, "goal"), meaning, how: "unknown" };
  return { choice: drop(candidate, "use_case"), meaning, how: "out" };
}

function isTakenBack(candidate: Candidate, meaning: Understanding, goal: Goal): boolean {
  if (meaning.concepts.some((concept) => goal.mentions.has(concept.id))) return false;
  if (meaning.concepts.some((concept) => goal.excluded.has(concept.id))) return true;
  const words = nameWords(candidate.stream);
  return (
    words.length > 0 && words.every((word) => goal.excludedWords.has(word) && !goal.words.has(word))
  );
}
