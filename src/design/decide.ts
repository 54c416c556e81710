// Runs the rules over a case, stage by stage, and keeps what each decided. Pure: the same case gives the same outcome.
import type { Case, Decided } from "./case.ts";
import type { Bi } from "./reading.ts";
import { stages, type Gives, type Line, type Rule, type RuleSet, type Stage } from "./rule.ts";
import type { DocumentKind } from "../model/answer.ts";

/** A rule that held, with its reason here. */
export type Held = { readonly rule: Rule; readonly because: Bi };

/** A line with the rule that says it and the rank of its set. */
export type CitedLine = Line & { readonly rule: string };

export type Outcome = {
  readonly case: Case;
  readonly held: readonly Held[];
  readonly lines: readonly CitedLine[];
  readonly document: DocumentKind | null;
  /** Only the comparison was asked for: there is no design around it. */
  readonly isComparison: boolean;
};

const order = Object.keys(stages) as Stage[];

export function decide(start: Case, sets: readonly RuleSet[]): Outcome {
  let c = start;
  let document: DocumentKind | null = null;
  const held: Held[] = [];
  const spoken: { readonly line: CitedLine; readonly rank: number }[] = [];
  const taken = new Map<string, number>();
  const kept = () => spoken.filter(({ line, rank }) => rank >= (taken.get(line.key) ?? 0));
  for (const stage of order) {
    if (stage === "facts")
      c = c.with({
        leansOn: [...new Set(kept().flatMap(({ line }) => line.facts ?? []))],
        said: new Set(kept().map(({ line }) => line.key)),
      });
    for (const { rank, rules } of sets) {
      let isDecided = false;
      for (const rule of rules) {
        if (rule.stage !== stage || !rule.holds(c)) continue;
        const because = rule.because?.(c) ?? rule.title;
        held.push({ rule, because });
        const gives = rule.gives?.(c) ?? {};
        document = gives.document ?? document;
        c = c.with(applied(c.decided, gives, rule.id));
        for (const line of rule.says?.(c) ?? [])
          spoken.push({ line: { ...line, rule: rule.id }, rank });
        for (const key of rule.instead ?? []) taken.set(key, Math.max(taken.get(key) ?? 0, rank));
        if (stages[stage] === "first") {
          isDecided = true;
          break;
        }
      }
      // One set decides a `first` stage: the sets are ordered, and the first that has an answer gives it.
      if (isDecided) break;
    }
  }
  return { case: c, held, lines: kept().map(({ line }) => line), document, isComparison: false };
}

const harder = { none: 0, part: 1, full: 2 } as const;

function applied(now: Decided, gives: Gives, id: string): Partial<Decided> {
  const refusal =
    gives.refusal && harder[gives.refusal] > harder[now.refusal] ? gives.refusal : now.refusal;
  return {
    held: new Set([...now.held, id]),
    refusal,
    ...(gives.route === undefined ? {} : { route: gives.route }),
    ...(gives.redirectTo === undefined ? {} : { redirectTo: gives.redirectTo }),
    ...(gives.recipe === undefined ? {} : { recipe: gives.recipe }),
    ...(gives.mode === undefined ? {} : { mode: gives.mode }),
    ...(gives.provisional === undefined
      ? {}
      : { provisional: now.provisional || gives.provisional }),
    ...(gives.tier === undefined ? {} : { tier: gives.tier }),
    ...(gives.freshness === undefined ? {} : { freshness: gives.freshness }),
    ...(gives.ask && !now.asks.some((one) => one.code === gives.ask?.code)
      ? { asks: [...now.asks, gives.ask], provisional: true }
      : {}),
  };
}
