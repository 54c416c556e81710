// Publishing what changes the past: the rows that leave are copied aside and noted, in the transaction that takes them out,
// so that a rollback can put them back (seed 000: 履歴を書き換える設計には、すべてバックフィルとロールバックの手順が必要です).
import type { Rewrite, RewriteLine, Staged, TableName } from "../../connector/destination.ts";
import { quoteName, type Workbench } from "../../connector/workbench.ts";
import { toIso } from "../../kernel/clock.ts";
import type { Lane } from "../../model/run.ts";
import { historyName } from "./history.ts";
import type { Inside } from "./publish.ts";
import { keptSchema } from "./rewrites-table.ts";
import { columnsOf, qualified } from "./tables.ts";

export const keptTable = (name: string): TableName => ({ schema: keptSchema, table: name });

/** Takes the rows out. Apart from the copy, because DuckDB wants a table altered before rows of it are touched. */
export async function takeOut(inside: Inside, staged: Staged): Promise<void> {
  const { removes = null, removed = 0 } = staged.rewrites ?? {};
  if (removes === null || removed === 0) return;
  await inside.run(
    `delete from ${qualified(staged.target)} where _revos_id in (select _revos_id from ${qualified(removes)})`,
  );
}

/** Copies what leaves, and notes the rewrite. */
export async function keepReplaced(
  inside: Inside,
  staged: Staged,
  rewrite: Rewrite,
  targetExists: boolean,
): Promise<void> {
  const target = qualified(staged.target);
  const [{ n = 0 } = {}] = await inside.all(
    "select count(*) as n from _revos.rewrites where run_id = $1",
    [staged.ledger.runId],
  );
  const name = `${staged.target.table}__${staged.ledger.runId}__${Number(n)}`;
  const kept = qualified(keptTable(name));
  const removes =
    rewrite.removes === null
      ? ""
      : ` where _revos_id in (select _revos_id from ${qualified(rewrite.removes)})`;
  const isKept = targetExists && rewrite.keeps && (rewrite.removed > 0 || staged.history);
  if (isKept) {
    await inside.run(`create table ${kept} as select * from ${target}${removes}`);
    if (staged.history) await keepHistoryRows(inside, staged, rewrite, name);
  }
  const { key, connection, committedAt, runId } = staged.marker;
  const live = rewrite.live;
  await inside.run(
    `insert into _revos.rewrites (run_id, plan, part, connection, source_key, namespace, stream, target, lane, committed_at, removed, added,
        is_whole, kept, live_run_id, live_position, live_generation)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::timestamptz, $11, $12, $13, $14, $15, $16, $17)`,
    [
      runId,
      rewrite.plan,
      rewrite.part,
      connection,
      key.sourceKey,
      key.namespace,
      key.stream,
      key.target,
      key.lane,
      committedAt,
      rewrite.removed,
      staged.ledger.written,
      rewrite.removes === null,
      isKept ? name : null,
      live.runId,
      live.position,
      live.generation,
    ],
  );
}

/** The versions of every key that this rewrite touches, as they are before it. */
async function keepHistoryRows(
  inside: Inside,
  staged: Staged,
  rewrite: Rewrite,
  name: string,
): Promise<void> {
  const history = historyName(staged.target);
  if ((await columnsOf(inside, history)) === null) return;
  const match = staged.key
    .map((key) => `h.${quoteName(key)} is not distinct from s.${quoteName(key)}`)
    .join(" and ");
  const touched =
    rewrite.removes === null
      ? ""
      : ` where exists (select 1 from ${qualified(staged.table)} as s where ${match})`;
  await inside.run(
    `create table ${qualified(keptTable(`${name}__history`))} as select h.* from ${qualified(history)} as h${touched}`,
  );
}

export async function listRewrites(
  workbench: Workbench,
  filter: { readonly runId?: string; readonly connection?: string },
): Promise<readonly RewriteLine[]> {
  const rows = await workbench.all(
    `select run_id, plan, part, namespace, stream, target, lane, epoch_ms(committed_at) as at, removed, added, kept, rolled_back_by from _revos.rewrites
      where ($1::varchar is null or run_id = $1) and ($2::varchar is null or connection = $2) order by committed_at, run_id, part`,
    [filter.runId ?? null, filter.connection ?? null],
  );
  return rows.map((row) => ({
    runId: String(row.run_id),
    plan: String(row.plan),
    part: String(row.part),
    namespace: String(row.namespace),
    stream: String(row.stream),
    target: String(row.target),
    lane: String(row.lane) as Lane,
    committedAt: toIso(Number(row.at)),
    removed: Number(row.removed),
    added: Number(row.added),
    isKept: row.kept !== null || Number(row.removed) === 0,
    rolledBackBy: typeof row.rolled_back_by === "string" ? row.rolled_back_by : null,
  }));
}
