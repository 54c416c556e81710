// Where the warehouse remembers what backfills and replays took out of its tables, and how long it keeps that.
import { quoteName, type Workbench } from "../../connector/workbench.ts";

export const keptSchema = "_revos_kept";
const keptDays = 7;
/** Rows of all kept tables together; the oldest go first. */
const keptRows = 50_000_000;

/** One line per published part. `kept`: the table in `_revos_kept` that holds the rows which left; null when there are none. */
export const rewritesTable = `create table if not exists _revos.rewrites (run_id varchar, plan varchar, part varchar, connection varchar,
    source_key varchar, namespace varchar, stream varchar, target varchar, lane varchar, committed_at timestamptz, removed bigint, added bigint,
    is_whole boolean, kept varchar, live_run_id varchar, live_position varchar, live_generation bigint, rolled_back_by varchar,
    primary key (run_id, target, part))`;

/** Forgets what was kept long enough, or is too much: such a rewrite can no longer be rolled back, and says so. */
export async function pruneKept(workbench: Workbench): Promise<void> {
  const gone = await workbench.all(
    `select kept from (select kept, committed_at, sum(removed) over (order by committed_at desc, kept) as rows from _revos.rewrites where kept is not null)
      where committed_at < now() - interval ${keptDays} day or rows > ${keptRows}`,
  );
  for (const { kept } of gone) await forget(workbench, String(kept));
}

async function forget(inside: Pick<Workbench, "run">, kept: string): Promise<void> {
  await inside.run("update _revos.rewrites set kept = null where kept = $1", [kept]);
  for (const name of [kept, `${kept}__history`])
    await inside.run(`drop table if exists ${quoteName(keptSchema)}.${quoteName(name)}`);
}
