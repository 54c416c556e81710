// The failure modes a review looks for, by name: one list for described pipelines, our own files and the architect's own designs, so that
// a design is held to what a review would find (001 §モード：レビュー, 000 §決して行わないこと). Ids: group letter and two digits; they stay.
import { mode, type FailureMode, type Words } from "./failure-mode.ts";
import { reliabilityModes } from "./failure-modes-reliability.ts";

export const failureModes = {
  ...reliabilityModes,
  Q01: mode(
    "quality",
    "critical",
    [
      "Silent data loss: jobs succeed while counts drift or rows are missing",
      "気づかれないデータ損失: ジョブは成功しているのに件数がずれ、行が欠落している",
    ],
    [
      "row-count, freshness and lineage checks at the publish boundary; a difference holds the publication",
      "公開境界で件数・鮮度・リネージを照合し、差異があれば公開を保留する",
    ],
  ),
  Q02: mode(
    "quality",
    "warning",
    [
      "No data contract at the source boundary: what arrives is assumed",
      "ソースとの境界にデータコントラクトがなく、届く内容が前提頼みになっている",
    ],
    [
      "a contract with schema, keys, freshness and owner; checks against it at ingest",
      "スキーマ・キー・鮮度・所有者を定めたコントラクトを置き、取り込み時に検証する",
    ],
  ),
  Q03: mode(
    "quality",
    "warning",
    [
      "Schema drift and invalid records have no rule",
      "スキーマドリフトと無効なレコードの扱いが決まっていない",
    ],
    [
      "compare the schema at each read; quarantine invalid records with their reason",
      "読み取りのたびにスキーマを比較し、無効なレコードは理由付きで隔離する",
    ],
  ),
  Q04: mode(
    "quality",
    "critical",
    [
      "Data is published without validation, or with its gate open",
      "検証なし、またはゲートを開放したまま公開している",
    ],
    [
      "checks at source, transform and sink; a failed one holds the publication",
      "ソース・変換・シンクで検証し、不合格なら公開を保留する",
    ],
  ),
  Q05: mode(
    "quality",
    "critical",
    [
      "Personal data is handled without an explicit strategy",
      "個人情報を明示的な方針なしに扱っている",
    ],
    [
      "decide per field before it lands: hash, encrypt, drop, or a recorded yes to clear",
      "項目ごとに着地前の扱い (ハッシュ化・暗号化・除外・平文の承認) を決める",
    ],
  ),
  Q06: mode(
    "quality",
    "warning",
    [
      "Late rows have no rule: they are lost, or change a closed window unseen",
      "遅延データの扱いがなく、失われるか、締めたウィンドウを黙って変える",
    ],
    [
      "say how late a row may be, and what becomes of it then: lookback, late path or quarantine",
      "どこまでの遅れを許すか、その後どうするか (遡り・遅延経路・隔離) を決める",
    ],
  ),
  Q07: mode(
    "quality",
    "warning",
    [
      "Changed rows are appended, so that readers see several versions of one key",
      "変更行を追記しており、同じキーが複数の版で見える",
    ],
    [
      "incremental_deduped_history with the primary key, or a view of the newest version for readers",
      "主キー付きの incremental_deduped_history にするか、最新版だけのビューを公開する",
    ],
  ),
  Q08: mode(
    "quality",
    "warning",
    ["No key is agreed: duplicates cannot be found", "キーの取り決めがなく、重複を検出できない"],
    [
      "name the primary key, unique and not null, and check it before publication",
      "主キー (一意・非 NULL) を定め、公開前に検証する",
    ],
  ),
  Q09: mode(
    "quality",
    "warning",
    [
      "A contract agrees no columns: whatever comes fits it",
      "コントラクトに列の定めがなく、何が届いても適合してしまう",
    ],
    [
      "list the columns with type and nullability (revos contract, or the discovered stream)",
      "列を型と NULL 可否とともに列挙する (revos contract、または検出済みストリームから)",
    ],
  ),
  Q10: mode(
    "quality",
    "warning",
    [
      "Deletes are not carried over: rows that are gone at the source stay in the output",
      "削除が反映されず、ソースで消えた行が出力に残り続ける",
    ],
    [
      "capture deletes (from the log, or by a full comparison) and mark the rows as deleted",
      "削除を捉え (ログ、または全件照合)、該当行に削除済みの印を付ける",
    ],
  ),
  Q11: mode(
    "quality",
    "critical",
    [
      "Values go missing unnoticed: completeness and distribution are not checked",
      "値の欠損に気づけない (完全性と分布を検査していない)",
    ],
    [
      "share of nulls and distribution per column against the last 28 runs; a jump holds the publication, and what was loaded since is backfilled",
      "列ごとの NULL 率と分布を直近 28 回と比べ、急変時は公開を保留する。発生以降に入った分はバックフィルで直す",
    ],
  ),
  Q12: mode(
    "quality",
    "critical",
    [
      "Records that fail are skipped and lost: nobody can find or replay them",
      "処理できないレコードを読み飛ばしており、後から特定も再処理もできない",
    ],
    [
      "a quarantine (dead letters) with reason, original, contract version and source position; replay after the fix",
      "理由・元の値・コントラクトのバージョン・ソースの位置とともに隔離 (DLQ) し、修正後にリプレイする",
    ],
  ),
  C01: mode(
    "cost",
    "note",
    [
      "Cost has no limit: the description bounds neither compute nor retries nor retention",
      "コストの上限がない: 計算資源・再試行・保持期間を制限する記載がない",
    ],
    [
      "read incrementally, bound retries and retention, budget alerts at 80 % and 95 %",
      "差分読み取り、再試行と保持の上限、予算の 80% と 95% での通知を設ける",
    ],
  ),
  C02: mode(
    "cost",
    "warning",
    [
      "The whole table is read again several times a day",
      "1 日に何度もテーブル全件を読み直している",
    ],
    [
      "an incremental mode with a cursor, or a daily full read",
      "カーソルによる差分モードにするか、全件読み取りを日次にする",
    ],
  ),
  C03: mode(
    "cost",
    "note",
    ["Raw data is kept without an end", "生データの保持期限がない"],
    [
      "a bounded retention by days and bytes (landing: keep, maxBytes)",
      "日数と容量で保持期限を設ける (landing: keep、maxBytes)",
    ],
  ),
  C04: mode(
    "cost",
    "warning",
    [
      "The whole table is read on each run: the cost grows with the table, not with what changed",
      "実行のたびに全件を読んでおり、コストが変更量ではなくテーブルの大きさに比例して増える",
    ],
    [
      "read what changed (cursor or capture), with a full comparison once a week",
      "変更分だけを読み (カーソルまたは CDC)、全件の照合は週 1 回に抑える",
    ],
  ),
  O01: mode(
    "operability",
    "warning",
    [
      "cron gives no dependency, retry or observability control",
      "cron には依存関係・再試行・可観測性の制御がない",
    ],
    [
      "an orchestrator (Airflow, Dagster) or revos schedules, with runs, states and alerts",
      "オーケストレーター (Airflow、Dagster) か revos の定期実行に移し、実行履歴・状態・アラートを持たせる",
    ],
  ),
  O02: mode(
    "operability",
    "warning",
    [
      "No owner is named whom an alert would reach: nobody notices when it fails",
      "アラートを受け取る所有者が決まっておらず、失敗に気づけない",
    ],
    [
      "name an owner; alert on freshness and counts, not on task failure alone",
      "所有者を決め、ジョブの成否ではなく鮮度と件数で通知する",
    ],
  ),
  O03: mode(
    "operability",
    "critical",
    [
      "Environment values or credentials are hard-coded",
      "環境固有の値や認証情報がハードコードされている",
    ],
    [
      "parameters per environment; secrets from the environment or a secret store",
      "環境ごとのパラメーターにし、秘密情報は環境変数かシークレットストアから渡す",
    ],
  ),
  O04: mode(
    "operability",
    "note",
    [
      "Lineage is unclear: from an output nobody gets back to the source record",
      "リネージが曖昧で、出力からソースのレコードまで遡れない",
    ],
    [
      "run and source position on each row; OpenLineage events per run",
      "各行に実行 ID とソース位置を持たせ、実行ごとに OpenLineage イベントを送る",
    ],
  ),
  O05: mode(
    "operability",
    "warning",
    [
      "Freshness has no measurable target: stale data looks like a success",
      "測定可能な鮮度目標がなく、古いデータでも成功に見える",
    ],
    [
      "an SLA on the age of the newest row, checked at half of it or more often",
      "最新行の経過時間で SLA を定め、その半分以下の間隔で監視する",
    ],
  ),
  O06: mode(
    "operability",
    "critical",
    [
      "Errors are swallowed: a step that failed counts as done",
      "エラーを握りつぶしており、失敗したステップが成功として扱われる",
    ],
    [
      "let the step fail, stop what depends on it, and tell the owner",
      "ステップを失敗させ、下流を止め、所有者に通知する",
    ],
  ),
  O07: mode(
    "operability",
    "warning",
    [
      "Recovery is by hand: what is re-run, and from where, depends on who does it",
      "復旧が手作業で、何をどこから再実行するかが人に依存している",
    ],
    [
      "retries and replays as commands with a window and a checkpoint, and a runbook that says what is safe to re-run",
      "対象ウィンドウとチェックポイントを指定するコマンドとして再試行とリプレイを用意し、安全に再実行できる範囲をランブックに記す",
    ],
  ),
  O08: mode(
    "operability",
    "warning",
    [
      "Alerts that nobody acts on: what matters is lost among them",
      "対応されないアラートが多く、重要なものが埋もれている",
    ],
    [
      "alert on what readers feel (freshness, counts, wrong sums), one owner each; failures of tasks go to a list",
      "利用者に影響する事象 (鮮度・件数・合計の誤り) だけを担当者に通知し、タスクの失敗は一覧で見る",
    ],
  ),
} as const satisfies Record<string, FailureMode>;

export type FailureId = keyof typeof failureModes;
export const failureIds = Object.keys(failureModes) as FailureId[];

export const failureOf = (id: string): FailureMode | null =>
  (failureModes as Readonly<Record<string, FailureMode>>)[id] ?? null;

export const groupTitles: readonly (readonly [FailureMode["group"], Words])[] = [
  ["reliability", { en: "Reliability", ja: "信頼性" }],
  ["quality", { en: "Data quality", ja: "データ品質" }],
  ["cost", { en: "Cost", ja: "コスト" }],
  ["operability", { en: "Operability", ja: "運用性" }],
];

export const severityTitles: Readonly<Record<FailureMode["severity"], Words>> = {
  critical: { en: "critical", ja: "重大" },
  warning: { en: "warning", ja: "警告" },
  note: { en: "note", ja: "参考" },
};
