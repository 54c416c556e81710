// The SQL this source asks, and how names and values are written into it. Nothing else may build SQL from names.
import type { CatalogStream } from "../../model/catalog.ts";

export function quoteIdentifier(name: string): string {
  return `\`${name.replaceAll("`", "``")}\``;
}

/** A text literal. Our sessions have no sql_mode, so a backslash escapes; the connection speaks utf8mb4 throughout. */
export function quoteLiteral(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''").replaceAll("\0", "\\0")}'`;
}

export function relationOf(stream: Pick<CatalogStream, "name" | "namespace">): string {
  const name = quoteIdentifier(stream.name);
  return stream.namespace === undefined ? name : `${quoteIdentifier(stream.namespace)}.${name}`;
}

/** Longest time limit in seconds that every server accepts. */
const year = 31_536_000;

/**
 * Settings of every session. sql_mode is emptied because parts of it change values (PAD_CHAR_TO_FULL_LENGTH), literals
 * (NO_BACKSLASH_ESCAPES) and names (ANSI_QUOTES). A paused read must outlast the server's patience for slow readers
 * (net_write_timeout), a run its patience for idle ones.
 */
const settings: Readonly<Record<string, string>> = {
  sql_mode: "''",
  time_zone: "'+00:00'",
  net_write_timeout: String(year),
  net_read_timeout: String(year),
  wait_timeout: String(year),
  interactive_timeout: String(year),
  lock_wait_timeout: String(year), // the run's own limit says how long, and names who holds it
  max_statement_time: "0", // MariaDB
  max_execution_time: "0", // MySQL
  idle_transaction_timeout: "0", // MariaDB
  idle_readonly_transaction_timeout: "0", // MariaDB
  sql_select_limit: "18446744073709551615",
  max_join_size: "18446744073709551615",
  sql_big_selects: "1",
  group_concat_max_len: "1048576",
  sql_auto_is_null: "0",
  information_schema_stats_expiry: "0", // MySQL: sizes and times of tables as they are, not as of yesterday
};

export const settingsThatExist = `show session variables where variable_name in (${Object.keys(settings).map(quoteLiteral).join(", ")})`;

export function sessionSettings(known: ReadonlySet<string>): string[] {
  const list = Object.entries(settings).filter(([name]) => known.has(name));
  return [
    "set names utf8mb4",
    `set ${list.map(([name, value]) => `session ${name} = ${value}`).join(", ")}`,
    "set session transaction isolation level repeatable read",
  ];
}

/** `[id, server]` */
export const identify = "select connection_id(), concat(@@hostname, ':', @@port)";

/** `[server, at]`: what a snapshot that begins now is known by. */
export const momentQuery =
  "select concat(@@hostname, ':', @@port, ':', @@server_id), date_format(utc_timestamp(6), '%Y-%m-%d %H:%i:%s.%f')";

export const beginSnapshot = "start transaction with consistent snapshot, read only";

/**
 * Every read stands in a savepoint. Going back to it also gives up the lock on the table's definition, so that an ALTER
 * of somebody else waits for one stream at most, not for the run; the snapshot stays. (A MariaDB that writes a binary log
 * keeps the lock all the same.)
 */
export const beginRead = "savepoint revos_read";
export const endRead = "rollback to savepoint revos_read";

/**
 * Since when a transaction may have been open that is not yet visible, asked before the snapshot is taken; two seconds are
 * taken off, because a transaction is listed with whole seconds, a tenth of a second late, and from its first access to a table
 * on, and its first rows may carry the moment just before. Once in UTC and once in the server's own zone, in which columns without zone are usually
 * written. `trx_started` is in the zone of the server's machine. `[utc, local]`. Needs the right PROCESS.
 */
export const openSince = `select date_format(t.since - interval t.ahead second, '%Y-%m-%d %H:%i:%s.%f'),
  date_format(convert_tz(t.since - interval t.ahead second, '+00:00', @@global.time_zone), '%Y-%m-%d %H:%i:%s.%f'),
  date_format(t.since, '%Y-%m-%d %H:%i:%s.%f')
from (
  select least(
      coalesce((select min(x.trx_started) from information_schema.innodb_trx x
        where x.trx_mysql_thread_id <> connection_id() and x.trx_is_read_only = 0), z.now),
      coalesce((select z.now - interval max(coalesce(p.time, 0)) second from information_schema.processlist p
        where p.id <> connection_id() and p.command in ('Query', 'Execute')
          and ltrim(p.info) not regexp '^(select|show|explain|desc|analyze|checksum|help|use|kill)'), z.now)) - interval 2 second as since,
    z.ahead
  from (select c.now, round(timestampdiff(second, utc_timestamp(), c.now)) as ahead
    from (select convert_tz(utc_timestamp(6), '+00:00', 'SYSTEM') as now) c) z) t`;

const systemDatabases = ["mysql", "information_schema", "performance_schema", "sys", "ndbinfo"];

const inDatabases = (column: string, databases: readonly string[] | null): string =>
  databases === null
    ? `lower(${column}) not in (${systemDatabases.map(quoteLiteral).join(", ")})`
    : `${column} in (${databases.map(quoteLiteral).join(", ")})`;

export type Looked = {
  readonly databases: readonly string[] | null;
  readonly search?: string | undefined;
  /** Only tables of these names. */
  readonly tables?: readonly string[];
};

function conditions(table: string, { databases, search, tables }: Looked): string {
  const list = [inDatabases(`${table}.table_schema`, databases)];
  if (search !== undefined)
    list.push(
      `locate(lower(${quoteLiteral(search)}), lower(concat(${table}.table_schema, '.', ${table}.table_name))) > 0`,
    );
  if (tables !== undefined)
    list.push(`${table}.table_name in (${tables.map(quoteLiteral).join(", ")})`);
  return list.join(" and ");
}

/** `[schema, name, type, engine, rows, bytes, options, comment]`; sequences and what sessions made for themselves left out. */
export const streamsQuery = (looked: Looked): string =>
  `select t.table_schema, t.table_name, t.table_type, t.engine, t.table_rows, t.data_length, t.create_options, t.table_comment
from information_schema.tables t
where t.table_type in ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED') and ${conditions("t", looked)}`;

/** `[schema, name]` of the same, which no table has to be opened for. */
export const namesQuery = (looked: Looked): string =>
  `select t.table_schema, t.table_name from information_schema.tables t
where t.table_type in ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED') and ${conditions("t", looked)}`;

/** Columns in table order: `[schema, table, name, dataType, columnType, nullable, precision, scale, charset, extra, privileges]`. */
export const columnsQuery = (looked: Looked): string =>
  `select c.table_schema, c.table_name, c.column_name, c.data_type, c.column_type, c.is_nullable, c.numeric_precision,
  c.numeric_scale, c.character_set_name, c.extra, c.privileges
from information_schema.columns c where ${conditions("c", looked)}
order by c.table_schema, c.table_name, c.ordinal_position`;

/** Parts of unique indexes in order: `[schema, table, index, column, prefix, nullable]`; the primary key first. */
export const keysQuery = (looked: Looked): string =>
  `select s.table_schema, s.table_name, s.index_name, s.column_name, s.sub_part, s.nullable
from information_schema.statistics s where s.non_unique = 0 and ${conditions("s", looked)}
order by s.table_schema, s.table_name, s.index_name <> 'PRIMARY', s.index_name, s.seq_in_index`;

const isTable = (alias: string, stream: Pick<CatalogStream, "name" | "namespace">): string =>
  `${alias}.table_schema = ${stream.namespace === undefined ? "database()" : quoteLiteral(stream.namespace)} and ${alias}.table_name = ${quoteLiteral(stream.name)}`;

/** `[engine, rows, bytes, first column of the primary key]`; rows and bytes are estimates. */
export const tableFactsQuery = (stream: Pick<CatalogStream, "name" | "namespace">): string =>
  `select t.engine, t.table_rows, t.data_length, (select s.column_name from information_schema.statistics s
  where ${isTable("s", stream)} and s.index_name = 'PRIMARY' and s.seq_in_index = 1 and s.sub_part is null)
from information_schema.tables t where ${isTable("t", stream)} and t.table_type <> 'VIEW'`;

/** `[partition, created, last written]`: one row without a name for a table that has no partitions. */
export const tableTimesQuery = (stream: Pick<CatalogStream, "name" | "namespace">): string =>
  `select p.partition_name, p.create_time, p.update_time from information_schema.partitions p
where ${isTable("p", stream)} order by p.partition_name, p.subpartition_name`;

/** A name as InnoDB writes it; null for letters that it writes in a way of its own. */
const fileName = (name: string): string | null =>
  /[^\x20-\x7e]/.test(name)
    ? null
    : name.replace(
        /[^0-9A-Za-z_]/g,
        (sign) => `@${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
      );

/** `[name, id]` of the table, or of its partitions, as InnoDB numbers them: another number after all that replaces their rows. */
export function tableIdsQuery(
  stream: Pick<CatalogStream, "name" | "namespace">,
  list: "innodb_sys_tables" | "innodb_tables",
): string | null {
  const parts = [fileName(stream.namespace ?? ""), fileName(stream.name)];
  if (parts.includes(null)) return null;
  const name = parts.join("/");
  return `select i.name, i.table_id from information_schema.${list} i
where i.name = ${quoteLiteral(name)} or left(lower(i.name), ${name.length + 3}) = lower(${quoteLiteral(`${name}#p#`)}) order by i.name`;
}

/** MariaDB's JSON is a longtext with a check: `[schema, table, check]`. */
export const jsonChecksQuery = ({ databases, tables }: Looked): string =>
  `select k.constraint_schema, k.table_name, k.check_clause from information_schema.check_constraints k
where k.check_clause like 'json_valid(%' and ${inDatabases("k.constraint_schema", databases)}${
    tables === undefined ? "" : ` and k.table_name in (${tables.map(quoteLiteral).join(", ")})`
  }`;

/** Locks the table's definition for the rest of the read, and fails where it may not be read at all. */
export const touchTable = (stream: Pick<CatalogStream, "name" | "namespace">): string =>
  `select 1 from ${relationOf(stream)} limit 0`;
