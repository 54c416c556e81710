// The schema gate: what the source shows now against what the run was planned with, and the staged columns against the
// target's. New columns are added, lossless widenings are followed; a retyped column or a lost key column is held with its
// name and both types, before anything is published. Bug cases of kind DRIFT.
import type { Staged, TableColumn } from "../connector/destination.ts";
import { RevosError } from "../kernel/error.ts";
import type { Catalog, CatalogStream } from "../model/catalog.ts";
import { formatType, isSameType } from "../model/types.ts";
import type { StreamPlan } from "./plan.ts";
import { ownColumns, type TableField } from "./fields.ts";
import { decimalShape, isWidening, normalType } from "./widening.ts";

export type Warning = { readonly code: string; readonly [fact: string]: unknown };

export type ColumnChange = { readonly column: string; readonly was: string; readonly now: string };

/** The planned stream with the columns the source has now. */
export function currentStream(
  plan: StreamPlan,
  catalog: Catalog,
): { readonly stream: CatalogStream; readonly warnings: Warning[] } {
  const planned = plan.stream;
  const where = {
    stream: planned.name,
    ...(planned.namespace === undefined ? {} : { namespace: planned.namespace }),
  };
  const found = catalog.streams.find(
    (stream) => stream.name === planned.name && stream.namespace === planned.namespace,
  );
  if (!found)
    throw new RevosError(
      "source.stream_not_found",
      `The source no longer has the stream ${[planned.namespace, planned.name].filter(Boolean).join(".")}.`,
      { where },
    );
  const now = new Map(found.columns.map((column) => [column.name, column]));
  const dropped = planned.columns
    .filter((column) => !now.has(column.name))
    .map((column) => column.name);
  const needed = new Set([plan.cursorField[0], ...plan.primaryKey.map((path) => path[0])]);
  const lost = dropped.filter((name) => needed.has(name));
  if (lost.length > 0)
    throw schemaChanged(
      planned,
      lost.map((column) => ({ column, was: "key or cursor", now: "dropped" })),
    );
  const warnings: Warning[] = [];
  if (dropped.length > 0) warnings.push({ code: "columns_dropped", ...where, columns: dropped });
  const added = found.columns
    .filter((column) => !planned.columns.some((other) => other.name === column.name))
    .map((column) => column.name);
  if (added.length > 0) warnings.push({ code: "columns_new", ...where, columns: added });
  const retyped = planned.columns.filter((column) => {
    const current = now.get(column.name);
    return current && !isSameType(current.type, column.type);
  });
  if (retyped.length > 0) {
    const columns = retyped.map((column) => ({
      column: column.name,
      was: formatType(column.type),
      now: formatType(now.get(column.name)?.type ?? column.type),
    }));
    warnings.push({ code: "columns_retyped", ...where, columns });
  }
  const columns = planned.columns.flatMap((column) => now.get(column.name) ?? []);
  return { stream: { ...planned, columns }, warnings };
}

export type Fit = {
  /** The fields with the DuckDB types that their staged columns get. */
  readonly fields: readonly TableField[];
  readonly alter: Staged["alter"];
  readonly warnings: readonly Warning[];
};

/** Staged columns against the target's. Throws source.schema_changed for what cannot be followed without loss. */
export function fitTarget(
  plan: StreamPlan,
  fields: readonly TableField[],
  target: readonly TableColumn[] | null,
): Fit {
  if (!target) return { fields, alter: [], warnings: [] };
  const known = new Map(target.map((column) => [column.name.toLowerCase(), column]));
  const alter: Staged["alter"][number][] = [];
  const conflicts: ColumnChange[] = [];
  const fitted = fields.map((field): TableField => {
    const column = known.get(field.name.toLowerCase());
    if (!column) {
      // A number's type is decided at the end of the load, and then the column is added with it.
      if (field.type.kind !== "number")
        alter.push({ column: field.name, type: field.duck, change: "add" });
      return field;
    }
    if (field.type.kind === "number") {
      if (!canHoldNumber(column.type))
        conflicts.push({ column: field.name, was: column.type, now: "number" });
      return field;
    }
    if (normalType(column.type) === normalType(field.duck)) return field;
    if (isWidening(field.duck, column.type)) return { ...field, duck: column.type };
    const isAsked = field.isExplicit && normalType(field.duck) === "VARCHAR";
    if (isWidening(column.type, field.duck) || isAsked)
      alter.push({ column: field.name, type: field.duck, change: "retype" });
    else
      conflicts.push({
        column: field.name,
        was: column.type.toLowerCase(),
        now: formatType(field.type),
      });
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
  return { fields: fitted, alter, warnings };
}

const canHoldNumber = (type: string): boolean =>
  decimalShape(type) !== null ||
  ["VARCHAR", "SMALLINT", "INTEGER", "BIGINT", "UBIGINT"].includes(normalType(type));

export function schemaChanged(stream: CatalogStream, changes: readonly ColumnChange[]): RevosError {
  const name = [stream.namespace, stream.name].filter(Boolean).join(".");
  const list = changes.map(({ column, was, now }) => `${column} (${was} → ${now})`).join(", ");
  return new RevosError(
    "source.schema_changed",
    `The columns of ${name} changed in a way that would lose values: ${list}. Nothing was published.`,
    {
      data: { changes },
      where: { stream: stream.name, namespace: stream.namespace ?? null },
      advice: `Look at the change. To keep going in the same table, fix the column's type (columns.<name>.type: text holds any value); to start over with the new types, land in another table (as: or --as).`,
    },
  );
}
