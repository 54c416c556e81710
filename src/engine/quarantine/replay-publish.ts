// Publishing what a replay let in: the stage beside its table, then one transaction through the destination, so that rows
// and their quarantine status change together or not at all.
import type { MarkerKey, OpenDestination, Staged } from "../../connector/destination.ts";
import { toIso } from "../../kernel/clock.ts";
import { qualifiedName } from "../bad-rows.ts";
import type { RunPlan, StreamPlan } from "../plan.ts";
import type { StreamSetup } from "../stream-setup.ts";
import { resolvedTable, stageTable } from "./replay-sql.ts";

export type PublishFacts = {
  readonly setup: StreamSetup;
  readonly alter: Staged["alter"];
  readonly key: Omit<MarkerKey, "lane">;
  readonly facts: { readonly runId: string; readonly generation: number };
  readonly books: {
    readonly read: number;
    readonly written: number;
    readonly quarantined: number;
    readonly filtered: number;
    readonly deduplicated: number;
  };
  readonly newer: readonly string[] | null;
  readonly nowMs: number;
  readonly exists: boolean;
};

/** Rows, statuses, books and marker of the lane in one transaction. */
export async function publishReplay(
  destination: OpenDestination,
  plan: RunPlan,
  stream: StreamPlan,
  made: PublishFacts,
): Promise<void> {
  const { key, books, facts } = made;
  const table = destination.stageName(stream.target, plan.runId);
  await destination.workbench.run(
    `create or replace table ${qualifiedName(table)} as from ${qualifiedName(stageTable)}`,
  );
  const at = toIso(made.nowMs);
  const markerKey = { ...key, lane: "replay" as const };
  await destination.publish({
    target: stream.target,
    table,
    quarantine: null,
    resolves: resolvedTable,
    // Rows are added to the table as it stands; only versions of a key replace each other.
    mode:
      stream.syncMode === "incremental_deduped_history"
        ? "incremental_deduped_history"
        : "incremental_append",
    key: made.setup.key,
    newer: made.newer,
    alter: made.alter,
    history: stream.history && stream.syncMode === "incremental_deduped_history",
    marker: {
      position: null,
      generation: facts.generation,
      runId: plan.runId,
      committedAt: at,
      key: markerKey,
      connection: plan.connection,
    },
    ledger: {
      runId: plan.runId,
      connection: plan.connection,
      namespace: key.namespace,
      stream: key.stream,
      target: key.target,
      lane: "replay",
      startedAt: at,
      endedAt: at,
      ...books,
      bytes: 0,
      balanced:
        books.read === books.written + books.quarantined + books.filtered + books.deduplicated,
      published: true,
    },
  });
}
