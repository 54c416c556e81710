// Columns of the table that the source no longer has: a row that is replaced by its newer version keeps its old value in
// them, because nothing newer is known of it (bug case B106). They are carried over into the staged rows before the publish.
import type { OpenDestination, TableColumn, TableName } from "../connector/destination.ts";
import { quoteName } from "../connector/workbench.ts";
import { qualifiedName } from "./bad-rows.ts";
import { ownColumns } from "../model/own-columns.ts";
import type { TableField } from "./fields.ts";

export type CarryOptions = {
  readonly destination: OpenDestination;
  readonly target: TableName;
  readonly columns: readonly TableColumn[];
  readonly stage: TableName;
  readonly fields: readonly TableField[];
  readonly key: readonly string[];
};

export async function carryAbsent(options: CarryOptions): Promise<void> {
  const { destination, stage, fields, key } = options;
  const staged = new Set([...fields.map((field) => field.name.toLowerCase()), ...ownColumns]);
  const absent = options.columns.filter((column) => !staged.has(column.name.toLowerCase()));
  if (absent.length === 0 || key.length === 0) return;
  const { workbench } = destination;
  const table = qualifiedName(stage);
  for (const { name, type } of absent)
    await workbench.run(`alter table ${table} add column ${quoteName(name)} ${type}`);
  const existing =
    (await destination.existing?.({
      target: options.target,
      columns: [...key, ...absent.map((column) => column.name)],
      matching: { table: stage, columns: key },
      from: null,
    })) ?? options.target;
  const sets = absent.map(({ name }) => `${quoteName(name)} = t.${quoteName(name)}`).join(", ");
  const match = key
    .map((name) => `s.${quoteName(name)} is not distinct from t.${quoteName(name)}`)
    .join(" and ");
  await workbench.run(
    `update ${table} as s set ${sets} from ${qualifiedName(existing)} as t where ${match}`,
  );
}
