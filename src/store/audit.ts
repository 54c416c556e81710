// Who did what, when, and on which evidence: appended, never changed. No secret and no row value belongs in it.
import type { z } from "zod";
import { makeId } from "../kernel/ids.ts";
import { columnsOf, parseRow, type Handle } from "./handle.ts";
import { AuditRow } from "./tables.ts";

export type AuditRecord = z.infer<typeof AuditRow>;

export type NewAuditRecord = {
  /** `ken@example.co.jp`, `agent/desk on behalf of ken`, `system`. */
  readonly actor: string;
  /** An operation: `connections.apply`, `quarantine.waive`. */
  readonly action: string;
  readonly object: { readonly kind: string; readonly id: string };
  /** Plan id, kind of consent, counts, reason. */
  readonly evidence?: Readonly<Record<string, unknown>>;
  /** `ok`, or the code of the failure. */
  readonly outcome?: string;
};

export type AuditFilter = {
  readonly actor?: string;
  readonly action?: string;
  readonly objectKind?: string;
  readonly objectId?: string;
  readonly since?: string;
  readonly before?: string;
  readonly limit?: number;
};

const columns = columnsOf(AuditRow);

export function makeAudit(handle: Handle) {
  const { db } = handle;
  return {
    /** Gives the record's id, which is printed beside what was done. */
    async append(record: NewAuditRecord): Promise<string> {
      const id = makeId("au");
      const { actor, action, object, evidence = {}, outcome = "ok" } = record;
      await db
        .insertInto("auditRecords")
        .values({
          id,
          at: handle.now(),
          actor,
          action,
          objectKind: object.kind,
          objectId: object.id,
          evidence: JSON.stringify(evidence),
          outcome,
        })
        .execute();
      return id;
    },

    /** Newest first. */
    async list(filter: AuditFilter = {}): Promise<AuditRecord[]> {
      let query = db
        .selectFrom("auditRecords")
        .select(columns)
        .orderBy("at", "desc")
        .orderBy("id", "desc");
      if (filter.actor !== undefined) query = query.where("actor", "=", filter.actor);
      if (filter.action !== undefined) query = query.where("action", "=", filter.action);
      if (filter.objectKind !== undefined)
        query = query.where("objectKind", "=", filter.objectKind);
      if (filter.objectId !== undefined) query = query.where("objectId", "=", filter.objectId);
      if (filter.since !== undefined) query = query.where("at", ">=", filter.since);
      if (filter.before !== undefined) query = query.where("at", "<", filter.before);
      if (filter.limit !== undefined) query = query.limit(filter.limit);
      return (await query.execute()).map((row) => parseRow(AuditRow, "audit_records", row));
    },
  };
}
