// The parts of one stream of a backfill: from bounds, named partitions, a condition, or what failed and is missing, measured at the
// source and counted in the table.
import type { MeasureRequest, OpenSource } from "../../connector/source.ts";
import type { OpenDestination } from "../../connector/destination.ts";
import type { RunPlan, StreamPlan } from "../../engine/plan.ts";
import { makeRange } from "../../engine/rewrite/range.ts";
import { setUpStream } from "../../engine/stream-setup.ts";
import { qualifiedName } from "../../engine/bad-rows.ts";
import type { SourceCapabilities } from "../../connector/source.ts";
import { RevosError } from "../../kernel/error.ts";
import type { FieldPath } from "../../model/discovery.ts";
import { isIncremental, needsKey } from "../../model/sync-mode.ts";
import type { CanonicalType } from "../../model/types.ts";
import { formatType } from "../../model/types.ts";
import type { PlannedPart, RewriteWay } from "../../model/rewrite-plan.ts";
import { findField, formatStream } from "../stream-names.ts";
import { badBound } from "./bad-bound.ts";
import {
  mostPartitions,
  namedPartition,
  parseBound,
  boundText,
  parseValue,
  splitNumber,
  splitTime,
  windowUnits,
  type Partition,
  type TimeScale,
  type WindowUnit,
} from "./partitions.ts";
import type { BackfillRequest } from "./request.ts";

export type Scope = {
  readonly how: RewriteWay;
  readonly by: FieldPath | null;
  readonly window: string | null;
  readonly timezone: string | null;
  readonly parts: readonly PlannedPart[];
  readonly rows: number | null;
  /** Rows of the source that have no value in the range's column: they are in no part. */
  readonly unplaced: number;
};

export type ScopeInput = {
  readonly request: BackfillRequest;
  readonly run: RunPlan;
  readonly stream: StreamPlan;
  readonly source: OpenSource;
  readonly capabilities: SourceCapabilities;
  readonly destination: OpenDestination;
  readonly zone: string;
  /** Parts that an earlier backfill of this stream planned and did not finish. */
  readonly unfinished: readonly Partition[];
};

const times = ["date", "timestamp", "timestamptz"];
const numbers = ["int16", "int32", "int64", "uint64", "decimal", "number"];

export async function scopeOf(input: ScopeInput): Promise<Scope> {
  const { request, stream } = input;
  const isRanged =
    request.from !== undefined ||
    request.to !== undefined ||
    request.partitions !== undefined ||
    request.window !== undefined ||
    request.only !== undefined;
  if (request.where !== undefined && !isRanged) return await whereScope(input);
  if (!isRanged) return await wholeScope(input);
  const by = rangeField(request, stream);
  const type = typeOf(stream, by);
  const found = await partitionsOf(input, by, type);
  const counted = await countParts(input, by, type, found.parts);
  return {
    how:
      stream.syncMode === "incremental_deduped_history" ||
      (request.where !== undefined && needsKey(stream.syncMode))
        ? "merge"
        : request.where !== undefined
          ? refuseWhere(stream)
          : "replace",
    by,
    window: found.window,
    timezone: type.kind === "timestamptz" ? input.zone : null,
    ...counted,
  };
}

const all = (sourceRows: number | null, tableRows: number | null, part: string): PlannedPart => ({
  part,
  from: null,
  to: null,
  sourceRows,
  tableRows,
  why: "asked",
});

async function wholeScope(input: ScopeInput): Promise<Scope> {
  const measured = await measure(input, { range: null, bounds: [] });
  const rows = measured?.rows ?? input.stream.stream.estimatedRows ?? null;
  const tableRows = await countTable(input);
  return {
    how: "swap",
    by: null,
    window: null,
    timezone: null,
    parts: [all(rows, tableRows[0] ?? 0, "all")],
    rows,
    unplaced: 0,
  };
}

async function whereScope(input: ScopeInput): Promise<Scope> {
  const { stream } = input;
  const how = needsKey(stream.syncMode)
    ? "merge"
    : isIncremental(stream.syncMode)
      ? "add"
      : refuseWhere(stream);
  const measured = await measure(input, { range: null, bounds: [] });
  return {
    how,
    by: null,
    window: null,
    timezone: null,
    parts: [all(measured?.rows ?? null, null, "where")],
    rows: measured?.rows ?? null,
    unplaced: 0,
  };
}

/** Which rows of the table a condition of the source stands for cannot be told without a key. */
function refuseWhere(stream: StreamPlan): never {
  throw new RevosError(
    "usage.bad_value",
    `--where cannot be used for ${formatStream(stream.stream)}: ${stream.syncMode} has no key by which its rows could be found in the table. Nothing was done.`,
    { data: { flag: "--where" }, advice: "Use --from and --to, or backfill the whole stream." },
  );
}

function rangeField(request: BackfillRequest, stream: StreamPlan): FieldPath {
  if (request.by !== undefined) {
    const field = findField(stream.stream, request.by);
    if (!field || field.length !== 1)
      throw badBound("by", request.by, `a column of ${formatStream(stream.stream)}`);
    return field;
  }
  const [field] = [stream.eventTime ?? [], stream.cursorField].filter((path) => path.length === 1);
  if (field) return field;
  throw new RevosError(
    "usage.bad_value",
    `${formatStream(stream.stream)} has neither an event time nor a cursor that is a column, so a range of it means nothing. Nothing was done.`,
    {
      data: { flag: "--by", stream: stream.stream.name },
      advice: "Name the column: --by <column>; or backfill the whole stream.",
    },
  );
}

function typeOf(stream: StreamPlan, by: FieldPath): CanonicalType {
  const type = stream.stream.columns.find((column) => column.name === by[0])?.type;
  if (type && [...times, ...numbers].includes(type.kind)) return type;
  throw badBound(
    "by",
    by.join("."),
    "a column of times or numbers",
    type ? `${by.join(".")} is ${formatType(type)}.` : undefined,
  );
}

type Found = {
  readonly parts: readonly (Partition & Pick<PlannedPart, "why">)[];
  readonly window: string | null;
};

async function partitionsOf(input: ScopeInput, by: FieldPath, type: CanonicalType): Promise<Found> {
  const { request, zone, unfinished } = input;
  const only = request.only ?? [];
  const failed = only.includes("failed")
    ? unfinished.map((part) => ({ ...part, why: "failed" as const }))
    : [];
  if (
    only.length > 0 &&
    !only.includes("missing") &&
    request.from === undefined &&
    request.to === undefined
  )
    return { parts: failed, window: null };
  const asked = times.includes(type.kind)
    ? await timeParts(input, by, type, { kind: type.kind as TimeScale["kind"], zone })
    : await numberParts(input, by, type);
  const parts = asked.parts.map((part) => ({ ...part, why: "asked" as const }));
  if (only.length === 0) return { ...asked, parts };
  const within = failed.filter((part) => isWithin(part, asked.parts) || request.from === undefined);
  const names = new Set(within.map((part) => part.name));
  return {
    window: asked.window,
    parts: [
      ...within,
      ...(only.includes("missing")
        ? parts
            .filter((part) => !names.has(part.name))
            .map((part) => ({ ...part, why: "missing" as const }))
        : []),
    ],
  };
}

const isWithin = (part: Partition, asked: readonly Partition[]): boolean =>
  asked.some((other) => other.from === part.from && other.to === part.to);

async function timeParts(
  input: ScopeInput,
  by: FieldPath,
  type: CanonicalType,
  scale: TimeScale,
): Promise<{ parts: Partition[]; window: string | null }> {
  const { request } = input;
  if (request.partitions !== undefined) return listed(request.partitions, scale);
  const given = (text: string | undefined, flag: string): number | null =>
    text === undefined ? null : parseBound(text, scale, flag);
  let from = given(request.from, "from");
  let to = given(request.to, "to");
  if (from !== null && to !== null && from >= to)
    throw badBound("to", request.to ?? "", `a time after --from ${request.from ?? ""}`);
  if (from === null || to === null) {
    const edges = await edgesOf(input, by, type);
    const [least, most] = edges.map((text) => (text === null ? null : parseValue(text)));
    from ??= least ?? null;
    // The range is open above: the largest value belongs to it.
    to ??= most === null || most === undefined ? null : Math.max(most + 1, (from ?? most) + 1);
  }
  const unit = windowOf(request.window, from, to);
  if (from === null || to === null || unit === null) {
    const bound = (ms: number | null): string | null => (ms === null ? null : boundText(ms, scale));
    return from !== null && to !== null && from >= to
      ? { parts: [], window: null }
      : {
          parts: [
            {
              name: `${request.from ?? ""}..${request.to ?? ""}`,
              from: bound(from),
              to: bound(to),
            },
          ],
          window: null,
        };
  }
  const openTop = request.to === undefined;
  const parts = splitTime(from, to, unit, scale);
  refuseMany(parts.length);
  // Cut at the calendar, not at the value that happened to be the largest when it was looked at.
  const last = parts.at(-1);
  if (openTop && last) {
    const whole = splitTime(from, to, unit, { ...scale }).at(-1);
    const next = splitTime(to - 1, to + 400 * 86_400_000, unit, scale)[0];
    if (whole && next?.to) parts[parts.length - 1] = { ...last, to: next.to };
  }
  return { parts, window: unit };
}

function listed(text: string, scale: TimeScale): { parts: Partition[]; window: string | null } {
  const parts = new Map<string, Partition>();
  let unit: WindowUnit | null = null;
  for (const item of text
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean)) {
    const [first = "", last = first] = item.split("..");
    const start = namedPartition(first, scale);
    const end = namedPartition(last, scale);
    if (unit !== null && (unit !== start.unit || unit !== end.unit))
      throw badBound("partitions", text, "partitions of one size");
    unit = start.unit;
    if (end.end <= start.start) throw badBound("partitions", item, "an end after its start");
    for (const part of splitTime(start.start, end.end, unit, scale)) parts.set(part.name, part);
    refuseMany(parts.size);
  }
  if (parts.size === 0) throw badBound("partitions", text, "2026-03-01,2026-03-05..2026-03-07");
  return { parts: [...parts.values()], window: unit };
}

function windowOf(
  text: string | undefined,
  from: number | null,
  to: number | null,
): WindowUnit | null {
  if (text !== undefined) {
    if (text === "none") return null;
    const unit = windowUnits.find((one) => one === text.replace(/s$/, ""));
    if (!unit) throw badBound("window", text, `${windowUnits.join(", ")} or none`);
    return unit;
  }
  if (from === null || to === null) return null;
  return to - from > 400 * 86_400_000 ? "month" : "day";
}

function refuseMany(count: number): void {
  if (count > mostPartitions)
    throw badBound(
      "window",
      String(count),
      `windows that make at most ${mostPartitions} partitions`,
      "Use a larger window, or a shorter range.",
    );
}

async function numberParts(
  input: ScopeInput,
  by: FieldPath,
  type: CanonicalType,
): Promise<{ parts: Partition[]; window: string | null }> {
  const { request } = input;
  for (const [flag, text] of [
    ["from", request.from],
    ["to", request.to],
  ] as const)
    if (text !== undefined && !/^-?\d+(\.\d+)?$/.test(text)) throw badBound(flag, text, "a number");
  if (request.partitions !== undefined)
    throw badBound("partitions", request.partitions, "a time column");
  if (request.window === undefined) {
    const { from = null, to = null } = request;
    if (from !== null && to !== null && Number(from) >= Number(to))
      throw badBound("to", to, `a number above ${from}`);
    return { parts: [{ name: `${from ?? ""}..${to ?? ""}`, from, to }], window: null };
  }
  if (!/^[1-9]\d*$/.test(request.window))
    throw badBound("window", request.window, "a whole number for a number column");
  const [least, most] = await edgesOf(input, by, type);
  const from = request.from ?? least?.replace(/\..*$/, "");
  const to =
    request.to ??
    (most === null || most === undefined
      ? undefined
      : String(BigInt(most.replace(/\..*$/, "")) + 1n));
  if (from === undefined || to === undefined) return { parts: [], window: request.window };
  const size = BigInt(request.window);
  if ((BigInt(to) - BigInt(from)) / size > BigInt(mostPartitions)) refuseMany(mostPartitions + 1);
  return { parts: splitNumber(BigInt(from), BigInt(to), size), window: request.window };
}

/** Smallest and largest value, of source and table together where both can tell. */
async function edgesOf(
  input: ScopeInput,
  by: FieldPath,
  type: CanonicalType,
): Promise<(string | null)[]> {
  const measured = await measure(input, {
    range: { field: by, type, from: null, to: null },
    bounds: [],
  });
  if (measured) return [measured.least, measured.most];
  const { sql, table, within } = tableSide(input, by, null);
  const counted = await input.destination.measure?.(input.stream.target, [within]);
  if (counted) return [counted.least, counted.most];
  if (!(await hasTable(input))) return [null, null];
  const [row] = await input.destination.workbench.all(
    `select cast(min(${sql}) as varchar) as least, cast(max(${sql}) as varchar) as most from ${table}`,
  );
  return [row?.least, row?.most].map((value) => (typeof value === "string" ? value : null));
}

async function countParts(
  input: ScopeInput,
  by: FieldPath,
  type: CanonicalType,
  parts: Found["parts"],
): Promise<Pick<Scope, "parts" | "rows" | "unplaced">> {
  if (parts.length === 0) return { parts: [], rows: 0, unplaced: 0 };
  const sorted = [...parts].sort((a, b) => compareBounds(a.from, b.from, type));
  const source = await countSource(input, by, type, sorted);
  const table = await countTable(
    input,
    sorted.map((part) => tableSide(input, by, part)),
  );
  const planned = sorted.map((part, index): PlannedPart => ({
    part: part.name,
    from: part.from,
    to: part.to,
    sourceRows: source.counts[index] ?? null,
    tableRows: table[index] ?? 0,
    why: part.why,
  }));
  // Missing: the source has rows of it and the table has none. Where the source cannot tell, the table alone decides.
  const kept = planned.filter(
    (part) => part.why !== "missing" || (part.tableRows === 0 && part.sourceRows !== 0),
  );
  const known = kept.every((part) => part.sourceRows !== null);
  return {
    parts: kept,
    rows: known ? kept.reduce((sum, part) => sum + (part.sourceRows ?? 0), 0) : null,
    unplaced: source.nulls,
  };
}

function compareBounds(a: string | null, b: string | null, type: CanonicalType): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  return times.includes(type.kind) ? (a < b ? -1 : 1) : Number(a) - Number(b);
}

/** One scan where the parts follow each other; one question a part where they do not. */
async function countSource(
  input: ScopeInput,
  by: FieldPath,
  type: CanonicalType,
  parts: readonly Partition[],
): Promise<{ counts: (number | null)[]; nulls: number }> {
  const first = parts[0];
  const last = parts.at(-1);
  const isClosed = parts.every((part) => part.from !== null);
  const bounds = isClosed
    ? [...new Set(parts.flatMap(({ from, to }) => [from, to]))].filter((text) => text !== null)
    : [];
  const measured = await measure(input, {
    range: { field: by, type, from: first?.from ?? null, to: last?.to ?? null },
    bounds: [...bounds].sort((a, b) => compareBounds(a, b, type)),
  });
  if (!measured) return { counts: parts.map(() => null), nulls: 0 };
  if (!isClosed) return { counts: [measured.rows], nulls: measured.nulls };
  const sorted = [...bounds].sort((a, b) => compareBounds(a, b, type));
  return {
    counts: parts.map((part) => measured.buckets[sorted.indexOf(part.from ?? "")] ?? 0),
    nulls: measured.nulls,
  };
}

async function measure(
  { source, stream, request, capabilities }: ScopeInput,
  asked: Pick<MeasureRequest, "range" | "bounds">,
): Promise<Awaited<ReturnType<NonNullable<OpenSource["measure"]>>> | null> {
  if (!source.measure) return null;
  return await source.measure({
    stream: stream.stream,
    where: capabilities.where ? joinWhere(stream.where, request.where ?? null) : null,
    ...asked,
  });
}

export const joinWhere = (own: string | null, asked: string | null): string | null =>
  own === null ? asked : asked === null ? own : `(\n${own}\n) and (\n${asked}\n)`;

/** A part as the table shows it: its column, and the range over it for the workbench and for a destination. */
function tableSide(
  { run, stream, capabilities }: ScopeInput,
  by: FieldPath,
  part: Partition | null,
) {
  const setup = setUpStream(stream, stream.stream, run, capabilities);
  const { from = null, to = null } = part ?? {};
  const { column, inside, within } = makeRange(stream, setup, { field: by, from, to });
  return {
    sql: `"${column.column.replaceAll('"', '""')}"`,
    table: qualifiedName(stream.target),
    inside,
    within,
  };
}

const perStatement = 200;

/** Rows of the table in each part; without parts, all of them. */
async function countTable(
  input: ScopeInput,
  parts?: readonly ReturnType<typeof tableSide>[],
): Promise<number[]> {
  const { destination, stream } = input;
  const counted = await destination.measure?.(
    stream.target,
    (parts ?? []).map(({ within }) => within),
  );
  if (counted) return parts ? [...counted.within] : [counted.rows];
  const conditions = parts?.map(({ inside }) => inside) ?? ["true"];
  if (!(await hasTable(input))) return conditions.map(() => 0);
  const counts: number[] = [];
  for (let at = 0; at < conditions.length; at += perStatement) {
    const list = conditions.slice(at, at + perStatement);
    const [row] = await destination.workbench.all(
      `select ${list.map((condition, index) => `count(*) filter (where ${condition}) as c${index}`).join(", ")} from ${qualifiedName(stream.target)}`,
    );
    counts.push(...list.map((_, index) => Number(row?.[`c${index}`] ?? 0)));
  }
  return counts;
}

async function hasTable({ destination, stream, run }: ScopeInput): Promise<boolean> {
  const state = await destination.describe(stream.target, {
    sourceKey: run.source.key,
    namespace: stream.stream.namespace ?? "",
    stream: stream.stream.name,
    target: `${stream.target.schema}.${stream.target.table}`,
    lane: "live",
  });
  return state.columns !== null;
}
