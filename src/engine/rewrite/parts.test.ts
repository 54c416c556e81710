// Backfill, replay and rollback of parts in a DuckDB file.
import { destination } from "../../connectors/duckdb/destination.ts";
import { silentLog } from "../../kernel/log.ts";
import { testPartKills } from "../testing/part-kills.ts";
import { testParts, type PartsWorld } from "../testing/parts-suite.ts";
import { openWorld, type TestStream } from "../testing/world.ts";

async function openDuckdb(streams: Record<string, TestStream>): Promise<PartsWorld> {
  const world = await openWorld(streams);
  return {
    ...world,
    schema: "main",
    change: world.query,
    sync: (asked, run = {}) => world.sync(asked, { run }),
    plan: (asked, run = {}) => world.plan(asked, { run }),
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
}

testParts(openDuckdb);
testPartKills(openDuckdb);
