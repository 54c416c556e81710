// A comparison value of a row filter, read for one type: how it compares with a cell's canonical text (early form) and how
// it is written as SQL (late form).
import { cursorPosition } from "../../connector/cursor-position.ts";
import type { CanonicalType } from "../../model/types.ts";

export type Comparison =
  | "EQUAL"
  | "NOT_EQUAL"
  | "GREATER_THAN"
  | "GREATER_OR_EQUAL"
  | "LESS_THAN"
  | "LESS_OR_EQUAL";

/** A comparison value, read for one type. */
export type Compared = {
  /** Sign of cell - value; undefined when the cell's text is not of the type (the row then goes on to quarantine). */
  readonly sign: (canonical: string) => number | undefined;
  /** Boolean SQL over an expression of the column's type; may be NULL where the expression is. */
  readonly sql: (expression: string, operator: Comparison) => string;
};

export const sqlOperators: Readonly<Record<Comparison, string>> = {
  EQUAL: "=",
  NOT_EQUAL: "<>",
  GREATER_THAN: ">",
  GREATER_OR_EQUAL: ">=",
  LESS_THAN: "<",
  LESS_OR_EQUAL: "<=",
};

export function holds(sign: number, operator: Comparison): boolean {
  switch (operator) {
    case "EQUAL":
      return sign === 0;
    case "NOT_EQUAL":
      return sign !== 0;
    case "GREATER_THAN":
      return sign > 0;
    case "GREATER_OR_EQUAL":
      return sign >= 0;
    case "LESS_THAN":
      return sign < 0;
    case "LESS_OR_EQUAL":
      return sign <= 0;
  }
}

export const compareStrings = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A text that sorts as the value does; undefined for what is not of the type. */
export function orderOf(type: CanonicalType, text: string): string | undefined {
  const position = cursorPosition(type, text);
  const order = position.slice(0, position.indexOf("|"));
  return order.startsWith("s") ? undefined : order;
}
