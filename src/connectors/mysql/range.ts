// A range of a column as SQL conditions, and how many rows lie in it: what a backfill reads, and what its preview tells.
import { formatFloat32 } from "../../connector/canonical-text.ts";
import type { Measure, MeasureRequest, ReadRange } from "../../connector/source.ts";
import { must } from "../../kernel/assert.ts";
import { lowCondition } from "./cursor.ts";
import { checkWhere, describeColumns, readError } from "./look.ts";
import { quoteIdentifier, relationOf } from "./queries.ts";
import type { Session } from "./session.ts";
import type { Snapshot } from "./snapshot.ts";
import { canonicalSql } from "./text-sql.ts";
import { toCanonical, type MysqlType } from "./types.ts";

/** `[from, to)`; NULL lies in no range. */
export function rangeConditions(range: ReadRange, type: MysqlType): string[] {
  const column = quoteIdentifier(range.field[0] ?? "");
  const { from, to } = range;
  return [
    `${column} is not null`,
    ...(from === null ? [] : [lowCondition(type, column, from)]),
    ...(to === null ? [] : [`not (${lowCondition(type, column, to)})`]),
  ];
}

export async function measureStream(snapshot: Snapshot, request: MeasureRequest): Promise<Measure> {
  return await snapshot.use(async (session) => {
    try {
      return await measure(session, request);
    } catch (error) {
      throw readError(error, request.stream);
    }
  });
}

async function measure(session: Session, request: MeasureRequest): Promise<Measure> {
  const { stream, range, where, bounds } = request;
  if (where !== null) await checkWhere(session, stream, where);
  const from = `from ${relationOf(stream)}${where === null ? "" : ` where (\n${where}\n)`}`;
  if (!range) {
    const [row] = await session.query(`select count(*) ${from}`);
    return { rows: Number(row?.[0] ?? 0), nulls: 0, least: null, most: null, buckets: [] };
  }
  const name = range.field[0] ?? "";
  const column = quoteIdentifier(name);
  const type = must(
    (await describeColumns(session, stream, [name])).get(name),
    "a column that was described",
  );
  const inside = rangeConditions(range, type).join(" and ");
  const shown = `case when ${inside}${calendarDay(type, column)} then ${ordered(type, column)} end`;
  const [row] = await session.query(
    `select n, nulls, ${canonicalSql(type, "least_")}, ${canonicalSql(type, "most_")} from (
      select count(case when ${inside} then 1 end) as n, count(case when ${column} is null then 1 end) as nulls,
        min(${shown}) as least_, max(${shown}) as most_ ${from}) t`,
  );
  const [n, nulls, least, most] = row ?? [];
  const buckets = bounds.map(() => 0);
  if (bounds.length > 0) {
    const own = `${where === null ? " where" : " and"} ${inside}`;
    const counted = await session.query(
      `select ${bucketSql(type, column, bounds, 0, bounds.length)}, count(*) ${from}${own} group by 1`,
    );
    for (const [bucket, rows] of counted) {
      const at = Number(bucket) - 1;
      if (at >= 0) buckets[at] = Number(rows);
    }
  }
  return {
    rows: Number(n ?? 0),
    nulls: Number(nulls ?? 0),
    least: shownText(type, least ?? null),
    most: shownText(type, most ?? null),
    buckets,
  };
}

/** The server shows a single as the double that it is. */
const shownText = (type: MysqlType, text: string | null): string | null =>
  text === null || toCanonical(type).kind !== "float32" ? text : formatFloat32(Number(text));

/** Texts in the order that positions have: byte by byte. */
const ordered = (type: MysqlType, column: string): string =>
  toCanonical(type).kind === "text" ? `cast(convert(${column} using utf8mb4) as binary)` : column;

/** Zero dates and the like are no value that a range could end at. */
function calendarDay(type: MysqlType, column: string): string {
  return ["date", "timestamp", "timestamptz"].includes(toCanonical(type).kind)
    ? ` and year(${column}) > 0 and month(${column}) > 0 and dayofmonth(${column}) > 0`
    : "";
}

/** How many of the ascending `bounds[first..end)` a value has reached, on top of `first`: halved, so that many cost little. */
function bucketSql(
  type: MysqlType,
  column: string,
  bounds: readonly string[],
  first: number,
  end: number,
): string {
  if (first === end) return String(first);
  const middle = (first + end) >> 1;
  const upper = bucketSql(type, column, bounds, middle + 1, end);
  const lower = bucketSql(type, column, bounds, first, middle);
  return `case when ${lowCondition(type, column, bounds[middle] ?? "")} then ${upper} else ${lower} end`;
}
