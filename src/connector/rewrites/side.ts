// What keeping and putting back rows needs of a warehouse. The statements are the same in every warehouse of SQL; how names,
// keys and values are written differs.
import type { TableColumn, TableName } from "../destination.ts";
import type { WorkbenchRow, WorkbenchValue } from "../workbench.ts";

/** Statements inside one transaction of the warehouse. */
export type Inside = {
  run(sql: string, values?: readonly WorkbenchValue[]): Promise<void>;
  all(sql: string, values?: readonly WorkbenchValue[]): Promise<WorkbenchRow[]>;
  /** Rows changed by one insert, update or delete. */
  change(sql: string, values?: readonly WorkbenchValue[]): Promise<number>;
};

export type RewriteSide = Inside & {
  qualified(table: TableName): string;
  column(name: string): string;
  /** Columns of a table with the warehouse's own types, null when there is none. */
  columnsOf(table: TableName): Promise<readonly TableColumn[] | null>;
  historyName(target: TableName): TableName;
  /**
   * SQL conditions of which at most one holds for two rows (`a`, `b`: their aliases) of one key, NULL equal to NULL: as
   * many as the warehouse needs to find the rows without comparing each with each.
   */
  sameKey(a: string, b: string, keys: readonly TableColumn[]): readonly string[];
  /** SQL: the column's value is at or above the one that `text` (canonical) stands for. */
  atLeast(column: TableColumn, text: string): string;
  /** A table that lives within the transaction, and is made anew from a select. */
  readonly touched: string;
  makeTouched(select: string): Promise<void>;
};
