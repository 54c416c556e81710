// A DuckDB in memory for looking at Parquet files outside a run: discovery and checks have no workbench.
import { shortWork } from "../../kernel/memory-budget.ts";
import type { Query } from "./parquet.ts";

export type Scratch = AsyncDisposable & { readonly query: Query };

export async function openScratch(): Promise<Scratch> {
  const { DuckDBInstance } = await import("../../connector/duck/driver.ts");
  const instance = await DuckDBInstance.create(":memory:", {
    threads: String(shortWork.look.threads),
    memory_limit: `${Math.floor(shortWork.look.memoryBytes / 1024 / 1024)}MiB`,
  });
  const connection = await instance.connect();
  return {
    query: async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJS(),
    async [Symbol.asyncDispose]() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
