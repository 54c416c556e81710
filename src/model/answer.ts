// What the architect answers, interface.md §5: one document for all five modes, the menu and a redirect.
import { z } from "zod";
import { sectionKeys, type SectionKey } from "./section-key.ts";

export const Route = z.enum([
  "menu",
  "design",
  "review",
  "operate",
  "migrate",
  "contract",
  "redirect",
]);
export type Route = z.infer<typeof Route>;

export const Recipe = z.enum(["etl", "elt", "stream", "dbt", "cdc", "reverse", "quality"]);
export type Recipe = z.infer<typeof Recipe>;

/** How data moves: seed 000 "mode". Not the five modes of seed 001, which are routes here. */
export const ProcessingMode = z.enum(["BATCH", "STREAMING", "HYBRID", "UNDECIDED"]);
export type ProcessingMode = z.infer<typeof ProcessingMode>;

export const Tier = z.enum(["Tier 1", "Tier 2", "Tier 3"]);
export type Tier = z.infer<typeof Tier>;

export const Refusal = z.enum(["none", "part", "full"]);
export type Refusal = z.infer<typeof Refusal>;

export const QuestionCode = z.enum([
  "ambiguous_mode",
  "volume_over_1tb_day",
  "latency_under_1min",
  "pii_or_sensitive",
  "cross_region",
  "approval",
]);
export type QuestionCode = z.infer<typeof QuestionCode>;

export const Question = z.object({
  code: QuestionCode,
  text: z.string(),
  /** What is assumed while nobody answers; null: nothing is. */
  default: z.string().nullable(),
  blocking: z.boolean(),
});
export type Question = z.infer<typeof Question>;

/** All in seconds; fractions are possible below one second. */
export const Freshness = z.object({
  slaSeconds: z.number().positive().nullable(),
  checkEverySeconds: z.number().positive(),
  updateIntervalSeconds: z.number().positive(),
  earlyWarningAfterSeconds: z.number().positive(),
  /** The early warning would come after the breach. */
  conflict: z.boolean(),
  /** What the engine proposes because the request does not say it. */
  proposed: z.array(z.enum(["sla", "updateInterval"])).optional(),
});
export type Freshness = z.infer<typeof Freshness>;

export const Decision = z.object({ rule: z.string(), seed: z.string(), because: z.string() });
export type Decision = z.infer<typeof Decision>;

export const ReviewFinding = z.object({
  rule: z.string().regex(/^[RQCO]\d{2}$/),
  group: z.enum(["reliability", "quality", "cost", "operability"]),
  severity: z.enum(["critical", "warning", "note"]),
  file: z.string().nullable(),
  line: z.number().int().positive().nullable(),
  message: z.string(),
  fix: z.string(),
});
export type ReviewFinding = z.infer<typeof ReviewFinding>;

export const Artifact = z.object({
  path: z.string(),
  kind: z.string(),
  /** With `--out`: what becomes of the file. */
  state: z.enum(["new", "same", "changed", "kept", "conflict"]).optional(),
});
export type Artifact = z.infer<typeof Artifact>;

export const DocumentKind = z.enum([
  "architecture",
  "streaming",
  "dbt_model",
  "reliability",
  "batch",
  "hybrid",
  "layers",
  "sla_monitoring",
  "contract",
]);
export type DocumentKind = z.infer<typeof DocumentKind>;

/** The nearest threshold of a decision: which value would make it another one. */
export const Turning = z.object({
  rule: z.string(),
  quantity: z.string(),
  now: z.string().nullable(),
  at: z.string(),
  becomes: z.string(),
});
export type Turning = z.infer<typeof Turning>;

/** A dated fact about a product or a market that a line leans on. */
export const ShownFact = z.object({
  id: z.string(),
  claim: z.string(),
  /** As exact as its source: a year, a month or a day. */
  asOf: z.string(),
  source: z.string(),
  /** The last day it may be leaned on; null: it does not age. */
  goodUntil: z.string().nullable(),
  /** Older than facts of its kind may be leaned on, by the day the answer is judged by. */
  tooOld: z.boolean(),
});
export type ShownFact = z.infer<typeof ShownFact>;

/** One reading and why it was taken (`--explain`). `from` is the words of the request. */
export const TraceStep = z.object({ reads: z.string(), from: z.string(), because: z.string() });
export type TraceStep = z.infer<typeof TraceStep>;

const sections = z.strictObject(
  Object.fromEntries(sectionKeys.map((key) => [key, z.array(z.string()).min(1).optional()])),
);

export const Answer = z.object({
  apiVersion: z.literal("revos/v1"),
  kind: z.literal("Answer"),
  lang: z.enum(["en", "ja"]),
  route: Route,
  redirectTo: z.array(z.string()),
  refusal: Refusal,
  recipe: Recipe.nullable(),
  mode: ProcessingMode.nullable(),
  /** True while a question that could change the design is open. */
  provisional: z.boolean(),
  questions: z.array(Question),
  tier: Tier.nullable(),
  freshness: Freshness.nullable(),
  decisions: z.array(Decision),
  sections,
  findings: z.array(ReviewFinding),
  artifacts: z.array(Artifact),
  document: DocumentKind.nullable(),
  /** Parts of the request nothing was made of, in its own words. */
  notUnderstood: z.array(z.string()),
  /** What would change a decision, nearest first. */
  turnings: z.array(Turning),
  facts: z.array(ShownFact),
  trace: z.array(TraceStep).optional(),
  text: z.string(),
});
export type Answer = Omit<z.infer<typeof Answer>, "sections"> & { readonly sections: Sections };

export type Sections = Readonly<Partial<Record<SectionKey, readonly string[]>>>;

/** A rule as `revos help <rule>` tells it. */
export const RuleDocument = z.object({
  id: z.string(),
  stage: z.string(),
  seed: z.string(),
  basis: z.array(z.string()),
  title: z.string(),
  when: z.string(),
  effect: z.string(),
});
export type RuleDocument = z.infer<typeof RuleDocument>;
