// Connections as they were applied: the file is the user's, this is what runs. One accepted catalog entry per stream
// stands beside it, so that a run can tell what changed at the source since.
import type { z } from "zod";
import { RevosError } from "../kernel/error.ts";
import { makeId } from "../kernel/ids.ts";
import { makeAcceptedStreams } from "./accepted-streams.ts";
import { isDuplicate, isReferenced } from "./errors.ts";
import { columnsOf, inTransaction, parseRow, type Handle } from "./handle.ts";
import { ConnectionRow } from "./tables.ts";

export type Connection = z.infer<typeof ConnectionRow>;

export type { AcceptedStream } from "./accepted-streams.ts";

export type ConnectionValues = {
  readonly slug: string;
  readonly label: string;
  readonly sourceId: string;
  /** Null: the project's default. */
  readonly destination: string | null;
  readonly status: "active" | "inactive";
  readonly prefix: string;
  readonly owner: string | null;
  readonly spec: Readonly<Record<string, unknown>>;
  readonly fileText: string | null;
};

const columns = columnsOf(ConnectionRow);

export function makeConnections(handle: Handle) {
  const { db } = handle;

  const read = async (column: "id" | "slug", value: string): Promise<Connection | null> => {
    const row = await db
      .selectFrom("connections")
      .select(columns)
      .where(column, "=", value)
      .executeTakeFirst();
    return row ? parseRow(ConnectionRow, "connections", row) : null;
  };

  return {
    /** By slug. */
    async list(
      filter: { readonly sourceId?: string; readonly status?: "active" | "inactive" } = {},
    ): Promise<Connection[]> {
      let query = db.selectFrom("connections").select(columns).orderBy("slug");
      if (filter.sourceId !== undefined) query = query.where("sourceId", "=", filter.sourceId);
      if (filter.status !== undefined) query = query.where("status", "=", filter.status);
      return (await query.execute()).map((row) => parseRow(ConnectionRow, "connections", row));
    },

    /** By slug, or by id. */
    async find(slugOrId: string): Promise<Connection | null> {
      return (await read("slug", slugOrId)) ?? (await read("id", slugOrId));
    },

    async create(
      values: ConnectionValues & { readonly id?: string },
      actor: string | null = null,
    ): Promise<Connection> {
      const now = handle.now();
      const row = {
        ...values,
        id: values.id ?? makeId("con"),
        spec: { ...values.spec },
        revision: 1,
        createdAt: now,
        updatedAt: now,
        updatedBy: actor,
      };
      await coded(values, () =>
        db
          .insertInto("connections")
          .values({ ...row, spec: JSON.stringify(row.spec) })
          .execute(),
      );
      return row;
    },

    /** Replaces what was applied. `seen` is the revision the caller looked at: another one is `store.changed_meanwhile`. */
    async update(
      id: string,
      seen: number,
      values: Partial<ConnectionValues>,
      actor: string | null = null,
    ): Promise<Connection> {
      const { spec, ...rest } = values;
      const set = {
        ...rest,
        ...(spec ? { spec: JSON.stringify(spec) } : {}),
        revision: seen + 1,
        updatedAt: handle.now(),
        updatedBy: actor,
      };
      const done = await coded(values, () =>
        db
          .updateTable("connections")
          .set(set)
          .where("id", "=", id)
          .where("revision", "=", seen)
          .returning(columns)
          .executeTakeFirst(),
      );
      if (done) return parseRow(ConnectionRow, "connections", done);
      const now = await read("id", id);
      if (!now) throw notFound(id);
      throw new RevosError(
        "store.changed_meanwhile",
        `The connection ${now.slug} was changed at ${now.updatedAt}, after it was read.`,
        {
          data: { connection: now.slug, changedAt: now.updatedAt, changedBy: now.updatedBy },
        },
      );
    },

    /** active or inactive, whatever the revision; gives false when it was so already. Counts as a change. */
    async setStatus(
      slugOrId: string,
      status: "active" | "inactive",
      actor: string | null = null,
    ): Promise<boolean> {
      return await inTransaction(handle, async (inside) => {
        const families = makeConnections(inside);
        const found = await families.find(slugOrId);
        if (!found) throw notFound(slugOrId);
        if (found.status === status) return false;
        await families.update(
          found.id,
          found.revision,
          { status, spec: { ...found.spec, status } },
          actor,
        );
        return true;
      });
    },

    /** The connection and its accepted streams. Runs, ledger and tables in the warehouse stay. */
    async delete(id: string): Promise<boolean> {
      return (
        (await db.deleteFrom("connections").where("id", "=", id).returning("id").execute()).length >
        0
      );
    },

    ...makeAcceptedStreams(handle),
  };
}

async function coded<T>(values: Partial<ConnectionValues>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isDuplicate(error))
      throw new RevosError("store.name_taken", `A connection is named ${values.slug} already.`, {
        data: { connection: values.slug },
      });
    if (isReferenced(error))
      throw new RevosError("source.not_found", `No source has the id ${values.sourceId}.`, {
        data: { id: values.sourceId },
      });
    throw error;
  }
}

const notFound = (id: string) =>
  new RevosError("connection.not_found", `No connection is named ${id}.`, {
    data: { connection: id },
  });
