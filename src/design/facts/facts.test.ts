// Dated facts: each is leaned on by some rule, shows its date where it is, ages by the day that is given and by nothing else.
import { describe, expect, it } from "vitest";
import { answer, design } from "../answer.ts";
import { further } from "../testing/further.ts";
import { golden } from "../testing/golden.ts";
import { moreRequests } from "../testing/requests-more.ts";
import { requests } from "../testing/requests.ts";
import { ageInDays, firstDay, isTooOld, lasts } from "./fact.ts";
import { facts, factsDay } from "./facts.ts";

const all = Object.values(facts);
const words = "design a daily load from Postgres to Snowflake";

describe("the table of facts", () => {
  it("has a day that can be read, a source and words in both languages for each", () => {
    for (const [key, one] of Object.entries(facts)) {
      expect(one.id).toBe(key);
      expect(one.asOf).toMatch(/^\d{4}(-\d\d(-\d\d)?)?$/);
      expect(Number.isNaN(firstDay(one.asOf))).toBe(false);
      expect(firstDay(one.asOf)).toBeLessThanOrEqual(Date.parse(factsDay));
      expect(one.source).not.toBe("");
      expect(one.claim.ja).toMatch(/[\u3040-\u30ff\u3400-\u9fff]/);
    }
  });

  it("holds no fact too old on its own day", () => {
    expect(all.filter((one) => isTooOld(one, factsDay)).map((one) => one.id)).toEqual([]);
  });

  it("holds no fact that nothing leans on", () => {
    const used = new Set(
      [
        ...[...requests, ...moreRequests].map(([text]) => ({ text })),
        ...further,
        ...golden.map((one) => one.request),
      ].flatMap((request) => design(request).case.decided.leansOn),
    );
    expect(all.map((one) => one.id).filter((id) => !used.has(id))).toEqual([]);
  });
});

describe("the age of a fact", () => {
  it("counts from the first day of what is written", () => {
    expect(ageInDays({ ...facts.airflow_latest, asOf: "2025-09" }, "2025-10-01")).toBe(30);
    expect(ageInDays({ ...facts.airflow_latest, asOf: "2026" }, "2026-01-11")).toBe(10);
    expect(ageInDays({ ...facts.airflow_latest, asOf: "2026-02-01" }, "2026-01-01")).toBe(0);
  });

  it("ends a day after its kind lasts, and never for a release", () => {
    const state = { ...facts.flink_latest, asOf: "2025-12-04" };
    expect(lasts.state).toBe(365);
    expect(isTooOld(state, "2026-12-04")).toBe(false);
    expect(isTooOld(state, "2026-12-05")).toBe(true);
    expect(isTooOld(facts.flink_apis, "2099-01-01")).toBe(false);
  });
});

describe("an answer that leans on facts", () => {
  it("shows source and date with the line, and lists the fact", () => {
    const one = answer({ text: words });
    expect(one.sections.engine?.join()).toContain("(airflow.apache.org, 2025-09)");
    expect(one.facts.map((fact) => fact.id)).toContain("airflow_latest");
    expect(one.text).toContain("2025-09: the newest stable Airflow is 3.1.x");
  });

  it("is the same whatever the clock says, and warns only for the day that is given", () => {
    const before = answer({ text: words });
    expect(before.facts.some((fact) => fact.tooOld)).toBe(false);
    const later = answer({ text: words, asOf: "2026-11-30" });
    expect(later.decisions.map((one) => one.rule)).toContain("FACT-01");
    expect(later.sections.warning?.join()).toContain(
      "Too old to lean on by 2026-11-30: the newest stable Airflow is 3.1.x (2025-09, 455 days; 365 is the limit)",
    );
    expect(later.sections.engine?.join()).toContain("too old to lean on, check first");
    expect(answer({ text: words, asOf: "2026-11-30" })).toEqual(later);
    expect(answer({ text: words })).toEqual(before);
  });
});
