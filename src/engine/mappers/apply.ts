// One mapper applied to the tracked columns of a stream: what each of the five types does to names, steps and rows.
import { quoteName } from "../../connector/workbench.ts";
import type { FieldPath } from "../../model/discovery.ts";
import type { FilterNode, Mapper } from "../../model/mapper.ts";
import { formatField } from "../../model/field-path.ts";
import { parseFieldPath } from "./field.ts";
import { compileSql, type Leaf, type Refuse } from "./filter.ts";
import {
  makeCellTransform,
  type CellMapper,
  type CellTransform,
  type MapperKeys,
  type MapperWarning,
} from "./privacy.ts";
import type { NestedOutput } from "./steps.ts";
import { invalid, type Found, type Tracked, type Tracker } from "./track.ts";

/** A row filter with the columns as they were at its place in the list. */
export type RowFilter = {
  readonly index: number;
  readonly node: FilterNode;
  readonly fields: readonly {
    readonly written: string;
    readonly column: Tracked;
    readonly path: FieldPath;
  }[];
  readonly fieldOf: (leaf: Leaf) => { readonly column: Tracked; readonly path: FieldPath };
  readonly refuse: Refuse;
};

export function isPrivacy(mapper: Mapper): boolean {
  return (
    mapper.type === "hashing" || mapper.type === "encryption" || mapper.type === "field-filtering"
  );
}

/** Changes the tracker; gives the filter of a row-filtering back. */
export function applyMapper(
  tracker: Tracker,
  mapper: Mapper,
  index: number,
  keys: MapperKeys | null,
  warnings: MapperWarning[],
): RowFilter | null {
  switch (mapper.type) {
    case "hashing":
    case "encryption":
      warn(mapper, warnings);
      changeCell(tracker, mapper, index, makeCellTransform(index, mapper, keys));
      return null;
    case "field-filtering":
      dropField(tracker, mapper, index);
      return null;
    case "field-renaming":
      renameField(tracker, mapper, index);
      return null;
    case "row-filtering":
      return captureFilter(tracker, mapper, index);
  }
}

function warn(mapper: CellMapper, warnings: MapperWarning[]): void {
  const field = mapper.mapperConfiguration.targetField;
  if (mapper.type === "encryption" && mapper.mapperConfiguration.mode === "ECB") {
    warnings.push({
      code: "mapper.ecb",
      field,
      message: `${field} is encrypted with ECB: equal values give equal ciphertexts. GCM does not.`,
    });
  }
  if (
    mapper.type === "hashing" &&
    (mapper.mapperConfiguration.method === "MD2" || mapper.mapperConfiguration.method === "MD5")
  ) {
    warnings.push({
      code: "mapper.weak_hash",
      field,
      message: `${field} is hashed with ${mapper.mapperConfiguration.method}, which is broken. SHA-256 is not.`,
    });
  }
}

function changeCell(
  tracker: Tracker,
  mapper: CellMapper,
  index: number,
  cell: CellTransform,
): void {
  const { targetField, fieldNameSuffix } = mapper.mapperConfiguration;
  const suffix = fieldNameSuffix === undefined || fieldNameSuffix === "" ? null : fieldNameSuffix;
  const found = tracker.find(index, mapper, targetField, true);
  const { at, column, path } = found;
  if (column.state === "dropped")
    throw invalid(
      index,
      mapper,
      `names ${targetField}, which an earlier mapper dropped.`,
      "Put this mapper before that one.",
    );
  if (path.length > 0) return changeNested(tracker, found, suffix, cell);
  const steps = [...column.steps, { kind: "whole" as const, ...cell }];
  const text = { kind: "text" as const };
  if (suffix === null) {
    if (column.state === "gone")
      throw invalid(
        index,
        mapper,
        `would land ${targetField}, which an earlier mapper took away.`,
        "Give this mapper a suffix as well.",
      );
    tracker.set(at, { steps, type: text });
    return;
  }
  const name = column.name + suffix;
  tracker.claim(index, mapper, name, null);
  if (column.state === "lands") tracker.set(at, { state: "gone" });
  let place = at + 1;
  while (tracker.columns[place]?.source === column.source) place++;
  tracker.columns.splice(place, 0, {
    name,
    source: column.source,
    steps,
    type: text,
    state: "lands",
  });
}

function changeNested(
  tracker: Tracker,
  { at, column, path }: Found,
  suffix: string | null,
  cell: CellTransform,
): void {
  const output: NestedOutput = { suffix, transform: cell.transform, repeatable: cell.repeatable };
  // A second hashing with another suffix works on the same plain value: it joins the first one's step.
  const last = column.steps.at(-1);
  const isSame =
    last?.kind === "nested" &&
    last.path.length === path.length &&
    last.path.every((name, i) => path[i] === name);
  if (isSame && suffix !== null && last.outputs.every((one) => one.suffix !== null)) {
    const joined = {
      ...last,
      label: `${last.label}+${cell.label}:${suffix}`,
      outputs: [...last.outputs, output],
    };
    tracker.set(at, { steps: [...column.steps.slice(0, -1), joined] });
    return;
  }
  tracker.set(at, {
    steps: [
      ...column.steps,
      { kind: "nested", label: `${cell.label}:${suffix ?? ""}`, path, outputs: [output] },
    ],
  });
}

function dropField(
  tracker: Tracker,
  mapper: Extract<Mapper, { type: "field-filtering" }>,
  index: number,
): void {
  const { at, column, path } = tracker.find(
    index,
    mapper,
    mapper.mapperConfiguration.targetField,
    true,
  );
  if (path.length > 0) {
    tracker.set(at, { steps: [...column.steps, { kind: "nested_drop", label: "drop", path }] });
  } else if (column.state === "lands") {
    tracker.set(at, { state: "dropped" });
  }
}

function renameField(
  tracker: Tracker,
  mapper: Extract<Mapper, { type: "field-renaming" }>,
  index: number,
): void {
  const { originalFieldName, newFieldName } = mapper.mapperConfiguration;
  const { at, column, path } = tracker.find(index, mapper, originalFieldName);
  if (path.length === 0) {
    // The new name of a column is taken as it is written, a dot included; quotes around it are not part of the name.
    const quoted =
      newFieldName.startsWith('"') && newFieldName.endsWith('"') && newFieldName.length > 2;
    const name = quoted ? (parseFieldPath(newFieldName)[0] ?? "") : newFieldName;
    tracker.claim(index, mapper, name, at);
    tracker.set(at, { name });
    return;
  }
  // A nested field keeps its place: the new name is its last part, or the whole path with another last part.
  const wanted = parseFieldPath(newFieldName);
  const parent = [column.name, ...path.slice(0, -1)];
  const to = wanted.at(-1) ?? "";
  if (
    wanted.length > 1 &&
    (wanted.length !== parent.length + 1 || parent.some((name, i) => wanted[i] !== name))
  ) {
    throw invalid(
      index,
      mapper,
      `moves ${originalFieldName} to another place.`,
      `Write ${formatField([...parent, to])}: a nested field can be renamed, not moved.`,
    );
  }
  tracker.set(at, {
    steps: [...column.steps, { kind: "nested_rename", label: `rename:${to}`, path, to }],
  });
}

function captureFilter(
  tracker: Tracker,
  mapper: Extract<Mapper, { type: "row-filtering" }>,
  index: number,
): RowFilter {
  const node = mapper.mapperConfiguration.conditions;
  const fields = new Map<
    string,
    { readonly written: string; readonly column: Tracked; readonly path: FieldPath }
  >();
  const refuse: Refuse = (problem, advice) => invalid(index, mapper, problem, advice);
  const fieldOf = (leaf: Leaf) => {
    const known = fields.get(leaf.fieldName);
    if (known) return known;
    const { column, path } = tracker.find(index, mapper, leaf.fieldName);
    const field = { written: leaf.fieldName, column, path };
    fields.set(leaf.fieldName, field);
    return field;
  };
  // Compiled once here so that every leaf is checked against the columns as they are now.
  compileSql(
    node,
    (leaf) => ({
      type: fieldOf(leaf).column.type,
      path: fieldOf(leaf).path,
      sql: quoteName(leaf.fieldName),
    }),
    refuse,
  );
  return { index, node, fields: [...fields.values()], fieldOf, refuse };
}
