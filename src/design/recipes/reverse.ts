// reverse: the rules of this recipe. First lines; the depth of the recipe comes here.
import type { RuleSet } from "../rule.ts";

export const reverseRecipe: RuleSet = { name: "reverse", rank: 2, rules: [] };
