// Several pipelines in one request: one answer is one design, so the first is designed and the others are named with the command for each.
import { bi, line, type RuleSet } from "../rule.ts";
import { count } from "../words.ts";

export const severalRules: RuleSet = {
  name: "several",
  rank: 0,
  rules: [
    {
      id: "SEVERAL-01",
      stage: "say",
      seed: "000 §決して行わないこと",
      title: bi(
        "Several pipelines are designed one by one",
        "複数のパイプラインは 1 本ずつ設計する",
      ),
      when: bi(
        "the request names pipelines with sources of their own, in a list or in sentences",
        "ソースの異なるパイプラインが、箇条書きまたは文中で複数示されているとき",
      ),
      effect: bi(
        "the first is designed; the others are named with the command for each",
        "最初の 1 本を設計し、残りはそれぞれのコマンドを示す",
      ),
      holds: (c) => c.reading.others.length > 0 && c.decided.route !== "menu",
      says: (c) => {
        const all = count(c.reading.others.length + 1);
        return [
          line(
            "warning",
            `The request names ${all} separate pipelines. Each is deployed, run and recovered by itself, so each gets a design of its own; this is the first.`,
            `依頼には別々のパイプラインが ${all} 本あります。デプロイ・実行・復旧を独立させるため 1 本ずつ設計します。これは最初の 1 本です。`,
          ),
          ...c.reading.others.map((one) =>
            line(
              "steps",
              `Next: revos design "${one.replaceAll('"', "'")}"`,
              `次の 1 本: revos design "${one.replaceAll('"', "'")}"`,
            ),
          ),
        ];
      },
    },
  ],
};
