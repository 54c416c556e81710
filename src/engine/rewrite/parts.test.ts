// Backfill, replay and rollback of parts in a DuckDB file.
import { destination } from "../../connectors/duckdb/destination.ts";
import { silentLog } from "../../kernel/log.ts";
import { testParts } from "../testing/parts-suite.ts";
import { openWorld } from "../testing/world.ts";

testParts(async (streams) => {
  const world = await openWorld(streams);
  return {
    ...world,
    schema: "main",
    sync: (asked, run = {}) => world.sync(asked, { run }),
    open: () =>
      destination.open(
        { path: world.file },
        {
          signal: new AbortController().signal,
          log: silentLog,
          memoryBytes: 2e8,
          threads: 1,
        },
      ),
  };
});
