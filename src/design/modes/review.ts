// review of a described pipeline: findings by named failure modes, in four groups, and what was checked. First rules; more failure modes
// and the review of files come here.
import type { ReviewFinding } from "../../model/answer.ts";
import type { Case } from "../case.ts";
import type { Bi } from "../reading.ts";
import { bi, line, type Rule, type RuleSet } from "../rule.ts";

const active = (c: Case) => c.decided.route === "review" && c.decided.refusal !== "full";

type Failure = {
  readonly id: string;
  readonly group: ReviewFinding["group"];
  readonly severity: ReviewFinding["severity"];
  readonly title: Bi;
  readonly fix: Bi;
  readonly holds: (c: Case) => boolean;
};

const speaks = (c: Case, ...ids: string[]) => c.has(...ids);
/** The description does not speak of it, or says that it is not there. */
const lacks = (c: Case, ...ids: string[]) => !c.has(...ids);

const failures: readonly Failure[] = [
  {
    id: "R01",
    group: "reliability",
    severity: "critical",
    title: bi(
      "A plain INSERT duplicates rows when the job is run again",
      "単純な INSERT のため、再実行すると行が重複する",
    ),
    fix: bi(
      "an idempotent write: merge on the key, or replace the partition of the run",
      "キーでの MERGE、または実行対象パーティションの置き換えという冪等な書き込みにする",
    ),
    holds: (c) => speaks(c, "topic.insert"),
  },
  {
    id: "R02",
    group: "reliability",
    severity: "critical",
    title: bi(
      "A replay strategy is missing: what was loaded wrongly cannot be done again",
      "リプレイの方針がなく、誤ってロードした期間をやり直せない",
    ),
    fix: bi(
      "keep raw data, checkpoint per window, replay into shadow tables",
      "生データを保持し、ウィンドウ単位のチェックポイントからシャドーテーブルへ再処理できるようにする",
    ),
    holds: (c) => lacks(c, "ask.backfill") || speaks(c, "topic.no_replay"),
  },
  {
    id: "R03",
    group: "reliability",
    severity: "warning",
    title: bi(
      "Retries start from the beginning, not from the failed stage",
      "再試行が失敗したステージからではなく最初から行われる",
    ),
    fix: bi(
      "retry per stage from its checkpoint, bounded",
      "ステージごとのチェックポイントから、上限付きで再試行する",
    ),
    holds: (c) =>
      /最初から|from the (?:start|beginning)|re-?run everything|全タスク/.test(c.reading.text),
  },
  {
    id: "Q01",
    group: "quality",
    severity: "critical",
    title: bi(
      "Silent data loss: jobs succeed while counts drift or rows are missing",
      "気づかれないデータ損失: ジョブは成功しているのに件数がずれ、行が欠落している",
    ),
    fix: bi(
      "row-count, freshness and lineage checks at the publish boundary; a difference holds the publication",
      "公開境界で件数・鮮度・リネージを照合し、差異があれば公開を保留する",
    ),
    holds: (c) => speaks(c, "topic.silent_loss"),
  },
  {
    id: "Q02",
    group: "quality",
    severity: "warning",
    title: bi(
      "No data contract at the source boundary: what arrives is assumed",
      "ソースとの境界にデータコントラクトがなく、届く内容が前提頼みになっている",
    ),
    fix: bi(
      "a contract with schema, keys, freshness and owner; checks against it at ingest",
      "スキーマ・キー・鮮度・所有者を定めたコントラクトを置き、取り込み時に検証する",
    ),
    holds: (c) => lacks(c, "ask.contract"),
  },
  {
    id: "Q03",
    group: "quality",
    severity: "warning",
    title: bi(
      "Schema drift and invalid records have no rule",
      "スキーマドリフトと無効なレコードの扱いが決まっていない",
    ),
    fix: bi(
      "compare the schema at each read; quarantine invalid records with their reason",
      "読み取りのたびにスキーマを比較し、無効なレコードは理由付きで隔離する",
    ),
    holds: (c) => lacks(c, "topic.drift", "noun.quarantine"),
  },
  {
    id: "C01",
    group: "cost",
    severity: "note",
    title: bi(
      "Cost has no limit: neither full reads nor retries nor retention are bounded in the description",
      "コストの上限がない: 全件読み取り・再試行・保持期間に上限の記載がない",
    ),
    fix: bi(
      "read incrementally, bound retries and retention, budget alerts at 80 % and 95 %",
      "差分読み取り、再試行と保持の上限、予算の 80% と 95% での通知を設ける",
    ),
    holds: (c) => c.req.money.length === 0,
  },
  {
    id: "O01",
    group: "operability",
    severity: "warning",
    title: bi(
      "cron gives no dependency, retry or observability control",
      "cron には依存関係・再試行・可観測性の制御がない",
    ),
    fix: bi(
      "an orchestrator (Airflow, Dagster) or revos schedules, with runs, states and alerts",
      "オーケストレーター (Airflow、Dagster) か revos の定期実行に移し、実行履歴・状態・アラートを持たせる",
    ),
    holds: (c) => speaks(c, "topic.cron"),
  },
  {
    id: "O02",
    group: "operability",
    severity: "warning",
    title: bi(
      "No owner and no alert are named: nobody notices when it fails",
      "所有者とアラートの記載がなく、失敗に気づけない",
    ),
    fix: bi(
      "name an owner; alert on freshness and counts, not on task failure alone",
      "所有者を決め、ジョブの成否ではなく鮮度と件数で通知する",
    ),
    holds: (c) => c.reading.owner === null,
  },
];

const groups: readonly (readonly [ReviewFinding["group"], Bi])[] = [
  ["reliability", bi("Reliability", "信頼性")],
  ["quality", bi("Data quality", "データ品質")],
  ["cost", bi("Cost", "コスト")],
  ["operability", bi("Operability", "運用性")],
];

const found = (c: Case) => failures.filter((one) => one.holds(c));

const rules: readonly Rule[] = [
  {
    id: "REVIEW-01",
    stage: "say",
    seed: "001 §モード：レビュー",
    basis: ["K18"],
    title: bi(
      "Findings in four groups, by named failure modes",
      "名前の付いた障害モードによる指摘を 4 分類で示す",
    ),
    when: bi("a described pipeline is reviewed", "説明されたパイプラインをレビューするとき"),
    effect: bi(
      "reliability, data quality, cost and operability apart, and what was checked",
      "信頼性・データ品質・コスト・運用性を分け、確認した観点も示す",
    ),
    holds: active,
    findings: (c, lang) =>
      found(c).map((one) => ({
        rule: one.id,
        group: one.group,
        severity: one.severity,
        file: null,
        line: null,
        message: one.title[lang],
        fix: one.fix[lang],
      })),
    says: (c) => [
      ...groups.map(([group, title]) => {
        const own = found(c).filter((one) => one.group === group);
        return line(
          "findings",
          `${title.en}: ${own.length === 0 ? "nothing found in the description" : own.map((one) => one.id).join(", ")}.`,
          `${title.ja}: ${own.length === 0 ? "説明の範囲では指摘なし" : own.map((one) => one.id).join("、")}。`,
        );
      }),
      ...found(c).map((one) =>
        line(
          "finding",
          `${one.id} ${one.severity}: ${one.title.en}. Fix: ${one.fix.en}.`,
          `${one.id} ${{ critical: "重大", warning: "警告", note: "参考" }[one.severity]}: ${one.title.ja}。対策: ${one.fix.ja}。`,
        ),
      ),
      line(
        "checked",
        "Contract gaps, silent loss, retry boundaries, lineage and replay; what the description does not say is counted as missing.",
        "コントラクトの不備、気づかれない損失、再試行の境界、リネージ、リプレイを確認しました。説明にない事項は「ない」ものとして扱っています。",
      ),
    ],
  },
];

export const reviewMode: RuleSet = { name: "review", rank: 1, rules };
