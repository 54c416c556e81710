// Single columns of rows that the table holds already get their values: matched by key, one transaction, with the books of it.
import type { Filled } from "../../connector/destination.ts";
import { quoteName } from "../../connector/workbench.ts";
import { historyName } from "./history.ts";
import { writeBooks } from "./publish.ts";
import type { Inside } from "../../connector/rewrites/side.ts";
import { columnsOf, qualified } from "./tables.ts";

/** Rows of the target that were found. */
export async function fillColumns(inside: Inside, filled: Filled): Promise<number> {
  const { target, table, key, columns, alter, ledger } = filled;
  const before = (await columnsOf(inside, target)) ?? [];
  const has = (name: string): boolean =>
    before.some((column) => column.name.toLowerCase() === name.toLowerCase());
  const history = historyName(target);
  const versions = filled.history ? ((await columnsOf(inside, history)) ?? []) : [];
  const tables = [target, ...(versions.length > 0 ? [history] : [])];
  for (const { column, type, change } of alter)
    for (const name of tables)
      await inside.run(
        change === "add" && !has(column)
          ? `alter table ${qualified(name)} add column ${quoteName(column)} ${type}`
          : `alter table ${qualified(name)} alter column ${quoteName(column)} type ${type}`,
      );
  const sets = columns.map((name) => `${quoteName(name)} = s.${quoteName(name)}`).join(", ");
  const match = key
    .map((name) => `t.${quoteName(name)} is not distinct from s.${quoteName(name)}`)
    .join(" and ");
  const stage = qualified(table);
  const written = await inside.change(
    `update ${qualified(target)} as t set ${sets} from ${stage} as s where ${match}`,
  );
  if (versions.length > 0)
    await inside.run(
      `update ${qualified(history)} as t set ${sets} from ${stage} as s where t.is_current and ${match}`,
    );
  const staged = await inside.all(`select count(*) as n from ${stage}`);
  const unfound = Math.max(0, Number(staged[0]?.n) - written);
  const filtered = ledger.filtered + unfound;
  // What did not convert was dropped with its stage: its rows are in the table, with the value they had.
  const unfit = ledger.read - written - filtered - ledger.deduplicated;
  await writeBooks(inside, {
    ...ledger,
    written,
    filtered: filtered + Math.max(0, unfit),
    balanced: true,
  });
  await inside.run(`drop table ${stage}`);
  return written;
}
