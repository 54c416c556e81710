// Ten requests to the architect, one for each recipe and for the modes that are not design, in both languages. `revos help examples`
// lists them, docs/examples works them out, a test keeps the two the same.

export type DesignExample = {
  /** File name in docs/examples. */
  readonly id: string;
  readonly command: "design" | "operate" | "migrate" | "contract";
  readonly shows: { readonly en: string; readonly ja: string };
  readonly words: { readonly en: string; readonly ja: string };
};

export const designExamples: readonly DesignExample[] = [
  {
    id: "01-orders-to-duckdb",
    command: "design",
    shows: {
      en: "a batch load that revos runs itself",
      ja: "revos 自身が実行するバッチ取り込み",
    },
    words: {
      en: "etl load the orders and customers tables from Postgres 15 to DuckDB every 2 hours, 2 GB a day, one region, no personal data, SLA 6 hours. Owner: sales-data",
      ja: "etl Postgres 15 の orders テーブルと customers テーブルを 2 時間ごとに DuckDB へ。1 日 2 GB、単一リージョン、個人情報なし、SLA は 6 時間。所有者: sales-data",
    },
  },
  {
    id: "02-erp-to-snowflake",
    command: "design",
    shows: {
      en: "warehouse-centred, with layers; an early warning that would come too late",
      ja: "ウェアハウス中心のレイヤー構成と、遅すぎる早期警告の検出",
    },
    words: {
      en: "elt the sales_orders table from MySQL 8 to Snowflake every hour with bronze, silver and gold layers, 40 GB a day, one region, no personal data, SLA 1 hour",
      ja: "elt MySQL 8 の sales_orders テーブルを毎時 Snowflake へ。Bronze/Silver/Gold のレイヤー構成、1 日 40 GB、単一リージョン、個人情報なし、SLA は 1 時間",
    },
  },
  {
    id: "03-clickstream",
    command: "design",
    shows: {
      en: "above 1 TB a day by rate times size, below a minute: streaming, and what must be asked first",
      ja: "流量×サイズで 1 日 1 TB 超、1 分未満: ストリーミングと事前確認",
    },
    words: {
      en: "stream clickstream events from Kafka to the feature store within 30 seconds, 12,000 events/s of 1,000 bytes, one region, no personal data",
      ja: "stream Kafka のクリックストリームを 30 秒以内に特徴量ストアへ。毎秒 12,000 件、1 件 1,000 バイト、単一リージョン、個人情報なし",
    },
  },
  {
    id: "04-order-changes",
    command: "design",
    shows: {
      en: "change capture with a table that has no primary key",
      ja: "主キーのないテーブルを含む変更データキャプチャ",
    },
    words: {
      en: "cdc the orders and order_events tables from Postgres 15 into Kafka within 10 seconds. order_events has no primary key. The service is checkout, the environment prod. One region, no personal data, 40 changes a second.",
      ja: "cdc Postgres 15 の orders テーブルと order_events テーブルを 10 秒以内に Kafka へ。order_events には主キーがない。サービスは checkout、環境は prod。単一リージョン、個人情報なし、毎秒 40 件の変更",
    },
  },
  {
    id: "05-fraud-and-history",
    command: "design",
    shows: {
      en: "real-time output and warehouse history at once: two paths",
      ja: "リアルタイム出力と履歴の両立: 2 つの経路",
    },
    words: {
      en: "payments from Postgres: the fraud service needs them within 5 seconds, and analysts want the history in BigQuery every hour. 900 changes a second, one region, no personal data",
      ja: "Postgres の決済データを、不正検知サービスには 5 秒以内に、分析用には毎時 BigQuery に履歴として届けたい。毎秒 900 件、単一リージョン、個人情報なし",
    },
  },
  {
    id: "06-scores-to-salesforce",
    command: "design",
    shows: {
      en: "out of the warehouse: mapping, keys, limits of the destination",
      ja: "ウェアハウスの外へ: マッピング、キー、宛先の制限",
    },
    words: {
      en: "reverse mart_customer_scores from Snowflake to Salesforce through Hightouch every hour, 12,000 accounts, no personal data",
      ja: "reverse Snowflake の mart_customer_scores を Hightouch で毎時 Salesforce に同期。12,000 アカウント、個人情報なし",
    },
  },
  {
    id: "07-quality-of-a-mart",
    command: "design",
    shows: { en: "five kinds of checks and who is told", ja: "5 種類のチェックと通知先" },
    words: {
      en: "quality checks with Soda for the fct_orders table in BigQuery, loaded daily, availability 99.9 %, no personal data",
      ja: "quality BigQuery の fct_orders テーブルに Soda のチェックを設計。日次ロード、可用性 99.9%、個人情報なし",
    },
  },
  {
    id: "08-failed-partitions",
    command: "operate",
    shows: {
      en: "targets, checkpoints, replay apart from live",
      ja: "目標値、チェックポイント、ライブと分離したリプレイ",
    },
    words: {
      en: "strategy for backfills and failed partitions of the orders mart in BigQuery, updated every hour, SLA 3 hours",
      ja: "BigQuery の orders マートのバックフィルと失敗パーティションの運用方針。毎時更新、SLA は 3 時間",
    },
  },
  {
    id: "09-away-from-cron",
    command: "migrate",
    shows: {
      en: "stage by stage, with coexistence and rollback triggers",
      ja: "段階的な移行、共存とロールバックのトリガー",
    },
    words: {
      en: "from cron scripts that load Postgres into BigQuery nightly to Airflow, 20 GB a day, no personal data",
      ja: "毎晩 Postgres から BigQuery にロードする cron スクリプトを Airflow へ移行。1 日 20 GB、個人情報なし",
    },
  },
  {
    id: "10-orders-contract",
    command: "contract",
    shows: {
      en: "an agreement between producer and consumer",
      ja: "生産者と消費者の取り決め",
    },
    words: {
      en: "orders fact table feed, updated every hour, SLA 3 hours. Owner: sales-data",
      ja: "orders ファクトテーブルのフィード。毎時更新、SLA は 3 時間。所有者: sales-data",
    },
  },
];

/** As it is typed. */
export const exampleCommand = (example: DesignExample, lang: "en" | "ja"): string =>
  `revos ${example.command} "${example.words[lang]}" --out design/${example.id.slice(3)}`;
