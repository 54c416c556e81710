// The statements of a replay, over temp tables of the workbench: the chosen rows with the fix applied, then every cell
// through the conversion of the load, then the rows that fit as staged rows of the table.
import { quoteName, quoteText } from "../../connector/workbench.ts";
import type { TableColumn } from "../../connector/destination.ts";
import type { CanonicalType } from "../../model/types.ts";
import { convertSql, duckType } from "../convert.ts";
import { qualifiedName } from "../bad-rows.ts";
import { rowBits } from "../load.ts";
import type { TableField } from "../fields.ts";
import type { Refuses } from "../load-sql.ts";
import type { StreamSetup } from "../stream-setup.ts";
import { decimalShape, normalType } from "../widening.ts";
import type { CompiledFix } from "./fix.ts";
import { groupIdSql } from "./group-id.ts";

/** Names that no column of a source has: they hold a space. */
const own = {
  id: "_revos id",
  n: "_revos n",
  at: "_revos at",
  why: "_revos why",
  isFixed: "_revos fixed",
} as const;
const q = (name: keyof typeof own): string => quoteName(own[name]);

export const chosenTable = "temp._revos_replay_chosen";
export const judgedTable = "temp._revos_replay_judged";
export const resolvedTable = { schema: "temp", table: "_revos_replay_resolved" } as const;
export const stageTable = { schema: "temp", table: "_revos_replay_stage" } as const;
export const temporaryTables = [
  chosenTable,
  judgedTable,
  qualifiedName(resolvedTable),
  qualifiedName(stageTable),
];

export const digestRule = "went through other privacy mappers than the stream has now";
export const noKeyRule = "no value in the key";

/** JSON pointer of a member named `name`. */
const pointer = (name: string): string =>
  quoteText(`/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`);

/** SQL of the original text of a column in `_revos.quarantine`. */
export const originalTextSql = (name: string): string =>
  `json_extract_string(original, ${pointer(name)})`;

/** Held rows of the stream that the target names, oldest first, numbered from 0. */
export function chosenSql(
  setup: StreamSetup,
  scope: string,
  status: string,
  limit: number | undefined,
  fix: CompiledFix | null,
): string {
  const where = fix?.where ?? "false";
  const cells = setup.segment.map(({ name }) => {
    const text = originalTextSql(name);
    if (!fix?.set.has(name)) return `${text} as ${quoteName(name)}`;
    const fixed = fix.set.get(name) ?? null;
    return `case when ${where} then ${fixed === null ? "null" : quoteText(fixed)} else ${text} end as ${quoteName(name)}`;
  });
  return (
    `create or replace temp table ${chosenTable.slice(5)} as select id as ${q("id")}, row_number() over (order by quarantined_at, segment, row_number, id) - 1 as ${q("n")}, ` +
    `quarantined_at as ${q("at")}, (${where}) as ${q("isFixed")}, reasons as "_revos reasons", mappers_digest as "_revos digest", ${cells.join(", ")} ` +
    `from _revos.quarantine as q where starts_with(id, ${quoteText(scope)}) and ${status} = 'held' and ($1::varchar is null or group_id = $1 or id = $1) ` +
    `order by quarantined_at, segment, row_number, id${limit === undefined ? "" : ` limit ${Math.max(0, Math.floor(limit))}`}`
  );
}

/** The type a column is converted to: for decimals of unknown size, what the table has made of them. */
function wantedType(
  setup: StreamSetup,
  name: string,
  type: CanonicalType,
  target: readonly TableColumn[],
): CanonicalType {
  if (type.kind !== "number") return type;
  const field = setup.fields.find((one) => one.from === name);
  const column = target.find((one) => one.name.toLowerCase() === field?.name.toLowerCase());
  if (!column) return { kind: "decimal", precision: 38, scale: 6 };
  const shape = decimalShape(column.type);
  if (shape) return { kind: "decimal", ...shape };
  return normalType(column.type) === "VARCHAR"
    ? type
    : { kind: "decimal", precision: 38, scale: 0 };
}

/** Every cell converted; `why` lists the reasons for which a row stays (column and rule, no values). */
export function judgedSql(
  setup: StreamSetup,
  target: readonly TableColumn[],
  fix: CompiledFix | null,
  refuses?: Refuses,
): string {
  const privacyHalf = setup.mappers.digest.split(".")[0] ?? "none";
  const reason = (column: string, rule: string, value = "null::varchar"): string =>
    `{'column': ${quoteText(column)}, 'value': ${value}, 'rule': ${rule}}`;
  const found: string[] = [
    `case when coalesce(split_part("_revos digest", '.', 1), 'none') <> ${quoteText(privacyHalf)} then ${reason("*", quoteText(digestRule))} end`,
  ];
  const reasonType = `'[{"column":"VARCHAR","rule":"VARCHAR","edited":"VARCHAR"}]'`;
  const cells = setup.segment.map(({ name, type }) => {
    const text = quoteName(name);
    const wanted = wantedType(setup, name, type, target);
    const { value, isBad, rule } = convertSql(text, wanted);
    if (isBad !== "false")
      found.push(`case when ${isBad} then ${reason(name, quoteText(rule), text)} end`);
    const refused = refuses?.(wanted, `((${value})::${duckType(wanted)})`);
    if (refused)
      found.push(
        `case when ${refused.isBad} then ${reason(name, quoteText(refused.rule), text)} end`,
      );
    // A privacy transform failed on this cell and its value is gone: NULL in its place would be a silent loss.
    if (setup.mappers.privacyColumns.includes(name)) {
      const masked = `list_filter(from_json("_revos reasons", ${reasonType}), lambda r: r."column" = ${quoteText(name)} and r."edited" is null and ${text} is null)[1]."rule"`;
      const open = fix?.set.has(name) ? `not ${q("isFixed")} and ` : "";
      found.push(`case when ${open}${masked} is not null then ${reason(name, masked)} end`);
    }
    return `(${value})::${duckType(wanted)} as ${text}`;
  });
  return (
    `create or replace temp table ${judgedTable.slice(5)} as select ${q("id")}, ${q("n")}, ${q("at")}, ${q("isFixed")}, ` +
    `list_filter([${found.join(", ")}], lambda r: r is not null) as ${q("why")}, ${cells.join(", ")} from ${chosenTable}`
  );
}

export type StageFacts = {
  readonly ordinal: bigint;
  readonly runId: string;
  readonly generation: number;
};

/** Rows that fit and that the filter keeps, in the table's columns; `_revos_id` ends in the number of the row. */
export function stageSql(
  setup: StreamSetup,
  fields: readonly TableField[],
  facts: StageFacts,
): string {
  const cells = fields.map(
    (field) =>
      `(${field.from === null ? field.sql : quoteName(field.from)})::${field.duck} as ${quoteName(field.name)}`,
  );
  const keep = setup.filter === null ? "" : ` and (${setup.filter})`;
  return (
    `create or replace temp table ${stageTable.table} as select ${cells.join(", ")}, (${facts.ordinal << rowBits}::bigint + ${q("n")})::bigint as _revos_id, ` +
    `${quoteText(facts.runId)}::varchar as _revos_run_id, ${q("at")} as _revos_extracted_at, ${facts.generation}::bigint as _revos_generation ` +
    `from ${judgedTable} where len(${q("why")}) = 0${keep}`
  );
}

/** Marks staged rows without any value in the key as staying, and takes them out of the stage. */
export function noKeySql(setup: StreamSetup, facts: StageFacts): readonly [string, string] | null {
  if (setup.key.length === 0) return null;
  const empty = setup.key.map((key) => `${quoteName(key)} is null`).join(" and ");
  const stage = qualifiedName(stageTable);
  const number = `_revos_id - ${facts.ordinal << rowBits}::bigint`;
  const why = `[{'column': ${quoteText(setup.key.join(", "))}, 'value': null::varchar, 'rule': ${quoteText(noKeyRule)}}]`;
  return [
    `update ${judgedTable} set ${q("why")} = ${why} where ${q("n")} in (select ${number} from ${stage} where ${empty})`,
    `delete from ${stage} where ${empty}`,
  ];
}

/** Rows whose quarantine is over: written, or seen to be filtered or overtaken. */
export const resolvedSql = (): string =>
  `create or replace temp table ${resolvedTable.table} as select ${q("id")} as id from ${judgedTable} where len(${q("why")}) = 0`;

/**
 * Rows that stay get the reason that holds now (the type or a mapper may have changed since); one that a fix was tried on
 * keeps its own, because the fixed text is not what is held.
 */
export const newReasonsSql = (scope: string, stream: string): string =>
  `update _revos.quarantine as q set reasons = to_json(j.${q("why")}), group_id = ${groupIdSql(scope, stream, `j.${q("why")}[1]."column"`, `j.${q("why")}[1]."rule"`)} ` +
  `from ${judgedTable} as j where q.id = j.${q("id")} and len(j.${q("why")}) > 0 and not j.${q("isFixed")} and j.${q("why")}[1]."column" <> '*'`;

export const staysSql = (): string =>
  `select r."column" as column_name, r."rule" as rule, count(*) as n from (select unnest(${q("why")}) as r from ${judgedTable}) group by all order by n desc, 1, 2`;

export const countsSql = (): string =>
  `select count(*) as tried, count(*) filter (len(${q("why")}) > 0) as stays from ${judgedTable}`;
