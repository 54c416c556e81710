// The schema gate: what the source shows now against what was accepted (drift-judge.ts), and the staged columns against
// the target's. What may be followed is followed; what may not pauses the stream before anything is read, with the name of
// each change and the command that decides it. Bug cases of kind DRIFT.
import type { Staged, TableColumn } from "../connector/destination.ts";
import { RevosError } from "../kernel/error.ts";
import type { Catalog, CatalogStream } from "../model/catalog.ts";
import { defaultPolicies, inferredPolicies, type FoundChange } from "../model/schema-change.ts";
import { formatType, type CanonicalType } from "../model/types.ts";
import { changeId, decisionOf, judgeDrift, type Drift } from "./drift-judge.ts";
import type { StreamPlan } from "./plan.ts";
import { ownColumns } from "../model/own-columns.ts";
import type { TableField } from "./fields.ts";
import { decimalShape, isWidening, normalType, typeOfColumn } from "./widening.ts";

export type Warning = { readonly code: string; readonly [fact: string]: unknown };

export type ColumnChange = { readonly column: string; readonly was: string; readonly now: string };

export type Looking = {
  /** Null: ad hoc; the plan was just made from what the source shows. */
  readonly connection: string | null;
  readonly isInferred: boolean;
  readonly isSensitive: (column: string) => boolean;
};

export const streamLabel = (stream: Pick<CatalogStream, "name" | "namespace">): string =>
  [stream.namespace, stream.name].filter(Boolean).join(".");

export function findStreamNow(plan: StreamPlan, catalog: Catalog): CatalogStream | undefined {
  return catalog.streams.find(
    (stream) => stream.name === plan.stream.name && stream.namespace === plan.stream.namespace,
  );
}

/** The planned stream as it goes on now. Throws nothing for a change: `changes` says what became of each. */
export function lookAtDrift(plan: StreamPlan, catalog: Catalog | null, looking: Looking): Drift {
  if (!catalog) return { plan, stream: plan.stream, changes: [], types: new Map(), absent: [] };
  const now = findStreamNow(plan, catalog);
  const policies = plan.policies ?? (looking.isInferred ? inferredPolicies : defaultPolicies);
  if (now)
    return judgeDrift(plan, now, {
      connection: looking.connection ?? "",
      policies,
      isInferred: looking.isInferred,
      isSensitive: looking.isSensitive,
    });
  const gone = goneChange(plan, looking.connection ?? "", policies.streamGone);
  return { plan, stream: plan.stream, changes: [gone], types: new Map(), absent: [] };
}

/** The stream is not in the source any more. Only `ignore` and `apply` let the run go on without it. */
export function goneChange(
  plan: StreamPlan,
  connection: string,
  written: FoundChange["policy"],
): FoundChange {
  const facts = {
    kind: "streamGone",
    column: null,
    before: streamLabel(plan.stream),
    after: null,
  } as const;
  const decision = decisionOf(plan, facts);
  const policy = decision === "accepted" ? "apply" : decision === "ignored" ? "ignore" : written;
  return {
    ...facts,
    id: changeId(connection, plan.stream, facts),
    stream: plan.stream.name,
    namespace: plan.stream.namespace ?? null,
    evidence: [],
    certain: true,
    policy,
    outcome:
      policy === "apply"
        ? "applied"
        : policy === "ignore"
          ? "ignored"
          : policy === "fail"
            ? "failed"
            : "paused",
    oldRows: "none",
    shape: null,
    key: null,
  };
}

/** Throws when a change stops the stream: `source.schema_changed`, or `source.stream_not_found` where the policy is to fail. */
export function stopForDrift(plan: StreamPlan, changes: readonly FoundChange[]): void {
  const stopping = changes.filter(
    (change) => change.outcome === "paused" || change.outcome === "failed",
  );
  if (stopping.length === 0) return;
  const isFailure = stopping.some((change) => change.outcome === "failed");
  const gone = stopping.find((change) => change.kind === "streamGone");
  const label = streamLabel(plan.stream);
  const where = { stream: plan.stream.name, namespace: plan.stream.namespace ?? null };
  if (gone && isFailure)
    throw new RevosError(
      "source.stream_not_found",
      `The source no longer has the stream ${label}.`,
      { where, data: { changes: stopping.map(toFact), policy: "fail" } },
    );
  const list = stopping.map(inWords).join("; ");
  throw new RevosError(
    "source.schema_changed",
    gone
      ? `The source no longer has the stream ${label}. Its table keeps the rows it has; nothing was published.`
      : `The schema of ${label} changed: ${list}. Nothing was published.`,
    {
      where,
      data: { changes: stopping.map(toFact), ...(isFailure ? { policy: "fail" } : {}) },
      advice: adviceFor(stopping),
    },
  );
}

const toFact = (
  change: FoundChange,
): ColumnChange & { readonly id: string; readonly kind: string } => ({
  id: change.id,
  kind: change.kind,
  column: change.column ?? change.before ?? "",
  was: change.before ?? "",
  now: change.after ?? "dropped",
});

/** `column amount: int64 → text (narrow)`. */
function inWords(change: FoundChange): string {
  const { kind, column, before, after } = change;
  if (kind === "rename")
    return `column ${before} is ${change.certain ? "" : "perhaps "}called ${after} now`;
  if (kind === "key") return `the key was ${before ?? "none"} and is ${after ?? "none"}`;
  if (kind === "add") return `column ${column} (${after}) is new`;
  if (after === null) return `${kind === "cursor" ? "cursor column" : "column"} ${column} is gone`;
  return `${kind === "cursor" ? "cursor column" : "column"} ${column} was ${before} and is ${after}`;
}

function adviceFor(changes: readonly FoundChange[]): string {
  const [first] = changes;
  if (!first) return "";
  const more =
    changes.length > 1 ? ` (and ${changes.length - 1} more: revos schema-changes list)` : "";
  return `revos schema-changes accept ${first.id} shows what taking it does, and takes it; revos schema-changes ignore ${first.id} goes on without it, where that is possible${more}.`;
}

/** What a run says beside its streams about changes that did not stop it. */
export function driftWarnings(plan: StreamPlan, changes: readonly FoundChange[]): Warning[] {
  const where = {
    stream: plan.stream.name,
    ...(plan.stream.namespace === undefined ? {} : { namespace: plan.stream.namespace }),
  };
  const going = changes.filter(({ outcome }) => outcome !== "paused" && outcome !== "failed");
  const of = (kinds: readonly string[]) => going.filter(({ kind }) => kinds.includes(kind));
  const names = (list: readonly FoundChange[]) => list.map(({ column }) => column ?? "");
  const warnings: Warning[] = [];
  const dropped = of(["drop"]);
  if (dropped.length > 0)
    warnings.push({ code: "columns_dropped", ...where, columns: names(dropped) });
  const added = of(["add"]);
  const left = added.filter(({ outcome }) => outcome !== "applied");
  const taken = added.filter(({ outcome }) => outcome === "applied");
  if (left.length > 0) warnings.push({ code: "columns_new", ...where, columns: names(left) });
  if (taken.length > 0) warnings.push({ code: "columns_added", ...where, columns: names(taken) });
  const retyped = of(["widen", "narrow"]);
  if (retyped.length > 0)
    warnings.push({
      code: "columns_retyped",
      ...where,
      columns: retyped.map(({ column, before, after }) => ({ column, was: before, now: after })),
    });
  const renamed = of(["rename"]);
  if (renamed.length > 0)
    warnings.push({
      code: "columns_renamed",
      ...where,
      columns: renamed.map(({ before, after }) => ({ column: before, was: before, now: after })),
    });
  const keys = of(["key"]);
  for (const { before, after } of keys)
    warnings.push({ code: "key_changed", ...where, was: before, now: after });
  return warnings;
}

export type Fit = {
  /** The fields with the DuckDB types that their staged columns get. */
  readonly fields: readonly TableField[];
  readonly alter: Staged["alter"];
  readonly warnings: readonly Warning[];
  /** Columns of the source that must be loaded as another type to fit: set up again with these. */
  readonly types: ReadonlyMap<string, CanonicalType>;
  readonly changes: readonly FoundChange[];
};

export type Fitting = {
  readonly looking: Looking;
  /** The source's column behind a field; null for computed ones. */
  readonly sourceOf: (field: TableField) => string | null;
};

/**
 * Staged columns against the target's. `changes` must be asked whether they stop the stream; ad hoc, where no policy is,
 * what cannot be followed without loss is thrown as source.schema_changed.
 */
export function fitTarget(
  plan: StreamPlan,
  fields: readonly TableField[],
  target: readonly TableColumn[] | null,
  { looking, sourceOf }: Fitting,
): Fit {
  const types = new Map<string, CanonicalType>();
  const changes: FoundChange[] = [];
  if (!target) return { fields, alter: [], warnings: [], types, changes };
  const known = new Map(target.map((column) => [column.name.toLowerCase(), column]));
  const alter: Staged["alter"][number][] = [];
  const conflicts: ColumnChange[] = [];
  const settle = (field: TableField, column: TableColumn): void => {
    const name = sourceOf(field);
    const change = name === null ? null : conflictChange(plan, field, column, name, looking);
    const type =
      change === null
        ? null
        : change.outcome === "applied"
          ? ({ kind: "text" } as const)
          : change.outcome === "paused" || change.outcome === "failed"
            ? null
            : kindOfColumn(column.type);
    if (change && name !== null && type) {
      types.set(name, type);
      changes.push(change);
      return;
    }
    if (change && looking.connection !== null)
      changes.push({ ...change, outcome: change.outcome === "failed" ? "failed" : "paused" });
    else
      conflicts.push({
        column: field.name,
        was: column.type.toLowerCase(),
        now: formatType(field.type),
      });
  };
  const fitted = fields.map((field): TableField => {
    const column = known.get(field.name.toLowerCase());
    if (!column) {
      // A number's type is decided at the end of the load, and then the column is added with it.
      if (field.type.kind !== "number")
        alter.push({ column: field.name, type: field.duck, change: "add" });
      return field;
    }
    if (field.type.kind === "number") {
      if (!canHoldNumber(column.type)) settle(field, column);
      return field;
    }
    if (normalType(column.type) === normalType(field.duck)) return field;
    if (isWidening(field.duck, column.type)) return { ...field, duck: column.type };
    const isAsked = field.isExplicit && normalType(field.duck) === "VARCHAR";
    if (isWidening(column.type, field.duck) || isAsked)
      alter.push({ column: field.name, type: field.duck, change: "retype" });
    else settle(field, column);
    return field;
  });
  if (conflicts.length > 0) throw schemaChanged(plan.stream, conflicts);
  const staged = new Set([...fields.map((field) => field.name.toLowerCase()), ...ownColumns]);
  const gone = target
    .filter((column) => !staged.has(column.name.toLowerCase()))
    .map((column) => column.name);
  const warnings: Warning[] =
    gone.length === 0
      ? []
      : [
          {
            code: "columns_missing",
            stream: plan.stream.name,
            namespace: plan.stream.namespace ?? null,
            columns: gone,
          },
        ];
  return { fields: fitted, alter, warnings, types, changes };
}

/**
 * A column whose type the table cannot hold. Ad hoc there is no policy: a guessed type gives way to the table's, a declared
 * one holds the stream. Cursors never change their type by the way: positions of one order mean nothing in another.
 */
function conflictChange(
  plan: StreamPlan,
  field: TableField,
  column: TableColumn,
  name: string,
  looking: Looking,
): FoundChange | null {
  const isCursor = plan.cursorField[0] === name;
  const was = kindOfColumn(column.type);
  const facts = {
    kind: isCursor ? ("cursor" as const) : ("narrow" as const),
    column: name,
    before: was ? formatType(was) : column.type.toLowerCase(),
    after: formatType(field.type),
  };
  if (looking.connection === null && (!looking.isInferred || isCursor)) return null;
  const decision = decisionOf(plan, facts);
  const policies = plan.policies ?? (looking.isInferred ? inferredPolicies : defaultPolicies);
  const policy =
    decision === "accepted" ? "apply" : decision === "ignored" ? "ignore" : policies[facts.kind];
  return {
    ...facts,
    id: changeId(looking.connection ?? "", plan.stream, facts),
    stream: plan.stream.name,
    namespace: plan.stream.namespace ?? null,
    evidence: [],
    certain: true,
    policy,
    outcome:
      policy === "fail"
        ? "failed"
        : isCursor || policy === "pause"
          ? "paused"
          : policy === "apply"
            ? "applied"
            : policy === "ignore"
              ? "ignored"
              : looking.isInferred
                ? "kept"
                : "paused",
    oldRows: "none",
    shape: plan.stream.columns.find((other) => other.name === name) ?? null,
    key: null,
  };
}

/** A decimal of full width came from numbers of unknown size, and may widen again. */
function kindOfColumn(type: string): CanonicalType | null {
  const decimal = decimalShape(type);
  return decimal?.precision === 38 ? { kind: "number" } : typeOfColumn(type);
}

const canHoldNumber = (type: string): boolean =>
  decimalShape(type) !== null ||
  ["VARCHAR", "SMALLINT", "INTEGER", "BIGINT", "UBIGINT"].includes(normalType(type));

export function schemaChanged(stream: CatalogStream, changes: readonly ColumnChange[]): RevosError {
  const list = changes.map(({ column, was, now }) => `${column} (${was} → ${now})`).join(", ");
  return new RevosError(
    "source.schema_changed",
    `The columns of ${streamLabel(stream)} changed in a way that would lose values: ${list}. Nothing was published.`,
    {
      data: { changes },
      where: { stream: stream.name, namespace: stream.namespace ?? null },
      advice: `Look at the change. To keep going in the same table, fix the column's type (columns.<name>.type: text holds any value); to start over with the new types, land in another table (as: or --as).`,
    },
  );
}
