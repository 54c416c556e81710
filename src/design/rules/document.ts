// Which document a design becomes (000 §出力ルーティング), by the signals of its table.
import type { DocumentKind } from "../../model/answer.ts";
import type { Bi } from "../reading.ts";
import type { Case } from "../case.ts";
import { bi, type Rule, type RuleSet } from "../rule.ts";

const seed = "000 §出力ルーティング";

const kinds: readonly {
  readonly id: string;
  readonly kind: DocumentKind;
  readonly title: Bi;
  readonly holds: (c: Case) => boolean;
}[] = [
  {
    id: "DOC-01",
    kind: "contract",
    title: bi("contract specification", "契約仕様"),
    holds: (c) =>
      c.decided.route === "contract" ||
      (c.has("topic.drift", "topic.evolution") && c.decided.route !== "design"),
  },
  {
    id: "DOC-02",
    kind: "reliability",
    title: bi("reliability plan", "信頼性計画"),
    holds: (c) => c.decided.route === "operate" && !c.has("topic.sla"),
  },
  {
    id: "DOC-03",
    kind: "sla_monitoring",
    title: bi("SLA and monitoring plan", "SLA/監視計画"),
    holds: (c) => c.decided.route === "operate",
  },
  {
    id: "DOC-04",
    kind: "hybrid",
    title: bi("hybrid design document", "ハイブリッド設計ドキュメント"),
    holds: (c) => c.decided.mode === "HYBRID",
  },
  {
    id: "DOC-05",
    kind: "layers",
    title: bi("layer design document", "層設計ドキュメント"),
    holds: (c) => c.has("topic.medallion") || c.sink("lake") !== null,
  },
  {
    id: "DOC-06",
    kind: "dbt_model",
    title: bi("dbt model specification", "dbt モデル仕様"),
    holds: (c) => c.decided.recipe === "dbt",
  },
  {
    id: "DOC-07",
    kind: "reliability",
    title: bi("reliability plan", "信頼性計画"),
    holds: (c) => c.decided.recipe === "quality",
  },
  {
    id: "DOC-08",
    kind: "streaming",
    title: bi("streaming design document", "ストリーミング設計ドキュメント"),
    holds: (c) =>
      c.decided.mode === "STREAMING" || c.decided.recipe === "cdc" || c.decided.recipe === "stream",
  },
  {
    id: "DOC-09",
    kind: "batch",
    title: bi("batch architecture document", "バッチアーキテクチャドキュメント"),
    holds: (c) => c.decided.mode === "BATCH" && c.has("word.scheduled", "word.batch"),
  },
  {
    id: "DOC-10",
    kind: "architecture",
    title: bi("architecture document", "アーキテクチャドキュメント"),
    holds: () => true,
  },
];

export const documentRules: RuleSet = {
  name: "document",
  rank: 0,
  rules: kinds.map((one): Rule => ({
    id: one.id,
    stage: "document",
    seed,
    title: bi(`The document is a ${one.title.en}`, `成果物は${one.title.ja}`),
    when: bi(
      "the signals of the output table fit, the first row that does",
      "出力表のシグナルに最初に当てはまったとき",
    ),
    effect: bi(`document ${one.kind}`, `document ${one.kind}`),
    holds: (c) => c.decided.route !== "menu" && c.decided.route !== "redirect" && one.holds(c),
    gives: () => ({ document: one.kind }),
  })),
};
