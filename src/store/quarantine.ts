// A mirror of the quarantine groups that stand in warehouses, so that lists never open one (interface.md §2). The rows
// themselves, with their values, are only there.
import type { z } from "zod";
import { columnsOf, inTransaction, parseRow, type Handle } from "./handle.ts";
import { QuarantineGroupRow } from "./tables.ts";

export type QuarantineGroupEntry = z.infer<typeof QuarantineGroupRow>;
export type GroupStatus = QuarantineGroupEntry["status"];
/** One group may have rows in several states: each state is an entry. */
export type NewGroupEntry = Omit<QuarantineGroupEntry, "updatedAt" | "reason" | "until"> & {
  readonly reason?: string | null;
  readonly until?: string | null;
};

export type GroupFilter = {
  readonly connection?: string | null;
  readonly stream?: string;
  readonly status?: GroupStatus;
  readonly group?: string;
};

const columns = columnsOf(QuarantineGroupRow);

export function makeQuarantine(handle: Handle) {
  const { db } = handle;

  const write = async (inside: Handle, entries: readonly NewGroupEntry[]): Promise<void> => {
    const updatedAt = inside.now();
    for (const entry of entries) {
      const {
        groupId: _group,
        status: _status,
        ...changed
      } = { ...entry, reason: entry.reason ?? null, until: entry.until ?? null, updatedAt };
      await inside.db
        .insertInto("quarantineGroups")
        .values({ ...entry, ...changed })
        .onConflict((conflict) => conflict.columns(["groupId", "status"]).doUpdateSet(changed))
        .execute();
    }
  };

  return {
    /** Sets these entries as they are in the warehouse now. */
    async save(entries: readonly NewGroupEntry[]): Promise<void> {
      if (entries.length > 0) await inTransaction(handle, (inside) => write(inside, entries));
    },

    /** The whole truth about these targets of a destination: what is not among the entries is gone. */
    async replace(
      destination: string,
      targets: readonly string[],
      entries: readonly NewGroupEntry[],
    ): Promise<void> {
      await inTransaction(handle, async (inside) => {
        for (const target of targets)
          await inside.db
            .deleteFrom("quarantineGroups")
            .where("destination", "=", destination)
            .where("target", "=", target)
            .execute();
        await write(inside, entries);
      });
    },

    /** The entries of one group, set anew: after edit, waive, discard or replay. */
    async replaceGroup(groupId: string, entries: readonly NewGroupEntry[]): Promise<void> {
      await inTransaction(handle, async (inside) => {
        await inside.db.deleteFrom("quarantineGroups").where("groupId", "=", groupId).execute();
        await write(inside, entries);
      });
    },

    /** By connection, stream, column and rule. */
    async list(filter: GroupFilter = {}): Promise<QuarantineGroupEntry[]> {
      let query = db
        .selectFrom("quarantineGroups")
        .select(columns)
        .orderBy("connection")
        .orderBy("namespace")
        .orderBy("stream")
        .orderBy("columnName")
        .orderBy("rule")
        .orderBy("groupId")
        .orderBy("status");
      if (filter.connection !== undefined)
        query = query.where(
          "connection",
          filter.connection === null ? "is" : "=",
          filter.connection,
        );
      if (filter.stream !== undefined) query = query.where("stream", "=", filter.stream);
      if (filter.status !== undefined) query = query.where("status", "=", filter.status);
      if (filter.group !== undefined) query = query.where("groupId", "=", filter.group);
      return (await query.execute()).map((row) =>
        parseRow(QuarantineGroupRow, "quarantine_groups", row),
      );
    },

    /** Rows that are held, by connection. A row with two reasons is in two groups: this counts reasons. */
    async heldByConnection(): Promise<ReadonlyMap<string, number>> {
      const rows = await db
        .selectFrom("quarantineGroups")
        .select((eb) => ["connection", eb.fn.sum<number | string>("rowCount").as("rows")])
        .where("status", "=", "held")
        .where("connection", "is not", null)
        .groupBy("connection")
        .execute();
      return new Map(rows.map((row) => [String(row.connection), Number(row.rows)]));
    },
  };
}
