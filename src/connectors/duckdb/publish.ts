// Publishing a staged stream: rows, quarantine, ledger and marker in one transaction, so that readers never see half and
// the position never outruns the data (design.md §1, promises 3 and 4).
import type { LedgerEntry, Staged, TableColumn, TableName } from "../../connector/destination.ts";
import { dropKeyBefore } from "./quarantine-key.ts";
import { quarantineScope } from "../../connector/quarantine-id.ts";
import { quoteName, quoteText } from "../../connector/workbench.ts";
import type { Inside } from "../../connector/rewrites/side.ts";
import { toIso } from "../../kernel/clock.ts";
import { endHistory, keepHistory } from "./history.ts";
import { keyMatch, mergeRows } from "./merge.ts";
import { keepRows, takeOut } from "./side.ts";
import { columnsOf, heldComment, heldSchema, qualified } from "./tables.ts";

/** The statements of a publish, to be run in one transaction. */
export async function publishStaged(
  inside: Inside,
  staged: Staged,
  memoryBytes: number,
): Promise<void> {
  const before = await columnsOf(inside, staged.target);
  if (staged.removes && before) await removeRows(inside, staged, staged.removes);
  await keepRows(inside, staged, before !== null);
  await publishRows(inside, staged, before, memoryBytes);
  await writeQuarantine(inside, staged);
  await writeBooks(inside, staged.ledger);
  await writeMarker(inside, staged);
}

/** The statements of a hold: the stage moves to where held stages are kept, the books say that nothing was published. */
export async function holdStaged(inside: Inside, staged: Staged): Promise<TableName> {
  await writeQuarantine(inside, { ...staged, resolves: null });
  await writeBooks(inside, staged.ledger);
  const held = { schema: heldSchema, table: staged.table.table };
  // DuckDB cannot move a table to another schema; a copy is paid only by a run that is held.
  await inside.run(`create or replace table ${qualified(held)} as from ${qualified(staged.table)}`);
  await inside.run(
    `comment on table ${qualified(held)} is ${quoteText(heldComment(toIso(Date.parse(staged.ledger.endedAt))))}`,
  );
  await inside.run(`drop table ${qualified(staged.table)}`);
  return held;
}

/** What a repair takes away; the history of a key that does not come back ends here. */
async function removeRows(inside: Inside, staged: Staged, removes: TableName): Promise<void> {
  const gone = `_revos_id in (select id from ${qualified(removes)})`;
  if (staged.history) await endHistory(inside, staged, gone);
  await inside.run(`delete from ${qualified(staged.target)} where ${gone}`);
}

async function publishRows(
  inside: Inside,
  staged: Staged,
  before: readonly TableColumn[] | null,
  memoryBytes: number,
): Promise<void> {
  const target = qualified(staged.target);
  const stage = qualified(staged.table);
  const isReplaced = isWhole(staged);
  if (before && !isReplaced) {
    for (const { column, type, change } of staged.alter) {
      await inside.run(
        change === "add"
          ? `alter table ${target} add column ${quoteName(column)} ${type}`
          : `alter table ${target} alter column ${quoteName(column)} type ${type}`,
      );
    }
  }
  if (before && !isReplaced) await takeOut(inside, staged);
  if (staged.mode === "incremental_deduped_history" && before && !isReplaced)
    await dropOutdated(inside, staged);
  if (staged.history) {
    const columns =
      (before && !isReplaced
        ? await columnsOf(inside, staged.target)
        : await columnsOf(inside, staged.table)) ?? [];
    await keepHistory(inside, staged, columns, before !== null && !isReplaced);
  }
  if (isReplaced || !before) {
    await inside.run(`drop table if exists ${target}`);
    await inside.run(`alter table ${stage} rename to ${quoteName(staged.target.table)}`);
    return;
  }
  await mergeRows(inside, staged, memoryBytes);
  await inside.run(`drop table ${stage}`);
}

/** The stage takes the table's place: a full refresh, or an incremental stream read again from the start. */
const isWhole = (staged: Staged): boolean =>
  staged.replaces === true || (!staged.rewrites && staged.mode.startsWith("full_refresh"));

/** An older version never replaces a newer one. The engine has removed and counted such rows already; this is the lock on the door. */
async function dropOutdated(inside: Inside, staged: Staged): Promise<void> {
  const cursor = staged.newer?.[0];
  if (!cursor) return;
  const target = `(select ${staged.key.map(quoteName).join(", ")}, ${cursor} as newer from ${qualified(staged.target)})`;
  const ids = `select s._revos_id from (select *, ${cursor} as newer from ${qualified(staged.table)}) as s join ${target} as t on ${keyMatch(staged)} where t.newer > s.newer`;
  await inside.run(`delete from ${qualified(staged.table)} where _revos_id in (${ids})`);
}

/**
 * Quarantine rows by content: a row that comes again is the same row, with its newest place. In a full refresh it is held
 * again whatever was done with it, because the table it was mended in is replaced; only a waiver stays. What did not come
 * again is gone from the source and becomes `discarded`.
 */
const known = "_revos_quarantine_known";

async function writeQuarantine(inside: Inside, staged: Staged): Promise<void> {
  const isFull = isWhole(staged);
  const scope = quarantineScope(staged.marker.key);
  const from = staged.quarantine ? qualified(staged.quarantine) : null;
  if (from) {
    await dropKeyBefore(inside, from);
    await inside.run(
      `create or replace temp table ${known} as select id, quarantined_at, original, status from _revos.quarantine where id in (select id from ${from})`,
    );
    await inside.run(`delete from _revos.quarantine where id in (select id from temp.${known})`);
    const status = isFull
      ? "case when k.status = 'waived' then 'waived' else 'held' end"
      : "coalesce(k.status, f.status)";
    await inside.run(
      `insert into _revos.quarantine (id, connection, namespace, stream, run_id, group_id, quarantined_at, reasons, original, contract_version, mappers_digest, segment, row_number, status)
        select f.id, f.connection, f.namespace, f.stream, f.run_id, f.group_id, coalesce(k.quarantined_at, f.quarantined_at), f.reasons,
          coalesce(k.original, f.original), f.contract_version, f.mappers_digest, f.segment, f.row_number, ${status}
        from ${from} as f left join temp.${known} as k on k.id = f.id`,
    );
    await inside.run(`drop table temp.${known}`);
  }
  if (isFull && staged.ledger.published) {
    const stays = from ? `and id not in (select id from ${from})` : "";
    await inside.run(
      `update _revos.quarantine set status = 'discarded' where starts_with(id, ${quoteText(scope)}) and status = 'held' ${stays}`,
    );
  }
  if (staged.resolves)
    await inside.run(
      `update _revos.quarantine set status = 'replayed' where id in (select id from ${qualified(staged.resolves)})`,
    );
}

export async function writeBooks(inside: Inside, books: LedgerEntry): Promise<void> {
  await inside.run(
    `insert into _revos.ledger values ($1, $2, $3, $4, $5, $6, $7::timestamptz, $8::timestamptz, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      books.runId,
      books.connection,
      books.namespace,
      books.stream,
      books.target,
      books.lane,
      books.startedAt,
      books.endedAt,
      books.read,
      books.written,
      books.quarantined,
      books.filtered,
      books.deduplicated,
      books.bytes,
      books.balanced,
      books.published,
    ],
  );
}

/** Only the newest note counts, and only beside the marker of the run that wrote it. */
async function writeSeen(inside: Inside, { key, runId, seen }: Staged["marker"]): Promise<void> {
  const names = [key.sourceKey, key.namespace, key.stream, key.target, key.lane];
  await inside.run(
    "delete from _revos.seen where source_key = $1 and namespace = $2 and stream = $3 and target = $4 and lane = $5",
    names,
  );
  if (seen)
    await inside.run("insert into _revos.seen values ($1, $2, $3, $4, $5, $6, $7)", [
      ...names,
      runId,
      seen,
    ]);
}

async function writeMarker(inside: Inside, staged: Staged): Promise<void> {
  const { key, connection, position, generation, runId, committedAt } = staged.marker;
  await inside.run(
    `insert into _revos.positions values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::timestamptz)
      on conflict do update set connection = excluded.connection, position = excluded.position, generation = excluded.generation,
      run_id = excluded.run_id, committed_at = excluded.committed_at`,
    [
      connection,
      key.sourceKey,
      key.namespace,
      key.stream,
      key.target,
      key.lane,
      position,
      generation,
      runId,
      committedAt,
    ],
  );
  await writeSeen(inside, staged.marker);
  if (!staged.window) return;
  const { start, end, watermark, late } = staged.window;
  await inside.run(
    `insert into _revos.windows values ($1, $2, $3, $4, $5, $6, try_cast($7 as timestamptz), try_cast($8 as timestamptz), try_cast($9 as timestamptz), $10, $11::timestamptz)`,
    [
      connection,
      key.namespace,
      key.stream,
      key.target,
      key.lane,
      runId,
      start,
      end,
      watermark,
      late,
      committedAt,
    ],
  );
}
