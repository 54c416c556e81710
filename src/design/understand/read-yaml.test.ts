// A requirement file: amounts in every form, packets of others, and all problems at once.
import { describe, expect, it } from "vitest";
import { RevosError } from "../../kernel/error.ts";
import { answer } from "../answer.ts";
import { toRequirement } from "./to-requirement.ts";
import { readYamlRequirement } from "./read-yaml.ts";

const base = {
  kind: "PipelineRequirement",
  sources: [{ system: "postgres", object: "orders" }],
  sinks: [{ system: "snowflake", object: "ORDERS" }],
};
const read = (more: object) => toRequirement(readYamlRequirement({ ...base, ...more }));

describe("a requirement file", () => {
  it.each([
    ["60s", 60],
    // Not five nines.
    ["59s", 59],
    ["5m", 300],
    ["1h30m", 5400],
    [45, 45],
    ["2 時間", 7200],
    ["500ms", 0.5],
  ])("reads the latency %s as %d seconds", (latency, seconds) => {
    expect(read({ latency }).latency?.value).toBe(seconds);
  });

  it.each([
    ["daily 03:00", 86_400],
    ["every 15 minutes", 900],
    ["hourly", 3600],
    ["*/5 * * * *", 300],
    ["0 3 * * *", 86_400],
    ["0 */6 * * *", 21_600],
    ["0 3 * * 1", 604_800],
    ["毎時", 3600],
  ])("reads the schedule %s as %d seconds", (schedule, seconds) => {
    expect(read({ schedule }).updateInterval?.value).toBe(seconds);
  });

  it("tells every problem at once, and designs nothing", () => {
    const attempt = () => read({ latency: "soon", volum: 3, updateEvery: "often" });
    expect(attempt).toThrow(RevosError);
    expect(attempt).toThrow(/volum: no such key; latency: "soon".*; updateEvery: "often"/);
  });

  it("takes what Sentinel found to be personal, whatever the name of the column", () => {
    const { questions, sections } = answer({
      requirement: {
        ...base,
        schedule: "daily",
        inputs: [{ from: "Sentinel", columns: ["ref_code"] }],
      },
    });
    expect(questions.map((one) => one.code)).toContain("pii_or_sensitive");
    expect(sections.pii?.join(" ")).toContain("ref_code");
  });

  it("asks no more what its answers settle", () => {
    const { mode, questions } = answer({
      requirement: { ...base, answers: { ambiguous_mode: "20 s", latency_under_1min: "yes" } },
    });
    expect(mode).toBe("STREAMING");
    expect(questions).toEqual([]);
  });

  it("asks again what an answer leaves open, and tells which words", () => {
    const { questions, notUnderstood } = answer({
      requirement: { ...base, answers: { ambiguous_mode: "soonish" } },
    });
    expect(questions.map((one) => one.code)).toContain("ambiguous_mode");
    expect(notUnderstood).toEqual(["ambiguous_mode=soonish"]);
  });
});
