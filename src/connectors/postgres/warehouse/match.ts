// How rows of one key find each other. Equality finds them by index or hash; rows with a NULL in their key, which equality
// never finds, are looked for once more where there are any, because NULL parts are equal to NULL.
import type { Column } from "./bench-table.ts";
import { ident } from "./names.ts";

/** json has no equality of its own; its text has. */
const comparable = (alias: string, { name, duck }: Column): string =>
  /^JSON/i.test(duck) ? `${alias}.${ident(name)}::pg_catalog.text` : `${alias}.${ident(name)}`;

const equal = (a: string, b: string, keys: readonly Column[]): string =>
  keys.map((key) => `${comparable(a, key)} = ${comparable(b, key)}`).join(" and ");

export const hasNull = (alias: string, keys: readonly Column[]): string =>
  `(${keys.map(({ name }) => `${alias}.${ident(name)} is null`).join(" or ")})`;

/** Conditions of which at most one holds for a pair of rows: run a statement once for each. */
export function keyConditions(
  a: string,
  b: string,
  keys: readonly Column[],
  someNull: boolean,
): readonly string[] {
  const whole = equal(a, b, keys);
  if (!someNull) return [whole];
  const same = keys
    .map((key) => `${comparable(a, key)} is not distinct from ${comparable(b, key)}`)
    .join(" and ");
  return [whole, `${hasNull(b, keys)} and ${hasNull(a, keys)} and ${same}`];
}

export const differs = (a: string, b: string, columns: readonly Column[]): string =>
  columns.length === 0
    ? "false"
    : `(${columns.map((column) => `${comparable(a, column)} is distinct from ${comparable(b, column)}`).join(" or ")})`;
