// The stream as a run would set it up now, for comparing: what the source shows, brought to what the table holds. A change of
// schema that pauses a run stops the comparison as well, in the same words.
import type { TableColumn } from "../../connector/destination.ts";
import type { Drift } from "../drift-judge.ts";
import {
  driftWarnings,
  fitTarget,
  lookAtDrift,
  stopForDrift,
  type Fit,
  type Looking,
  type Warning,
} from "../drift.ts";
import type { StreamPlan } from "../plan.ts";
import { setUpStream, type StreamSetup } from "../stream-setup.ts";
import type { StreamContext } from "../work.ts";

export type ComparableSetup = {
  readonly setup: StreamSetup;
  readonly fit: Fit;
  readonly warnings: readonly Warning[];
};

/** The drift first: the plan may go on under other names of columns. */
export async function lookAtSource(ctx: StreamContext, asked: StreamPlan): Promise<Drift> {
  const drift = lookAtDrift(asked, await ctx.catalog(), lookingOf(ctx));
  stopForDrift(asked, drift.changes);
  return drift;
}

export function setUpToCompare(
  ctx: StreamContext,
  { plan, stream, types, absent, changes }: Drift,
  target: readonly TableColumn[],
): ComparableSetup {
  let wanted = types;
  for (;;) {
    const setup = setUpStream(plan, stream, ctx.run, ctx.definition.capabilities, {
      types: wanted,
      absent,
    });
    const sources = new Map(setup.mappers.read.map((column) => [column.name, column.source]));
    const fit = fitTarget(plan, setup.fields, target, {
      looking: lookingOf(ctx),
      sourceOf: (field) => (field.from === null ? null : (sources.get(field.from) ?? null)),
    });
    stopForDrift(plan, fit.changes);
    if (![...fit.types.keys()].some((column) => !wanted.has(column)))
      return { setup, fit, warnings: [...driftWarnings(plan, changes), ...fit.warnings] };
    wanted = new Map([...wanted, ...fit.types]);
  }
}

const lookingOf = (ctx: StreamContext): Looking => ({
  connection: ctx.run.connection,
  isInferred: ctx.definition.capabilities.typesInferred === true,
  isSensitive: ctx.isSensitive,
});
