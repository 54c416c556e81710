// `history: scd2`: beside the table with the latest row per key, `<table>__history` keeps every version that was seen,
// with the time from which and until which it held.
import type { Staged, TableColumn, TableName } from "../../connector/destination.ts";
import { quoteName, quoteText, type Workbench } from "../../connector/workbench.ts";
import { columnsOf, qualified } from "./tables.ts";

const validity = `valid_from timestamptz, valid_to timestamptz, is_current boolean`;

export const historyName = (target: TableName): TableName => ({
  schema: target.schema,
  table: `${target.table}__history`,
});

/** The table and its history call a column by another name; where the new name stands already, nothing is done. */
export async function renameTargetColumn(
  inside: Pick<Workbench, "run" | "all">,
  target: TableName,
  from: string,
  to: string,
): Promise<void> {
  for (const table of [target, historyName(target)]) {
    const columns = (await columnsOf(inside, table)) ?? [];
    const has = (name: string): boolean => columns.some((column) => column.name === name);
    if (has(from) && !has(to))
      await inside.run(
        `alter table ${qualified(table)} rename column ${quoteName(from)} to ${quoteName(to)}`,
      );
  }
}

/**
 * Closes the current version of every staged key and opens the staged one. Runs inside the publishing transaction, before
 * the stage goes into the table. The stage holds one changed row per key; where it replaces the table it holds every row, so
 * that versions which did not change stay open, and those whose key is gone are closed. `columns`: those of the target after
 * `alter`.
 */
export async function keepHistory(
  inside: Pick<Workbench, "run" | "all">,
  staged: Staged,
  columns: readonly TableColumn[],
  targetExists: boolean,
): Promise<void> {
  const history = historyName(staged.target);
  const name = qualified(history);
  const known = (await columnsOf(inside, history)) ?? [];
  const list = columns.map((column) => quoteName(column.name)).join(", ");
  const from = await validFrom(inside, staged);
  if (known.length === 0) {
    await inside.run(
      `create table ${name} (${columns.map((column) => `${quoteName(column.name)} ${column.type}`).join(", ")}, ${validity})`,
    );
    // History that begins later than the table starts with what the table holds.
    if (targetExists)
      await inside.run(
        `insert into ${name} (${list}, valid_from, valid_to, is_current) select ${list}, ${from}, null, true from ${qualified(staged.target)}`,
      );
  } else {
    for (const column of columns) {
      const old = known.find((other) => other.name.toLowerCase() === column.name.toLowerCase());
      if (!old)
        await inside.run(`alter table ${name} add column ${quoteName(column.name)} ${column.type}`);
      else if (old.type !== column.type)
        await inside.run(
          `alter table ${name} alter column ${quoteName(column.name)} type ${column.type}`,
        );
    }
  }
  const match = staged.key
    .map((key) => `h.${quoteName(key)} is not distinct from s.${quoteName(key)}`)
    .join(" and ");
  const stage = qualified(staged.table);
  const stageColumns = (await columnsOf(inside, staged.table)) ?? [];
  const stageList = stageColumns.map((column) => quoteName(column.name)).join(", ");
  const data = stageColumns
    .map((column) => quoteName(column.name))
    .filter((column) => !column.startsWith('"_revos_'));
  const differs = staged.replaces
    ? ` and (${data.map((column) => `h.${column} is distinct from s.${column}`).join(" or ")})`
    : "";
  await inside.run(
    `update ${name} as h set valid_to = s.starts, is_current = false from (select *, ${from} as starts from ${stage}) as s where h.is_current and ${match}${differs}`,
  );
  if (staged.replaces)
    await inside.run(
      `update ${name} as h set valid_to = (select max(_revos_extracted_at) from ${stage}), is_current = false where h.is_current and not exists (select 1 from ${stage} as s where ${match})`,
    );
  const unknown = staged.replaces
    ? ` where not exists (select 1 from ${name} as h where h.is_current and ${match})`
    : "";
  await inside.run(
    `insert into ${name} (${stageList}, valid_from, valid_to, is_current) select ${stageList}, ${from}, null, true from ${stage} as s${unknown}`,
  );
}

/** A version holds from its cursor where that is a time, else from when it was read. */
async function validFrom(inside: Pick<Workbench, "all">, staged: Staged): Promise<string> {
  const cursor = staged.newer?.[0];
  if (!cursor) return "_revos_extracted_at";
  const described = await inside.all(
    `describe select ${cursor} as cursor from ${qualified(staged.table)}`,
  );
  const isTime = /^(DATE|TIMESTAMP)/.test(String(described[0]?.column_type ?? ""));
  return isTime
    ? `coalesce(cast(${cursor} as timestamptz), _revos_extracted_at)`
    : "_revos_extracted_at";
}

/** Ends the current version of the keys of those target rows (`gone`: a condition over them) that are not staged again. */
export async function endHistory(
  inside: Pick<Workbench, "run" | "all">,
  staged: Staged,
  gone: string,
): Promise<void> {
  const history = historyName(staged.target);
  if (staged.key.length === 0 || (await columnsOf(inside, history)) === null) return;
  const match = (alias: string): string =>
    staged.key
      .map((key) => `h.${quoteName(key)} is not distinct from ${alias}.${quoteName(key)}`)
      .join(" and ");
  await inside.run(
    `update ${qualified(history)} as h set valid_to = ${quoteText(staged.ledger.endedAt)}::timestamptz, is_current = false
      where h.is_current and exists (select 1 from ${qualified(staged.target)} as t where t.${gone} and ${match("t")})
      and not exists (select 1 from ${qualified(staged.table)} as s where ${match("s")})`,
  );
}
