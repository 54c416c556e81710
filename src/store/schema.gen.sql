-- Written by scripts/gen-store-schema.ts from src/store/migrations. Do not edit: npm run gen.

CREATE TABLE accepted_streams (
  connection_id text not null references connections (id) on delete cascade,
  namespace text not null,
  stream text not null,
  catalog text not null,
  accepted_at text not null,
  primary key (connection_id, namespace, stream)
);

CREATE TABLE audit_records (
  id text primary key,
  at text not null,
  actor text not null,
  action text not null,
  object_kind text not null,
  object_id text not null,
  evidence text not null,
  outcome text not null
);

CREATE INDEX audit_records_at on audit_records (at);

CREATE INDEX audit_records_object on audit_records (object_kind, object_id, at);

CREATE TABLE checkpoints (
  source_key text not null,
  namespace text not null,
  stream text not null,
  target text not null,
  lane text not null,
  connection text,
  destination text not null,
  position text,
  watermark text,
  window_start text,
  window_end text,
  generation bigint not null,
  run_id text not null,
  committed_at text not null,
  primary key (destination, source_key, namespace, stream, target, lane)
);

CREATE INDEX checkpoints_connection on checkpoints (connection);

CREATE TABLE connections (
  id text primary key,
  slug text not null unique,
  label text not null,
  source_id text not null references sources (id),
  destination text,
  status text not null,
  prefix text not null,
  owner text,
  spec text not null,
  file_text text,
  revision bigint not null,
  created_at text not null,
  updated_at text not null,
  updated_by text
);

CREATE INDEX connections_source on connections (source_id);

CREATE TABLE consents (
  id text primary key,
  connection text not null,
  namespace text not null,
  stream text not null,
  field text not null,
  answer text not null,
  actor text not null,
  evidence text not null,
  at text not null
);

CREATE INDEX consents_connection on consents (connection, at);

CREATE TABLE destinations (
  name text primary key,
  kind text not null,
  config text not null,
  is_default integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text
);

CREATE TABLE discoveries (
  source_id text not null references sources (id) on delete cascade,
  discovered_at text not null,
  stream_count bigint not null,
  catalog text not null,
  primary key (source_id, discovered_at)
);

CREATE TABLE leases (
  name text primary key,
  holder text not null,
  token text not null,
  pid bigint not null,
  host text not null,
  machine text not null,
  process_start text,
  acquired_at text not null,
  heartbeat_at text not null
);

CREATE TABLE meta (
  "key" text primary key,
  "text" text,
  "number" bigint
);

CREATE TABLE plans (
  id text primary key,
  document text not null,
  made_at text not null,
  made_by text,
  applied_at text
);

CREATE TABLE proposals (
  id text primary key,
  source_id text,
  state text not null,
  document text not null,
  revision bigint not null,
  created_at text not null,
  updated_at text not null
);

CREATE INDEX proposals_source on proposals (source_id, updated_at);

CREATE TABLE quarantine_groups (
  group_id text not null,
  status text not null,
  connection text,
  destination text not null,
  target text not null,
  namespace text not null,
  stream text not null,
  column_name text not null,
  rule text not null,
  row_count bigint not null,
  oldest_at text not null,
  newest_at text not null,
  reason text,
  until text,
  updated_at text not null,
  primary key (group_id, status)
);

CREATE INDEX quarantine_groups_connection on quarantine_groups (connection, stream);

CREATE TABLE revos_migrations ("number" bigint primary key, name text not null, breaking integer not null, digest text not null, applied_at text not null);

CREATE TABLE run_events (
  run_id text not null references runs (id) on delete cascade,
  seq bigint not null,
  at text not null,
  event text not null,
  namespace text,
  stream text,
  document text not null,
  primary key (run_id, seq)
);

CREATE TABLE runs (
  id text primary key,
  ordinal bigint not null unique,
  connection_id text,
  connection text,
  ad_hoc text,
  lane text not null,
  status text not null,
  exit_code bigint not null,
  "trigger" text not null,
  actor text,
  started_at text not null,
  ended_at text,
  heartbeat_at text not null,
  cancel_asked_at text,
  cancel_asked_by text,
  pid bigint,
  host text,
  machine text,
  process_start text,
  document text not null
);

CREATE INDEX runs_connection on runs (connection, id);

CREATE INDEX runs_status on runs (status);

CREATE TABLE schema_changes (
  id text primary key,
  connection text not null,
  namespace text not null,
  stream text not null,
  kind text not null,
  column_name text,
  before text,
  after text,
  run_id text,
  seen_at text not null,
  state text not null,
  decided_by text,
  decided_at text
, detail text not null default '{}', last_run_id text, last_seen_at text, fill text not null default 'none');

CREATE INDEX schema_changes_connection on schema_changes (connection, state);

CREATE TABLE sources (
  id text primary key,
  name text not null unique,
  kind text not null,
  config text not null,
  state text not null,
  tested_at text,
  test_result text,
  created_at text not null,
  updated_at text not null,
  created_by text
);
