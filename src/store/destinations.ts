// Destinations by name, with credentials. The project's own `warehouse` needs no row here: the app knows it.
import type { z } from "zod";
import { RevosError } from "../kernel/error.ts";
import { isDuplicate } from "./errors.ts";
import { columnsOf, inTransaction, parseRow, type Handle } from "./handle.ts";
import { claimKey, maskConfig, sealedText, unsealConfig, type Config } from "./sealed-config.ts";
import { DestinationRow } from "./tables.ts";

type Row = z.infer<typeof DestinationRow>;
export type Destination = Row;
export type DestinationSummary = Omit<Row, "config">;

export type NewDestination = {
  readonly name: string;
  readonly kind: string;
  readonly config: Config;
  readonly secrets: readonly string[];
  readonly isDefault?: boolean;
  readonly actor?: string;
};

const columns = columnsOf(DestinationRow);

export function makeDestinations(handle: Handle) {
  const { db, sealer } = handle;

  const readRow = async (name: string): Promise<Row | null> => {
    const row = await db
      .selectFrom("destinations")
      .select(columns)
      .where("name", "=", name)
      .executeTakeFirst();
    return row ? parseRow(DestinationRow, "destinations", row) : null;
  };

  return {
    /** By name, configs masked: needs no key. */
    async list(): Promise<Destination[]> {
      const rows = await db.selectFrom("destinations").select(columns).orderBy("name").execute();
      const parsed = rows.map((row) => parseRow(DestinationRow, "destinations", row));
      return await Promise.all(
        parsed.map(async (row) => ({ ...row, config: { ...(await maskConfig(row.config)) } })),
      );
    },

    /** With the config in clear (which needs the key if a secret is in it); null when there is none. */
    async find(name: string): Promise<Destination | null> {
      const row = await readRow(name);
      return (
        row && {
          ...row,
          config: {
            ...(await unsealConfig(sealer, { table: "destinations", id: name }, row.config)),
          },
        }
      );
    },

    /** With `[secret]` in place of secrets: needs no key. */
    async describe(name: string): Promise<Destination | null> {
      const row = await readRow(name);
      return row && { ...row, config: { ...(await maskConfig(row.config)) } };
    },

    /** `store.name_taken` when a destination has the name already. */
    async create(destination: NewDestination): Promise<DestinationSummary> {
      const { name, kind } = destination;
      const now = handle.now();
      const summary = {
        name,
        kind,
        createdAt: now,
        updatedAt: now,
        createdBy: destination.actor ?? null,
      };
      const config = await sealedText(
        handle,
        { table: "destinations", id: name },
        destination.config,
        destination.secrets,
      );
      const isDefault = destination.isDefault ?? false;
      const write = async (inside: Handle) => {
        await claimKey(inside, config);
        if (isDefault) await inside.db.updateTable("destinations").set({ isDefault: 0 }).execute();
        await inside.db
          .insertInto("destinations")
          .values({ ...summary, config, isDefault: isDefault ? 1 : 0 })
          .execute();
      };
      await inTransaction(handle, write).catch((error: unknown) => {
        if (!isDuplicate(error)) throw error;
        throw new RevosError("store.name_taken", `A destination is named ${name} already.`, {
          data: { name },
        });
      });
      return { ...summary, isDefault };
    },

    async updateConfig(name: string, config: Config, secrets: readonly string[]): Promise<void> {
      const text = await sealedText(handle, { table: "destinations", id: name }, config, secrets);
      await inTransaction(handle, async (inside) => {
        await claimKey(inside, text);
        const values = { config: text, updatedAt: inside.now() };
        const done = await inside.db
          .updateTable("destinations")
          .set(values)
          .where("name", "=", name)
          .returning("name")
          .execute();
        if (done.length === 0) throw notFound(name);
      });
    },

    /** Makes it the default, and no other; null: none is. */
    async setDefault(name: string | null): Promise<void> {
      await inTransaction(handle, async ({ db: tx }) => {
        await tx
          .updateTable("destinations")
          .set({ isDefault: 0 })
          .where("isDefault", "=", 1)
          .execute();
        if (name === null) return;
        const done = await tx
          .updateTable("destinations")
          .set({ isDefault: 1 })
          .where("name", "=", name)
          .returning("name")
          .execute();
        if (done.length === 0) throw notFound(name);
      });
    },

    /** True when there was one. */
    async delete(name: string): Promise<boolean> {
      return (
        (await db.deleteFrom("destinations").where("name", "=", name).returning("name").execute())
          .length > 0
      );
    },
  };
}

const notFound = (name: string) =>
  new RevosError("destination.not_found", `No destination is named ${name}.`, { data: { name } });
