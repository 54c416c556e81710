// A stream set up so that what it stages fits what its table holds, and the schema changes that this brings to light.
import type { TargetState } from "../connector/destination.ts";
import type { FoundChange } from "../model/schema-change.ts";
import { driftWarnings, fitTarget, stopForDrift, type Fit, type Looking } from "./drift.ts";
import type { Drift } from "./drift-judge.ts";
import type { StreamPlan } from "./plan.ts";
import { setUpStream, type StreamSetup } from "./stream-setup.ts";
import type { Attempt, StreamContext } from "./work.ts";

export const lookingOf = (ctx: StreamContext): Looking => ({
  connection: ctx.run.connection,
  isInferred: ctx.definition.capabilities.typesInferred === true,
  isSensitive: ctx.isSensitive,
});

/** What was found goes where the stream's end reads it, and out as events; a second look at the same adds nothing. */
export function noteChanges(
  ctx: StreamContext,
  plan: StreamPlan,
  attempt: Attempt,
  changes: readonly FoundChange[],
): void {
  for (const change of changes) {
    if (attempt.changes.some((known) => known.id === change.id)) continue;
    attempt.changes.push(change);
    ctx.emit({ event: "schema.changed", change });
  }
  attempt.warnings.push(...driftWarnings(plan, changes));
}

/** Set up once by what the source shows, and again where the target holds a column as another type than that. */
export function setUpToFit(
  ctx: StreamContext,
  { plan, stream, types, absent }: Drift,
  columns: TargetState["columns"],
  isReplacing: boolean,
  attempt: Attempt,
): { readonly setup: StreamSetup; readonly fit: Fit } {
  let wanted = types;
  for (;;) {
    const setup = setUpStream(plan, stream, ctx.run, ctx.definition.capabilities, {
      types: wanted,
      absent,
      isReplacing,
      limits: ctx.destination.limits,
    });
    const sources = new Map(setup.mappers.read.map((column) => [column.name, column.source]));
    const fit = fitTarget(plan, setup.fields, columns, {
      looking: lookingOf(ctx),
      sourceOf: (field) => (field.from === null ? null : (sources.get(field.from) ?? null)),
    });
    noteChanges(ctx, plan, attempt, fit.changes);
    stopForDrift(plan, fit.changes);
    if ([...fit.types.keys()].some((column) => !wanted.has(column))) {
      wanted = new Map([...wanted, ...fit.types]);
      continue;
    }
    attempt.warnings.push(...fit.warnings);
    const added = ctx.run.connection === null && !isReplacing ? newColumns(fit, columns) : [];
    if (added.length > 0)
      attempt.warnings.push({
        code: "columns_not_filled",
        stream: plan.stream.name,
        namespace: plan.stream.namespace ?? null,
        columns: added,
      });
    if (setup.shortened && setup.shortened.length > 0)
      attempt.warnings.push({
        code: "names_shortened",
        stream: plan.stream.name,
        namespace: plan.stream.namespace ?? null,
        columns: setup.shortened,
      });
    const cut = setup.mappers.read.filter(
      ({ source }) => stream.columns.find(({ name }) => name === source)?.cut,
    );
    if (cut.length > 0)
      attempt.warnings.push({
        code: "times_cut",
        stream: plan.stream.name,
        namespace: plan.stream.namespace ?? null,
        columns: cut.map(({ source }) => source),
      });
    attempt.warnings.push(
      ...setup.mappers.warnings.map((warning) => ({
        ...warning,
        stream: plan.stream.name,
        namespace: plan.stream.namespace ?? null,
      })),
    );
    return { setup, fit };
  }
}

/** Ad hoc there is no policy that fills them: rows that were loaded before keep NULL there, whatever the source has. */
function newColumns(fit: Fit, columns: TargetState["columns"]): string[] {
  if (!columns) return [];
  const known = new Set(columns.map(({ name }) => name.toLowerCase()));
  return fit.fields.map(({ name }) => name).filter((name) => !known.has(name.toLowerCase()));
}
