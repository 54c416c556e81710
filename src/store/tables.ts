// The rows of every table as zod schemas: what a row is on disk (`z.input`) and what it becomes once read (`z.infer`).
// Columns are snake_case in the database and camelCase here. A test holds these lists equal to the real tables.
import { z } from "zod";
import { lanes, runStatuses } from "../model/run.ts";

/** A JSON document kept as text, so that both databases store the same bytes. */
export const json = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((text, ctx): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        ctx.addIssue({ code: "custom", message: "is not JSON" });
        return z.NEVER;
      }
    })
    .pipe(schema);

/** 0 or 1: the two databases disagree on booleans, not on integers. */
const flag = z
  .number()
  .int()
  .min(0)
  .max(1)
  .transform((value) => value === 1);
const count = z.number().int();
/** ISO 8601 in UTC with milliseconds and `Z`: text order is time order. */
const time = z.string();
const record = z.record(z.string(), z.unknown());

export const ProcessColumns = {
  pid: count.nullable(),
  host: z.string().nullable(),
  /** Boot and process-id namespace of the host: pids mean the same only where this is the same. */
  machine: z.string().nullable(),
  /** Start of the process in the system's own form: tells a process from a later one with the same pid. */
  processStart: z.string().nullable(),
};

export const MetaRow = z.strictObject({
  key: z.string(),
  text: z.string().nullable(),
  number: count.nullable(),
});

export const SourceRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  /** Secrets in it are sealed; references stand as written. */
  config: json(record),
  state: z.enum(["ready", "untested", "failing"]),
  testedAt: time.nullable(),
  /** The last check as the app saw it. */
  testResult: json(record).nullable(),
  createdAt: time,
  updatedAt: time,
  createdBy: z.string().nullable(),
});

export const DestinationRow = z.strictObject({
  name: z.string(),
  kind: z.string(),
  config: json(record),
  isDefault: flag,
  createdAt: time,
  updatedAt: time,
  createdBy: z.string().nullable(),
});

export const ConnectionRow = z.strictObject({
  id: z.string(),
  slug: z.string(),
  label: z.string(),
  sourceId: z.string(),
  destination: z.string().nullable(),
  status: z.enum(["active", "inactive"]),
  prefix: z.string(),
  owner: z.string().nullable(),
  /** `spec` of the file as it was applied, resolved. */
  spec: json(record),
  /** The file's own text as it was applied, comments included. */
  fileText: z.string().nullable(),
  /** Counts changes: an update names the revision it saw. */
  revision: count,
  createdAt: time,
  updatedAt: time,
  updatedBy: z.string().nullable(),
});

export const AcceptedStreamRow = z.strictObject({
  connectionId: z.string(),
  namespace: z.string(),
  stream: z.string(),
  /** The stream's catalog entry as the last apply accepted it. */
  catalog: json(record),
  acceptedAt: time,
});

export const DiscoveryRow = z.strictObject({
  sourceId: z.string(),
  discoveredAt: time,
  streamCount: count,
  catalog: json(z.looseObject({ streams: z.array(z.unknown()) })),
});

export const ProposalRow = z.strictObject({
  id: z.string(),
  sourceId: z.string().nullable(),
  state: z.string(),
  document: json(record),
  revision: count,
  createdAt: time,
  updatedAt: time,
});

export const PlanRow = z.strictObject({
  id: z.string(),
  document: json(record),
  madeAt: time,
  madeBy: z.string().nullable(),
  appliedAt: time.nullable(),
});

export const RunRow = z.strictObject({
  id: z.string(),
  ordinal: count,
  connectionId: z.string().nullable(),
  connection: z.string().nullable(),
  adHoc: json(z.object({ source: z.string(), target: z.string() })).nullable(),
  lane: z.enum(lanes),
  status: z.enum(runStatuses),
  exitCode: count,
  trigger: z.string(),
  actor: z.string().nullable(),
  startedAt: time,
  endedAt: time.nullable(),
  heartbeatAt: time,
  cancelAskedAt: time.nullable(),
  cancelAskedBy: z.string().nullable(),
  ...ProcessColumns,
  /** The Run document (interface.md §6), the latest that was told. */
  document: json(record),
});

export const RunEventRow = z.strictObject({
  runId: z.string(),
  seq: count,
  at: time,
  event: z.string(),
  namespace: z.string().nullable(),
  stream: z.string().nullable(),
  document: json(record),
});

export const QuarantineGroupRow = z.strictObject({
  groupId: z.string(),
  status: z.enum(["held", "replayed", "waived", "discarded"]),
  connection: z.string().nullable(),
  destination: z.string(),
  target: z.string(),
  namespace: z.string(),
  stream: z.string(),
  columnName: z.string(),
  rule: z.string(),
  rowCount: count,
  oldestAt: time,
  newestAt: time,
  /** Why it was waived or discarded, and until when. */
  reason: z.string().nullable(),
  until: time.nullable(),
  updatedAt: time,
});

export const CheckpointRow = z.strictObject({
  sourceKey: z.string(),
  namespace: z.string(),
  stream: z.string(),
  target: z.string(),
  lane: z.enum(lanes),
  connection: z.string().nullable(),
  destination: z.string(),
  position: z.string().nullable(),
  watermark: time.nullable(),
  windowStart: time.nullable(),
  windowEnd: time.nullable(),
  generation: count,
  runId: z.string(),
  committedAt: time,
});

export const LeaseRow = z.strictObject({
  name: z.string(),
  /** Who holds it in words a person can follow: a run id, a command. */
  holder: z.string(),
  token: z.string(),
  ...ProcessColumns,
  pid: count,
  host: z.string(),
  machine: z.string(),
  acquiredAt: time,
  heartbeatAt: time,
});

export const AuditRow = z.strictObject({
  id: z.string(),
  at: time,
  actor: z.string(),
  action: z.string(),
  objectKind: z.string(),
  objectId: z.string(),
  evidence: json(record),
  outcome: z.string(),
});

export const ConsentRow = z.strictObject({
  id: z.string(),
  connection: z.string(),
  namespace: z.string(),
  stream: z.string(),
  /** The field path as JSON: `["customer","email"]`. */
  field: json(z.array(z.string())),
  answer: z.enum(["clear", "hash", "drop", "encrypt"]),
  actor: z.string(),
  evidence: json(record),
  at: time,
});

export const SchemaChangeRow = z.strictObject({
  id: z.string(),
  connection: z.string(),
  namespace: z.string(),
  stream: z.string(),
  kind: z.string(),
  columnName: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** The run that found it first; `lastRunId` the latest that still did. */
  runId: z.string().nullable(),
  seenAt: time,
  /** gone: the source went back to what was accepted. */
  state: z.enum(["open", "accepted", "ignored", "gone"]),
  /** `policy`, or who. */
  decidedBy: z.string().nullable(),
  decidedAt: time.nullable(),
  /** The rest of what the run said of it (model/schema-change.ts, FoundChange). */
  detail: json(record),
  lastRunId: z.string().nullable(),
  lastSeenAt: time.nullable(),
  /** Whether rows that were loaded before get the column's values: wanted by nobody, asked for, done. */
  fill: z.enum(["none", "asked", "done"]),
});

export const rowSchemas = {
  meta: MetaRow,
  sources: SourceRow,
  destinations: DestinationRow,
  connections: ConnectionRow,
  acceptedStreams: AcceptedStreamRow,
  discoveries: DiscoveryRow,
  proposals: ProposalRow,
  plans: PlanRow,
  runs: RunRow,
  runEvents: RunEventRow,
  quarantineGroups: QuarantineGroupRow,
  checkpoints: CheckpointRow,
  leases: LeaseRow,
  auditRecords: AuditRow,
  consents: ConsentRow,
  schemaChanges: SchemaChangeRow,
} as const;

/** The tables as the query builder sees them: what is on disk. */
export type Tables = {
  readonly [Name in keyof typeof rowSchemas]: z.input<(typeof rowSchemas)[Name]>;
};
