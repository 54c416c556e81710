// Staged rows that are found out only when all rows are staged (a number that fits nowhere, a late row): they move to
// quarantine, with their original from the segment they were read from.
import type { TableName } from "../connector/destination.ts";
import { quoteText, type Workbench } from "../connector/workbench.ts";
import { qualifiedName, type BadRows } from "./bad-rows.ts";
import type { Loader } from "./load.ts";
import { originalSql } from "./load-sql.ts";

export type MoveOptions = {
  readonly workbench: Workbench;
  readonly stage: TableName;
  readonly loader: Loader;
  readonly badRows: BadRows;
  /** SQL over staged rows: those that move. */
  readonly condition: string;
  /** The source's column in the reason, the text of its value as SQL over a staged row, and the rule that it breaks. */
  readonly column: string;
  readonly value: string;
  readonly rule: string;
};

/** Gives how many moved. Their segments must still be there. */
export async function moveToQuarantine(options: MoveOptions): Promise<number> {
  const { workbench, stage, badRows, loader, condition } = options;
  const table = qualifiedName(stage);
  const reasons = `[{'column': ${quoteText(options.column)}, 'value': s.v, 'rule': ${quoteText(options.rule)}}]`;
  let moved = 0;
  for (const { landed, offset } of loader.segments) {
    const within = `_revos_id >= ${offset} and _revos_id < ${offset + BigInt(landed.rows)} and ${condition}`;
    const rows = await workbench.all(`select count(*) as n from ${table} where ${within}`);
    if (Number(rows[0]?.n) === 0) continue;
    await badRows.add(
      `select o.row_number, ${reasons} as reasons, o.original from (select file_row_number as row_number, ${originalSql(landed)} as original from read_parquet(${quoteText(landed.file)}, file_row_number = true)) as o
        join (select _revos_id - ${offset} as row_number, ${options.value} as v from ${table} where ${within}) as s using (row_number)`,
      landed.label,
      landed.readAt,
    );
    moved += await workbench.change(`delete from ${table} where ${within}`);
  }
  return moved;
}
