// Patterns of MATCHES: RE2 inside DuckDB and JavaScript must find the same in every text, or the pattern is refused.
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { quoteText } from "../../connector/workbench.ts";
import { parsePattern } from "./pattern.ts";

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await (await DuckDBInstance.create(":memory:", { threads: "1" })).connect();
});

async function inDuckDB(re2: string, texts: readonly string[]): Promise<boolean[]> {
  const result = await connection.runAndReadAll(
    `select list_transform([${texts.map(quoteText).join(", ")}]::varchar[], lambda t: regexp_matches(t, ${quoteText(re2)}))`,
  );
  return (result.getRowsJson()[0]?.[0] ?? []) as boolean[];
}

async function find(pattern: string, texts: readonly string[]): Promise<string[]> {
  const parsed = parsePattern(pattern);
  if ("refused" in parsed) throw new Error(parsed.refused);
  const early = texts.map((text) => parsed.js.test(text));
  expect([pattern, await inDuckDB(parsed.re2, texts)]).toEqual([pattern, early]);
  return texts.filter((_, i) => early[i]);
}

describe("patterns", () => {
  it("find anywhere in the text; ^ and $ are its two ends, not those of a line", async () => {
    expect(await find("b", ["abc", "ac"])).toEqual(["abc"]);
    expect(await find("^b|c$", ["abc", "a\nb", "c\nd"])).toEqual(["abc"]);
    expect(await find("^$", ["", "\n", "x"])).toEqual([""]);
  });

  it("treat a duck as one character, a dot as all but a line feed", async () => {
    expect(await find("^.$", ["🦆", "é", "\n", "\r", "\u2028", "ab"])).toEqual([
      "🦆",
      "é",
      "\r",
      "\u2028",
    ]);
  });

  it("know \\d, \\w, \\s as ASCII, in and out of sets", async () => {
    expect(await find("^\\d+$", ["42", "٤٢"])).toEqual(["42"]);
    expect(await find("^[\\w.-]+@[\\w-]+\\.test$", ["m.a-b@x-y.test", "mé@x.test"])).toEqual([
      "m.a-b@x-y.test",
    ]);
    expect(await find("\\s", [" ", "\t", "\u00a0", "\v", "a"])).toEqual([" ", "\t"]);
    expect(await find("^[^\\s\\d]$", ["a", "1", " ", "\u00a0"])).toEqual(["a", "\u00a0"]);
    expect(await find("^\\W$", ["é", "_", "-"])).toEqual(["é", "-"]);
  });

  it("ignore case of ASCII letters with (?i)", async () => {
    expect(await find("(?i)^test[x-z]$", ["TESTX", "Testy", "testW"])).toEqual(["TESTX", "Testy"]);
    expect(await find("(?i)^k$", ["k", "K", "\u212a"])).toEqual(["k", "K"]);
  });

  it("take quotes, slashes and brackets as the characters they are", async () => {
    expect(await find("it's/\\[\\]\\{\\}\\-\"", [`it's/[]{}-"`])).toEqual([`it's/[]{}-"`]);
    expect(await find("[\\]\\[^/-]", ["]", "[", "^", "/", "-", "a"])).toEqual([
      "]",
      "[",
      "^",
      "/",
      "-",
    ]);
  });

  it("are refused where RE2 and JavaScript differ", () => {
    for (const pattern of [
      "(?=a)",
      "(?!a)",
      "(?<=a)b",
      "(a)\\1",
      "\\p{L}",
      "(?P<n>a)",
      "(?<n>a)",
      "a++",
      "a**",
      "[[:alpha:]]",
      "[]",
      "[^]",
      "a{",
      "a{2000}",
      "(a{100}){100}",
      "*a",
      "(a",
      "a)",
      "\\A",
      "\\z",
      "\\x41",
      "\\cA",
      "\\u0041",
      "^*",
      "[z-a]",
      "(?i)é",
      "\\Qa\\E",
      "a{3,2}",
      "\\",
    ]) {
      expect([pattern, "refused" in parsePattern(pattern)]).toEqual([pattern, true]);
    }
  });

  it("find the same in both engines for any pattern of the known parts", async () => {
    const piece = fc.constantFrom(
      "a",
      "b",
      "é",
      "-",
      ".",
      "\\d",
      "\\s",
      "\\w",
      "\\W",
      "[ab]",
      "[^a]",
      "[a-c\\d]",
      "(ab)",
      "(?:a|b)",
      "\\.",
      "\\n",
      "\\b",
    );
    const pattern = fc
      .array(fc.tuple(piece, fc.constantFrom("", "", "*", "+", "?", "{2}", "{1,3}", "*?")), {
        minLength: 1,
        maxLength: 5,
      })
      .map((parts) => parts.map(([one, times]) => one + (one === "\\b" ? "" : times)).join(""));
    const anchored = fc
      .tuple(fc.constantFrom("", "^", "(?i)"), pattern, fc.constantFrom("", "$", "|b"))
      .map((parts) => parts.join(""));
    const text = fc.string({
      unit: fc.constantFrom("a", "b", "B", "c", "é", "1", " ", "\n", ".", "-", "🦆", "\u212a"),
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(
        anchored,
        fc.array(text, { minLength: 1, maxLength: 20 }),
        async (some, texts) => {
          const parsed = parsePattern(some);
          if ("refused" in parsed) return;
          expect(await inDuckDB(parsed.re2, texts)).toEqual(
            texts.map((one) => parsed.js.test(one)),
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});
