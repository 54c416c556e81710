// Compares the accepted shape of a stream with what its source shows now. Pure: it says what differs and on what evidence,
// never what to do about it (drift-judge.ts). One difference is told once: a key or cursor column that is gone or renamed is
// not a dropped column as well.
import type { CatalogColumn, CatalogStream } from "../model/catalog.ts";
import type { FieldPath } from "../model/discovery.ts";
import type { ChangeKind, FoundChange } from "../model/schema-change.ts";
import { formatType, type CanonicalType } from "../model/types.ts";
import { typeChange } from "./widening.ts";

export type Difference = Pick<
  FoundChange,
  "kind" | "column" | "before" | "after" | "evidence" | "certain" | "key"
> & { readonly shape: CatalogColumn | null };

export type StreamUse = {
  /** Empty: the mode reads without a cursor. */
  readonly cursorField: FieldPath;
  /** Empty: the mode has no key. */
  readonly primaryKey: readonly FieldPath[];
  /** Columns left out, and columns whose type the user wrote: their changes concern nobody. */
  readonly columns: Readonly<
    Record<string, { readonly include?: boolean; readonly type?: string }>
  >;
  /** The source guesses its types from today's values. */
  readonly isInferred: boolean;
};

export function findDifferences(
  accepted: CatalogStream,
  now: CatalogStream,
  use: StreamUse,
): Difference[] {
  const isRead = (column: CatalogColumn): boolean => use.columns[column.name]?.include !== false;
  const before = accepted.columns.filter(isRead);
  const known = new Set(accepted.columns.map((column) => column.name));
  const shown = new Map(now.columns.map((column) => [column.name, column]));
  const gone = before.filter((column) => !shown.has(column.name));
  const fresh = now.columns.filter((column) => !known.has(column.name) && isRead(column));
  const renames = findRenames(accepted.columns, now.columns, gone, fresh);
  const found: Difference[] = [];
  for (const rename of renames) found.push(rename);
  const renamed = new Map(renames.map((rename) => [rename.column, rename.shape?.name ?? ""]));
  const keyColumns = new Set(use.primaryKey.map((path) => path[0] ?? ""));
  const cursorColumn = use.cursorField[0] ?? null;
  for (const column of gone) {
    if (renamed.has(column.name) || keyColumns.has(column.name)) continue;
    const kind = column.name === cursorColumn ? "cursor" : "drop";
    found.push(difference(kind, column.name, formatType(column.type), null, null));
  }
  for (const column of before) {
    const current = shown.get(column.name);
    if (!current) continue;
    const kind = typeKind(column, current, use, column.name === cursorColumn);
    if (kind)
      found.push(
        difference(kind, column.name, formatType(column.type), formatType(current.type), current),
      );
  }
  for (const rename of renames) {
    const old = before.find((column) => column.name === rename.column);
    if (!old || !rename.shape || !rename.certain) continue;
    const kind = typeKind(old, rename.shape, use, rename.column === cursorColumn);
    if (kind)
      found.push(
        difference(
          kind,
          rename.shape.name,
          formatType(old.type),
          formatType(rename.shape.type),
          rename.shape,
        ),
      );
  }
  const taken = new Set(renames.map((rename) => rename.shape?.name));
  for (const column of fresh)
    if (!taken.has(column.name))
      found.push(difference("add", column.name, null, formatType(column.type), column));
  const key = findKeyChange(accepted, now, use, renamed, gone);
  return key ? [...found, key] : found;
}

const difference = (
  kind: ChangeKind,
  column: string | null,
  before: string | null,
  after: string | null,
  shape: CatalogColumn | null,
): Difference => ({
  kind,
  column,
  before,
  after,
  shape,
  evidence: [],
  certain: true,
  key: null,
});

function typeKind(
  was: CatalogColumn,
  now: CatalogColumn,
  use: StreamUse,
  isCursor: boolean,
): ChangeKind | null {
  if (use.columns[was.name]?.type !== undefined && !isCursor) return null;
  const change = typeChange(was.type, now.type);
  if (change === "same") return null;
  // A file without a value says nothing about types, and a narrower guess about today's rows is no change of the column.
  if (
    use.isInferred &&
    (now.sourceType === "empty" ||
      typeChange(now.type, was.type) === "widen" ||
      was.type.kind === "text")
  )
    return null;
  if (isCursor && use.cursorField.length === 1 && orderClass(was.type) !== orderClass(now.type))
    return "cursor";
  return change;
}

/** Types whose cursor values are of one order: a position of one may be read as a position of another of its class. */
export function orderClass(type: CanonicalType): string {
  switch (type.kind) {
    case "int16":
    case "int32":
    case "int64":
    case "uint64":
    case "decimal":
    case "number":
    case "float32":
    case "float64":
      return "number";
    case "date":
    case "timestamp":
      return "local time";
    default:
      return type.kind;
  }
}

/**
 * A column that is gone and one that is new are one column under another name when the source's own mark says so, which is
 * certain; or, where the source has no marks, when they stand in the same place with the same type and nothing else does,
 * which is only a suspicion. Marks that differ say that it is not one.
 */
function findRenames(
  accepted: readonly CatalogColumn[],
  now: readonly CatalogColumn[],
  gone: readonly CatalogColumn[],
  fresh: readonly CatalogColumn[],
): Difference[] {
  const toRename = (
    from: CatalogColumn,
    to: CatalogColumn,
    evidence: string[],
    certain: boolean,
  ) => ({
    ...difference("rename", from.name, from.name, to.name, to),
    evidence,
    certain,
  });
  const marks = new Map(now.map((column) => [column.name, column.mark]));
  const hasMarks = accepted.some(
    (column) => column.mark !== undefined && marks.get(column.name) === column.mark,
  );
  const slot = (
    list: readonly CatalogColumn[],
    others: readonly CatalogColumn[],
    column: CatalogColumn,
  ): string => {
    const names = new Set(others.map((other) => other.name));
    const above = list.slice(0, list.indexOf(column)).findLast((other) => names.has(other.name));
    return above?.name ?? "";
  };
  return gone.flatMap((from) => {
    const marked =
      from.mark === undefined ? undefined : fresh.find((column) => column.mark === from.mark);
    if (marked)
      return [
        toRename(
          from,
          marked,
          [
            "same_mark",
            ...(formatType(from.type) === formatType(marked.type) ? ["same_type"] : []),
          ],
          true,
        ),
      ];
    if (hasMarks) return [];
    const place = slot(accepted, now, from);
    const here = fresh.filter((column) => slot(now, accepted, column) === place);
    const also = gone.filter((column) => slot(accepted, now, column) === place);
    const [to] = here;
    return to &&
      here.length === 1 &&
      also.length === 1 &&
      formatType(to.type) === formatType(from.type)
      ? [toRename(from, to, ["same_position", "same_type"], false)]
      : [];
  });
}

const keyText = (paths: readonly FieldPath[]): string | null =>
  paths.length === 0 ? null : paths.map((path) => path.join(".")).join(", ");

/** The source's key is another one, or a column of the key that the stream goes by is gone. */
function findKeyChange(
  accepted: CatalogStream,
  now: CatalogStream,
  use: StreamUse,
  renamed: ReadonlyMap<string | null, string>,
  gone: readonly CatalogColumn[],
): Difference | null {
  if (use.primaryKey.length === 0) return null;
  const lost = use.primaryKey.find(
    ([column]) => gone.some((other) => other.name === column) && !renamed.has(column ?? ""),
  );
  const old = accepted.sourceDefinedPrimaryKey.map(([column = "", ...rest]) => [
    renamed.get(column) ?? column,
    ...rest,
  ]);
  const asSet = (paths: readonly FieldPath[]): string =>
    JSON.stringify(paths.map((path) => JSON.stringify(path)).sort());
  const isOther = old.length > 0 && asSet(old) !== asSet(now.sourceDefinedPrimaryKey);
  if (!lost && !isOther) return null;
  return {
    ...difference(
      "key",
      lost?.[0] ?? null,
      keyText(lost ? use.primaryKey : old),
      keyText(now.sourceDefinedPrimaryKey),
      null,
    ),
    key: now.sourceDefinedPrimaryKey.map((path) => [...path]),
  };
}
