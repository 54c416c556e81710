// The primary key of `_revos.quarantine`: declared while the table is small, given up before it grows. DuckDB keeps the
// index of a key in memory as a whole, and any number of rows may be bad. docs/decisions/0016-quarantine-without-index.md.
import { quoteText } from "../../connector/workbench.ts";
import type { Inside } from "../../connector/rewrites/side.ts";

/** Up to this many rows: about 15 MB of index. Ids stay unique beyond it by the way they are written (publish.ts). */
export const keyedRows = 100_000;

type Sql = Pick<Inside, "all" | "run">;

const table = "_revos.quarantine";

async function isKeyed(sql: Pick<Sql, "all">): Promise<boolean> {
  const rows = await sql.all(`select 1 from pragma_table_info(${quoteText(table)}) where pk`);
  return rows.length > 0;
}

async function countRows(sql: Pick<Sql, "all">, name: string): Promise<number> {
  const rows = await sql.all(`select count(*) as n from ${name}`);
  return Number(rows[0]?.n);
}

/** At the start of a run: a table that has become small again (by half, so that it does not come and go), or of an older version. */
export async function declareKey(sql: Sql): Promise<void> {
  if (await isKeyed(sql)) return;
  if ((await countRows(sql, table)) > keyedRows / 2) return;
  await sql.run(`alter table ${table} add primary key (id)`);
}

/** Before rows are written: a table that would outgrow its key loses it. A copy of at most `keyedRows` rows. */
export async function dropKeyBefore(sql: Sql, incoming: string): Promise<void> {
  if ((await countRows(sql, table)) + (await countRows(sql, incoming)) <= keyedRows) return;
  if (!(await isKeyed(sql))) return;
  for (const step of [
    `create or replace table ${table}_unkeyed as from ${table}`,
    `drop table ${table}`,
    `alter table ${table}_unkeyed rename to quarantine`,
  ])
    await sql.run(step);
}
