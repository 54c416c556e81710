// A closer look at changed rows, while both versions are at hand: which columns differ, and json that is the same value
// written in another order, which is no difference. Whole rows are looked at here and nowhere else, and none leaves.
import type { TableName } from "../../connector/destination.ts";
import { quoteName, quoteText } from "../../connector/workbench.ts";
import { makeId } from "../../kernel/ids.ts";
import { qualifiedName } from "../bad-rows.ts";
import type { StreamContext } from "../work.ts";
import { jsonForm } from "./json-form.ts";
import { idName, keyName, keyNames, sameKey, tables } from "./names.ts";
import { differsSql } from "./row-sql.ts";
import type { VerifyShape } from "./shape.ts";

/** More changed keys than this are counted, not looked at. */
const mostKeys = 20_000;

export const pairsTable = "temp._revos_verify_pairs";

/** Fills `pairs` with key and names of the differing columns, and takes verdicts back whose json says the same. */
export async function lookAtPairs(
  ctx: StreamContext,
  shape: VerifyShape,
  existing: TableName,
  wholes: readonly string[] | null,
): Promise<boolean> {
  const { workbench } = ctx.destination;
  const keys = keyNames(shape);
  await workbench.run(`drop table if exists ${pairsTable}`);
  if (keys.length === 0 || wholes === null || wholes.length === 0) return false;
  const counted = await workbench.all(
    `select count(*) as n from ${tables.verdicts} where kind = 'changed'`,
  );
  const changed = Number(counted[0]?.n);
  if (changed === 0 || changed > mostKeys) return false;
  const wanted = `(select distinct ${keys.join(", ")} from ${tables.verdicts} where kind = 'changed')`;
  const named = shape.locator.columns
    .map((name, place) => `${quoteName(name)} as ${keyName(place)}`)
    .join(", ");
  const values = shape.compared.map((column) => quoteName(column.name)).join(", ");
  const each = wholes.map(
    (sql) =>
      `select * from (select ${named}, ${values} from (${sql})) as w where exists (select 1 from ${wanted} as v where ${sameKey(shape, "v", "w")})`,
  );
  await workbench.run(
    `create or replace temp table ${tables.whole.slice(5)} as ${each.join(" union all ")}`,
  );
  const ids = `(select ${idName} as id from ${tables.table} as t where exists (select 1 from ${wanted} as v where ${sameKey(shape, "v", "t")}))`;
  const table = `(select ${named}, ${values} from ${qualifiedName(existing)} where _revos_id in (select id from ${ids}))`;
  const formFunction = makeId("f", 12);
  await workbench.defineFunction(formFunction, 1, (text) =>
    text === null ? null : jsonForm(text),
  );
  const columns = shape.compared.filter((column) => !shape.locator.columns.includes(column.name));
  const found = columns.map((column) => {
    const isJson = column.field.type.kind === "json" && !column.isPresence;
    const form = (alias: string): string =>
      `${formFunction}(cast(${alias}.${quoteName(column.name)} as varchar))`;
    const differs = differsSql(column);
    return `case when ${differs}${isJson ? ` and ${form("s")} is distinct from ${form("t")}` : ""} then ${quoteText(column.name)} end`;
  });
  // Only keys with one version on each side can be laid side by side.
  const single = (from: string): string =>
    `(select * from ${from} qualify count(*) over (partition by ${keys.join(", ")}) = 1)`;
  await workbench.run(
    `create or replace temp table ${pairsTable.slice(5)} as select ${keys.map((name) => `s.${name}`).join(", ")}, list_filter([${found.join(", ")}], lambda c: c is not null)::varchar[] as columns
      from ${single(tables.whole)} as s join ${single(table)} as t on ${sameKey(shape, "s", "t")}`,
  );
  await workbench.run(
    `delete from ${tables.verdicts} as v where kind = 'changed' and exists (select 1 from ${pairsTable} as p where len(p.columns) = 0 and ${sameKey(shape, "p", "v")})`,
  );
  await workbench.run(`drop table if exists ${tables.whole}`);
  return true;
}

/** How many changed rows differ in each column. */
export async function changedColumns(
  ctx: StreamContext,
  shape: VerifyShape,
): Promise<{ readonly column: string; readonly rows: number }[]> {
  const rows = await ctx.destination.workbench.all(
    `select c, count(*) as n from (select unnest(p.columns) as c from ${pairsTable} as p
      where exists (select 1 from ${tables.verdicts} as v where v.kind = 'changed' and ${sameKey(shape, "v", "p")})) group by c order by n desc, c limit 100`,
  );
  return rows.map((row) => ({ column: String(row.c), rows: Number(row.n) }));
}
