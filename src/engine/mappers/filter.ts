// Row filters: one node, compiled to a JavaScript predicate (early, before a privacy mapper) or to DuckDB's SQL (in the
// load). Two-valued logic: a leaf over NULL is false, so NOT of it is true; IS_NULL is the way to ask for NULL.
import { quoteText } from "../../connector/workbench.ts";
import type { FieldPath } from "../../model/discovery.ts";
import type { FilterNode } from "../../model/mapper.ts";
import type { CanonicalType } from "../../model/types.ts";
import { parsePattern } from "./pattern.ts";
import {
  nestedSign,
  nestedSql,
  nestedToken,
  readNested,
  toPointer,
  type NestedCompared,
} from "./nested-values.ts";
import { holds, type Compared, type Comparison } from "./compared.ts";
import { domainOf } from "./values.ts";

export type Leaf = Extract<FilterNode, { fieldName: string }>;

/** Throws for a leaf that cannot be compiled: `problem` says why, in words that follow "Mapper 2 (row-filtering)". */
export type Refuse = (problem: string, advice?: string) => Error;

export type FilterField = {
  readonly type: CanonicalType;
  /** Below the column; [] is the column itself. */ readonly path: FieldPath;
};

/** A leaf with its values read: both forms are made from it. */
type ReadLeaf =
  | { readonly kind: "null" }
  | {
      readonly kind: "compare";
      readonly operator: Comparison;
      readonly values: readonly Compared[];
    }
  | {
      readonly kind: "nested";
      readonly operator: Comparison;
      readonly values: readonly NestedCompared[];
    }
  | { readonly kind: "match"; readonly re2: string; readonly js: RegExp };

export function readLeaf(leaf: Leaf, field: FilterField, refuse: Refuse): ReadLeaf {
  const { type: operator, fieldName } = leaf;
  const given = leaf.comparisonValue;
  if (operator === "IS_NULL") {
    if (given !== undefined)
      throw refuse(`gives ${fieldName} IS_NULL a comparisonValue, which it does not take.`);
    return { kind: "null" };
  }
  const texts = Array.isArray(given)
    ? (given as readonly string[])
    : given === undefined
      ? []
      : [given as string];
  if (texts.length === 0 || (operator !== "IN" && Array.isArray(given))) {
    throw refuse(
      `compares ${fieldName} by ${operator}, which needs ${operator === "IN" ? "a list of values" : "one value"} as comparisonValue.`,
    );
  }
  const isNested = field.path.length > 0;
  const domain = domainOf(isNested ? { kind: "text" } : field.type);
  if (operator === "MATCHES") {
    if (!domain.matches)
      throw refuse(`asks ${fieldName} to match a pattern, but it holds ${field.type.kind}.`);
    const pattern = parsePattern(texts[0] ?? "");
    if ("refused" in pattern)
      throw refuse(
        `gives ${fieldName} a pattern that is refused: ${pattern.refused}.`,
        "docs/reference/mappers.md lists what a pattern may hold.",
      );
    return { kind: "match", ...pattern };
  }
  const comparison: Comparison = operator === "IN" ? "EQUAL" : operator;
  const isEquality = comparison === "EQUAL" || comparison === "NOT_EQUAL";
  if (isEquality ? !domain.equality : !domain.ordered)
    throw refuse(`compares ${fieldName} by ${operator}, which ${field.type.kind} does not know.`);
  if (isNested) return { kind: "nested", operator: comparison, values: texts.map(readNested) };
  const values = texts.map((text) => {
    const value = domain.read(text);
    if (!value) throw refuse(`compares ${fieldName} with a value that is not ${field.type.kind}.`);
    return value;
  });
  return { kind: "compare", operator: comparison, values };
}

/** Reads the text of a field in a row; null is NULL. */
export type ReadField = (canonical: readonly (string | null)[]) => string | null;

/** True, false, or undefined where a cell is not of its type: such a row is kept, so that quarantine names it. */
type Verdict = boolean | undefined;

export function compilePredicate(
  node: FilterNode,
  field: (leaf: Leaf) => FilterField & { readonly read: ReadField },
  refuse: Refuse,
): (canonical: readonly (string | null)[]) => boolean {
  const compile = (inner: FilterNode): ((row: readonly (string | null)[]) => Verdict) => {
    if (inner.type === "AND" || inner.type === "OR" || inner.type === "NOT") {
      const parts = "conditions" in inner ? inner.conditions.map(compile) : [];
      return combine(inner.type, parts);
    }
    const leaf = inner as Leaf;
    const { read, ...at } = field(leaf);
    const test = compileTest(readLeaf(leaf, at, refuse), at.path);
    return (row) => test(read(row));
  };
  const root = compile(node);
  return (row) => root(row) ?? true;
}

function combine(
  type: "AND" | "OR" | "NOT",
  parts: readonly ((row: readonly (string | null)[]) => Verdict)[],
): (row: readonly (string | null)[]) => Verdict {
  return (row) => {
    const verdicts = parts.map((part) => part(row));
    if (verdicts.includes(undefined)) return undefined;
    if (type === "AND") return !verdicts.includes(false);
    // NOT of several: true when none of them holds.
    return type === "OR" ? verdicts.includes(true) : !verdicts.includes(true);
  };
}

function compileTest(leaf: ReadLeaf, path: FieldPath): (text: string | null) => Verdict {
  const tokenOf = (text: string | null) => (text === null ? null : nestedToken(text, path));
  switch (leaf.kind) {
    case "null":
      return path.length === 0
        ? (text) => text === null
        : (text) => ((token) => (token === undefined ? undefined : token === null))(tokenOf(text));
    case "match":
      return (text) => {
        if (path.length === 0) return text !== null && leaf.js.test(text);
        const token = tokenOf(text);
        if (token === undefined) return undefined;
        return token !== null && token.startsWith('"') && leaf.js.test(JSON.parse(token) as string);
      };
    case "nested":
      return (text) => {
        const token = tokenOf(text);
        if (token === undefined) return undefined;
        if (token === null) return false;
        return leaf.values.some((value) =>
          ((sign) => sign !== null && holds(sign, leaf.operator))(nestedSign(token, value)),
        );
      };
    case "compare":
      return (text) => {
        if (text === null) return false;
        const signs = leaf.values.map((value) => value.sign(text));
        return signs.includes(undefined)
          ? undefined
          : signs.some((sign) => sign !== undefined && holds(sign, leaf.operator));
      };
  }
}

/** Boolean SQL, never NULL. */
export function compileSql(
  node: FilterNode,
  field: (leaf: Leaf) => FilterField & { readonly sql: string },
  refuse: Refuse,
): string {
  const compile = (inner: FilterNode): string => {
    if (inner.type === "AND" || inner.type === "OR" || inner.type === "NOT") {
      const parts = "conditions" in inner ? inner.conditions.map(compile) : [];
      const joined =
        parts.length === 1
          ? (parts[0] ?? "true")
          : `(${parts.join(inner.type === "AND" ? " and " : " or ")})`;
      return inner.type === "NOT" ? `(not ${joined})` : joined;
    }
    const leaf = inner as Leaf;
    const { sql, ...at } = field(leaf);
    return leafSql(readLeaf(leaf, at, refuse), at.path, sql);
  };
  return compile(node);
}

function leafSql(leaf: ReadLeaf, path: FieldPath, column: string): string {
  const nested = path.length > 0;
  const pointer = quoteText(toPointer(path));
  switch (leaf.kind) {
    case "null":
      return nested
        ? `(coalesce(json_type(${column}, ${pointer}), 'NULL') = 'NULL')`
        : `(${column} is null)`;
    case "match": {
      const text = nested ? `json_extract_string(${column}, ${pointer})` : `${column}::varchar`;
      const matches = `coalesce(regexp_matches(${text}, ${quoteText(leaf.re2)}), false)`;
      return nested
        ? `(coalesce(json_type(${column}, ${pointer}) = 'VARCHAR', false) and ${matches})`
        : matches;
    }
    case "nested":
      return `coalesce(${leaf.values.map((value) => nestedSql(column, pointer, value, leaf.operator)).join(" or ")}, false)`;
    case "compare":
      return `coalesce(${leaf.values.map((value) => value.sql(column, leaf.operator)).join(" or ")}, false)`;
  }
}
