// "What would change this decision": every rule whose condition is a number says at which value it would be another, and the value it
// names is the one at which the decision turns.
import { describe, expect, it } from "vitest";
import { answer } from "./answer.ts";
import { allRules } from "./rule-sets.ts";

const number = /\d[\d,.]*\s*(?:s\b|min|minutes?|h\b|TB|GB|events|%|bytes|a day)/;

describe("what would change a decision", () => {
  it.each(
    allRules.filter((rule) => number.test(rule.when.en)).map((rule) => [rule.id, rule] as const),
  )("%s, whose condition is a number, tells its threshold", (_, rule) => {
    expect(rule.thresholds, rule.when.en).toBeDefined();
  });

  const turning = (text: string, rule: string) =>
    answer({ text }).turnings.find((one) => one.rule === rule);

  it.each([
    ["Kafka to Redis within 30 s", "MODE-03", "60 s or more", "BATCH"],
    ["Kafka to Redis within 30 s", "ENGINE-01", "above 10,000/s", "Kafka with Flink or Spark"],
    [
      "Kafka to Redis within 30 s, 12,000 events/s",
      "ENGINE-01",
      "10,000/s or less",
      "consumer apps become a choice",
    ],
    [
      "S3 to Redshift every night, 2 TB a day",
      "ASK-02",
      "1 TB a day or less",
      "no volume question, raw kept for 30 days",
    ],
    [
      "S3 to Redshift every night, 900 GB a day",
      "SHAPE-10",
      "over 1 TB a day",
      "asked first, raw kept for 7 days",
    ],
    [
      "mart_scores from Snowflake to Salesforce every hour",
      "RECIPE-04",
      "below 5 min",
      "stream, from the events upstream",
    ],
    [
      "mart_scores from Snowflake to Salesforce every 2 minutes",
      "RECIPE-03",
      "5 min or more",
      "reverse, from the warehouse",
    ],
    ["Postgres to Snowflake hourly, availability 99.7 %", "TIER-02", "99.5 % or less", "Tier 2"],
    ["Postgres to Snowflake hourly, availability 99.4 %", "TIER-02", "above 99.5 %", "Tier 1"],
    [
      "Postgres to Snowflake hourly, SLA 3 hours",
      "FRESH-01",
      "2 h or more",
      "the warning would come after the breach",
    ],
    [
      "Postgres to Snowflake, SLA 3 hours",
      "FRESH-02",
      "2 h or more",
      "the warning would come after the breach",
    ],
  ])("%s: %s turns at %s", (text, rule, at, becomes) => {
    expect(turning(text, rule)).toMatchObject({ at, becomes });
  });

  it("the value it names is the value at which it turns", () => {
    const recipe = (every: string) =>
      answer({ text: `mart_scores from Snowflake to Salesforce every ${every}` }).recipe;
    expect([recipe("4 minutes"), recipe("5 minutes")]).toEqual(["stream", "reverse"]);
    const tier = (percent: string) =>
      answer({ text: `Postgres to Snowflake hourly, availability ${percent} %` }).tier;
    expect([tier("99.5"), tier("99.51"), tier("99"), tier("99.1")]).toEqual([
      "Tier 2",
      "Tier 1",
      "Tier 3",
      "Tier 2",
    ]);
    const asks = (size: string) =>
      answer({ text: `S3 to Redshift every night, ${size} a day` }).questions.map(
        (one) => one.code,
      );
    expect(asks("1 TB")).not.toContain("volume_over_1tb_day");
    expect(asks("1.01 TB")).toContain("volume_over_1tb_day");
  });
});
