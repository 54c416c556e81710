// Runs: the queue's memory. Each row carries the Run document as it was last told, and the process that works on it, so
// that a run whose process died is found and said, never left "running".
import type { z } from "zod";
import { RevosError, toErrorDocument } from "../kernel/error.ts";
import { toIso } from "../kernel/clock.ts";
import { Run, type Lane } from "../model/run.ts";
import { columnsOf, inTransaction, parseRow, type Handle } from "./handle.ts";
import { silenceMs } from "./leases.ts";
import { makeMeta } from "./meta.ts";
import { identifyProcess, lifeOf } from "./process-identity.ts";
import { RunRow } from "./tables.ts";

type Row = z.infer<typeof RunRow>;
export type RunStatus = Run["status"];

/** What the store knows of a run beside its document. */
export type StoredRun = Omit<Row, "document" | "machine" | "processStart"> & {
  readonly document: Run;
};

export type NewRun = {
  /** The first document: status `queued` or `running`. */
  readonly document: Run;
  readonly connectionId?: string | null;
  readonly trigger?: "manual" | "schedule" | "retry" | "adHoc" | "replay";
  readonly actor?: string | null;
  /** The process that works on it; this one when absent. */
  readonly pid?: number;
};

export type RunFilter = {
  readonly connection?: string;
  readonly status?: RunStatus | readonly RunStatus[];
  readonly lane?: Lane;
  /** Runs before this one (runs are listed newest first). */
  readonly before?: string;
  readonly limit?: number;
};

const columns = columnsOf(RunRow);
const unfinished: readonly RunStatus[] = ["queued", "running"];

export function makeRuns(handle: Handle) {
  const { db } = handle;

  const list = async (filter: RunFilter = {}): Promise<StoredRun[]> => {
    let query = db.selectFrom("runs").select(columns).orderBy("id", "desc");
    if (filter.connection !== undefined) query = query.where("connection", "=", filter.connection);
    if (filter.lane !== undefined) query = query.where("lane", "=", filter.lane);
    if (filter.before !== undefined) query = query.where("id", "<", filter.before);
    if (filter.status !== undefined)
      query = query.where(
        "status",
        "in",
        typeof filter.status === "string" ? [filter.status] : filter.status,
      );
    if (filter.limit !== undefined) query = query.limit(filter.limit);
    return (await query.execute()).map(toStored);
  };

  const change = async (id: string, values: Partial<z.input<typeof RunRow>>): Promise<void> => {
    const done = await db
      .updateTable("runs")
      .set(values)
      .where("id", "=", id)
      .returning("id")
      .executeTakeFirst();
    if (!done) throw notFound(id);
  };

  const finish = async (id: string, document: Run): Promise<void> => {
    const now = toIso(await handle.sharedNowMs());
    await change(id, { ...documentColumns(document), endedAt: now, heartbeatAt: now });
  };

  return {
    list,

    async find(id: string): Promise<StoredRun | null> {
      const row = await db
        .selectFrom("runs")
        .select(columns)
        .where("id", "=", id)
        .executeTakeFirst();
      return row ? toStored(row) : null;
    },

    /** The newest run of each connection, by connection; ended ones only unless asked for all. */
    async latest(options: { readonly unfinished?: boolean } = {}): Promise<StoredRun[]> {
      const newest = db
        .selectFrom("runs")
        .select((eb) => eb.fn.max("id").as("id"))
        .where("connection", "is not", null)
        .where("lane", "=", "live")
        .where("status", options.unfinished ? "in" : "not in", unfinished)
        .groupBy("connection");
      const rows = await db
        .selectFrom("runs")
        .select(columns)
        .where("id", "in", newest)
        .orderBy("connection")
        .execute();
      return rows.map(toStored);
    },

    /** Writes the run down and gives its ordinal, in one transaction: an ordinal without a run is never handed out. */
    async start(run: NewRun): Promise<{ readonly ordinal: number }> {
      const { document } = run;
      const now = toIso(await handle.sharedNowMs());
      return await inTransaction(handle, async (inside) => {
        const ordinal = await makeMeta(inside).nextRunOrdinal();
        await inside.db
          .insertInto("runs")
          .values({
            id: document.id,
            ordinal,
            ...documentColumns(document),
            connectionId: run.connectionId ?? null,
            connection: document.connection,
            adHoc: document.adHoc ? JSON.stringify(document.adHoc) : null,
            lane: document.lane,
            trigger: run.trigger ?? "manual",
            actor: run.actor ?? null,
            startedAt: document.startedAt,
            endedAt: null,
            heartbeatAt: now,
            cancelAskedAt: null,
            cancelAskedBy: null,
            ...identifyProcess(run.pid),
          })
          .execute();
        return { ordinal };
      });
    },

    /** The document as it is now; counts as a heartbeat. */
    async update(id: string, document: Run): Promise<void> {
      await change(id, {
        ...documentColumns(document),
        heartbeatAt: toIso(await handle.sharedNowMs()),
      });
    },

    /** Another process works on it now: the child that was started for it. */
    async setProcess(id: string, pid: number): Promise<void> {
      await change(id, identifyProcess(pid));
    },

    /** Gives true when someone asked to cancel. */
    async heartbeat(id: string): Promise<boolean> {
      const row = await db
        .updateTable("runs")
        .set({ heartbeatAt: toIso(await handle.sharedNowMs()) })
        .where("id", "=", id)
        .returning("cancelAskedAt")
        .executeTakeFirst();
      if (!row) throw notFound(id);
      return row.cancelAskedAt !== null;
    },

    finish,

    /** False: the run has ended already. The run's own process sees it at its next heartbeat. */
    async askCancel(id: string, actor: string | null = null): Promise<boolean> {
      const done = await db
        .updateTable("runs")
        .set({ cancelAskedAt: handle.now(), cancelAskedBy: actor })
        .where("id", "=", id)
        .where("status", "in", unfinished)
        .returning("id")
        .executeTakeFirst();
      if (done) return true;
      if (!(await db.selectFrom("runs").select("id").where("id", "=", id).executeTakeFirst()))
        throw notFound(id);
      return false;
    },

    /**
     * Marks runs whose process is gone as failed with `run.worker_lost`, and gives them. Call it before telling anyone
     * that something is running.
     */
    async sweepLost(): Promise<StoredRun[]> {
      const swept: StoredRun[] = [];
      for (const row of await db
        .selectFrom("runs")
        .select(columns)
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
          .returning(columns)
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

  async function isLost(run: Row): Promise<boolean> {
    const { pid, host, machine } = run;
    const life =
      pid === null || host === null || machine === null
        ? "unknown"
        : lifeOf({ pid, host, machine, processStart: run.processStart });
    if (life !== "unknown") return life === "gone";
    return Date.parse(run.heartbeatAt) <= (await handle.sharedNowMs()) - silenceMs;
  }
}

function documentColumns(
  document: Run,
): Pick<z.input<typeof RunRow>, "status" | "exitCode" | "document"> {
  return { status: document.status, exitCode: document.exit, document: JSON.stringify(document) };
}

function toStored(row: unknown): StoredRun {
  const {
    document,
    machine: _machine,
    processStart: _start,
    ...rest
  } = parseRow(RunRow, "runs", row);
  return { ...rest, document: parseRow(Run, "runs", document) };
}

/** What the last document of a lost run becomes: its open streams failed, as far as they had come. */
function lostDocument(document: Run, row: Row): Run {
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

const notFound = (id: string) =>
  new RevosError("run.not_found", `No run has the id ${id}.`, { data: { run: id } });
