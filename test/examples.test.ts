// docs/examples against the architect: each page is what it answers today. After a change of rules:
// `npx vitest run test/examples.test.ts -u` writes the pages anew.
import { describe, expect, it } from "vitest";
import { design, toAnswer } from "../src/design/answer.ts";
import { artefactsOf } from "../src/design/artefacts/artefacts.ts";
import {
  designExamples,
  exampleCommand,
  type DesignExample,
} from "../src/model/design-examples.ts";

const langs = ["en", "ja"] as const;
type Lang = (typeof langs)[number];

function page(example: DesignExample, lang: Lang): string {
  const request = { text: example.words[lang], route: example.command };
  const outcome = design(request);
  const answer = toAnswer(outcome, { lang });
  const files = artefactsOf(outcome, request, { lang });
  const diagram = files
    .flatMap((file) => file.blocks)
    .map((block) => /```mermaid\n[\s\S]*?```/.exec(block.text)?.[0])
    .find((one) => one !== undefined);
  const ja = lang === "ja";
  const other = ja ? `[English](../en/${example.id}.md)` : `[日本語](../ja/${example.id}.md)`;
  return `${[
    `# ${example.shows[lang].replace(/^(?!revos)./, (first) => first.toUpperCase())}`,
    "",
    other,
    "",
    "```sh",
    exampleCommand(example, lang),
    "```",
    "",
    answer.text.replace(/^(#+) /gm, "#$1 ").trimEnd(),
    "",
    ...(diagram ? [ja ? "## データの流れ" : "## Data flow", "", diagram, ""] : []),
    ja ? "## 書き出されるファイル" : "## Files it writes",
    "",
    ...files.map((file) => `- \`${file.path}\``),
  ].join("\n")}\n`;
}

describe("docs/examples", () => {
  for (const lang of langs)
    it.each(designExamples)(`${lang}/$id is what the architect answers`, async (example) => {
      await expect(page(example, lang)).toMatchFileSnapshot(
        `../docs/examples/${lang}/${example.id}.md`,
      );
    });

  it("are lists of all examples in both languages", async () => {
    const rows = designExamples.map(
      (one) => `| ${one.shows.en} | [English](en/${one.id}.md) | [日本語](ja/${one.id}.md) |`,
    );
    const index = [
      "# Worked examples of the architect",
      "",
      "Each page is a request, the answer to it, and the files it writes. `revos help examples` lists the requests.",
      "",
      "| Shows | | |",
      "|--|--|--|",
      ...rows,
    ].join("\n");
    await expect(`${index}\n`).toMatchFileSnapshot("../docs/examples/README.md");
  });

  it("decide the same in both languages", () => {
    for (const example of designExamples) {
      const of = (lang: Lang) => {
        const { decided } = design({ text: example.words[lang], route: example.command }).case;
        const { route, recipe, mode, tier, freshness, provisional } = decided;
        return {
          route,
          recipe,
          mode,
          tier,
          freshness,
          provisional,
          asks: decided.asks.map((ask) => ask.code).sort(),
        };
      };
      expect(of("ja"), example.id).toEqual(of("en"));
    }
  });
});
