// A range of a column as SQL conditions, and how many rows lie in it: what a backfill reads, and what its preview tells.
import type { Measure, MeasureRequest, ReadRange } from "../../connector/source.ts";
import { cursorCondition, typeNames } from "./cursor.ts";
import { checkWhere, describeColumns, readError } from "./look.ts";
import { quoteIdentifier, quoteLiteral, relationOf } from "./queries.ts";
import type { Snapshot } from "./snapshot.ts";
import type { Session } from "./session.ts";
import { toCanonical, type PostgresType } from "./types.ts";

/** `[from, to)`; NULL lies in no range. */
export function rangeConditions(range: ReadRange, type: PostgresType): string[] {
  const column = quoteIdentifier(range.field[0] ?? "");
  const { from, to } = range;
  return [
    `${column} is not null`,
    ...(from === null ? [] : [cursorCondition(type, column, from, 0)]),
    ...(to === null ? [] : [`not (${cursorCondition(type, column, to, 0)})`]),
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
  const own = where === null ? [] : [`(\n${where}\n)`];
  const relation = relationOf(stream);
  if (!range) {
    const { rows } = await session.query(`select count(*) from ${relation}${whereSql(own)}`);
    return { rows: Number(rows[0]?.[0] ?? 0), nulls: 0, least: null, most: null, buckets: [] };
  }
  const name = range.field[0] ?? "";
  const column = quoteIdentifier(name);
  const type = (await describeColumns(session, stream, [name])).get(name);
  if (!type) return { rows: 0, nulls: 0, least: null, most: null, buckets: [] };
  const inside = rangeConditions(range, type).join(" and ");
  const kind = toCanonical(type).kind;
  const canEnd = kind === "date" || kind === "timestamp" || kind === "timestamptz";
  const finite = canEnd ? ` and isfinite(${column})` : "";
  const { rows } = await session.query(
    `select count(*) filter (where ${inside}), count(*) filter (where ${column} is null),
      (min(${column}) filter (where ${inside}${finite}))::pg_catalog.text,
      (max(${column}) filter (where ${inside}${finite}))::pg_catalog.text
    from ${relation}${whereSql(own)}`,
  );
  const [n, nulls, least, most] = rows[0] ?? [];
  return {
    rows: Number(n ?? 0),
    nulls: Number(nulls ?? 0),
    least: least ?? null,
    most: most ?? null,
    buckets: bounds.length === 0 ? [] : await count(session, request, type, [inside, ...own]),
  };
}

/** One scan for all bounds. */
async function count(
  session: Session,
  { stream, bounds, range }: MeasureRequest,
  type: PostgresType,
  conditions: readonly string[],
): Promise<number[]> {
  const column = quoteIdentifier(range?.field[0] ?? "");
  const array = `array[${bounds.map(quoteLiteral).join(", ")}]::pg_catalog.${typeNames[type.oid] ?? "text"}[]`;
  const { rows } = await session.query(
    `select pg_catalog.width_bucket(${column}, ${array}), count(*) from ${relationOf(stream)}${whereSql(conditions)} group by 1`,
  );
  const buckets = bounds.map(() => 0);
  for (const [bucket, n] of rows) {
    const at = Number(bucket) - 1;
    if (at >= 0 && at < buckets.length) buckets[at] = Number(n);
  }
  return buckets;
}

const whereSql = (conditions: readonly string[]): string =>
  conditions.length === 0 ? "" : ` where ${conditions.join(" and ")}`;
