// The systems that requests name: id | kind | title | how people write it, English and Japanese. One line more is one system more.
// Kinds drive the rules; `cloud` marks warehouses with elastic compute (seed 000: ELT usually fits those).
import type { SystemKind } from "../reading.ts";

export type SystemEntry = {
  readonly id: string;
  readonly kind: SystemKind;
  readonly title: string;
  readonly names: readonly string[];
};

const table = `
postgres | database | Postgres | postgres, postgresql, pg, aurora postgres, rds postgres, ポスグレ
mysql | database | MySQL | mysql, mariadb, aurora mysql, rds mysql
aurora | database | Aurora | aurora, amazon aurora, aws aurora
sqlserver | database | SQL Server | sql server, sqlserver, mssql, microsoft sql server, azure sql
oracle | database | Oracle | oracle, oracle db, oracle database, オラクル
db2 | database | Db2 | db2
mongodb | database | MongoDB | mongodb, mongo, documentdb, mongodb atlas, mongo atlas
cassandra | database | Cassandra | cassandra, scylladb
dynamodb | database | DynamoDB | dynamodb
spanner | database | Spanner | spanner, cloud spanner
cockroachdb | database | CockroachDB | cockroachdb
neo4j | database | Neo4j | neo4j
tidb | database | TiDB | tidb
timescale | database | TimescaleDB | timescaledb, timescale
influxdb | database | InfluxDB | influxdb, influx
couchbase | database | Couchbase | couchbase
mainframe | database | the mainframe | mainframe, as/400, as400, ibm i, vsam, メインフレーム, 汎用機, ホストコンピュータ
sqlite | database | SQLite | sqlite
rds | database | RDS | rds, cloud sql
oltp | database | the transactional database | oltp, production database, production db, prod db, transactional database, operational database, app database, application database, 本番 db, 本番データベース, 基幹 db, 基幹データベース, 基幹系, 業務 db, トランザクション db, データベース, our database
snowflake | warehouse | Snowflake | snowflake, スノーフレーク
bigquery | warehouse | BigQuery | bigquery, big query, bq
redshift | warehouse | Redshift | redshift
databricks | warehouse | Databricks | databricks
synapse | warehouse | Synapse | synapse, microsoft fabric, fabric warehouse
clickhouse | warehouse | ClickHouse | clickhouse
duckdb | warehouse | DuckDB | duckdb, motherduck
teradata | warehouse | Teradata | teradata
netezza | warehouse | Netezza | netezza
vertica | warehouse | Vertica | vertica
greenplum | warehouse | Greenplum | greenplum
exadata | warehouse | Exadata | exadata
treasuredata | warehouse | Treasure Data | treasure data, トレジャーデータ
athena | warehouse | Athena | athena, amazon athena
trino | warehouse | Trino | trino, presto
hive | lake | Hive | hive, hadoop, hdfs
warehouse | warehouse | the warehouse | data warehouse, warehouse, dwh, データウェアハウス, ウェアハウス, 分析基盤, 分析用 db
iceberg | lake | Iceberg | iceberg, apache iceberg
delta | lake | Delta Lake | delta lake
hudi | lake | Hudi | hudi
lake | lake | the data lake | data lake, the lake, lakehouse, datalake, データレイク, レイクハウス
kafka | broker | Kafka | kafka, msk, confluent, confluent cloud, redpanda, カフカ
kinesis | broker | Kinesis | kinesis
pubsub | broker | Pub/Sub | pub/sub, pubsub, google pubsub
eventhubs | broker | Event Hubs | event hubs, eventhubs, event hub
rabbitmq | broker | RabbitMQ | rabbitmq
sqs | broker | SQS | sqs
pulsar | broker | Pulsar | pulsar
nats | broker | NATS | nats, nats jetstream
activemq | broker | ActiveMQ | activemq, ibm mq, ibmmq
mqtt | broker | MQTT | mqtt
s3 | files | S3 | s3, s3 bucket, minio
gcs | files | Cloud Storage | gcs, cloud storage, google cloud storage
azureblob | files | Azure Blob Storage | azure blob, blob storage, adls
sftp | files | SFTP | sftp, ftp
csv | files | CSV files | csv, csv files, csv file, csv ファイル, csv export
parquet | files | Parquet files | parquet, parquet files
spreadsheet | files | the spreadsheet | excel, google sheets, google sheet, spreadsheet, スプレッドシート, エクセル
files | files | files | flat files, log files, sensor files, file dumps, vendor files, daily files, ファイル
salesforce | saas | Salesforce | salesforce, sfdc, セールスフォース
hubspot | saas | HubSpot | hubspot
zendesk | saas | Zendesk | zendesk
marketo | saas | Marketo | marketo
stripe | saas | Stripe | stripe
shopify | saas | Shopify | shopify
netsuite | saas | NetSuite | netsuite
intercom | saas | Intercom | intercom
braze | saas | Braze | braze
klaviyo | saas | Klaviyo | klaviyo
iterable | saas | Iterable | iterable
googleads | saas | Google Ads | google ads, adwords, グーグル広告
facebookads | saas | Meta Ads | facebook ads, meta ads
ads | saas | the ad platforms | ad platform, ad platforms, advertising api, 広告媒体
ga4 | saas | Google Analytics | ga4, google analytics
quickbooks | saas | QuickBooks | quickbooks
xero | saas | Xero | xero
freee | saas | freee | freee
moneyforward | saas | Money Forward | money forward, moneyforward, マネーフォワード
sansan | saas | Sansan | sansan
dynamics | saas | Dynamics 365 | dynamics 365, dynamics crm, dynamics365
pipedrive | saas | Pipedrive | pipedrive
mailchimp | saas | Mailchimp | mailchimp
amplitude | saas | Amplitude | amplitude
mixpanel | saas | Mixpanel | mixpanel
airtable | saas | Airtable | airtable
github | saas | GitHub | github api, github issues
jira | saas | Jira | jira
workday | saas | Workday | workday
servicenow | saas | ServiceNow | servicenow
pagerduty | saas | PagerDuty | pagerduty
slack | saas | Slack | slack
kintone | saas | kintone | kintone, キントーン
sap | saas | SAP | sap, sap erp, s/4hana
erp | saas | the ERP | erp, erp vendor, erp system
crm | saas | the CRM | crm
saas | saas | the SaaS | saas, saas api
pos | app | the POS | pos, pos system, pos システム, レジ
api | api | the API | api, rest api, http api, graphql api, web api
webhook | api | webhooks | webhook, webhooks
app | app | the app | mobile app, web app, our app, モバイルアプリ, 店舗アプリ, アプリ
iot | app | the devices | iot devices, iot, sensors, turbine sensor, センサー, iot センサー, iot デバイス
clickstream | app | the clickstream | clickstream, click stream, page events, page views, pageviews, web events, pricing page, product page, landing page, checkout page, page visits, site visits, クリックストリーム, 行動ログ, アクセスログ, 閲覧ログ, 料金ページ, 商品ページ
featurestore | online_store | the feature store | feature store, online feature store, feast, 特徴量ストア, フィーチャーストア
redis | online_store | Redis | redis, memcached, valkey
elasticsearch | search | Elasticsearch | elasticsearch, opensearch, elastic
searchindex | search | the search index | search index, 検索インデックス
dashboard | dashboard | the dashboard | dashboard, dashboards, ダッシュボード
looker | dashboard | Looker | looker, tableau, power bi, metabase, superset
census | activation_tool | Census | census
hightouch | activation_tool | Hightouch | hightouch
workato | activation_tool | Workato | workato
debezium | capture_tool | Debezium | debezium
dms | capture_tool | AWS DMS | aws dms, dms
kafkaconnect | capture_tool | Kafka Connect | kafka connect
dbt | transform_tool | dbt | dbt, dbt core, dbt cloud, dbt-confluent
flink | engine | Flink | flink, flink sql, confluent flink, apache flink
spark | engine | Spark | spark, spark streaming, structured streaming, pyspark
beam | engine | Beam | apache beam, dataflow
airflow | orchestrator | Airflow | airflow, mwaa, cloud composer
dagster | orchestrator | Dagster | dagster
prefect | orchestrator | Prefect | prefect
cron | orchestrator | cron | cron, crontab, cron job, cron jobs, cron scripts
greatexpectations | check_tool | Great Expectations | great expectations
soda | check_tool | Soda | soda, sodacl
elementary | check_tool | Elementary | elementary
fivetran | ingest_tool | Fivetran | fivetran
airbyte | ingest_tool | Airbyte | airbyte
informatica | ingest_tool | Informatica | informatica, informatica powercenter, powercenter
talend | ingest_tool | Talend | talend
ssis | ingest_tool | SSIS | ssis, integration services
datastage | ingest_tool | DataStage | datastage
pentaho | ingest_tool | Pentaho | pentaho, kettle
matillion | ingest_tool | Matillion | matillion
stitch | ingest_tool | Stitch | stitch data, stitchdata
embulk | ingest_tool | Embulk | embulk
trocco | ingest_tool | TROCCO | trocco
asteria | ingest_tool | ASTERIA Warp | asteria, asteria warp, アステリア
nifi | ingest_tool | NiFi | nifi, apache nifi
glue | ingest_tool | AWS Glue | aws glue, glue job, glue jobs
adf | ingest_tool | Azure Data Factory | azure data factory, data factory, adf
oozie | orchestrator | Oozie | oozie, apache oozie
luigi | orchestrator | Luigi | luigi
azkaban | orchestrator | Azkaban | azkaban
controlm | orchestrator | Control-M | control-m, controlm
autosys | orchestrator | AutoSys | autosys
jp1 | orchestrator | JP1 | jp1, jp1/ajs, jp1/ajs3
hinemos | orchestrator | Hinemos | hinemos
digdag | orchestrator | Digdag | digdag
argo | orchestrator | Argo Workflows | argo workflows
stepfunctions | orchestrator | Step Functions | step functions, aws step functions
jenkins | orchestrator | Jenkins | jenkins
`;

export const systemEntries: readonly SystemEntry[] = table
  .trim()
  .split("\n")
  .map((row) => {
    const [id = "", kind = "unknown", title = "", names = ""] = row
      .split("|")
      .map((cell) => cell.trim());
    return {
      id,
      kind: kind as SystemKind,
      title,
      names: names.split(",").map((name) => name.trim()),
    };
  });

/** Names that are a product of their own beside the one whose rules they share: shown as written by their makers. */
const ownTitles: Readonly<Record<string, string>> = {
  mariadb: "MariaDB",
  "aurora mysql": "Aurora MySQL",
  "rds mysql": "RDS MySQL",
  "aurora postgres": "Aurora Postgres",
  "rds postgres": "RDS Postgres",
  "azure sql": "Azure SQL",
  documentdb: "DocumentDB",
  "mongodb atlas": "MongoDB Atlas",
  "mongo atlas": "MongoDB Atlas",
  scylladb: "ScyllaDB",
  "cloud sql": "Cloud SQL",
  "microsoft fabric": "Microsoft Fabric",
  motherduck: "MotherDuck",
  presto: "Presto",
  hadoop: "Hadoop",
  hdfs: "HDFS",
  msk: "MSK",
  confluent: "Confluent",
  "confluent cloud": "Confluent Cloud",
  redpanda: "Redpanda",
  minio: "MinIO",
  ftp: "FTP",
  gcs: "GCS",
  excel: "Excel",
  エクセル: "Excel",
  "google sheets": "Google Sheets",
  "google sheet": "Google Sheets",
  opensearch: "OpenSearch",
  memcached: "Memcached",
  valkey: "Valkey",
  tableau: "Tableau",
  "power bi": "Power BI",
  metabase: "Metabase",
  superset: "Superset",
  "ibm mq": "IBM MQ",
  ibmmq: "IBM MQ",
  adls: "ADLS",
  feast: "Feast",
};

/** How a system is shown that was named so. */
export const titleOf = (entry: SystemEntry, name: string): string =>
  ownTitles[name.toLowerCase().trim()] ?? entry.title;

export const systemById: ReadonlyMap<string, SystemEntry> = new Map(
  systemEntries.map((one) => [one.id, one]),
);

/** Warehouses whose compute grows on demand: ELT usually fits (seed 000 判断基準). */
export const cloudWarehouses: ReadonlySet<string> = new Set([
  "snowflake",
  "bigquery",
  "redshift",
  "databricks",
  "synapse",
  "clickhouse",
]);
