// The events of runs: what `runs logs` prints and `runs watch` follows from another process. Bounded per run: progress
// goes first, because the last one says it all; what began, failed and ended stays.
import type { TimedRunEvent } from "../model/run-event.ts";
import { columnsOf, inTransaction, parseRow, type Handle } from "./handle.ts";
import { RunEventRow } from "./tables.ts";

/** Events kept per run; a run of 300 streams without trouble has about 1,500. */
export const keptEvents = 5_000;
/** A quarter is cut away at a time, so that cutting is rare. */
const cut = keptEvents / 4;
const progress = "stream.progress";

const columns = columnsOf(RunEventRow);

/** An event as read: of the shape it was written in. */
export type StoredRunEvent = Readonly<Record<string, unknown>> & {
  readonly event: string;
  readonly run: string;
  readonly seq: number;
  readonly t: string;
};

export function makeRunEvents(handle: Handle) {
  const { db } = handle;
  return {
    /** Appends events (seq counts within the run; a seq that is there already is kept as it is). */
    async append(events: readonly TimedRunEvent[]): Promise<void> {
      if (events.length === 0) return;
      const rows = events.map((event) => ({
        runId: event.run,
        seq: event.seq,
        at: event.t,
        event: event.event,
        namespace:
          "namespace" in event
            ? event.namespace
            : event.event === "stream.finished"
              ? event.result.namespace
              : null,
        stream:
          "stream" in event
            ? event.stream
            : event.event === "stream.finished"
              ? event.result.stream
              : null,
        document: JSON.stringify(event),
      }));
      await inTransaction(handle, async (inside) => {
        for (let at = 0; at < rows.length; at += 100) {
          await inside.db
            .insertInto("runEvents")
            .values(rows.slice(at, at + 100))
            .onConflict((conflict) => conflict.columns(["runId", "seq"]).doNothing())
            .execute();
        }
        for (const runId of new Set(rows.map((row) => row.runId))) await keepBound(inside, runId);
      });
    },

    /** In order; `after` is the last seq that was seen. */
    async list(
      runId: string,
      filter: {
        readonly after?: number;
        readonly stream?: string;
        readonly limit?: number;
        readonly progress?: boolean;
      } = {},
    ): Promise<StoredRunEvent[]> {
      let query = db
        .selectFrom("runEvents")
        .select(columns)
        .where("runId", "=", runId)
        .orderBy("seq");
      if (filter.after !== undefined) query = query.where("seq", ">", filter.after);
      if (filter.stream !== undefined) query = query.where("stream", "=", filter.stream);
      if (filter.progress === false) query = query.where("event", "!=", progress);
      if (filter.limit !== undefined) query = query.limit(filter.limit);
      return (await query.execute()).map(
        (row) => parseRow(RunEventRow, "run_events", row).document as StoredRunEvent,
      );
    },

    /** The last seq that was written, or -1: where a follower starts. */
    async lastSeq(runId: string): Promise<number> {
      const row = await db
        .selectFrom("runEvents")
        .select("seq")
        .where("runId", "=", runId)
        .orderBy("seq", "desc")
        .limit(1)
        .executeTakeFirst();
      return row?.seq ?? -1;
    },
  };
}

async function keepBound({ db }: Handle, runId: string): Promise<void> {
  const count = async () => {
    const row = await db
      .selectFrom("runEvents")
      .select((eb) => eb.fn.countAll<number>().as("rows"))
      .where("runId", "=", runId)
      .executeTakeFirst();
    return Number(row?.rows ?? 0);
  };
  if ((await count()) <= keptEvents) return;
  const oldest = (onlyProgress: boolean) => {
    const all = db
      .selectFrom("runEvents")
      .select("seq")
      .where("runId", "=", runId)
      .orderBy("seq")
      .limit(cut);
    return onlyProgress ? all.where("event", "=", progress) : all;
  };
  await db
    .deleteFrom("runEvents")
    .where("runId", "=", runId)
    .where("seq", "in", oldest(true))
    .execute();
  if ((await count()) > keptEvents)
    await db
      .deleteFrom("runEvents")
      .where("runId", "=", runId)
      .where("seq", "in", oldest(false))
      .execute();
}
