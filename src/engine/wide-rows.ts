// Rows of hundreds of kilobytes. DuckDB checkpoints a column in vectors of 2,048 rows and holds all their strings at once:
// nothing can make that less. What can be avoided is paying it after every segment (each checkpoint would write the same
// row group again) and memory that was freed but not given back. Measured with 50 values of 5 MB: 1,260 MB without this,
// 400 MB with it.
import type { Workbench } from "../connector/workbench.ts";
import type { Landed } from "./land.ts";

const vectorRows = 2048;
const wideRowBytes = 64 * 1024;
const mb = 1024 * 1024;
/** Beside the strings themselves: the segment that is read, and what DuckDB needs anyway. */
const headroomBytes = 64 * mb;

export type WideRows = {
  /** Called before a segment is loaded. */
  expect(landed: Pick<Landed, "rows" | "bytes">): Promise<void>;
};

export function watchWideRows(workbench: Workbench, limitBytes: number): WideRows {
  let isWide = false;
  let granted = limitBytes;
  let window: { rows: number; bytes: number }[] = [];
  return {
    async expect({ rows, bytes }) {
      if (rows === 0 || bytes / rows < wideRowBytes) {
        window = [];
        return;
      }
      if (!isWide) {
        isWide = true;
        await workbench.run("set wal_autocheckpoint = '1TB'");
        await workbench.run("set allocator_flush_threshold = '1MB'");
        await workbench.run("set allocator_bulk_deallocation_flush_threshold = '1MB'");
      }
      window.push({ rows, bytes });
      while (
        window.reduce((sum, part) => sum + part.rows, 0) - (window[0]?.rows ?? 0) >=
        vectorRows
      )
        window.shift();
      const needed = window.reduce((sum, part) => sum + part.bytes, 0) * 1.05 + headroomBytes;
      if (needed <= granted) return;
      granted = needed;
      await workbench.run(`set memory_limit = '${Math.ceil(granted / mb)}MiB'`);
    },
  };
}
