// Putting a whole new table in an old one's place. By renaming where nothing but grants, comments and plain indexes hangs
// on the old table (they are put on the new one), else by emptying and filling the old one, which keeps everything that
// depends on it and needs no lock that readers would wait for. docs/decisions says why both.
import type { TableName } from "../../../connector/destination.ts";
import type { Log } from "../../../kernel/log.ts";
import { sqlState } from "../errors.ts";
import { quoteLiteral } from "../queries.ts";
import type { Session, Texts } from "../session.ts";
import { ident, qualified, workName } from "./names.ts";

const oidOf = (table: TableName): string =>
  `pg_catalog.to_regclass(${quoteLiteral(qualified(table))})`;

/**
 * What a rename would lose, as a word for the log; null when it loses nothing. Asked of the catalog: views and rules, foreign
 * keys and other constraints, triggers, policies, publications, statistics, sequences, defaults, functions, inheritance,
 * options, another owner, grants on columns or by others.
 */
export async function whyNotRename(session: Session, table: TableName): Promise<string | null> {
  const { rows } =
    await session.query(`with t as (select c.* from pg_catalog.pg_class c where c.oid = ${oidOf(table)})
    select case
      when t.relkind <> 'r' then 'partitions'
      when t.relowner <> (select oid from pg_catalog.pg_roles where rolname = current_user) then 'owner'
      when t.relrowsecurity or t.relreplident <> 'd' or t.reloptions is not null or t.reltablespace <> 0 or t.relpersistence <> 'p' then 'options'
      when exists (select from pg_catalog.pg_inherits i where i.inhrelid = t.oid or i.inhparent = t.oid) then 'inheritance'
      when exists (select from pg_catalog.pg_attribute a where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and (a.attacl is not null or a.attoptions is not null or a.atthasdef or a.attnotnull)) then 'columns'
      when exists (select from pg_catalog.aclexplode(t.relacl) x where x.grantor <> t.relowner) then 'grants'
      when exists (select from pg_catalog.pg_seclabel l where l.objoid = t.oid and l.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass) then 'labels'
      when exists (select from pg_catalog.pg_depend d where d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.refobjid = t.oid and d.deptype <> 'i'
        and not (d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objid in (select i.indexrelid from pg_catalog.pg_index i where i.indrelid = t.oid))) then 'dependents'
      when exists (select from pg_catalog.pg_depend d where d.refclassid = 'pg_catalog.pg_type'::pg_catalog.regclass and d.refobjid = t.reltype and d.deptype <> 'i') then 'dependents'
    end from t`);
  return rows[0]?.[0] ?? null;
}

/** Grants, comments and indexes of `old` onto `fresh`, whose rows are in already. Index names are given after the old table is gone. */
export async function inherit(
  session: Session,
  old: TableName,
  fresh: TableName,
  log: Log,
): Promise<readonly { readonly made: string; readonly name: string }[]> {
  await inheritGrants(session, old, fresh);
  await inheritComments(session, old, fresh);
  const { rows } = await session.query(
    `select c.relname, pg_catalog.pg_get_indexdef(i.indexrelid), n.nspname, t.relname
     from pg_catalog.pg_index i join pg_catalog.pg_class c on c.oid = i.indexrelid join pg_catalog.pg_class t on t.oid = i.indrelid
       join pg_catalog.pg_namespace n on n.oid = t.relnamespace
     where i.indrelid = ${oidOf(old)} and i.indisvalid order by c.relname`,
  );
  const made: { made: string; name: string }[] = [];
  for (const [name, definition] of rows) {
    const temporary = workName("new", `${old.schema}.${name ?? ""}`);
    // CREATE [UNIQUE] INDEX name ON [ONLY] schema.table USING ...
    const rest = / USING .*$/s.exec(definition ?? "")?.[0];
    if (rest === undefined || name === null || name === undefined) continue;
    const unique = /^CREATE UNIQUE /.test(definition ?? "") ? "unique " : "";
    await session.run("savepoint revos_index");
    try {
      await session.run(
        `create ${unique}index ${ident(temporary)} on ${qualified(fresh)}${afterTable(definition ?? "", rest)}`,
      );
      await session.run("release savepoint revos_index");
      made.push({ made: temporary, name });
    } catch (error) {
      // The new rows or columns do not fit it; a table without an index is better than none.
      await session.run("rollback to savepoint revos_index");
      log.warn("index not kept", {
        table: `${old.schema}.${old.table}`,
        sqlState: sqlState(error),
      });
    }
  }
  return made;
}

/** The part behind the table's name: the first ` USING ` that stands outside of quotes. */
function afterTable(definition: string, fallback: string): string {
  let quoted = false;
  for (let i = 0; i < definition.length; i++) {
    if (definition[i] === '"') quoted = !quoted;
    else if (!quoted && definition.startsWith(" USING ", i)) return definition.slice(i);
  }
  return fallback;
}

async function inheritGrants(session: Session, old: TableName, fresh: TableName): Promise<void> {
  const role = (of: string): string =>
    `case when ${of} = 0 then 'public' else pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(${of})) end`;
  const explode = (table: TableName, columns: string): string =>
    `select ${columns} from pg_catalog.pg_class c, pg_catalog.aclexplode(c.relacl) x where c.oid = ${oidOf(table)} and x.grantee <> c.relowner`;
  // Default privileges may have given the new table what the old one has not.
  const given = await session.query(`${explode(fresh, `distinct ${role("x.grantee")}`)}`);
  for (const [grantee] of given.rows)
    await session.run(`revoke all on ${qualified(fresh)} from ${grantee ?? ""}`);
  const wanted = await session.query(
    explode(old, `x.privilege_type, ${role("x.grantee")}, x.is_grantable`),
  );
  for (const [privilege, grantee, isGrantable] of wanted.rows)
    await session.run(
      `grant ${privilege ?? ""} on ${qualified(fresh)} to ${grantee ?? ""}${isGrantable === "t" ? " with grant option" : ""}`,
    );
}

async function inheritComments(session: Session, old: TableName, fresh: TableName): Promise<void> {
  const { rows }: { rows: readonly Texts[] } = await session.query(
    `select a.attname, pg_catalog.col_description(o.oid, a.attnum), pg_catalog.obj_description(o.oid, 'pg_class')
     from pg_catalog.pg_class o left join pg_catalog.pg_attribute a on a.attrelid = o.oid and a.attnum > 0 and not a.attisdropped
       and exists (select from pg_catalog.pg_attribute f where f.attrelid = ${oidOf(fresh)} and f.attname = a.attname and not f.attisdropped)
     where o.oid = ${oidOf(old)}`,
  );
  const whole = rows[0]?.[2];
  if (whole) await session.run(`comment on table ${qualified(fresh)} is ${quoteLiteral(whole)}`);
  for (const [column, comment] of rows)
    if (column && comment)
      await session.run(
        `comment on column ${qualified(fresh)}.${ident(column)} is ${quoteLiteral(comment)}`,
      );
}

const lockTries = 3;

/** Takes the lock that a drop needs, in short waits; false when readers hold the table longer than that. */
export async function lockForSwap(session: Session, table: TableName): Promise<boolean> {
  for (let attempt = 0; attempt < lockTries; attempt++) {
    await session.run("savepoint revos_lock");
    try {
      await session.run(`lock table ${qualified(table)} in access exclusive mode`);
      await session.run("release savepoint revos_lock");
      return true;
    } catch (error) {
      await session.run("rollback to savepoint revos_lock");
      if (sqlState(error) !== "55P03") throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
  return false;
}
