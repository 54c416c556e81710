// Publishing a staged stream: rows, quarantine, ledger and marker in one transaction, so that readers never see half and the
// position never outruns the data (design.md §1, promises 3 and 4). Whatever is made on the way lives in that transaction:
// a killed run leaves nothing.
import { RevosError } from "../../../kernel/error.ts";
import { toIso } from "../../../kernel/clock.ts";
import type { Log } from "../../../kernel/log.ts";
import type { Marker, Rewrite, Staged, TableName } from "../../../connector/destination.ts";
import { keepReplaced } from "../../../connector/rewrites/keep.ts";
import { quoteName } from "../../../connector/workbench.ts";
import { quoteLiteral } from "../queries.ts";
import type { Session } from "../session.ts";
import { holdMarker, writeLedger, writeMarker, writeRowId } from "./books.ts";
import { endHistory, keepHistory } from "./history.ts";
import { ensureCursorIndex, ensureKeyIndex } from "./key-index.ts";
import { keyConditions } from "./match.ts";
import { ident, maxColumns, qualified, stageSchema, workName } from "./names.ts";
import { sendAside, writeQuarantine } from "./quarantine.ts";
import { benchColumns, benchName, type Bench, type Column } from "./bench-table.ts";
import { sendRows } from "./send.ts";
import { postgresSide } from "./side.ts";
import { inherit, lockForSwap, whyNotRename } from "./swap.ts";
import { columnsOf, heldComment, type WarehouseColumn } from "./tables.ts";
import { postgresType } from "./types.ts";

export type Publishing = {
  readonly session: Session;
  readonly bench: Bench;
  readonly staged: Staged;
  /** The marker as the run read it; undefined: it did not look. */
  readonly seen: Marker | null | undefined;
  readonly log: Log;
  /** Rows that this transaction holds already; the staged ones come to them. */
  readonly arrived?: { readonly table: TableName; readonly highest: bigint | null } | null;
};

/** The stage as it stands on the workbench, looked at once. */
type Stage = {
  readonly columns: readonly Column[];
  readonly keys: readonly Column[];
  readonly someNull: boolean;
  readonly rows: number;
  readonly highest: bigint | null;
  /** The cursor, where it is a column as it stands. */
  readonly cursor: Column | null;
};

export async function publishStaged(work: Publishing): Promise<void> {
  const { session, staged, seen } = work;
  if (seen !== undefined) await holdMarker(session, staged.marker.key, seen);
  const stage = await lookAtStage(work);
  const before = await columnsOf(session, staged.target);
  if (staged.removes && before) await removeRows(work, stage, staged.removes);
  if (staged.rewrites) await rewriteRows(work, stage, staged.rewrites, before !== null);
  await publishRows(work, stage, before);
  if (staged.mode === "incremental_append")
    await ensureCursorIndex(work, stage.cursor, staged.target);
  await writeQuarantine(work, isWhole(staged));
  await writeLedger(session, staged);
  await writeMarker(session, staged);
  const { highest } = stage;
  const sent = work.arrived?.highest ?? null;
  await writeRowId(
    session,
    staged,
    sent !== null && (highest === null || sent > highest) ? sent : highest,
  );
}

/** The stage takes the table's place: a full refresh, or an incremental stream read again from the start. */
export const isWhole = (staged: Staged): boolean =>
  staged.replaces === true || (!staged.rewrites && staged.mode.startsWith("full_refresh"));

async function lookAtStage({ bench, staged }: Publishing): Promise<Stage> {
  const columns = await benchColumns(bench, staged.table);
  if (columns.length > maxColumns)
    throw new RevosError(
      "destination.limit_exceeded",
      `${staged.target.schema}.${staged.target.table} would have ${columns.length} columns; a PostgreSQL table holds ${maxColumns}.`,
    );
  const keys = staged.key.flatMap((key) => columns.filter((column) => column.name === key));
  const anyNull =
    keys.length === 0
      ? "false"
      : `coalesce(bool_or(${keys.map((key) => `${quoteName(key.name)} is null`).join(" or ")}), false)`;
  const [facts] = await bench.workbench.all(
    `select count(*) as n, max(_revos_id) as highest, ${anyNull} as some_null from ${benchName(staged.table)}`,
  );
  const named = /^"((?:[^"]|"")+)"$|^([a-z_]\w*)$/i.exec(staged.newer?.[0] ?? "");
  const name = named?.[1]?.replaceAll('""', '"') ?? named?.[2];
  return {
    columns,
    keys,
    someNull: facts?.some_null === true,
    rows: Number(facts?.n ?? 0),
    highest: typeof facts?.highest === "bigint" ? facts.highest : null,
    cursor: columns.find((column) => column.name === name) ?? null,
  };
}

const define = (columns: readonly Column[]): string =>
  columns.map(({ name, duck }) => `${ident(name)} ${postgresType(duck)}`).join(", ");
const listOf = (columns: readonly Column[]): string =>
  columns.map(({ name }) => ident(name)).join(", ");

/** What a repair takes away; the history of a key that does not come back ends here. */
async function removeRows(work: Publishing, stage: Stage, removes: TableName): Promise<void> {
  const { session, staged } = work;
  const gone = await sendAside(work, "gone", removes, "(id bigint)");
  if (staged.history && stage.keys.length > 0) {
    const name = await sendStage(work, stage);
    await endHistory(session, staged, { keys: stage.keys, gone, stage: name });
    await session.run(`drop table ${name}`);
  }
  await session.run(
    `delete from ${qualified(staged.target)} as t using ${gone} as g where t._revos_id = g.id`,
  );
  await session.run(`drop table ${gone}`);
}

/** What a rewrite takes out is copied aside and noted before it goes. */
async function rewriteRows(
  work: Publishing,
  stage: Stage,
  rewrite: Rewrite,
  targetExists: boolean,
): Promise<void> {
  const { session, staged } = work;
  const removes =
    rewrite.removes === null || !targetExists
      ? null
      : await sendAside(work, "leave", rewrite.removes, "(_revos_id bigint)");
  const name = removes !== null && staged.history ? await sendStage(work, stage) : null;
  await keepReplaced(postgresSide(session), {
    staged,
    rewrite,
    targetExists,
    removes,
    stage: name,
  });
  if (name !== null) await session.run(`drop table ${name}`);
  if (removes === null) return;
  if (!isWhole(staged) && rewrite.removed > 0)
    await session.run(
      `delete from ${qualified(staged.target)} as t using ${removes} as r where t._revos_id = r._revos_id`,
    );
  await session.run(`drop table ${removes}`);
}

async function publishRows(
  work: Publishing,
  stage: Stage,
  before: readonly WarehouseColumn[] | null,
): Promise<void> {
  const { session, bench, staged } = work;
  const target = qualified(staged.target);
  if (work.arrived || (before && isWhole(staged))) return await replaceRows(work, stage, before);
  if (before) await alterTable(session, staged);
  if (before && staged.mode !== "incremental_deduped_history") {
    if (stage.rows > 0) await sendRows(session, bench, staged.table, stage.columns, target, false);
    return;
  }
  if (!before) {
    await session.run(`create table ${target} (${define(stage.columns)})`);
    await sendRows(session, bench, staged.table, stage.columns, target, true);
    if (staged.history) {
      const name = await sendStage(work, stage);
      await history(work, stage, name, null);
      await session.run(`drop table ${name}`);
    }
    await ensureKeyIndex(work, stage.keys, staged.target);
    return;
  }
  if (stage.rows === 0 && !staged.history) return;
  await mergeRows(work, stage);
}

/** New versions in, old ones out. An older version never replaces a newer one: the engine saw to it, and it is seen to here again. */
async function mergeRows(work: Publishing, stage: Stage): Promise<void> {
  const { session, staged } = work;
  const target = qualified(staged.target);
  const name = await sendStage(work, stage);
  const conditions = keyConditions("t", "s", stage.keys, stage.someNull);
  const { cursor } = stage;
  if (cursor)
    for (const condition of conditions)
      await session.run(
        `delete from ${name} as s using ${target} as t where ${condition} and t.${ident(cursor.name)} > s.${ident(cursor.name)}`,
      );
  if (staged.history) await history(work, stage, name, await columnsOf(session, staged.target));
  await ensureKeyIndex(work, stage.keys, staged.target);
  for (const condition of conditions)
    await session.run(`delete from ${target} as t using ${name} as s where ${condition}`);
  const list = listOf(stage.columns);
  await session.run(`insert into ${target} (${list}) select ${list} from ${name}`);
  await session.run(`drop table ${name}`);
}

/** The stage as a table of the warehouse, gone at the end of the transaction whatever happens. */
async function sendStage({ session, bench, staged }: Publishing, stage: Stage): Promise<string> {
  const name = qualified({
    schema: stageSchema,
    table: workName(
      "rows",
      `${staged.ledger.runId} ${staged.target.schema}.${staged.target.table}`,
    ),
  });
  await session.run(`create unlogged table ${name} (${define(stage.columns)})`);
  await sendRows(session, bench, staged.table, stage.columns, name, true);
  await session.run(`analyze ${name}`);
  return name;
}

async function history(
  { session, staged }: Publishing,
  stage: Stage,
  name: string,
  target: readonly WarehouseColumn[] | null,
): Promise<void> {
  await keepHistory(session, {
    staged,
    stage: name,
    stageColumns: stage.columns,
    keys: stage.keys,
    someNull: stage.someNull,
    columns: target
      ? target.map((column) => ({ name: column.name, duck: column.type }))
      : stage.columns,
    targetExists: target !== null,
    cursor: stage.cursor,
  });
}

async function alterTable(session: Session, staged: Staged): Promise<void> {
  for (const { column, type, change } of staged.alter) {
    const name = ident(column);
    const sqlType = postgresType(type);
    await session.run(
      change === "add"
        ? `alter table ${qualified(staged.target)} add column ${name} ${sqlType}`
        : `alter table ${qualified(staged.target)} alter column ${name} type ${sqlType} using ${name}::${sqlType}`,
    );
  }
}

async function replaceRows(
  work: Publishing,
  stage: Stage,
  before: readonly WarehouseColumn[] | null,
): Promise<void> {
  const { session, bench, staged, log, arrived } = work;
  const why = before ? await whyNotRename(session, staged.target) : null;
  const target = qualified(staged.target);
  if (staged.history) {
    const name = await sendStage(work, stage);
    await history(work, stage, name, null);
    await session.run(`drop table ${name}`);
  }
  if (before && why !== null && !arrived) {
    log.debug("table is refilled, not renamed", { table: target, why });
    await fitColumns(session, staged.target, stage.columns, before);
    await session.run(`delete from ${target}`);
    await sendRows(session, bench, staged.table, stage.columns, target, false);
    return;
  }
  const fresh: TableName = arrived?.table ?? {
    schema: staged.target.schema,
    table: workName("new", `${staged.target.schema}.${staged.target.table}`),
  };
  if (!arrived) await session.run(`create table ${qualified(fresh)} (${define(stage.columns)})`);
  await sendRows(session, bench, staged.table, stage.columns, qualified(fresh), true);
  const indexes = before && why === null ? await inherit(session, staged.target, fresh, log) : [];
  if (before && (why !== null || !(await lockForSwap(session, staged.target)))) {
    // Readers hold the table: rows can still be changed under them, they see the old ones until the commit.
    log.debug("table is refilled, not renamed", { table: target, why: why ?? "readers" });
    await fitColumns(session, staged.target, stage.columns, before);
    await session.run(`delete from ${target}`);
    const list = listOf(stage.columns);
    await session.run(`insert into ${target} (${list}) select ${list} from ${qualified(fresh)}`);
    await session.run(`drop table ${qualified(fresh)}`);
    return;
  }
  if (before) await session.run(`drop table ${target}`);
  await session.run(`alter table ${qualified(fresh)} rename to ${ident(staged.target.table)}`);
  for (const { made, name } of indexes)
    await session.run(
      `alter index ${qualified({ schema: fresh.schema, table: made })} rename to ${ident(name)}`,
    );
  await ensureKeyIndex(work, stage.keys, staged.target);
}

/** Nothing is published: what was staged stands aside, to be looked at, with its books. */
export async function holdStaged(work: Publishing, held: TableName): Promise<void> {
  const { session, bench, staged, arrived } = work;
  await writeQuarantine({ session, bench, staged: { ...staged, resolves: null } }, false);
  await writeLedger(session, staged);
  const columns = await benchColumns(bench, staged.table);
  const table = qualified(held);
  if (arrived) {
    await session.run(`alter table ${qualified(arrived.table)} rename to ${ident(held.table)}`);
    await session.run(
      `alter table ${qualified({ ...arrived.table, table: held.table })} set schema ${ident(held.schema)}`,
    );
  } else await session.run(`create table ${table} (${define(columns)})`);
  await sendRows(session, bench, staged.table, columns, table, true);
  const at = heldComment(toIso(Date.parse(staged.ledger.endedAt)));
  await session.run(`comment on table ${table} is ${quoteLiteral(at)}`);
}

/** Brings an existing table into the staged form: columns come, change type, and go where nothing depends on them. */
async function fitColumns(
  session: Session,
  target: TableName,
  columns: readonly Column[],
  before: readonly WarehouseColumn[],
): Promise<void> {
  const table = qualified(target);
  for (const { name, duck } of columns) {
    const old = before.find(
      (column) => column.name === ident(name).slice(1, -1).replaceAll('""', '"'),
    );
    const type = postgresType(duck);
    if (!old) await session.run(`alter table ${table} add column ${ident(name)} ${type}`);
    else if (postgresType(old.type) !== type)
      // The rows go anyway: nothing of them has to be converted.
      await session.run(`alter table ${table} alter column ${ident(name)} type ${type} using null`);
  }
  const wanted = new Set(columns.map(({ name }) => ident(name)));
  for (const column of before) {
    if (wanted.has(ident(column.name))) continue;
    await session.run("savepoint revos_column");
    try {
      await session.run(`alter table ${table} drop column ${ident(column.name)}`);
      await session.run("release savepoint revos_column");
    } catch {
      // A view reads it: it stays, empty.
      await session.run("rollback to savepoint revos_column");
      if (!column.nullable)
        await session.run(`alter table ${table} alter column ${ident(column.name)} drop not null`);
    }
  }
}
