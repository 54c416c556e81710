// The key of the store's secrets: which one it is, and how all secrets move to a new one.
import { RevosError } from "../kernel/error.ts";
import { inTransaction, parseRow, type Handle } from "./handle.ts";
import { replaceEnvelopes, type Config, type ConfigPlace } from "./sealed-config.ts";
import { envelopeKeyId, keyIdOf, keyMissing, seal, unseal } from "./sealer.ts";
import { DestinationRow, SourceRow } from "./tables.ts";

export type Rotation = {
  readonly newKeyId: string;
  /** Secrets sealed anew now. */ readonly sealed: number;
  /** Secrets that had the new key already. */ readonly already: number;
};

export function makeKeys(handle: Handle) {
  return {
    /** The id of the key at hand. */
    current: (): Promise<string> => handle.sealer.keyId(),

    /** The id of the key that this store's secrets are sealed with; null while there are none. */
    async used(): Promise<string | null> {
      const row = await handle.db
        .selectFrom("meta")
        .select("text")
        .where("key", "=", "key_id")
        .executeTakeFirst();
      return row?.text ?? null;
    },

    /**
     * Seals every secret with the new key, in one transaction: all of them, or none. What has the new key already is left,
     * so it can be run again. `store.key_missing` when a secret needs a key that is not among the old ones.
     * A store that was opened with an old key must be opened again afterwards.
     */
    async rotate(oldKeys: readonly Uint8Array[], newKey: Uint8Array): Promise<Rotation> {
      const byId = new Map(oldKeys.map((key) => [keyIdOf(key), key]));
      const newKeyId = keyIdOf(newKey);
      return await inTransaction(handle, async ({ db }) => {
        // First, because it makes whoever is sealing with the old key wait, and then fail: nothing slips through behind.
        await db
          .insertInto("meta")
          .values({ key: "key_id", text: newKeyId, number: null })
          .onConflict((conflict) => conflict.column("key").doUpdateSet({ text: newKeyId }))
          .execute();
        let sealed = 0;
        let already = 0;
        const renew = async (place: ConfigPlace, config: Config) =>
          JSON.stringify(
            await replaceEnvelopes(config, (path, envelope) => {
              const keyId = envelopeKeyId(envelope);
              if (keyId === newKeyId) {
                already++;
                return envelope;
              }
              const what = { ...place, column: `config.${path}` };
              if (keyId === null)
                throw new RevosError(
                  "store.unreadable",
                  `The sealed ${what.column} of ${place.table} ${place.id} was altered.`,
                );
              const key = byId.get(keyId);
              if (!key)
                throw keyMissing(
                  keyId,
                  [...byId.keys()].join(", ") || "none",
                  `${what.column} of ${place.table} ${place.id}`,
                );
              sealed++;
              return seal(newKey, what, unseal(key, what, envelope));
            }),
          );
        for (const row of await db.selectFrom("sources").select(["id", "config"]).execute()) {
          const { id, config } = parseRow(
            SourceRow.pick({ id: true, config: true }),
            "sources",
            row,
          );
          await db
            .updateTable("sources")
            .set({ config: await renew({ table: "sources", id }, config) })
            .where("id", "=", id)
            .execute();
        }
        for (const row of await db
          .selectFrom("destinations")
          .select(["name", "config"])
          .execute()) {
          const { name, config } = parseRow(
            DestinationRow.pick({ name: true, config: true }),
            "destinations",
            row,
          );
          await db
            .updateTable("destinations")
            .set({ config: await renew({ table: "destinations", id: name }, config) })
            .where("name", "=", name)
            .execute();
        }
        return { newKeyId, sealed, already };
      });
    },
  };
}
