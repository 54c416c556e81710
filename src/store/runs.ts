// Runs: the queue's memory. Each row carries the Run document as it was last told, and the process that works on it, so
// that a run whose process died is found and said, never left "running".
import type { z } from "zod";
import { RevosError } from "../kernel/error.ts";
import { toIso } from "../kernel/clock.ts";
import type { Lane, Run } from "../model/run.ts";
import { inTransaction, type Handle } from "./handle.ts";
import { makeMeta } from "./meta.ts";
import { identifyProcess } from "./process-identity.ts";
import {
  documentColumns,
  runColumns,
  toStored,
  unfinished,
  type RunStatus,
  type StoredRun,
} from "./run-rows.ts";
import { makeRunUpkeep } from "./run-upkeep.ts";
import type { RunRow } from "./tables.ts";

export type { RunStatus, StoredRun } from "./run-rows.ts";

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

export function makeRuns(handle: Handle) {
  const { db } = handle;

  const list = async (filter: RunFilter = {}): Promise<StoredRun[]> => {
    let query = db.selectFrom("runs").select(runColumns).orderBy("id", "desc");
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
        .select(runColumns)
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
        .select(runColumns)
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

    ...makeRunUpkeep(handle),
  };
}

const notFound = (id: string) =>
  new RevosError("run.not_found", `No run has the id ${id}.`, { data: { run: id } });
