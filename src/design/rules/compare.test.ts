// Comparisons: both sides, a verdict that follows from what is said, and no verdict where the deciding number is missing.
import { describe, expect, it } from "vitest";
import { answer, design } from "../answer.ts";

const ask = (text: string) => {
  const one = answer({ text });
  return {
    ...one,
    verdict: one.sections.decision?.find((_, i) => i === (one.sections.decision?.length ?? 1) - 1),
    sides: (one.sections.alternative ?? []).join("\n"),
    rules: one.decisions.map((decision) => decision.rule),
  };
};

describe("a comparison", () => {
  it.each([
    ["Kafka or Kinesis?", "COMPARE-01", "Open until two things are said"],
    [
      "Kinesis vs Kafka for events, 12,000 events/s of 1,000 bytes, files in S3",
      "COMPARE-01",
      "15 shards",
    ],
    ["Kafka or Kinesis? Events end in BigQuery.", "COMPARE-01", "Kafka: BigQuery is outside AWS"],
    ["dbt Core or dbt Cloud?", "COMPARE-02", "Open until it is said who starts the runs"],
    ["dbt Core vs dbt Cloud with Airflow", "COMPARE-02", "dbt Core: Airflow is there to start it"],
    [
      "CDC vs batch for orders in Postgres into BigQuery?",
      "COMPARE-03",
      "Open until the latency is known",
    ],
    ["CDC or batch? Orders from Postgres within 10 seconds.", "COMPARE-03", "Change capture: 10 s"],
    [
      "CDC or batch? Orders from Postgres every hour.",
      "COMPARE-03",
      "Batch with a cursor every 1 h",
    ],
    [
      "CDC or batch? Every hour, and deletes must arrive too.",
      "COMPARE-03",
      "because deletions have to arrive",
    ],
    [
      "Batch or streaming for orders on a screen within 5 minutes?",
      "COMPARE-04",
      "Batch: 5 min is not below 60 s",
    ],
    [
      "Batch or streaming for orders on a screen within 5 seconds?",
      "COMPARE-04",
      "Streaming: 5 s is below 60 s",
    ],
    ["ETL or ELT for Oracle to Snowflake?", "COMPARE-05", "ELT: Snowflake has compute"],
    [
      "ETL or ELT for customer email addresses from Oracle to Snowflake?",
      "COMPARE-05",
      "ETL for the personal fields",
    ],
    ["Airflow or Dagster?", "COMPARE-06", "Either does what this design needs"],
    ["Flink or Spark within 500 ms?", "COMPARE-07", "Flink: 500 ms leaves no room"],
    [
      "Kafka か Kinesis か。毎秒 2,500 件、1 件 2,000 バイト、S3 に保存",
      "COMPARE-01",
      "7 シャード",
    ],
    ["dbt Core か Cloud か", "COMPARE-02", "実行を誰が起動するか"],
    [
      "CDC とバッチ、どちらがよい？ Postgres の注文を 10 秒以内に",
      "COMPARE-03",
      "CDC とします。10 秒は",
    ],
  ])("%s", (text, rule, verdict) => {
    const one = ask(text);
    expect(one.rules).toContain(rule);
    expect(one.sections.decision?.join("\n")).toContain(verdict);
    expect(one.sections.alternative?.length).toBeGreaterThanOrEqual(2);
  });

  it("leans on dated facts, and shows them", () => {
    expect(ask("Kafka or Kinesis?").facts.map((fact) => fact.id)).toContain("kinesis_shard");
    expect(ask("dbt Core or dbt Cloud?").sides).toContain("(getdbt.com, 2025-10)");
  });

  it("makes neither of the two a source or a sink", () => {
    for (const text of [
      "Kafka or Kinesis?",
      "Snowflake or BigQuery for our orders?",
      "Kafka か Kinesis か",
    ]) {
      const { req } = design({ text }).case;
      expect([...req.sources, ...req.sinks].map((one) => one.id)).toEqual([]);
    }
    const { req } = design({ text: "From Kafka or Kinesis into Snowflake every hour" }).case;
    expect(req.sources.map((one) => one.id).sort()).toEqual(["kafka", "kinesis"]);
  });

  it("of modes is decided by the number, never by the words of the question", () => {
    expect(ask("CDC or batch for orders in Postgres into BigQuery?").mode).toBe("UNDECIDED");
    expect(ask("Batch or streaming?").mode).not.toBe("STREAMING");
    expect(ask("Batch or streaming for orders on a screen within 5 seconds?").mode).toBe(
      "STREAMING",
    );
  });

  it("of ETL and ELT designs what its verdict says", () => {
    expect(ask("ETL or ELT for Oracle to Snowflake?").recipe).toBe("elt");
  });

  it("that no rule knows is not guessed", () => {
    const one = ask("Snowflake or BigQuery for our orders?");
    expect(one.rules).toContain("COMPARE-20");
    expect(one.verdict).toContain(
      "Snowflake or BigQuery: no rule compares them, so none is named the winner",
    );
  });

  it("that no rule knows is weighed by five criteria with the numbers of the request, and says what is not held", () => {
    const one = ask(
      "Fivetran or Airbyte? 200 GB a month, every 15 minutes, budget 900 USD a month, two engineers",
    );
    expect(one.sections.alternative).toHaveLength(5);
    for (const part of ["15 min", "6.667 GB", "900 USD", "two engineers", "$4.5 per GB"])
      expect(one.sides).toContain(part);
    expect(one.verdict).toContain("All numbers are given");
    expect(one.sections.assumption?.join()).toContain("Not held here, and not made up");
    const bare = ask("Census と Hightouch、どっちがいい？");
    expect(bare.verdict).toContain("レイテンシ・データ量・月額の予算・運用の担当が必要です");
  });

  it("is not seen where nothing is weighed", () => {
    for (const text of [
      "Events from Kafka to Kinesis within 5 seconds",
      "Load orders from Postgres to Snowflake with Airflow and dbt every hour",
      "Postgres の変更を CDC で Kafka に流し、夜間バッチで BigQuery に集計する",
    ])
      expect(ask(text).rules.filter((rule) => rule.startsWith("COMPARE"))).toEqual([]);
  });
});
