// What discovery found, per source: the latest, and the one before it to compare with.
import type { Catalog } from "../model/catalog.ts";
import { columnsOf, inTransaction, parseRow, type Handle } from "./handle.ts";
import { DiscoveryRow } from "./tables.ts";

/** As many per source are kept: a catalog of 20,000 tables has tens of megabytes. */
const kept = 2;
const columns = columnsOf(DiscoveryRow);

export type StoredDiscovery = {
  readonly sourceId: string;
  readonly discoveredAt: string;
  readonly streamCount: number;
  readonly catalog: Catalog;
};

export function makeDiscoveries(handle: Handle) {
  const { db } = handle;

  const read = async (sourceId: string, back: number): Promise<StoredDiscovery | null> => {
    const row = await db
      .selectFrom("discoveries")
      .select(columns)
      .where("sourceId", "=", sourceId)
      .orderBy("discoveredAt", "desc")
      .limit(1)
      .offset(back)
      .executeTakeFirst();
    if (!row) return null;
    // Our own writing of what a connector's conformance test has checked: looking at every column again would cost more than reading.
    const { catalog, ...rest } = parseRow(DiscoveryRow, "discoveries", row);
    return { ...rest, catalog: catalog as unknown as Catalog };
  };

  return {
    /** Gives the time that the discovery is known by. */
    async save(sourceId: string, catalog: Catalog, at: string = handle.now()): Promise<string> {
      const values = {
        sourceId,
        discoveredAt: at,
        streamCount: catalog.streams.length,
        catalog: JSON.stringify(catalog),
      };
      await inTransaction(handle, async ({ db: tx }) => {
        await tx
          .insertInto("discoveries")
          .values(values)
          .onConflict((conflict) =>
            conflict
              .columns(["sourceId", "discoveredAt"])
              .doUpdateSet({ catalog: values.catalog, streamCount: values.streamCount }),
          )
          .execute();
        const old = await tx
          .selectFrom("discoveries")
          .select("discoveredAt")
          .where("sourceId", "=", sourceId)
          .orderBy("discoveredAt", "desc")
          .offset(kept)
          .limit(1000)
          .execute();
        for (const { discoveredAt } of old)
          await tx
            .deleteFrom("discoveries")
            .where("sourceId", "=", sourceId)
            .where("discoveredAt", "=", discoveredAt)
            .execute();
      });
      return at;
    },

    latest: (sourceId: string): Promise<StoredDiscovery | null> => read(sourceId, 0),

    /** The one before the latest, to say what changed. */
    previous: (sourceId: string): Promise<StoredDiscovery | null> => read(sourceId, 1),

    /** When, and how many streams, without reading the catalog. */
    async summary(
      sourceId: string,
    ): Promise<{ readonly discoveredAt: string; readonly streamCount: number } | null> {
      const row = await db
        .selectFrom("discoveries")
        .select(["discoveredAt", "streamCount"])
        .where("sourceId", "=", sourceId)
        .orderBy("discoveredAt", "desc")
        .limit(1)
        .executeTakeFirst();
      return row ?? null;
    },
  };
}
