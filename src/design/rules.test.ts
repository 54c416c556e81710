// The rules as a whole: unique, cited as the seeds are, in both languages, and each fires for some request of the tests.
import { describe, expect, it } from "vitest";
import { design } from "./answer.ts";
import { sectionKeys } from "../model/section-key.ts";
import { allRules, findRule } from "./rule-sets.ts";
import { moreRequests } from "./testing/requests-more.ts";
import { requests } from "./testing/requests.ts";
import { golden } from "./testing/golden.ts";
import { asked } from "./testing/asked.ts";
import { further } from "./testing/further.ts";

const outcomes = [
  ...[...requests, ...moreRequests].map(([text]) => design({ text })),
  ...further.map((one) => design(one)),
  ...asked.map((one) => design(one.request)),
  ...golden.map((one) => design(one.request)),
];
const japanese = /[\u3040-\u30ff\u3400-\u9fff]/;

describe("the rules", () => {
  it("have ids that are unique and found in any case", () => {
    expect(new Set(allRules.map((rule) => rule.id)).size).toBe(allRules.length);
    for (const rule of allRules) {
      expect(rule.id).toMatch(/^[A-Z]+-\d\d$/);
      expect(findRule(rule.id.toLowerCase())).toBe(rule);
    }
  });

  it.each(allRules.map((rule) => [rule.id, rule] as const))(
    "%s cites a seed section and is told in both languages",
    (_, rule) => {
      expect(rule.seed).toMatch(/^00[013] §\S/);
      for (const text of [rule.title, rule.when, rule.effect]) {
        expect(text.en).not.toBe("");
        expect(text.en).not.toMatch(japanese);
        expect(text.ja).not.toBe("");
      }
    },
  );

  const fired = new Set(outcomes.flatMap((one) => one.held.map(({ rule }) => rule.id)));
  it.each(allRules.map((rule) => rule.id))("%s fires for some request of the tests", (id) => {
    expect(fired).toContain(id);
  });
});

describe("what the rules say", () => {
  const lines = outcomes.flatMap((one) => one.lines);

  it("stands under a key of the closed list, in English and in Japanese", () => {
    for (const line of lines) {
      expect(sectionKeys).toContain(line.key);
      expect(line.en, line.rule).not.toBe("");
      expect(line.ja, line.rule).toMatch(japanese);
    }
  });

  it("has no hole, no doubled blank and no doubled stop", () => {
    for (const line of lines)
      for (const text of [line.en, line.ja])
        expect(text, line.rule).not.toMatch(
          /undefined|(?<!not |of )null[.,)]|NaN|\[object|\$\{|Infinity|\s\s|。。|\.\.(?!\.)|\s\(\)/,
        );
  });

  it("is in English only where the answer is English, unless it quotes the request", () => {
    for (const outcome of outcomes) {
      const { text, others, objects, columns } = outcome.case.reading;
      const names = [...objects, ...columns.map((one) => one.name)];
      if (japanese.test([text, ...others, ...names].join())) continue;
      for (const line of outcome.lines) expect(line.en, line.rule).not.toMatch(japanese);
    }
  });
});
