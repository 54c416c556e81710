// Follows the columns of a stream through its mappers, in list order: what each mapper reads, what lands under which name.
// mappers.md. The one place that knows this; validation, proposals and plans ask it.
import type { FieldPath } from "../../model/discovery.ts";
import type { FilterNode, Mapper } from "../../model/mapper.ts";
import { formatField, isSamePath, parseField } from "../../model/field-path.ts";

export type Change = "hashing" | "encryption" | "field-renaming";

/** A source field on its way: where it is now (null: it does not land), and what happened to it. */
export type TrackedField = {
  readonly source: FieldPath;
  readonly now: FieldPath | null;
  readonly changes: readonly Change[];
};

export type MapperProblem = {
  readonly mapper: number;
  readonly key: string;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly unknownField?: string;
};

export type Tracked = {
  readonly fields: readonly TrackedField[];
  readonly problems: readonly MapperProblem[];
};

const isBelow = (path: FieldPath, parent: FieldPath): boolean =>
  path.length >= parent.length && parent.every((part, at) => path[at] === part);
const sameName = (a: FieldPath, b: FieldPath): boolean =>
  a.length === b.length &&
  a.every((part, at) => part.toLowerCase() === (b[at] ?? "").toLowerCase());
const withSuffix = (path: FieldPath, suffix: string): FieldPath => [
  ...path.slice(0, -1),
  `${path.at(-1) ?? ""}${suffix}`,
];

/** The field names of a filter's leaves, with the way to each: `conditions.conditions[0]`. */
export function filterFields(
  node: FilterNode,
  at = "conditions",
): { readonly field: string; readonly at: string }[] {
  if ("fieldName" in node) return [{ field: node.fieldName, at: `${at}.fieldName` }];
  return node.conditions.flatMap((child, index) =>
    filterFields(child, `${at}.conditions[${index}]`),
  );
}

/** Applies mappers to the fields of a stream. Fields are paths as discovery shows them. */
export function trackMappers(
  discovered: readonly FieldPath[],
  mappers: readonly Mapper[],
): Tracked {
  let fields: TrackedField[] = discovered.map((path) => ({ source: path, now: path, changes: [] }));
  const problems: MapperProblem[] = [];
  const consumed: FieldPath[] = [];
  /** Hashed or encrypted under a suffix: the plain value may be hashed again under another one. */
  const replaced: FieldPath[] = [];
  mappers.forEach((mapper, index) => {
    const problem = (
      key: string,
      message: string,
      data: Record<string, unknown> = {},
      unknownField?: string,
    ) =>
      problems.push({
        mapper: index,
        key: `mapperConfiguration.${key}`,
        message,
        data,
        ...(unknownField === undefined ? {} : { unknownField }),
      });
    const find = (text: string, key: string): FieldPath | null => {
      const path = parseField(text);
      if (!path) {
        problem(
          key,
          `${text} is not a field path: join the parts of a nested field with dots, quote a name that holds a dot.`,
          { field: text },
        );
        return null;
      }
      if (fields.some((field) => field.now && isSamePath(field.now, path))) return path;
      if (isInsideOpaque(path)) return path;
      const gone = consumed.some((other) => isSamePath(other, path));
      problem(
        key,
        gone
          ? `${text} no longer exists here: a mapper before this one replaced or dropped it.`
          : `The stream has no field ${text}.`,
        { field: text },
        gone ? undefined : text,
      );
      return null;
    };
    /** Below a column whose inside discovery does not list (a JSON column): only the run can know. */
    const isInsideOpaque = (path: FieldPath): boolean => {
      const top = path.slice(0, 1);
      return (
        path.length > 1 &&
        fields.some((field) => field.now && isSamePath(field.now, top)) &&
        !fields.some((field) => field.now && field.now.length > 1 && isBelow(field.now, top))
      );
    };
    const isTaken = (path: FieldPath, except: FieldPath) =>
      fields.some(
        (field) => field.now && sameName(field.now, path) && !isSamePath(field.now, except),
      );
    const move = (from: FieldPath, to: FieldPath | null, change: Change | null) => {
      fields = fields.map((field) =>
        field.now && isBelow(field.now, from)
          ? {
              source: field.source,
              now: to ? [...to, ...field.now.slice(from.length)] : null,
              changes: change ? [...field.changes, change] : field.changes,
            }
          : field,
      );
    };
    switch (mapper.type) {
      case "hashing":
      case "encryption": {
        const { targetField, fieldNameSuffix } = mapper.mapperConfiguration;
        const again = parseField(targetField);
        if (again && fieldNameSuffix && replaced.some((other) => isSamePath(other, again))) {
          const copy = withSuffix(again, fieldNameSuffix);
          if (isTaken(copy, again))
            problem(
              "fieldNameSuffix",
              `${formatField(copy)} already exists in the stream; choose another suffix.`,
              { field: formatField(copy) },
            );
          fields = [...fields, { source: [], now: copy, changes: [mapper.type] }];
          return;
        }
        const path = find(targetField, "targetField");
        if (!path) return;
        const to = withSuffix(path, fieldNameSuffix ?? "");
        if (to.length === 1 && /^_revos_/i.test(to[0] ?? ""))
          problem(
            "fieldNameSuffix",
            `${formatField(to)}: names that begin with _revos_ are kept for revos.`,
            { field: formatField(to) },
          );
        if (fieldNameSuffix && isTaken(to, path))
          problem(
            "fieldNameSuffix",
            `${formatField(to)} already exists in the stream; choose another suffix.`,
            { field: formatField(to) },
          );
        if (fieldNameSuffix) {
          consumed.push(path);
          replaced.push(path);
        }
        return move(path, to, mapper.type);
      }
      case "field-renaming": {
        const { originalFieldName, newFieldName } = mapper.mapperConfiguration;
        const path = find(originalFieldName, "originalFieldName");
        const to = parseField(newFieldName);
        if (!to)
          return void problem("newFieldName", `${newFieldName} is not a field name.`, {
            field: newFieldName,
          });
        if (!path) return;
        const target = to.length === 1 && path.length > 1 ? [...path.slice(0, -1), ...to] : to;
        if (/^_revos_/i.test(target[0] ?? ""))
          problem(
            "newFieldName",
            `${formatField(target)}: names that begin with _revos_ are kept for revos.`,
            { field: formatField(target) },
          );
        if (isTaken(target, path))
          problem(
            "newFieldName",
            `${formatField(target)} already exists in the stream; two columns cannot share a name.`,
            { field: formatField(target) },
          );
        consumed.push(path);
        return move(path, target, "field-renaming");
      }
      case "field-filtering": {
        const { targetField } = mapper.mapperConfiguration;
        const path = parseField(targetField);
        if (
          path &&
          replaced.some((other) => isSamePath(other, path)) &&
          !fields.some((field) => field.now && isSamePath(field.now, path))
        )
          return;
        const found = find(targetField, "targetField");
        if (!found) return;
        consumed.push(found);
        return move(found, null, null);
      }
      case "row-filtering":
        for (const { field, at } of filterFields(mapper.mapperConfiguration.conditions))
          find(field, at);
    }
  });
  return { fields, problems };
}

/** Where a source field lands after the mappers; null when it does not. */
export function landedField(tracked: Tracked, path: FieldPath): TrackedField | null {
  return tracked.fields.find((field) => isSamePath(field.source, path)) ?? null;
}

/** Why a key field cannot be a key any more after the mappers, or null. Hashes are deterministic, so a hashed key still works. */
export function breaksKey(
  tracked: Tracked,
  mappers: readonly Mapper[],
  path: FieldPath,
): "dropped" | "encrypted" | null {
  const landed = landedField(tracked, path);
  if (!landed) return null;
  if (landed.now === null) return "dropped";
  const isRandom = mappers.some(
    (mapper) =>
      mapper.type === "encryption" &&
      parseField(mapper.mapperConfiguration.targetField) !== null &&
      (mapper.mapperConfiguration.algorithm === "RSA" || mapper.mapperConfiguration.mode !== "ECB"),
  );
  return landed.changes.includes("encryption") && isRandom ? "encrypted" : null;
}

/** Why a cursor field cannot order rows any more after the mappers, or null. */
export function breaksCursor(
  tracked: Tracked,
  path: FieldPath,
): "dropped" | "hashed" | "encrypted" | null {
  const landed = landedField(tracked, path);
  if (!landed) return null;
  if (landed.now === null) return "dropped";
  if (landed.changes.includes("encryption")) return "encrypted";
  return landed.changes.includes("hashing") ? "hashed" : null;
}
