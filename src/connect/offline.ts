// The offline forms of interface.md §4: documents from parsed JSON, without a server or a store. Odd but valid input
// gives a document; input of the wrong form is a coded error that says where.
import { issueWords } from "./text/issue-words.ts";
import { z } from "zod";
import { RevosError } from "../kernel/error.ts";
import { Discovery } from "../model/discovery.ts";
import type { Finding } from "../model/diagnostic.ts";
import type { Proposal } from "../model/proposal.ts";
import {
  streamKey,
  type KnownConnection,
  type KnownFile,
  type KnownSource,
  type Language,
} from "./propose/input.ts";
import { propose } from "./propose/propose.ts";
import { hasJapanese } from "./text/names.ts";
import type { ConnectionWarning } from "./validate/clear-data.ts";
import { valueAt } from "./validate/raw.ts";
import { validateConnection } from "./validate/validate.ts";
import { readYaml } from "./yaml/read.ts";

const SourceEntry = z.looseObject({
  id: z.string(),
  name: z.string().nullish(),
  kind: z.string().nullish(),
});
const ConnectionEntry = z.looseObject({
  id: z.string(),
  name: z.string().nullish(),
  label: z.string().nullish(),
  sourceId: z.string().nullish(),
  streams: z.array(z.unknown()).nullish(),
});

/** A parsed JSON value against its schema; the first problems as one coded error. */
function parseInput<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.slice(0, 3).map((issue) => issueWords(issue, schema));
  throw new RevosError("usage.bad_value", `Could not read the ${what}: ${problems.join("; ")}.`, {
    data: { what, problems },
  });
}

/** A bare array, or the array under the key that a result object carries it in. */
function unwrap(value: unknown, key: string): unknown {
  if (typeof value === "object" && value !== null && !Array.isArray(value) && key in value)
    return (value as Record<string, unknown>)[key];
  return value;
}

export function parseDiscovery(value: unknown): Discovery {
  return parseInput(Discovery, unwrap(value, "streams"), "discovery");
}

export function parseSources(value: unknown): KnownSource[] | null {
  if (value === undefined || value === null) return null;
  return parseInput(z.array(SourceEntry), unwrap(value, "sources"), "list of sources").map(
    ({ id, name, kind }) => ({ id, name: name ?? id, ...(kind ? { kind } : {}) }),
  );
}

export function parseConnections(value: unknown): KnownConnection[] {
  if (value === undefined || value === null) return [];
  return parseInput(
    z.array(ConnectionEntry),
    unwrap(value, "connections"),
    "list of connections",
  ).map(({ id, name, label, sourceId, streams }) => ({
    id,
    name: name ?? id,
    ...(label ? { label } : {}),
    ...(sourceId ? { sourceId } : {}),
    streams: (streams ?? []).flatMap((stream) =>
      typeof stream === "string"
        ? [stream]
        : typeof stream === "object" &&
            stream !== null &&
            "name" in stream &&
            typeof stream.name === "string"
          ? [stream.name]
          : [],
    ),
  }));
}

export type ProposeOfflineInput = {
  /** Parsed JSON: what `sources list-streams --json` prints. */
  readonly discovery: unknown;
  readonly sourceKind?: "database" | "saas" | undefined;
  readonly connector?: string | undefined;
  readonly goal?: string | undefined;
  readonly source?: string | undefined;
  readonly sources?: unknown;
  readonly connections?: unknown;
  readonly reply?: string | undefined;
  /** Files of the project's `connections/`, as far as they could be read. */
  readonly files?: readonly KnownFile[] | undefined;
  /** Default: the language of the goal. */
  readonly lang?: Language | undefined;
};

/**
 * The Proposal for a discovery and a goal (interface.md §4). Errors: `usage.bad_value` when an input is not of the form
 * that the commands print.
 */
export function proposeOffline(input: ProposeOfflineInput): Proposal {
  const discovery = parseDiscovery(input.discovery);
  const estimatedRows: Record<string, number> = {};
  for (const stream of Array.isArray(input.discovery) ? input.discovery : []) {
    const rows: unknown = stream?.estimatedRows;
    if (typeof rows === "number" && rows >= 0)
      estimatedRows[streamKey(stream.streamName, stream.streamnamespace)] = rows;
  }
  return propose({
    discovery,
    estimatedRows,
    sourceKind: input.sourceKind,
    connector: input.connector,
    goal: input.goal,
    source: input.source,
    sources: parseSources(input.sources),
    connections: parseConnections(input.connections),
    files: input.files ?? [],
    reply: input.reply,
    language: input.lang ?? (hasJapanese(`${input.goal ?? ""}${input.reply ?? ""}`) ? "ja" : "en"),
  });
}

export type DiffOfflineInput = {
  readonly file: string;
  readonly text: string;
  readonly discovery: unknown;
  readonly sources?: unknown;
  /** Absent: every file is new. */
  readonly connections?: unknown;
  readonly lang?: Language | undefined;
};

/** Findings of one file against a discovery (interface.md §4). Errors: `usage.bad_value` for inputs of another form. */
export function diffOffline(input: DiffOfflineInput): {
  ok: boolean;
  findings: Finding[];
  warnings: ConnectionWarning[];
} {
  const known = parseConnections(input.connections);
  const yaml = readYaml(input.text);
  const { ok, findings, warnings } = validateConnection({
    text: input.text,
    yaml,
    file: input.file,
    discovery: parseDiscovery(input.discovery),
    sources: parseSources(input.sources),
    isNew: isNewValue(yaml.value, known),
    language: input.lang,
  });
  return { ok, findings, warnings };
}

/** No connection has this file's name or id. */
export function isNewFile(text: string, known: readonly KnownConnection[]): boolean {
  return isNewValue(readYaml(text).value, known);
}

function isNewValue(value: unknown, known: readonly KnownConnection[]): boolean {
  const name = valueAt(value, ["metadata", "name"]);
  const id = valueAt(value, ["metadata", "id"]);
  return !known.some(
    (connection) => connection.name === name || (typeof id === "string" && connection.id === id),
  );
}
