// The answers about personal data: which column may be loaded how, who said so and on which evidence (design.md §1.6).
// Appended, never changed: the newest answer for a column holds.
import type { z } from "zod";
import { makeId } from "../kernel/ids.ts";
import { columnsOf, inTransaction, parseRow, type Handle } from "./handle.ts";
import { ConsentRow } from "./tables.ts";

export type Consent = z.infer<typeof ConsentRow>;

export type NewConsent = {
  /** The connection's slug, or what an ad hoc run reads and writes. */
  readonly connection: string;
  readonly namespace: string | null;
  readonly stream: string;
  readonly field: readonly string[];
  readonly answer: Consent["answer"];
  readonly actor: string;
  readonly evidence?: Readonly<Record<string, unknown>>;
};

const columns = columnsOf(ConsentRow);

let lastMs = 0;
let within = 0;

/** Sorts as text in the order of writing, also within one millisecond: the later of two answers must be known. */
function makeOrderedId(handle: Handle): string {
  const ms = Date.parse(handle.now());
  within = ms === lastMs ? within + 1 : 0;
  lastMs = ms;
  return `cn_${ms.toString(36)}${within.toString(36).padStart(4, "0")}${makeId("", 6)}`;
}

export function makeConsents(handle: Handle) {
  const { db } = handle;

  const history = async (connection: string): Promise<Consent[]> => {
    const rows = await db
      .selectFrom("consents")
      .select(columns)
      .where("connection", "=", connection)
      .orderBy("at")
      .orderBy("id")
      .execute();
    return rows.map((row) => parseRow(ConsentRow, "consents", row));
  };

  return {
    async record(consents: readonly NewConsent[]): Promise<void> {
      const at = handle.now();
      await inTransaction(handle, async ({ db: tx }) => {
        for (const { namespace, field, evidence = {}, ...rest } of consents) {
          const id = makeOrderedId(handle);
          await tx
            .insertInto("consents")
            .values({
              ...rest,
              id,
              namespace: namespace ?? "",
              field: JSON.stringify(field),
              evidence: JSON.stringify(evidence),
              at,
            })
            .execute();
        }
      });
    },

    /** What holds now: the newest answer of each column. */
    async current(connection: string): Promise<Consent[]> {
      const newest = new Map<string, Consent>();
      for (const consent of await history(connection))
        newest.set(JSON.stringify([consent.namespace, consent.stream, consent.field]), consent);
      return [...newest.values()];
    },

    /** All answers, oldest first. */
    history,
  };
}
