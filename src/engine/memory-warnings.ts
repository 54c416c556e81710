// What a run says when it took more memory than its budget: a load that ends well is better than one that never does, but
// nobody shall find it out from the machine.
import { manyColumns } from "../connector/segment.ts";
import type { Workbench } from "../connector/workbench.ts";
import { divideBudget } from "../kernel/memory-budget.ts";
import type { Warning } from "./drift.ts";
import type { RunPlan } from "./plan.ts";
import type { StreamContext } from "./work.ts";

/** The peak is an upper bound (memory.ts): so much above the budget is no inexactness any more. */
const marginShare = 1.1;

/** Of its values and of its NULLs, and as many again when they are compressed (connector/duck/workbench.ts). */
const blocksOfColumn = 4;

const mb = (bytes: number): number => Math.round(bytes / 1_000_000);

export function memoryRaised(
  { run }: Pick<StreamContext, "run">,
  name: { readonly stream: string; readonly namespace: string | null },
  bytes: number,
): Warning {
  const share = divideBudget(run.limits.memoryBytes).engineBytes;
  return {
    code: "memory_raised",
    ...name,
    bytes,
    message: `The rows of ${name.stream} do not fit in the ${mb(share)} MB that the columnar engine has of the run's budget: it was given ${mb(bytes)} MB and the stream was read again.`,
  };
}

/**
 * Tables of so many columns that the blocks of this warehouse file hold more than the budget while they are written. A new file
 * for such tables gets small blocks; one that exists keeps its own.
 */
export async function wideTables(workbench: Workbench, plan: RunPlan): Promise<Warning[]> {
  const wide = plan.streams.filter(({ stream }) => stream.columns.length > manyColumns);
  if (wide.length === 0) return [];
  const [row] = await workbench.all("select block_size from pragma_database_size() limit 1");
  const blockBytes = Number(row?.block_size ?? 0);
  return wide.flatMap(({ stream }) => {
    const bytes = stream.columns.length * blocksOfColumn * blockBytes;
    if (bytes <= plan.limits.memoryBytes) return [];
    return [
      {
        code: "memory_wide_table",
        stream: stream.name,
        namespace: stream.namespace ?? null,
        columns: stream.columns.length,
        bytes,
        message: `${stream.name} has ${stream.columns.length} columns, and this warehouse file has blocks of ${Math.round(blockBytes / 1024)} KB: writing it may take ${mb(bytes)} MB of memory where the budget is ${mb(plan.limits.memoryBytes)} MB. In a file that is made for it the blocks are small.`,
      },
    ];
  });
}

/** Null: within the budget, or the system does not tell. */
export function memoryOverBudget(budgetBytes: number, peakBytes: number): Warning | null {
  if (peakBytes <= budgetBytes * marginShare) return null;
  return {
    code: "memory_over_budget",
    budgetBytes,
    peakBytes: Math.round(peakBytes),
    message: `The run took up to ${mb(peakBytes)} MB of memory; its budget is ${mb(budgetBytes)} MB. Values of 100 MB and tables of many hundred columns need more than their share.`,
  };
}
