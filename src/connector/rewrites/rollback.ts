// Rollback of a rewrite: the rows of the run leave, the rows that it took out come back, all targets in one transaction. What
// the live lane did since is not undone: a newer version of a key stays, and so does everything from the place on where
// live stood, because live has passed over those rows since and will not read them again.
import type { RollbackOutcome, RollbackRequest, RollbackTarget } from "../destination.ts";
import { quoteText, type WorkbenchRow } from "../workbench.ts";
import { RevosError } from "../../kernel/error.ts";
import { keptTable, named } from "./kept.ts";
import type { RewriteSide } from "./side.ts";

/** The statements of a rollback, to be run in one transaction; a dry run's is then taken back. */
export async function rollBack(
  side: RewriteSide,
  request: RollbackRequest,
): Promise<readonly RollbackOutcome[]> {
  const outcomes: RollbackOutcome[] = [];
  for (const target of request.targets) outcomes.push(await rollbackTarget(side, request, target));
  return outcomes;
}

async function rollbackTarget(
  side: RewriteSide,
  request: RollbackRequest,
  to: RollbackTarget,
): Promise<RollbackOutcome> {
  const name = to.key.target;
  const parts = await side.all(
    "select * from _revos.rewrites where run_id = $1 and target = $2 order by committed_at desc, part desc",
    [request.runId, name],
  );
  await refuse(side, request, to, parts);
  const target = side.qualified(to.target);
  const beyond = await beyondSql(side, to, parts);
  await addColumns(side, to, parts);
  const outcome = { removed: 0, restored: 0, overtaken: 0, stays: 0 };
  const own = `_revos_run_id = ${quoteText(request.runId)}`;
  const [{ n: stays = 0 } = {}] = await side.all(
    `select count(*) as n from ${target} where ${own} and ${beyond}`,
  );
  outcome.stays = Number(stays);
  const keys = to.keyColumns.map(side.column).join(", ");
  if (to.history)
    await side.makeTouched(`select ${keys} from ${target} where ${own} and not ${beyond}`);
  outcome.removed = await side.change(`delete from ${target} where ${own} and not ${beyond}`);
  // The oldest part first: where two parts took out versions of one key, the one that stood before both comes back.
  for (const part of [...parts].reverse()) {
    if (part.kept === null) continue;
    const done = await restore(side, to, String(part.kept), `(${beyond} or ${own})`);
    outcome.restored += done.restored;
    outcome.overtaken += done.overtaken;
  }
  if (to.history) await side.run(`drop table ${side.touched}`);
  await side.run(
    "update _revos.rewrites set rolled_back_by = $1 where run_id = $2 and target = $3",
    [request.byRunId, request.runId, name],
  );
  await writeBooks(side, request, to, outcome);
  return { target: name, namespace: to.key.namespace, stream: to.key.stream, ...outcome };
}

/** Everything that makes a rollback wrong is found before a row is touched. */
async function refuse(
  side: RewriteSide,
  request: RollbackRequest,
  to: RollbackTarget,
  parts: readonly WorkbenchRow[],
): Promise<void> {
  const name = to.key.target;
  const data = { run: request.runId, table: name };
  const [first] = parts;
  if (!first)
    throw new RevosError(
      "rewrite.not_found",
      `Run ${request.runId} rewrote nothing in ${name}. Nothing was changed.`,
      { data },
    );
  if (typeof first.rolled_back_by === "string")
    throw new RevosError(
      "rewrite.overtaken",
      `Run ${request.runId} was rolled back already, by ${first.rolled_back_by}. Nothing was changed.`,
      {
        data: { ...data, by: first.rolled_back_by },
        advice: "Run the backfill again to have its rows back.",
      },
    );
  const [later] = await side.all(
    `select run_id from _revos.rewrites where target = $1 and run_id <> $2 and rolled_back_by is null
      and committed_at >= (select min(committed_at) from _revos.rewrites where run_id = $2 and target = $1) and run_id > $2 order by committed_at desc limit 1`,
    [name, request.runId],
  );
  if (later)
    throw new RevosError(
      "rewrite.overtaken",
      `Run ${String(later.run_id)} rewrote ${name} after ${request.runId}. Nothing was changed.`,
      {
        data: { ...data, by: later.run_id },
        advice: `revos backfill rollback ${String(later.run_id)}`,
      },
    );
  const lost = parts.filter((part) => part.kept === null && Number(part.removed) > 0);
  if (lost.length > 0)
    throw new RevosError(
      "rewrite.not_kept",
      `What run ${request.runId} took out of ${name} is no longer kept (${lost.length} of ${parts.length} parts). Nothing was changed.`,
      { data: { ...data, parts: lost.length } },
    );
  const now = await liveMarker(side, to);
  const isOther = (part: WorkbenchRow): boolean =>
    part.live_run_id !== null && Number(part.live_generation) !== Number(now?.generation);
  if (now && parts.some(isOther))
    throw new RevosError(
      "rewrite.overtaken",
      `The live run ${String(now.run_id)} has replaced ${name} since run ${request.runId}. Nothing was changed.`,
      {
        data: { ...data, by: now.run_id },
        advice: "There is nothing left to take back: the table is the source's present state.",
      },
    );
  if (now && first.live_run_id === null)
    throw new RevosError(
      "rewrite.overtaken",
      `${name} had no live run before ${request.runId}; ${String(now.run_id)} builds on it. Nothing was changed.`,
      { data: { ...data, by: now.run_id } },
    );
}

async function liveMarker(
  side: RewriteSide,
  to: RollbackTarget,
): Promise<WorkbenchRow | undefined> {
  const { sourceKey, namespace, stream, target } = to.key;
  const rows = await side.all(
    "select run_id, position, generation from _revos.positions where source_key = $1 and namespace = $2 and stream = $3 and target = $4 and lane = 'live'",
    [sourceKey, namespace, stream, target],
  );
  return rows[0];
}

/** SQL over a row: it lies where live has been since. */
async function beyondSql(
  side: RewriteSide,
  to: RollbackTarget,
  parts: readonly WorkbenchRow[],
): Promise<string> {
  const now = await liveMarker(side, to);
  const places = parts
    .filter((part) => part.live_run_id !== now?.run_id && typeof part.live_position === "string")
    .map((part) => String(part.live_position));
  if (!now || places.length === 0) return "false";
  const lowest = places.reduce((a, b) => (a < b ? a : b));
  const text = lowest.slice(lowest.indexOf("|") + 1);
  const columns = (await side.columnsOf(to.target)) ?? [];
  const cursor = columns.find((column) => column.name === to.cursorColumn);
  if (cursor === undefined)
    throw new RevosError(
      "rewrite.overtaken",
      `Live runs have gone on in ${to.key.target} since, and its cursor is no column, so that their rows cannot be told apart. Nothing was changed.`,
      { data: { table: to.key.target } },
    );
  return `coalesce(${side.atLeast(cursor, text)}, false)`;
}

/** Columns that kept tables have and the table has lost are added again, before any row of it is touched. */
async function addColumns(
  side: RewriteSide,
  to: RollbackTarget,
  parts: readonly WorkbenchRow[],
): Promise<void> {
  const have = new Set(
    ((await side.columnsOf(to.target)) ?? []).map((column) => column.name.toLowerCase()),
  );
  for (const { kept } of parts) {
    if (kept === null) continue;
    for (const column of (await side.columnsOf(keptTable(String(kept)))) ?? []) {
      if (have.has(column.name.toLowerCase())) continue;
      have.add(column.name.toLowerCase());
      await side.run(
        `alter table ${side.qualified(to.target)} add column ${side.column(column.name)} ${column.type}`,
      );
    }
  }
}

/** Brings one kept table back, without what stands in a newer version now. */
async function restore(
  side: RewriteSide,
  to: RollbackTarget,
  name: string,
  beyond: string,
): Promise<{ restored: number; overtaken: number }> {
  const target = side.qualified(to.target);
  const kept = side.qualified(keptTable(name));
  const columns = (await side.columnsOf(keptTable(name))) ?? [];
  const list = columns.map((column) => side.column(column.name)).join(", ");
  const by = to.keyColumns.length > 0 ? to.keyColumns : ["_revos_id"];
  const out = side
    .sameKey("t", "k", named(columns, by))
    .map((same) => `not exists (select 1 from ${target} as t where ${same})`)
    .join(" and ");
  const rows = `(select * from ${kept} where not ${beyond}) as k where ${out}`;
  if (to.history)
    await side.run(
      `insert into ${side.touched} select ${by.map(side.column).join(", ")} from ${rows}`,
    );
  const restored = await side.change(`insert into ${target} (${list}) select ${list} from ${rows}`);
  const [{ n = 0 } = {}] = await side.all(`select count(*) as n from ${kept}`);
  if (to.history) await restoreHistory(side, to, name);
  return { restored, overtaken: Number(n) - restored };
}

/** The versions of the keys that were just taken back, as they were. */
async function restoreHistory(side: RewriteSide, to: RollbackTarget, name: string): Promise<void> {
  const saved = keptTable(`${name}__history`);
  const columns = await side.columnsOf(saved);
  if (columns === null) return;
  const history = side.qualified(side.historyName(to.target));
  const among = side
    .sameKey("h", "x", named(columns, to.keyColumns))
    .map((same) => `exists (select 1 from ${side.touched} as x where ${same})`)
    .join(" or ");
  const list = columns.map((column) => side.column(column.name)).join(", ");
  await side.run(`delete from ${history} as h where ${among}`);
  await side.run(
    `insert into ${history} (${list}) select ${list} from ${side.qualified(saved)} as h where ${among}`,
  );
}

async function writeBooks(
  side: RewriteSide,
  request: RollbackRequest,
  to: RollbackTarget,
  outcome: { readonly removed: number; readonly restored: number; readonly overtaken: number },
): Promise<void> {
  const { sourceKey, namespace, stream, target } = to.key;
  const read = outcome.restored + outcome.overtaken;
  await side.run(
    `insert into _revos.ledger (run_id, connection, namespace, stream, target, lane, started_at, ended_at, read, written, quarantined, filtered, deduplicated, bytes, balanced, published)
      values ($1, $2, $3, $4, $5, 'backfill', $6::timestamptz, $6::timestamptz, $7, $8, 0, 0, $9, 0, true, true)`,
    [
      request.byRunId,
      to.connection,
      namespace,
      stream,
      target,
      request.at,
      read,
      outcome.restored,
      outcome.overtaken,
    ],
  );
  await side.run(
    `insert into _revos.positions (connection, source_key, namespace, stream, target, lane, position, generation, run_id, committed_at)
      values ($1, $2, $3, $4, $5, 'backfill', $6, 0, $7, $8::timestamptz)
      on conflict (source_key, namespace, stream, target, lane) do update set position = excluded.position, run_id = excluded.run_id, committed_at = excluded.committed_at`,
    [
      to.connection,
      sourceKey,
      namespace,
      stream,
      target,
      `rollback of ${request.runId}`,
      request.byRunId,
      request.at,
    ],
  );
}
