// From verdicts to what a repair would do: keys to bring in line, or single rows to add and to take away where the table
// keeps versions or has no key. Kept in a temp table of the stream's own until the repair is done or given up.
import type { RepairedStream } from "../../model/verification.ts";
import type { StreamContext } from "../work.ts";
import { cursorName, hashName, keyNames, sameKey, tables } from "./names.ts";
import { isDifference } from "./recheck.ts";
import type { Compared } from "./stream.ts";

export type Fix = {
  readonly compared: Compared;
  /** Columns: key, content hash, action (`key`, `insert`, `remove`), n. */
  readonly table: string;
  readonly counts: RepairedStream;
  /** The same differences give the same text. */
  readonly digest: string;
  /** Whole keys are brought in line, not single rows. */
  readonly byKey: boolean;
  /** The destination takes rows away as well. */
  readonly canRemove: boolean;
};

export async function planFix(
  ctx: StreamContext,
  compared: Compared,
  index: number,
  canRemove: boolean,
): Promise<Fix | null> {
  if (!compared.hasVerdicts) return null;
  const { shape, plan, key } = compared;
  const { workbench } = ctx.destination;
  const table = `temp._revos_verify_fix_${index}`;
  const keys = keyNames(shape);
  const byKey = keys.length > 0 && plan.syncMode !== "incremental_append";
  const row = keys.map((name) => `${name}, `).join("");
  if (byKey) {
    await workbench.run(
      `create or replace temp table ${table.slice(5)} as select ${row}null::ubigint as ${hashName}, 'key' as action, sum(n)::bigint as n from ${tables.verdicts} where ${isDifference} group by ${keys.join(", ")}`,
    );
  } else {
    const partner =
      keys.length === 0
        ? "false"
        : `exists (select 1 from ${tables.verdicts} as v where v.kind = 'changed' and ${sameKey(shape, "v", "d")}
            and exists (select 1 from ${tables.differing} as o where o.${hashName} = v.${hashName} and ${sameKey(shape, "o", "d")} and o.${cursorName} is not distinct from d.${cursorName}))`;
    await workbench.run(
      `create or replace temp table ${table.slice(5)} as
        select ${row}${hashName}, case when kind in ('changed', 'missing') then 'insert' else 'remove' end as action, n from ${tables.verdicts} where ${isDifference}
        union all select ${row}${hashName}, 'remove' as action, -d as n from ${tables.differing} as d where d < 0 and ${partner}`,
    );
  }
  const [counted] = await workbench.all(
    `select coalesce(sum(n) filter (kind in ('changed', 'missing')), 0)::bigint as insert_n, coalesce(sum(n) filter (kind in ('changed', 'extra', 'duplicate')), 0)::bigint as remove_n,
      coalesce(sum(n) filter (kind = 'extra'), 0)::bigint as keys_n from ${tables.verdicts} where ${isDifference}`,
  );
  const insert = Number(counted?.insert_n ?? 0);
  const remove = Number(counted?.remove_n ?? 0);
  if (insert + remove === 0) {
    await workbench.run(`drop table ${table}`);
    return null;
  }
  const [digested] = await workbench.all(
    `select sum(hash(${row}${hashName}, action, n)::hugeint)::varchar as digest from ${table}`,
  );
  return {
    compared,
    table,
    byKey,
    canRemove,
    digest: `${key.target}:${String(digested?.digest)}`,
    counts: {
      stream: plan.stream.name,
      namespace: plan.stream.namespace ?? null,
      table: key.target,
      insert,
      remove,
      removeKeys: Number(counted?.keys_n ?? 0),
    },
  };
}
