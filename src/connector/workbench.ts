// The workbench: the columnar engine (DuckDB) as the rooms see it. Where the destination is a DuckDB file, the workbench
// is that file; elsewhere it is a scratch database whose staged tables the destination then takes over.

export type WorkbenchRow = Readonly<Record<string, unknown>>;

export interface Workbench {
  /** What it holds is sent elsewhere and then gone: it need not be small. */
  readonly isScratch?: boolean;
  /** Runs statements that give no rows back. `values` are bound as $1, $2, ... */
  run(sql: string, values?: readonly WorkbenchValue[]): Promise<void>;
  /** All rows as plain objects; 64-bit integers as bigint, decimals and times as text. For small results only. */
  all(sql: string, values?: readonly WorkbenchValue[]): Promise<WorkbenchRow[]>;
  /** Rows changed by one insert, update or delete. */
  change(sql: string, values?: readonly WorkbenchValue[]): Promise<number>;
  /** Makes a scalar SQL function of text arguments (NULL in, NULL out is the caller's concern). */
  defineFunction(
    name: string,
    arity: number,
    call: (...texts: (string | null)[]) => string | null,
  ): Promise<void>;
  /** Another connection, whose statements and transactions run beside those of the workbench. */
  lane(): Promise<Lane>;
  /**
   * Asks the system to begin with writing to the disk what the file holds so far: a commit waits for all of it. Returns at
   * once and never fails; a workbench without a file does nothing.
   */
  writeBack?(): void;
  /** Interrupts the statements that run now, which then fail; the workbench stays usable. */
  interrupt(): void;
}

/** A connection of its own to what the workbench has open. It sees what is committed, and no temp table of another. */
export type Lane = Pick<Workbench, "run" | "change"> & { close(): void };

/**
 * When DuckDB writes from its log into the file. Each time it writes the last row group anew, which with wide tables is most
 * of the work of a load. The time when the file is closed remains, and a kill before it costs a replay of at most this much.
 */
export const restoreCheckpoints = [
  "set wal_autocheckpoint = '256MB'",
  "reset auto_checkpoint_skip_wal_threshold",
];

/** Freed memory goes back to the system at once, where so much of it is freed that keeping it would count. */
export const giveBackAtOnce = [
  "set allocator_flush_threshold = '1MB'",
  "set allocator_bulk_deallocation_flush_threshold = '1MB'",
];

export type WorkbenchValue = string | number | bigint | boolean | null;

/** A DuckDB identifier, quoted. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A DuckDB (and standard SQL) text literal. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
