// Merging a stage into its table: the rows of its keys go, the staged ones come. DuckDB marks deleted rows in memory, 16 KB for
// each vector (2,048 rows) that has one, and gives none of it back while the file is open; deletes of earlier publishes take the
// same from the moment that their vectors are read. A table whose marks would not fit is written anew without them.
import type { Staged } from "../../connector/destination.ts";
import { quoteName } from "../../connector/workbench.ts";
import type { Inside } from "../../connector/rewrites/side.ts";
import { columnsOf, qualified, stagePrefix } from "./tables.ts";

const vectorRows = 2048;
const markBytes = 8 * vectorRows;
/** What a merge takes beside the marks: the keys of the stage, the rows that come, pages that are read. */
const besideBytes = 48 * 1024 * 1024;

export const keyMatch = (staged: Staged): string =>
  staged.key
    .map((key) => `t.${quoteName(key)} is not distinct from s.${quoteName(key)}`)
    .join(" and ");

export async function mergeRows(
  inside: Inside,
  staged: Staged,
  memoryBytes: number,
): Promise<void> {
  const target = qualified(staged.target);
  const stage = qualified(staged.table);
  const names = ((await columnsOf(inside, staged.table)) ?? []).map(({ name }) => quoteName(name));
  const list = names.join(", ");
  const isKeyed = staged.mode === "incremental_deduped_history";
  if (isKeyed && !(await fits(inside, staged, memoryBytes))) {
    const fresh = {
      schema: staged.target.schema,
      table: `${stagePrefix}fresh__${staged.target.table}`,
    };
    const all = ((await columnsOf(inside, staged.target)) ?? [])
      .map(({ name }) => `t.${quoteName(name)}`)
      .join(", ");
    await inside.run(
      `create or replace table ${qualified(fresh)} as select ${all} from ${target} as t where not exists (select 1 from ${stage} as s where ${keyMatch(staged)})`,
    );
    await inside.run(`insert into ${qualified(fresh)} (${list}) select ${list} from ${stage}`);
    await inside.run(`drop table ${target}`);
    await inside.run(`alter table ${qualified(fresh)} rename to ${quoteName(staged.target.table)}`);
    return;
  }
  if (isKeyed)
    await inside.run(`delete from ${target} as t using ${stage} as s where ${keyMatch(staged)}`);
  await inside.run(`insert into ${target} (${list}) select ${list} from ${stage}`);
}

/** True when the marks of all rows that were and will be deleted fit, however they are spread. */
async function fits(inside: Inside, staged: Staged, memoryBytes: number): Promise<boolean> {
  const marks = Math.floor((memoryBytes - besideBytes) / markBytes);
  const target = qualified(staged.target);
  const [size] = await inside.all(`select count(*) as n from ${target}`);
  const rows = Number(size?.n ?? 0);
  // As many vectors as the table has at most; the count of its rows costs nothing.
  if (rows / vectorRows <= marks / 2) return true;
  const [more] = await inside.all(
    `select (select count(*) from ${qualified(staged.table)}) as staged, (select max(rowid) + 1 from ${target}) as places`,
  );
  const places = Number(more?.places ?? rows);
  const touched = Math.min(places / vectorRows, Number(more?.staged ?? 0) + places - rows);
  return touched <= marks;
}
