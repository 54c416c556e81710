// dbt: layers, materializations, tests; and what changes when models move to Flink.
import type { Case } from "../case.ts";
import { leaning } from "../facts/leaning.ts";
import { datasetName } from "../layout.ts";
import { bi, line, type Rule, type RuleSet } from "../rule.ts";

const isDbt = (c: Case) => c.isDesign && c.decided.recipe === "dbt";
const onFlink = (c: Case) => c.isDesign && c.has("topic.flink") && c.has("topic.dbt");

const rules: readonly Rule[] = [
  {
    id: "DBT-01",
    stage: "say",
    seed: "000 §サブコマンドの振り分け (dbt)",
    title: bi(
      "Layers, materialization by layer, tests by layer",
      "層・マテリアライゼーション・テストの規約",
    ),
    when: bi("the recipe is dbt", "レシピが dbt のとき"),
    effect: bi(
      "staging, intermediate and marts with their materialization and tests",
      "staging・intermediate・marts ごとの方針",
    ),
    holds: isDbt,
    says: (c) => [
      line(
        "dbt",
        `Layers: staging (stg_, one per source table, renaming and types only), intermediate (int_, joins), marts (dim_, fct_); ${datasetName(c).en} is read only from marts.`,
        `層: staging (stg_、ソーステーブルと 1 対 1、改名と型のみ)、intermediate (int_、結合)、marts (dim_、fct_)。利用者には marts だけを公開します。`,
      ),
      line(
        "dbt",
        "Test conventions: unique and not_null on every key, relationships on foreign keys, accepted_values on enums, source freshness on every source; a failing test stops what is downstream (dbt build).",
        "テスト規約: すべてのキーに unique と not_null、外部キーに relationships、列挙値に accepted_values、全ソースに freshness。テストの失敗は下流を止めます (dbt build)。",
      ),
      ...(onFlink(c)
        ? []
        : [
            line(
              "materialization",
              "staging: view; intermediate: view or ephemeral; marts: table, and incremental (merge on the key, lookback for late rows) only where a full build takes too long.",
              "staging は view、intermediate は view または ephemeral、marts は table を基本とし、全件構築が間に合わない場合だけ incremental (キーで merge、遅延行の遡り付き) にします。",
            ),
          ]),
    ],
  },
  {
    id: "DBT-02",
    stage: "say",
    seed: "000 §モードの選択 (dbt と Flink)",
    basis: ["K21"],
    title: bi(
      "No incremental on Flink: streaming_table",
      "Flink では incremental を使わず streaming_table にする",
    ),
    when: bi("dbt models are to run on Flink", "dbt モデルを Flink で動かすとき"),
    effect: bi(
      "is_incremental() blocks are rewritten; dbt-confluent is weighed before a custom job",
      "is_incremental() を書き換え、独自ジョブの前に dbt-confluent を評価する",
    ),
    holds: onFlink,
    says: (c) => [
      line(
        "materialization",
        `Rewrite the is_incremental() blocks of ${datasetName(c).en} as streaming_table (materialized_view also works); incremental cannot be kept.`,
        `${datasetName(c).ja} の is_incremental() ブロックは streaming_table に書き換えます (materialized_view も可)。incremental のままでは動きません。`,
      ),
      leaning(
        c,
        line(
          "reason",
          "The Flink adapter does not support the incremental materialization: dbt's batch semantics of 'rows since the last run' have no counterpart in a query that never ends",
          "Flink アダプターは incremental マテリアライゼーションをサポートしません。「前回実行以降の行」というバッチの意味論が、終わりのないクエリには対応しないためです",
        ),
        "dbt_flink",
      ),
      line(
        "fit",
        "dbt-confluent fits models that are filters, joins and windows over topics, deployed through CI/CD; it does not fit models that need snapshots, full rebuilds or custom state. It is weighed first; a custom Flink job is written only for what it cannot express.",
        "dbt-confluent は、トピックに対する絞り込み・結合・ウィンドウのモデルを CI/CD で配備する用途に適します。スナップショット、全件再構築、独自の状態が必要なモデルには適しません。まずこれを評価し、表現できない部分だけを独自の Flink ジョブにします。",
      ),
    ],
  },
];

export const dbtRecipe: RuleSet = { name: "dbt", rank: 2, rules };
