// Where the warehouse remembers what backfills and replays took out of its tables, and how long it keeps that.
import type { TableColumn, TableName } from "../destination.ts";
import type { RewriteSide } from "./side.ts";

export const keptSchema = "_revos_kept";
const keptDays = 7;
/** Rows of all kept tables together; the oldest go first. */
const keptRows = 50_000_000;

export const keptTable = (name: string): TableName => ({ schema: keptSchema, table: name });

/** The columns of these names; a warehouse may have them in another case. */
export const named = (
  columns: readonly TableColumn[],
  names: readonly string[],
): readonly TableColumn[] =>
  names.flatMap((name) => {
    const found =
      columns.find((column) => column.name === name) ??
      columns.find((column) => column.name.toLowerCase() === name.toLowerCase());
    return found ? [found] : [];
  });

/** One line per published part. `kept`: the table in `_revos_kept` that holds the rows which left; null when there are none. */
export const rewritesTable = `create table if not exists _revos.rewrites (run_id varchar, plan varchar, part varchar, connection varchar,
    source_key varchar, namespace varchar, stream varchar, target varchar, lane varchar, committed_at timestamptz, removed bigint, added bigint,
    is_whole boolean, kept varchar, live_run_id varchar, live_position varchar, live_generation bigint, rolled_back_by varchar,
    primary key (run_id, target, part))`;

/** Forgets what was kept long enough, or is too much: such a rewrite can no longer be rolled back, and says so. */
export async function pruneKept(
  side: Pick<RewriteSide, "run" | "all" | "qualified">,
): Promise<void> {
  const gone = await side.all(
    `select kept from (select kept, committed_at, sum(removed) over (order by committed_at desc, kept) as so_far from _revos.rewrites where kept is not null) as k
      where committed_at < now() - interval '${keptDays} days' or so_far > ${keptRows}`,
  );
  for (const { kept } of gone) {
    await side.run("update _revos.rewrites set kept = null where kept = $1", [String(kept)]);
    for (const name of [String(kept), `${String(kept)}__history`])
      await side.run(`drop table if exists ${side.qualified(keptTable(name))}`);
  }
}
