// Follows the columns of a stream through the list of mappers: which source column each one comes from, under which
// name, after which steps. The plan (plan.ts) reads its result; nothing is run here.
import { RevosError } from "../../kernel/error.ts";
import type { CatalogColumn } from "../../model/catalog.ts";
import type { FieldPath } from "../../model/discovery.ts";
import type { Mapper } from "../../model/mapper.ts";
import type { CanonicalType } from "../../model/types.ts";
import { formatField, isWithin } from "../../model/field-path.ts";
import { parseFieldPath } from "./field.ts";
import type { Step } from "./steps.ts";

/** A column at one point of the list. Values, not places: every change makes a new one. */
export type Tracked = {
  readonly name: string;
  readonly source: CatalogColumn;
  readonly steps: readonly Step[];
  /** Type after the steps: text once the whole cell was hashed or encrypted. */
  readonly type: CanonicalType;
  /** `gone`: hashed or encrypted with a suffix; still there for a second hashing or for the drop that people pair with it. */
  readonly state: "lands" | "gone" | "dropped";
};

/** Throws config.mapper_invalid for the mapper at `index` (from 0). */
export function invalid(index: number, mapper: Mapper, why: string, advice?: string): RevosError {
  return new RevosError("config.mapper_invalid", `Mapper ${index + 1} (${mapper.type}) ${why}`, {
    ...(advice === undefined ? {} : { advice }),
    data: { mapper: index, type: mapper.type },
  });
}

export type Found = {
  readonly at: number;
  readonly column: Tracked;
  /** Below the column; [] is the column itself. */ readonly path: FieldPath;
};

export class Tracker {
  readonly columns: Tracked[];

  constructor(columns: readonly CatalogColumn[]) {
    this.columns = columns.map((source) => ({
      name: source.name,
      source,
      steps: [],
      type: source.type,
      state: "lands",
    }));
  }

  /** The column that a mapper names. `ghosts`: a column that is gone will do as well. */
  find(index: number, mapper: Mapper, field: string, ghosts = false): Found {
    const [name = "", ...path] = parseFieldPath(field);
    const landing = this.columns.findIndex(
      (column) => column.name === name && column.state === "lands",
    );
    const at =
      landing >= 0 || !ghosts
        ? landing
        : this.columns.findLastIndex((column) => column.name === name && column.state !== "lands");
    const column = this.columns[at];
    if (!column) throw this.#missing(index, mapper, field, name);
    if (path.length > 0 && column.type.kind !== "json") {
      throw invalid(
        index,
        mapper,
        `names ${field}, but ${formatField([name])} holds ${column.type.kind}, which has no fields below it.`,
      );
    }
    return { at, column, path };
  }

  #missing(index: number, mapper: Mapper, field: string, name: string): RevosError {
    if (this.columns.some((column) => column.name === name)) {
      return invalid(
        index,
        mapper,
        `names ${field}, which an earlier mapper hashed away, encrypted or dropped.`,
        "Put this mapper before that one.",
      );
    }
    const was = this.columns.find(
      (column) => column.source.name === name && column.state === "lands",
    );
    if (was)
      return invalid(
        index,
        mapper,
        `names ${field}, which is called ${formatField([was.name])} at this point.`,
        `Write ${formatField([was.name])}: each mapper sees the result of those before it.`,
      );
    if (this.columns.some((column) => column.name === field)) {
      return invalid(
        index,
        mapper,
        `names ${field}, read as a nested field.`,
        `Quote a name that holds a dot: ${formatField([field])}`,
      );
    }
    const near = this.columns.find(
      (column) => column.name.toLowerCase() === name.toLowerCase() && column.state === "lands",
    );
    return invalid(
      index,
      mapper,
      `names ${field}, and the stream has no such field.`,
      near
        ? `Did you mean ${formatField([near.name])}?`
        : "revos sources list-streams <id> shows the fields.",
    );
  }

  /** config.mapper_invalid when `name` is taken; destinations may ignore case, so case alone does not tell names apart. */
  claim(index: number, mapper: Mapper, name: string, except: number | null): void {
    if (name === "") throw invalid(index, mapper, "gives a column an empty name.");
    const wanted = name.toLowerCase();
    const clash = this.columns.some(
      (column, at) =>
        at !== except && column.state === "lands" && column.name.toLowerCase() === wanted,
    );
    if (clash)
      throw invalid(
        index,
        mapper,
        `makes a column ${name}, and there is one of that name already.`,
        "Choose another name or suffix.",
      );
    if (/^_revos_/i.test(name))
      throw invalid(
        index,
        mapper,
        `makes a column ${name}; names that begin with _revos_ are kept for revos.`,
      );
  }

  set(at: number, change: Partial<Tracked>): void {
    const column = this.columns[at];
    if (column) this.columns[at] = { ...column, ...change };
  }
}

/** Does a later change of `steps` leave the value at `path` what it was? Gives its path after them, or null. */
export function pathAfter(path: FieldPath, steps: readonly Step[]): FieldPath | null {
  let now = path;
  for (const step of steps) {
    if (step.kind === "whole") return null;
    if (step.kind === "nested_rename") {
      if (isWithin(now, step.path))
        now = [...step.path.slice(0, -1), step.to, ...now.slice(step.path.length)];
      else if (isWithin(step.path, now)) return null;
      continue;
    }
    if (isWithin(now, step.path) || isWithin(step.path, now)) return null;
  }
  return now;
}
