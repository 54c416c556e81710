// Big tables in chunks: ranges of heap pages, which the server reads without looking at the rest (from version 14 on),
// leaf by leaf where a table is partitioned. Each can be read by itself, and later it can be proven that nothing in it
// changed: a row version never changes in place, so what counts is which versions a range shows, and since when.
import type { Chunk, ChunkList } from "../../connector/source.ts";
import { RevosError } from "../../kernel/error.ts";
import type { CatalogStream } from "../../model/catalog.ts";
import { quoteIdentifier, relationOf } from "./queries.ts";
import { streamLabel } from "./look.ts";
import type { Session, Texts } from "./session.ts";

/** Ranges of row ids are read without a scan of the whole table since this version. */
const firstVersion = 140_000;

/** A chunk as its id tells it. Without `from` the relation is read as a whole and nothing can be proven later. */
type Range = {
  readonly oid: string;
  /** Storage of the relation: another one after `truncate`, `vacuum full` and the like. */
  readonly filenode: string;
  readonly from: number | null;
  /** First page that is not in the chunk; null: to the end. */
  readonly to: number | null;
  /** The leaf of a partitioned table, where the stream's own relation is not meant. */
  readonly leaf: readonly [string, string] | null;
};

const toId = (range: Range): string =>
  JSON.stringify([range.oid, range.filenode, range.from, range.to, range.leaf]);

function fromId(id: string): Range {
  const [oid, filenode, from, to, leaf] = JSON.parse(id) as [
    string,
    string,
    number | null,
    number | null,
    [string, string] | null,
  ];
  return { oid, filenode, from, to, leaf };
}

/** `[oid, schema, name, kind, filenode, heapBytes, tableBytes, method, mayRead]` of the relation, or of its leaves. */
const partsQuery = `select c.oid, n.nspname, c.relname, c.relkind, coalesce(pg_catalog.pg_relation_filenode(c.oid), 0),
  case when c.relkind = 'f' then 0 else pg_catalog.pg_relation_size(c.oid) end,
  case when c.relkind = 'f' then 0 else pg_catalog.pg_table_size(c.oid) end, coalesce(a.amname, ''),
  pg_catalog.has_schema_privilege(n.oid, 'usage') and pg_catalog.has_table_privilege(c.oid, 'select')
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  left join pg_catalog.pg_am a on a.oid = c.relam
where c.oid = $1::pg_catalog.regclass and c.relkind in ('r', 'm')
  or c.oid in (select t.relid from pg_catalog.pg_partition_tree($1::pg_catalog.regclass) t where t.isleaf and t.level > 0)
order by n.nspname, c.relname`;

/** `[version, blockSize, isLimited, moment]`: a policy that limits the rows of a parent does not hold for its leaves. */
const factsQuery = `select pg_catalog.current_setting('server_version_num'), pg_catalog.current_setting('block_size'),
  c.relrowsecurity and pg_catalog.row_security_active(c.oid), c.relkind
from pg_catalog.pg_class c where c.oid = $1::pg_catalog.regclass`;

const nameOf = (stream: CatalogStream): string =>
  `${quoteIdentifier(stream.namespace ?? "public")}.${quoteIdentifier(stream.name)}`;

/** The moment as text: the database, and what its snapshot sees. */
const momentQuery = `select d.oid || ' ' || pg_catalog.pg_current_snapshot() from pg_catalog.pg_database d where d.datname = pg_catalog.current_database()`;

/** Null: the stream is read in one piece. */
export async function listChunks(
  session: Session,
  stream: CatalogStream,
  chunkBytes: number,
): Promise<ChunkList | null> {
  const name = nameOf(stream);
  const [facts] = (await session.query(factsQuery, [name])).rows;
  const [version, blockSize, isLimited, kind] = facts ?? [];
  if (Number(version) < firstVersion) return null;
  if (kind === "p" && isLimited === "t") return null;
  const parts = (await session.query(partsQuery, [name])).rows;
  if (parts.length === 0 || parts.some((part) => part[8] !== "t")) return null;
  const chunks = parts.flatMap((part) =>
    chunksOf(part, kind === "p", Number(blockSize), chunkBytes),
  );
  if (chunks.length < 2) return null;
  const [moment] = (await session.query(momentQuery)).rows;
  return { moment: moment?.[0] ?? "", chunks };
}

function chunksOf(part: Texts, isLeaf: boolean, blockSize: number, chunkBytes: number): Chunk[] {
  const [oid, schema, name, , filenode, heap, table, method] = part.map((text) => text ?? "");
  const range = {
    oid: oid ?? "",
    filenode: filenode ?? "",
    leaf: isLeaf ? ([schema ?? "", name ?? ""] as const) : null,
  };
  const bytes = Number(table);
  const pages = Math.ceil(Number(heap) / blockSize);
  if (method !== "heap" || pages === 0)
    return [{ id: toId({ ...range, from: null, to: null }), bytes }];
  const count = Math.max(1, Math.min(pages, Math.round(bytes / chunkBytes)));
  const step = Math.ceil(pages / count);
  return Array.from({ length: Math.ceil(pages / step) }, (_, i) => {
    const from = i * step;
    const isLast = from + step >= pages;
    // The last one is open at its end: the table may have grown between the snapshot and the question for its size.
    return {
      id: toId({ ...range, from, to: isLast ? null : from + step }),
      bytes: Math.round((bytes / pages) * (Math.min(pages, from + step) - from)),
    };
  });
}

/** The relation to read for a chunk, and the condition on it. Throws `source.schema_changed` when it is not there any more. */
export async function chunkSource(
  session: Session,
  stream: CatalogStream,
  id: string,
): Promise<{ readonly relation: string; readonly condition: string | null }> {
  const range = fromId(id);
  if (!(await isThere(session, stream, range)))
    throw new RevosError(
      "source.schema_changed",
      `A part of ${streamLabel(stream)} was replaced while the stream was being read.`,
      { advice: "Sync again: it is read from what stands there now." },
    );
  return { relation: relationFor(stream, range), condition: pagesCondition(range) };
}

const relationFor = (stream: CatalogStream, { leaf }: Range): string =>
  leaf === null ? relationOf(stream) : leaf.map(quoteIdentifier).join(".");

function pagesCondition({ from, to }: Range): string | null {
  if (from === null) return null;
  const low = `ctid >= '(${from},0)'::pg_catalog.tid`;
  return to === null ? low : `${low} and ctid < '(${to},0)'::pg_catalog.tid`;
}

async function isThere(session: Session, stream: CatalogStream, range: Range): Promise<boolean> {
  const name = range.leaf === null ? nameOf(stream) : range.leaf.map(quoteIdentifier).join(".");
  const found = await session.query(
    "select c.oid, coalesce(pg_catalog.pg_relation_filenode(c.oid), 0) from pg_catalog.pg_class c where c.oid = pg_catalog.to_regclass($1)",
    [name],
  );
  const [oid, filenode] = found.rows[0] ?? [];
  return oid === range.oid && filenode === range.filenode;
}

/**
 * The chunks in which every row version that is visible now was visible at `moment` already, and none is missing. Nothing
 * is proven for a view, under a row policy, or when the snapshot is of another database.
 */
export async function unchangedChunks(
  session: Session,
  stream: CatalogStream,
  moment: string,
  chunks: readonly { readonly id: string; readonly rows: number }[],
): Promise<string[]> {
  const [database, then] = moment.split(" ");
  const [facts] = (await session.query(factsQuery, [nameOf(stream)])).rows;
  const [current] = (await session.query(momentQuery)).rows;
  const [databaseNow, now] = (current?.[0] ?? "").split(" ");
  if (!then || !now || database !== databaseNow || facts?.[2] === "t") return [];
  const proven: string[] = [];
  for (const { id, rows } of chunks) {
    const range = fromId(id);
    const condition = pagesCondition(range);
    if (condition === null || !(await isThere(session, stream, range))) continue;
    const counted = await session.query(
      `select count(*), count(*) filter (where ${isYounger(then, now)}) from ${relationFor(stream, range)} where ${condition}`,
    );
    const [visible, younger] = counted.rows[0] ?? [];
    if (Number(visible) === rows && younger === "0") proven.push(id);
  }
  return proven;
}

/**
 * A condition: the row's version may not have been visible to the snapshot `then`. What the snapshot lists as open is not
 * looked at: it names neither the subtransactions of what is open (savepoints write under numbers of their own) nor, on a
 * standby, anything. So a version counts as younger from the oldest transaction on that was open.
 */
export const isYounger = (then: string, now: string): string =>
  `${fullXmin(BigInt(now.split(":")[1] ?? "0"))} >= ${BigInt(then.split(":")[0] ?? "0")}`;

/**
 * `xmin` has 32 bits of a transaction number of 64: it is the latest such number before `next`. For rows older than 4
 * billion transactions that is too late a guess, by which their chunk only counts as changed.
 */
function fullXmin(next: bigint): string {
  const epoch = (next >> 32n) << 32n;
  const low = "xmin::pg_catalog.text::pg_catalog.int8";
  return `case when ${low} + ${epoch} < ${next} then ${low} + ${epoch} else greatest(${low} + ${epoch - (1n << 32n)}, 0) end`;
}
