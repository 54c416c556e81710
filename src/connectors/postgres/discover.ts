// Discovery from pg_catalog in four questions whatever the number of tables (20,000 tables take seconds). It needs no right
// beyond connecting; what the role may not read is listed with that note and offers no sync mode.
import type { Catalog, CatalogColumn, CatalogStream } from "../../model/catalog.ts";
import { syncModes } from "../../model/sync-mode.ts";
import type { DiscoverOptions, StreamName } from "../../connector/source.ts";
import { columnsQuery, keysQuery, namesQuery, partitionsQuery, streamsQuery } from "./queries.ts";
import type { Session, Texts } from "./session.ts";
import { resolveTypes } from "./type-lookup.ts";
import { isOrdered, toCanonical } from "./types.ts";

const kinds: Readonly<Record<string, CatalogStream["kind"]>> = {
  r: "table",
  p: "partitioned_table",
  v: "view",
  m: "materialized_view",
  f: "table",
};

/** Relations asked for at once: bounds the size of an answer. */
const pageSize = 5000;

type Found = { readonly oid: string; readonly row: Texts };

/** The names alone: one question, whatever the number of columns. */
export async function listStreams(
  session: Session,
  schemas: readonly string[] | undefined,
): Promise<StreamName[]> {
  const { rows } = await session.query(namesQuery, [schemas ?? null]);
  return rows.map(([namespace, name]) => ({ namespace: namespace ?? "", name: name ?? "" }));
}

export async function discoverStreams(
  session: Session,
  schemas: readonly string[] | undefined,
  { search, streams: wanted }: DiscoverOptions = {},
): Promise<Catalog> {
  const answer = await session.query(streamsQuery, [
    schemas ?? null,
    search ?? null,
    wanted?.map((stream) => stream.namespace ?? "") ?? null,
    wanted?.map((stream) => stream.name) ?? null,
  ]);
  const found = answer.rows.map((row): Found => ({ oid: row[0] ?? "", row }));
  const sizes = found.some(({ row }) => row[3] === "p")
    ? await partitionSizes(session)
    : new Map<string, Texts>();
  const streams: CatalogStream[] = [];
  for (let from = 0; from < found.length; from += pageSize) {
    const page = found.slice(from, from + pageSize);
    const oids = page.map(({ oid }) => oid);
    const columns = await columnsOf(session, oids);
    const keys = new Map(
      (await session.query(keysQuery, [oids])).rows.map((row) => [row[0] ?? "", row[1] ?? ""]),
    );
    for (const relation of page)
      streams.push(
        toStream(relation, columns.get(relation.oid) ?? [], keys.get(relation.oid), sizes),
      );
  }
  streams.sort((a, b) => compare(a.namespace ?? "", b.namespace ?? "") || compare(a.name, b.name));
  return { streams };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

async function partitionSizes(session: Session): Promise<Map<string, Texts>> {
  return new Map((await session.query(partitionsQuery)).rows.map((row) => [row[0] ?? "", row]));
}

type FoundColumn = { readonly column: CatalogColumn; readonly mayRead: boolean };

async function columnsOf(
  session: Session,
  oids: readonly string[],
): Promise<Map<string, FoundColumn[]>> {
  const { rows } = await session.query(columnsQuery, [oids]);
  const types = await resolveTypes(
    session,
    rows.map((row) => ({ typeId: Number(row[2]), typeModifier: Number(row[3]) })),
  );
  const columns = new Map<string, FoundColumn[]>();
  rows.forEach((row, i) => {
    const type = types[i];
    if (!type) return;
    const column: CatalogColumn = {
      name: row[1] ?? "",
      type: toCanonical(type),
      sourceType: row[6] ?? "",
      nullable: row[4] !== "t",
      ...(row[5] ? { generated: true } : {}),
      ...(isOrdered(type, row[6] ?? "") ? {} : { unordered: true }),
      // A rename keeps the column's number; a table that is made anew has other ones.
      mark: `${row[0]}.${row[8]}`,
    };
    const list = columns.get(row[0] ?? "") ?? [];
    list.push({ column, mayRead: row[7] === "t" });
    columns.set(row[0] ?? "", list);
  });
  return columns;
}

function toStream(
  { oid, row }: Found,
  all: readonly FoundColumn[],
  key: string | undefined,
  sizes: ReadonlyMap<string, Texts>,
): CatalogStream {
  const [
    ,
    namespace,
    name,
    relkind,
    rowsText,
    bytesText,
    mayReadAll,
    populated,
    mayUse,
    isLimited,
  ] = row;
  const readable = mayUse === "t" ? all.filter((column) => column.mayRead) : [];
  const columns = (readable.length > 0 ? readable : all).map(({ column }) => column);
  const names = new Set(columns.map((column) => column.name));
  const keyColumns = key === undefined ? [] : parseNames(key);
  const hasKey = keyColumns.length > 0 && keyColumns.every((column) => names.has(column));
  const notes: string[] = [];
  const partial: string[] = [];
  let isReadable = true;
  if (all.length === 0) {
    isReadable = false;
    notes.push("It has no columns.");
  } else if (readable.length === 0) {
    isReadable = false;
    notes.push(
      mayUse === "t"
        ? "This role may not read it: grant select."
        : "This role may not use its schema: grant usage on the schema and select on the table.",
    );
  } else if (mayReadAll !== "t" && readable.length < all.length) {
    partial.push(`This role may read ${readable.length} of its ${all.length} columns.`);
  }
  if (relkind === "m" && populated !== "t") {
    isReadable = false;
    notes.push("It was never filled: refresh materialized view.");
  }
  if (isLimited === "t")
    partial.push(
      "Row-level security decides which of its rows this role sees; only those are read.",
    );
  if (relkind === "f") notes.push("It is a foreign table: its rows come from another server.");
  if (relkind === "p" && !hasKey)
    notes.push("It has no key of its own; keys of single partitions do not hold across them.");
  const size = sizes.get(oid);
  const estimatedRows = relkind === "p" && size ? Number(size[1]) : Number(rowsText);
  const estimatedBytes = relkind === "p" && size ? Number(size[2]) : Number(bytesText);
  return {
    name: name ?? "",
    namespace: namespace ?? "",
    kind: kinds[relkind ?? ""] ?? "table",
    columns,
    syncModes: isReadable ? syncModes : [],
    defaultCursorField: [],
    sourceDefinedCursorField: false,
    sourceDefinedPrimaryKey: hasKey ? keyColumns.map((column) => [column]) : [],
    ...(relkind !== "v" && relkind !== "f" && estimatedRows >= 0 ? { estimatedRows } : {}),
    ...(relkind !== "v" && relkind !== "f" && estimatedBytes > 0 ? { estimatedBytes } : {}),
    ...(notes.length + partial.length > 0 ? { notes: [...partial, ...notes] } : {}),
    ...(partial.length > 0 && isReadable ? { partial: partial.join(" ") } : {}),
  };
}

/** The names in the text of a `text[]`. */
export function parseNames(text: string): string[] {
  const names: string[] = [];
  for (const match of text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^",]+)/g)) {
    names.push(match[1] === undefined ? (match[2] ?? "") : match[1].replace(/\\(.)/g, "$1"));
  }
  return names;
}
