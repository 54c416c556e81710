// Finds what a text speaks of (lexicon/signals.ts) and how: affirmed, denied, or put off.
import { composites } from "../lexicon/composites.ts";
import { signalEntries } from "../lexicon/signals.ts";
import type { Signal } from "../reading.ts";
import { Matcher } from "./matcher.ts";
import { senseOf } from "./negation.ts";
import { clauseAt, type Clause } from "./normalize.ts";

/** One matcher per signal: a phrase may speak for two things (`csv export` for the export and for the files). */
const matchers = signalEntries.map((entry) => ({
  entry,
  matcher: new Matcher(
    entry.phrases.map(
      (phrase) => [entry.selfDenying.has(phrase) ? "denial" : "plain", phrase] as const,
    ),
  ),
}));

export function findSignals(flat: string, clauses: readonly Clause[]): Signal[] {
  const signals: Signal[] = [];
  for (const { entry, matcher } of matchers)
    for (const { id: form, text, at, end } of matcher.find(flat)) {
      // `silver.payments` names a table and speaks of no layer.
      if (isInName(flat, at, end)) continue;
      const sense = senseOf(flat, clauses, at, end);
      // `no checks` is itself a denial: what is wished for is affirmed unless it is denied once more.
      const negated = form === "denial" ? false : sense.negated;
      signals.push({ id: entry.id, text, at, negated, deferred: sense.deferred });
    }
  signals.push(...findComposites(flat, clauses, signals));
  return signals.toSorted((a, b) => a.at - b.at);
}

const isInName = (flat: string, at: number, end: number): boolean =>
  /^\.[a-z_]/.test(flat.slice(end, end + 2)) ||
  /[a-z0-9_]\.$/.test(flat.slice(Math.max(0, at - 2), at));

/** How far apart the parts of a composite may stand, in characters of one sentence. */
const reach = 45;

/** Said of what is there today, not wished for. */
const describes =
  /\b(?:has|have|had|there (?:is|are|was|were)|today|currently|at the moment|so far|right now|our (?:current|existing)|until now|because|since)\b|現状|現在|今は|これまで|(?<!いら|要ら|つもりは|つもりが)ない(?:ため|ので)|なくて困|ないことが|ない状態|ないのが|なかった/;

function findComposites(
  flat: string,
  clauses: readonly Clause[],
  signals: readonly Signal[],
): Signal[] {
  const found: Signal[] = [];
  const at = (one: Signal) => clauseAt(clauses, one.at);
  for (const { id, ways, isWish } of composites)
    for (const way of ways) {
      const parts = way.map((part) => {
        const negated = part.startsWith("!");
        const name = negated ? part.slice(1) : part;
        return signals.filter((one) => one.id === name && one.negated === negated);
      });
      for (const first of parts[0] ?? []) {
        const others = parts
          .slice(1)
          .map((candidates) =>
            candidates.find(
              (one) =>
                at(one).sentence === at(first).sentence && Math.abs(one.at - first.at) <= reach,
            ),
          );
        if (others.includes(undefined)) continue;
        const clause = at(first);
        const words = flat.slice(clause.at, clause.end);
        if (isWish && way.length === 1 && describes.test(words)) continue;
        found.push({
          id,
          text: [first, ...others].map((one) => one?.text).join(" … "),
          at: first.at,
          negated: false,
          deferred: first.deferred,
        });
      }
    }
  return found;
}
