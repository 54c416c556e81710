// Every dated fact the architect may lean on: what seed 000 dates, and list prices and limits of vendors' own pages. A rule takes one
// by its id (`leaning`), which shows its date and source with the line. A fact no rule leans on is a defect (facts.test.ts).
import { bi } from "../rule.ts";
import type { Fact } from "./fact.ts";

/** The day on which this table was last read through; ages are counted to it unless the request gives a day. */
export const factsDay = "2026-06-30";

const modes = "000 §モードの選択";

export const facts = {
  airflow_3: {
    id: "airflow_3",
    kind: "event",
    claim: bi(
      "Airflow 3.0 brought AssetWatcher (Kafka and Amazon SQS start a run), the Python Task SDK, DAG versions (a run ends with the version it began with) and a pause for a person (HITL)",
      "Airflow 3.0 で AssetWatcher (Kafka・Amazon SQS による起動)、Python Task SDK、DAG のバージョン管理 (実行は開始時の版で完了)、人による承認待ち (HITL) が導入された",
    ),
    asOf: "2025-04-22",
    source: "airflow.apache.org/blog/airflow-three-point-oh-is-here",
    seed: modes,
  },
  airflow_latest: {
    id: "airflow_latest",
    kind: "state",
    claim: bi("the newest stable Airflow is 3.1.x", "Airflow の最新安定版は 3.1.x"),
    asOf: "2025-09",
    source: "airflow.apache.org",
    seed: modes,
  },
  flink_apis: {
    id: "flink_apis",
    kind: "event",
    claim: bi(
      "Flink 2.0 kept only the Table API and the DataStream API, and brought Materialized Tables and Disaggregated State Management",
      "Flink 2.0 で使える API は Table API と DataStream API のみとなり、Materialized Tables と Disaggregated State Management が導入された",
    ),
    asOf: "2025-03-24",
    source: "flink.apache.org",
    seed: modes,
  },
  flink_models: {
    id: "flink_models",
    kind: "event",
    claim: bi(
      "Flink 2.1 brought Model DDL with ML_PREDICT (inference in the stream), the DeltaJoin operator (less join state) and Python 3.12",
      "Flink 2.1 で Model DDL と ML_PREDICT (ストリーム内推論)、DeltaJoin (結合状態の削減)、Python 3.12 対応が追加された",
    ),
    asOf: "2025-07-31",
    source: "flink.apache.org",
    seed: modes,
  },
  flink_search: {
    id: "flink_search",
    kind: "event",
    claim: bi(
      "Flink 2.2 brought VECTOR_SEARCH, and model.predict() of the Table API on a par with SQL",
      "Flink 2.2 で VECTOR_SEARCH が追加され、Table API の model.predict() が SQL と同等になった",
    ),
    asOf: "2025-12-04",
    source: "flink.apache.org",
    seed: modes,
  },
  flink_latest: {
    id: "flink_latest",
    kind: "state",
    claim: bi("the newest Flink is 2.2", "Flink の最新版は 2.2"),
    asOf: "2025-12-04",
    source: "flink.apache.org",
    seed: modes,
  },
  medallion_use: {
    id: "medallion_use",
    kind: "survey",
    claim: bi(
      "68 % of companies that mainly use the cloud have medallion layers, and report 40 % less development time (the study is not named)",
      "クラウド中心の企業の 68% がメダリオン構成を採用し、開発時間を 40% 短縮したとされる (調査名の記載なし)",
    ),
    asOf: "2026-05",
    source: "seed 000",
    seed: modes,
  },
  drift_incidents: {
    id: "drift_incidents",
    kind: "survey",
    claim: bi(
      "each point more of schema drift brings 27 % more incidents; data teams have 67 incidents a month on average (200 respondents)",
      "スキーマドリフトの頻度が 1 ポイント上がるごとにインシデントが 27% 増え、データチームのインシデントは月平均 67 件 (200 人)",
    ),
    asOf: "2026",
    source: "Wakefield/Monte Carlo",
    seed: "000 §コアコントラクト",
  },
  dbt_flink: {
    id: "dbt_flink",
    kind: "state",
    claim: bi(
      "dbt-confluent has the materializations view, streaming_table and streaming_source, and no incremental",
      "dbt-confluent のマテリアライゼーションは view、streaming_table、streaming_source で、incremental は非対応",
    ),
    asOf: "2026-05",
    source: "seed 000",
    seed: modes,
  },
  tableflow: {
    id: "tableflow",
    kind: "state",
    claim: bi(
      "Tableflow (Confluent) is generally available on AWS and Azure, writes Iceberg or Delta Lake, and has a dead-letter queue for what cannot be materialized",
      "Tableflow (Confluent) は AWS と Azure で GA。Iceberg・Delta Lake に変換でき、失敗したレコード用の DLQ を持つ",
    ),
    asOf: "2026-01",
    source: "docs.confluent.io",
    seed: modes,
  },
  dbt_licence: {
    id: "dbt_licence",
    kind: "state",
    claim: bi(
      "dbt Core stays under Apache 2.0 after Fivetran bought dbt Labs",
      "Fivetran による dbt Labs の買収後も dbt Core は Apache 2.0 のまま",
    ),
    asOf: "2025-10",
    source: "getdbt.com",
    seed: modes,
  },
  dbt_1_9: {
    id: "dbt_1_9",
    kind: "event",
    claim: bi(
      "dbt Core 1.9 brought the microbatch incremental strategy and hard_deletes of snapshots",
      "dbt Core 1.9 でマイクロバッチの増分ストラテジーとスナップショットの hard_deletes が追加された",
    ),
    asOf: "2024-12",
    source: "docs.getdbt.com",
    seed: modes,
  },
  dbt_1_10: {
    id: "dbt_1_10",
    kind: "event",
    claim: bi(
      "dbt Core 1.10 brought --sample, external Iceberg catalogs (catalogs.yml) and references across hybrid projects",
      "dbt Core 1.10 で --sample、外部 Iceberg カタログ (catalogs.yml)、ハイブリッドプロジェクトの相互参照が追加された",
    ),
    asOf: "2025-06-16",
    source: "docs.getdbt.com",
    seed: modes,
  },
  dbt_fusion: {
    id: "dbt_fusion",
    kind: "state",
    claim: bi(
      "dbt Fusion (Rust, public beta since 2025-05-28) is at 2.0.0-preview",
      "dbt Fusion (Rust 製、2025-05-28 にパブリックベータ開始) は 2.0.0-preview",
    ),
    asOf: "2026-05",
    source: "docs.getdbt.com",
    seed: modes,
  },
  kinesis_shard: {
    id: "kinesis_shard",
    kind: "state",
    claim: bi(
      "a Kinesis shard takes 1 MB/s or 1,000 records/s in and gives 2 MB/s out",
      "Kinesis の 1 シャードの上限は書き込み 1 MB/秒または毎秒 1,000 件、読み取り 2 MB/秒",
    ),
    asOf: "2026-05",
    source: "docs.aws.amazon.com/streams",
  },
  s3_storage: {
    id: "s3_storage",
    kind: "price",
    claim: bi(
      "S3 in us-east-1 lists $0.0125 (Infrequent Access) to $0.023 (Standard) per GB and month",
      "S3 (us-east-1) の定価は 1 GB・月あたり $0.0125 (低頻度アクセス) 〜 $0.023 (標準)",
    ),
    asOf: "2026-03",
    source: "aws.amazon.com/s3/pricing",
  },
  region_transfer: {
    id: "region_transfer",
    kind: "price",
    claim: bi(
      "AWS lists about $0.02 per GB between regions, more between some",
      "AWS のリージョン間転送の定価は 1 GB あたり約 $0.02 (区間によってはそれ以上)",
    ),
    asOf: "2026-06",
    source: "aws.amazon.com/ec2/pricing",
  },
  bigquery_price: {
    id: "bigquery_price",
    kind: "price",
    claim: bi(
      "BigQuery lists $0.01 (long-term) to $0.02 (active) per GB and month of storage, and $6.25 per TiB scanned on demand",
      "BigQuery の定価はストレージが 1 GB・月あたり $0.01 (長期) 〜 $0.02 (アクティブ)、オンデマンドのスキャンが 1 TiB あたり $6.25",
    ),
    asOf: "2025-08-11",
    source: "cloud.google.com/bigquery/pricing",
  },
  snowflake_price: {
    id: "snowflake_price",
    kind: "price",
    claim: bi(
      "Snowflake lists $23 to $40 per TB and month of compressed storage (US), and compute in credits per hour of a running warehouse",
      "Snowflake の定価は圧縮後のストレージが 1 TB・月あたり $23 〜 $40 (米国)。計算はウェアハウス稼働 1 時間あたりのクレジットで課金",
    ),
    asOf: "2025-11-28",
    source: "snowflake.com/pricing",
  },
} as const satisfies Record<string, Fact>;

export type FactId = keyof typeof facts;

/** Limits and unit prices in dollars, for arithmetic; the facts above say them in words. */
export const prices = {
  kinesis_shard: { bytesPerSecond: 1e6, recordsPerSecond: 1000 },
  s3_storage: { low: 0.0125, high: 0.023 },
  region_transfer: 0.02,
  bigquery_price: { low: 0.01, high: 0.02, perTiB: 6.25 },
  snowflake_price: { low: 0.023, high: 0.04 },
} as const;

export const findFact = (id: string): Fact | null =>
  (facts as Readonly<Record<string, Fact>>)[id] ?? null;
