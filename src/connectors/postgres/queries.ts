// The SQL this source asks, and how names and values are written into it. COPY takes no parameters, so literals are
// quoted here; nothing else may build SQL from names.
import type { CatalogStream } from "../../model/catalog.ts";

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text literal that means the same whatever `standard_conforming_strings` says. */
export function quoteLiteral(text: string): string {
  const quoted = `'${text.replaceAll("'", "''").replaceAll("\\", "\\\\")}'`;
  return text.includes("\\") ? ` E${quoted}` : quoted;
}

/**
 * The relation of a stream as it stands after `from`. A plain table is read with ONLY: children by inheritance are
 * streams of their own. A partitioned table is its partitions, so it is read without.
 */
export function relationOf(stream: CatalogStream): string {
  const name = `${quoteIdentifier(stream.namespace ?? "public")}.${quoteIdentifier(stream.name)}`;
  return stream.kind === "table" ? `only ${name}` : name;
}

/**
 * Settings under which every read runs, so that values look the same whatever the server's and the role's settings are. A
 * lock is waited for as long as the run's own limit says (the stall detector names who holds it).
 */
const settings: Readonly<Record<string, string>> = {
  timezone: "UTC",
  datestyle: "ISO, YMD",
  intervalstyle: "postgres",
  extra_float_digits: "3",
  bytea_output: "hex",
  xmlbinary: "base64",
  standard_conforming_strings: "on",
  statement_timeout: "0",
  lock_timeout: "0",
  idle_in_transaction_session_timeout: "0",
  idle_session_timeout: "0",
  transaction_timeout: "0",
  row_security: "on",
};

/**
 * Opens the transaction all reads of a run share. Settings are local to it (a pooler between may give the session to
 * others later), and only those that the server has are set.
 */
export const beginSnapshot = `begin transaction isolation level repeatable read read only;
${applySettings()}`;

/** Every read stands in a savepoint, so that a failed or stopped one leaves the transaction and its snapshot whole. */
export const beginRead = "savepoint revos_read";
export const endRead = "release savepoint revos_read";
export const undoRead = "rollback to savepoint revos_read";

export function importSnapshot(snapshot: string): string {
  return `begin transaction isolation level repeatable read read only;
set transaction snapshot ${quoteLiteral(snapshot)};
${applySettings()}`;
}

function applySettings(): string {
  const values = Object.entries(settings).map(
    ([name, value]) => `(${quoteLiteral(name)}, ${quoteLiteral(value)})`,
  );
  // A database without an encoding would refuse to send what is not UTF-8; it sends bytes as they are, and they are checked here.
  const encoding = `('client_encoding', case pg_catalog.current_setting('server_encoding') when 'SQL_ASCII' then 'SQL_ASCII' else 'UTF8' end)`;
  return `select count(pg_catalog.set_config(s.name, v.value, true))
from (values ${[...values, encoding].join(", ")}) as v(name, value) join pg_catalog.pg_settings s on pg_catalog.lower(s.name) = v.name`;
}

export const exportSnapshot = "select pg_catalog.pg_export_snapshot()";

/**
 * Since when a transaction may have been open that is not yet visible, asked before the snapshot is taken: the start of the
 * oldest, or now. Its rows carry that time at the earliest where they are stamped by now(). Once in UTC and once in the
 * database's own zone, in which columns without zone are usually written. `[utc, local, sessions that cannot be seen]`.
 */
export const openSince = `select pg_catalog.to_char(t.since at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'),
  pg_catalog.to_char(t.since at time zone pg_catalog.current_setting('TimeZone'), 'YYYY-MM-DD HH24:MI:SS.US'), t.hidden
from (
  select least(min(a.xact_start), (select min(p.prepared) from pg_catalog.pg_prepared_xacts p where p.database = pg_catalog.current_database()), pg_catalog.clock_timestamp()) as since,
    count(*) filter (where a.state is null) as hidden
  from pg_catalog.pg_stat_activity a
  where a.datname = pg_catalog.current_database() and a.pid <> pg_catalog.pg_backend_pid() and a.backend_type = 'client backend') t`;

/** Domains resolved and arrays told from the rest, for the types that are not built in: `[oid, base, baseModifier, element]`. */
export const typesByOid = `with recursive used(oid) as (
  select unnest($1::pg_catalog.oid[])
  union
  select r.oid from used u join pg_catalog.pg_type t on t.oid = u.oid
    cross join lateral (values (t.typbasetype), (t.typelem)) as r(oid)
  where r.oid <> 0)
select t.oid, t.typbasetype, t.typtypmod,
  case when t.typcategory = 'A' and t.typlen = -1 and t.typtype = 'b' then t.typelem else 0 end
from pg_catalog.pg_type t where t.oid in (select oid from used)`;

/** True when the relation's storage was replaced after this transaction's snapshot: it would look empty (truncate, rewriting alter). */
export const isRewritten = `select exists (
  select from pg_catalog.pg_class c
  where c.oid in (
    with recursive parts(oid) as (
      select $1::pg_catalog.regclass::pg_catalog.oid
      union all select i.inhrelid from parts p join pg_catalog.pg_inherits i on i.inhparent = p.oid
        join pg_catalog.pg_class k on k.oid = p.oid where k.relkind = 'p')
    select oid from parts)
  and c.relkind in ('r', 'm') and c.relfilenode <> 0
  and c.relfilenode is distinct from pg_catalog.pg_relation_filenode(c.oid))`;

const systemSchemas = "n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'";

/**
 * Streams: `[oid, schema, name, relkind, rows, bytes, mayRead, populated, mayUse, limited]`. Partitions belong to their parents; what other
 * sessions made for themselves is left out. $1: schemas or null; $2: part of a name or null.
 * $3, $4: schemas and names of the wanted ones, or null.
 */
export const streamsQuery = `select c.oid, n.nspname, c.relname, c.relkind, c.reltuples::pg_catalog.int8,
  c.relpages::pg_catalog.int8 * pg_catalog.current_setting('block_size')::pg_catalog.int8,
  pg_catalog.has_schema_privilege(n.oid, 'usage') and pg_catalog.has_table_privilege(c.oid, 'select'),
  c.relispopulated,
  pg_catalog.has_schema_privilege(n.oid, 'usage'),
  c.relrowsecurity and pg_catalog.row_security_active(c.oid)
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition and c.relpersistence <> 't' and ${systemSchemas}
  and ($1::pg_catalog.text[] is null or n.nspname = any($1))
  and ($2::pg_catalog.text is null or pg_catalog.strpos(pg_catalog.lower(n.nspname || '.' || c.relname), pg_catalog.lower($2)) > 0)
  and ($3::pg_catalog.text[] is null or exists (
    select from rows from (pg_catalog.unnest($3::pg_catalog.text[]), pg_catalog.unnest($4::pg_catalog.text[])) as w(space, name)
    where w.space = n.nspname and w.name = c.relname))`;

/** Names of the same relations, and nothing else about them: `[schema, name]`. $1: schemas or null. */
export const namesQuery = `select n.nspname, c.relname
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition and c.relpersistence <> 't' and ${systemSchemas}
  and ($1::pg_catalog.text[] is null or n.nspname = any($1))`;

/** Columns in table order: `[relation, name, type, modifier, notNull, generated, typeName, mayRead, number]`. */
export const columnsQuery = `select a.attrelid, a.attname, a.atttypid, a.atttypmod, a.attnotnull, a.attgenerated,
  pg_catalog.format_type(a.atttypid, a.atttypmod),
  case when pg_catalog.has_table_privilege(a.attrelid, 'select') then true
    else pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'select') end,
  a.attnum
from pg_catalog.pg_attribute a
where a.attrelid = any($1::pg_catalog.oid[]) and a.attnum > 0 and not a.attisdropped
order by a.attrelid, a.attnum`;

/**
 * Keys, the best first: the primary key, else the index that is the replica identity, else the smallest unique index
 * over NOT NULL columns; never partial, deferrable, invalid or over expressions. `[relation, columns...]`.
 */
export const keysQuery = `select distinct on (i.indrelid) i.indrelid, k.names
from pg_catalog.pg_index i cross join lateral (
  select pg_catalog.array_agg(a.attname::pg_catalog.text order by p.place) as names, pg_catalog.bool_and(a.attnotnull) as filled
  from pg_catalog.unnest(i.indkey::pg_catalog.int2[]) with ordinality as p(number, place)
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = p.number
  where p.place <= i.indnkeyatts) k
where i.indrelid = any($1::pg_catalog.oid[]) and i.indisunique and i.indisvalid and i.indimmediate
  and i.indpred is null and i.indexprs is null and k.filled
order by i.indrelid, i.indisprimary desc, i.indisreplident desc, i.indnkeyatts, i.indexrelid`;

/** Estimated rows and bytes of partitioned tables, from their leaves: `[root, rows, bytes]`. */
export const partitionsQuery = `select pg_catalog.pg_partition_root(c.oid)::pg_catalog.oid, sum(greatest(c.reltuples, 0))::pg_catalog.int8,
  (sum(c.relpages::pg_catalog.int8) * pg_catalog.current_setting('block_size')::pg_catalog.int8)::pg_catalog.int8
from pg_catalog.pg_class c where c.relispartition and c.relkind = 'r' group by 1`;
