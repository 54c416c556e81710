// A workbench of the suites' own, and segments read back as canonical texts: what a source gave, whatever form it chose.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CanonicalType } from "../../model/types.ts";
import {
  originalColumn,
  reasonsColumn,
  type CellReason,
  type Segment,
  type SegmentColumn,
} from "../segment.ts";
import { openWorkbench } from "../duck/workbench.ts";
import { quoteName, quoteText, type Workbench } from "../workbench.ts";

/** A row as texts by column name; NULL is null. */
export type TextRow = Readonly<Record<string, string | null>>;

export type LandedSegment = {
  readonly rows: readonly TextRow[];
  /** One entry a bad row, in order. They are among `rows` as well, with their bad cells NULL. */
  readonly bad: readonly {
    readonly index: number;
    readonly reasons: readonly CellReason[];
    readonly original: TextRow;
  }[];
  readonly count: number;
};

export type TestBench = Workbench &
  AsyncDisposable & {
    /** Lands a segment as the engine does and reads it back. */
    land(segment: Segment): Promise<LandedSegment>;
  };

export async function openTestBench(): Promise<TestBench> {
  const folder = await mkdtemp(join(tmpdir(), "revos-suite-"));
  const workbench = await openWorkbench(":memory:", {
    memoryBytes: 512 * 1024 * 1024,
    // As in a run: a second thread would need its own buffer of each of thousands of columns.
    threads: 1,
    spillFolder: join(folder, "spill"),
  });
  // Rows are compared in the order of the segment.
  await workbench.run("set preserve_insertion_order = true");
  let files = 0;
  const readBack = async (
    file: string,
    columns: readonly SegmentColumn[],
    hasBad: boolean,
  ): Promise<LandedSegment> => {
    const list = columns.map(
      (column, index) =>
        `${column.wire === "text" ? quoteName(column.name) : canonicalText(quoteName(column.name), column.type)} as c${index}`,
    );
    if (hasBad)
      list.push(
        `${quoteName(reasonsColumn)} as reasons`,
        `${quoteName(originalColumn)} as original`,
      );
    const found = await workbench.all(
      `select ${list.join(", ")} from read_parquet(${quoteText(file)}, file_row_number = true) order by file_row_number`,
    );
    const rows = found.map((row) =>
      Object.fromEntries(
        columns.map((column, index) => [column.name, (row[`c${index}`] as string | null) ?? null]),
      ),
    );
    const bad = found.flatMap((row, index) =>
      typeof row.reasons === "string"
        ? [
            {
              index,
              reasons: JSON.parse(row.reasons) as CellReason[],
              original: JSON.parse(String(row.original)) as TextRow,
            },
          ]
        : [],
    );
    return { rows, bad, count: rows.length };
  };
  return {
    ...workbench,
    async land(segment) {
      const file = join(folder, `${files++}.parquet`);
      if (segment.kind === "rows") return readRows(segment.values, segment.columns, segment.hasBad);
      if (segment.kind === "parquet") await writeFile(file, Buffer.concat(segment.parts));
      else {
        const names = [
          ...segment.columns.map((column) => column.name),
          ...(segment.hasBad ? [reasonsColumn, originalColumn] : []),
        ];
        await workbench.run(
          `copy (select ${names.map(quoteName).join(", ")} from (${segment.sql})) to ${quoteText(file)} (format parquet)`,
        );
      }
      const landed = await readBack(file, segment.columns, segment.hasBad);
      await rm(file);
      return landed;
    },
    async [Symbol.asyncDispose]() {
      await workbench[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function readRows(
  values: readonly (readonly (string | null)[])[],
  columns: readonly SegmentColumn[],
  hasBad: boolean,
): LandedSegment {
  const rows = values.map((row) =>
    Object.fromEntries(columns.map((column, index) => [column.name, row[index] ?? null])),
  );
  const bad = values.flatMap((row, index) => {
    const reasons = hasBad ? row[columns.length] : null;
    if (typeof reasons !== "string") return [];
    return [
      {
        index,
        reasons: JSON.parse(reasons) as CellReason[],
        original: JSON.parse(row[columns.length + 1] ?? "{}") as TextRow,
      },
    ];
  });
  return { rows, bad, count: rows.length };
}

/** SQL of a native value's canonical text (canonical-text.ts). */
export function canonicalText(value: string, type: CanonicalType): string {
  switch (type.kind) {
    case "float32":
    case "float64":
      return `case when isnan(${value}) then 'NaN' when isinf(${value}) then case when ${value} > 0 then 'Infinity' else '-Infinity' end else regexp_replace(${value}::varchar, '\\.0$', '') end`;
    case "date":
    case "timestamp":
    case "timestamptz":
      return String.raw`regexp_replace(${value}::varchar, '^(\S+) \(BC\)(.*)$', '\1\2 BC')`;
    case "binary":
      return String.raw`('\x' || lower(hex(${value})))`;
    default:
      return `${value}::varchar`;
  }
}
