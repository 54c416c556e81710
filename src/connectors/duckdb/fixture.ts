// A DuckDB file as the world of the destination suite; readers open it by themselves, after it was closed.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as duckdb from "@duckdb/node-api";
import type { DestinationFixture } from "../../connector/testing/destination-suite.ts";

export const fixture: DestinationFixture = {
  async start() {
    const folder = await mkdtemp(join(tmpdir(), "revos-duckdb-"));
    const path = join(folder, "warehouse.duckdb");
    const notDuckdb = join(folder, "notes.duckdb");
    await writeFile(notDuckdb, "this is not a database, although its name says so".repeat(200));
    await mkdir(join(folder, "folder.duckdb"));
    return {
      config: { path },
      failures: [
        {
          name: "another kind of file",
          config: { path: notDuckdb },
          code: "destination.not_duckdb",
        },
      ],
      async read(sql) {
        const instance = await duckdb.DuckDBInstance.create(path, { access_mode: "READ_ONLY" });
        const connection = await instance.connect();
        try {
          const reader = await connection.runAndReadAll(sql);
          return reader
            .getRowObjects()
            .map((row) =>
              Object.fromEntries(
                Object.entries(row).map(([name, value]) => [
                  name,
                  value === null ? null : String(value),
                ]),
              ),
            );
        } finally {
          connection.closeSync();
          instance.closeSync();
        }
      },
      stop: () => rm(folder, { recursive: true, force: true }),
    };
  },
};
