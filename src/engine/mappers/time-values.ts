// Dates and times in row filters: compared as instants; a comparison value without a zone is UTC.
import { quoteText } from "../../connector/workbench.ts";
import type { CanonicalType } from "../../model/types.ts";
import { convertSql, duckType } from "../convert.ts";
import { compareStrings, orderOf, sqlOperators, type Compared } from "./compared.ts";

const instantForms = {
  date: /^(?:-?infinity|\d{4,6}-\d\d-\d\d(?: BC)?)$/i,
  timestamp:
    /^(?:-?infinity|\d{4,6}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)?(?: BC)?)$/i,
  timestamptz:
    /^(?:-?infinity|\d{4,6}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?(?: BC)?)$/i,
} as const;

export function readInstant(
  text: string,
  kind: "date" | "timestamp" | "timestamptz",
): Compared | undefined {
  const type: CanonicalType = { kind };
  let literal = text.trim();
  if (!instantForms[kind].test(literal) || Number(literal.split("-")[0]) > 200_000)
    return undefined;
  // A comparison value without a zone is UTC.
  if (kind === "timestamptz" && /^\d{4,6}-\d\d-\d\d(?:[ T][\d:.]+)?(?: BC)?$/i.test(literal)) {
    literal = literal
      .replace(/^(\S+)$/, "$1 00:00:00")
      .replace(/^(\d+-\d\d-\d\d)( BC)$/i, "$1 00:00:00$2")
      .replace(/( BC)?$/i, "+00$1");
  }
  const wanted = orderOf(type, literal);
  if (wanted === undefined) return undefined;
  const constant = `(${convertSql(quoteText(literal), type).value})::${duckType(type)}`;
  return {
    sign: (cell) => {
      const order = orderOf(type, cell);
      return order === undefined ? undefined : compareStrings(order, wanted);
    },
    sql: (expression, operator) => `${expression} ${sqlOperators[operator]} ${constant}`,
  };
}

function toTime(text: string): number | undefined {
  const parts = /^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?$/.exec(text.trim());
  if (!parts) return undefined;
  const seconds = Number(parts[1]) * 3600 + Number(parts[2]) * 60 + Number(parts[3] ?? 0);
  return seconds > 86_400
    ? undefined
    : seconds * 1_000_000 + Number((parts[4] ?? "").padEnd(6, "0"));
}

export function readTime(text: string): Compared | undefined {
  const wanted = toTime(text);
  if (wanted === undefined) return undefined;
  return {
    sign: (cell) => {
      const value = toTime(cell);
      return value === undefined ? undefined : Math.sign(value - wanted);
    },
    sql: (expression, operator) =>
      `${expression} ${sqlOperators[operator]} ${quoteText(text.trim())}::time`,
  };
}
