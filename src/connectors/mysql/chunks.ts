// Big tables in chunks: ranges of the primary key's first column, which InnoDB keeps its rows in the order of. Ends are values
// that stand in the table, found by walks down the index; how many rows lie between two the server estimates the same way.
// Row versions cannot be told apart here: that nothing changed is proven by the time of the last write to the table.
import type { Chunk, ChunkList } from "../../connector/source.ts";
import { must } from "../../kernel/assert.ts";
import type { CatalogStream } from "../../model/catalog.ts";
import { nativeCondition } from "./cursor.ts";
import { withSnapshot } from "./discover.ts";
import { classify } from "./errors.ts";
import { describeColumns } from "./look.ts";
import { middleOf } from "./middle.ts";
import {
  quoteIdentifier,
  relationOf,
  tableFactsQuery,
  tableIdsQuery,
  tableTimesQuery,
} from "./queries.ts";
import type { Session } from "./session.ts";
import type { Moment } from "./snapshot.ts";
import { canonicalSql } from "./text-sql.ts";
import type { MysqlType } from "./types.ts";

/** Halving stops here, so that one far-off value among many near ones does not cost thousands of questions. */
const deepest = 70;
/** A write is listed with whole seconds; one in the seconds around the snapshot may be on either side of it. */
const doubtMs = 2000;

/** `[from, to)` of a column; null: no bound. */
type Range = { readonly column: string; readonly from: string | null; readonly to: string | null };

const toId = ({ column, from, to }: Range): string => JSON.stringify([column, from, to]);
function fromId(id: string): Range {
  const [column, from, to] = JSON.parse(id) as [string, string | null, string | null];
  return { column, from, to };
}

type Index = {
  readonly session: Session;
  readonly relation: string;
  readonly type: MysqlType;
  readonly column: string;
};

/** Null: the stream is read in one piece. */
export async function listChunks(
  session: Session,
  stream: CatalogStream,
  moment: Moment,
  chunkBytes: number,
): Promise<ChunkList | null> {
  const [facts] = await session.query(tableFactsQuery(stream));
  const [engine, rowsText, bytesText, column] = facts ?? [];
  const rows = Number(rowsText ?? 0);
  const bytes = Number(bytesText ?? 0);
  if (!column || !withSnapshot.has((engine ?? "").toLowerCase())) return null;
  if (rows === 0 || bytes < chunkBytes) return null;
  if (!stream.columns.some(({ name }) => name === column)) return null;
  const type = must(
    (await describeColumns(session, stream, [column])).get(column),
    "a column that was described",
  );
  const index = { session, relation: relationOf(stream), type, column: quoteIdentifier(column) };
  const [least = null, most = null] = await endsOf(index);
  if (least === null || most === null || middleOf(type, least, most) === null) return null;
  // In powers of two, so that estimates that moved a little cut the same table at the same places.
  const chunkRows = 2 ** Math.max(0, Math.round(Math.log2(chunkBytes / (bytes / rows))));
  const cuts = joinSmall(
    await split(index, { column, from: least, to: most }, chunkRows, 0),
    chunkRows,
  );
  if (cuts.length === 0) return null;
  const each = Math.round(bytes / (cuts.length + 1));
  const chunks = [null, ...cuts].map((from, i): Chunk => ({
    id: toId({ column, from, to: cuts[i] ?? null }),
    bytes: each,
  }));
  return { moment: await toMoment(session, stream, moment), chunks };
}

async function endsOf({ session, relation, type, column }: Index): Promise<(string | null)[]> {
  const ends: (string | null)[] = [];
  for (const order of ["asc", "desc"]) {
    const [row] = await session.query(
      `select ${canonicalSql(type, "k")} from (select ${column} as k from ${relation} order by ${column} ${order} limit 1) t`,
    );
    ends.push(row?.[0] ?? null);
  }
  return ends;
}

type Piece = { readonly from: string; readonly rows: number };

/** A range in pieces of at most so many rows, where it can be cut so; ascending. */
async function split(
  index: Index,
  range: Range,
  chunkRows: number,
  depth: number,
): Promise<Piece[]> {
  const rows = await estimate(index, range);
  const whole = [{ from: range.from ?? "", rows }];
  if (depth > deepest || rows <= chunkRows) return whole;
  const middle = await valueBetween(index, range);
  if (middle === null) return whole;
  return [
    ...(await split(index, { ...range, to: middle }, chunkRows, depth + 1)),
    ...(await split(index, { ...range, from: middle }, chunkRows, depth + 1)),
  ];
}

/** Where to cut, when neighbours that together are no larger than a chunk stay together. */
function joinSmall(pieces: readonly Piece[], chunkRows: number): string[] {
  const cuts: string[] = [];
  let rows = 0;
  for (const [at, piece] of pieces.entries()) {
    rows += piece.rows;
    if (at === 0 || rows <= chunkRows) continue;
    cuts.push(piece.from);
    rows = piece.rows;
  }
  return cuts;
}

async function estimate(index: Index, range: Range): Promise<number> {
  const [row] = await index.session.query(
    `explain format=json select 1 from ${index.relation} force index (primary) where ${conditionOf(index, range)}`,
  );
  // MariaDB's word, MySQL's, and that of MySQL's second form.
  const found = /"(?:rows|rows_examined_per_scan|estimated_rows)": ([\d.]+)/.exec(row?.[0] ?? "");
  return Number(found?.[1] ?? 0);
}

/** A value near the middle of the two, which stands in the table and is neither of them. */
async function valueBetween(index: Index, { from, to }: Range): Promise<string | null> {
  const { session, relation, type, column } = index;
  const middle = middleOf(type, from ?? "", to ?? "");
  if (middle === null) return null;
  const is = (operator: ">=" | ">" | "<", text: string | null): string =>
    nativeCondition(type, column, operator, text ?? "");
  const inside = `${is(">", from)} and ${is("<", to)}`;
  for (const [half, order] of [
    [is(">=", middle), "asc"],
    [is("<", middle), "desc"],
  ]) {
    const [row] = await session.query(
      `select ${canonicalSql(type, "k")} from (select ${column} as k from ${relation} force index (primary) where ${inside} and ${half} order by ${column} ${order} limit 1) t`,
    );
    if (row?.[0]) return row[0];
  }
  return null;
}

const conditionOf = ({ type, column }: Index, { from, to }: Range): string =>
  [
    ...(from === null ? [] : [nativeCondition(type, column, ">=", from)]),
    ...(to === null ? [] : [nativeCondition(type, column, "<", to)]),
  ].join(" and ");

/** The condition of a read that takes one chunk; throws where its column is not there any more. */
export async function chunkCondition(
  session: Session,
  stream: CatalogStream,
  id: string,
): Promise<string> {
  const range = fromId(id);
  const type = must(
    (await describeColumns(session, stream, [range.column])).get(range.column),
    "a column that was described",
  );
  const column = quoteIdentifier(range.column);
  return conditionOf({ session, relation: relationOf(stream), type, column }, range);
}

/** `[partition, created, last written]` of each partition, or of the table. */
type Times = readonly (readonly (string | null)[])[];

type Facts = { readonly times: Times; readonly ids: Times };

async function factsOf(session: Session, stream: CatalogStream): Promise<Facts> {
  return {
    times: await session.query(tableTimesQuery(stream)),
    ids: await idsOf(session, stream),
  };
}

/** None where the account may not see them: they need the right PROCESS. */
async function idsOf(session: Session, stream: CatalogStream): Promise<Times> {
  const isMysql8 = !session.isMariaDb && Number.parseInt(session.version, 10) >= 8;
  const sql = tableIdsQuery(stream, isMysql8 ? "innodb_tables" : "innodb_sys_tables");
  if (sql === null) return [];
  try {
    return await session.query(sql);
  } catch (error) {
    if (classify(error) !== "source.permission_denied") throw error;
    return [];
  }
}

/** The moment as text, for `isUntouched`; null where that would never be proven. */
export async function momentText(
  session: Session,
  stream: CatalogStream,
  moment: Moment,
): Promise<string | null> {
  const facts = await factsOf(session, stream);
  return facts.ids.length === 0 ? null : JSON.stringify([moment, facts]);
}

const toMoment = async (session: Session, stream: CatalogStream, moment: Moment): Promise<string> =>
  JSON.stringify([moment, await factsOf(session, stream)]);

/**
 * All chunks or none: nothing was written to the table between two seconds before the snapshot of `then` and now. The time
 * of the last write is not kept over a restart, nor for tables that long nobody used: then nothing is proven. It says nothing
 * of rows that were not written but replaced (partitions exchanged or truncated): InnoDB's own numbers tell these.
 */
export async function unchangedChunks(
  session: Session,
  stream: CatalogStream,
  now: Moment,
  then: string,
  chunks: readonly { readonly id: string }[],
): Promise<string[]> {
  return (await isUntouched(session, stream, now, then)) ? chunks.map(({ id }) => id) : [];
}

export async function isUntouched(
  session: Session,
  stream: CatalogStream,
  { server }: Moment,
  then: string,
): Promise<boolean> {
  const [moment, before] = JSON.parse(then) as [Moment, Facts];
  const now = await factsOf(session, stream);
  const started = toMs(moment.at);
  return (
    moment.server === server &&
    before.ids.length > 0 &&
    before.ids.length === before.times.length &&
    JSON.stringify(before) === JSON.stringify(now) &&
    before.times.every(([, , written]) => written && toMs(written) + doubtMs <= started)
  );
}

const toMs = (text: string): number => Date.parse(`${text.replace(" ", "T")}Z`);
