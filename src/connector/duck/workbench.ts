// DuckDB behind the Workbench interface. One connection (and lanes beside it), one statement at a time on each: a transaction
// of the destination and a statement of a source can then never mix. The driver is imported when a file is opened.
import type { DuckDBConnection, DuckDBInstance, DuckDBValue } from "@duckdb/node-api";
import {
  giveBackAtOnce,
  restoreCheckpoints,
  type Workbench,
  type WorkbenchValue,
} from "../workbench.ts";
import { manyColumns } from "../segment.ts";
import { classifyDuck } from "./errors.ts";
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
  /** See `Workbench.writeBack`. */
  readonly writeBack?: () => void;
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
  const at = await openFile(driver, path, options);
  const lanes = new Set<DuckDBConnection>();
  const close = (): void => {
    for (const lane of lanes) lane.closeSync();
    lanes.clear();
    at.connection.closeSync();
    at.instance.closeSync();
  };
  return {
    ...makeWorkbench(driver, at, {
      close,
      // What is only in memory would be gone.
      reopen: async () => {
        if (path === ":memory:") return;
        const limit = await direct(at).all("select current_setting('memory_limit') as bytes");
        close();
        Object.assign(at, await openFile(driver, path, options));
        await at.connection.run(`set memory_limit = '${String(limit[0]?.bytes)}'`);
      },
    }),
    isScratch: options.isScratch === true,
    ...(options.writeBack ? { writeBack: options.writeBack } : {}),
    async lane() {
      const connection = await at.instance.connect();
      lanes.add(connection);
      await connection.run(fixZone);
      return {
        ...direct({ connection }),
        close() {
          if (lanes.delete(connection)) connection.closeSync();
        },
      };
    },
    interrupt() {
      for (const one of [at.connection, ...lanes]) one.interrupt();
    },
  };
}

/** The open file; another one takes its place where it had to be opened anew. */
type OpenFile = { instance: DuckDBInstance; connection: DuckDBConnection };

async function openFile(
  driver: typeof import("./driver.ts"),
  path: string,
  options: WorkbenchOptions,
): Promise<OpenFile> {
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
  if (options.isScratch === true) await connection.run("set force_compression = 'uncompressed'");
  return { instance, connection };
}

/** Zone arithmetic must not depend on the machine. */
const fixZone = "set timezone = 'UTC'";

/** Statements as they come: two at once on one connection would fail. */
function direct(at: {
  readonly connection: DuckDBConnection;
}): Pick<Workbench, "run" | "all" | "change"> {
  const bind = (values: readonly WorkbenchValue[]): DuckDBValue[] =>
    values.map((value) => value as DuckDBValue);
  return {
    async run(sql, values = []) {
      await at.connection.run(sql, bind(values));
    },
    async all(sql, values = []) {
      const reader = await at.connection.runAndReadAll(sql, bind(values));
      return reader
        .getRowObjects()
        .map((row) =>
          Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toPlain(value)])),
        );
    },
    async change(sql, values = []) {
      const reader = await at.connection.runAndReadAll(sql, bind(values));
      return reader.rowsChanged;
    },
  };
}

function makeWorkbench(
  driver: typeof import("./driver.ts"),
  at: OpenFile,
  file: { readonly close: () => void; readonly reopen: () => Promise<void> },
): Omit<DuckWorkbench, "lane" | "interrupt" | "isScratch"> {
  let tail: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = tail.then(work, work);
    tail = turn.catch(() => {});
    return turn;
  };
  const { run, all, change } = direct(at);
  return {
    run: (sql, values) => inTurn(() => run(sql, values)),
    all: (sql, values) => inTurn(() => all(sql, values)),
    change: (sql, values) => inTurn(() => change(sql, values)),
    transaction: (work) =>
      inTurn(async () => {
        await run("begin transaction");
        try {
          const result = await work({ run, all, change });
          await run("commit");
          return result;
        } catch (error) {
          // A failed commit has rolled back by itself; the rollback then only says so.
          await run("rollback").catch(() => {});
          // A delete that ran out of memory leaves rows marked as deleted by nobody, and every later one on them fails with
          // "Conflict on tuple deletion" (DuckDB 1.5.5). The marks are only in memory.
          if (classifyDuck(error) === "destination.out_of_memory") await file.reopen();
          throw error;
        }
      }),
    defineFunction: (name, arity, call) =>
      inTurn(async () => {
        at.connection.registerScalarFunction(
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
    [Symbol.asyncDispose]: () => inTurn(async () => file.close()),
  };
}
