// The exclusion patterns of seed 003 §フェーズ 4, rules 1 and 3, with the names under which a stream is listed as dropped.
// Letter case does not count, otherwise they are literal: `_logs`, `OrderHistory`, `blog` match nothing (golden K42).
import type { SourceKind } from "./input.ts";

const prefixes = [
  "pg_",
  "information_schema",
  "_airbyte",
  "temp_",
  "tmp_",
  "audit_",
  "system_",
  "migration",
  "schema_migrations",
];
const suffixes = ["_history", "_log", "_audit", "_archive"];
const saasSuffixes = ["_metadata", "_history", "_changelog"];
/** Namespaces that belong to the database itself. */
const namespacePrefixes = ["pg_", "information_schema", "_airbyte"];

/** The rule that a name falls under, or null. Rule 1 comes first, for every kind of source (golden K40, K43). */
export function matchPattern(
  stream: string,
  namespace: string | null,
  kind: SourceKind,
): string | null {
  const name = stream.toLowerCase();
  for (const prefix of prefixes) if (name.startsWith(prefix)) return `prefix:${prefix}`;
  for (const suffix of suffixes) if (name.endsWith(suffix)) return `suffix:${suffix}`;
  const place = namespace?.toLowerCase() ?? "";
  for (const prefix of namespacePrefixes) if (place.startsWith(prefix)) return `prefix:${prefix}`;
  if (kind === "saas")
    for (const suffix of saasSuffixes) if (name.endsWith(suffix)) return `saas:*${suffix}`;
  return null;
}

const databaseConnectors = new Set([
  "postgres",
  "postgresql",
  "mysql",
  "mariadb",
  "mssql",
  "sqlserver",
  "sql-server",
  "mongodb",
  "mongo",
  "oracle",
  "db2",
  "sqlite",
  "duckdb",
  "cockroachdb",
  "clickhouse",
  "redshift",
  "snowflake",
  "bigquery",
  "databricks",
  "cassandra",
  "dynamodb",
  "sybase",
  "firebird",
  "vertica",
  "teradata",
  "hana",
  "tidb",
  "aurora",
  "firestore",
  "couchbase",
  "elasticsearch",
  "trino",
  "informix",
  "yugabytedb",
  "singlestore",
  "greenplum",
  "alloydb",
  "spanner",
  "neo4j",
  "memory",
]);

/** What kind of source this is: said, else by a connector that is known as a database, else by namespaces. */
export function inferSourceKind(
  said: SourceKind | undefined,
  connector: string | undefined,
  namespaces: readonly (string | null)[],
): SourceKind {
  if (said) return said;
  const word = connector?.toLowerCase().replace(/^source-/, "");
  if (word && databaseConnectors.has(word)) return "database";
  return namespaces.some((namespace) => namespace !== null) ? "database" : "saas";
}
