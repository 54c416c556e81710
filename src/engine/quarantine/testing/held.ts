// For tests: the engine's test world with its warehouse opened as the commands on quarantine see it.
import { join } from "node:path";
import type { OpenDestination } from "../../../connector/destination.ts";
import { destination } from "../../../connectors/duckdb/destination.ts";
import { must } from "../../../kernel/assert.ts";
import { silentLog } from "../../../kernel/log.ts";
import { makeRunId } from "../../../kernel/ids.ts";
import type { RunPlan } from "../../plan.ts";
import { streamPlan, type TestRun, type World } from "../../testing/world.ts";
import { replayQuarantine, type ReplayOutcome, type ReplayRequest } from "../replay.ts";

let ordinal = 1000;

/** The run plan of a replay over the named streams. */
export function replayPlan(
  world: World,
  streams: Readonly<Record<string, TestRun>>,
  change: Partial<RunPlan> = {},
): RunPlan {
  return {
    runId: makeRunId(Date.now()),
    runOrdinal: ordinal++,
    connection: null,
    lane: "replay",
    source: { kind: "test", config: {}, key: "test-source" },
    destination: { kind: "duckdb", config: { path: world.file } },
    streams: Object.entries(streams).map(([name, own]) =>
      streamPlan(name, must(world.streams[name], name), own),
    ),
    limits: { memoryBytes: 512 * 1024 * 1024, maxQuarantine: null, allowEmpty: false },
    landing: { folder: join(world.folder, "landing"), keepMs: 86_400_000, maxBytes: 1e9 },
    lockTimeoutMs: 0,
    keys: {},
    ...change,
  };
}

export async function withWarehouse<T>(
  world: World,
  work: (open: OpenDestination) => Promise<T>,
): Promise<T> {
  await using open = await destination.open(
    { path: world.file },
    {
      signal: new AbortController().signal,
      log: silentLog,
      memoryBytes: 200 * 1024 * 1024,
      threads: 1,
    },
  );
  return await work(open);
}

export async function replay(
  world: World,
  streams: Readonly<Record<string, TestRun>>,
  request: Partial<ReplayRequest> = {},
  change: Partial<RunPlan> = {},
): Promise<ReplayOutcome> {
  return await withWarehouse(world, (open) =>
    replayQuarantine(open, replayPlan(world, streams, change), {
      target: null,
      nowMs: Date.now(),
      ...request,
    }),
  );
}
