// What changed at sources: found by runs, decided by a policy or by a person, and remembered. A change has the same id each
// time it is found, so that a decision holds for it and a list does not grow by a line a run.
import type { z } from "zod";
import { FoundChange } from "../model/schema-change.ts";
import { columnsOf, inTransaction, parseRow, type Handle } from "./handle.ts";
import { SchemaChangeRow } from "./tables.ts";

export type SchemaChange = Omit<z.infer<typeof SchemaChangeRow>, "detail"> & {
  readonly found: FoundChange;
};

export type ChangeFilter = {
  readonly connection?: string;
  readonly stream?: string;
  readonly state?: SchemaChange["state"];
};

/** What one run found. `looked`: the streams it compared, whose open changes that it did not find again are gone. */
export type DriftOfRun = {
  readonly connection: string;
  readonly run: string;
  readonly changes: readonly FoundChange[];
  readonly looked: readonly { readonly namespace: string | null; readonly stream: string }[];
  /** It looked for new streams too. */
  readonly lookedForNew: boolean;
  /** Streams whose applied changes are in the warehouse now. */
  readonly published: readonly { readonly namespace: string | null; readonly stream: string }[];
};

export const byPolicy = "policy";

const columns = columnsOf(SchemaChangeRow);

export function makeSchemaChanges(handle: Handle) {
  const { db } = handle;

  const list = async (filter: ChangeFilter = {}): Promise<SchemaChange[]> => {
    let query = db
      .selectFrom("schemaChanges")
      .select(columns)
      .orderBy("seenAt", "desc")
      .orderBy("stream")
      .orderBy("columnName")
      .orderBy("id");
    if (filter.connection !== undefined) query = query.where("connection", "=", filter.connection);
    if (filter.stream !== undefined) query = query.where("stream", "=", filter.stream);
    if (filter.state !== undefined) query = query.where("state", "=", filter.state);
    return (await query.execute()).map(toChange);
  };

  const save = async (
    inside: Handle,
    drift: DriftOfRun,
    change: FoundChange,
    now: string,
  ): Promise<void> => {
    const old = await inside.db
      .selectFrom("schemaChanges")
      .select(columns)
      .where("id", "=", change.id)
      .executeTakeFirst();
    const isPublished =
      change.kind === "newStream" ||
      change.kind === "streamGone" ||
      isAmong(drift.published, change);
    const isDecided =
      old !== undefined &&
      (old.state === "accepted" || old.state === "ignored") &&
      old.decidedBy !== byPolicy;
    const state = stateOf(change, isPublished);
    const decision = isDecided
      ? { state: old.state, decidedBy: old.decidedBy, decidedAt: old.decidedAt }
      : {
          state,
          decidedBy: state === "open" ? null : byPolicy,
          decidedAt: state === "open" ? null : old?.state === state ? old.decidedAt : now,
        };
    const seen = { detail: JSON.stringify(change), lastRunId: drift.run, lastSeenAt: now };
    if (old === undefined)
      await inside.db
        .insertInto("schemaChanges")
        .values({
          id: change.id,
          connection: drift.connection,
          namespace: change.namespace ?? "",
          stream: change.stream,
          kind: change.kind,
          columnName: change.column,
          before: change.before,
          after: change.after,
          runId: drift.run,
          seenAt: now,
          fill: "none",
          ...seen,
          ...decision,
        })
        .execute();
    else
      await inside.db
        .updateTable("schemaChanges")
        // What had gone and came again is found anew.
        .set({
          ...seen,
          ...decision,
          ...(old.state === "gone" ? { runId: drift.run, seenAt: now } : {}),
        })
        .where("id", "=", change.id)
        .execute();
  };

  return {
    /** Writes down what a run found; gives the changes that are new or open again. */
    async record(drift: DriftOfRun): Promise<void> {
      await inTransaction(handle, async (inside) => {
        const now = inside.now();
        for (const change of drift.changes) await save(inside, drift, change, now);
        const found = new Set(drift.changes.map(({ id }) => id));
        const open = await inside.db
          .selectFrom("schemaChanges")
          .select(["id", "kind", "namespace", "stream"])
          .where("connection", "=", drift.connection)
          .where("state", "=", "open")
          .execute();
        for (const { id, kind, namespace, stream } of open) {
          const isLooked =
            kind === "newStream"
              ? drift.lookedForNew
              : isAmong(drift.looked, { namespace: namespace === "" ? null : namespace, stream });
          if (!isLooked || found.has(id)) continue;
          await inside.db
            .updateTable("schemaChanges")
            .set({ state: "gone", lastSeenAt: inside.now() })
            .where("id", "=", id)
            .execute();
        }
      });
    },

    /** Newest first. */
    list,

    async find(id: string): Promise<SchemaChange | null> {
      const row = await db
        .selectFrom("schemaChanges")
        .select(columns)
        .where("id", "=", id)
        .executeTakeFirst();
      return row ? toChange(row) : null;
    },

    async decide(
      id: string,
      state: "accepted" | "ignored",
      by: string,
      options: { readonly fill?: boolean } = {},
    ): Promise<void> {
      await db
        .updateTable("schemaChanges")
        .set({
          state,
          decidedBy: by,
          decidedAt: handle.now(),
          ...(options.fill ? { fill: "asked" as const } : {}),
        })
        .where("id", "=", id)
        .execute();
    },

    async filled(ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return;
      await db
        .updateTable("schemaChanges")
        .set({ fill: "done" })
        .where("id", "in", [...ids])
        .execute();
    },

    /** A connection that is made anew starts without the decisions of one of the same name. */
    async forget(connection: string): Promise<void> {
      await db.deleteFrom("schemaChanges").where("connection", "=", connection).execute();
    },

    async openByConnection(): Promise<Map<string, SchemaChange[]>> {
      const found = new Map<string, SchemaChange[]>();
      for (const change of await list({ state: "open" }))
        found.set(change.connection, [...(found.get(change.connection) ?? []), change]);
      return found;
    },
  };
}

/** A change that was applied but whose stream was not published is not done yet. */
function stateOf(change: FoundChange, isPublished: boolean): SchemaChange["state"] {
  if (change.outcome === "ignored") return "ignored";
  return change.outcome === "applied" && isPublished ? "accepted" : "open";
}

type Named = { readonly namespace: string | null; readonly stream: string };
const isAmong = (streams: readonly Named[], { namespace, stream }: Named): boolean =>
  streams.some((other) => other.stream === stream && other.namespace === namespace);

function toChange(row: unknown): SchemaChange {
  const { detail, ...rest } = parseRow(SchemaChangeRow, "schema_changes", row);
  const found = FoundChange.safeParse(detail);
  return {
    ...rest,
    found: found.success
      ? found.data
      : {
          id: rest.id,
          kind: rest.kind as FoundChange["kind"],
          stream: rest.stream,
          namespace: rest.namespace === "" ? null : rest.namespace,
          column: rest.columnName,
          before: rest.before,
          after: rest.after,
          evidence: [],
          certain: false,
          policy: "ask",
          outcome: "kept",
          oldRows: "none",
          shape: null,
          key: null,
        },
  };
}
