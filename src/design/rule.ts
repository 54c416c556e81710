// A rule: the one form in which the architect knows anything. It has an id, the section of the seed it comes from, a condition,
// a consequence and a reason in both languages. Decisions, questions, refusals and every line of an answer come from rules.
import type {
  DocumentKind,
  Freshness,
  ProcessingMode,
  QuestionCode,
  Recipe,
  Refusal,
  ReviewFinding,
  Route,
  Tier,
} from "../model/answer.ts";
import type { SectionKey } from "../model/section-key.ts";
import type { Case } from "./case.ts";
import type { Bi, Lang } from "./reading.ts";

/**
 * The order in which rules are asked. In a `first` stage the first rule that holds decides; in an `all` stage every rule
 * that holds speaks. A rule sees what earlier stages decided, through its case.
 */
export const stages = {
  route: "first",
  refusal: "all",
  recipe: "first",
  mode: "first",
  ask: "all",
  tier: "first",
  freshness: "first",
  document: "first",
  say: "all",
  facts: "all",
  check: "all",
} as const;
export type Stage = keyof typeof stages;

export type Ask = {
  readonly code: QuestionCode;
  readonly text: Bi;
  readonly default: Bi | null;
  readonly blocking: boolean;
};

/** What a rule decides. Only the field of its stage is read. */
export type Gives = {
  readonly route?: Route;
  readonly redirectTo?: readonly string[];
  readonly refusal?: Refusal;
  readonly recipe?: Recipe;
  readonly mode?: ProcessingMode;
  readonly provisional?: boolean;
  readonly ask?: Ask;
  readonly tier?: Tier;
  readonly freshness?: Freshness | null;
  readonly document?: DocumentKind;
};

/** One line of an answer, in both languages. It cites the rule that says it. */
export type Line = Bi & {
  readonly key: SectionKey;
  /** Ids of the dated facts it leans on. */
  readonly facts?: readonly string[];
};

/** A value at which this rule would stop, or begin, to hold. */
export type Threshold = {
  readonly quantity: Bi;
  /** The value of this case, or null when it is not said. */
  readonly now: Bi | null;
  readonly at: Bi;
  readonly becomes: Bi;
  /** How near: |log(now / at)|, or Infinity when there is no value. */
  readonly distance: number;
};

export type Rule = {
  /** `AREA-NN`, unique. */
  readonly id: string;
  readonly stage: Stage;
  /** `000 §モードの選択`, as the seeds print it. */
  readonly seed: string;
  /** Readings of open points (`K05`), where the seed alone does not decide. */
  readonly basis?: readonly string[];
  /** What it is, for lists and help: one line. */
  readonly title: Bi;
  /** The condition and the consequence in words, for docs/reference/rules.md and `revos help <rule>`. */
  readonly when: Bi;
  readonly effect: Bi;
  readonly holds: (c: Case) => boolean;
  /** Why it holds here, with the values of this request. Absent: the title. */
  readonly because?: (c: Case) => Bi;
  readonly gives?: (c: Case) => Gives;
  readonly says?: (c: Case) => readonly Line[];
  /** When this rule holds, lines of these keys from rules of a lower rank are left out. */
  readonly instead?: readonly SectionKey[];
  /** Structured findings of a review, in the language asked for by `lang`. */
  readonly findings?: (c: Case, lang: Lang) => readonly ReviewFinding[];
  readonly thresholds?: (c: Case) => readonly Threshold[];
};

/** Rules that belong together and come with one folder: a recipe, a mode, a concern. */
export type RuleSet = {
  readonly name: string;
  /** Which set wins where both speak on a key with `instead`: general 0, mode 1, recipe 2, refusal 3. */
  readonly rank: number;
  readonly rules: readonly Rule[];
};

/** No space between two Japanese characters: names that are put in bring their own, as Latin ones need. */
const tidy = (ja: string): string =>
  ja.replace(/(?<=[\u3040-\u30ff\u3400-\u9fff])[ ]+(?=[\u3040-\u30ff\u3400-\u9fff])/gu, "");

export const bi = (en: string, ja: string): Bi => ({ en, ja: tidy(ja) });
export const line = (key: SectionKey, en: string, ja: string): Line => ({ key, en, ja: tidy(ja) });
