// Rows of texts shaped as a read asks for them: early filter, chosen columns, privacy transforms, the two columns of bad
// rows. For sources that hold a row as texts (memory, files, endpoints), so that none of them repeats it.
import type { ReadRequest } from "./source.ts";
import type { CellReason, SegmentColumn } from "./segment.ts";

/** A cell as the source's text; null is NULL. */
export type Cell = string | null;

export type RowShaper = {
  /** The columns of the segment, without the two of bad rows. */
  readonly columns: readonly SegmentColumn[];
  /**
   * The row as the segment holds it: one entry per column, then `_revos_reasons` and `_revos_original` (null for a good row).
   * Null: the early filter dropped it. `reasons` are what the source itself found wrong; `get` gives a source column's text,
   * and is asked for every column of a bad row too.
   */
  shape(
    get: (column: string) => Cell,
    reasons?: readonly CellReason[],
    extra?: Readonly<Record<string, string>>,
  ): Cell[] | null;
};

/** The shaper of a read. `wire` is text throughout: the load converts and judges. */
export function makeRowShaper(request: Pick<ReadRequest, "columns" | "filter">): RowShaper {
  const { columns, filter } = request;
  return {
    columns: columns.map((column) => ({
      name: column.name,
      type: column.privacy ? { kind: "text" } : column.type,
      wire: "text",
    })),
    shape(get, reasons = [], extra) {
      if (filter && !filter.keep(filter.fields.map(get))) return null;
      const bad = [...reasons];
      const row = columns.map((column): Cell => {
        const text = get(column.source);
        if (text === null || !column.privacy) return text;
        const made = column.privacy(text);
        if ("text" in made) return made.text;
        // The value stays unseen: a transform that failed on it must not bring it to the quarantine in clear.
        bad.push({ column: column.name, value: null, rule: made.failed });
        return null;
      });
      if (bad.length === 0) return [...row, null, null];
      const original = Object.fromEntries([
        ...columns.map((column, index) => [column.name, row[index] ?? null] as const),
        ...Object.entries(extra ?? {}),
      ]);
      return [...row, JSON.stringify(bad), JSON.stringify(original)];
    },
  };
}
