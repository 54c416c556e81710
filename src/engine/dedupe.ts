// Rows that came twice: rows of one key within a load, rows at the cursor's low end that the target already holds, and
// versions older than the target's. All are deleted from the stage and counted, so that the books show them.
import type {
  ExistingRequest,
  OpenDestination,
  TableColumn,
  TableName,
} from "../connector/destination.ts";
import { positionText, type Position } from "../connector/position.ts";
import { quoteName, quoteText, type Workbench } from "../connector/workbench.ts";
import { qualifiedName } from "./bad-rows.ts";
import { textSql } from "./convert-text.ts";
import { cursorSql, type NestedOrder } from "./cursor.ts";
import type { TableField } from "./fields.ts";
import type { StreamSetup } from "./stream-setup.ts";
import { normalType } from "./widening.ts";

/** Temp table of the ids that the last `dropKnown` found: a replay of this run's raw leaves them out as well. */
export const knownTable = "_revos_known";

export type DedupeOptions = {
  readonly workbench: Workbench;
  readonly destination: OpenDestination;
  readonly stage: TableName;
  readonly setup: StreamSetup;
  readonly fields: readonly TableField[];
  readonly target: readonly TableColumn[] | null;
  readonly position: Position | null;
  readonly order: NestedOrder;
  /** The past is rewritten: a row of the target that lacks one of the staged columns is not the same row. */
  readonly isRewrite?: boolean;
};

/** One row per key in the stage: the latest by (cursor, arrival), or the last in read order where there is no cursor. */
export async function keepLatest({
  workbench,
  stage,
  setup,
  order,
}: DedupeOptions): Promise<number> {
  const keys = setup.key.map(quoteName).join(", ");
  const table = qualifiedName(stage);
  await workbench.run(
    `create or replace temp table _revos_twice as select ${keys} from ${table} group by ${keys} having count(*) > 1`,
  );
  const twice = await workbench.all("select count(*) as n from temp._revos_twice");
  let removed = 0;
  if (Number(twice[0]?.n) > 0) {
    const match = setup.key
      .map((key) => `s.${quoteName(key)} is not distinct from d.${quoteName(key)}`)
      .join(" and ");
    const latest = [
      ...(setup.cursor ? [`${cursorSql(setup.cursor, order)} desc nulls last`] : []),
      "_revos_id desc",
    ].join(", ");
    removed = await workbench.change(
      `delete from ${table} where _revos_id in (select _revos_id from
        (select _revos_id, row_number() over (partition by ${keys} order by ${latest}) as place from ${table} as s where exists (select 1 from temp._revos_twice as d where ${match}))
        where place > 1)`,
    );
  }
  await workbench.run("drop table temp._revos_twice");
  return removed;
}

/**
 * Append without doubles: staged rows at or below the position (or with no cursor) that the target holds already, compared
 * as multisets by content, so that two truly equal rows stay two. Without a position the whole target is compared.
 */
export async function dropKnown(options: DedupeOptions): Promise<number> {
  const { workbench, stage, setup, target, position, order } = options;
  const compared = comparable(options);
  if (!target || !setup.cursor || compared.length === 0) return 0;
  const cursor = cursorSql(setup.cursor, order);
  const table = qualifiedName(stage);
  const bounds = await boundsOf(options);
  if (bounds === null) return 0;
  const existing = await visible(
    options,
    compared.map((field) => field.name),
    position === null || bounds.rows > fewRows ? null : await alike(options, compared),
    bounds,
  );
  const above = position === null ? null : rowsAbove(cursor, bounds);
  const low = above === null ? "" : ` where ${above}`;
  // No staged row below the highest cursor of the target is certain to be new.
  const high =
    above === null
      ? ""
      : ` where ${cursor} is null or ${cursor} <= (select max(${cursor}) from ${existing}${low})`;
  const columns = compared.map((field) => contentSql(options, field));
  const named = columns.map((column, index) => `${column} as c${index}`).join(", ");
  const names = columns.map((_, index) => `c${index}`).join(", ");
  const place = (order: string): string =>
    `row_number() over (partition by ${names}${order}) as place`;
  const match = columns
    .map((_, index) => `s.c${index} is not distinct from t.c${index}`)
    .join(" and ");
  // For few staged rows those of the target are numbered that are like one of them: the others may be millions. To look for
  // the like of many costs as much again as numbering all.
  const known =
    bounds.rows > fewRows
      ? `${existing}${low}`
      : `(select ${named} from ${existing}${low}) as t where exists (select 1 from staged as s where ${match})`;
  const taken = bounds.rows > fewRows ? named : names;
  await workbench.run(
    `create or replace temp table ${knownTable} as with staged as materialized (select _revos_id as id, ${named} from ${table}${high})
      select s.id from (select id, ${names}, ${place(" order by id")} from staged) as s
      join (select ${names}, ${place("")} from (select ${taken} from ${known})) as t
        on ${match} and s.place = t.place`,
  );
  return await workbench.change(
    `delete from ${table} where _revos_id in (select id from temp.${knownTable})`,
  );
}

/**
 * Against the target's rows of the same keys: a staged version that is older than the target's, and a re-read one that is
 * equal to it, go. A row without a cursor is the source's present state where the key is the source's own, else the oldest.
 */
export async function dropOutdated(options: DedupeOptions): Promise<number> {
  const { workbench, stage, setup, target, order } = options;
  if (!target || !setup.cursor) return 0;
  const cursor = cursorSql(setup.cursor, order);
  const table = qualifiedName(stage);
  const compared = comparable(options);
  const names = [
    ...new Set([...setup.key, setup.cursor.column, ...compared.map((field) => field.name)]),
  ];
  const bounds = await boundsOf(options);
  if (bounds === null) return 0;
  const existing = await visible(options, names, { table: stage, columns: setup.key });
  const above = rowsAbove(cursor, bounds);
  // Staged rows beyond all of the target are new by their cursor: only the others need a look at the target's rows.
  const high = setup.plan.history
    ? ""
    : ` where ${cursor} is null or ${cursor} <= (select max(${cursor}) from ${existing} where ${above})`;
  const keys = setup.key.map((key, index) => `${keySql(options, key)} as k${index}`).join(", ");
  const content = compared.map((field, index) => `${contentSql(options, field)} as c${index}`);
  const row = [keys, `${cursor} as newer`, ...content].join(", ");
  await workbench.run(
    `create or replace temp table _revos_again as select _revos_id as id, ${row} from ${table}${high}`,
  );
  const again = await workbench.all("select count(*) as n from temp._revos_again");
  let removed = 0;
  if (Number(again[0]?.n) > 0) {
    const match = setup.key
      .map((_, index) => `s.k${index} is not distinct from t.k${index}`)
      .join(" and ");
    const equal = compared.map((_, index) => `s.c${index} is not distinct from t.c${index}`);
    const same = lacksColumns(options) ? "false" : equal.join(" and ") || "false";
    // What the target has below all staged rows is older than they are; only a row without a cursor is compared with that.
    const low = bounds.someNull ? "" : ` where ${above}`;
    const nullIsOld = isSourceKey(setup) ? "false" : "s.newer is null and t.newer is not null";
    removed = await workbench.change(
      `delete from ${table} where _revos_id in (select s.id from temp._revos_again as s join (select ${row} from ${existing}${low}) as t on ${match}
        where t.newer > s.newer or (${nullIsOld}) or (s.newer is not distinct from t.newer and ${same}))`,
    );
  }
  await workbench.run("drop table temp._revos_again");
  return removed;
}

type Bounds = {
  /** The smallest cursor of the stage as a literal. A subquery in its place would be compared with every row of the target. */
  readonly low: string | null;
  /** The same as canonical text; null where it has none of its own. */
  readonly text: string | null;
  readonly someNull: boolean;
  readonly rows: number;
};

/** So many staged rows are sent to a warehouse of its own to have those of the target found that are like them. */
const fewRows = 50_000;
/** Columns that such rows are found by, and types that compare in every warehouse as they do here. */
const mostAlike = 6;
const plainTypes =
  /^(BIGINT|INTEGER|SMALLINT|VARCHAR|UUID|DATE|TIMESTAMP|TIMESTAMP WITH TIME ZONE)$/;

/** For a warehouse that is not the workbench: what rows of the target must share with a staged one to be like it. */
export async function alike(
  { workbench, destination, stage, target, ...options }: DedupeOptions,
  compared: readonly TableField[],
): Promise<ExistingRequest["matching"]> {
  if (!destination.existing) return null;
  const plain = compared.filter(
    (field) =>
      plainTypes.test(normalType(field.duck)) &&
      (target ?? []).some(
        (column) =>
          column.name.toLowerCase() === field.name.toLowerCase() &&
          normalType(column.type) === normalType(field.duck),
      ) &&
      contentSql({ workbench, destination, stage, target, ...options }, field) ===
        quoteName(field.name),
  );
  if (plain.length === 0) return null;
  const [nulls] = await workbench.all(
    `select ${plain.map(({ name }, i) => `bool_or(${quoteName(name)} is null) as n${i}`).join(", ")} from ${qualifiedName(stage)}`,
  );
  const columns = plain
    .filter((_, i) => nulls?.[`n${i}`] !== true)
    .slice(0, mostAlike)
    .map((field) => field.name);
  return columns.length === 0 ? null : { table: stage, columns };
}

/** Null: nothing is staged. */
async function boundsOf({ workbench, stage, setup, order }: DedupeOptions): Promise<Bounds | null> {
  const { cursor } = setup;
  if (!cursor) return null;
  const isOwn = !cursor.isNested && cursor.type.kind !== "number";
  const text = isOwn ? textSql("min(v)", cursor.type) : "null";
  const [row] = await workbench.all(
    `select count(*) as n, coalesce(bool_or(v is null), false) as some_null, cast(min(v) as varchar) as low, typeof(min(v)) as type, ${text} as text
      from (select ${cursorSql(cursor, order)} as v from ${qualifiedName(stage)})`,
  );
  if (Number(row?.n ?? 0) === 0) return null;
  return {
    rows: Number(row?.n),
    text: typeof row?.text === "string" ? row.text : null,
    low: typeof row?.low === "string" ? `cast(${quoteText(row.low)} as ${String(row.type)})` : null,
    someNull: row?.some_null === true,
  };
}

/** Rows of the target at or above the lowest staged one, those without a cursor only where the stage has some. */
function rowsAbove(cursor: string, { low, someNull }: Bounds): string {
  if (low === null) return `${cursor} is null`;
  return someNull ? `(${cursor} is null or ${cursor} >= ${low})` : `${cursor} >= ${low}`;
}

/**
 * A select of `_revos_id` of staged rows (those of `where`) that the target holds already, told by content as multisets,
 * or by key where the stream has one and `byKey` is set.
 */
export async function contentMatch(
  options: DedupeOptions,
  { where, byKey }: { readonly where: string; readonly byKey: boolean },
): Promise<string> {
  const { stage, setup } = options;
  const isByKey = byKey && setup.key.length > 0;
  const columns = isByKey
    ? setup.key.map((key) => keySql(options, key))
    : comparable(options).map((field) => contentSql(options, field));
  if (options.target === null || columns.length === 0) return "select null::bigint where false";
  const names = isByKey ? setup.key : comparable(options).map((field) => field.name);
  const existing = await visible(options, names, null);
  const named = columns.map((column, index) => `${column} as c${index}`).join(", ");
  const place = (order: string): string =>
    `row_number() over (partition by ${columns.join(", ")}${order}) as place`;
  const match = columns
    .map((_, index) => `s.c${index} is not distinct from t.c${index}`)
    .join(" and ");
  return `select s.id from (select _revos_id as id, ${named}, ${place(" order by _revos_id")} from ${qualifiedName(stage)} where ${where}) as s
    join (select ${named}, ${place("")} from ${existing}) as t on ${match} and s.place = t.place`;
}

/**
 * A select of `id` and `old`: staged rows and rows of `existing` (a table with the comparable columns; those of `within`) of
 * the same content, as multisets.
 */
export function matchPairs(
  options: DedupeOptions,
  {
    existing,
    within,
    byId,
  }: { readonly existing: string; readonly within: string; readonly byId: boolean },
): string {
  const { stage } = options;
  const columns = comparable(options).map((field) => contentSql(options, field));
  const named = columns.map((column, index) => `${column} as c${index}`).join(", ");
  const place = `row_number() over (partition by ${columns.join(", ")} order by _revos_id) as place`;
  const match = [
    ...columns.map((_, index) => `s.c${index} is not distinct from t.c${index}`),
    byId ? "s.id = t.old" : "s.place = t.place",
  ].join(" and ");
  return `select s.id, t.old from (select _revos_id as id, ${named}, ${place} from ${qualifiedName(stage)}) as s
    join (select _revos_id as old, ${named}, ${place} from ${existing} where ${within}) as t on ${match}`;
}

const isSourceKey = (setup: StreamSetup): boolean => {
  const own = setup.stream.sourceDefinedPrimaryKey.map((path) => JSON.stringify(path)).sort();
  return (
    own.length > 0 &&
    JSON.stringify(own) ===
      JSON.stringify(setup.plan.primaryKey.map((path) => JSON.stringify(path)).sort())
  );
};

export const lacksColumns = ({ isRewrite, fields, target }: DedupeOptions): boolean =>
  isRewrite === true &&
  fields.some(
    (field) =>
      !(target ?? []).some((column) => column.name.toLowerCase() === field.name.toLowerCase()),
  );

/** Columns that the stage and the target share and whose value is the same whenever the source's is. */
export function comparable({
  fields,
  target,
  setup,
}: Pick<DedupeOptions, "fields" | "target" | "setup">): readonly TableField[] {
  const known = new Set((target ?? []).map((column) => column.name.toLowerCase()));
  return fields.filter(
    (field) => known.has(field.name.toLowerCase()) && !setup.unstable.includes(field.name),
  );
}

/**
 * DuckDB calls 1 month and 30 days equal; their texts differ. A column that becomes text with this publish is text in the
 * stage already and not yet in the target: only as texts can they be compared.
 */
const contentSql = ({ target }: DedupeOptions, field: TableField): string =>
  field.type.kind === "interval" || becomesText(target, field)
    ? `cast(${quoteName(field.name)} as varchar)`
    : quoteName(field.name);

const becomesText = (target: readonly TableColumn[] | null, field: TableField): boolean =>
  // A number's stage has its final type by now, whatever its field says.
  field.type.kind !== "number" &&
  normalType(field.duck) === "VARCHAR" &&
  (target ?? []).some(
    (column) =>
      column.name.toLowerCase() === field.name.toLowerCase() &&
      normalType(column.type) !== "VARCHAR",
  );

const keySql = (options: DedupeOptions, key: string): string => {
  const field = options.fields.find((other) => other.name === key);
  return field ? contentSql(options, field) : quoteName(key);
};

async function visible(
  options: DedupeOptions,
  columns: readonly string[],
  matching: ExistingRequest["matching"],
  bounds: Bounds | null = null,
): Promise<string> {
  const { destination, setup, position } = options;
  const column = setup.cursor?.isNested === false ? setup.cursor.column : null;
  // What is staged begins at the position, or at the lookback below it; it may as well begin far above.
  const from =
    column === null || position === null || (matching !== null && bounds === null)
      ? null
      : bounds?.text
        ? { column, text: bounds.text, nulls: bounds.someNull }
        : setup.plan.lookbackMs > 0
          ? null
          : { column, text: positionText(position) };
  const name = destination.existing
    ? await destination.existing({
        target: setup.plan.target,
        columns,
        matching,
        from,
      })
    : setup.plan.target;
  return qualifiedName(name);
}
