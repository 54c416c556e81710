// What a part takes out of its table. Rows that stand there just as they were read again stay as they are and are counted
// as deduplicated, so that doing a part twice changes nothing; of the others the table's version leaves, unless it is newer.
import type { ColumnRange, TableName } from "../../connector/destination.ts";
import { quoteName, quoteText, type Workbench } from "../../connector/workbench.ts";
import { qualifiedName } from "../bad-rows.ts";
import {
  alike,
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
      removed: target === null ? 0 : await countAll(options),
      covered: 0,
      same: 0,
    };
  let deduplicated = part.raw?.known ? await dropIds(workbench, stage, part.raw.known) : 0;
  if (part.raw && setup.key.length === 0) deduplicated += await dropResolved(options, part);
  const mode = setup.plan.syncMode;
  if (mode === "incremental_deduped_history") {
    deduplicated += await dropOutdated(options);
    const keyed = await rowsOfSameKeys(options);
    await workbench.run(
      `create or replace temp table _revos_removes as select _revos_id from ${keyed} as t where ${ofSameKey(options)}`,
    );
    const removed = await count(workbench, qualifiedName(removesTable));
    return { deduplicated, removes: removesTable, removed, covered: 0, same: 0 };
  }
  const covers = coversSql(options, part, range);
  const content = comparable(options);
  const covered = await coveredRows(options, part, range);
  if (content.length > 0 && !lacksColumns(options))
    await workbench.run(
      `create or replace temp table _revos_same as ${matchPairs(options, {
        existing: covered,
        // A part without a range (a condition of the source) is compared with the whole table.
        within: !part.raw && covers === "false" ? "true" : covers,
        // Replayed rows are compared with the row of their own id.
        byId: part.raw !== null,
      })}`,
    );
  else
    await workbench.run(
      `create or replace temp table _revos_same as select null::bigint as id, null::bigint as old where false`,
    );
  const same = await count(workbench, sameTable);
  if (same > 0)
    await workbench.run(
      `delete from ${qualifiedName(stage)} where _revos_id in (select id from ${sameTable})`,
    );
  const ofKeys =
    setup.key.length > 0
      ? ` union select _revos_id from ${await rowsOfSameKeys(options)} as t where ${ofSameKey(options)}`
      : "";
  await workbench.run(
    `create or replace temp table _revos_removes as select _revos_id from ${covered} as t
      where (${covers}) and _revos_id not in (select old from ${sameTable})${ofKeys}`,
  );
  const removed = await count(workbench, qualifiedName(removesTable));
  return {
    deduplicated: deduplicated + same,
    removes: removesTable,
    removed,
    covered: await count(workbench, `${covered} where ${covers}`),
    same,
  };
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

/** The target's rows that the part stands for, or more, where the workbench sees them: with their content, range and id. */
async function coveredRows(
  options: DedupeOptions,
  part: PartPlan,
  range: RangeSql | null,
): Promise<string> {
  const { destination, setup } = options;
  const content = comparable(options);
  const columns = new Set([...content.map((field) => field.name), "_revos_id"]);
  if (range) columns.add(range.column.column);
  const table = await destination.existing?.({
    target: setup.plan.target,
    columns: [...columns],
    // A part without a range stands for no rows by itself: those that are like the staged ones are all that is compared.
    matching: part.raw || range ? null : await alike(options, content),
    from: null,
    within: part.raw ? idsOf(part.raw) : range && !range.column.isNested ? range.within : null,
  });
  return table ? qualifiedName(table) : tableOf(options);
}

async function rowsOfSameKeys(options: DedupeOptions): Promise<string> {
  const { destination, setup, stage } = options;
  const table = await destination.existing?.({
    target: setup.plan.target,
    columns: [...setup.key, "_revos_id"],
    matching: { table: stage, columns: setup.key },
    from: null,
  });
  return table ? qualifiedName(table) : tableOf(options);
}

/** From the first id of the raw to behind the last. */
function idsOf({ segments }: NonNullable<PartPlan["raw"]>): ColumnRange {
  let first = segments.length === 0 ? 0n : BigInt(segments[0]?.offset ?? 0);
  let end = first;
  for (const { offset, rows } of segments) {
    const from = BigInt(offset);
    if (from < first) first = from;
    if (from + BigInt(rows) > end) end = from + BigInt(rows);
  }
  return {
    column: "_revos_id",
    type: { kind: "int64" },
    from: String(first),
    to: String(end),
  };
}

/** Rows that the run had left out as known already: they are still another run's. */
async function dropIds(workbench: Workbench, stage: TableName, file: string): Promise<number> {
  return await workbench.change(
    `delete from ${qualifiedName(stage)} where _revos_id in (select id from read_parquet(${quoteText(file)}))`,
  );
}

/** Rows that came into the table by way of the quarantine, corrected by hand: the raw form does not come beside them. */
async function dropResolved(options: DedupeOptions, part: PartPlan): Promise<number> {
  const { workbench, stage } = options;
  const quarantine = part.raw ? await quarantined(options, part) : null;
  if (!part.raw || quarantine === null) return 0;
  let dropped = 0;
  for (const { label, offset, rows } of part.raw.segments)
    dropped += await workbench.change(
      `delete from ${qualifiedName(stage)} where _revos_id >= ${offset} and _revos_id < ${BigInt(offset) + BigInt(rows)} and _revos_id - ${offset} in
        (select row_number from ${quarantine} where segment = ${quoteText(label)} and status in ('replayed', 'discarded'))`,
    );
  return dropped;
}

/** Ids of held quarantine rows that were read again and fit now, or are gone from the range; null: none. */
export async function findResolved(
  options: DedupeOptions,
  scope: string,
  part: PartPlan,
  range: RangeSql | null,
  stillBad: TableName | null,
): Promise<TableName | null> {
  const { workbench } = options;
  if (!part.raw && !range) return null;
  const quarantine = await quarantined(options, part, scope);
  if (quarantine === null) return null;
  const within = part.raw
    ? `segment in (${part.raw.segments.map(({ label }) => quoteText(label)).join(", ") || "''"})`
    : range
      ? originalInside(range)
      : "false";
  const bad = stillBad === null ? "" : ` and id not in (select id from ${qualifiedName(stillBad)})`;
  await workbench.run(
    `create or replace temp table _revos_resolved as select id from ${quarantine} where starts_with(id, ${quoteText(scope)}) and status = 'held' and ${within}${bad}`,
  );
  const found = await count(workbench, "temp._revos_resolved");
  return found === 0 ? null : { schema: "temp", table: "_revos_resolved" };
}

/** The stream's quarantine where the workbench sees it: rows of the part's raw, or of the scope. Null: there is none. */
async function quarantined(
  { workbench, destination }: DedupeOptions,
  { raw }: PartPlan,
  scope: string | null = null,
): Promise<string | null> {
  if (!destination.existing) return (await hasQuarantine(workbench)) ? "_revos.quarantine" : null;
  if (raw)
    await workbench.run(
      `create or replace temp table _revos_segments as select unnest([${raw.segments.map(({ label }) => quoteText(label)).join(", ")}]::varchar[]) as segment`,
    );
  const table = await destination.existing({
    target: { schema: "_revos", table: "quarantine" },
    columns: ["id", "segment", "row_number", "status", ...(raw ? [] : ["original"])],
    matching: raw
      ? { table: { schema: "temp", table: "_revos_segments" }, columns: ["segment"] }
      : null,
    from: null,
    // Behind a scope stands nothing that sorts after a tilde.
    within:
      raw || scope === null
        ? null
        : { column: "id", type: { kind: "text" }, from: scope, to: `${scope}~` },
  });
  return qualifiedName(table);
}

export async function dropRewriteTables(workbench: Workbench): Promise<void> {
  for (const table of ["_revos_removes", "_revos_same", "_revos_resolved", "_revos_segments"])
    await workbench.run(`drop table if exists temp.${table}`);
}

const tableOf = ({ setup }: DedupeOptions): string => qualifiedName(setup.plan.target);

const ofSameKey = ({ setup, stage }: DedupeOptions): string =>
  `exists (select 1 from ${qualifiedName(stage)} as s where ${setup.key.map((key) => `s.${quoteName(key)} is not distinct from t.${quoteName(key)}`).join(" and ")})`;

const countAll = async ({ destination, workbench, setup }: DedupeOptions): Promise<number> =>
  (await destination.measure?.(setup.plan.target, []))?.rows ??
  (await count(workbench, qualifiedName(setup.plan.target)));

async function count(workbench: Workbench, from: string): Promise<number> {
  const [row] = await workbench.all(`select count(*) as n from ${from}`);
  return Number(row?.n ?? 0);
}
