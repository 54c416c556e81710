// Which rows at the low end of a cursor read were read before. A row version never changes in place, so a version that an
// earlier snapshot showed needs no second read, however many share the last value; only what came since does.
import { positionText } from "../../connector/position.ts";
import type { ReadRequest } from "../../connector/source.ts";
import type { CatalogStream } from "../../model/catalog.ts";
import { isYounger } from "./chunks.ts";
import { beyondCondition, cursorCondition } from "./cursor.ts";
import { quoteIdentifier, relationOf } from "./queries.ts";
import type { Session } from "./session.ts";
import type { PostgresType } from "./types.ts";

/** `pg_current_snapshot` came with it. */
const firstVersion = 130_000;
/** Whose texts are equal wherever the loaded values are: numbers with zeros at the end, char(n) and the like are not. */
const exactTypes: ReadonlySet<number> = new Set([
  16, 17, 20, 21, 23, 25, 1043, 1082, 1114, 1184, 2950,
]);
/** More would only make longer texts to hash. */
const mostAlike = 16;

/**
 * `[storage, server, snapshot]`. Transaction numbers say nothing about another server, or about one that was set back to an
 * earlier state: its start and the start of its statistics (which begin anew after a crash) are part of the moment. So is the
 * storage: a table that takes another's name, or a partition that is attached, brings old versions that nobody read.
 */
const momentQuery = `with parts as (
  select c.oid, coalesce(pg_catalog.pg_relation_filenode(c.oid), 0) as file, a.amname
  from pg_catalog.pg_class c left join pg_catalog.pg_am a on a.oid = c.relam
  where c.oid = $1::pg_catalog.regclass and c.relkind in ('r', 'm')
    or c.oid in (select t.relid from pg_catalog.pg_partition_tree($1::pg_catalog.regclass) t where t.isleaf and t.level > 0))
select (select case when pg_catalog.bool_and(coalesce(p.amname = 'heap', false)) then pg_catalog.md5(pg_catalog.string_agg(p.oid || '.' || p.file, ',' order by p.oid)) end from parts p),
  d.oid || '.' || extract(epoch from pg_catalog.pg_postmaster_start_time()) || '.' || coalesce(extract(epoch from (select b.stats_reset from pg_catalog.pg_stat_bgwriter b)), 0),
  pg_catalog.pg_current_snapshot()
from pg_catalog.pg_class c join pg_catalog.pg_database d on d.datname = pg_catalog.current_database()
where c.oid = $1::pg_catalog.regclass and c.relkind in ('r', 'm', 'p')
  and not (c.relrowsecurity and pg_catalog.row_security_active(c.oid))`;

/** Null for what has no row versions of its own (views), may show other rows tomorrow (policies), or cannot say. */
export async function momentOf(session: Session, stream: CatalogStream): Promise<string | null> {
  const version = await session.query("select pg_catalog.current_setting('server_version_num')");
  if (Number(version.rows[0]?.[0]) < firstVersion) return null;
  const name = `${quoteIdentifier(stream.namespace ?? "public")}.${quoteIdentifier(stream.name)}`;
  const [found] = (await session.query(momentQuery, [name])).rows;
  const [storage, server, snapshot] = found ?? [];
  return storage && server && snapshot ? [storage, server, snapshot].join(" ") : null;
}

/** The conditions of a cursor read without the rows that were read before; null where nothing can be told. */
export async function unseenConditions(
  session: Session,
  { stream, where, chunk, cursor }: ReadRequest,
  types: ReadonlyMap<string, PostgresType>,
): Promise<string[] | null> {
  if (!cursor?.seen || cursor.from === null || where !== null || chunk !== undefined) return null;
  const { seen } = cursor;
  const name = cursor.field[0] ?? "";
  const type = types.get(name);
  if (!type) return null;
  const column = quoteIdentifier(name);
  const beyond = beyondCondition(type, column, positionText(seen.to));
  const moment = await momentOf(session, stream);
  if (beyond === null || moment === null) return null;
  const younger = youngerThan(seen.moment, moment);
  if (younger === null) return null;
  const low = cursorCondition(type, column, positionText(cursor.from), cursor.lookbackMs);
  const relation = relationOf(stream);
  const range = `(${low} or ${column} is null)`;
  const lowEnd = `(${low} and not (${beyond}) or ${column} is null)`;
  const found = await session.query(
    `select exists (select from ${relation} where ${lowEnd} and ${younger})`,
  );
  if (found.rows[0]?.[0] !== "t") return [beyond];
  const alike = seen.alike.filter((each) => exactTypes.has(exactOid(types.get(each))));
  const some =
    alike.length === 0
      ? "true"
      : `${digest(alike)} in (select ${digest(alike)} from ${relation} where ${range} and ${younger})`;
  return [range, `(${beyond} or ${younger} or ${some})`];
}

const exactOid = (type: PostgresType | undefined): number =>
  type === undefined || type.element ? 0 : type.oid;

const digest = (columns: readonly string[]): string =>
  `pg_catalog.hashtextextended(row(${columns.slice(0, mostAlike).map(quoteIdentifier).join(", ")})::pg_catalog.text, 0)`;

/** Null when the two moments are not of one server and one storage, or time ran backwards between them. */
function youngerThan(then: string, now: string): string | null {
  const [storage, server, snapshot = ""] = then.split(" ");
  const [storageNow, serverNow, snapshotNow = ""] = now.split(" ");
  if (storage !== storageNow || server !== serverNow) return null;
  if (!/^\d+:\d+:[\d,]*$/.test(snapshot)) return null;
  const next = (text: string): bigint => BigInt(text.split(":")[1] ?? "0");
  return next(snapshotNow) < next(snapshot) ? null : `(${isYounger(snapshot, snapshotNow)})`;
}
