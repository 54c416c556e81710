// Tables of the workbench, as those see them who send them on.
import type { TableName } from "../../../connector/destination.ts";
import { quoteName, type Workbench } from "../../../connector/workbench.ts";

export type Column = { readonly name: string; readonly duck: string };

export type Bench = {
  readonly workbench: Workbench;
  /** A folder for pieces that are on their way. */
  readonly scratch: string;
  readonly signal: AbortSignal;
};

export const benchName = (table: TableName): string =>
  `${quoteName(table.schema)}.${quoteName(table.table)}`;

/** Columns of a workbench table, in order. */
export async function benchColumns(bench: Bench, table: TableName): Promise<Column[]> {
  const rows = await bench.workbench.all(`describe select * from ${benchName(table)}`);
  return rows.map((row) => ({ name: String(row.column_name), duck: String(row.column_type) }));
}
