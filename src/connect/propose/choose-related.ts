// Streams that come in because of others: dimensions and parts of what is kept, by their foreign keys.

import { type Reference } from "./foreign-key.ts";
import { nameWords, type Goal } from "./goal.ts";
import { say, type Language } from "./input.ts";

import { doubt, isDoubtfulPlace, keep, type Draft } from "./choice.ts";

/** Streams that a kept one points at, where they are dimensions, or people when no people are kept yet. */
export function bringInDimensions(
  drafts: readonly Draft[],
  references: readonly Reference[],
  language: Language,
): void {
  const byKey = new Map(drafts.map((draft) => [draft.choice.candidate.key, draft]));
  const hasPeople = drafts.some(
    (draft) => draft.choice.kept && isPerson(draft) && draft.how !== "unknown",
  );
  const kept = new Set(
    drafts
      .filter((draft) => draft.how === "named" || draft.how === "topic")
      .map((draft) => draft.choice.candidate.key),
  );
  for (const { from, column, to } of references) {
    const target = byKey.get(to.key);
    if (!target || !kept.has(from.key) || (target.how !== "out" && target.how !== "unknown"))
      continue;
    if (target.meaning.doubtful || isDoubtfulPlace(to)) continue;
    const isDimension =
      target.how === "unknown" ||
      target.meaning.concepts.some(
        (concept) => concept.class === "dimension" || concept.id === "account",
      );
    if (!isDimension && !(isPerson(target) && !hasPeople)) continue;
    if (target.how === "unknown" && target.choice.reason !== null) continue;
    target.choice = keep(
      to,
      "kept.entity",
      say(
        language,
        `dimension of ${from.stream} (foreign key ${column})`,
        `${from.stream} のディメンション（外部キー ${column}）`,
      ),
    );
  }
}

const isPerson = (draft: Draft): boolean =>
  draft.meaning.concepts.some((concept) => concept.class === "person");

/**
 * Streams that join two kept ones which do not point at each other: findings name an engagement, an engagement names its
 * client, and "findings per client" cannot be counted without it.
 */
export function bringInBridges(
  drafts: readonly Draft[],
  references: readonly Reference[],
  language: Language,
): void {
  const byKey = new Map(drafts.map((draft) => [draft.choice.candidate.key, draft]));
  const isKept = (key: string): boolean => {
    const draft = byKey.get(key);
    return draft?.how === "named" || draft?.how === "topic";
  };
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of references)
    targets.set(from.key, (targets.get(from.key) ?? new Set()).add(to.key));
  const isTied = (a: string, b: string): boolean =>
    (targets.get(a)?.has(b) ?? false) || (targets.get(b)?.has(a) ?? false);
  for (const { from, column, to } of references) {
    const bridge = byKey.get(to.key);
    if (!bridge || bridge.choice.kept || bridge.how !== "out" || !isKept(from.key)) continue;
    if (bridge.meaning.doubtful || isDoubtfulPlace(to)) continue;
    if (bridge.meaning.concepts.some((concept) => concept.class === "technical")) continue;
    const far = references.find(
      (next) =>
        next.from.key === to.key &&
        next.to.key !== from.key &&
        isKept(next.to.key) &&
        !isTied(from.key, next.to.key),
    );
    if (!far) continue;
    bridge.choice = keep(
      to,
      "kept.entity",
      say(
        language,
        `joins ${from.stream} to ${far.to.stream} (foreign keys ${column}, ${far.column})`,
        `${from.stream} と ${far.to.stream} を結ぶ（外部キー ${column}、${far.column}）`,
      ),
    );
  }
}

/** Parts of what the goal names: `order_adjustments` with a column `order_id` when the goal speaks of orders. */
export function bringInParts(
  drafts: readonly Draft[],
  references: readonly Reference[],
  goal: Goal,
  language: Language,
): void {
  const named = new Map(
    drafts
      .filter((draft) => draft.how === "named")
      .map((draft) => [draft.choice.candidate.key, draft]),
  );
  const byKey = new Map(drafts.map((draft) => [draft.choice.candidate.key, draft]));
  for (const { from, column, to } of references) {
    const part = byKey.get(from.key);
    if (!part || !named.has(to.key) || part.meaning.doubtful || isDoubtfulPlace(from)) continue;
    if (part.how !== "out" && part.how !== "unknown") continue;
    if (
      part.meaning.concepts.some(
        (concept) => concept.class === "technical" || goal.excluded.has(concept.id),
      )
    )
      continue;
    const owner = nameWords(to.stream);
    if (
      !owner.every((word, at) => part.meaning.words[at] === word) ||
      part.meaning.words.length <= owner.length
    )
      continue;
    part.choice = keep(
      from,
      "kept.goal",
      say(
        language,
        `part of ${to.stream} (foreign key ${column})`,
        `${to.stream} の一部（外部キー ${column}）`,
      ),
    );
  }
}

/** Nothing fits the goal: rather than an empty list, the business streams are shown, all flagged. */
export function keepEntitiesInDoubt(drafts: readonly Draft[], goal: Goal): void {
  for (const draft of drafts) {
    if (
      draft.how !== "out" ||
      draft.meaning.concepts.every(
        (concept) => concept.class === "technical" || goal.excluded.has(concept.id),
      )
    )
      continue;
    draft.choice = doubt(draft.choice.candidate, "goal");
  }
}
