// Facts of the store as a whole: its id, the run counter.
import { makeId } from "../kernel/ids.ts";
import { RevosError } from "../kernel/error.ts";
import type { Handle } from "./handle.ts";

export function makeMeta(handle: Handle) {
  const { db } = handle;
  return {
    /** Counts runs from 1: never the same number twice, whoever asks. The high part of `_revos_id` (interface.md §6). */
    async nextRunOrdinal(): Promise<number> {
      const row = await db
        .updateTable("meta")
        .set((eb) => ({ number: eb("number", "+", 1) }))
        .where("key", "=", "run_ordinal")
        .returning("number")
        .executeTakeFirst();
      if (typeof row?.number !== "number")
        throw new RevosError("store.unreadable", "The store's run counter is missing.");
      return row.number;
    },

    /** A random id of this store, made at the first call: keys of things outside that belong to it. */
    async storeId(): Promise<string> {
      const row = { key: "store_id", text: makeId("st"), number: null };
      const read = () =>
        db.selectFrom("meta").select("text").where("key", "=", "store_id").executeTakeFirst();
      const before = await read();
      if (before?.text) return before.text;
      await db
        .insertInto("meta")
        .values(row)
        .onConflict((conflict) => conflict.column("key").doNothing())
        .execute();
      return (await read())?.text ?? row.text;
    },

    /** Small settings by key; null when it was never set. */
    async get(key: string): Promise<string | null> {
      const row = await db
        .selectFrom("meta")
        .select("text")
        .where("key", "=", `setting:${key}`)
        .executeTakeFirst();
      return row?.text ?? null;
    },

    async set(key: string, text: string): Promise<void> {
      await db
        .insertInto("meta")
        .values({ key: `setting:${key}`, text, number: null })
        .onConflict((conflict) => conflict.column("key").doUpdateSet({ text }))
        .execute();
    },
  };
}
