// A schema change of the made-up shop, and what deciding it gives, for tests of what the command line shows.
import type { SchemaChangeDecision, SchemaChangeSummary } from "../../api/documents.ts";

export const schemaChange: SchemaChangeSummary = {
  id: "sc_3f9a1c20b7de",
  connection: "postgres-prod-revenue",
  namespace: "public",
  stream: "orders",
  kind: "rename",
  column: "note",
  before: "note",
  after: "remark",
  evidence: ["same_mark", "same_type"],
  certain: true,
  state: "open",
  policy: "pause",
  outcome: "paused",
  holds: true,
  oldRows: "none",
  fill: "none",
  since: { run: "run_01jd8w", at: "2026-11-30T05:06:11Z" },
  lastSeen: { run: "run_01jd8w", at: "2026-11-30T05:06:11Z" },
  decidedBy: null,
  decidedAt: null,
};

export const schemaDecision = (
  choice: "accept" | "ignore",
  done: boolean,
): SchemaChangeDecision => ({
  apiVersion: "revos/v1",
  kind: "SchemaChangeDecision",
  plan: "p_1a2b3c",
  choice,
  change: schemaChange,
  effects: [{ code: "takes_rename", text: "note becomes remark" }],
  reread: null,
  fill: null,
  consent: "yes",
  done,
  next: [{ command: "revos sync postgres-prod-revenue", why: "goes by the decision" }],
  exit: 0,
});
