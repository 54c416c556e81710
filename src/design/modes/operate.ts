// operate: what seed 001 demands of this mode. First lines; the depth of the mode comes here.
import type { RuleSet } from "../rule.ts";

export const operateMode: RuleSet = { name: "operate", rank: 1, rules: [] };
