// Streams held as plain data, changed by the suites' operations: for sources whose rows stand in the config, and for
// fixtures that write whole files anew after every change.
import { must } from "../../kernel/assert.ts";
import type { TextRow } from "./bench.ts";
import type { Op } from "./fixture.ts";

export type HeldStream = {
  readonly columns: Record<string, string>;
  readonly rows: (string | null)[][];
  readonly key: string[];
};

export type HeldStreams = {
  readonly streams: Readonly<Record<string, HeldStream>>;
  apply(op: Op): void;
};

export function makeHeldStreams(): HeldStreams {
  const streams: Record<string, HeldStream> = {};
  const find = (name: string): HeldStream => must(streams[name], `a stream ${name}`);
  const toCells = (stream: HeldStream, row: TextRow): (string | null)[] =>
    Object.keys(stream.columns).map((column) => row[column] ?? null);
  const matches = (stream: HeldStream, cells: readonly (string | null)[], key: TextRow): boolean =>
    Object.keys(stream.columns).every(
      (column, index) => !(column in key) || cells[index] === key[column],
    );
  return {
    streams,
    apply(op) {
      if (op.kind === "create") {
        streams[op.stream] = { columns: { ...op.columns }, rows: [], key: [...(op.key ?? [])] };
        return;
      }
      if (op.kind === "drop") {
        delete streams[op.stream];
        return;
      }
      const stream = find(op.stream);
      if (op.kind === "insert") stream.rows.push(...op.rows.map((row) => toCells(stream, row)));
      else if (op.kind === "add_column") {
        stream.columns[op.column] = op.type;
        for (const row of stream.rows) row.push(null);
      } else if (op.kind === "delete") {
        const kept = stream.rows.filter((row) => !matches(stream, row, op.key));
        stream.rows.splice(0, stream.rows.length, ...kept);
      } else {
        for (const row of stream.rows) {
          if (!matches(stream, row, op.key)) continue;
          Object.keys(stream.columns).forEach((column, index) => {
            if (column in op.set) row[index] = op.set[column] ?? null;
          });
        }
      }
    },
  };
}
