// What nobody does for a run itself: runs whose process died are ended, and old ones forgotten.
import { RevosError, toErrorDocument } from "../kernel/error.ts";
import type { Run } from "../model/run.ts";
import { parseRow, type Handle } from "./handle.ts";
import { silenceMs } from "./leases.ts";
import { lifeOf } from "./process-identity.ts";
import {
  documentColumns,
  runColumns,
  toStored,
  unfinished,
  type RunRowRead,
  type StoredRun,
} from "./run-rows.ts";
import { RunRow } from "./tables.ts";

export function makeRunUpkeep(handle: Handle) {
  const { db } = handle;

  const isLost = async (run: RunRowRead): Promise<boolean> => {
    const { pid, host, machine } = run;
    const life =
      pid === null || host === null || machine === null
        ? "unknown"
        : lifeOf({ pid, host, machine, processStart: run.processStart });
    if (life !== "unknown") return life === "gone";
    return Date.parse(run.heartbeatAt) <= (await handle.sharedNowMs()) - silenceMs;
  };

  return {
    /**
     * Marks runs whose process is gone as failed with `run.worker_lost`, and gives them. Call it before telling anyone
     * that something is running.
     */
    async sweepLost(): Promise<StoredRun[]> {
      const swept: StoredRun[] = [];
      for (const row of await db
        .selectFrom("runs")
        .select(runColumns)
        .where("status", "in", unfinished)
        .execute()) {
        const run = parseRow(RunRow, "runs", row);
        if (!(await isLost(run))) continue;
        const document = lostDocument(toStored(row).document, run);
        const done = await db
          .updateTable("runs")
          .set({ ...documentColumns(document), endedAt: run.heartbeatAt })
          .where("id", "=", run.id)
          .where("status", "in", unfinished)
          .where("heartbeatAt", "=", run.heartbeatAt)
          .returning(runColumns)
          .executeTakeFirst();
        if (!done) continue;
        handle.log.warn("run lost its process", { run: run.id, pid: run.pid, host: run.host });
        swept.push(toStored(done));
      }
      return swept;
    },

    /** Forgets the oldest ended runs of each connection (with their events) beyond `keep`. Gives how many. */
    async prune(keep: number): Promise<number> {
      let gone = 0;
      const connections = await db.selectFrom("runs").select("connection").distinct().execute();
      for (const { connection } of connections) {
        const edge = await db
          .selectFrom("runs")
          .select("id")
          .where("connection", connection === null ? "is" : "=", connection)
          .orderBy("id", "desc")
          .offset(keep)
          .limit(1)
          .executeTakeFirst();
        if (!edge) continue;
        const done = await db
          .deleteFrom("runs")
          .where("connection", connection === null ? "is" : "=", connection)
          .where("id", "<=", edge.id)
          .where("status", "not in", unfinished)
          .returning("id")
          .execute();
        gone += done.length;
      }
      return gone;
    },
  };
}

/** What the last document of a lost run becomes: its open streams failed, as far as they had come. */
function lostDocument(document: Run, row: RunRowRead): Run {
  const error = toErrorDocument(
    new RevosError(
      "run.worker_lost",
      `The process of run ${row.id} (pid ${row.pid ?? "unknown"} on ${row.host ?? "unknown"}) ended without a word.`,
    ),
  );
  const streams = document.streams.map((stream) =>
    unfinished.includes(stream.status)
      ? { ...stream, status: "failed" as const, error: error as Run["streams"][number]["error"] }
      : stream,
  );
  const durationMs = Math.max(
    document.durationMs,
    Date.parse(row.heartbeatAt) - Date.parse(document.startedAt),
    0,
  );
  return {
    ...document,
    status: "failed",
    exit: error.exit,
    durationMs,
    streams,
    error: error as Run["error"],
  };
}
