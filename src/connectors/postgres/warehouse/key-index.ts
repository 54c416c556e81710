// Indexes that small loads need. The index on the key of a table that is merged into: without it, every small load would look at the whole table. It is made
// when there is no other, never unique (NULL parts are equal here, doubles are the engine's concern), and given up where a
// key is longer than an index can hold. A big table that is appended to has a block range index on its cursor: a few pages
// that tell where the newest rows are, with which staged ones are compared.
import type { TableName } from "../../../connector/destination.ts";
import type { Log } from "../../../kernel/log.ts";
import { quoteName } from "../../../connector/workbench.ts";
import { sqlState } from "../errors.ts";
import { quoteLiteral } from "../queries.ts";
import type { Session } from "../session.ts";
import { ident, qualified } from "./names.ts";
import { benchName, type Bench, type Column } from "./bench-table.ts";
import type { Staged } from "../../../connector/destination.ts";

/** A third of a page is the limit of a B-tree entry; compression is not counted on. */
const longestKey = 2000;

export async function ensureKeyIndex(
  {
    session,
    bench,
    staged,
    log,
  }: {
    readonly session: Session;
    readonly bench: Bench;
    readonly staged: Staged;
    readonly log: Log;
  },
  keys: readonly Column[],
  target: TableName,
): Promise<void> {
  if (keys.length === 0 || keys.some(({ duck }) => /^JSON|\[\]$/i.test(duck))) return;
  const { rows } = await session.query(
    `select c.relname, i.indisunique from pg_catalog.pg_index i join pg_catalog.pg_class c on c.oid = i.indexrelid
     where i.indrelid = pg_catalog.to_regclass(${quoteLiteral(qualified(target))}) and i.indpred is null and i.indnkeyatts >= $1
       and (select pg_catalog.array_agg(a.attname::pg_catalog.text order by a.attname::pg_catalog.text collate "C") from pg_catalog.unnest(i.indkey) with ordinality as k(n, o) join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.n where k.o <= $1) = $2::pg_catalog.text[]`,
    [
      keys.length,
      keys.map(({ name }) => ident(name).slice(1, -1).replaceAll('""', '"')).sort(byBytes),
    ],
  );
  const texts = keys.filter(({ duck }) => /^(VARCHAR|BLOB)$/i.test(duck));
  if (texts.length > 0) {
    const size = texts
      .map(
        ({ name, duck }) =>
          `coalesce(${/^BLOB$/i.test(duck) ? "octet_length" : "strlen"}(${quoteName(name)}), 0)`,
      )
      .join(" + ");
    const [longest] = await bench.workbench.all(
      `select coalesce(max(${size}), 0) as n from ${benchName(staged.table)}`,
    );
    if (Number(longest?.n) > longestKey) {
      for (const [name, isUnique] of rows)
        if (isUnique !== "t" && name)
          await session.run(`drop index ${qualified({ schema: target.schema, table: name })}`);
      return;
    }
  }
  if (rows.length > 0) return;
  await session.run("savepoint revos_index");
  try {
    await session.run(
      `create index on ${qualified(target)} (${keys.map(({ name }) => ident(name)).join(", ")})`,
    );
    await session.run("release savepoint revos_index");
  } catch (error) {
    await session.run("rollback to savepoint revos_index");
    log.debug("no index on the key", { table: qualified(target), sqlState: sqlState(error) });
  }
}

const bigBytes = 32 * 1024 * 1024;
/** Types with an order of Postgres's that is the engine's; texts by their bytes. */
const ordered =
  /^(BIGINT|INTEGER|SMALLINT|HUGEINT|DECIMAL.*|FLOAT|DOUBLE|DATE|TIMESTAMP.*|VARCHAR)$/i;

export async function ensureCursorIndex(
  { session, log }: { readonly session: Session; readonly log: Log },
  cursor: Column | null,
  target: TableName,
): Promise<void> {
  if (cursor === null || !ordered.test(cursor.duck)) return;
  const { rows } = await session.query(
    `select exists (select from pg_catalog.pg_index i join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
       where i.indrelid = c.oid and i.indpred is null and a.attname = $1)
     from pg_catalog.pg_class c where c.oid = pg_catalog.to_regclass($2) and c.relkind in ('r', 'm') and pg_catalog.pg_relation_size(c.oid) >= ${bigBytes}`,
    [ident(cursor.name).slice(1, -1).replaceAll('""', '"'), qualified(target)],
  );
  if (rows[0]?.[0] !== "f") return;
  const order = /^VARCHAR$/i.test(cursor.duck) ? ' collate "C"' : "";
  await session.run("savepoint revos_index");
  try {
    await session.run(
      `create index on ${qualified(target)} using brin (${ident(cursor.name)}${order}) with (autosummarize = on)`,
    );
    await session.run("release savepoint revos_index");
  } catch (error) {
    await session.run("rollback to savepoint revos_index");
    log.debug("no index on the cursor", { table: qualified(target), sqlState: sqlState(error) });
  }
}

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
