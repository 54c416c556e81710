// quality: the rules of this recipe. First lines; the depth of the recipe comes here.
import type { RuleSet } from "../rule.ts";

export const qualityRecipe: RuleSet = { name: "quality", rank: 2, rules: [] };
