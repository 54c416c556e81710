// Late rows, watermark and window of one publish. A row is late when its event time lies below the watermark that the
// stream had before this load by more than `lateAfter`; it is counted beside the books, and lands or goes to quarantine.
import type { Staged, TableName } from "../connector/destination.ts";
import { quoteText, type Workbench } from "../connector/workbench.ts";
import { qualifiedName, type BadRows } from "./bad-rows.ts";
import { contentMatch, type DedupeOptions } from "./dedupe.ts";
import type { EventTime } from "./event-time.ts";
import type { Loader } from "./load.ts";
import { moveToQuarantine } from "./move-bad.ts";

/** A clock that runs ahead this much is believed; event times further in the future do not move the watermark. */
const aheadSql = "interval 1 day";

export type LateOptions = {
  readonly workbench: Workbench;
  readonly stage: TableName;
  readonly eventTime: EventTime;
  /** Before this load, as canonical text; null: none yet, so nothing can be late. */
  readonly watermark: string | null;
  /** The load reads what the table holds already as well: only rows that it does not hold can be late. */
  readonly known: DedupeOptions | null;
  readonly loader: Loader;
  readonly badRows: BadRows;
};

export type LateOutcome = {
  readonly late: number;
  readonly window: NonNullable<Staged["window"]> | null;
};

/** Counts late rows, moves them to quarantine where the stream says so, and gives the window of what stays. */
export async function judgeLate(options: LateOptions): Promise<LateOutcome> {
  const { workbench, stage, eventTime } = options;
  const watermark = await findWatermark(options);
  const late =
    options.watermark === null || eventTime.lateAfterMs === null
      ? 0
      : await findLate(options, options.watermark, eventTime.lateAfterMs);
  await workbench.run("drop table if exists temp._revos_late");
  const [range] = await workbench.all(
    `select cast(min(t) as varchar) as least from (select ${eventTime.sql} as t from ${qualifiedName(stage)}) where isfinite(t)`,
  );
  const least = typeof range?.least === "string" ? range.least : null;
  const start = options.watermark ?? least;
  if (watermark === null && start === null && late === 0) return { late, window: null };
  return { late, window: { start, end: watermark, watermark, late } };
}

/** The largest event time that was read, and never less than before. Late rows in it change nothing. */
async function findWatermark({
  workbench,
  stage,
  eventTime,
  watermark,
}: LateOptions): Promise<string | null> {
  const before = watermark === null ? "null" : quoteText(watermark);
  const [row] = await workbench.all(
    `select cast(greatest(max(t), ${before}::timestamptz) as varchar) as most from (select ${eventTime.sql} as t, _revos_extracted_at as read_at from ${qualifiedName(stage)})
      where isfinite(t) and t <= read_at + ${aheadSql}`,
  );
  return typeof row?.most === "string" ? row.most : watermark;
}

async function findLate(
  options: LateOptions,
  watermark: string,
  lateAfterMs: number,
): Promise<number> {
  const { workbench, stage, eventTime, known } = options;
  const table = qualifiedName(stage);
  const limit = `${quoteText(watermark)}::timestamptz - to_milliseconds(${lateAfterMs})`;
  const isLate = `${eventTime.sql} < ${limit}`;
  const ids =
    known === null
      ? `select _revos_id as id from ${table} where ${isLate}`
      : `select id from (select _revos_id as id from ${table} where ${isLate}) where id not in (${await contentMatch(known, { where: isLate, byKey: true })})`;
  await workbench.run(`create or replace temp table _revos_late as ${ids}`);
  const [row] = await workbench.all("select count(*) as n from temp._revos_late");
  const late = Number(row?.n ?? 0);
  if (late > 0 && eventTime.late === "quarantine")
    await moveToQuarantine({
      ...options,
      condition: "_revos_id in (select id from temp._revos_late)",
      column: eventTime.column,
      value: `cast(${eventTime.sql} as varchar)`,
      rule: `late: more than ${formatMs(lateAfterMs)} below the watermark`,
    });
  return late;
}

/** `90m` rather than `5400000 ms`: the largest unit that divides it. */
function formatMs(ms: number): string {
  for (const [unit, size] of [
    ["d", 86_400_000],
    ["h", 3_600_000],
    ["m", 60_000],
    ["s", 1000],
  ] as const)
    if (ms > 0 && ms % size === 0) return `${ms / size}${unit}`;
  return `${ms}ms`;
}
