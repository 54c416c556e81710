// How it scales (001 §スケーリング戦略): small, medium and large, each with what has to be fixed before anything is added.
import type { Case } from "../case.ts";
import { bi, line, type Rule, type RuleSet } from "../rule.ts";

const design = (c: Case) => c.isDesign;

const rules: readonly Rule[] = [
  {
    id: "SCALE-03",
    stage: "say",
    seed: "001 §スケーリング戦略",
    title: bi("Large: borders before topology", "大規模: トポロジーより先に境界を決める"),
    when: bi(
      "several consumers read a hybrid or streaming flow",
      "ハイブリッドまたはストリーミングで複数の利用者がいるとき",
    ),
    effect: bi(
      "watermark, late data, backfill isolation and parallel recovery are fixed first",
      "ウォーターマーク、遅延データ、バックフィルの分離、並列復旧の境界を先に決める",
    ),
    holds: (c) =>
      design(c) &&
      (c.decided.mode === "HYBRID" ||
        (c.decided.mode === "STREAMING" && (c.req.sinks.length > 1 || c.req.consumers.length > 1))),
    says: () => [
      line(
        "isolation",
        "Large by seed 001: recovery is parallel per partition, and backfills never share state or compute with the live path.",
        "規模は「大規模」に該当します。復旧はパーティション単位で並列に行い、バックフィルは本番経路と状態も計算資源も共有しません。",
      ),
    ],
  },
  {
    id: "SCALE-02",
    stage: "say",
    seed: "001 §スケーリング戦略",
    title: bi("Medium: a contract per stage", "中規模: ステージごとのコントラクト"),
    when: bi(
      "batch with several sources or sinks, or transformations in several steps",
      "複数のソース・シンク、または多段の変換を伴うバッチのとき",
    ),
    effect: bi(
      "a contract per stage, a publish boundary apart, validation between stages",
      "ステージごとのコントラクト、公開境界の分離、ステージ間の検証",
    ),
    holds: (c) =>
      design(c) &&
      c.decided.mode === "BATCH" &&
      (c.req.sources.length > 1 || c.req.sinks.length > 1 || c.has("topic.dbt", "topic.medallion")),
    says: () => [
      line(
        "isolation",
        "Medium by seed 001: each stage has its contract and validation of its own, and publishing is a step apart.",
        "規模は「中規模」に該当します。ステージごとにコントラクトと検証を置き、公開は独立したステップにします。",
      ),
    ],
  },
  {
    id: "SCALE-01",
    stage: "say",
    seed: "001 §スケーリング戦略",
    title: bi(
      "Small: one checkpoint, one cadence, one way to replay",
      "小規模: チェックポイント・間隔・リプレイ経路を 1 つずつ",
    ),
    when: bi("batch with one source and one sink", "ソースもシンクも 1 つのバッチのとき"),
    effect: bi(
      "one durable checkpoint, one batch cadence, one replay path before any further stage",
      "ステージを増やす前に、耐久性のあるチェックポイント、実行間隔、リプレイ経路を 1 つずつ用意する",
    ),
    holds: (c) =>
      design(c) &&
      c.decided.mode === "BATCH" &&
      c.req.sources.length <= 1 &&
      c.req.sinks.length <= 1 &&
      !c.has("topic.dbt", "topic.medallion"),
    says: () => [
      line(
        "isolation",
        "Small by seed 001: one durable checkpoint boundary, one batch cadence, one clear replay path; stages are added only when these hold.",
        "規模は「小規模」に該当します。耐久性のあるチェックポイント境界、実行間隔、リプレイ経路を 1 つずつ確立してから、必要に応じてステージを増やします。",
      ),
    ],
  },
];

export const scaleRules: RuleSet = { name: "scale", rank: 0, rules };
