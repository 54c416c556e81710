// Sources: where to read from, with credentials. They live only here, never in files (interface.md §1).
import { RevosError } from "../kernel/error.ts";
import { makeId } from "../kernel/ids.ts";
import { isDuplicate, isReferenced } from "./errors.ts";
import { columnsOf, inTransaction, parseRow, type Handle } from "./handle.ts";
import { claimKey, maskConfig, sealedText, unsealConfig, type Config } from "./sealed-config.ts";
import { SourceRow } from "./tables.ts";
import type { z } from "zod";

type Row = z.infer<typeof SourceRow>;
export type SourceSummary = Omit<Row, "config">;
/** With the config in clear: for whoever opens the source. */
export type Source = Row;
export type SourceState = Row["state"];

export type NewSource = {
  readonly name: string;
  readonly kind: string;
  readonly config: Config;
  /** Dotted paths of secrets in the config, as the connector declares them. */
  readonly secrets: readonly string[];
  readonly state?: SourceState;
  readonly testResult?: Readonly<Record<string, unknown>>;
  readonly actor?: string;
};

const columns = columnsOf(SourceRow);
const SummaryRow = SourceRow.omit({ config: true });
const summaryColumns = columnsOf(SummaryRow);

export function makeSources(handle: Handle) {
  const { db, sealer } = handle;

  const readRow = async (id: string): Promise<Row | null> => {
    const row = await db
      .selectFrom("sources")
      .select(columns)
      .where("id", "=", id)
      .executeTakeFirst();
    return row ? parseRow(SourceRow, "sources", row) : null;
  };

  /** The one row that matches, changed; `source.not_found` when there is none. */
  const change = async (
    id: string,
    values: Partial<z.input<typeof SourceRow>>,
    inside = handle,
  ): Promise<void> => {
    const done = await inside.db
      .updateTable("sources")
      .set({ ...values, updatedAt: handle.now() })
      .where("id", "=", id)
      .returning("id")
      .execute();
    if (done.length === 0) throw notFound(id);
  };

  return {
    /** By name. Without configs: needs no key. */
    async list(
      filter: { readonly kind?: string; readonly state?: SourceState } = {},
    ): Promise<SourceSummary[]> {
      let query = db.selectFrom("sources").select(summaryColumns).orderBy("name");
      if (filter.kind !== undefined) query = query.where("kind", "=", filter.kind);
      if (filter.state !== undefined) query = query.where("state", "=", filter.state);
      return (await query.execute()).map((row) => parseRow(SummaryRow, "sources", row));
    },

    /** By id, with the config in clear (which needs the key if a secret is in it); null when there is none. */
    async find(id: string): Promise<Source | null> {
      const row = await readRow(id);
      return (
        row && {
          ...row,
          config: { ...(await unsealConfig(sealer, { table: "sources", id }, row.config)) },
        }
      );
    },

    /** By id, with `[secret]` in place of secrets: needs no key. */
    async describe(id: string): Promise<Source | null> {
      const row = await readRow(id);
      return row && { ...row, config: { ...(await maskConfig(row.config)) } };
    },

    async findByName(name: string): Promise<SourceSummary | null> {
      const row = await db
        .selectFrom("sources")
        .select(summaryColumns)
        .where("name", "=", name)
        .executeTakeFirst();
      return row ? parseRow(SummaryRow, "sources", row) : null;
    },

    /** `store.name_taken` when a source has the name already. */
    async create(source: NewSource): Promise<SourceSummary> {
      const id = makeId("src");
      const now = handle.now();
      const summary = {
        id,
        name: source.name,
        kind: source.kind,
        state: source.state ?? ("untested" as const),
        testedAt: source.testResult || (source.state && source.state !== "untested") ? now : null,
        createdAt: now,
        updatedAt: now,
        createdBy: source.actor ?? null,
      };
      const config = await sealedText(
        handle,
        { table: "sources", id },
        source.config,
        source.secrets,
      );
      const testResult = source.testResult ? JSON.stringify(source.testResult) : null;
      const write = async (inside: Handle) => {
        await claimKey(inside, config);
        await inside.db
          .insertInto("sources")
          .values({ ...summary, config, testResult })
          .execute();
      };
      await orTaken(source.name, () => inTransaction(handle, write));
      return { ...summary, testResult: source.testResult ? { ...source.testResult } : null };
    },

    async rename(id: string, name: string): Promise<void> {
      await orTaken(name, () => change(id, { name }));
    },

    /** A new config; the source counts as untested until it is checked again. */
    async updateConfig(id: string, config: Config, secrets: readonly string[]): Promise<void> {
      const text = await sealedText(handle, { table: "sources", id }, config, secrets);
      await inTransaction(handle, async (inside) => {
        await claimKey(inside, text);
        await change(
          id,
          { config: text, state: "untested", testedAt: null, testResult: null },
          inside,
        );
      });
    },

    async recordTest(
      id: string,
      state: SourceState,
      testResult: Readonly<Record<string, unknown>>,
    ): Promise<void> {
      await change(id, { state, testedAt: handle.now(), testResult: JSON.stringify(testResult) });
    },

    /** `source.in_use` names the connections that still read from it. Discoveries go with the source. */
    async delete(id: string): Promise<void> {
      await inTransaction(handle, async ({ db: tx }) => {
        const users = await tx
          .selectFrom("connections")
          .select("slug")
          .where("sourceId", "=", id)
          .orderBy("slug")
          .execute();
        if (users.length > 0)
          throw inUse(
            id,
            users.map((user) => user.slug),
          );
        const gone = await tx
          .deleteFrom("sources")
          .where("id", "=", id)
          .returning("id")
          .execute()
          .catch((error: unknown) => {
            throw isReferenced(error) ? inUse(id, []) : error;
          });
        if (gone.length === 0) throw notFound(id);
      });
    },
  };
}

async function orTaken<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new RevosError("store.name_taken", `A source is named ${name} already.`, {
      data: { name },
      advice: "Choose another name: revos sources list shows those that are taken.",
    });
  }
}

const notFound = (id: string) =>
  new RevosError("source.not_found", `No source has the id ${id}.`, { data: { id } });

const inUse = (id: string, connections: readonly string[]) =>
  new RevosError(
    "source.in_use",
    `The source ${id} is read by ${connections.join(", ") || "a connection"}.`,
    { data: { id, connections } },
  );
