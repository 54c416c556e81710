// The hostile source: the memory source's rows, and a fault wherever the config orders one. It is how the engine is tried
// against refusals, cuts, stalls, lies and late answers without a broken server at hand.
import { existsSync } from "node:fs";
import { z } from "zod";
import { cursorPosition } from "../../connector/cursor-position.ts";
import { readRowSegments } from "../../connector/row-segments.ts";
import type { RowSegment } from "../../connector/segment.ts";
import { defineSource, type OpenSource, type ReadRequest } from "../../connector/source.ts";
import { systemClock } from "../../kernel/clock.ts";
import { RevosError } from "../../kernel/error.ts";
import { errorCodes, type ErrorCode } from "../../kernel/errors/codes.ts";
import type { CatalogStream } from "../../model/catalog.ts";
import { syncModes } from "../../model/sync-mode.ts";
import { parseType } from "../../model/types.ts";

/**
 * fail: a coded error. disconnect: the driver's own error of a cut connection, for `classify`. stall: no answer until the
 * read is aborted. wrong_types: cells that do not convert, from row `afterRows` on. wrong_count: a segment that claims
 * one row more than it holds. slow: only `lateMs`.
 */
const Fault = z.strictObject({
  do: z.enum(["fail", "disconnect", "stall", "wrong_types", "wrong_count", "slow"]).default("fail"),
  code: z
    .custom<ErrorCode>((value) => typeof value === "string" && value in errorCodes, "No such code")
    .default("source.unreachable"),
  /** Wait this long before every answer of the step. */
  lateMs: z.number().int().min(0).default(0),
  /** Once this file exists the fault is gone: a test heals the source between two attempts, in other processes too. */
  healedBy: z.string().optional(),
});
type Fault = z.infer<typeof Fault>;

const ReadFault = Fault.extend({
  /** Only this stream; all when absent. */
  stream: z.string().optional(),
  /** Give this many rows first, in segments as asked for. */
  afterRows: z.number().int().min(0).default(0),
});
type ReadFault = z.infer<typeof ReadFault>;

/** As in the memory source. */
const HostileStream = z.strictObject({
  columns: z.record(
    z.string(),
    z.string().refine((text) => parseType(text) !== null, "No such type"),
  ),
  rows: z.array(z.array(z.string().nullable())),
  key: z.array(z.string()).default([]),
  cursor: z.string().optional(),
});

export const HostileConfig = z.strictObject({
  streams: z.record(z.string(), HostileStream),
  on: z
    .strictObject({
      open: Fault.optional(),
      check: Fault.optional(),
      discover: Fault.optional(),
      read: ReadFault.optional(),
    })
    .default({}),
  /** A planted secret, so that a test can search for it. */
  password: z.string().optional(),
});
export type HostileConfig = z.infer<typeof HostileConfig>;

export const source = defineSource<HostileConfig>({
  kind: "hostile",
  title: "Fails on command",
  forTests: true,
  config: HostileConfig,
  secrets: ["password"],
  capabilities: {
    namespaces: false,
    incremental: true,
    where: false,
    privacy: true,
    oneSnapshot: true,
    network: false,
  },
  dependencies: [],
  schemes: [],
  describe: (config) => `${Object.keys(config.streams).length} streams, hostile`,
  classify: (error) =>
    (error as NodeJS.ErrnoException)?.code === "ECONNRESET" ? "source.unreachable" : undefined,
  async open(config, { signal }) {
    await strike(config.on.open, signal, "open the source");
    return openHostile(config, signal);
  },
});

function openHostile(config: HostileConfig, signal: AbortSignal): OpenSource {
  return {
    async *check() {
      try {
        await strike(config.on.check, signal, "check the source");
      } catch (error) {
        const code =
          error instanceof RevosError ? error.code : (source.classify(error) ?? "source.unknown");
        yield {
          name: "read_row",
          ok: false,
          ms: 0,
          code,
          message: "The hostile source refused.",
          advice: errorCodes[code].advice,
        };
        return;
      }
      yield { name: "read_row", ok: true, ms: 0 };
    },
    async discover({ search } = {}) {
      await strike(config.on.discover, signal, "discover the streams");
      const names = Object.keys(config.streams).filter(
        (name) => search === undefined || name.includes(search),
      );
      return {
        streams: names.sort().map((name) => toCatalogStream(name, findStream(config, name))),
      };
    },
    async *read(request, ctx) {
      const fault = config.on.read;
      const segments = readSegments(config, request, ctx.signal);
      const armed =
        fault &&
        (fault.stream === undefined || fault.stream === request.stream.name) &&
        !isHealed(fault);
      if (!armed) return yield* segments;
      let rows = 0;
      for await (const segment of segments) {
        if (fault.lateMs) await systemClock.sleep(fault.lateMs, ctx.signal);
        const [before, after] = split(segment, Math.max(0, fault.afterRows - rows));
        rows += segment.rows;
        if (before) yield before;
        if (!after) continue;
        if (fault.do === "wrong_types") yield spoiled(after);
        else if (fault.do === "wrong_count") yield { ...after, rows: after.rows + 1 };
        else if (fault.do === "slow") yield after;
        else await strike(fault, ctx.signal, `read stream ${request.stream.name}`);
      }
      if (rows <= fault.afterRows && fault.do !== "slow")
        await strike({ ...fault, lateMs: 0 }, ctx.signal, `read stream ${request.stream.name}`);
    },
    toPosition: cursorPosition,
    async [Symbol.asyncDispose]() {},
  };
}

function findStream(config: HostileConfig, name: string): z.infer<typeof HostileStream> {
  const stream = Object.hasOwn(config.streams, name) ? config.streams[name] : undefined;
  if (!stream)
    throw new RevosError("source.stream_not_found", `The hostile source has no stream ${name}.`, {
      where: { stream: name },
    });
  return stream;
}

function readSegments(
  config: HostileConfig,
  request: ReadRequest,
  signal: AbortSignal,
): AsyncIterable<RowSegment> {
  const stream = findStream(config, request.stream.name);
  const places = new Map(Object.keys(stream.columns).map((column, index) => [column, index]));
  const rows = stream.rows.map((row) => (column: string) => row[places.get(column) ?? -1] ?? null);
  return readRowSegments(request, rows, signal);
}

function toCatalogStream(name: string, stream: z.infer<typeof HostileStream>): CatalogStream {
  const columns = Object.entries(stream.columns).map(([column, type]) => {
    const parsed = parseType(type) ?? ({ kind: "text" } as const);
    return { name: column, type: parsed, sourceType: type, nullable: !stream.key.includes(column) };
  });
  return {
    name,
    kind: "table",
    columns,
    syncModes,
    defaultCursorField: stream.cursor === undefined ? [] : [stream.cursor],
    sourceDefinedCursorField: false,
    sourceDefinedPrimaryKey: stream.key.map((column) => [column]),
    estimatedRows: stream.rows.length,
  };
}

const isHealed = (fault: Fault): boolean =>
  fault.healedBy !== undefined && existsSync(fault.healedBy);

/** Does what the fault orders, or nothing when there is none. */
async function strike(
  fault: Fault | ReadFault | undefined,
  signal: AbortSignal,
  what: string,
): Promise<void> {
  if (!fault || isHealed(fault)) return;
  if (fault.lateMs) await systemClock.sleep(fault.lateMs, signal);
  if (fault.do === "stall") await systemClock.sleep(2 ** 31 - 1, signal);
  if (fault.do === "disconnect")
    throw Object.assign(new RangeError("read ECONNRESET"), { code: "ECONNRESET" });
  if (fault.do === "fail")
    throw new RevosError(fault.code, `Could not ${what}: the hostile source was told to fail.`);
}

/** The first `count` rows of a segment and the others; null where there are none. */
function split(segment: RowSegment, count: number): [RowSegment | null, RowSegment | null] {
  if (count >= segment.rows) return [segment, null];
  if (count === 0) return [null, segment];
  const part = (values: typeof segment.values) => ({ ...segment, values, rows: values.length });
  return [
    { ...part(segment.values.slice(0, count)), filtered: 0 },
    part(segment.values.slice(count)),
  ];
}

/** Every cell of a column that is not text becomes a word no type but text can hold. */
function spoiled(segment: RowSegment): RowSegment {
  const values = segment.values.map((row) =>
    row.map((cell, index) =>
      cell !== null &&
      index < segment.columns.length &&
      segment.columns[index]?.type.kind !== "text"
        ? "not a value"
        : cell,
    ),
  );
  return { ...segment, values };
}
