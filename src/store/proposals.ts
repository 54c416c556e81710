// Proposals between the question and the written file: a conversation may stop and go on days later, in a terminal, a
// chat or a browser. Every change names the revision it answered, so that two answers never overwrite each other.
import { RevosError } from "../kernel/error.ts";
import { makeId } from "../kernel/ids.ts";
import { columnsOf, parseRow, type Handle } from "./handle.ts";
import { ProposalRow } from "./tables.ts";

/** What the conversation keeps (`connect/propose/stored.ts`): plain JSON whose form is that room's own. */
export type ProposalState = {
  readonly id?: string | undefined;
  readonly state?: string | undefined;
};

export type StoredProposal = {
  readonly id: string;
  readonly sourceId: string | null;
  readonly state: string;
  readonly document: ProposalState;
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
};

const columns = columnsOf(ProposalRow);

export function makeProposals(handle: Handle) {
  const { db } = handle;
  return {
    /** The document gets its id here (`pr_...`). */
    async create(document: ProposalState, sourceId: string | null): Promise<StoredProposal> {
      const now = handle.now();
      const id = makeId("pr");
      const stored = {
        id,
        sourceId,
        state: document.state ?? "streams_open",
        revision: 1,
        createdAt: now,
        updatedAt: now,
      };
      const withId = { ...document, id };
      await db
        .insertInto("proposals")
        .values({ ...stored, document: JSON.stringify(withId) })
        .execute();
      return { ...stored, document: withId };
    },

    async find(id: string): Promise<StoredProposal | null> {
      const row = await db
        .selectFrom("proposals")
        .select(columns)
        .where("id", "=", id)
        .executeTakeFirst();
      return row ? toStored(row) : null;
    },

    /** `seen` is the revision the change answers: another one is `store.changed_meanwhile`. */
    async update(id: string, seen: number, document: ProposalState): Promise<StoredProposal> {
      const row = await db
        .updateTable("proposals")
        .set({
          document: JSON.stringify({ ...document, id }),
          revision: seen + 1,
          updatedAt: handle.now(),
          ...(document.state ? { state: document.state } : {}),
        })
        .where("id", "=", id)
        .where("revision", "=", seen)
        .returning(columns)
        .executeTakeFirst();
      if (row) return toStored(row);
      const now = await db
        .selectFrom("proposals")
        .select("updatedAt")
        .where("id", "=", id)
        .executeTakeFirst();
      if (!now)
        throw new RevosError("proposal.not_found", `No proposal has the id ${id}.`, {
          data: { id },
        });
      throw new RevosError(
        "store.changed_meanwhile",
        `The proposal ${id} was changed at ${now.updatedAt}, after it was read.`,
        {
          data: { id, changedAt: now.updatedAt },
          advice: `revos connections propose --resume ${id} shows it as it is now.`,
        },
      );
    },

    /** Newest change first; `open` leaves out those whose file was written. */
    async list(
      filter: { readonly sourceId?: string; readonly open?: boolean; readonly limit?: number } = {},
    ): Promise<StoredProposal[]> {
      let query = db
        .selectFrom("proposals")
        .select(columns)
        .orderBy("updatedAt", "desc")
        .orderBy("id", "desc");
      if (filter.sourceId !== undefined) query = query.where("sourceId", "=", filter.sourceId);
      if (filter.open) query = query.where("state", "!=", "written");
      if (filter.limit !== undefined) query = query.limit(filter.limit);
      return (await query.execute()).map(toStored);
    },

    async delete(id: string): Promise<boolean> {
      return (
        (await db.deleteFrom("proposals").where("id", "=", id).returning("id").execute()).length > 0
      );
    },
  };
}

function toStored(row: unknown): StoredProposal {
  const { document, ...rest } = parseRow(ProposalRow, "proposals", row);
  return { ...rest, document: document as ProposalState };
}
