// Finds what a text speaks of (lexicon/signals.ts) and how: affirmed, denied, or put off.
import { signalEntries } from "../lexicon/signals.ts";
import type { Signal } from "../reading.ts";
import { Matcher } from "./matcher.ts";
import { senseOf } from "./negation.ts";
import type { Clause } from "./normalize.ts";

/** One matcher per signal: a phrase may speak for two things (`csv export` for the export and for the files). */
const matchers = signalEntries.map((entry) => ({
  entry,
  matcher: new Matcher(entry.phrases.map((phrase) => [phrase, phrase] as const)),
}));

export function findSignals(flat: string, clauses: readonly Clause[]): Signal[] {
  const signals: Signal[] = [];
  for (const { entry, matcher } of matchers)
    for (const { id: phrase, text, at, end } of matcher.find(flat)) {
      const sense = senseOf(flat, clauses, at, end);
      // `no checks` is itself a denial: what is wished for is affirmed unless it is denied once more.
      const negated = entry.selfDenying.has(phrase) ? false : sense.negated;
      signals.push({ id: entry.id, text, at, negated, deferred: sense.deferred });
    }
  return signals.toSorted((a, b) => a.at - b.at);
}
