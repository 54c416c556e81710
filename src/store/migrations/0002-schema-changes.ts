// Schema changes are decided on: what was found in full, when it was last seen, and whether old rows are filled.
import type { Migration } from "../migrate.ts";

export const schemaChanges: Migration = {
  number: 2,
  name: "schema changes",
  breaking: false,
  sql: `
alter table schema_changes add column detail text not null default '{}';
alter table schema_changes add column last_run_id text;
alter table schema_changes add column last_seen_at text;
alter table schema_changes add column fill text not null default 'none';
`,
};
