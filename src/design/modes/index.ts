// The modes of seed 001 beside design: review, operate, migrate, contract, one file or folder each.
import type { RuleSet } from "../rule.ts";
import { contractMode } from "./contract.ts";
import { incidentSigns } from "./incident.ts";
import { migrateMode } from "./migrate.ts";
import { operateMode } from "./operate.ts";
import { reviewMode } from "./review.ts";

export const modeSets: readonly RuleSet[] = [
  reviewMode,
  operateMode,
  incidentSigns,
  migrateMode,
  contractMode,
];
