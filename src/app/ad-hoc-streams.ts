// The streams of an ad hoc sync: which, how, into which table, and what becomes of personal data. What the flags do not
// say follows seed 003's algorithm. interface.md §2.
import type { OperationInput } from "../api/operations.ts";
import { chooseMode, findCursor, findKey } from "../connect/propose/modes.ts";
import { findSensitive } from "../connect/propose/sensitive.ts";
import { fitName } from "../connector/fit-name.ts";
import type { StreamPlan } from "../engine/plan.ts";
import { RevosError } from "../kernel/error.ts";
import { toDiscoveredStream, type CatalogStream } from "../model/catalog.ts";
import type { DiscoveredStream, FieldPath } from "../model/discovery.ts";
import type { Mapper } from "../model/mapper.ts";
import {
  isIncremental,
  needsCursor,
  needsKey,
  syncModes,
  type SyncMode,
} from "../model/sync-mode.ts";
import { findField, findStream, formatStream } from "./stream-names.ts";

type Input = OperationInput<"sync.adHoc">;
type Choice = Input["streams"][number];

/** `into`: the schema that tables land in, and the modes that the destination takes. */
export function chooseStreams(
  streams: readonly CatalogStream[],
  input: Input,
  into: {
    readonly schema: string;
    readonly syncModes: readonly SyncMode[];
    readonly maxNameBytes: number;
  },
): StreamPlan[] {
  const choices = (input.streams.length > 0 ? input.streams : onlyStream(streams)).map(
    (choice): Choice => ({ ...input.common, ...choice }),
  );
  const chosen = choices.map((choice) => {
    const stream = findStream(streams, choice.stream);
    refuseUnreadable(stream);
    return {
      choice,
      stream,
      ...decide(stream, toDiscoveredStream(stream, into.syncModes), choice),
    };
  });
  const pii = decidePersonalData(chosen, input.pii);
  refuseClash(chosen);
  return chosen.map(({ choice, stream, syncMode, cursorField, primaryKey }) => ({
    stream,
    target: { schema: into.schema, table: fitName(choice.as ?? stream.name, into.maxNameBytes) },
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
  const name = formatStream(stream);
  const [note] = stream.notes ?? [];
  if (note !== undefined && !/\bmay not\b/.test(note))
    throw new RevosError(
      "usage.bad_value",
      `${name} offers no sync mode: ${note} Nothing was read.`,
      { advice: "Choose another --stream.", data: { stream: name } },
    );
  throw new RevosError(
    "source.permission_denied",
    `The role may not read ${name}. Nothing was read.`,
    {
      advice: `grant select on ${name} to the role, and run it again.`,
      data: { stream: name },
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
      : (found.get(stream) ?? []).map(({ path }) => sensitiveMapper(path, pii));
}

export function sensitiveMapper(path: FieldPath, pii: "hash" | "drop"): Mapper {
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
