// One stream compared with its table: digests first where the source gives them, then rows of what differs, then what each
// differing row means. Leaves temp tables that the report (report.ts) and a repair (fix.ts) read.
import type { MarkerKey, TableName, TargetState } from "../../connector/destination.ts";
import { positionText } from "../../connector/position.ts";
import { RevosError } from "../../kernel/error.ts";
import { isIncremental } from "../../model/sync-mode.ts";
import { qualifiedName } from "../bad-rows.ts";
import { orderOfPosition, orderOfValues, positionSql, type NestedOrder } from "../cursor.ts";
import type { Warning } from "../drift.ts";
import type { StreamPlan } from "../plan.ts";
import type { StreamContext } from "../work.ts";
import { classify } from "./classify.ts";
import { tables } from "./names.ts";
import { explainLate } from "./held-late.ts";
import { lookAtPairs } from "./pairs.ts";
import { readRows } from "./read-rows.ts";
import { lookAgain } from "./recheck.ts";
import { lookAtSource, setUpToCompare } from "./set-up.ts";
import { shapeVerify, type VerifyShape } from "./shape.ts";
import { compareDigests, makeTableRows, type DigestsCompared } from "./sides.ts";

export type Compared = {
  readonly plan: StreamPlan;
  readonly shape: VerifyShape;
  readonly key: MarkerKey;
  readonly target: TargetState;
  readonly existing: TableName;
  readonly order: NestedOrder;
  readonly digests: DigestsCompared | null;
  /** False: the digests were all equal, no row was looked at and there are no verdicts. */
  readonly hasVerdicts: boolean;
  readonly hasPairs: boolean;
  readonly sourceRows: number;
  readonly tableRows: number;
  readonly readRows: number;
  readonly position: string | null;
  readonly warnings: readonly Warning[];
};

export async function compareStream(
  ctx: StreamContext,
  asked: StreamPlan,
  options: { readonly settleMs: number },
): Promise<Compared> {
  const { border, destination, definition, run } = ctx;
  const { workbench } = destination;
  const drift = await lookAtSource(ctx, asked);
  const { plan } = drift;
  const key: MarkerKey = {
    sourceKey: run.source.key,
    namespace: plan.stream.namespace ?? "",
    stream: plan.stream.name,
    target: `${plan.target.schema}.${plan.target.table}`,
    lane: "live",
  };
  const target = await border.destination(`look at ${key.target}`, () =>
    destination.describe(plan.target, key),
  );
  if (!target.columns) throw notLoaded(key.target, plan);
  const comparable = setUpToCompare(ctx, drift, target.columns);
  const shape = shapeVerify(plan, comparable, target.columns, definition.capabilities);
  const { setup } = shape;
  const existing = await existingRows(ctx, shape);
  const [counted] = await workbench.all(`select count(*) as n from ${qualifiedName(existing)}`);
  const tableRows = Number(counted?.n ?? 0);
  const position = isIncremental(plan.syncMode) ? (target.marker?.position ?? null) : null;
  const order: NestedOrder =
    orderOfPosition(position) ??
    (setup.cursor?.isNested
      ? await orderOfValues(workbench, setup.cursor, qualifiedName(existing))
      : "text");
  const digests = await compareDigests(ctx, shape, existing, tableRows);
  const base = {
    plan,
    shape,
    key,
    target,
    existing,
    order,
    digests,
    tableRows,
    position: position === null ? null : positionText(position),
    warnings: comparable.warnings,
  };
  if (digests && digests.differing.length === 0)
    return {
      ...base,
      hasVerdicts: false,
      hasPairs: false,
      sourceRows: digests.sourceRows,
      readRows: 0,
    };
  const isPicked = digests !== null && !digests.readAll;
  await border.destination("look at the table's rows", () =>
    makeTableRows(
      ctx,
      shape,
      existing,
      order,
      isPicked ? { buckets: digests.form.buckets, wanted: digests.differing } : null,
    ),
  );

  const read = await readRows({
    ctx,
    shape,
    key,
    order,
    pick: isPicked ? { kind: "buckets", form: digests.form, buckets: digests.differing } : null,
    into: tables.source,
    bad: tables.bad,
  });
  let hasPairs = false;
  try {
    await border.destination("compare rows", async () => {
      await classify({
        workbench,
        shape,
        mode: plan.syncMode,
        position:
          setup.cursor && position !== null ? positionSql(setup.cursor, order, position) : null,
      });
      await explainLate(ctx, shape, key, read);
      hasPairs = await lookAtPairs(ctx, shape, existing, read.wholes);
    });
  } finally {
    await read.close();
  }
  await lookAgain(ctx, shape, key, order, options.settleMs);
  return {
    ...base,
    hasVerdicts: true,
    hasPairs,
    sourceRows: digests ? digests.sourceRows : read.rows,
    readRows: read.rows,
  };
}

/** A relation of the workbench that holds the table's rows. Asking for another table's rows may replace it. */
export async function existingRows(ctx: StreamContext, shape: VerifyShape): Promise<TableName> {
  const { target } = shape.setup.plan;
  const columns = [...new Set([...shape.compared.map((column) => column.name), "_revos_id"])];
  const { existing } = ctx.destination;
  if (!existing) return target;
  return await ctx.border.destination(
    "look at the table's rows",
    async () =>
      (await ctx.destination.existing?.({ target, columns, matching: null, from: null })) ?? target,
  );
}

function notLoaded(table: string, plan: StreamPlan): RevosError {
  return new RevosError(
    "verify.not_loaded",
    `The table ${table} does not exist, so there is nothing to compare its source with.`,
    {
      where: { stream: plan.stream.name, namespace: plan.stream.namespace ?? null },
      data: { table },
    },
  );
}
