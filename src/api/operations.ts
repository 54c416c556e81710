// The operations: name, input, effect, path. One table feeds the CLI today and REST, MCP and the web later (design.md §4).
// Outputs are typed in `outputs.ts`; their documents are in `documents.ts` and `model/`.
import { z } from "zod";
import { designOperations } from "./operations-design.ts";
import type { OperationOutputs } from "./outputs.ts";

/** read: changes nothing. write: changes our own records. act: reads or writes data, or a file of the user. */
export type Effect = "read" | "write" | "act";

type Definition = { readonly effect: Effect; readonly path: string; readonly input: z.ZodType };

const none = z.strictObject({});
const id = z.strictObject({ id: z.string().min(1) });
const name = z.strictObject({ name: z.string().min(1) });
const config = z.record(z.string(), z.unknown());
/** The language of sentences in the result. Default: that of the goal where there is one, else English. */
const lang = z.enum(["en", "ja"]).optional();

/** A stored plan is done, exactly as it was shown. */
const planned = z.strictObject({
  plan: z.string(),
  yes: z.boolean().optional(),
  confirm: z.string().optional(),
  maxQuarantine: z.string().optional(),
  timeoutMs: z.number().optional(),
  actor: z.string().optional(),
});

const streamChoice = z.strictObject({
  /** `ns.name` as typed, names with dots double-quoted. */
  stream: z.string(),
  mode: z.string().optional(),
  cursor: z.string().optional(),
  key: z.string().optional(),
  as: z.string().optional(),
});

export const operations = {
  "auth.status": { effect: "read", path: "GET /auth", input: none },
  "connectors.list": { effect: "read", path: "GET /connectors", input: none },
  "connectors.show": {
    effect: "read",
    path: "GET /connectors/{kind}",
    input: z.strictObject({ kind: z.string() }),
  },

  "sources.list": {
    effect: "read",
    path: "GET /sources",
    input: z.strictObject({ kind: z.string().optional(), state: z.string().optional() }),
  },
  "sources.show": { effect: "read", path: "GET /sources/{id}", input: id },
  "sources.create": {
    effect: "write",
    path: "POST /sources",
    input: z.strictObject({
      connector: z.string(),
      name: z.string(),
      config,
      skipTest: z.boolean().optional(),
    }),
  },
  "sources.test": {
    effect: "act",
    path: "POST /sources/{id}/test",
    input: z.strictObject({ id: z.string(), step: z.string().optional() }),
  },
  "sources.rename": {
    effect: "write",
    path: "PATCH /sources/{id}",
    input: z.strictObject({ id: z.string(), name: z.string().min(1) }),
  },
  "sources.delete": { effect: "write", path: "DELETE /sources/{id}", input: id },
  "sources.listStreams": {
    effect: "act",
    path: "GET /sources/{id}/streams",
    input: z.strictObject({
      id: z.string(),
      refresh: z.boolean().optional(),
      maxAgeMs: z.number().optional(),
    }),
  },

  "destinations.list": { effect: "read", path: "GET /destinations", input: none },
  "destinations.show": { effect: "read", path: "GET /destinations/{name}", input: name },
  "destinations.create": {
    effect: "write",
    path: "POST /destinations",
    input: z.strictObject({ connector: z.string(), name: z.string(), config }),
  },
  "destinations.test": { effect: "act", path: "POST /destinations/{name}/test", input: name },

  "connections.list": {
    effect: "read",
    path: "GET /connections",
    input: z.strictObject({ source: z.string().optional(), state: z.string().optional() }),
  },
  "connections.show": { effect: "read", path: "GET /connections/{name}", input: name },
  "connections.pause": { effect: "write", path: "POST /connections/{name}/pause", input: name },
  "connections.resume": { effect: "write", path: "POST /connections/{name}/resume", input: name },
  /** Level 3: `confirm` must be the connection's name. Tables in the warehouse stay. */
  "connections.delete": {
    effect: "write",
    path: "DELETE /connections/{name}",
    input: z.strictObject({ name: z.string(), confirm: z.string().optional() }),
  },

  /** No source, no store: the offline form of interface.md §4. Inputs are the parsed JSON of the files. */
  "proposals.offline": {
    effect: "read",
    path: "POST /proposals:offline",
    input: z.strictObject({
      discovery: z.unknown(),
      sourceKind: z.enum(["database", "saas"]).optional(),
      connector: z.string().optional(),
      goal: z.string().optional(),
      source: z.string().optional(),
      sources: z.unknown().optional(),
      connections: z.unknown().optional(),
      reply: z.string().optional(),
      lang,
    }),
  },
  "proposals.start": {
    effect: "write",
    path: "POST /proposals",
    input: z.strictObject({ sourceId: z.string(), goal: z.string().optional(), lang }),
  },
  "proposals.show": { effect: "read", path: "GET /proposals/{id}", input: id },
  /** Sets the goal, answers confirmation points, changes streams and modes. `reply` is free text of the user. */
  "proposals.change": {
    effect: "write",
    path: "PATCH /proposals/{id}",
    input: z.strictObject({
      id: z.string(),
      goal: z.string().optional(),
      reply: z.string().optional(),
      lang,
      add: z.array(z.string()).optional(),
      drop: z.array(z.string()).optional(),
      only: z.array(z.string()).optional(),
      all: z.boolean().optional(),
      /** `orders.syncMode=full_refresh_overwrite`, parsed. */
      set: z
        .array(
          z.strictObject({
            stream: z.string(),
            key: z.enum(["syncMode", "cursorField", "primaryKey"]),
            value: z.string(),
          }),
        )
        .optional(),
      confirm: z.enum(["streams", "modes"]).optional(),
      pii: z.enum(["hash", "drop", "clear"]).optional(),
      name: z.string().optional(),
      label: z.string().optional(),
      actor: z.string().optional(),
    }),
  },
  "proposals.write": {
    effect: "act",
    path: "POST /proposals/{id}/write",
    input: z.strictObject({
      id: z.string(),
      name: z.string().optional(),
      label: z.string().optional(),
      schedule: z.string().optional(),
      owner: z.string().optional(),
      overwrite: z.boolean().optional(),
    }),
  },

  "diff.offline": {
    effect: "read",
    path: "POST /diff:offline",
    input: z.strictObject({
      file: z.string(),
      text: z.string(),
      discovery: z.unknown(),
      sources: z.unknown().optional(),
      connections: z.unknown().optional(),
      lang,
    }),
  },
  diff: {
    effect: "read",
    path: "POST /diff",
    input: z.strictObject({
      paths: z.array(z.string()).optional(),
      out: z.string().optional(),
      estimate: z.boolean().optional(),
      /** Also tell what does not change. */
      full: z.boolean().optional(),
      /** Only what is done to this connection. */
      only: z.string().optional(),
      lang,
    }),
  },
  apply: {
    effect: "act",
    path: "POST /apply",
    input: z.strictObject({
      paths: z.array(z.string()).optional(),
      plan: z.string().optional(),
      only: z.string().optional(),
      yes: z.boolean().optional(),
      confirm: z.string().optional(),
      writeBack: z.boolean().optional(),
      actor: z.string().optional(),
      lang,
    }),
  },
  pull: {
    effect: "act",
    path: "POST /pull",
    input: z.strictObject({
      names: z.array(z.string()),
      all: z.boolean().optional(),
      force: z.boolean().optional(),
      check: z.boolean().optional(),
      stdout: z.boolean().optional(),
    }),
  },

  status: {
    effect: "read",
    path: "GET /status",
    input: z.strictObject({ name: z.string().optional() }),
  },
  sync: {
    effect: "act",
    path: "POST /connections/{name}/sync",
    input: z.strictObject({
      name: z.string(),
      streams: z.array(z.string()).optional(),
      dryRun: z.boolean().optional(),
      strict: z.boolean().optional(),
      maxQuarantine: z.string().optional(),
      timeoutMs: z.number().optional(),
    }),
  },
  "sync.adHoc": {
    effect: "act",
    path: "POST /sync",
    input: z.strictObject({
      source: z.string(),
      into: z.string(),
      streams: z.array(streamChoice),
      /** Said for all streams; what a stream says itself goes first. Also for the only stream of a source that names none. */
      common: streamChoice.omit({ stream: true }).optional(),
      pii: z.enum(["clear", "hash", "drop"]).optional(),
      dryRun: z.boolean().optional(),
      strict: z.boolean().optional(),
      maxQuarantine: z.string().optional(),
      timeoutMs: z.number().optional(),
    }),
  },

  /** Level 2 with `repair`; level 3 (`confirm`: the connection's name) where rows are deleted. `plan`: only if it is still that one. */
  verify: {
    effect: "act",
    path: "POST /connections/{name}/verify",
    input: z.strictObject({
      name: z.string(),
      streams: z.array(z.string()).optional(),
      repair: z.boolean().optional(),
      yes: z.boolean().optional(),
      confirm: z.string().optional(),
      plan: z.string().optional(),
      reveal: z.boolean().optional(),
      samples: z.number().int().nonnegative().optional(),
      settleMs: z.number().nonnegative().optional(),
      timeoutMs: z.number().optional(),
    }),
  },

  "runs.list": {
    effect: "read",
    path: "GET /runs",
    input: z.strictObject({
      connection: z.string().optional(),
      state: z.string().optional(),
      limit: z.number().optional(),
    }),
  },
  "runs.show": { effect: "read", path: "GET /runs/{id}", input: id },
  "runs.logs": {
    effect: "read",
    path: "GET /runs/{id}/logs",
    /** `after`: only lines whose `seq` is higher, for those who follow. */
    input: z.strictObject({
      id: z.string(),
      stream: z.string().optional(),
      after: z.number().int().min(0).optional(),
    }),
  },
  "runs.watch": { effect: "read", path: "GET /runs/{id}/events", input: id },
  "runs.cancel": { effect: "write", path: "POST /runs/{id}/cancel", input: id },
  "runs.retry": { effect: "act", path: "POST /runs/{id}/retry", input: id },
  "checkpoints.list": {
    effect: "read",
    path: "GET /checkpoints",
    input: z.strictObject({ connection: z.string().optional() }),
  },

  /** Measures source and table and keeps the plan; nothing is written to the warehouse. */
  "backfill.plan": {
    effect: "act",
    path: "POST /connections/{name}/backfills:plan",
    input: z.strictObject({
      name: z.string(),
      streams: z.array(z.string()).optional(),
      /** `[from, to)`: times (local to `timezone` without an offset) or numbers. */
      from: z.string().optional(),
      to: z.string().optional(),
      /** A condition in the source's SQL. */
      where: z.string().optional(),
      /** `2026-03-01,2026-03-05..2026-03-07`. */
      partitions: z.string().optional(),
      only: z.array(z.enum(["failed", "missing"])).optional(),
      window: z.string().optional(),
      /** The column that the range is of; default: event time, else cursor. */
      by: z.string().optional(),
      timezone: z.string().optional(),
      timeoutMs: z.number().optional(),
      lang,
    }),
  },
  "backfill.run": { effect: "act", path: "POST /backfills/{plan}/run", input: planned },
  "backfill.list": {
    effect: "read",
    path: "GET /backfills",
    input: z.strictObject({ connection: z.string().optional() }),
  },
  "backfill.planRollback": {
    effect: "act",
    path: "POST /backfills/{run}/rollback:plan",
    input: z.strictObject({ run: z.string(), timeoutMs: z.number().optional(), lang }),
  },
  "backfill.rollback": { effect: "act", path: "POST /backfills/{plan}/rollback", input: planned },
  "replay.plan": {
    effect: "act",
    path: "POST /connections/{name}/replays:plan",
    input: z.strictObject({
      name: z.string(),
      streams: z.array(z.string()).optional(),
      /** Raw of this run alone. */
      run: z.string().optional(),
      /** Raw that was read within `[from, to)`. */
      from: z.string().optional(),
      to: z.string().optional(),
      timeoutMs: z.number().optional(),
      lang,
    }),
  },
  "replay.run": { effect: "act", path: "POST /replays/{plan}/run", input: planned },

  "quarantine.list": {
    effect: "read",
    path: "GET /quarantine",
    input: z.strictObject({
      connection: z.string().optional(),
      stream: z.string().optional(),
      status: z.string().optional(),
    }),
  },
  "quarantine.rows": {
    effect: "read",
    path: "GET /quarantine/rows",
    input: z.strictObject({
      connection: z.string().optional(),
      group: z.string().optional(),
      limit: z.number().optional(),
      reveal: z.boolean().optional(),
    }),
  },
  "quarantine.show": {
    effect: "read",
    path: "GET /quarantine/{id}",
    input: z.strictObject({ id: z.string(), reveal: z.boolean().optional() }),
  },
  "quarantine.edit": {
    effect: "act",
    path: "PATCH /quarantine/{id}",
    input: z.strictObject({ id: z.string(), set: z.record(z.string(), z.string().nullable()) }),
  },
  "quarantine.waive": {
    effect: "act",
    path: "POST /quarantine/{group}/waive",
    input: z.strictObject({ group: z.string(), until: z.string().optional(), reason: z.string() }),
  },
  "quarantine.discard": {
    effect: "act",
    path: "POST /quarantine/{group}/discard",
    input: z.strictObject({
      group: z.string(),
      reason: z.string(),
      confirm: z.string().optional(),
    }),
  },
  "quarantine.replay": {
    effect: "act",
    path: "POST /quarantine/{group}/replay",
    input: z.strictObject({
      /** A group, a connection or a row id. */
      target: z.string(),
      dryRun: z.boolean().optional(),
      fix: z
        .strictObject({
          set: z.record(z.string(), z.string().nullable()),
          where: z.string().optional(),
        })
        .optional(),
      yes: z.boolean().optional(),
      limit: z.number().optional(),
    }),
  },

  "schemaChanges.list": {
    effect: "read",
    path: "GET /schema-changes",
    input: z.strictObject({
      connection: z.string().optional(),
      stream: z.string().optional(),
      /** Default: those that wait. `all` gives every one. */
      state: z.enum(["open", "accepted", "ignored", "gone", "all"]).optional(),
    }),
  },
  "schemaChanges.accept": {
    effect: "act",
    path: "POST /schema-changes/{id}/accept",
    input: z.strictObject({
      id: z.string(),
      /** Give rows that were loaded before the column's values, with the next run. */
      fill: z.boolean().optional(),
      /** Take changes of this kind of this stream from now on. */
      remember: z.boolean().optional(),
      /** What becomes of personal data of a stream that is new. */
      pii: z.enum(["hash", "drop", "clear"]).optional(),
      /** Say what it would do, and do nothing. */
      dryRun: z.boolean().optional(),
      plan: z.string().optional(),
      yes: z.boolean().optional(),
      confirm: z.string().optional(),
      actor: z.string().optional(),
      lang,
    }),
  },
  "schemaChanges.ignore": {
    effect: "write",
    path: "POST /schema-changes/{id}/ignore",
    input: z.strictObject({
      id: z.string(),
      remember: z.boolean().optional(),
      dryRun: z.boolean().optional(),
      plan: z.string().optional(),
      yes: z.boolean().optional(),
      actor: z.string().optional(),
      lang,
    }),
  },

  "mappers.preview": {
    effect: "act",
    path: "POST /connections/{name}/preview",
    input: z.strictObject({
      name: z.string(),
      stream: z.string().optional(),
      rows: z.number().optional(),
    }),
  },
  query: {
    effect: "read",
    path: "POST /query",
    input: z.strictObject({
      sql: z.string(),
      destination: z.string().optional(),
      limit: z.number().optional(),
    }),
  },
  doctor: { effect: "read", path: "GET /doctor", input: none },
  schema: {
    effect: "read",
    path: "GET /schema/{kind}",
    input: z.strictObject({ kind: z.string() }),
  },
  "config.list": { effect: "read", path: "GET /config", input: none },
  "config.set": {
    effect: "write",
    path: "PUT /config",
    input: z.strictObject({ key: z.string(), value: z.string() }),
  },
  /** Seals every secret of the store with the key at hand; the one before comes from REVOS_OLD_KEY, never from an input. */
  "config.rotateKey": { effect: "write", path: "POST /config:rotateKey", input: none },
  ...designOperations,
  init: {
    effect: "act",
    path: "POST /init",
    input: z.strictObject({ dir: z.string(), name: z.string().optional() }),
  },
} as const satisfies Record<string, Definition>;

export type OperationName = keyof typeof operations;
export type OperationInput<N extends OperationName> = z.infer<(typeof operations)[N]["input"]>;

export type OperationOutput<N extends OperationName> = OperationOutputs[N];

export type { PlanDocument } from "../model/plan.ts";
export type { ApplyDocument, ProposalDocument } from "./outputs.ts";
