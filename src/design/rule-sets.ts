// Every set of rules the architect knows, in the order in which they are asked. A new recipe, mode or concern is one folder or
// file with a RuleSet and one line here.
import { answeredRules } from "./rules/answered.ts";
import { askRules } from "./rules/ask-first.ts";
import { capacityRules } from "./rules/capacity.ts";
import { careRules } from "./rules/care.ts";
import { choiceRules } from "./rules/choice.ts";
import { compareRules } from "./rules/compare.ts";
import { correctnessRules } from "./rules/correctness.ts";
import { costRules } from "./rules/cost.ts";
import { documentRules } from "./rules/document.ts";
import { engineRules } from "./rules/engine.ts";
import { factRules } from "./rules/facts.ts";
import { fitRules } from "./rules/fit.ts";
import { deadlineRules } from "./rules/deadline.ts";
import { freshnessRules } from "./rules/freshness.ts";
import { inputRules } from "./rules/inputs.ts";
import { modeRules } from "./rules/mode.ts";
import { recipeRules } from "./rules/recipe.ts";
import { redirectRules } from "./rules/redirect.ts";
import { refusalRules } from "./rules/refusal.ts";
import { routeRules } from "./rules/route.ts";
import { scaleRules } from "./rules/scale.ts";
import { selfCheckRules } from "./rules/self-check.ts";
import { severalRules } from "./rules/several.ts";
import { shapeRules } from "./rules/shape.ts";
import { stateRules } from "./rules/state.ts";
import { tierRules } from "./rules/tier.ts";
import { agreementRules } from "./rules/agreement.ts";
import { partnerRules } from "./rules/partner.ts";
import { modeSets } from "./modes/index.ts";
import { recipeSets } from "./recipes/index.ts";
import type { Rule, RuleSet } from "./rule.ts";

export const ruleSets: readonly RuleSet[] = [
  redirectRules,
  routeRules,
  refusalRules,
  recipeRules,
  modeRules,
  askRules,
  tierRules,
  freshnessRules,
  deadlineRules,
  documentRules,
  shapeRules,
  severalRules,
  answeredRules,
  scaleRules,
  engineRules,
  fitRules,
  compareRules,
  choiceRules,
  inputRules,
  agreementRules,
  stateRules,
  correctnessRules,
  careRules,
  capacityRules,
  costRules,
  partnerRules,
  ...modeSets,
  ...recipeSets,
  factRules,
  selfCheckRules,
];

export const allRules: readonly Rule[] = ruleSets.flatMap((set) => set.rules);

export const findRule = (id: string): Rule | null =>
  allRules.find((rule) => rule.id === id.toUpperCase()) ?? null;
