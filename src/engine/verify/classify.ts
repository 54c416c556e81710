// What a differing row means, by the sync mode: changed, missing, extra or twice; or explained, because it is held in
// quarantine, is history, was replaced by a newer version, or is newer than what the last run has read. One SQL statement a
// mode over the rows that one side has more often.
import type { SyncMode } from "../../model/sync-mode.ts";
import type { Workbench } from "../../connector/workbench.ts";
import { cursorName, hashName, keyNames, sameKey, tables } from "./names.ts";
import type { VerifyShape } from "./shape.ts";

/** Kinds that a repair would act on, then those that are explained. */
export const differenceKinds = ["changed", "missing", "extra", "duplicate"] as const;
export type DifferenceKind = (typeof differenceKinds)[number];
export type Kind = DifferenceKind | "in_flight" | "history" | "superseded" | "quarantined";

export type ClassifyOptions = {
  readonly workbench: Workbench;
  readonly shape: VerifyShape;
  readonly mode: SyncMode;
  /** SQL of the cursor value that the table stands at; null: none. */
  readonly position: string | null;
};

/** Fills `differing` and `verdicts`. */
export async function classify(options: ClassifyOptions): Promise<void> {
  await findDiffering(options);
  await options.workbench.run(
    `create or replace temp table ${tables.verdicts.slice(5)} as ${verdictsSql(options)}`,
  );
}

/** Shares of the hash whose sums agree hold no difference, so that the exact look needs memory for the others only. */
async function findDiffering({ workbench, shape }: ClassifyOptions): Promise<void> {
  const shares = 1024;
  const both = (extra: readonly string[]): string =>
    [tables.source, tables.table]
      .map(
        (table, side) =>
          `select ${[...extra, hashName].join(", ")}, ${side === 0 ? 1 : -1} as d from ${table}`,
      )
      .join(" union all ");
  const open = await workbench.all(
    `select (${hashName} % ${shares})::integer as share from (${both([])}) group by share having sum(d) <> 0 or sum(d * ${hashName}::hugeint) <> 0`,
  );
  const where =
    open.length === 0
      ? "false"
      : `(${hashName} % ${shares}) in (${open.map((row) => String(row.share)).join(", ")})`;
  const group = [...keyNames(shape), hashName].join(", ");
  await workbench.run(
    `create or replace temp table ${tables.differing.slice(5)} as
      select ${group}, any_value(${cursorName}) as ${cursorName}, sum(d)::bigint as d from (${both([...keyNames(shape), cursorName])}) where ${where} group by ${group} having sum(d) <> 0`,
  );
}

function verdictsSql(options: ClassifyOptions): string {
  const { shape, mode } = options;
  const bad = looseBadSql(options);
  if (mode === "incremental_append" || shape.locator.columns.length === 0)
    return `${rowVerdictsSql(options)} union all ${bad}`;
  return `${keyVerdictsSql(options)} union all ${bad}`;
}

const list = (parts: readonly string[]): string => parts.map((part) => `${part}, `).join("");

/** Rows held in quarantine; those that are not there although they do not fit stand for missing rows. */
function looseBadSql({ shape, position }: ClassifyOptions): string {
  const keys = keyNames(shape);
  const known =
    keys.length === 0
      ? "false"
      : `exists (select 1 from ${tables.table} as t where ${sameKey(shape, "t", "b")})`;
  const kind = `case when status is not null then 'quarantined' when ${isAfter(cursorName, position)} then 'in_flight' else 'missing' end`;
  return `select ${list(keys)}null::ubigint as ${hashName}, ${kind} as kind, 1::bigint as n from ${tables.bad} as b where status is not null or not ${known}`;
}

const isAfter = (cursor: string, position: string | null): string =>
  position === null ? "false" : `coalesce(${cursor} > (${position}), false)`;

/** Row by row: without a key, or in a table that keeps every version. */
function rowVerdictsSql({ shape, mode, position }: ClassifyOptions): string {
  const isAppend = mode === "incremental_append";
  const keys = keyNames(shape);
  const partner =
    !isAppend || keys.length === 0
      ? "false"
      : `exists (select 1 from ${tables.differing} as o where sign(o.d) <> sign(r.d) and o.${cursorName} is not distinct from r.${cursorName} and ${sameKey(shape, "o", "r")})`;
  const isThere = `exists (select 1 from ${tables.source} as s where s.${hashName} = r.${hashName} and ${sameKey(shape, "s", "r")})`;
  const surplus = isAppend
    ? shape.locator.isUnique
      ? `case when ${isThere} then 'duplicate' else 'history' end`
      : "'history'"
    : `case when ${isThere} then 'duplicate' else 'extra' end`;
  const kind = `case when r.d > 0 then case when ${partner} then 'changed' when ${isAppend ? isAfter(`r.${cursorName}`, position) : "false"} then 'in_flight' else 'missing' end
    when ${partner} then 'other side' else ${surplus} end`;
  return `select ${list(keys)}${hashName}, kind, n from (select ${list(keys.map((name) => `r.${name}`))}r.${hashName}, ${kind} as kind, abs(r.d) as n from ${tables.differing} as r) where kind <> 'other side'`;
}

/** Key by key. */
function keyVerdictsSql({ shape, mode, position }: ClassifyOptions): string {
  const keys = keyNames(shape);
  const group = keys.join(", ");
  const isDeduped = mode !== "full_refresh_overwrite";
  const hasCursor = mode === "incremental_deduped_history";
  const of = (table: string, count: string): string =>
    `select ${keys.map((name) => `x.${name}`).join(", ")}, count(*) as ${count}, max(x.${cursorName}) as ${count}_cursor from ${table} as x where exists (select 1 from only_keys as k where ${sameKey(shape, "k", "x")}) group by all`;
  const joined = (name: string): string =>
    `left join ${name} on ${sameKey(shape, name, "per_key")}`;
  const after = hasCursor ? isAfter("more_s_cursor", position) : "false";
  const isMoving = `(${after} and more_s_cursor is distinct from more_t_cursor)`;
  const isBadMoving = hasCursor ? isAfter("bn_cursor", position) : "false";
  const rows = isDeduped
    ? `[
      {'kind': case when tn = 0 and not ${after} then 'missing' when tn = 0 then 'in_flight' when ${isMoving} then 'in_flight' else 'changed' end,
       'n': case when sn = 0 then 0 when tn = 0 then 1 when tn = more_t then 1 when more_s > 0 and ${hasCursor ? "tn = 1 and coalesce(more_s_cursor > tn_cursor, false)" : "false"} then 1 else 0 end},
      {'kind': 'superseded', 'n': case when tn > 0 and tn > more_t and not ${hasCursor ? "(tn = 1 and coalesce(more_s_cursor > tn_cursor, false))" : "false"} then more_s else 0 end},
      {'kind': case when bn = 0 then 'extra' when held then 'quarantined_version' when ${isBadMoving} then 'in_flight' else 'changed' end, 'n': case when sn = 0 and tn > 0 then 1 else 0 end},
      {'kind': 'duplicate', 'n': greatest(tn - 1, 0)}]`
    : `[
      {'kind': 'changed', 'n': least(more_s, more_t)},
      {'kind': 'missing', 'n': more_s - least(more_s, more_t)},
      {'kind': case when sn > 0 then 'duplicate' when bn = 0 then 'extra' when held then 'quarantined_version' else 'changed' end, 'n': more_t - least(more_s, more_t)}]`;
  return `with only_keys as (select distinct ${group} from ${tables.differing}),
    more as (select ${group}, coalesce(sum(d) filter (d > 0), 0) as more_s, coalesce(-sum(d) filter (d < 0), 0) as more_t,
      max(${cursorName}) filter (d > 0) as more_s_cursor, max(${cursorName}) filter (d < 0) as more_t_cursor from ${tables.differing} group by ${group}),
    in_source as (${of(tables.source, "sn")}), in_table as (${of(tables.table, "tn")}),
    in_bad as (select ${group}, count(*) as bn, max(${cursorName}) as bn_cursor, bool_or(status is not null) as held from ${tables.bad} group by ${group}),
    per_key as (select * from more),
    judged as (select ${keys.map((name) => `per_key.${name}`).join(", ")}, more_s, more_t, more_s_cursor, more_t_cursor,
      coalesce(sn, 0) as sn, coalesce(tn, 0) as tn, tn_cursor, coalesce(bn, 0) as bn, bn_cursor, coalesce(held, false) as held
      from per_key ${joined("in_source")} ${joined("in_table")} ${joined("in_bad")}),
    listed as (select ${group}, unnest(${rows}) as verdict from judged)
    select ${group}, null::ubigint as ${hashName}, verdict.kind as kind, verdict.n::bigint as n from listed where verdict.n > 0 and verdict.kind <> 'quarantined_version'`;
}
