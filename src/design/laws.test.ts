// Laws of the architect that hold for any input: determinism, valid answers, indifference to form, monotony, cited rules.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RevosError } from "../kernel/error.ts";
import { Answer } from "../model/answer.ts";
import { answer } from "./answer.ts";
import { findRule } from "./rule-sets.ts";
import { design } from "./answer.ts";
import { asked } from "./testing/asked.ts";
import { requests } from "./testing/requests.ts";

const decisionOf = (text: string) => {
  const { route, recipe, mode, tier, refusal, questions, freshness, redirectTo } = answer({ text });
  return {
    route,
    recipe,
    mode,
    tier,
    refusal,
    redirectTo,
    freshness,
    questions: questions.map((one) => one.code),
  };
};

const fullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));

describe("any request", () => {
  it("gives the same bytes twice", () => {
    for (const [text] of requests)
      expect(JSON.stringify(answer({ text }))).toBe(JSON.stringify(answer({ text })));
  });

  it("gives a valid Answer, whatever the characters", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 400, unit: "binary" }),
          fc.string({ maxLength: 300, unit: "grapheme" }),
        ),
        (text) => {
          Answer.parse(answer({ text }));
        },
      ),
      { numRuns: 150 },
    );
  });

  it("gives a valid Answer for its own words in any order", () => {
    const words = requests.flatMap(([text]) => text.split(/[\s、。]+/));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 40 }), (list) => {
        const one = answer({ text: list.join(" ") });
        Answer.parse(one);
        for (const decision of one.decisions)
          expect(findRule(decision.rule)?.seed).toBe(decision.seed);
      }),
      { numRuns: 150 },
    );
  });

  it("gives a valid Answer or a coded error for any document", () => {
    fc.assert(
      fc.property(fc.anything(), (requirement) => {
        try {
          Answer.parse(
            answer({ requirement: { kind: "PipelineRequirement", ...(requirement as object) } }),
          );
          Answer.parse(answer({ requirement }));
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(RevosError);
        }
      }),
      { numRuns: 150 },
    );
  });

  it.each([10_000, 200_000])("of %d characters is answered within a second", (length) => {
    for (const unit of [
      "a ",
      "1 ",
      "、",
      "from kafka to redis within 30 s. ",
      "毎時 Postgres から Snowflake へ ",
      "((((",
      "no ",
      "のの",
    ]) {
      const start = performance.now();
      Answer.parse(answer({ text: unit.repeat(Math.ceil(length / unit.length)).slice(0, length) }));
      expect(performance.now() - start).toBeLessThan(3000);
    }
  });
});

describe("the form of a request", () => {
  it.each(requests.filter(([text]) => !text.includes("<")).map(([text]) => text))(
    "does not change the decision: %s",
    (text) => {
      const plain = decisionOf(text);
      expect(decisionOf(text.toUpperCase())).toEqual(plain);
      expect(decisionOf(fullWidth(text))).toEqual(plain);
      expect(decisionOf(`  ${text}\n`)).toEqual(plain);
      expect(decisionOf(text.replaceAll(" ", "  "))).toEqual(plain);
    },
  );

  it.each([
    [
      "Load orders from Postgres into Snowflake every hour. No personal data.",
      "Every hour, load orders into Snowflake from Postgres. No personal data.",
      "個人情報を含まない注文を、Postgres から Snowflake に 1 時間ごとにロードする。",
      "毎時、Snowflake へ Postgres から注文をロードする。個人情報はない。",
    ],
    [
      "Events from Kafka must reach Redis within 10 seconds.",
      "Within 10 seconds, events must reach Redis from Kafka.",
      "Kafka のイベントを 10 秒以内に Redis へ反映する。",
      "10 秒以内に、Redis へ Kafka からイベントを反映する。",
    ],
    [
      "Sync the customer score from BigQuery to HubSpot daily.",
      "Daily sync of the customer score to HubSpot from BigQuery.",
      "BigQuery の顧客スコアを毎日 HubSpot に同期したい。",
      "毎日、HubSpot に BigQuery から顧客スコアを同期したい。",
    ],
    [
      "Copy files from S3 in eu-west-1 to Redshift in us-east-1 every night, 2 TB.",
      "Every night copy 2 TB of files to Redshift in us-east-1 from S3 in eu-west-1.",
      "eu-west-1 の S3 から us-east-1 の Redshift へ、毎晩 2 TB のファイルをコピーする。",
    ],
  ])("in another order or language gives the same decision: %s", (...forms) => {
    const [first, ...others] = forms.map(decisionOf);
    for (const other of others) expect(other).toEqual(first);
  });
});

describe("what nobody sees", () => {
  const invisible = ["\u200b", "\u200d", "\u00ad", "\ufeff", "\u202e", "\u2066", "\ufe0f"];
  const words = "Load orders from Postgres into Snowflake every 15 minutes.";

  it("changes nothing, wherever it stands", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(words.length), fc.constantFrom(...invisible)), { maxLength: 12 }),
        (marks) => {
          let text = words;
          for (const [at, mark] of marks.toSorted((a, b) => b[0] - a[0]))
            text = text.slice(0, at) + mark + text.slice(at);
          expect(answer({ text }).text).toBe(answer({ text: words }).text);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("is in no answer", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60, unit: "binary" }), (noise) => {
        const { text } = answer({ text: `orders from Postgres to Snowflake hourly ${noise}` });
        // oxlint-disable-next-line no-control-regex -- these are the characters that must not come through
        expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u200b-\u200f\u202a-\u202e]/);
      }),
      { numRuns: 80 },
    );
  });
});

describe("a name", () => {
  const names = ["orders", "customers", "invoices", "shipments", "order items", "refunds"];
  const list = fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 4 });
  const frames = [
    (said: string) => `etl ${said} from Postgres to Snowflake every hour`,
    (said: string) => `Every hour, move ${said} from MySQL into BigQuery.`,
    (said: string) => `${said} from Oracle to Redshift, hourly`,
    (said: string) => `Please copy the ${said} out of SQL Server to S3 hourly; no personal data.`,
  ];

  it("is read in every place it is said in, and nothing else is taken for one", () => {
    fc.assert(
      fc.property(list, fc.constantFrom(...frames), (said, frame) => {
        const text = frame(said.join(" and "));
        expect(design({ text }).case.reading.objects.toSorted()).toEqual(said.toSorted());
      }),
      { numRuns: 120 },
    );
  });
});

describe("what is ruled out", () => {
  it.each([
    ["No Kafka. Orders from Postgres to Redis within 10 seconds.", /kafka/i],
    ["Without Flink: Kafka clicks to Redis within 10 seconds, 50k events/s.", /flink/i],
    ["Kafkaは使わずに、Postgresの注文を10秒以内にRedisへ。", /kafka/i],
    ["We will not use dbt. Orders from Postgres to BigQuery daily.", /dbt/i],
    ["Airflowは使用しません。PostgresからBigQueryへ毎日。", /airflow/i],
  ])("is offered nowhere: %s", (text, name) => {
    const offered = answer({ text })
      .text.split("\n")
      .filter((line) => !/Ruled out by the request|依頼により使用しません/.test(line));
    expect(offered.join("\n")).not.toMatch(name);
  });
});

describe("the requests of the tests", () => {
  it("cite rules that exist, and give the same bytes twice", () => {
    for (const { request } of asked) {
      const one = Answer.parse(answer(request));
      for (const decision of one.decisions)
        expect(findRule(decision.rule)?.seed).toBe(decision.seed);
      expect(JSON.stringify(answer(request))).toBe(JSON.stringify(one));
    }
  });
});

describe("raising the latency", () => {
  const frames = [
    (seconds: number) => `Events from Kafka to Redis within ${seconds} seconds.`,
    (seconds: number) => `Postgres の注文を ${seconds} 秒以内に Snowflake へ反映したい。`,
    (seconds: number) =>
      `Move orders from MySQL to the fraud service and to BigQuery, within ${seconds} s.`,
  ];

  it("never turns BATCH into STREAMING", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 1, max: 100_000 }),
        fc.constantFrom(...frames),
        (a, b, frame) => {
          const [low, high] = [Math.min(a, b), Math.max(a, b)];
          if (answer({ text: frame(low) }).mode === "BATCH")
            expect(answer({ text: frame(high) }).mode).toBe("BATCH");
        },
      ),
      { numRuns: 120 },
    );
  });

  it("changes the mode between 59 and 60 seconds and nowhere else", () => {
    expect(answer({ text: "Kafka to Redis within 59 seconds" }).mode).toBe("STREAMING");
    expect(answer({ text: "Kafka to Redis within 59.9 seconds" }).mode).toBe("STREAMING");
    expect(answer({ text: "Kafka to Redis within 60 seconds" }).mode).toBe("BATCH");
    expect(answer({ text: "Kafka to Redis within 1 minute" }).mode).toBe("BATCH");
    expect(answer({ text: "Kafka から Redis へ 1 分未満で" }).mode).toBe("STREAMING");
    expect(answer({ text: "Kafka から Redis へ 1 分以内に" }).mode).toBe("BATCH");
  });
});

describe("freshness", () => {
  it("is checked at half the SLA or more often, and a warning after the breach is said", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 2000 }),
        fc.integer({ min: 1, max: 2000 }),
        (sla, every) => {
          const { freshness: f, sections } = answer({
            requirement: {
              kind: "PipelineRequirement",
              sources: [{ system: "postgres", object: "orders" }],
              sinks: [{ system: "snowflake", object: "ORDERS" }],
              freshnessSla: `${sla} minutes`,
              updateEvery: `${every} minutes`,
            },
          });
          expect(f?.checkEverySeconds).toBeLessThanOrEqual((sla * 60) / 2);
          expect(f?.earlyWarningAfterSeconds).toBeCloseTo(every * 90, 6);
          expect(f?.conflict).toBe(every * 1.5 >= sla);
          expect(sections.resolution !== undefined).toBe(f?.conflict);
        },
      ),
      { numRuns: 100 },
    );
  });
});
