// Rows so wide that a segment holds fewer of them than DuckDB puts into one vector. It writes a column vector by vector and
// holds all strings of one at once, whatever memory_limit says: 2,048 texts of 300 KB are 600 MB. So each such segment becomes
// a row group of its own, written as it is committed: a vector ends with its row group, nothing of it stays in memory, and
// nothing goes through the log as well. Peaks of all processes for 1 GB: 1,260 MB without this, 320 MB with it.
import { segmentBytes, wideRowBytes } from "../connector/segment.ts";
import { giveBackAtOnce, restoreCheckpoints, type Workbench } from "../connector/workbench.ts";
import type { Landed } from "./land.ts";

export type WideRows = {
  /** Called before a segment is loaded. */
  expect(landed: Pick<Landed, "rows" | "bytes">): Promise<void>;
};

/** Small segments (the last one of a stream) are held as they are: they are no burden. */
export const isWide = ({ rows, bytes }: Pick<Landed, "rows" | "bytes">): boolean =>
  bytes >= segmentBytes / 2 && bytes / rows >= wideRowBytes;

const eachCommit = [
  "set wal_autocheckpoint = '1KB'",
  "set auto_checkpoint_skip_wal_threshold = 1",
  // Small row groups beside each other would be made into one, of full vectors again.
  "set max_vacuum_tasks = 0",
  ...giveBackAtOnce,
];

export function watchWideRows(workbench: Workbench): WideRows {
  /** Null: as an earlier stream left it. */
  let isOn: boolean | null = null;
  return {
    async expect(landed) {
      const isWanted = isWide(landed);
      if (isWanted === isOn) return;
      isOn = isWanted;
      for (const sql of isOn ? eachCommit : restoreCheckpoints) await workbench.run(sql);
    },
  };
}
