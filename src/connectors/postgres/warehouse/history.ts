// `history: scd2`: beside the table with the latest row per key, `<table>__history` keeps every version that was seen, with
// the time from which and until which it held. The same rules as in every warehouse.
import type { Staged } from "../../../connector/destination.ts";
import { quoteLiteral } from "../queries.ts";
import type { Session } from "../session.ts";
import { differs, keyConditions } from "./match.ts";
import { historyName, ident, qualified } from "./names.ts";
import type { Column } from "./bench-table.ts";
import { columnsOf } from "./tables.ts";
import { postgresType } from "./types.ts";

export type HistoryOptions = {
  readonly staged: Staged;
  /** The stage in the warehouse, as SQL. */
  readonly stage: string;
  readonly stageColumns: readonly Column[];
  readonly keys: readonly Column[];
  readonly someNull: boolean;
  /** Columns of the target after `alter`. */
  readonly columns: readonly Column[];
  readonly targetExists: boolean;
  readonly cursor: Column | null;
};

/** Closes the current version of every staged key and opens the staged one. Runs inside the publishing transaction. */
export async function keepHistory(session: Session, options: HistoryOptions): Promise<void> {
  const { staged, stage, stageColumns, keys, someNull, columns } = options;
  const table = historyName(staged.target);
  const name = qualified(table);
  const known = await columnsOf(session, table);
  const list = columns.map((column) => ident(column.name)).join(", ");
  const from = validFrom(options.cursor);
  if (!known) {
    const defined = columns.map((column) => `${ident(column.name)} ${postgresType(column.duck)}`);
    await session.run(
      `create table ${name} (${defined.join(", ")}, valid_from timestamptz, valid_to timestamptz, is_current boolean)`,
    );
    if (options.targetExists)
      await session.run(
        `insert into ${name} (${list}, valid_from, valid_to, is_current) select ${list}, ${from}, null, true from ${qualified(staged.target)}`,
      );
    await session.run("savepoint revos_index");
    try {
      await session.run(
        `create index on ${name} (${keys.map((key) => ident(key.name)).join(", ")}) where is_current`,
      );
      await session.run("release savepoint revos_index");
    } catch {
      // A key that no index can hold is found by a scan.
      await session.run("rollback to savepoint revos_index");
    }
  } else {
    for (const column of columns) {
      const old = known.find((other) => other.name === column.name);
      const type = postgresType(column.duck);
      if (!old) await session.run(`alter table ${name} add column ${ident(column.name)} ${type}`);
      else if (postgresType(old.type) !== type)
        await session.run(
          `alter table ${name} alter column ${ident(column.name)} type ${type} using ${ident(column.name)}::${type}`,
        );
    }
  }
  const conditions = keyConditions("h", "s", keys, someNull);
  const data = stageColumns.filter((column) => !column.name.startsWith("_revos_"));
  const changed = staged.replaces ? ` and ${differs("h", "s", data)}` : "";
  for (const condition of conditions)
    await session.run(
      `update ${name} as h set valid_to = s.starts, is_current = false from (select *, ${from} as starts from ${stage}) as s where h.is_current and ${condition}${changed}`,
    );
  const exists = (side: string): string =>
    conditions
      .map((condition) => `not exists (select from ${side} and ${condition})`)
      .join(" and ");
  if (staged.replaces)
    await session.run(
      `update ${name} as h set valid_to = (select max(_revos_extracted_at) from ${stage}), is_current = false where h.is_current and ${exists(`${stage} as s where true`)}`,
    );
  const unknown = staged.replaces ? ` where ${exists(`${name} as h where h.is_current`)}` : "";
  const stageList = stageColumns.map((column) => ident(column.name)).join(", ");
  await session.run(
    `insert into ${name} (${stageList}, valid_from, valid_to, is_current) select ${stageList}, ${from}, null, true from ${stage} as s${unknown}`,
  );
}

/** A version holds from its cursor where that is a time, else from when it was read. */
function validFrom(cursor: Column | null): string {
  return cursor && /^(DATE|TIMESTAMP)/i.test(cursor.duck)
    ? `coalesce(${ident(cursor.name)}::pg_catalog.timestamptz, _revos_extracted_at)`
    : "_revos_extracted_at";
}

/** Closes the current versions of keys whose rows go (`gone`: a table of their row ids) and do not come back with the stage. */
export async function endHistory(
  session: Session,
  staged: Staged,
  {
    keys,
    gone,
    stage,
  }: { readonly keys: readonly Column[]; readonly gone: string; readonly stage: string },
): Promise<void> {
  const table = historyName(staged.target);
  if ((await columnsOf(session, table)) === null) return;
  const any = (other: string): string => `(${keyConditions("h", other, keys, true).join(" or ")})`;
  await session.run(
    `update ${qualified(table)} as h set valid_to = ${quoteLiteral(staged.ledger.endedAt)}::timestamptz, is_current = false
      where h.is_current and exists (select from ${qualified(staged.target)} as t join ${gone} as g on g.id = t._revos_id where ${any("t")})
      and not exists (select from ${stage} as s where ${any("s")})`,
  );
}
