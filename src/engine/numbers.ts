// Columns of kind `number` (decimals of unknown size) get their type when all rows are staged: decimal(38,s) with the
// largest scale seen, at least 6; text when 38 digits do not suffice in a first load. Later loads widen the scale where
// all old and new values still fit; a value that fits nowhere goes to quarantine (interface.md §6).
import type { Staged, TableColumn, TableName } from "../connector/destination.ts";
import { quoteName, type Workbench } from "../connector/workbench.ts";
import { assert } from "../kernel/assert.ts";
import { qualifiedName, type BadRows } from "./bad-rows.ts";
import { scaleSql, wholeDigitsSql } from "./convert.ts";
import { plainDecimalSql } from "./decimal-sql.ts";
import type { Loader } from "./load.ts";
import { moveToQuarantine } from "./move-bad.ts";
import type { TableField } from "./fields.ts";
import { decimalShape, normalType } from "./widening.ts";

const digits = 38;
const leastScale = 6;

/** The type of a number column whose values are narrow (`narrowNumber`), as a first load decides it. */
export const firstDecimal = `DECIMAL(${digits},${leastScale})`;

/** Number fields that end as `firstDecimal` when all their values are narrow: these may be staged as decimals at once. */
export function mayBeNarrow(
  fields: readonly TableField[],
  target: readonly TableColumn[] | null,
): ReadonlySet<string> {
  return new Set(
    fields
      .filter(({ type, from }) => type.kind === "number" && from !== null)
      .map(({ name }) => name)
      .filter((name) => {
        const old = oldColumn(target, name);
        return !old || normalType(old.type) === firstDecimal;
      }),
  );
}

const oldColumn = (target: readonly TableColumn[] | null, name: string): TableColumn | undefined =>
  target?.find((column) => column.name.toLowerCase() === name.toLowerCase());

type Sizes = { readonly whole: number; readonly scale: number };

export type NumberFit = { readonly alter: Staged["alter"]; readonly moved: number };

export type NumberOptions = {
  readonly workbench: Workbench;
  readonly stage: TableName;
  readonly fields: readonly TableField[];
  readonly target: readonly TableColumn[] | null;
  /** Rows of the target that stay: null when the table is replaced. */
  readonly existing: ((columns: readonly string[]) => Promise<TableName>) | null;
  readonly badRows: BadRows;
  readonly loader: Loader;
};

/** Gives every staged number column its final type; rows that do not fit move to `badRows`. */
export async function decideNumbers(options: NumberOptions): Promise<NumberFit> {
  const { workbench, stage, target } = options;
  const numbers = options.fields.filter((field) => field.type.kind === "number");
  const alter: Staged["alter"][number][] = [];
  let moved = 0;
  for (const field of numbers) {
    const old = oldColumn(target, field.name);
    if (options.loader.decimals.has(field.name)) {
      if (!old) alter.push({ column: field.name, type: firstDecimal, change: "add" });
      continue;
    }
    const seen = await measureText(workbench, qualifiedName(stage), field.name);
    const was = old ? shapeOf(old.type) : null;
    const isText = old ? normalType(old.type) === "VARCHAR" : false;
    if (
      isText ||
      (!old && seen !== null && seen.whole + Math.max(seen.scale, leastScale) > digits)
    ) {
      // At a first load 38 digits may just suffice with fewer than six behind the point.
      if (isText || !seen || seen.whole + seen.scale > digits) {
        if (!old) alter.push({ column: field.name, type: "VARCHAR", change: "add" });
        continue;
      }
    }
    const type = was ? await widened(options, field, was, seen) : firstShape(seen);
    const hasMisfits = seen !== null && (seen.whole > type.whole || seen.scale > type.scale);
    if (hasMisfits) moved += await quarantineMisfits(options, field, type);
    const duck = `DECIMAL(${digits},${type.scale})`;
    const name = quoteName(field.name);
    const before = await countValues(workbench, qualifiedName(stage), name);
    // DuckDB converts deleted rows as well: only try_cast gets past those that were just moved.
    const isPlain = String.raw`regexp_full_match(${name}, '\s*[+-]?\d+(\.\d*)?\s*')`;
    await workbench.run(
      `alter table ${qualifiedName(stage)} alter column ${name} type ${duck} using case when ${isPlain} then ${plainDecimalSql(name, digits, type.scale)} else try_cast(${name} as ${duck}) end`,
    );
    const after = await countValues(workbench, qualifiedName(stage), name);
    assert(before === after, () => `Column ${field.name} lost values on its way to ${duck}.`);
    if (!old) alter.push({ column: field.name, type: duck, change: "add" });
    else if (normalType(old.type) !== duck)
      alter.push({ column: field.name, type: duck, change: "retype" });
  }
  return { alter, moved };
}

const countValues = async (workbench: Workbench, table: string, name: string): Promise<number> =>
  Number((await workbench.all(`select count(${name}) as n from ${table}`))[0]?.n);

const firstShape = (seen: Sizes | null): Sizes => {
  const scale = seen ? Math.max(leastScale, seen.scale) : leastScale;
  const fitting = seen && seen.whole + scale > digits ? seen.scale : scale;
  return { scale: fitting, whole: digits - fitting };
};

/** Whole digits and scale that a column type offers. */
function shapeOf(type: string): Sizes {
  const decimal = decimalShape(type);
  if (decimal) return { scale: decimal.scale, whole: decimal.precision - decimal.scale };
  return {
    scale: 0,
    whole: { SMALLINT: 5, INTEGER: 10, BIGINT: 19, UBIGINT: 20 }[normalType(type)] ?? digits,
  };
}

/** The type after this load: the old one where all new values fit, else a wider one where old and new values fit, else the old. */
async function widened(
  options: NumberOptions,
  field: TableField,
  was: Sizes,
  seen: Sizes | null,
): Promise<Sizes> {
  const floor = { scale: was.scale, whole: digits - was.scale };
  if (!seen || (seen.scale <= was.scale && seen.whole <= floor.whole)) return floor;
  const scale = Math.max(was.scale, seen.scale);
  const old = options.existing
    ? await measureDecimal(
        options.workbench,
        qualifiedName(await options.existing([field.name])),
        field.name,
      )
    : 0;
  return Math.max(seen.whole, old) + scale <= digits ? { scale, whole: digits - scale } : floor;
}

async function measureText(
  workbench: Workbench,
  table: string,
  column: string,
): Promise<Sizes | null> {
  const name = quoteName(column);
  const rows = await workbench.all(
    `select max(${wholeDigitsSql(name)}) as whole, max(${scaleSql(name)}) as scale from ${table} where ${name} is not null`,
  );
  const row = rows[0];
  if (!row || row.whole === null) return null;
  return { whole: Math.max(0, Number(row.whole)), scale: Math.max(0, Number(row.scale)) };
}

async function measureDecimal(
  workbench: Workbench,
  table: string,
  column: string,
): Promise<number> {
  const rows = await workbench.all(
    `select max(length(split_part(ltrim(cast(${quoteName(column)} as varchar), '-'), '.', 1))) as whole from ${table}`,
  );
  return Number(rows[0]?.whole ?? 0);
}

/** Moves staged rows whose number fits nowhere. */
async function quarantineMisfits(
  options: NumberOptions,
  field: TableField,
  type: Sizes,
): Promise<number> {
  const name = quoteName(field.name);
  return await moveToQuarantine({
    ...options,
    condition: `${name} is not null and (${wholeDigitsSql(name)} > ${type.whole} or ${scaleSql(name)} > ${type.scale})`,
    column: field.from ?? field.name,
    value: name,
    rule: `not representable as decimal(${digits},${type.scale})`,
  });
}
