// What a part takes out of its table. Rows that stand there just as they were read again stay as they are and are counted
// as deduplicated, so that doing a part twice changes nothing; of the others the table's version leaves, unless it is newer.
import type { TableName } from "../../connector/destination.ts";
import { quoteName, quoteText, type Workbench } from "../../connector/workbench.ts";
import { qualifiedName } from "../bad-rows.ts";
import {
  comparable,
  dropOutdated,
  lacksColumns,
  matchPairs,
  type DedupeOptions,
} from "../dedupe.ts";
import { hasQuarantine } from "../quarantine/rows.ts";
import type { PartPlan } from "./part.ts";
import { originalInside, type RangeSql } from "./range.ts";

export type Replaced = {
  readonly deduplicated: number;
  /** Rows of the target that leave; null: all. */
  readonly removes: TableName | null;
  readonly removed: number;
  /** Rows of the target that the part stands for, and those of them that stay as they are. */
  readonly covered: number;
  readonly same: number;
};

const removesTable: TableName = { schema: "temp", table: "_revos_removes" };
const sameTable = "temp._revos_same";

/** Called with the stage holding one row per key, where the mode has a key. */
export async function replacePart(
  options: DedupeOptions,
  part: PartPlan,
  range: RangeSql | null,
): Promise<Replaced> {
  const { workbench, target, setup, stage } = options;
  if (target === null || part.isWhole)
    return {
      deduplicated: 0,
      removes: null,
      removed: options.target === null ? 0 : await countAll(options),
      covered: 0,
      same: 0,
    };
  let deduplicated = part.raw?.known ? await dropIds(workbench, stage, part.raw.known) : 0;
  if (part.raw && setup.key.length === 0) deduplicated += await dropResolved(options, part);
  const mode = setup.plan.syncMode;
  if (mode === "incremental_deduped_history") {
    deduplicated += await dropOutdated(options);
    await workbench.run(
      `create or replace temp table _revos_removes as select _revos_id from ${tableOf(options)} as t where ${ofSameKey(options)}`,
    );
    const removed = await count(workbench, qualifiedName(removesTable));
    return { deduplicated, removes: removesTable, removed, covered: 0, same: 0 };
  }
  const covers = coversSql(options, part, range);
  const content = comparable(options);
  if (content.length > 0 && !lacksColumns(options)) await findSame(options, part, covers);
  else
    await workbench.run(
      `create or replace temp table _revos_same as select null::bigint as id, null::bigint as old where false`,
    );
  const same = await count(workbench, sameTable);
  if (same > 0)
    await workbench.run(
      `delete from ${qualifiedName(stage)} where _revos_id in (select id from ${sameTable})`,
    );
  const sameKey = setup.key.length > 0 ? ` or ${ofSameKey(options)}` : "";
  await workbench.run(
    `create or replace temp table _revos_removes as select _revos_id from ${tableOf(options)} as t
      where ((${covers}) and _revos_id not in (select old from ${sameTable}))${sameKey}`,
  );
  const removed = await count(workbench, qualifiedName(removesTable));
  const covered = await count(workbench, `${tableOf(options)} where ${covers}`);
  return { deduplicated: deduplicated + same, removes: removesTable, removed, covered, same };
}

/** Rows of the target that the part stands for, as SQL over a row. */
function coversSql(options: DedupeOptions, part: PartPlan, range: RangeSql | null): string {
  if (part.raw) {
    const ids = part.raw.segments.map(({ offset, rows }) => {
      const first = BigInt(offset);
      return `_revos_id >= ${first} and _revos_id < ${first + BigInt(rows)}`;
    });
    return ids.length === 0 ? "false" : ids.join(" or ");
  }
  return range === null ? "false" : range.inside;
}

/**
 * Pairs of staged and standing rows with the same content. A range is compared within itself; a part without one (a condition
 * of the source) with the whole table; replayed rows with the row of their own id.
 */
async function findSame(options: DedupeOptions, part: PartPlan, covers: string): Promise<void> {
  const within = part.raw ? covers : covers === "false" ? "true" : covers;
  await options.workbench.run(
    `create or replace temp table _revos_same as ${await matchPairs(options, { within, byId: part.raw !== null })}`,
  );
}

/** Rows that the run had left out as known already: they are still another run's. */
async function dropIds(workbench: Workbench, stage: TableName, file: string): Promise<number> {
  return await workbench.change(
    `delete from ${qualifiedName(stage)} where _revos_id in (select id from read_parquet(${quoteText(file)}))`,
  );
}

/** Rows that came into the table by way of the quarantine, corrected by hand: the raw form does not come beside them. */
async function dropResolved({ workbench, stage }: DedupeOptions, part: PartPlan): Promise<number> {
  if (!part.raw || !(await hasQuarantine(workbench))) return 0;
  let dropped = 0;
  for (const { label, offset, rows } of part.raw.segments)
    dropped += await workbench.change(
      `delete from ${qualifiedName(stage)} where _revos_id >= ${offset} and _revos_id < ${BigInt(offset) + BigInt(rows)} and _revos_id - ${offset} in
        (select row_number from _revos.quarantine where segment = ${quoteText(label)} and status in ('replayed', 'discarded'))`,
    );
  return dropped;
}

/** Ids of held quarantine rows that were read again and fit now, or are gone from the range; null: none. */
export async function findResolved(
  workbench: Workbench,
  scope: string,
  part: PartPlan,
  range: RangeSql | null,
  stillBad: TableName | null,
): Promise<TableName | null> {
  if ((!part.raw && !range) || !(await hasQuarantine(workbench))) return null;
  const within = part.raw
    ? `segment in (${part.raw.segments.map(({ label }) => quoteText(label)).join(", ") || "''"})`
    : range
      ? originalInside(range)
      : "false";
  const bad = stillBad === null ? "" : ` and id not in (select id from ${qualifiedName(stillBad)})`;
  await workbench.run(
    `create or replace temp table _revos_resolved as select id from _revos.quarantine where starts_with(id, ${quoteText(scope)}) and status = 'held' and ${within}${bad}`,
  );
  const found = await count(workbench, "temp._revos_resolved");
  return found === 0 ? null : { schema: "temp", table: "_revos_resolved" };
}

export async function dropRewriteTables(workbench: Workbench): Promise<void> {
  for (const table of ["_revos_removes", "_revos_same", "_revos_resolved"])
    await workbench.run(`drop table if exists temp.${table}`);
}

const tableOf = ({ setup }: DedupeOptions): string => qualifiedName(setup.plan.target);

const ofSameKey = ({ setup, stage }: DedupeOptions): string =>
  `exists (select 1 from ${qualifiedName(stage)} as s where ${setup.key.map((key) => `s.${quoteName(key)} is not distinct from t.${quoteName(key)}`).join(" and ")})`;

const countAll = async (options: DedupeOptions): Promise<number> =>
  await count(options.workbench, tableOf(options));

async function count(workbench: Workbench, from: string): Promise<number> {
  const [row] = await workbench.all(`select count(*) as n from ${from}`);
  return Number(row?.n ?? 0);
}
