// Column names out of header fields. The rule, so that names are the same in every run: a name keeps to itself where it
// first stands; a repetition gets _2, _3, ... with numbers skipped that the header uses itself; an empty name is column_N.
// Names that differ only by case cannot share a table: the one that sorts last (the lower-case one) keeps its name, the
// others carry six digits of their own hash, so that the order of columns, keys and files decides nothing. An empty key of
// JSON gets such a name as well.
import { createHash } from "node:crypto";

export function toColumnNames(fields: readonly string[]): string[] {
  const named = fields.map((field, index) => field || `column_${index + 1}`);
  const taken = new Set(named);
  const seen = new Set<string>();
  return named.map((name) => {
    if (!seen.has(name)) {
      seen.add(name);
      return name;
    }
    let number = 2;
    while (taken.has(`${name}_${number}`)) number++;
    const made = `${name}_${number}`;
    taken.add(made);
    return made;
  });
}

/** The column a field becomes when another one differs from it only by case. */
const apart = (name: string): string =>
  `${name}_${createHash("sha256").update(name).digest("hex").slice(0, 6)}`;

/** Field names as column names that stay apart where case is ignored. */
export function keepApart(names: readonly string[]): Map<string, string> {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const key = name.toLowerCase();
    const group = groups.get(key);
    if (group) group.push(name);
    else groups.set(key, [name]);
  }
  const columns = new Map<string, string>();
  for (const group of groups.values()) {
    const keeper = group.reduce((a, b) => (a > b ? a : b));
    // A key of JSON may be empty, a column's name may not.
    for (const name of group)
      columns.set(name, name === keeper && name !== "" ? name : apart(name));
  }
  return columns;
}

/** The field of a file that holds a column: the one of that name, else the one that was kept apart under it; -1 for none. */
export function fieldOf(fields: readonly string[], column: string): number {
  const exact = fields.indexOf(column);
  return exact !== -1 || !/_[0-9a-f]{6}$/.test(column)
    ? exact
    : fields.findIndex((field) => apart(field) === column);
}
