// Single columns of rows that the table holds already get their values: matched by key, one transaction, with the books of it.
import type { Filled } from "../../../connector/destination.ts";
import { quoteName } from "../../../connector/workbench.ts";
import type { Session } from "../session.ts";
import { writeLedger } from "./books.ts";
import { keyConditions } from "./match.ts";
import { historyName, ident, qualified, stageSchema, workName } from "./names.ts";
import { benchColumns, benchName, type Bench } from "./bench-table.ts";
import { sendRows } from "./send.ts";
import { columnsOf } from "./tables.ts";
import { postgresType } from "./types.ts";

/** Rows of the target that were found. */
export async function fillColumns(session: Session, bench: Bench, filled: Filled): Promise<number> {
  const { target, key, columns, alter, ledger } = filled;
  const before = (await columnsOf(session, target)) ?? [];
  const versions = filled.history ? await columnsOf(session, historyName(target)) : null;
  const tables = [target, ...(versions ? [historyName(target)] : [])];
  for (const { column, type, change } of alter) {
    const name = ident(column);
    const sqlType = postgresType(type);
    const has = before.some((one) => ident(one.name) === name);
    for (const table of tables)
      await session.run(
        change === "add" && !has
          ? `alter table ${qualified(table)} add column ${name} ${sqlType}`
          : `alter table ${qualified(table)} alter column ${name} type ${sqlType} using ${name}::${sqlType}`,
      );
  }
  const staged = await benchColumns(bench, filled.table);
  const keys = key.flatMap((name) => staged.filter((column) => column.name === name));
  const wanted = staged.filter(({ name }) => key.includes(name) || columns.includes(name));
  const stage = qualified({
    schema: stageSchema,
    table: workName("rows", `fill ${ledger.runId} ${target.schema}.${target.table}`),
  });
  await session.run(
    `create unlogged table ${stage} (${wanted.map(({ name, duck }) => `${ident(name)} ${postgresType(duck)}`).join(", ")})`,
  );
  const sent = await sendRows(session, bench, filled.table, wanted, stage, true);
  await session.run(`analyze ${stage}`);
  const [nulls] = await bench.workbench.all(
    `select coalesce(bool_or(${keys.map(({ name }) => `${quoteName(name)} is null`).join(" or ")}), false) as some from ${benchName(filled.table)}`,
  );
  const sets = columns.map((name) => `${ident(name)} = s.${ident(name)}`).join(", ");
  let written = 0;
  for (const same of keyConditions("t", "s", keys, nulls?.some === true)) {
    const done = await session.query(
      `update ${qualified(target)} as t set ${sets} from ${stage} as s where ${same}`,
    );
    written += done.changed;
    if (versions)
      await session.run(
        `update ${qualified(historyName(target))} as t set ${sets} from ${stage} as s where t.is_current and ${same}`,
      );
  }
  await session.run(`drop table ${stage}`);
  const filtered = ledger.filtered + Math.max(0, sent - written);
  // What did not convert was dropped with its stage: its rows are in the table, with the value they had.
  const unfit = ledger.read - written - filtered - ledger.deduplicated;
  await writeLedger(session, {
    ledger: { ...ledger, written, filtered: filtered + Math.max(0, unfit), balanced: true },
  });
  return written;
}
