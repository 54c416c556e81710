// What changed at sources and waits for a decision. Only writing down and listing for now: deciding is a later issue.
import type { z } from "zod";
import { makeId } from "../kernel/ids.ts";
import { columnsOf, parseRow, type Handle } from "./handle.ts";
import { SchemaChangeRow } from "./tables.ts";

export type SchemaChange = z.infer<typeof SchemaChangeRow>;

const columns = columnsOf(SchemaChangeRow);

export function makeSchemaChanges(handle: Handle) {
  const { db } = handle;
  return {
    async record(
      change: Omit<SchemaChange, "id" | "seenAt" | "state" | "decidedBy" | "decidedAt">,
    ): Promise<string> {
      const id = makeId("sc");
      await db
        .insertInto("schemaChanges")
        .values({
          ...change,
          id,
          seenAt: handle.now(),
          state: "open",
          decidedBy: null,
          decidedAt: null,
        })
        .execute();
      return id;
    },

    /** Newest first. */
    async list(connection: string): Promise<SchemaChange[]> {
      const rows = await db
        .selectFrom("schemaChanges")
        .select(columns)
        .where("connection", "=", connection)
        .orderBy("seenAt", "desc")
        .orderBy("id")
        .execute();
      return rows.map((row) => parseRow(SchemaChangeRow, "schema_changes", row));
    },
  };
}
