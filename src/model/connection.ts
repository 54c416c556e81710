// The Connection resource: the form a user may write (interface.md §3, all keys) and the resolved form with defaults and
// no alternatives. Keys that this version cannot yet honour are part of the schema and refused by validation, never ignored.
import { z } from "zod";
import { FieldPath } from "./discovery.ts";
import { parseDuration, parseLimit, parseSize } from "./duration.ts";
import { Mapper } from "./mapper.ts";
import { SyncMode } from "./sync-mode.ts";

export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const sourceIdPattern = /^src_[A-Za-z0-9_]+$/;
export const timeUnits = ["minutes", "hours", "days", "weeks"] as const;
export const schemaPolicies = ["apply", "ask", "ignore", "pause", "fail"] as const;
/** Kinds of schema change that a stream's policy map may name. `type` stands for `widen` and `narrow`. */
export const streamChangeKinds = [
  "add",
  "drop",
  "widen",
  "narrow",
  "rename",
  "key",
  "cursor",
  "streamGone",
  "type",
] as const;
/** A connection's map may also say what becomes of streams that appear. */
export const schemaChangeKinds = [...streamChangeKinds, "newStream"] as const;

const Duration = z
  .string()
  .refine((text) => parseDuration(text) !== null, "a duration such as 2h or 7d");
const Wait = z
  .string()
  .refine(
    (text) => (parseDuration(text) ?? 0) >= 1000,
    "a duration of a second or more, such as 90s",
  );
const Size = z
  .union([z.number(), z.string()])
  .refine((size) => parseSize(size) !== null, "a size such as 512 MB");
const Limit = z
  .union([z.number(), z.string()])
  .refine((limit) => parseLimit(limit) !== null, "a number of rows, or a percentage such as 5%");

export const Schedule = z.union([
  z.strictObject({ units: z.number().int().positive(), timeUnit: z.enum(timeUnits) }),
  z.strictObject({ cron: z.string().min(1), timezone: z.string().min(1).optional() }),
  z.literal("manual"),
]);
export type Schedule = z.infer<typeof Schedule>;

export const SchemaPolicy = z.union([
  z.enum(schemaPolicies),
  z.partialRecord(z.enum(schemaChangeKinds), z.enum(schemaPolicies)),
]);
export type SchemaPolicy = z.infer<typeof SchemaPolicy>;
export const StreamSchemaPolicy = z.union([
  z.enum(schemaPolicies),
  z.partialRecord(z.enum(streamChangeKinds), z.enum(schemaPolicies)),
]);

export const ColumnSpec = z.strictObject({
  include: z.boolean().optional(),
  type: z.string().min(1).optional(),
});

export const StreamSpec = z.strictObject({
  name: z.string().min(1),
  /** If and only if discovery has `streamnamespace`. */
  namespace: z.string().min(1).optional(),
  syncMode: SyncMode,
  /** A flat list of path segments: `[meta, modified_at]`. */
  cursorField: FieldPath.optional(),
  /** A list of paths: `[[id]]`. */
  primaryKey: z.array(FieldPath).optional(),
  mappers: z.array(Mapper).optional(),
  /** The table's name, instead of prefix and stream name. */
  as: z.string().min(1).optional(),
  columns: z.record(z.string(), ColumnSpec).optional(),
  /** A condition in the source's SQL: read only these rows. */
  where: z.string().min(1).optional(),
  history: z.literal("scd2").optional(),
  lookback: Duration.optional(),
  onSchemaChange: StreamSchemaPolicy.optional(),
  deletes: z.enum(["ignore", "soft", "hard"]).optional(),
  contract: z.string().min(1).optional(),
  eventTime: z.union([z.string(), FieldPath]).optional(),
  lateAfter: Duration.optional(),
  late: z.enum(["accept", "quarantine"]).optional(),
});
export type StreamSpec = z.infer<typeof StreamSpec>;

export const Connection = z.strictObject({
  apiVersion: z.literal("revos/v1"),
  kind: z.literal("Connection"),
  metadata: z.strictObject({
    name: z.string().regex(slugPattern),
    /** Written by the first apply. */
    id: z.string().min(1).optional(),
  }),
  spec: z.strictObject({
    name: z.string().min(1),
    source: z.strictObject({ id: z.string().min(1) }),
    schedule: Schedule.optional(),
    status: z.enum(["active", "inactive"]).optional(),
    streams: z.array(StreamSpec).min(1),
    /** Written by the first apply: table names are prefix + stream name. */
    prefix: z.string().optional(),
    owner: z.string().min(1).optional(),
    destination: z.string().min(1).optional(),
    landing: z.strictObject({ keep: Duration.optional(), maxBytes: Size.optional() }).optional(),
    limits: z
      .strictObject({
        memory: Size.optional(),
        parallel: z.number().int().positive().optional(),
        maxQuarantine: Limit.optional(),
        allowEmpty: z.boolean().optional(),
        /** Nothing moves for this long: the run says who is waited for. */
        stallWarn: Wait.optional(),
        /** Nothing moves for this long: the stream fails, and may be run again. */
        stallFail: Wait.optional(),
      })
      .optional(),
    onSchemaChange: SchemaPolicy.optional(),
  }),
});
export type Connection = z.infer<typeof Connection>;

/** `postgres-prod-revenue` → `postgres_prod_revenue_`: what the first apply writes as spec.prefix. */
export function defaultPrefix(slug: string): string {
  return `${slug.replaceAll("-", "_")}_`;
}

/** The table a stream lands in, without its schema. */
export function tableName(
  stream: { readonly name: string; readonly as?: string | undefined },
  prefix: string,
): string {
  return stream.as ?? `${prefix}${stream.name}`;
}

export type ResolvedStream = {
  readonly name: string;
  readonly namespace: string | null;
  readonly table: string;
  readonly syncMode: SyncMode;
  readonly cursorField: FieldPath;
  readonly primaryKey: readonly FieldPath[];
  readonly mappers: readonly Mapper[];
  readonly columns: Readonly<
    Record<string, { readonly include?: boolean; readonly type?: string }>
  >;
  readonly where: string | null;
  readonly history: boolean;
  readonly lookbackMs: number;
  readonly eventTime: FieldPath | null;
  readonly lateAfterMs: number | null;
  readonly late: "accept" | "quarantine";
  /** As written: the stream's word goes before the connection's. */
  readonly onSchemaChange: SchemaPolicy | null;
};

export type ResolvedConnection = {
  readonly name: string;
  readonly id: string | null;
  readonly label: string;
  readonly sourceId: string;
  readonly schedule: Schedule;
  readonly status: "active" | "inactive";
  readonly prefix: string;
  readonly owner: string | null;
  /** Null: the project's default. */
  readonly destination: string | null;
  readonly landing: { readonly keepMs: number | null; readonly maxBytes: number | null };
  readonly limits: {
    readonly memoryBytes: number | null;
    readonly parallel: number | null;
    readonly maxQuarantine: { readonly rows: number } | { readonly percent: number } | null;
    readonly allowEmpty: boolean;
    readonly stallWarnMs: number | null;
    readonly stallFailMs: number | null;
  };
  readonly streams: readonly ResolvedStream[];
  readonly onSchemaChange: SchemaPolicy | null;
};

const durationOf = (text: string | undefined): number | null =>
  text === undefined ? null : parseDuration(text);

/** The resolved form of a valid connection. Two files that differ only in form (60s and 1m, order of keys) resolve alike. */
export function resolveConnection(connection: Connection): ResolvedConnection {
  const { metadata, spec } = connection;
  const prefix = spec.prefix ?? defaultPrefix(metadata.name);
  const incremental = (mode: SyncMode) => mode.startsWith("incremental_");
  const keyed = (mode: SyncMode) =>
    mode === "incremental_deduped_history" || mode === "full_refresh_overwrite_deduped";
  return {
    name: metadata.name,
    id: metadata.id ?? null,
    label: spec.name,
    sourceId: spec.source.id,
    schedule: spec.schedule ?? "manual",
    status: spec.status ?? "active",
    prefix,
    owner: spec.owner ?? null,
    destination: spec.destination ?? null,
    landing: {
      keepMs: spec.landing?.keep === undefined ? null : parseDuration(spec.landing.keep),
      maxBytes: spec.landing?.maxBytes === undefined ? null : parseSize(spec.landing.maxBytes),
    },
    limits: {
      memoryBytes: spec.limits?.memory === undefined ? null : parseSize(spec.limits.memory),
      parallel: spec.limits?.parallel ?? null,
      maxQuarantine:
        spec.limits?.maxQuarantine === undefined ? null : parseLimit(spec.limits.maxQuarantine),
      allowEmpty: spec.limits?.allowEmpty ?? false,
      stallWarnMs: durationOf(spec.limits?.stallWarn),
      stallFailMs: durationOf(spec.limits?.stallFail),
    },
    streams: spec.streams.map((stream) => ({
      name: stream.name,
      namespace: stream.namespace ?? null,
      table: tableName(stream, prefix),
      syncMode: stream.syncMode,
      cursorField: incremental(stream.syncMode) ? (stream.cursorField ?? []) : [],
      primaryKey: keyed(stream.syncMode) ? (stream.primaryKey ?? []) : [],
      mappers: stream.mappers ?? [],
      columns: Object.fromEntries(
        Object.entries(stream.columns ?? {}).map(([name, { include, type }]) => [
          name,
          {
            ...(include === undefined ? {} : { include }),
            ...(type === undefined ? {} : { type }),
          },
        ]),
      ),
      where: stream.where ?? null,
      history: stream.history === "scd2",
      lookbackMs: stream.lookback === undefined ? 0 : (parseDuration(stream.lookback) ?? 0),
      eventTime:
        typeof stream.eventTime === "string" ? [stream.eventTime] : (stream.eventTime ?? null),
      lateAfterMs: stream.lateAfter === undefined ? null : parseDuration(stream.lateAfter),
      late: stream.late ?? "accept",
      onSchemaChange: stream.onSchemaChange ?? null,
    })),
    onSchemaChange: spec.onSchemaChange ?? null,
  };
}
