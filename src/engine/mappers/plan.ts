// The mapper plan: a stream's list of mappers turned into what the source reads (privacy part, before any disk) and what
// the load does with it (filter and final names). Pure: same list, columns and keys, same plan. mappers.md, Privacy first.
import { createHash } from "node:crypto";
import { quoteName } from "../../connector/workbench.ts";
import type { EarlyFilter, ReadColumn } from "../../connector/source.ts";
import { RevosError } from "../../kernel/error.ts";
import type { CatalogColumn } from "../../model/catalog.ts";
import type { FieldPath } from "../../model/discovery.ts";
import type { Mapper } from "../../model/mapper.ts";
import type { CanonicalType } from "../../model/types.ts";
import { applyMapper, isPrivacy, type RowFilter } from "./apply.ts";
import { formatField } from "../../model/field-path.ts";
import { compilePredicate, compileSql, type ReadField } from "./filter.ts";
import type { MapperKeys, MapperWarning } from "./privacy.ts";
import { compileSteps, isRepeatable, isSameStep } from "./steps.ts";
import { pathAfter, Tracker, type Tracked } from "./track.ts";

export type ProjectColumn = {
  /** Name in the table. */
  readonly name: string;
  /** Name in the segment. */
  readonly from: string;
  /**
   * Type in the table. A column with a privacy transform stands as text in the segment whatever its type: where this is
   * not `text` (a json column with a hashed field inside), the load converts it.
   */
  readonly type: CanonicalType;
};

export type MapperPlan = {
  /** What the source reads, with the privacy transforms; names as they stand in the segment. */
  readonly read: readonly ReadColumn[];
  /** A row filter that must see a value before a privacy mapper takes it. `fields` are columns of the source. */
  readonly early: EarlyFilter | null;
  /**
   * Boolean SQL over the segment's converted columns (segment names, quoted), never NULL: rows are kept when it is true.
   * Rows with a bad cell go to quarantine before they are asked.
   */
  readonly filter: string | null;
  readonly project: readonly ProjectColumn[];
  /** All row filters, early and late, over columns of the source: for previews, which have no segment. */
  readonly everyFilter: EarlyFilter | null;
  /**
   * `<privacy part>.<load part>`, or `none`: what the quarantine records. Rows with equal first halves went through the same
   * transforms, renamings and drops before the disk; columns without any do not count.
   */
  readonly digest: string;
  /** Row filters that drop rows before raw, in words: `row filter 1 (email)`. */
  readonly droppedBeforeRaw: readonly string[];
  /** Segment columns whose cells went through a transform: a failed cell of them is masked everywhere. */
  readonly privacyColumns: readonly string[];
  /** Columns of the source that never land, under no name. */
  readonly droppedColumns: readonly string[];
  /** Table columns whose value differs each time although the source's is the same (random nonces): never compared. */
  readonly unstableColumns: readonly string[];
  readonly warnings: readonly MapperWarning[];
  /**
   * Where a field of the source stands in the table: a key under its new name or hashed name. Throws
   * config.mapper_breaks_key when it is dropped, or changed in a way that a key (default) or cursor does not survive.
   */
  resolve(field: FieldPath, use?: "key" | "cursor"): FieldPath;
};

export type MapperInput = {
  readonly mappers: readonly Mapper[];
  /** Columns in the types that the load gives them. */
  readonly columns: readonly CatalogColumn[];
  /** Null: no row is read with this plan (a replay from quarantine), so keys are not asked for. */
  readonly keys: MapperKeys | null;
};

/** Throws config.mapper_invalid or mapper.key_missing for the first mapper that cannot work. */
export function planMappers({ mappers, columns, keys }: MapperInput): MapperPlan {
  const tracker = new Tracker(columns);
  const lastPrivacy = mappers.findLastIndex(isPrivacy);
  const filters: RowFilter[] = [];
  const warnings: MapperWarning[] = [];
  let segmentNames = tracker.columns.map((column) => column.name);
  mappers.forEach((mapper, index) => {
    const filter = applyMapper(tracker, mapper, index, keys, warnings);
    if (filter) filters.push(filter);
    if (index <= lastPrivacy) segmentNames = tracker.columns.map((column) => column.name);
  });
  const landed = tracker.columns.flatMap((column, at) =>
    column.state === "lands" ? [{ ...column, from: segmentNames[at] ?? column.name }] : [],
  );
  if (landed.length === 0)
    throw new RevosError("config.mapper_invalid", "The mappers leave no column to land.");

  const early = filters.filter((filter) => !isLate(filter, landed));
  const late = filters.filter((filter) => isLate(filter, landed));
  const read = landed.map((column) => toReadColumn(column));
  const filter = late.map((one) => lateSql(one, landed)).join(" and ") || null;
  const project = landed.map(({ name, from, type }) => ({ name, from, type }));
  const changed = landed.filter(
    (column) => column.steps.length > 0 || column.from !== column.source.name,
  );
  const dropped = columns
    .map((column) => column.name)
    .filter((name) => !landed.some((column) => column.source.name === name));
  const firstHalf = digestOf([
    ...changed.map((column) => [column.source.name, column.from, column.steps.map(stepLabel)]),
    ...dropped,
  ]);
  const renamed = project.filter((column) => column.name !== column.from);
  const secondHalf = digestOf([
    ...(filter === null ? [] : [filter]),
    ...renamed.map((column) => [column.name, column.from]),
  ]);
  return {
    read,
    early: early.length === 0 ? null : makeEarly(early),
    filter,
    project,
    everyFilter: filters.length === 0 ? null : makeEarly(filters),
    digest: mappers.length === 0 ? "none" : `${firstHalf}.${secondHalf}`,
    droppedBeforeRaw: early.map(
      (one) =>
        `row filter ${one.index + 1} (${one.fields.map((field) => field.written).join(", ")})`,
    ),
    privacyColumns: read.filter((column) => column.privacy).map((column) => column.name),
    droppedColumns: dropped,
    unstableColumns: landed
      .filter((column) => column.steps.some((step) => !isRepeatable(step)))
      .map((column) => column.name),
    warnings,
    resolve: (field, use = "key") => resolveField(field, use, tracker, landed),
  };
}

type Landed = Tracked & { readonly from: string };

function toReadColumn(column: Landed): ReadColumn {
  const privacy = compileSteps(column.steps);
  return {
    source: column.source.name,
    name: column.from,
    type: column.source.type,
    ...(privacy ? { privacy } : {}),
  };
}

function stepLabel(step: Tracked["steps"][number]): string {
  return JSON.stringify("path" in step ? [step.label, step.path] : [step.label]);
}

/** "none" for a part of the list in which nothing stands. */
function digestOf(value: readonly unknown[]): string {
  if (value.length === 0) return "none";
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
}

/** Where the value that a filter saw stands among the landed columns: same source column, no step in between that changed it. */
function findLanded(
  at: { readonly column: Tracked; readonly path: FieldPath },
  landed: readonly Landed[],
): { readonly column: Landed; readonly path: FieldPath } | null {
  for (const column of landed) {
    if (column.source !== at.column.source) continue;
    if (!at.column.steps.every((step, i) => isSameStep(step, column.steps[i]))) continue;
    const path = pathAfter(at.path, column.steps.slice(at.column.steps.length));
    if (path) return { column, path };
  }
  return null;
}

function isLate(filter: RowFilter, landed: readonly Landed[]): boolean {
  return filter.fields.every((field) => findLanded(field, landed) !== null);
}

function lateSql(filter: RowFilter, landed: readonly Landed[]): string {
  return compileSql(
    filter.node,
    (leaf) => {
      const seen = filter.fieldOf(leaf);
      const place = findLanded(seen, landed);
      const column = place?.column ?? seen.column;
      return {
        type: column.type,
        path: place?.path ?? seen.path,
        sql: quoteName(place?.column.from ?? column.name),
      };
    },
    filter.refuse,
  );
}

function makeEarly(filters: readonly RowFilter[]): EarlyFilter {
  const fields: string[] = [];
  const reads = (column: Tracked): ReadField => {
    const known = fields.indexOf(column.source.name);
    const at = known >= 0 ? known : fields.push(column.source.name) - 1;
    const transform = compileSteps(column.steps);
    return (row) => {
      const text = row[at] ?? null;
      if (text === null || !transform) return text;
      const result = transform(text);
      return "text" in result ? result.text : null;
    };
  };
  const keeps = filters.map((filter) =>
    compilePredicate(
      filter.node,
      (leaf) => {
        const { column, path } = filter.fieldOf(leaf);
        return { type: column.type, path, read: reads(column) };
      },
      filter.refuse,
    ),
  );
  return { fields, keep: (row) => keeps.every((keep) => keep(row)) };
}

function resolveField(
  field: FieldPath,
  use: "key" | "cursor",
  tracker: Tracker,
  landed: readonly Landed[],
): FieldPath {
  const [name = "", ...path] = field;
  const broken = (why: string): RevosError =>
    new RevosError("config.mapper_breaks_key", `The ${use} field ${formatField(field)} ${why}.`, {
      data: { field, use },
    });
  const candidates = landed.filter((column) => column.source.name === name);
  if (candidates.length === 0) {
    const isKnown = tracker.columns.some((column) => column.source.name === name);
    throw broken(isKnown ? "is dropped by a mapper" : "is not a field of the stream");
  }
  for (const column of candidates) {
    const after = pathAfter(path, column.steps);
    if (after) return [column.name, ...after];
  }
  if (use === "cursor")
    throw broken("is hashed, encrypted or dropped by a mapper, and what is left has no order");
  // A hashed key is still a key: same value, same hash. What was encrypted differs each time.
  for (const column of candidates) {
    const after =
      path.length === 0 && column.steps.every((step) => step.kind === "whole" && step.repeatable)
        ? []
        : hashedPath(path, column);
    if (after) return [column.name, ...after];
  }
  throw broken(
    "is dropped or encrypted by a mapper, so that the same key would not be found again",
  );
}

/** Where a nested key stands after it was hashed in place or under a suffix. */
function hashedPath(path: FieldPath, column: Tracked): FieldPath | null {
  let now: FieldPath = path;
  for (const step of column.steps) {
    if (
      step.kind === "nested" &&
      step.path.length === now.length &&
      step.path.every((name, i) => now[i] === name)
    ) {
      const output = step.outputs.find((one) => one.repeatable);
      if (!output) return null;
      now = [...now.slice(0, -1), `${now.at(-1) ?? ""}${output.suffix ?? ""}`];
      continue;
    }
    // The drop that people write behind a hashing with suffix removes nothing that is left.
    const after = pathAfter(now, [step]);
    if (!after) return null;
    now = after;
  }
  return path.length === 0 ? null : now;
}
