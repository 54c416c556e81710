// A mirror of the progress markers that stand in warehouses, per stream and lane, for lists and status. The marker in the
// warehouse is the truth: it was written with the data.
import type { z } from "zod";
import type { Lane } from "../model/run.ts";
import { columnsOf, inTransaction, parseRow, type Handle } from "./handle.ts";
import { CheckpointRow } from "./tables.ts";

export type Checkpoint = z.infer<typeof CheckpointRow>;

export type CheckpointFilter = {
  readonly connection?: string | null;
  readonly stream?: string;
  readonly lane?: Lane;
  readonly destination?: string;
};

const columns = columnsOf(CheckpointRow);
const key = ["destination", "sourceKey", "namespace", "stream", "target", "lane"] as const;

export function makeCheckpoints(handle: Handle) {
  const { db } = handle;
  return {
    /** Sets these, whatever stood there: the caller has just read or written the warehouse. */
    async save(checkpoints: readonly Checkpoint[]): Promise<void> {
      if (checkpoints.length === 0) return;
      await inTransaction(handle, async ({ db: tx }) => {
        for (const checkpoint of checkpoints) {
          await tx
            .insertInto("checkpoints")
            .values(checkpoint)
            .onConflict((conflict) => conflict.columns(key).doUpdateSet(checkpoint))
            .execute();
        }
      });
    },

    async list(filter: CheckpointFilter = {}): Promise<Checkpoint[]> {
      let query = db
        .selectFrom("checkpoints")
        .select(columns)
        .orderBy("connection")
        .orderBy("namespace")
        .orderBy("stream")
        .orderBy("lane")
        .orderBy("target");
      if (filter.connection !== undefined)
        query = query.where(
          "connection",
          filter.connection === null ? "is" : "=",
          filter.connection,
        );
      if (filter.stream !== undefined) query = query.where("stream", "=", filter.stream);
      if (filter.lane !== undefined) query = query.where("lane", "=", filter.lane);
      if (filter.destination !== undefined)
        query = query.where("destination", "=", filter.destination);
      return (await query.execute()).map((row) => parseRow(CheckpointRow, "checkpoints", row));
    },

    /** Forgets what is said of a connection (deleted, or read from the start again). Gives how many. */
    async forget(filter: {
      readonly connection: string;
      readonly stream?: string;
      readonly lane?: Lane;
    }): Promise<number> {
      let query = db
        .deleteFrom("checkpoints")
        .where("connection", "=", filter.connection)
        .returning("stream");
      if (filter.stream !== undefined) query = query.where("stream", "=", filter.stream);
      if (filter.lane !== undefined) query = query.where("lane", "=", filter.lane);
      return (await query.execute()).length;
    },
  };
}
