// A second look at what differs, a moment later and under a new snapshot: a row whose source changed between the two looks
// is being written right now, which is no difference that anyone could repair.
import type { MarkerKey } from "../../connector/destination.ts";
import type { NestedOrder } from "../cursor.ts";
import type { StreamContext } from "../work.ts";
import { differenceKinds } from "./classify.ts";
import { keyPicks } from "./keys.ts";
import { cursorName, hashName, keyNames, sameKey, tables } from "./names.ts";
import { readRows } from "./read-rows.ts";
import type { VerifyShape } from "./shape.ts";

/** More differing keys than this are no matter of timing. */
const mostKeys = 10_000;

const badAgain = "temp._revos_verify_bad_again";
const allAgain = "temp._revos_verify_all_again";

export const isDifference = `kind in (${differenceKinds.map((kind) => `'${kind}'`).join(", ")})`;

/** Moves verdicts to `in_flight`; gives how many rows. */
export async function lookAgain(
  ctx: StreamContext,
  shape: VerifyShape,
  key: MarkerKey,
  order: NestedOrder,
  settleMs: number,
): Promise<number> {
  const { workbench } = ctx.destination;
  const keys = keyNames(shape);
  if (shape.locator.source === null || keys.length === 0) return 0;
  const open = await ctx.source.now();
  if (!open.digest) return 0;
  const wanted = `select distinct ${keys.join(", ")} from ${tables.verdicts} where ${isDifference}`;
  const counted = await workbench.all(`select count(*) as n from (${wanted})`);
  const asked = Number(counted[0]?.n);
  if (asked === 0 || asked > mostKeys) return 0;
  await ctx.clock.sleep(settleMs, ctx.signal);
  await ctx.source.again();
  await workbench.run(`create or replace temp table ${tables.keys.slice(5)} as ${wanted}`);
  const row = [...keys, cursorName, hashName].join(", ");
  await workbench.run(
    `create or replace temp table ${allAgain.slice(5)} as select ${row} from ${tables.source} limit 0`,
  );
  await workbench.run(
    `create or replace temp table ${badAgain.slice(5)}_all as select * from ${tables.bad} limit 0`,
  );
  for await (const pick of keyPicks(workbench, shape, `select * from ${tables.keys}`)) {
    const read = await readRows({
      ctx,
      shape,
      key,
      order,
      pick,
      into: tables.again,
      bad: badAgain,
    });
    await read.close();
    await workbench.run(`insert into ${allAgain} select ${row} from ${tables.again}`);
    await workbench.run(`insert into ${badAgain}_all select * from ${badAgain}`);
  }
  const group = keys.join(", ");
  const within = (table: string, columns: string, d: number): string =>
    `select ${columns}, ${d} as d from ${table} as x where exists (select 1 from ${tables.keys} as k where ${sameKey(shape, "k", "x")})`;
  const moved = [
    `select ${group} from (${within(tables.source, `${group}, ${hashName}`, 1)} union all ${within(allAgain, `${group}, ${hashName}`, -1)}) group by ${group}, ${hashName} having sum(d) <> 0`,
    `select ${group} from (${within(tables.bad, `${group}, id`, 1)} union all ${within(`${badAgain}_all`, `${group}, id`, -1)}) group by ${group}, id having sum(d) <> 0`,
  ].join(" union ");
  const changed = await workbench.change(
    `update ${tables.verdicts} as v set kind = 'in_flight' where ${isDifference} and exists (select 1 from (${moved}) as m where ${sameKey(shape, "m", "v")})`,
  );
  for (const table of [tables.again, allAgain, badAgain, `${badAgain}_all`, tables.keys])
    await workbench.run(`drop table if exists ${table}`);
  return changed;
}
