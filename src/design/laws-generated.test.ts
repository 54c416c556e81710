// Laws over requests that are made from parts: ends, paces, facts and wishes in both languages, in any order. What is decided follows from
// the parts alone: not from their order, their language, letter case or width of digits.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Answer } from "../model/answer.ts";
import { answer } from "./answer.ts";
import { findRule } from "./rule-sets.ts";
import { asked } from "./testing/asked.ts";

const decisionOf = (text: string) => {
  const { route, recipe, mode, tier, refusal, questions, freshness } = answer({ text });
  const codes = questions.map((one) => one.code).toSorted();
  return { route, recipe, mode, tier, refusal, freshness, codes };
};

const fullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));

/** One part in both languages: what it says is the same. */
type Part = { readonly en: string; readonly ja: string };
const part = (en: string, ja: string): Part => ({ en, ja });

const ends = [
  part("Load orders from Postgres into Snowflake", "Postgres の受注を Snowflake にロードする"),
  part("Copy invoices from Oracle to Redshift", "Oracle の請求を Redshift にコピーする"),
  part("Events from Kafka go to Redis", "Kafka のイベントを Redis に流す"),
  part("Move tickets from Zendesk into BigQuery", "Zendesk のチケットを BigQuery に取り込む"),
  part(
    "Sync mart_scores from BigQuery to HubSpot",
    "BigQuery の mart_scores を HubSpot に同期する",
  ),
];
const paces = [
  part("every 15 minutes", "15 分ごとに"),
  part("every 2 hours", "2 時間ごとに"),
  part("daily", "毎日"),
  part("hourly", "毎時"),
  part("twice a day", "1 日 2 回"),
  part("every 5 minutes", "5 分ごとに"),
  part("weekly", "毎週"),
  part("within 3 minutes", "3 分以内に"),
  part("within 10 seconds", "10 秒以内に"),
  part("within 59 seconds", "59 秒以内に"),
  part("within 60 seconds", "60 秒以内に"),
];
const facts = [
  part("No personal data.", "個人情報は含まない。"),
  part("It holds email addresses.", "メールアドレスを含む。"),
  part("One region.", "リージョンは 1 つ。"),
  part("It crosses regions.", "リージョンをまたぐ。"),
  part("It is 1.5 TB a day.", "1 日 1.5 TB ある。"),
  part("It is 80 GB a day.", "1 日 80 GB ある。"),
  part("Tier 1.", "Tier 1。"),
  part("The freshness SLA is 3 days.", "鮮度 SLA は 3 日。"),
  part("No quality checks are needed.", "品質チェックは不要。"),
  part("Retry forever.", "無限に再試行する。"),
  part("Keep raw data for 10 days.", "生データは 10 日間残す。"),
  part("No monitoring is needed.", "監視は不要。"),
  part("At most 3.6 hours of downtime a month.", "停止は月 3.6 時間まで。"),
  part("It is 12,000 events/s.", "毎秒 12,000 件ある。"),
  part("The owner is sales-data.", "責任者は sales-data。"),
  part("Hardcode the credentials.", "認証情報はハードコードする。"),
  part("Discard the raw data before the load.", "生データはロード前に捨てる。"),
  part("Later somebody designs a star schema.", "後でスタースキーマを設計する。"),
];
const opposed: readonly (readonly [number, number])[] = [
  [0, 1],
  [2, 3],
  [4, 5],
  [6, 12],
  [10, 16],
  [13, 5],
  [13, 4],
];

const made = fc.record({
  end: fc.constantFrom(...ends),
  pace: fc.constantFrom(...paces),
  facts: fc
    .shuffledSubarray([...facts.keys()], { maxLength: 5 })
    .filter((list) => !opposed.some(([a, b]) => list.includes(a) && list.includes(b))),
});
const english = (end: Part, pace: Part, more: readonly Part[]) =>
  [`${end.en} ${pace.en}.`, ...more.map((one) => one.en)].join(" ");
const japanese = (end: Part, pace: Part, more: readonly Part[]) =>
  [`${pace.ja}、${end.ja}。`, ...more.map((one) => one.ja)].join("");

describe("a request made of parts", () => {
  it("is decided the same in both languages and in any order of its sentences", () => {
    fc.assert(
      fc.property(made, fc.infiniteStream(fc.nat()), ({ end, pace, facts: list }, salt) => {
        const parts = list.flatMap((i) => facts[i] ?? []);
        const plain = decisionOf(english(end, pace, parts));
        expect(decisionOf(japanese(end, pace, parts))).toEqual(plain);
        const sentences = [`${end.en} ${pace.en}.`, ...parts.map((one) => one.en)];
        const mixed = sentences
          .map((one) => [salt.next().value as number, one] as const)
          .toSorted((a, b) => a[0] - b[0])
          .map(([, one]) => one);
        expect(decisionOf(mixed.join(" "))).toEqual(plain);
        expect(
          decisionOf(`${pace.en}, ${end.en}. ${parts.map((one) => one.en).join(" ")}`),
        ).toEqual(plain);
      }),
      { numRuns: 150 },
    );
  });

  it("asks what the seeds ask first, and nothing of it without the part", () => {
    fc.assert(
      fc.property(made, ({ end, pace, facts: list }) => {
        const parts = list.flatMap((i) => facts[i] ?? []);
        const { codes, refusal, tier } = decisionOf(english(end, pace, parts));
        const isFast = pace.en === "within 10 seconds" || pace.en === "within 59 seconds";
        expect(codes.includes("latency_under_1min")).toBe(isFast);
        expect(codes.includes("pii_or_sensitive")).toBe(list.includes(1));
        expect(codes.includes("cross_region")).toBe(list.includes(3));
        expect(codes.includes("volume_over_1tb_day")).toBe(list.includes(4));
        const isRefused = [8, 9, 11, 15, 16].some((one) => list.includes(one));
        expect(refusal).toBe(isRefused ? "part" : "none");
        if (list.includes(6)) expect(tier).toBe("Tier 1");
        if (list.includes(12)) expect(tier).toBe("Tier 2");
      }),
      { numRuns: 150 },
    );
  });

  it("never turns from BATCH to STREAMING as its latency grows", () => {
    fc.assert(
      fc.property(
        made,
        fc.integer({ min: 1, max: 90_000 }),
        fc.integer({ min: 1, max: 90_000 }),
        fc.boolean(),
        ({ end, facts: list }, a, b, isJapanese) => {
          const parts = list.flatMap((i) => facts[i] ?? []);
          const mode = (seconds: number) => {
            const pace = part(`within ${seconds} seconds`, `${seconds} 秒以内に`);
            const text = isJapanese ? japanese(end, pace, parts) : english(end, pace, parts);
            return answer({ text }).mode;
          };
          if (mode(Math.min(a, b)) === "BATCH") expect(mode(Math.max(a, b))).toBe("BATCH");
        },
      ),
      { numRuns: 120 },
    );
  });

  it("cites rules that exist, under keys of the list, in both languages", () => {
    fc.assert(
      fc.property(made, fc.constantFrom("en" as const, "ja" as const), (one, lang) => {
        const parts = one.facts.flatMap((i) => facts[i] ?? []);
        const got = Answer.parse(answer({ text: english(one.end, one.pace, parts) }, { lang }));
        for (const { rule, seed } of got.decisions) expect(findRule(rule)?.seed).toBe(seed);
      }),
      { numRuns: 60 },
    );
  });
});

describe("the form of a request of the tests", () => {
  // Arrows, escapes of a terminal and blocks of a hub are forms, and no words.
  const texts = asked.flatMap(({ id, request }) =>
    request.text !== undefined &&
    request.text.length < 2000 &&
    !/[<>\u001b]|_AGENT|NEXUS|^\s*\{/.test(request.text)
      ? [[id, request.text] as const]
      : [],
  );
  it.each(texts)("does not change what is decided: %s", (_, text) => {
    const plain = decisionOf(text);
    expect(decisionOf(text.toUpperCase())).toEqual(plain);
    expect(decisionOf(fullWidth(text))).toEqual(plain);
    expect(decisionOf(text.replaceAll(" ", "  "))).toEqual(plain);
    expect(decisionOf(`\n ${text} `)).toEqual(plain);
  });
});
