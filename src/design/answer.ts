// The architect: a request in, an Answer out. Pure and without a model call; the same request gives the same bytes.
import type { Answer, Artifact, Sections } from "../model/answer.ts";
import { sectionKeys, type SectionKey } from "../model/section-key.ts";
import { Case } from "./case.ts";
import { decide, type CitedLine, type Outcome } from "./decide.ts";
import { factsDay } from "./facts/facts.ts";
import { factsOf } from "./facts/shown.ts";
import type { Lang, Reading } from "./reading.ts";
import { isOnlyCompared, turnsOnMode } from "./rules/choice.ts";
import { briefOf } from "./rules/several.ts";
import { renderText } from "./render/text.ts";
import { ruleSets } from "./rule-sets.ts";
import { toRequirement } from "./understand/to-requirement.ts";
import { turningsOf } from "./turnings.ts";
import { readRequest, type Request } from "./understand/read-request.ts";

export type { Request } from "./understand/read-request.ts";

export type AnswerOptions = {
  /** Language of the answer; default: that of the request. */
  readonly lang?: Lang | undefined;
  /** Also tell why each reading was taken. */
  readonly explain?: boolean | undefined;
  /** What `--out` would write, or wrote. */
  readonly artifacts?: readonly Artifact[] | undefined;
};

/** Reads and decides; writes nothing in words yet. What artefact writers and the review start from. */
export function design(request: Request): Outcome {
  return designReading(readRequest(request), request.asOf);
}

export function designReading(reading: Reading, asOf: string = factsDay): Outcome {
  const decided = {
    route: "menu",
    redirectTo: [],
    refusal: "none",
    recipe: null,
    mode: null,
    provisional: false,
    asks: [],
    tier: null,
    freshness: null,
    held: new Set<string>(),
    leansOn: [],
    said: new Set<SectionKey>(),
  } as const;
  const outcome = decide(new Case(reading, toRequirement(reading), decided, asOf), ruleSets);
  if (isOnlyCompared(outcome.case)) return comparisonOf(outcome);
  return outcome.held.some(({ rule }) => rule.id === several)
    ? { ...outcome, lines: [...othersOf(reading, asOf), ...outcome.lines] }
    : outcome;
}

const several = "SEVERAL-01";

/** What each further pipeline of the request is, decided as for a request of its own. */
function othersOf(reading: Reading, asOf: string): CitedLine[] {
  return reading.others.map((text, i) => ({
    ...briefOf(design({ text, asOf }).case, i + 2, reading.others.length + 1, text),
    rule: several,
  }));
}

/** `Kafka or Kinesis?`: both sides, the verdict and what has to be known; tiers, contracts and the rest come with a pipeline. */
function comparisonOf(outcome: Outcome): Outcome {
  const isOf = (id: string) => id.startsWith("COMPARE");
  const lines = outcome.lines.filter((one) => isOf(one.rule));
  return {
    case: outcome.case.with({
      tier: null,
      freshness: null,
      ...(turnsOnMode(outcome.case) || outcome.case.decided.mode !== "UNDECIDED"
        ? {}
        : {
            mode: null,
            provisional: false,
            asks: outcome.case.decided.asks.filter((one) => one.code !== "ambiguous_mode"),
          }),
      leansOn: [...new Set(lines.flatMap((one) => one.facts ?? []))],
    }),
    held: outcome.held.filter(
      ({ rule }) => isOf(rule.id) || ["route", "recipe", "mode", "ask"].includes(rule.stage),
    ),
    lines,
    document: null,
    isComparison: true,
  };
}

export function answer(request: Request, options: AnswerOptions = {}): Answer {
  return toAnswer(design(request), options);
}

export function toAnswer(outcome: Outcome, options: AnswerOptions = {}): Answer {
  const { reading, decided } = outcome.case;
  const lang = options.lang ?? reading.lang;
  const isSmall = decided.route === "menu" || decided.route === "redirect";
  const without: Omit<Answer, "text"> = {
    apiVersion: "revos/v1",
    kind: "Answer",
    lang,
    route: decided.route,
    redirectTo: [...decided.redirectTo],
    refusal: decided.refusal,
    recipe: isSmall ? null : decided.recipe,
    mode: isSmall ? null : decided.mode,
    provisional: decided.provisional,
    questions: decided.asks.map((ask) => ({
      code: ask.code,
      text: ask.text[lang],
      default: ask.default?.[lang] ?? null,
      blocking: ask.blocking,
    })),
    tier: isSmall ? null : decided.tier,
    freshness: isSmall ? null : decided.freshness,
    decisions: outcome.held.map(({ rule, because }) => ({
      rule: rule.id,
      seed: rule.seed,
      because: because[lang],
    })),
    sections: toSections(outcome.lines, lang),
    findings: outcome.held.flatMap(({ rule }) => [...(rule.findings?.(outcome.case, lang) ?? [])]),
    artifacts: [...(options.artifacts ?? [])],
    document: outcome.document,
    notUnderstood: [...reading.notUnderstood],
    turnings: turningsOf(outcome, lang),
    facts: factsOf(outcome, lang),
    ...(options.explain ? { trace: [...reading.trace] } : {}),
  };
  return { ...without, text: renderText(without, outcome) };
}

function toSections(lines: readonly CitedLine[], lang: Lang): Sections {
  const found: Partial<Record<SectionKey, string[]>> = {};
  for (const key of sectionKeys) {
    const texts = [...new Set(lines.filter((one) => one.key === key).map((one) => one[lang]))];
    if (texts.length > 0) found[key] = texts;
  }
  return found;
}
