// The forty reference scenarios: requests with what the answer must decide, say and never say. Readings of open points are in the
// rules' `basis`. Baselines (what every answer of a route says) stand in the test.
import type { Request } from "../understand/read-request.ts";
import type { SectionKey } from "../../model/section-key.ts";
import type { Expected } from "./expected.ts";
import { goldenDecisions } from "./golden-decisions.ts";
import { goldenRecipes } from "./golden-recipes.ts";
import { goldenRouting } from "./golden-routing.ts";

export type Golden = {
  readonly id: string;
  readonly title: string;
  readonly request: Request;
  readonly expected: Expected;
  /** A section and what one of its lines must hold. */
  readonly holds: readonly (readonly [SectionKey, RegExp])[];
  readonly never: readonly RegExp[];
};

export const golden: readonly Golden[] = [...goldenRouting, ...goldenDecisions, ...goldenRecipes];
