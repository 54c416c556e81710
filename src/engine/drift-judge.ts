// What becomes of each difference between the accepted shape and the source: the policy's word, a decision that was taken
// before, and what can be done at all without losing a value. A change that must not happen by itself pauses its stream.
// docs/schema-changes.md has the table; drift-cells.test.ts and drift-cells.pg.test.ts go through its cells.
import { createHash } from "node:crypto";
import type { CatalogColumn, CatalogStream } from "../model/catalog.ts";
import { choosesRowsBy, forgetColumn, mentions, renameColumn } from "../model/rename-column.ts";
import {
  takeChange,
  type ChangeOutcome,
  type FoundChange,
  type PolicyTable,
  type PolicyWord,
} from "../model/schema-change.ts";
import { isIncremental, needsKey } from "../model/sync-mode.ts";
import type { CanonicalType } from "../model/types.ts";
import { findDifferences, type Difference } from "./drift-find.ts";
import type { StreamPlan } from "./plan.ts";

export type JudgeContext = {
  readonly connection: string;
  readonly policies: PolicyTable;
  readonly isInferred: boolean;
  /** Never loaded by a policy alone: personal data needs a recorded yes (design.md §1, promise 6). */
  readonly isSensitive: (column: string) => boolean;
};

export type Drift = {
  /** With the names that the source's columns have now. */
  readonly plan: StreamPlan;
  /** What is read: the accepted columns that go on, in the types the source has now. */
  readonly stream: CatalogStream;
  readonly changes: readonly FoundChange[];
  /** Columns that keep their accepted type although the source shows another one. */
  readonly types: ReadonlyMap<string, CanonicalType>;
  /** Accepted columns that the source no longer has. */
  readonly absent: readonly CatalogColumn[];
};

/** The accepted shape against the present one, every difference judged. Nothing is thrown: paused and failed ones say so. */
export function judgeDrift(plan: StreamPlan, now: CatalogStream, context: JudgeContext): Drift {
  const differences = findDifferences(plan.stream, now, {
    cursorField: isIncremental(plan.syncMode) ? plan.cursorField : [],
    primaryKey: needsKey(plan.syncMode) ? plan.primaryKey : [],
    columns: plan.columns,
    isInferred: context.isInferred,
  });
  const changes = differences.map((found): FoundChange => {
    const decision = decisionOf(plan, found);
    const policy: PolicyWord =
      decision === "accepted"
        ? "apply"
        : decision === "ignored"
          ? "ignore"
          : context.policies[found.kind];
    return {
      ...found,
      id: changeId(context.connection, plan.stream, found),
      stream: plan.stream.name,
      namespace: plan.stream.namespace ?? null,
      shape: found.shape ? { ...found.shape } : null,
      policy,
      outcome: outcomeOf(found, policy, plan, context, decision === "accepted"),
      oldRows: oldRowsOf(found, plan),
    };
  });
  return { ...withChanges(plan, now, changes), changes };
}

export function decisionOf(
  plan: StreamPlan,
  change: Pick<FoundChange, "kind" | "column" | "after">,
): "accepted" | "ignored" | null {
  return (
    plan.decisions?.find(
      (known) =>
        known.kind === change.kind &&
        known.column === change.column &&
        known.after === change.after,
    )?.decision ?? null
  );
}

/** The same change found again has the same id, so that a decision holds for it and lists do not grow by a line a run. */
export function changeId(
  connection: string,
  stream: Pick<CatalogStream, "name" | "namespace">,
  change: Pick<FoundChange, "kind" | "column" | "before" | "after">,
): string {
  const text = JSON.stringify([
    connection,
    stream.namespace ?? null,
    stream.name,
    change.kind,
    change.column,
    change.before,
    change.after,
  ]);
  return `sc_${createHash("sha256").update(text).digest("hex").slice(0, 12)}`;
}

function outcomeOf(
  found: Difference,
  policy: PolicyWord,
  plan: StreamPlan,
  context: JudgeContext,
  isAccepted: boolean,
): ChangeOutcome {
  if (policy === "fail") return "failed";
  if (policy === "pause") return "paused";
  const isReplacing = !isIncremental(plan.syncMode);
  switch (found.kind) {
    case "add":
      if (policy === "apply")
        return context.isSensitive(found.column ?? "") && !isAccepted ? "kept" : "applied";
      return policy === "ignore" ? "ignored" : "kept";
    case "drop":
      // Without it nobody knows which rows are wanted, or what their time is.
      if (choosesRowsBy(plan, found.column ?? "") || plan.eventTime?.[0] === found.column)
        return "paused";
      if (policy === "apply") return "applied";
      if (policy === "ignore") return "ignored";
      // A table that is replaced would lose the only copy of the old values.
      return isReplacing && !context.isInferred ? "paused" : "kept";
    case "widen":
      return policy === "apply" ? "applied" : policy === "ignore" ? "ignored" : "kept";
    case "narrow":
      if (policy === "apply") return "applied";
      if (policy === "ignore") return "ignored";
      return context.isInferred ? "kept" : "paused";
    case "rename":
      // What is only suspected is never done by a policy, and a condition in SQL cannot be rewritten.
      if (policy === "apply")
        return (found.certain || isAccepted) && !mentions(plan.where, found.column ?? "")
          ? "applied"
          : "paused";
      return policy === "ignore" && !isNeeded(plan, found.column) ? "ignored" : "paused";
    case "key":
      // Rows that are loaded are one per old key: only a key that contains it keeps that true without reading them again.
      if (policy === "apply")
        return isAccepted || (found.column === null && containsKey(found, plan))
          ? "applied"
          : "paused";
      return policy === "ignore" && found.column === null ? "ignored" : "paused";
    case "cursor":
      // Positions of one order mean nothing in another: going on needs a read from the start, which only a plan may ask for.
      return "paused";
    case "newStream":
    case "streamGone":
      return "kept";
  }
}

const isNeeded = (plan: StreamPlan, column: string | null): boolean =>
  [plan.cursorField, plan.eventTime ?? [], ...plan.primaryKey].some((path) => path[0] === column) ||
  choosesRowsBy(plan, column ?? "");

const containsKey = (found: Difference, plan: StreamPlan): boolean => {
  const now = new Set((found.key ?? []).map((path) => JSON.stringify(path)));
  return plan.primaryKey.every((path) => now.has(JSON.stringify(path)));
};

/** Rows loaded before: without the new column, or with values that an `alter … using` may have rewritten (bug case B103). */
function oldRowsOf(found: Difference, plan: StreamPlan): FoundChange["oldRows"] {
  if (!isIncremental(plan.syncMode)) return "none";
  if (found.kind === "add") return "null";
  return found.kind === "widen" || found.kind === "narrow" ? "stale" : "none";
}

function withChanges(
  plan: StreamPlan,
  now: CatalogStream,
  changes: readonly FoundChange[],
): Omit<Drift, "changes"> {
  let shape = plan.stream;
  let current = plan;
  for (const change of changes) {
    if (change.outcome !== "applied") continue;
    shape = takeChange(shape, change);
    if (change.kind === "rename" && change.column !== null && change.after !== null)
      current = renameColumn(current, change.column, change.after);
    if (change.kind === "drop" && change.column !== null)
      current = forgetColumn(current, change.column);
    if (change.kind === "key" && change.key) current = { ...current, primaryKey: change.key };
  }
  const shown = new Map(now.columns.map((column) => [column.name, column]));
  const absent = shape.columns.filter((column) => !shown.has(column.name));
  const types = new Map<string, CanonicalType>();
  const columns = shape.columns.flatMap((column): CatalogColumn[] => {
    const present = shown.get(column.name);
    if (!present) return [];
    if (JSON.stringify(present.type) !== JSON.stringify(column.type))
      types.set(column.name, column.type);
    return [
      {
        ...present,
        ...(column.renamedFrom === undefined ? {} : { renamedFrom: column.renamedFrom }),
      },
    ];
  });
  const { estimatedRows, estimatedBytes } = now;
  const stream: CatalogStream = {
    ...shape,
    columns,
    ...(estimatedRows === undefined ? {} : { estimatedRows }),
    ...(estimatedBytes === undefined ? {} : { estimatedBytes }),
  };
  return { plan: { ...current, stream }, stream, types, absent };
}
