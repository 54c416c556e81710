// What every table family is handed: the query builder, the clock, the sealer. A family is a function from a handle to
// its methods, so that the same code runs inside and outside a transaction.
import type { Kysely } from "kysely";
import type { z } from "zod";
import { RevosError } from "../kernel/error.ts";
import type { Log } from "../kernel/log.ts";
import type { Sealer } from "./sealer.ts";
import type { Tables } from "./tables.ts";

export type Handle = {
  readonly db: Kysely<Tables>;
  readonly kind: "sqlite" | "postgres";
  readonly log: Log;
  readonly sealer: Sealer;
  /** Now as stored: ISO 8601 with milliseconds and `Z`. */
  now(): string;
  /** Milliseconds of the one clock that all processes of this store share: the host's, or the database's. */
  sharedNowMs(): Promise<number>;
};

/** Runs `work` in a transaction, or in the one that is open already. */
export async function inTransaction<T>(
  handle: Handle,
  work: (handle: Handle) => Promise<T>,
): Promise<T> {
  if (handle.db.isTransaction) return await work(handle);
  return await handle.db.transaction().execute(async (db) => await work({ ...handle, db }));
}

/** A row as read, checked against its schema. What does not fit is a damaged or foreign store, named by table and column. */
export function parseRow<Schema extends z.ZodType>(
  schema: Schema,
  table: string,
  row: unknown,
): z.infer<Schema> {
  const parsed = schema.safeParse(row);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new RevosError(
    "store.unreadable",
    `A row of ${table} cannot be read: ${issue?.path.join(".") || "the row"} has an unexpected form.`,
    {
      data: { table, column: issue?.path.join(".") ?? null },
    },
  );
}

/** The columns of a row schema, for `select`: never `select *`. */
export function columnsOf<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
): readonly (keyof Shape & string)[] {
  return Object.keys(schema.shape);
}
