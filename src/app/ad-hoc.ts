// An ad hoc sync, no files needed: URIs and flags become a run plan. What is not given follows seed 003's algorithm.
// interface.md §2.
import { resolve } from "node:path";
import type { OperationInput } from "../api/operations.ts";
import type { CallOptions } from "../api/app.ts";
import { chooseMode, findCursor, findKey } from "../connect/propose/modes.ts";
import { findSensitive } from "../connect/propose/sensitive.ts";
import type { DestinationDefinition } from "../connector/destination.ts";
import type { SourceDefinition } from "../connector/source.ts";
import type { RunPlan, StreamPlan } from "../engine/plan.ts";
import { RevosError } from "../kernel/error.ts";
import { toDiscoveredStream, type CatalogStream } from "../model/catalog.ts";
import type { DiscoveredStream, FieldPath } from "../model/discovery.ts";
import type { Mapper } from "../model/mapper.ts";
import type { Run } from "../model/run.ts";
import {
  isIncremental,
  needsCursor,
  needsKey,
  syncModes,
  type SyncMode,
} from "../model/sync-mode.ts";
import type { AppContext } from "./context.ts";
import { resolveText, type Env } from "./env-refs.ts";
import { kindOfUri, loadDestination, loadSource } from "./registry.ts";
import { runSync } from "./run-sync.ts";
import {
  defaultLockTimeoutMs,
  exclusivePlace,
  landingOf,
  memoryBytes,
  parseAskedLimit,
} from "./run-settings.ts";
import { findField, findStream, formatStream } from "./stream-names.ts";

type Input = OperationInput<"sync.adHoc">;
type Choice = Input["streams"][number];
type End<Definition> = {
  readonly definition: Definition;
  readonly kind: string;
  readonly config: unknown;
  readonly raw: unknown;
  readonly place: string;
};

export async function syncAdHoc(ctx: AppContext, input: Input, options: CallOptions): Promise<Run> {
  const source = await openEnd<SourceDefinition>(input.source, "source", ctx.env, loadSource);
  const destination = await openEnd<DestinationDefinition>(
    input.into,
    "destination",
    ctx.env,
    loadDestination,
  );
  const target = `${destination.kind}:${destination.place}`;
  return await runSync(
    ctx,
    {
      connection: null,
      adHoc: { source: `${source.kind}:${source.place}`, target },
      exclusive: exclusivePlace(destination.kind, destination.config),
      timeoutMs: input.timeoutMs ?? null,
      trigger: "adHoc",
      next: (steps) =>
        steps.map((step) => ({
          ...step,
          command: inWarehouse(ctx, destination, input.into, step.command),
        })),
      plan: async ({ id, ordinal }) => {
        const streams = await planStreams(ctx, input, source, destination, options);
        return {
          runId: id,
          runOrdinal: ordinal,
          connection: null,
          lane: "live",
          source: { kind: source.kind, config: source.raw, key: `${source.kind}:${source.place}` },
          destination: { kind: destination.kind, config: destination.raw },
          streams,
          limits: {
            memoryBytes: memoryBytes(ctx),
            maxQuarantine:
              input.maxQuarantine === undefined
                ? null
                : { rows: 0, percent: 0, ...parseAskedLimit(input.maxQuarantine) },
            allowEmpty: false,
          },
          landing: landingOf(ctx, null),
          lockTimeoutMs: input.timeoutMs ?? defaultLockTimeoutMs,
          keys: {},
        } satisfies RunPlan;
      },
    },
    options,
  );
}

/** `revos query` reads the project's warehouse unless it is told which: a next command must work as it stands. */
function inWarehouse(
  ctx: AppContext,
  destination: End<DestinationDefinition>,
  uri: string,
  command: string,
): string {
  const path = exclusivePlace(destination.kind, destination.config);
  if (
    !command.startsWith("revos query ") ||
    path === null ||
    resolve(path) === ctx.project.warehouse
  )
    return command;
  const shown = /^[\w@%+=:,./-]+$/.test(uri) ? uri : `'${uri.replaceAll("'", "'\\''")}'`;
  return command.replace("revos query ", `revos query --destination ${shown} `);
}

async function openEnd<Definition extends SourceDefinition | DestinationDefinition>(
  uri: string,
  role: "source" | "destination",
  env: Env,
  load: (kind: string) => Promise<Definition>,
): Promise<End<Definition>> {
  const whole = resolveText(uri, env, role === "source" ? "--source" : "--into");
  const kind = kindOfUri(whole, role);
  const definition = await load(kind);
  if (!definition.fromUri)
    throw new RevosError(
      "connector.unknown",
      `The connector ${kind} cannot be named by a URI as a ${role}.`,
    );
  const raw = definition.fromUri(whole, env);
  const parsed = definition.config.safeParse(raw);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new RevosError(
      "usage.bad_value",
      `The ${role} URI is not valid: ${issue?.path.join(".") || kind}: ${issue?.message ?? "unknown"}.`,
      { data: { role, field: issue?.path.join(".") ?? "" } },
    );
  }
  return {
    definition,
    kind,
    config: parsed.data,
    raw,
    place: definition.describe(parsed.data as never),
  };
}

async function planStreams(
  ctx: AppContext,
  input: Input,
  source: End<SourceDefinition>,
  destination: End<DestinationDefinition>,
  options: CallOptions,
): Promise<StreamPlan[]> {
  await using open = await source.definition.open(source.config, {
    signal: options.signal ?? new AbortController().signal,
    log: ctx.log,
  });
  const catalog = await open.discover();
  const choices = (input.streams.length > 0 ? input.streams : onlyStream(catalog.streams)).map(
    (choice): Choice => ({ ...input.common, ...choice }),
  );
  const schema = destination.definition.defaultSchema(destination.config as never);
  const modes = destination.definition.capabilities.syncModes;
  const chosen = choices.map((choice) => {
    const stream = findStream(catalog.streams, choice.stream);
    refuseUnreadable(stream);
    return { choice, stream, ...decide(stream, toDiscoveredStream(stream, modes), choice) };
  });
  const pii = decidePersonalData(chosen, input.pii);
  refuseClash(chosen);
  return chosen.map(({ choice, stream, syncMode, cursorField, primaryKey }) => ({
    stream,
    target: { schema, table: choice.as ?? stream.name },
    syncMode,
    cursorField,
    primaryKey,
    mappers: pii(stream),
    columns: {},
    where: null,
    history: false,
    lookbackMs: 0,
  }));
}

function onlyStream(streams: readonly CatalogStream[]): Choice[] {
  const [first, ...more] = streams;
  if (first && more.length === 0) return [{ stream: formatStream(first) }];
  const shown = streams.slice(0, 5).map(formatStream).join(", ");
  throw new RevosError(
    "usage.missing_argument",
    first
      ? `--stream is missing: the source has ${streams.length} streams (${shown}${streams.length > 5 ? ", ..." : ""}). Nothing was read.`
      : "The source has no stream that this user may read. Nothing was read.",
    { advice: "Add --stream <ns.name>, once for each stream." },
  );
}

/** Discovery lists what the role may not read without modes, and says why. */
function refuseUnreadable(stream: CatalogStream): void {
  if (stream.syncModes.length > 0) return;
  throw new RevosError(
    "source.permission_denied",
    `The role may not read ${formatStream(stream)}. Nothing was read.`,
    {
      advice: `grant select on ${formatStream(stream)} to the role, and run it again.`,
      data: { stream: formatStream(stream) },
    },
  );
}

type Decision = {
  readonly syncMode: SyncMode;
  readonly cursorField: FieldPath;
  readonly primaryKey: readonly FieldPath[];
};

/** Mode, cursor and key of one stream: what was said, and for the rest the seed's algorithm. */
function decide(stream: CatalogStream, discovered: DiscoveredStream, choice: Choice): Decision {
  const name = formatStream(stream);
  const field = (text: string, flag: string): FieldPath => {
    const path = findField(stream, text.trim());
    if (path) return path;
    throw new RevosError(
      "usage.bad_value",
      `${flag} ${text}: ${name} has no such column. Nothing was read.`,
      {
        advice: `Its columns: ${stream.columns.map((column) => column.name).join(", ")}.`,
        data: { flag, value: text },
      },
    );
  };
  const cursor = choice.cursor === undefined ? null : field(choice.cursor, "--cursor");
  const key =
    choice.key === undefined
      ? null
      : splitKey(stream, choice.key).map((part) => field(part, "--key"));
  const withSaid: DiscoveredStream = {
    ...discovered,
    ...(cursor ? { defaultCursorField: cursor } : {}),
    ...(key ? { sourceDefinedPrimaryKey: key } : {}),
  };
  if (choice.mode === undefined) {
    const found = chooseMode({
      key: name,
      stream: stream.name,
      namespace: stream.namespace ?? null,
      found: withSaid,
      estimatedRows: null,
    });
    if (!found)
      throw new RevosError("usage.bad_value", `${name} offers no sync mode. Nothing was read.`, {
        data: { stream: name },
      });
    return {
      syncMode: found.syncMode,
      cursorField: found.cursorField ?? [],
      primaryKey: found.primaryKey ?? [],
    };
  }
  const syncMode = syncModes.find((mode) => mode === choice.mode);
  if (!syncMode)
    throw new RevosError(
      "usage.bad_value",
      `${choice.mode} is not a sync mode. Nothing was read.`,
      { advice: `One of ${syncModes.join(", ")}.`, data: { value: choice.mode } },
    );
  if (!discovered.syncModes.includes(syncMode))
    throw new RevosError(
      "usage.bad_value",
      `${name} does not offer ${syncMode}. Nothing was read.`,
      { advice: `It offers ${discovered.syncModes.join(", ")}.`, data: { value: syncMode } },
    );
  const cursorField = cursor ?? findCursor(withSaid)?.path ?? null;
  const primaryKey = key ?? findKey(withSaid)?.paths ?? null;
  if (needsCursor(syncMode) && !cursorField)
    throw missing(name, syncMode, "a cursor", "--cursor <column>");
  if (needsKey(syncMode) && !primaryKey)
    throw missing(name, syncMode, "a primary key", "--key <column,...>");
  return {
    syncMode,
    cursorField: isIncremental(syncMode) ? (cursorField ?? []) : [],
    primaryKey: needsKey(syncMode) ? (primaryKey ?? []) : [],
  };
}

const missing = (stream: string, mode: string, what: string, flag: string) =>
  new RevosError(
    "usage.bad_value",
    `${mode} needs ${what}, and ${stream} shows none. Nothing was read.`,
    { advice: `Add ${flag}, or choose another --mode.`, data: { stream, flag } },
  );

/** `a,b` names two columns, unless a column is called that. */
const splitKey = (stream: CatalogStream, text: string): string[] =>
  stream.columns.some((column) => column.name === text) ? [text] : text.split(",");

/** Seed 000: no personal data without an explicit strategy. Gives the mappers of a stream. */
function decidePersonalData(
  chosen: readonly {
    readonly stream: CatalogStream;
    readonly cursorField: FieldPath;
    readonly primaryKey: readonly FieldPath[];
  }[],
  pii: Input["pii"],
): (stream: CatalogStream) => Mapper[] {
  const found = new Map(
    chosen.map(({ stream }) => [stream, findSensitive(toDiscoveredStream(stream).propertyFields)]),
  );
  const named = chosen.flatMap(({ stream }) =>
    (found.get(stream) ?? []).map(({ path }) => `${formatStream(stream)}.${path.join(".")}`),
  );
  if (named.length > 0 && pii === undefined) {
    throw new RevosError(
      "consent.needed",
      `${named.join(", ")} ${named.length === 1 ? "looks" : "look"} like personal data, and nothing says what to do with ${named.length === 1 ? "it" : "them"}. Nothing was read.`,
      {
        advice: "Add --pii hash, --pii drop or --pii clear.",
        data: { columns: named, flag: "--pii" },
      },
    );
  }
  return (stream) =>
    pii === undefined || pii === "clear"
      ? []
      : (found.get(stream) ?? []).map(({ path }) => toMapper(path, pii));
}

function toMapper(path: FieldPath, pii: "hash" | "drop"): Mapper {
  const targetField = path.map((part) => (part.includes(".") ? `"${part}"` : part)).join(".");
  return pii === "hash"
    ? { type: "hashing", mapperConfiguration: { targetField, method: "SHA-256" } }
    : { type: "field-filtering", mapperConfiguration: { targetField } };
}

function refuseClash(
  chosen: readonly { readonly choice: Choice; readonly stream: CatalogStream }[],
): void {
  const taken = new Map<string, string>();
  for (const { choice, stream } of chosen) {
    const table = choice.as ?? stream.name;
    const other = taken.get(table.toLowerCase());
    if (other !== undefined) {
      throw new RevosError(
        "config.name_clash",
        `${other} and ${formatStream(stream)} would both become the table ${table}. Nothing was read.`,
        { advice: `Add --as <name> after one of them.`, data: { table } },
      );
    }
    taken.set(table.toLowerCase(), formatStream(stream));
  }
}
