// Plans of `apply`: what was shown is what is done, so a plan is kept under the hash of its content until it is used.
import type { z } from "zod";
import { RevosError } from "../kernel/error.ts";
import { columnsOf, parseRow, type Handle } from "./handle.ts";
import { PlanRow } from "./tables.ts";

export type StoredPlan = z.infer<typeof PlanRow>;

const columns = columnsOf(PlanRow);

export function makePlans(handle: Handle) {
  const { db } = handle;
  return {
    /** Saving the same plan again only renews its time: same content, same id. */
    async save(
      id: string,
      document: Readonly<Record<string, unknown>>,
      madeBy: string | null = null,
    ): Promise<StoredPlan> {
      const plan = {
        id,
        document: JSON.stringify(document),
        madeAt: handle.now(),
        madeBy,
        appliedAt: null,
      };
      await db
        .insertInto("plans")
        .values(plan)
        .onConflict((conflict) =>
          conflict.column("id").doUpdateSet({ madeAt: plan.madeAt, madeBy }),
        )
        .execute();
      return { ...plan, document: { ...document } };
    },

    async find(id: string): Promise<StoredPlan | null> {
      const row = await db
        .selectFrom("plans")
        .select(columns)
        .where("id", "=", id)
        .executeTakeFirst();
      return row ? parseRow(PlanRow, "plans", row) : null;
    },

    /** Newest first, without documents. */
    async list(limit = 50): Promise<Omit<StoredPlan, "document">[]> {
      return await db
        .selectFrom("plans")
        .select(["id", "madeAt", "madeBy", "appliedAt"])
        .orderBy("madeAt", "desc")
        .orderBy("id")
        .limit(limit)
        .execute();
    },

    async markApplied(id: string): Promise<void> {
      const done = await db
        .updateTable("plans")
        .set({ appliedAt: handle.now() })
        .where("id", "=", id)
        .returning("id")
        .execute();
      if (done.length === 0)
        throw new RevosError("plan.not_found", `No plan has the id ${id}.`, { data: { id } });
    },

    /** Forgets plans made before that time. Gives how many. */
    async prune(before: string): Promise<number> {
      return (await db.deleteFrom("plans").where("madeAt", "<", before).returning("id").execute())
        .length;
    },
  };
}
