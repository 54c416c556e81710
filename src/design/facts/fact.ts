// A dated fact: something about a product or a market that was true when somebody read it and may not be true now. It is data, never
// a sentence inside a rule, so that its date and its source go along wherever a decision leans on it.
import { toIso } from "../../kernel/clock.ts";
import type { Bi } from "../reading.ts";

/**
 * `event`: it happened on that day and stays so (a release). `state`: it was so on that day (newest version, availability, licence,
 * limit). `price`: a list price. `survey`: an answer of people.
 */
export type FactKind = "event" | "state" | "price" | "survey";

export type Fact = {
  readonly id: string;
  readonly kind: FactKind;
  readonly claim: Bi;
  /** As exact as the source is: a year, a month or a day. */
  readonly asOf: string;
  /** Where it was read: a page or study by name. */
  readonly source: string;
  /** The seed section that claims it; absent where only the vendor's page does. */
  readonly seed?: string;
};

/** Days a fact may be leaned on; an event does not age. */
export const lasts: Readonly<Record<FactKind, number | null>> = {
  event: null,
  state: 365,
  price: 365,
  survey: 730,
};

const dayMs = 86_400_000;

/** The first day of what is written: `2026` is 2026-01-01, so that a vague date ages soonest. */
export const firstDay = (asOf: string): number =>
  Date.parse(asOf.length === 4 ? `${asOf}-01-01` : asOf.length === 7 ? `${asOf}-01` : asOf);

export const ageInDays = (fact: Fact, today: string): number =>
  Math.max(0, Math.floor((Date.parse(today) - firstDay(fact.asOf)) / dayMs));

/** The last day it may be leaned on; null: it does not age. */
export function goodUntil(fact: Fact): string | null {
  const limit = lasts[fact.kind];
  return limit === null ? null : toIso(firstDay(fact.asOf) + limit * dayMs).slice(0, 10);
}

export function isTooOld(fact: Fact, today: string): boolean {
  const limit = lasts[fact.kind];
  return limit !== null && ageInDays(fact, today) > limit;
}
