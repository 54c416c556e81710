// Publishing what changes the past: the rows that leave are copied aside and noted, in the transaction that takes them out,
// so that a rollback can put them back (seed 000: 履歴を書き換える設計には、すべてバックフィルとロールバックの手順が必要です).
import type { Rewrite, RewriteLine, Staged } from "../destination.ts";
import { toIso } from "../../kernel/clock.ts";
import type { Lane } from "../../model/run.ts";
import { keptTable, named } from "./kept.ts";
import type { Inside, RewriteSide } from "./side.ts";

export type Keeping = {
  readonly staged: Staged;
  readonly rewrite: Rewrite;
  readonly targetExists: boolean;
  /** The rows that leave, and the staged ones, as SQL of tables in the warehouse; null: all, or not there. */
  readonly removes: string | null;
  readonly stage: string | null;
};

/** Copies what leaves, and notes the rewrite. */
export async function keepReplaced(side: RewriteSide, keeping: Keeping): Promise<void> {
  const { staged, rewrite, targetExists, removes } = keeping;
  const [{ n = 0 } = {}] = await side.all(
    "select count(*) as n from _revos.rewrites where run_id = $1",
    [staged.ledger.runId],
  );
  const name = `${staged.target.table}__${staged.ledger.runId}__${Number(n)}`;
  const leave = removes === null ? "" : ` where _revos_id in (select _revos_id from ${removes})`;
  const isKept = targetExists && rewrite.keeps && (rewrite.removed > 0 || staged.history);
  if (isKept) {
    await side.run(
      `create table ${side.qualified(keptTable(name))} as select * from ${side.qualified(staged.target)}${leave}`,
    );
    if (staged.history) await keepHistoryRows(side, keeping, name);
  }
  const { key, connection, committedAt, runId } = staged.marker;
  const live = rewrite.live;
  await side.run(
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
  side: RewriteSide,
  { staged, removes, stage }: Keeping,
  name: string,
): Promise<void> {
  const history = side.historyName(staged.target);
  const columns = await side.columnsOf(history);
  if (columns === null) return;
  const touched =
    removes === null || stage === null
      ? ""
      : ` where ${side
          .sameKey("h", "s", named(columns, staged.key))
          .map((same) => `exists (select 1 from ${stage} as s where ${same})`)
          .join(" or ")}`;
  await side.run(
    `create table ${side.qualified(keptTable(`${name}__history`))} as select h.* from ${side.qualified(history)} as h${touched}`,
  );
}

export async function listRewrites(
  side: Pick<Inside, "all">,
  filter: { readonly runId?: string; readonly connection?: string },
): Promise<readonly RewriteLine[]> {
  const rows = await side.all(
    `select run_id, plan, part, namespace, stream, target, lane, (extract(epoch from committed_at) * 1000)::bigint as at, removed, added, kept, rolled_back_by from _revos.rewrites
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
