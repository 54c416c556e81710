// The tables of revos's own in the warehouse (interface.md §6), made once, and what a run finds of its target.
import { RevosError } from "../../../kernel/error.ts";
import type {
  MarkerKey,
  TableColumn,
  TableName,
  TargetState,
} from "../../../connector/destination.ts";
import type { Position } from "../../../connector/position.ts";
import { keptSchema, rewritesTable } from "../../../connector/rewrites/kept.ts";
import { quoteLiteral } from "../queries.ts";
import type { Session } from "../session.ts";
import { resolveTypes } from "../type-lookup.ts";
import { historyName, ident, ownSchema, qualified, stageSchema } from "./names.ts";
import { duckTypeOf } from "./types.ts";

const heldDays = 7;

/**
 * `reasons` and `original` are json and not jsonb: they keep texts as they were, a NUL of a file's cell included. Ids
 * compare by bytes, so that all ids of one scope are one range of the index. `row_ids` is ours: the largest `_revos_id` that
 * was ever given out in a table, which would else cost a look at every row.
 */
const ownTables: readonly string[] = [
  `create table if not exists _revos.quarantine (id text collate "C" primary key, connection text, namespace text, stream text,
    run_id text, group_id text, quarantined_at timestamptz, reasons json, original json, contract_version text,
    mappers_digest text, segment text, row_number bigint, status text)`,
  `create table if not exists _revos.ledger (run_id text, connection text, namespace text, stream text, target text,
    lane text, started_at timestamptz, ended_at timestamptz, read bigint, written bigint, quarantined bigint, filtered bigint,
    deduplicated bigint, bytes bigint, balanced boolean, published boolean)`,
  `create table if not exists _revos.windows (connection text, namespace text, stream text, target text, lane text,
    run_id text, window_start timestamptz, window_end timestamptz, watermark timestamptz, late bigint, committed_at timestamptz)`,
  `create table if not exists _revos.positions (connection text, source_key text, namespace text, stream text,
    target text, lane text, position text, generation bigint, run_id text, committed_at timestamptz,
    primary key (source_key, namespace, stream, target, lane))`,
  `create table if not exists _revos.quarantine_log (audit text primary key, logged_at timestamptz, action text, target text,
    rows bigint, reason text, until timestamptz, actor text, change json)`,
  `create table if not exists _revos.row_ids (target text primary key, highest bigint not null)`,
  `create table if not exists _revos.seen (source_key text, namespace text, stream text, target text, lane text, run_id text,
    seen text, primary key (source_key, namespace, stream, target, lane))`,
  rewritesTable,
];
const ownNames = [
  "quarantine",
  "ledger",
  "windows",
  "positions",
  "quarantine_log",
  "row_ids",
  "seen",
  "rewrites",
];

/** Makes what is missing, and only that: with all of it there, a role that may make nothing suffices. */
export async function prepareTables(session: Session, schemas: readonly string[]): Promise<void> {
  await refuseReadOnly(session);
  const wanted = [...new Set([...schemas, ownSchema, stageSchema, keptSchema])];
  const { rows } = await session.query(
    `select s from pg_catalog.unnest($1::pg_catalog.text[]) as s where not exists (select from pg_catalog.pg_namespace n where n.nspname = s)`,
    [wanted],
  );
  const tables = await session.query(
    `select count(*) from pg_catalog.unnest($1::pg_catalog.text[]) as t where pg_catalog.to_regclass('_revos.' || t) is not null`,
    [ownNames],
  );
  if (rows.length > 0 || Number(tables.rows[0]?.[0]) < ownNames.length) {
    // Two runs that make the same schema at once would both fail in the catalog.
    await session.run("begin");
    try {
      await session.query("select pg_catalog.pg_advisory_xact_lock(7236838211124)");
      for (const [schema] of rows)
        await session.run(`create schema if not exists ${ident(schema ?? "")}`);
      for (const table of ownTables) await session.run(table);
      await session.run("commit");
    } catch (error) {
      await session.run("rollback").catch(() => {});
      throw error;
    }
  }
  await dropOldHeld(session);
}

export async function refuseReadOnly(session: Session): Promise<void> {
  const { rows } = await session.query(
    "select pg_catalog.current_setting('default_transaction_read_only'), pg_catalog.pg_is_in_recovery()",
  );
  const [readOnly, isStandby] = rows[0] ?? [];
  if (readOnly !== "on" && isStandby !== "t") return;
  throw new RevosError(
    "destination.read_only",
    isStandby === "t"
      ? "The server is a standby: it takes no writes. Nothing was read."
      : "default_transaction_read_only is on for this role: it takes no writes. Nothing was read.",
  );
}

/** The comment of a held stage says when it was held, so that it can go after a week. */
export const heldComment = (iso: string): string => `held at ${iso}`;

async function dropOldHeld(session: Session): Promise<void> {
  const { rows } = await session.query(
    `select c.relname from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where n.nspname = ${quoteLiteral(stageSchema)} and c.relkind = 'r' and pg_catalog.pg_has_role(c.relowner, 'usage')
       and coalesce(pg_catalog.substring(pg_catalog.obj_description(c.oid, 'pg_class'), '^held at (\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z)$')::pg_catalog.timestamptz, 'infinity') < pg_catalog.now() - interval '${heldDays} days'`,
  );
  for (const [name] of rows)
    await session.run(
      `drop table if exists ${qualified({ schema: stageSchema, table: name ?? "" })}`,
    );
}

export type WarehouseColumn = TableColumn & {
  /** As Postgres writes it. */
  readonly sqlType: string;
};

/** Columns of a table in order with the workbench's types, null when there is none. */
export async function columnsOf(
  session: Session,
  table: TableName,
): Promise<WarehouseColumn[] | null> {
  const { rows } = await session.query(
    `select a.attname, a.atttypid, a.atttypmod, a.attnotnull, pg_catalog.format_type(a.atttypid, a.atttypmod), c.relkind
     from pg_catalog.pg_class c left join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.oid = pg_catalog.to_regclass(${quoteLiteral(qualified(table))}) order by a.attnum`,
  );
  if (rows.length === 0) return null;
  const columns = rows.filter((row) => row[0] !== null);
  const types = await resolveTypes(
    session,
    columns.map((row) => ({ typeId: Number(row[1]), typeModifier: Number(row[2]) })),
  );
  if (!["r", "p"].includes(rows[0]?.[5] ?? "")) throw taken(table);
  return columns.map((row, i) => ({
    name: row[0] ?? "",
    type: duckTypeOf(types[i] ?? { oid: 25, typeModifier: -1, element: null }),
    nullable: row[3] !== "t",
    sqlType: row[4] ?? "text",
  }));
}

const taken = (target: TableName): RevosError =>
  new RevosError(
    "destination.table_taken",
    `The table ${target.schema}.${target.table} exists and was not made by revos, so it is left alone.`,
    { data: { table: `${target.schema}.${target.table}` } },
  );

export async function describeTarget(
  session: Session,
  target: TableName,
  key: MarkerKey,
): Promise<TargetState> {
  const columns = await columnsOf(session, target);
  if (columns && !columns.some((column) => column.name === "_revos_id")) throw taken(target);
  const hasRows = columns
    ? (await session.query(`select exists (select from ${qualified(target)})`)).rows[0]?.[0] === "t"
    : false;
  const { rows } = await session.query(
    `select position, generation, run_id, committed_at, (select w.watermark from _revos.windows as w
       where w.namespace = p.namespace and w.stream = p.stream and w.target = p.target and w.lane = p.lane and w.watermark is not null
       order by w.committed_at desc limit 1),
       (select s.seen from _revos.seen as s where s.source_key = p.source_key and s.namespace = p.namespace and s.stream = p.stream
         and s.target = p.target and s.lane = p.lane and s.run_id = p.run_id) from _revos.positions as p where source_key = $1 and namespace = $2 and stream = $3 and target = $4 and lane = $5`,
    [key.sourceKey, key.namespace, key.stream, key.target, key.lane],
  );
  const marker = rows[0];
  return {
    columns,
    hasRows,
    watermark: marker?.[4] ?? null,
    maxRowId: hasRows ? await highestRowId(session, target) : null,
    marker: marker
      ? {
          position: (marker[0] ?? null) as Position | null,
          generation: Number(marker[1]),
          runId: marker[2] ?? "",
          committedAt: marker[3] ?? "",
          ...(marker[5] ? { seen: marker[5] } : {}),
        }
      : null,
  };
}

async function highestRowId(session: Session, target: TableName): Promise<bigint | null> {
  const known = await session.query("select highest from _revos.row_ids where target = $1", [
    `${target.schema}.${target.table}`,
  ]);
  const text =
    known.rows[0]?.[0] ??
    (await session.query(`select max(_revos_id) from ${qualified(target)}`)).rows[0]?.[0];
  return text === null || text === undefined ? null : BigInt(text);
}

/** A column of the table and of its history gets another name. Where it has that name already, nothing is left to do. */
export async function renameColumns(
  session: Session,
  target: TableName,
  from: string,
  to: string,
): Promise<void> {
  for (const table of [target, historyName(target)]) {
    const columns = (await columnsOf(session, table)) ?? [];
    if (columns.some((column) => column.name === from))
      await session.run(
        `alter table ${qualified(table)} rename column ${ident(from)} to ${ident(to)}`,
      );
  }
}
