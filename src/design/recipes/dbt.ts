// dbt: layers, materializations, tests; and what changes when models move to Flink.
import type { Case } from "../case.ts";
import { leaning } from "../facts/leaning.ts";
import { datasetName } from "../layout.ts";
import { bi, line, type Line, type Rule, type RuleSet } from "../rule.ts";
import { rawDays } from "../rules/state.ts";
import { movesToFlink, stated } from "../rules/evidence.ts";
import { count, duration } from "../words.ts";

const isDbt = (c: Case) => c.isDesign && c.decided.recipe === "dbt";
const onFlink = (c: Case) => c.isDesign && movesToFlink(c);

const manyRows = 100_000_000;

/** Which models are incremental, by the figures of the request: rows, and how much of the interval a full build takes. */
function incremental(c: Case): Line[] {
  const every = c.req.updateInterval;
  const rows =
    c.req.counts
      .filter((one) => /^(?:行|件|レコード|rows?|records?|lines?)$/.test(one.of ?? ""))
      .toSorted((a, b) => b.value - a.value)[0]?.value ?? null;
  const run = c.req.runTime;
  const what = datasetName(c);
  const lines: Line[] = [];
  if (rows !== null && every) {
    const [shown, often] = [count(rows), duration(every.value)];
    lines.push(
      rows >= manyRows
        ? line(
            "materialization",
            `${what.en}: incremental, because ${shown} rows are too many to build anew every ${often.en}: merge on the key, partitioned by event date, with a lookback of 3 days (proposed) for late rows; a full refresh only when the logic changes.`,
            `${what.ja} は incremental とします。${shown} 行を ${often.ja}ごとに作り直すのは現実的でないためです。キーでの merge、イベント日でのパーティション、遅延行のための 3 日の遡り (提案値) を設定し、全件再構築はロジック変更時だけ行います。`,
          )
        : line(
            "materialization",
            `${what.en}: table. ${shown} rows are built anew every ${often.en} in less time than an incremental model costs in upkeep; from about ${count(manyRows)} rows on it is weighed again.`,
            `${what.ja} は table とします。${shown} 行なら ${often.ja}ごとの全件構築で足り、incremental の保守の手間に見合いません。${count(manyRows)} 行程度を超えたら見直します。`,
          ),
    );
  }
  if (run && every) {
    const [took, often, aim] = [
      duration(run.value),
      duration(every.value),
      duration(every.value / 10),
    ];
    const isLong = run.value > every.value / 10;
    lines.push(
      line(
        "materialization",
        isLong
          ? `A full build takes ${took.en} of every ${often.en}: the models that take most of it (run_results.json) become incremental one by one, until the build is below ${aim.en}, a tenth of the interval, and a failed one can be repeated in time; the others stay tables.`
          : `A full build takes ${took.en} of every ${often.en}, less than a tenth (${aim.en}): tables are enough, and no model is made incremental for speed.`,
        isLong
          ? `全件構築に ${took.ja}かかっています (間隔は ${often.ja})。所要時間の長いモデルから順に (run_results.json で特定) incremental に変え、失敗してもやり直せるよう、間隔の 1 割にあたる ${aim.ja}未満まで短縮します。残りは table のままとします。`
          : `全件構築は ${took.ja}で、間隔 ${often.ja}の 1 割 (${aim.ja}) に収まります。table で足り、速度のために incremental にする必要はありません。`,
      ),
    );
  }
  return lines;
}

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
      ...incremental(c),
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
  {
    id: "DBT-03",
    stage: "say",
    seed: "000 §サブコマンドの振り分け (dbt)",
    title: bi("Whether the Flink adapter fits is said", "Flink アダプターの適合性を示す"),
    when: bi(
      "the recipe is dbt and its models are not moved to Flink",
      "レシピが dbt で、モデルを Flink に移さないとき",
    ),
    effect: bi(
      "it does not fit models that are built by the hour or the day; what would change that",
      "時間・日単位で構築するモデルには適合しない。その判断が変わる条件も示す",
    ),
    holds: (c) => isDbt(c) && !movesToFlink(c) && !c.excludes("flink"),
    says: (c) => {
      const every = stated(c);
      const often = every ? duration(every.value) : null;
      return [
        leaning(
          c,
          line(
            "fit",
            `Flink adapter (dbt-confluent): not for these models. They are built ${often ? `every ${often.en} ` : "on a schedule "}from tables, and the adapter has no incremental materialization; a query that never ends would be paid for all day. It is weighed again when a model reads topics and must be current within 1 minute`,
            `Flink アダプター (dbt-confluent) は今回のモデルには適合しません。${often ? `${often.ja}ごとに` : "定期的に"}テーブルから構築する用途であり、アダプターに incremental がなく、終わりのないクエリの費用が常時かかるためです。トピックを読み 1 分未満で最新にする必要があるモデルが出てきたら再評価します`,
          ),
          "dbt_flink",
        ),
      ];
    },
  },
  {
    id: "DBT-04",
    stage: "say",
    seed: "000 §サブコマンドの振り分け (dbt)",
    title: bi("How dbt models are re-run and rebuilt", "dbt モデルの再実行と作り直し"),
    when: bi(
      "the recipe is dbt and its models stay in the warehouse",
      "レシピが dbt で、モデルがウェアハウスに留まるとき",
    ),
    effect: bi(
      "what is kept of a run, how a failed one goes on, how history is rebuilt beside the live schema",
      "実行の記録、失敗時の再開、本番スキーマと分けた履歴の作り直し",
    ),
    holds: (c) => isDbt(c) && !movesToFlink(c),
    instead: ["checkpoint", "replay", "idempotency", "raw_retention", "recovery"],
    says: (c) => {
      const what = datasetName(c);
      const { days, isStated } = rawDays(c);
      return [
        line(
          "checkpoint",
          "Per run: manifest.json and run_results.json, kept apart from the models; which node is safe to retry or skip is read from them. An incremental model's own boundary is the newest event time in its table.",
          "実行ごとに manifest.json と run_results.json を、モデルとは別の場所に保存します。どのノードを再試行・スキップしてよいかはこれで判断します。incremental モデルの境界は、テーブル内の最新のイベント時刻です。",
        ),
        line(
          "replay",
          `From the raw tables, which dbt only reads: dbt build --select ${what.en === "the data" ? "<model>" : what.en}+ --full-refresh into a schema of its own (target replay), compared by count and key, then swapped; the scheduled run goes on in the live schema.`,
          `dbt が読み取るだけの生テーブルから行います。専用スキーマ (target: replay) に dbt build --select ${what.ja === "データ" ? "<モデル>" : what.ja}+ --full-refresh で作り、件数とキーを照合してから切り替えます。本番スキーマの定期実行は止めません。`,
        ),
        line(
          "idempotency",
          "A view or table is built from the same inputs to the same rows; an incremental model merges on unique_key, so a run that is repeated replaces its own rows and adds none twice (at-least-once runs, idempotent writes).",
          "view と table は同じ入力から同じ行になります。incremental は unique_key で merge するため、再実行しても自分の行を置き換えるだけで二重にはなりません(at-least-once+冪等な書き込み)。",
        ),
        line(
          "raw_retention",
          `The raw tables that staging reads are kept for ${days} days${isStated ? "" : " (proposed)"} after they were loaded, and no model deletes from them: a wrong transformation is built again from there.`,
          `staging が読む生テーブルは、ロード後 ${days} 日間${isStated ? "" : "(提案値)"}保持し、モデルからは削除しません。変換に誤りがあった場合はここから作り直します。`,
        ),
        line(
          "recovery",
          `dbt retry goes on at the node that failed; what was built is not built again. ${c.decided.tier === "Tier 1" ? "Tier 1: the retry is automatic and drilled each quarter." : "After 3 failures the owner follows the runbook; readers keep the last mart that passed its tests."}`,
          `dbt retry で失敗したノードから続行し、構築済みのモデルは作り直しません。${c.decided.tier === "Tier 1" ? "Tier 1 のため再試行は自動化し、四半期ごとに訓練します。" : "3 回失敗したら所有者が手順書に従って対応し、その間はテストに合格した直近のマートを公開し続けます。"}`,
        ),
      ];
    },
  },
];

export const dbtRecipe: RuleSet = { name: "dbt", rank: 2, rules };
