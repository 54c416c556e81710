// Every design, of any recipe, mode and answer, has a line against each failure mode that a review would look for; what is open comes
// from the request and from nothing else.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Recipe } from "../../model/answer.ts";
import { failureIds, failureModes } from "../../model/failure-modes.ts";
import { answer, design } from "../answer.ts";
import { further } from "../testing/further.ts";
import { golden } from "../testing/golden.ts";
import { moreRequests } from "../testing/requests-more.ts";
import { requests } from "../testing/requests.ts";
import { unansweredBy } from "./self-check.ts";

/** What a request alone can leave open. */
const fromRequest = new Set(["R07", "Q05", "Q08", "O01", "O02", "O05"]);

const sources = ["postgres", "mysql", "kafka", "salesforce", "s3", "oracle", "snowflake", "erp"];
const sinks = ["snowflake", "bigquery", "duckdb", "redis", "kafka", "hubspot", "iceberg"];

const anyRequirement = fc.record(
  {
    kind: fc.constant("PipelineRequirement"),
    recipe: fc.constantFrom(...Recipe.options),
    sources: fc.array(
      fc.constantFrom(...sources).map((system) => ({ system, object: "orders" })),
      {
        maxLength: 2,
      },
    ),
    sinks: fc.array(
      fc.constantFrom(...sinks).map((system) => ({ system })),
      { maxLength: 2 },
    ),
    latency: fc.constantFrom("5s", "59s", "60s", "15 min", "1 day"),
    updateEvery: fc.constantFrom("30s", "5 min", "1 hour", "1 day", "1 week"),
    freshnessSla: fc.constantFrom("10s", "10 min", "1 hour", "2 days"),
    volume: fc.constantFrom(
      { bytesPerDay: "2 TB" },
      { eventsPerSecond: 12_000, eventBytes: 1000 },
      { eventsPerSecond: 3 },
    ),
    personalData: fc.constantFrom("none", "email"),
    owner: fc.constant("sales-data"),
    tier: fc.constantFrom(1, 2, 3),
    answers: fc.constantFrom(
      { pii_or_sensitive: "hash" },
      { ambiguous_mode: "30 s" },
      { ambiguous_mode: "daily" },
      { cross_region: "no" },
    ),
  },
  { requiredKeys: ["kind"] },
);

describe("the architect's review of its own design", () => {
  it("finds no failure mode without a line against it, whatever the recipe, the mode and the answers", () => {
    fc.assert(
      fc.property(anyRequirement, (requirement) => {
        const outcome = design({ requirement });
        if (!outcome.case.isDesign) return;
        expect(unansweredBy(outcome.case.decided.said)).toEqual([]);
        for (const one of answer({ requirement }).findings) expect(fromRequest).toContain(one.rule);
      }),
      { numRuns: 200 },
    );
  });

  it("holds for every reference request", () => {
    for (const request of [
      ...[...requests, ...moreRequests].map(([text]) => ({ text })),
      ...further,
      ...golden.map((one) => one.request),
    ]) {
      const { case: c } = design(request);
      if (c.isDesign) expect(unansweredBy(c.decided.said), JSON.stringify(request)).toEqual([]);
    }
  });

  it("shows what the request leaves open, by name", () => {
    const one = answer({
      text: "load customers(id, email) from Postgres to Snowflake every hour, SLA 1 hour, started by cron",
    });
    expect(one.findings.map((finding) => finding.rule)).toEqual(["R07", "Q05", "O01", "O02"]);
    expect(one.sections.finding?.[0]).toContain("(90 min against 1 h)");
    expect(one.sections.checked?.[0]).toContain("4 are open (R07, Q05, O01 and O02)");
  });

  it("finds nothing where all is said", () => {
    const one = answer({
      text: "load orders from Postgres to Snowflake every hour, SLA 4 hours, no personal data, one region. Owner: sales-data",
    });
    expect(one.findings).toEqual([]);
    expect(one.sections.finding).toBeUndefined();
    expect(one.sections.checked?.[0]).toMatch(/before it was shown: (\d+) are answered above\.$/);
  });
});

it("failure modes have their group's letter, and words in both languages", () => {
  const letters = { reliability: "R", quality: "Q", cost: "C", operability: "O" } as const;
  for (const id of failureIds) {
    expect(id[0]).toBe(letters[failureModes[id].group]);
    expect(failureModes[id].title.ja).toMatch(/[\u3040-\u30ff\u3400-\u9fff]/);
    expect(failureModes[id].fix.ja).toMatch(/[\u3040-\u30ff\u3400-\u9fff]/);
  }
});
