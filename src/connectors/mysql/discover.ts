// Discovery from information_schema in four questions whatever the number of tables. It needs no right beyond those on the
// tables themselves: what the user may not read is listed with that note and offers no sync mode.
import type { DiscoverOptions, StreamName } from "../../connector/source.ts";
import type { Catalog, CatalogColumn, CatalogStream } from "../../model/catalog.ts";
import { syncModes } from "../../model/sync-mode.ts";
import { columnTypes, type FoundColumn } from "./column-types.ts";
import { keysQuery, namesQuery, streamsQuery, type Looked } from "./queries.ts";
import type { Session, Texts } from "./session.ts";
import { isOrdered, toCanonical } from "./types.ts";

/** More names than this are not asked for by name: the question would be longer than the answer. */
const maxNames = 500;

/** What a config and the options of a discovery look at. */
export function lookedAt(
  databases: readonly string[] | null,
  { search, streams }: DiscoverOptions = {},
): Looked {
  const wanted = streams?.filter(
    ({ namespace }) => databases === null || databases.includes(namespace ?? ""),
  );
  if (!wanted || wanted.length === 0 || wanted.length > maxNames) return { databases, search };
  return {
    databases: [...new Set(wanted.map(({ namespace }) => namespace ?? ""))],
    tables: [...new Set(wanted.map(({ name }) => name))],
    search,
  };
}

/** The names of all streams. */
export async function streamNames(session: Session, looked: Looked): Promise<StreamName[]> {
  const names = (await session.query(namesQuery(looked))).map(([namespace, name]) => ({
    namespace: namespace ?? "",
    name: name ?? "",
  }));
  return names
    .filter(({ namespace }) => looked.databases === null || looked.databases.includes(namespace))
    .sort((a, b) => compare(a.namespace, b.namespace) || compare(a.name, b.name));
}

/** Engines whose rows a snapshot covers. */
export const withSnapshot = new Set(["innodb", "rocksdb", "tokudb", "ndbcluster", "ndb"]);

export async function discoverStreams(session: Session, looked: Looked): Promise<Catalog> {
  const found = (await session.query(streamsQuery(looked))).filter(
    ([database]) => looked.databases === null || looked.databases.includes(database ?? ""),
  );
  const columns = await columnTypes(session, looked);
  const keys = await keysByTable(session, looked);
  const streams = found.map((row) => {
    const [database, name] = [row[0] ?? "", row[1] ?? ""];
    return toStream(
      row,
      columns.get(database)?.get(name) ?? [],
      keys.get(JSON.stringify([database, name])) ?? [],
    );
  });
  streams.sort((a, b) => compare(a.namespace ?? "", b.namespace ?? "") || compare(a.name, b.name));
  return { streams };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The best key of each table: the primary key, else the unique index of the fewest columns that are all NOT NULL and whole. */
async function keysByTable(session: Session, looked: Looked): Promise<Map<string, string[]>> {
  const indexes = new Map<string, Map<string, { columns: string[]; isKey: boolean }>>();
  for (const [database, table, index, column, prefix, nullable] of await session.query(
    keysQuery(looked),
  )) {
    const place = JSON.stringify([database, table]);
    const ofTable = indexes.get(place) ?? new Map<string, { columns: string[]; isKey: boolean }>();
    indexes.set(place, ofTable);
    const found = ofTable.get(index ?? "") ?? { columns: [], isKey: true };
    ofTable.set(index ?? "", found);
    found.columns.push(column ?? "");
    // A part of an expression has no column name; a prefix does not tell all values apart.
    if (column === null || prefix !== null || nullable === "YES") found.isKey = false;
  }
  const keys = new Map<string, string[]>();
  for (const [place, ofTable] of indexes) {
    const whole = [...ofTable].filter(([, { isKey }]) => isKey);
    const primary = whole.find(([name]) => name === "PRIMARY");
    const smallest = whole.sort(([, a], [, b]) => a.columns.length - b.columns.length)[0];
    const best = primary ?? smallest;
    if (best) keys.set(place, best[1].columns);
  }
  return keys;
}

function toStream(
  row: Texts,
  all: readonly FoundColumn[],
  keyColumns: readonly string[],
): CatalogStream {
  const [namespace, name, tableType, engine, rowsText, bytesText, options, comment] = row;
  const isView = tableType === "VIEW";
  const readable = all.filter((column) => column.mayRead);
  const columns = (readable.length > 0 ? readable : all).map(toCatalogColumn);
  const names = new Set(columns.map((column) => column.name));
  const hasKey = keyColumns.length > 0 && keyColumns.every((column) => names.has(column));
  const notes: string[] = [];
  let partial: string | null = null;
  let isReadable = true;
  if (isView && (all.length === 0 || /references invalid/i.test(comment ?? ""))) {
    isReadable = false;
    notes.push("It is a view of what does not exist, or its definer may not read it.");
  } else if (all.length === 0) {
    isReadable = false;
    notes.push("This user may not see its columns: grant select.");
  } else if (readable.length === 0) {
    isReadable = false;
    notes.push("This user may not read it: grant select.");
  } else if (readable.length < all.length)
    partial = `This user may read ${readable.length} of its ${all.length} columns.`;
  if (partial !== null) notes.push(partial);
  if (!isView && engine !== null && !withSnapshot.has((engine ?? "").toLowerCase()))
    notes.push(
      `Its engine ${engine ?? ""} has no snapshots: rows that are written while a run reads may be seen or not.`,
    );
  const isPartitioned = /\bpartitioned\b/i.test(options ?? "");
  const estimatedRows = rowsText === null ? null : Number(rowsText);
  const estimatedBytes = bytesText === null ? null : Number(bytesText);
  return {
    name: name ?? "",
    namespace: namespace ?? "",
    kind: isView ? "view" : isPartitioned ? "partitioned_table" : "table",
    columns,
    syncModes: isReadable ? syncModes : [],
    defaultCursorField: [],
    sourceDefinedCursorField: false,
    sourceDefinedPrimaryKey: hasKey ? keyColumns.map((column) => [column]) : [],
    ...(!isView && estimatedRows !== null ? { estimatedRows } : {}),
    ...(!isView && estimatedBytes !== null && estimatedBytes > 0 ? { estimatedBytes } : {}),
    ...(notes.length > 0 ? { notes } : {}),
    ...(partial === null ? {} : { partial }),
  };
}

const toCatalogColumn = (column: FoundColumn): CatalogColumn => ({
  name: column.name,
  type: toCanonical(column.type),
  sourceType: column.type.isJson ? "json" : column.type.columnType,
  nullable: column.isNullable,
  ...(column.isGenerated ? { generated: true } : {}),
  ...(isOrdered(column.type) ? {} : { unordered: true }),
});
