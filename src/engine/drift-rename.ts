// A renamed column of the source gives the table's column its new name too, once, before the first row of the run is read.
// Which table columns that are follows from the mappers: a hashed column with a suffix is renamed with its suffix.
import type { OpenDestination, TableColumn } from "../connector/destination.ts";
import { RevosError } from "../kernel/error.ts";
import { renameColumn } from "../model/rename-column.ts";
import { planMappers } from "./mappers/plan.ts";
import type { RunPlan, StreamPlan } from "./plan.ts";

export type TableRename = { readonly from: string; readonly to: string };

/** Table columns that still have the name from before. `plan` has the new names. */
export function findTableRenames(
  plan: StreamPlan,
  run: RunPlan,
  target: readonly TableColumn[],
): TableRename[] {
  const has = (name: string): boolean =>
    target.some((column) => column.name.toLowerCase() === name.toLowerCase());
  const renames: TableRename[] = [];
  for (const column of plan.stream.columns) {
    const old = column.renamedFrom;
    if (old === undefined || plan.stream.columns.some((other) => other.name === old)) continue;
    const before = renameColumn(plan, column.name, old);
    const columns = plan.stream.columns.map((other) =>
      other === column ? { ...other, name: old } : other,
    );
    const was = planMappers({ mappers: before.mappers, columns, keys: run.keys }).project;
    const now = planMappers({
      mappers: plan.mappers,
      columns: plan.stream.columns,
      keys: run.keys,
    }).project;
    now.forEach((field, index) => {
      const from = was[index]?.name;
      if (from !== undefined && from !== field.name && has(from) && !has(field.name))
        renames.push({ from, to: field.name });
    });
  }
  return renames;
}

export async function renameInTable(
  destination: OpenDestination,
  plan: StreamPlan,
  renames: readonly TableRename[],
): Promise<void> {
  for (const { from, to } of renames) {
    if (!destination.renameColumn)
      throw new RevosError(
        "source.schema_changed",
        `Column ${from} of ${plan.stream.name} is called ${to} now, and this destination cannot rename a column. Nothing was published.`,
        {
          where: { stream: plan.stream.name, namespace: plan.stream.namespace ?? null },
          data: { changes: [{ column: from, was: from, now: to }] },
          advice: "Rename the column of the table by hand, or land in another table (as:).",
        },
      );
    await destination.renameColumn(plan.target, from, to);
  }
}
