// Ten files as people write them, each with several faults: all are found at once, and nothing that only follows from another.
// The expectations were written from the pinned interface before the answers were seen.
import { expect, test } from "vitest";
import { diffOffline } from "../offline.ts";
import { streams } from "../testing/discovery.ts";

const database = streams(
  "public",
  "orders: *id total updated_at\nitems: *order_id *line_no qty updated_at\nevents: type timestamp\nregions: [FD] *id title",
);
const saas = streams(null, "deals: *id stage ^updatedAt\nowners: *id ^updatedAt");
const sources = [
  { id: "src_pg_1", name: "Postgres prod" },
  { id: "src_hub", name: "HubSpot" },
];

type File = {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly found: readonly string[];
};

const files: readonly File[] = [
  {
    name: "a name for an id, a misspelt stream and a misspelt key",
    file: "connections/postgres-prod.yaml",
    text: `apiVersion: revos/v1
kind: Connection
metadata:
  name: postgres-prod
spec:
  name: postgres_prod revenue
  source: { id: Postgres prod }
  streams:
    - name: order
      namespace: public
      syncMode: full_refresh_overwrite
    - name: orders
      namespace: public
      syncMode: incremental_append
      crusorField: [updated_at]
`,
    found: [
      "warning spec_name_underscore spec.name",
      "error source_id_unknown spec.source.id",
      "error stream_unknown spec.streams[0].name",
      "error unknown_key spec.streams[1].crusorField",
    ],
  },
  {
    name: "another version, another kind, and what only apply writes",
    file: "connections/pg-rev.yaml",
    text: `apiVersion: revos/v2
kind: Connections
metadata:
  name: pg-rev
  id: con_1
spec:
  name: Revenue
  prefix: pg_rev_
  source: { id: src_pg_1 }
  streams:
    - name: orders
      namespace: public
      syncMode: full_refresh_overwrite_deduped
      primaryKey: [[id]]
`,
    found: [
      "error api_version_unknown apiVersion",
      "error kind_unknown kind",
      "error metadata_id_set metadata.id",
      "error spec_prefix_set spec.prefix",
    ],
  },
  {
    name: "a nested cursor, a cursor that is not there, one key of two columns in one path",
    file: "connections/pg-rev.yaml",
    text: `apiVersion: revos/v1
kind: Connection
metadata:
  name: pg-rev
  id: con_1
spec:
  name: Revenue
  prefix: pg_rev_
  source: { id: src_pg_1 }
  streams:
    - name: orders
      namespace: public
      syncMode: incremental_deduped_history
      cursorField: [[updated_at]]
      primaryKey: [[id]]
    - name: items
      namespace: public
      syncMode: incremental_deduped_history
      cursorField: [updatedat]
      primaryKey: [[order_id, line_no]]
`,
    found: [
      "error metadata_id_set metadata.id",
      "error spec_prefix_set spec.prefix",
      "error cursor_not_flat spec.streams[0].cursorField",
      "error cursor_not_discovered spec.streams[1].cursorField",
      "error primary_key_not_discovered spec.streams[1].primaryKey[0]",
    ],
  },
  {
    name: "a slug with capitals, no key, a mode that is not offered, another namespace",
    file: "connections/pg-revenue.yaml",
    text: `apiVersion: revos/v1
kind: Connection
metadata:
  name: PG_Revenue
spec:
  name: Revenue
  source: { id: src_pg_1 }
  streams:
    - name: events
      namespace: public
      syncMode: incremental_deduped_history
      cursorField: [timestamp]
    - name: regions
      namespace: public
      syncMode: incremental_append
      cursorField: [id]
    - name: orders
      namespace: sales
      syncMode: full_refresh_overwrite
`,
    found: [
      "error slug_invalid metadata.name",
      "error primary_key_missing spec.streams[0].primaryKey",
      "error sync_mode_unsupported spec.streams[1].syncMode",
      "error stream_unknown spec.streams[2].namespace",
    ],
  },
  {
    name: "a file of another name, a mode in capitals, a stream twice",
    file: "connections/pg-other.yaml",
    text: `apiVersion: revos/v1
kind: Connection
metadata:
  name: pg-revenue
spec:
  name: Revenue
  source: { id: src_pg_1 }
  schedule: { units: 24, timeUnit: hours }
  status: active
  streams:
    - name: orders
      namespace: public
      syncMode: Incremental_Append
      cursorField: [updated_at]
    - name: orders
      namespace: public
      syncMode: full_refresh_overwrite
`,
    found: [
      "error file_name_mismatch metadata.name",
      "error sync_mode_unknown spec.streams[0].syncMode",
      "error name_clash spec.streams[1].name",
    ],
  },
  {
    name: "a namespace where the source has none, and fields that the mode does not use",
    file: "connections/hubspot-sales.yaml",
    text: `apiVersion: revos/v1
kind: Connection
metadata:
  name: hubspot-sales
spec:
  name: hubspot-sales
  source: { id: src_hub }
  schedule: { units: 24, timeUnit: hours }
  status: active
  streams:
    - name: deals
      namespace: public
      syncMode: full_refresh_overwrite_deduped
      cursorField: [updatedAt]
      primaryKey: [[id]]
    - name: owners
      syncMode: incremental_append
      cursorField: [updatedAt]
      primaryKey: [[id]]
`,
    found: [
      "warning spec_name_is_slug spec.name",
      "error namespace_unexpected spec.streams[0].namespace",
      "warning cursor_extra spec.streams[0].cursorField",
      "warning primary_key_extra spec.streams[1].primaryKey",
    ],
  },
  {
    name: "a key twice, and a schedule of no fortnights",
    file: "connections/pg-rev.yaml",
    text: `apiVersion: revos/v1
kind: Connection
metadata: { name: pg-rev }
spec:
  name: Revenue
  source: { id: src_pg_1 }
  schedule: { units: 0, timeUnit: fortnights }
  status: running
  status: active
  streams:
    - name: orders
      namespace: public
      syncMode: full_refresh_overwrite
`,
    found: [
      "error value_invalid spec.schedule.units",
      "error value_invalid spec.schedule.timeUnit",
      "error value_invalid spec.status",
      "error duplicate_key spec.status",
    ],
  },
  {
    name: "four mappers, four faults: a bad one hides no other",
    file: "connections/pg-rev.yaml",
    text: `apiVersion: revos/v1
kind: Connection
metadata:
  name: pg-rev
spec:
  name: Revenue
  source: { id: src_pg_1 }
  schedule: { units: 24, timeUnit: hours }
  status: active
  streams:
    - name: orders
      namespace: public
      syncMode: incremental_deduped_history
      cursorField: [updated_at]
      primaryKey: [[id]]
      mappers:
        - { type: hashing, mapperConfiguration: { targetField: e_mail, method: SHA-256 } }
        - { type: field-filtering, mapperConfiguration: { targetField: id } }
        - { type: masking, mapperConfiguration: { targetField: total } }
        - { type: encryption, mapperConfiguration: { algorithm: AES, targetField: total, key: 00112233445566778899aabbccddeeff } }
`,
    found: [
      "error mapper_invalid spec.streams[0].mappers[0].mapperConfiguration.targetField",
      "error mapper_breaks_key spec.streams[0].mappers[1]",
      "error mapper_invalid spec.streams[0].mappers[2].type",
      "error mapper_invalid spec.streams[0].mappers[3].mapperConfiguration.key",
    ],
  },
  {
    name: "a document that is no YAML",
    file: "connections/pg-rev.yaml",
    text: `apiVersion: revos/v1
kind: Connection
metadata: { name: pg-rev
spec:
  name: Revenue
  streams: [
`,
    found: ["error yaml_invalid"],
  },
  {
    name: "a right one, with a Japanese label, gives nothing",
    file: "connections/pg-rev.yaml",
    text: `# 売上の接続
apiVersion: revos/v1
kind: Connection
metadata:
  name: pg-rev
spec:
  name: 本番の売上テーブル
  source: { id: src_pg_1 }
  schedule: { cron: "0 3 * * *", timezone: Asia/Tokyo }
  status: inactive
  streams:
    - name: orders
      namespace: public
      syncMode: incremental_deduped_history
      cursorField: [updated_at]
      primaryKey: [[id]]
      lookback: 2h
      mappers: []
    - name: items
      namespace: public
      syncMode: full_refresh_overwrite_deduped
      primaryKey: [[order_id], [line_no]]
    - name: events
      namespace: public
      syncMode: incremental_append
      cursorField: [timestamp]
`,
    found: [],
  },
];

test.each(files.map((one) => [one.name, one] as const))("%s", (_, { file, text, found }) => {
  const document = diffOffline({
    file,
    text,
    discovery: file.includes("hubspot") ? saas : database,
    sources,
  });
  const lines = document.findings.map(({ severity, code, path }) =>
    code === "yaml_invalid" ? `${severity} ${code}` : `${severity} ${code} ${path}`,
  );
  expect([...new Set(lines)].sort()).toEqual([...found].sort());
  expect(document.ok).toBe(!found.some((line) => line.startsWith("error")));
  for (const finding of document.findings) {
    expect(finding.line).toBeGreaterThan(0);
    expect(finding.message).not.toBe("");
    if (finding.severity === "error") expect(finding.advice).toBeTruthy();
  }
});
