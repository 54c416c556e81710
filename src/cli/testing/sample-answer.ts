// One answer of the architect, for tests of what the command line shows.
import type { Answer } from "../../model/answer.ts";

export const answerDocument: Answer = {
  apiVersion: "revos/v1",
  kind: "Answer",
  lang: "en",
  route: "design",
  redirectTo: [],
  refusal: "none",
  recipe: "elt",
  mode: "BATCH",
  provisional: false,
  questions: [],
  tier: "Tier 2",
  freshness: null,
  decisions: [{ rule: "MODE-04", seed: "000 §モードの選択", because: "1 h is not below 1 minute" }],
  sections: { mode: ["BATCH"] },
  findings: [],
  artifacts: [],
  document: "architecture",
  notUnderstood: [],
  turnings: [],
  facts: [],
  text: "# design / elt / BATCH / Tier 2\n",
};
