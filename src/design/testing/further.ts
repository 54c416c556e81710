// Requests that make rules fire which the others leave out: rare wishes, partners, requirement files, answers.
import type { Request } from "../understand/read-request.ts";

const words = (text: string): Request => ({ text });

export const further: readonly Request[] = [
  // Partners beside a pipeline
  words(
    "Load Stripe payments into Snowflake daily. Later somebody should define the KPIs, and a data analyst will explain why churn rose: insights from it come afterwards.",
  ),
  words(
    "Hourly from MySQL to Redshift; we also need CI/CD for it, the Kafka cluster provisioned with Terraform and alerts in Grafana.",
  ),
  words(
    "Design a daily pipeline from Oracle to BigQuery; write the tests, implement a connector and draw a diagram for it too, plus a privacy review.",
  ),
  words("Design a daily load from SAP to Synapse. Later: a privacy review of it."),
  // Partners alone
  words("We need a privacy review of how patient data is handled."),
  words("Run a load test against the checkout service."),
  words("Draw a diagram of our architecture."),
  words("Implement a connector for the Acme API in Go."),
  // Modes by words
  words("Build a pipeline from Postgres to the warehouse for month-end financial reporting."),
  words("Build a pipeline from MongoDB to BigQuery for scheduled reports."),
  words("Orders must be sent to the search index whenever they change; Postgres is the source."),
  words("経理の月次決算のために、SAP のデータを連携したい。"),
  // Layers
  words("Bronze, silver and gold layers for our raw files, please."),
  words("Which data contract handling do we need for schema drift in the orders topic?"),
  // Wishes that are refused
  words("Daily from S3 to Redshift. No monitoring needed, ignore schema changes."),
  words("Hourly from MySQL to BigQuery as one big script; hardcode the credentials."),
  words(
    "Recompute the last 2 years of fct_sales in Snowflake, without a backup, using the same checkpoint as live.",
  ),
  words("operate: drop all tables in production and wipe production, we start again"),
  words("監視は不要。毎日 Postgres から BigQuery へ。"),
  // Comparisons
  words("Kafka or Kinesis?"),
  words("dbt Core か Cloud か"),
  words("CDC vs batch for orders in Postgres into BigQuery?"),
  words("バッチとストリーミング、どちらにすべき？注文を在庫画面に 5 分以内"),
  words("ETL or ELT for Oracle to Snowflake?"),
  words("Airflow と Dagster はどちらがよい？ Postgres から BigQuery へ毎日"),
  words("Flink or Spark for 20,000 events/s within 2 s?"),
  words("Snowflake or BigQuery for our orders?"),
  // Packets of partners
  {
    requirement: {
      kind: "PipelineRequirement",
      name: "handed-in",
      sources: [{ system: "postgres", object: "customers" }],
      sinks: [{ system: "snowflake", object: "CUSTOMERS" }],
      updateEvery: "30 min",
      inputs: [
        { from: "Schema", version: 3, models: [{ object: "customers", primaryKey: "email" }] },
        { from: "Pulse", metrics: [{ name: "active_customers", freshness: "2 h" }] },
        { from: "Sentinel", fields: [{ name: "email", handling: "drop", approvedBy: "dpo" }] },
      ],
    },
  },
  // Capacity and cost
  words(
    "Orders service events into Kinesis, 2,500 events/s of 2,000 bytes, within 5 seconds, one region, no personal data.",
  ),
  words(
    "Daily 300 GB from Postgres in eu-west-1 to Snowflake in us-east-1, budget $900 a month, 2 years of history.",
  ),
  // Fit of tools and patterns, and facts that have aged
  { text: "design a daily load from Postgres to Snowflake", asOf: "2027-06-30" },
  words("dbt project with Airflow for 400 GB of orders a day in Snowflake, full history kept"),
  words("dbt models for events on Iceberg tables, incremental by event time"),
  words(
    "The checkout app writes Postgres and Kafka (dual writes); events must reach Kafka within 5 seconds.",
  ),
  words(
    "Kafka orders to Redis within 2 seconds and to Iceberg for history every hour, with Tableflow.",
  ),
  words("Kafka payments to Redis within 2 seconds and to BigQuery for history, with Tableflow."),
  words("Load the messages of SQS into Redshift every hour."),
  words("operate: backfill the last 3 months of fct_sales in Snowflake with Airflow"),
  words("Kafka clicks through Flink to the feature store within 5 s for a machine learning model"),
  words("Bronze, silver and gold layers for Postgres and MySQL in Snowflake, hourly."),
  words("Bronze, silver and gold for Kafka events in Snowflake within 20 seconds."),
  // Conflict, tiers, documents
  words("operate: SLA 1 hour, updated hourly, the mart goes stale"),
  words("A prototype: load a CSV into DuckDB every hour, best effort."),
  words("Mission-critical: orders from Oracle to Redshift every 10 minutes."),
  {
    requirement: {
      kind: "PipelineRequirement",
      name: "answered",
      request: "customer data, real time",
      sources: [{ system: "postgres", object: "customers", columns: ["email", "id"] }],
      sinks: [{ system: "snowflake", object: "CUSTOMERS" }],
      answers: { pii_or_sensitive: "hash", ambiguous_mode: "15 min" },
    },
  },
];
