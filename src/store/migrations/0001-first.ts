// The first schema. Portable on purpose: text, integers and JSON kept as text mean the same in SQLite and in Postgres.
import type { Migration } from "../migrate.ts";

export const first: Migration = {
  number: 1,
  name: "first",
  breaking: true,
  sql: `
create table meta (
  "key" text primary key,
  "text" text,
  "number" bigint
);
insert into meta ("key", "text", "number") values ('run_ordinal', null, 0);

create table sources (
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

create table destinations (
  name text primary key,
  kind text not null,
  config text not null,
  is_default integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text
);

create table connections (
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
create index connections_source on connections (source_id);

create table accepted_streams (
  connection_id text not null references connections (id) on delete cascade,
  namespace text not null,
  stream text not null,
  catalog text not null,
  accepted_at text not null,
  primary key (connection_id, namespace, stream)
);

create table discoveries (
  source_id text not null references sources (id) on delete cascade,
  discovered_at text not null,
  stream_count bigint not null,
  catalog text not null,
  primary key (source_id, discovered_at)
);

create table proposals (
  id text primary key,
  source_id text,
  state text not null,
  document text not null,
  revision bigint not null,
  created_at text not null,
  updated_at text not null
);
create index proposals_source on proposals (source_id, updated_at);

create table plans (
  id text primary key,
  document text not null,
  made_at text not null,
  made_by text,
  applied_at text
);

create table runs (
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
create index runs_connection on runs (connection, id);
create index runs_status on runs (status);

create table run_events (
  run_id text not null references runs (id) on delete cascade,
  seq bigint not null,
  at text not null,
  event text not null,
  namespace text,
  stream text,
  document text not null,
  primary key (run_id, seq)
);

create table quarantine_groups (
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
create index quarantine_groups_connection on quarantine_groups (connection, stream);

create table checkpoints (
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
create index checkpoints_connection on checkpoints (connection);

create table leases (
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

create table audit_records (
  id text primary key,
  at text not null,
  actor text not null,
  action text not null,
  object_kind text not null,
  object_id text not null,
  evidence text not null,
  outcome text not null
);
create index audit_records_object on audit_records (object_kind, object_id, at);
create index audit_records_at on audit_records (at);

create table consents (
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
create index consents_connection on consents (connection, at);

create table schema_changes (
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
);
create index schema_changes_connection on schema_changes (connection, state);
`,
};
