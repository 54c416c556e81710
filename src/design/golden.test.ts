// The forty reference scenarios, judged on decisions and on the text of the answer.
import { describe, expect, it } from "vitest";
import { Answer } from "../model/answer.ts";
import type { SectionKey } from "../model/section-key.ts";
import { design, toAnswer } from "./answer.ts";
import { differences } from "./testing/expected.ts";
import { golden } from "./testing/golden.ts";

/** What every answer of a route shows, unless it refuses all. */
const baselines: Readonly<Record<string, readonly SectionKey[]>> = {
  design: [
    "mode",
    "stages",
    "contract",
    "checkpoint",
    "replay",
    "late_data",
    "quarantine",
    "idempotency",
    "quality",
    "lineage",
    "schema_evolution",
    "schema_drift",
    "tier",
    "freshness",
    "alerts",
    "monitoring",
    "owner",
    "recovery",
    "cost",
    "config",
    "raw_retention",
  ],
  review: ["findings", "checked"],
  operate: ["slo", "checkpoint", "replay", "quarantine", "state", "alerts"],
  migrate: ["current_state", "coexistence", "rollback", "validation", "state"],
  contract: ["contract"],
  menu: ["menu"],
  redirect: ["partner"],
};

describe("the reference scenarios", () => {
  it.each(golden)("$id $title", ({ request, expected, holds, never }) => {
    const outcome = design(request);
    const answer = toAnswer(outcome);
    Answer.parse(answer);
    const bad = differences(expected, answer, outcome);
    if (answer.refusal !== "full")
      for (const key of baselines[answer.route] ?? [])
        if (!answer.sections[key]) bad.push(`section ${key} is missing`);
    for (const [key, pattern] of holds)
      if (!answer.sections[key]?.some((text) => pattern.test(text)))
        bad.push(`section ${key} lacks ${pattern.source}: ${answer.sections[key]?.join(" / ")}`);
    for (const pattern of never)
      if (pattern.test(answer.text)) bad.push(`the text has ${pattern.source}`);
    if (answer.route === "redirect") {
      expect(Object.keys(answer.sections)).toEqual(["partner"]);
      expect(answer.freshness).toBeNull();
      expect(answer.text).not.toMatch(/BATCH|STREAMING|HYBRID/);
    }
    expect(bad).toEqual([]);
  });
});
