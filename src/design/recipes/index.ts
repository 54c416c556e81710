// The seven recipes of seed 000, one file or folder each. A recipe adds lines to a design whose recipe it is.
import type { RuleSet } from "../rule.ts";
import { cdcRecipe } from "./cdc.ts";
import { dbtRecipe } from "./dbt.ts";
import { eltRecipe } from "./elt.ts";
import { etlRecipe } from "./etl.ts";
import { qualityRecipe } from "./quality.ts";
import { reverseRecipe } from "./reverse.ts";
import { streamRecipe } from "./stream.ts";

export const recipeSets: readonly RuleSet[] = [
  etlRecipe,
  eltRecipe,
  streamRecipe,
  dbtRecipe,
  cdcRecipe,
  reverseRecipe,
  qualityRecipe,
];
