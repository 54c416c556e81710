// Small things the groups of the suites share: opening with a recorded log, reading a stream, making streams.
import { expect } from "vitest";
import { makeLog, type LogRecord } from "../../kernel/log.ts";
import type { OpenSource } from "../source.ts";
import type { TextRow } from "./bench.ts";
import type { Op, OpColumns } from "./fixture.ts";
import { readOpen, type ReadOptions, type StreamRows } from "./read-stream.ts";
import type { SourceSuite } from "./test-source.ts";

export type Opened = AsyncDisposable & {
  readonly open: OpenSource;
  readonly log: readonly LogRecord[];
  readonly stop: AbortController;
};

export async function openSource(
  { definition, world }: SourceSuite,
  config: Readonly<Record<string, unknown>> = world().config,
): Promise<Opened> {
  const log: LogRecord[] = [];
  const stop = new AbortController();
  const open = await definition.open(definition.config.parse(config), {
    signal: stop.signal,
    log: makeLog((record) => log.push(record), "debug"),
  });
  return { open, log, stop, [Symbol.asyncDispose]: () => open[Symbol.asyncDispose]() };
}

let streams = 0;

/** A stream of its own for a test, with rows; gives its name. */
export async function makeStream(
  { world }: SourceSuite,
  columns: OpColumns,
  rows: readonly TextRow[],
  key?: readonly string[],
): Promise<string> {
  // No name is part of another one, so that a search for it finds it alone.
  const stream = `s${++streams}x`;
  const ops: Op[] = [{ kind: "create", stream, columns, ...(key ? { key } : {}) }];
  if (rows.length > 0) ops.push({ kind: "insert", stream, rows });
  await world().run(ops);
  return stream;
}

export async function readNamed(
  suite: SourceSuite,
  name: string,
  options: ReadOptions = {},
): Promise<StreamRows> {
  await using opened = await openSource(suite);
  return await readOpen(opened.open, suite.bench(), { name, ...inNamespace(suite), ...options });
}

export function inNamespace({ world }: SourceSuite): { readonly namespace?: string } {
  const { namespace } = world();
  return namespace === undefined ? {} : { namespace };
}

export const sorted = (rows: readonly TextRow[]): string[] =>
  rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();

/** Rows as sets: order is a source's own affair, losing or doubling one is not. */
export function expectSameRows(found: readonly TextRow[], expected: readonly TextRow[]): void {
  expect(sorted(found)).toEqual(sorted(expected));
}

/** `id` from 1, a text, and a cursor that rises with the id. */
export const numberedRows = (count: number, from = 1): TextRow[] =>
  Array.from({ length: count }, (_, i) => ({
    id: String(from + i),
    v: `row ${from + i}`,
    seq: String(1000 + from + i),
  }));
export const numberedColumns: OpColumns = { id: "int64", v: "text", seq: "int64" };
