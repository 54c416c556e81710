// quality: the five families of checks on data that is loaded, who is told, and how it shows in lineage.
import type { Case } from "../case.ts";
import { datasetName } from "../layout.ts";
import { bi, line, type Rule, type RuleSet } from "../rule.ts";
import { channelOf } from "../rules/agreement.ts";
import { duration } from "../words.ts";

const isQuality = (c: Case) => c.isDesign && c.decided.recipe === "quality";

const tool = (c: Case): string =>
  c.tool("greatexpectations", "soda", "elementary")?.title ??
  (c.has("topic.dbt") ? "dbt tests with Elementary" : "Soda");

const rules: readonly Rule[] = [
  {
    id: "QUALITY-01",
    stage: "say",
    seed: "000 §サブコマンドの振り分け (quality)",
    basis: ["K27"],
    title: bi("Five families of checks", "5 種類のチェック"),
    when: bi("the recipe is quality", "レシピが quality のとき"),
    effect: bi(
      "freshness, completeness, uniqueness, validity, distribution; all for Tier 1",
      "鮮度・完全性・一意性・妥当性・分布。Tier 1 ではすべて必須",
    ),
    holds: isQuality,
    instead: [
      "engine",
      "quality",
      "lineage",
      "checkpoint",
      "replay",
      "idempotency",
      "late_data",
      "raw_retention",
    ],
    says: (c) => {
      const [what, f] = [datasetName(c), c.decided.freshness];
      const sla = f?.slaSeconds ? duration(f.slaSeconds) : null;
      return [
        line(
          "quality",
          `Freshness: the newest row of ${what.en} is younger than ${sla?.en ?? "its target"}. Completeness: rows within 20 % of the same weekday's median, required columns not null.`,
          `鮮度: ${what.ja} の最新行が ${sla?.ja ?? "目標値"}以内。完全性: 行数が同じ曜日の中央値から 20% 以内、必須列が非 NULL。`,
        ),
        line(
          "quality",
          "Uniqueness: the key is unique (blocks publication). Validity: enums, ranges, references. Distribution: mean, share of null and share per enum value within 3 sigma of 28 days (warns, does not block).",
          "一意性: キーが一意であること (違反時は公開を止める)。妥当性: 列挙値・範囲・参照。分布: 平均、NULL 率、列挙値の構成比が過去 28 日の 3σ 以内 (警告のみ)。",
        ),
        line(
          "quality",
          `Each check lives in one tool only (${tool(c)})${c.decided.tier === "Tier 1" ? "; all five families are mandatory for Tier 1" : "; a family may be waived with a written reason below Tier 1"}.`,
          `チェックは 1 つのツール (${tool(c)}) に集約し、重複させません。${c.decided.tier === "Tier 1" ? "Tier 1 のため 5 種類すべて必須です。" : "Tier 1 未満では、理由を記録したうえで省略できる種類があります。"}`,
        ),
        line(
          "alerts",
          `Contract violations go to ${channelOf(c) ?? "one channel per domain (#data-quality-<domain>)"}: critical (key, freshness) pages the owner, warning (validity) opens a ticket, note (distribution) is a digest.`,
          `契約違反の通知先は ${channelOf(c) ?? "ドメインごとに 1 チャネル (#data-quality-<ドメイン>)"} とします。重大 (キー・鮮度) は所有者を呼び出し、警告 (妥当性) はチケット、参考 (分布) は日次のまとめで通知します。`,
        ),
        line(
          "lineage",
          `Each check run emits an OpenLineage event with the data-quality facets on ${what.en}: a failed check shows at the dataset and at everything downstream.`,
          `チェックの実行ごとに、${what.ja} のデータ品質ファセット付き OpenLineage イベントを送ります。失敗は当該データセットと下流すべてに表示されます。`,
        ),
        line(
          "engine",
          `${tool(c)} runs the checks, started by the end of the load of ${what.en} and not by a clock${c.tool("airflow", "dagster", "prefect") ? ` (${c.tool("airflow", "dagster", "prefect")?.title})` : ""}; the freshness check alone runs on its own every ${f ? duration(f.checkEverySeconds).en : "half SLA"}, because a load that never came ends nothing.`,
          `チェックは ${tool(c)} で実行し、時刻ではなく ${what.ja} のロード完了を契機とします${c.tool("airflow", "dagster", "prefect") ? ` (${c.tool("airflow", "dagster", "prefect")?.title})` : ""}。鮮度だけは、ロードが来ないこと自体を検知するため、${f ? `${duration(f.checkEverySeconds).ja}ごと` : "SLA の半分の間隔"}に単独で確認します。`,
        ),
        line(
          "checkpoint",
          `Per check: the last partition of ${what.en} it judged, with suite version and verdict; kept apart from the data. It says which partitions may be checked again and which may be skipped.`,
          `チェックごとに、最後に判定した ${what.ja} のパーティション・スイートのバージョン・判定を、データとは分けて記録します。再チェックしてよい範囲と飛ばしてよい範囲が分かります。`,
        ),
        line(
          "replay",
          "After a repair the checks of the partitions concerned run again, apart from the scheduled run and with the suite version of that day; a partition that was held is released when they pass.",
          "修正後に、対象パーティションのチェックだけを定時実行とは別に、当時のスイートのバージョンでやり直します。保留中のパーティションは合格後に公開します。",
        ),
        line(
          "idempotency",
          `A check only reads ${what.en}. Results are keyed by check, partition and run: a check that is repeated replaces its own result and alerts once (at-least-once runs, idempotent results).`,
          `チェックは ${what.ja} を読むだけです。結果はチェック・パーティション・実行をキーに保存するため、再実行しても自分の結果を置き換えるだけで、通知も 1 回です(at-least-once+冪等な結果)。`,
        ),
        line(
          "late_data",
          "A partition that receives late rows is judged anew as a whole; the earlier verdict is kept beside the new one.",
          "遅れて行が届いたパーティションは全体を判定し直し、以前の判定も併せて残します。",
        ),
        line(
          "raw_retention",
          `Failing rows and results are kept for 30 days (proposed); the raw data that ${what.en} is built from is kept at least as long by its own pipeline, so that a failed partition can be rebuilt.`,
          `不合格の行と結果は 30 日間(提案値)保持します。${what.ja} の元になる生データも、不合格のパーティションを作り直せるよう、ロード側のパイプラインで同じ期間以上保持します。`,
        ),
        line(
          "handoff",
          "Mend or Triage takes over when a check fails in production, with dataset, check, failing rows (count) and lineage; this design covers the checks, not the repair.",
          "本番でチェックが失敗したら、データセット・チェック名・件数・リネージを添えて Mend または Triage に引き継ぎます。この設計の対象はチェックまでで、復旧は含みません。",
        ),
        line(
          "contract",
          `${what.en}: owner ${c.reading.owner ?? "to be named"}, ${c.decided.tier ?? "tier"}, freshness ${sla?.en ?? "to be set"}, key, enums and the five families stand in its contract; a check without a clause is not run.`,
          `${what.ja} のコントラクトに、所有者 (${c.reading.owner ?? "要指名"})、${c.decided.tier ?? "ティア"}、鮮度 ${sla?.ja ?? "(要設定)"}、キー、列挙値、5 種類のチェックを記載します。条項のないチェックは実行しません。`,
        ),
      ];
    },
  },
];

export const qualityRecipe: RuleSet = { name: "quality", rank: 2, rules };
