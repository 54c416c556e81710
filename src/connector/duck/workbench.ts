// DuckDB behind the Workbench interface. One connection (and lanes beside it), one statement at a time on each: a transaction of the destination and a
// statement of a source can then never mix. The driver is imported when a file is opened, never before.
import type { DuckDBConnection, DuckDBValue } from "@duckdb/node-api";
import {
  giveBackAtOnce,
  restoreCheckpoints,
  type Workbench,
  type WorkbenchValue,
} from "../workbench.ts";
import { manyColumns } from "../segment.ts";
import { toPlain } from "./values.ts";

export type WorkbenchOptions = {
  readonly memoryBytes: number;
  readonly threads: number;
  /** Where DuckDB may spill; the folder is made when needed and emptied by DuckDB when it closes. */
  readonly spillFolder: string;
  /** Columns of the widest table that will be written. */
  readonly columns?: number;
  /** See `Workbench.isScratch`. */
  readonly isScratch?: boolean;
};

export type DuckWorkbench = Workbench &
  AsyncDisposable & {
    /** Runs `work` in one transaction that nothing else can enter; rolls back when it throws. */
    transaction<T>(
      work: (inside: Pick<Workbench, "run" | "all" | "change">) => Promise<T>,
    ): Promise<T>;
  };

/**
 * Blocks of a new file; one that exists keeps those it was made with. A table that is written holds one block a column and
 * one more for its NULLs, and as many again when it is compressed: 1,600 columns are 1.6 GB of 256 KB blocks, and 100 MB of
 * 16 KB ones, which every DuckDB reads as well.
 */
export const blockBytes = (columns: number): number =>
  columns > manyColumns ? 16 * 1024 : 256 * 1024;

/** Opens a DuckDB file, or `:memory:`. Throws what the driver throws. */
export async function openWorkbench(
  path: string,
  options: WorkbenchOptions,
): Promise<DuckWorkbench> {
  const driver = await import("./driver.ts");
  const instance = await driver.DuckDBInstance.create(path, {
    threads: String(options.threads),
    memory_limit: `${Math.floor(options.memoryBytes / 1024 / 1024)}MiB`,
    preserve_insertion_order: "false",
    temp_directory: options.spillFolder,
    default_block_size: String(blockBytes(options.columns ?? 0)),
    autoinstall_known_extensions: "false",
    // A landed file is read once.
    enable_external_file_cache: "false",
  });
  const connection = await instance.connect();
  for (const sql of restoreCheckpoints) await connection.run(sql);
  if ((options.columns ?? 0) > manyColumns)
    for (const sql of giveBackAtOnce) await connection.run(sql);
  await connection.run(fixZone);
  const isScratch = options.isScratch === true;
  if (isScratch) await connection.run("set force_compression = 'uncompressed'");
  const lanes = new Set<DuckDBConnection>();
  return {
    ...makeWorkbench(driver, connection, () => {
      for (const lane of lanes) lane.closeSync();
      connection.closeSync();
      instance.closeSync();
    }),
    isScratch,
    async lane() {
      const own = await instance.connect();
      lanes.add(own);
      await own.run(fixZone);
      return {
        ...direct(own),
        close() {
          lanes.delete(own);
          own.closeSync();
        },
      };
    },
    interrupt() {
      for (const one of [connection, ...lanes]) one.interrupt();
    },
  };
}

/** Zone arithmetic must not depend on the machine. */
const fixZone = "set timezone = 'UTC'";

/** Statements as they come: two at once on one connection would fail. */
function direct(connection: DuckDBConnection): Pick<Workbench, "run" | "all" | "change"> {
  const bind = (values: readonly WorkbenchValue[]): DuckDBValue[] =>
    values.map((value) => value as DuckDBValue);
  return {
    async run(sql, values = []) {
      await connection.run(sql, bind(values));
    },
    async all(sql, values = []) {
      const reader = await connection.runAndReadAll(sql, bind(values));
      return reader
        .getRowObjects()
        .map((row) =>
          Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toPlain(value)])),
        );
    },
    async change(sql, values = []) {
      const reader = await connection.runAndReadAll(sql, bind(values));
      return reader.rowsChanged;
    },
  };
}

function makeWorkbench(
  driver: typeof import("./driver.ts"),
  connection: DuckDBConnection,
  close: () => void,
): Omit<DuckWorkbench, "lane" | "interrupt" | "isScratch"> {
  let tail: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = tail.then(work, work);
    tail = turn.catch(() => {});
    return turn;
  };
  const { run, all, change } = direct(connection);
  return {
    run: (sql, values) => inTurn(() => run(sql, values)),
    all: (sql, values) => inTurn(() => all(sql, values)),
    change: (sql, values) => inTurn(() => change(sql, values)),
    transaction: (work) =>
      inTurn(async () => {
        await connection.run("begin transaction");
        try {
          const result = await work({ run, all, change });
          await connection.run("commit");
          return result;
        } catch (error) {
          // A failed commit has rolled back by itself; the rollback then only says so.
          await connection.run("rollback").catch(() => {});
          throw error;
        }
      }),
    defineFunction: (name, arity, call) =>
      inTurn(async () => {
        connection.registerScalarFunction(
          driver.DuckDBScalarFunction.create({
            name,
            returnType: driver.VARCHAR,
            parameterTypes: Array.from({ length: arity }, () => driver.VARCHAR),
            specialHandling: true,
            mainFunction: (_info, input, output) => {
              const vectors = Array.from({ length: arity }, (_, index) =>
                input.getColumnVector(index),
              );
              for (let row = 0; row < input.rowCount; row++) {
                output.setItem(
                  row,
                  call(...vectors.map((vector) => vector.getItem(row) as string | null)),
                );
              }
              output.flush();
            },
          }),
        );
      }),
    [Symbol.asyncDispose]: () => inTurn(async () => close()),
  };
}
