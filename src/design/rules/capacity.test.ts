// The sums an answer shows, against values worked out by hand; and no number where the request gives none.
import { describe, expect, it } from "vitest";
import { answer } from "../answer.ts";
import type { SectionKey } from "../../model/section-key.ts";

const said = (text: string, key: SectionKey, lang: "en" | "ja" = "en") =>
  (answer({ text }, { lang }).sections[key] ?? []).join("\n");

const kinesis =
  "Orders service events into Kinesis, 2,500 events/s of 2,000 bytes, within 5 seconds, one region, no personal data.";
const batch =
  "load orders from Postgres to BigQuery every 2 hours, 40 GB a day, SLA 6 hours, Tier 2, retention 10 days";

describe("a stream of stated rate and size", () => {
  it("shows throughput, shards with a fifth free, and the open window", () => {
    // 2,500 x 2,000 B = 5 MB/s; 5 shards by bytes, 2.5 by records; 5 / 0.8 = 6.25, rounded up.
    expect(said(kinesis, "volume")).toContain("2,500/s x 2,000 B = 5 MB/s in");
    expect(said(kinesis, "engine")).toContain("2.5 by records, 5 by bytes");
    expect(said(kinesis, "engine")).toContain("= 7 (docs.aws.amazon.com/streams, 2026-05)");
    expect(said(kinesis, "state")).toContain("2,500/s x 1 min (proposed) = 150,000 events, 300 MB");
  });

  it("says at which rate the next shard is needed", () => {
    // 7 shards x 0.8 = 5.6 MB/s = 2,800/s of 2,000 B.
    const turn = answer({ text: kinesis }).turnings.find((one) => one.rule === "CAP-02");
    expect(turn).toMatchObject({ at: "above 2,800/s", becomes: "8 shards" });
    expect(said(kinesis.replace("2,500", "2,800"), "engine")).toContain("= 7 (");
    expect(said(kinesis.replace("2,500", "2,801"), "engine")).toContain("= 8 (");
  });

  it("is a formula where the size is not given", () => {
    const text = "Kafka orders to Redis and to the search index within 5 seconds, 900 events/s";
    expect(said(text, "volume")).toContain("900/s x bytes an event (not given)");
    expect(said(text, "volume")).toContain("2 consumer groups, so 1,800 events/s go out");
    expect(said(text, "volume", "ja")).toContain("1 件のバイト数(未提示)");
    expect(said(text, "cost")).toContain("bytes a day (not given) x 30 days");
  });
});

describe("a batch of stated volume", () => {
  it("shows runs, their size and the time one may take", () => {
    // 40 GB / 12 = 3.333 GB; 6 h - 2 h = 4 h; 3.333 GB / 14,400 s = 231.5 kB/s.
    expect(said(batch, "volume")).toContain(
      "12 runs a day: 40 GB a day / 12 = 3.333 GB each on average. It may take 6 h - 2 h = 4 h at most, so at least 231.5 kB/s.",
    );
  });

  it("shows what is kept and how fast a replay of it must be", () => {
    // 40 GB x 10 = 400 GB; 3.6 h = 12,960 s; 30.86 MB/s; a quarter of it: 14.4 h.
    expect(said(batch, "raw_retention")).toContain("40 GB a day x 10 days = 400 GB");
    expect(said(batch, "recovery")).toContain(
      "within the 3.6 h a month that Tier 2 allows, it would take 30.86 MB/s",
    );
    expect(said(batch, "recovery")).toContain("14.4 h");
  });

  it("shows its cost as a range, with the date of the price", () => {
    // 400 GB x 0.0125 = 5.00, x 0.023 = 9.20; 40 GB x 30 = 1.2 TB: 12 to 24; 1.0914 TiB x 6.25 = 6.82.
    expect(said(batch, "cost")).toContain("= $5.00 to $9.20");
    expect(said(batch, "cost")).toContain("(aws.amazon.com/s3/pricing, 2026-03)");
    expect(said(batch, "cost")).toContain("adds $12.00 to $24.00 a month of storage");
    expect(said(batch, "cost")).toContain("costs $6.82 on demand");
    expect(said(batch, "cost", "ja")).toContain("= $5.00 〜 $9.20");
  });

  it("is silent on the size of a run where no volume is given, and shows the price by the byte", () => {
    const text = "load orders from Postgres to BigQuery every 2 hours";
    expect(said(text, "volume")).toBe("");
    const cost = said(text, "cost");
    expect(cost).toContain("Raw storage a month = bytes a day (not given)");
    expect(cost).not.toMatch(/= \$/);
  });
});

it("an activation is counted in rows a day", () => {
  const text = "reverse mart_scores from Snowflake to Salesforce every hour, 12,000 accounts";
  expect(said(text, "rate_limit")).toContain(
    "12,000 rows x 24 syncs a day = 288,000 row writes a day",
  );
});

it("a log that must outlive an outage is sized by the outage that was said", () => {
  const text =
    "cdc orders from Postgres to Kafka within 10 seconds, 200 changes a second of 1 kB; the connector may be down for 2 days";
  // 200 x 1,000 B x 172,800 s / 0.8
  expect(said(text, "retention")).toContain("/ 0.8 = 43.2 GB");
});

it("a rate is shown by the hour where it was said by the hour", () => {
  const text = "every hour copy shipments from Oracle into Redshift, 12,000 rows an hour";
  expect(said(text, "volume")).toContain("12,000 an hour");
});
