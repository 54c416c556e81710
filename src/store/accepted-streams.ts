// The shape of each stream of a connection as the last apply accepted it: what a run compares the source with.
import type { CatalogStream } from "../model/catalog.ts";
import { columnsOf, inTransaction, parseRow, type Handle } from "./handle.ts";
import { AcceptedStreamRow } from "./tables.ts";

export type AcceptedStream = {
  /** Null where the source has no namespaces. */
  readonly namespace: string | null;
  readonly stream: string;
  readonly catalog: CatalogStream;
  readonly acceptedAt: string;
};

const columns = columnsOf(AcceptedStreamRow);

export function makeAcceptedStreams(handle: Handle) {
  const { db } = handle;
  return {
    /** Streams whose shape was accepted, by namespace and name. */
    async acceptedStreams(id: string): Promise<AcceptedStream[]> {
      const rows = await db
        .selectFrom("acceptedStreams")
        .select(columns)
        .where("connectionId", "=", id)
        .orderBy("namespace")
        .orderBy("stream")
        .execute();
      return rows.map((row) => {
        const { namespace, stream, catalog, acceptedAt } = parseRow(
          AcceptedStreamRow,
          "accepted_streams",
          row,
        );
        return {
          namespace: namespace === "" ? null : namespace,
          stream,
          catalog: catalog as unknown as CatalogStream,
          acceptedAt,
        };
      });
    },

    /** Sets the shape of these streams and leaves the others; `replace` forgets the others. */
    async acceptStreams(
      id: string,
      streams: readonly CatalogStream[],
      options: { readonly replace?: boolean } = {},
    ): Promise<void> {
      const acceptedAt = handle.now();
      await inTransaction(handle, async ({ db: tx }) => {
        if (options.replace)
          await tx.deleteFrom("acceptedStreams").where("connectionId", "=", id).execute();
        for (const entry of streams) {
          const catalog = JSON.stringify(entry);
          await tx
            .insertInto("acceptedStreams")
            .values({
              connectionId: id,
              namespace: entry.namespace ?? "",
              stream: entry.name,
              catalog,
              acceptedAt,
            })
            .onConflict((conflict) =>
              conflict
                .columns(["connectionId", "namespace", "stream"])
                .doUpdateSet({ catalog, acceptedAt }),
            )
            .execute();
        }
      });
    },
  };
}
