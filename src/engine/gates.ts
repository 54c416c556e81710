// The gates every stream passes before it is published (interface.md §6). A failed gate leaves the state before in place
// and the new rows inspectable. Reasons carry counts and column names, never values.
import type { TableName } from "../connector/destination.ts";
import { quoteName, type Workbench } from "../connector/workbench.ts";
import type { GateResult } from "../model/run.ts";
import { qualifiedName } from "./bad-rows.ts";

/** The counts of a stream, each taken where the rows went, so that they can disagree. */
export type Books = {
  readonly read: number;
  readonly written: number;
  readonly quarantined: number;
  readonly filtered: number;
  readonly deduplicated: number;
};

export const isBalanced = (books: Books): boolean =>
  books.read === books.written + books.quarantined + books.filtered + books.deduplicated;

export type GateInput = {
  readonly workbench: Workbench;
  readonly stage: TableName;
  readonly books: Books;
  /** Table columns of the key; empty where the mode has none. */
  readonly key: readonly string[];
  readonly isReplacing: boolean;
  readonly targetHasRows: boolean;
  readonly allowEmpty: boolean;
  readonly maxQuarantine: { readonly rows: number; readonly percent: number } | null;
  /** Columns that were added or widened: the schema gate passed, and says how. */
  readonly altered: number;
};

/** Where nothing else is set: a stream is held above both. */
export const usualQuarantine = { rows: 100, percent: 5 };

/** All gates, in their order, whatever the first of them says. */
export async function judgeStream(input: GateInput): Promise<GateResult[]> {
  return [
    booksGate(input.books),
    schemaGate(input.altered),
    ...(await keyGates(input)),
    quarantineGate(input),
    emptiedGate(input),
  ];
}

function booksGate(books: Books): GateResult {
  if (isBalanced(books)) return { gate: "books", result: "pass" };
  const { read, written, quarantined, filtered, deduplicated } = books;
  return {
    gate: "books",
    result: "fail",
    reason: `read ${read}, but written ${written} + quarantined ${quarantined} + filtered ${filtered} + deduplicated ${deduplicated} is ${written + quarantined + filtered + deduplicated}`,
  };
}

const schemaGate = (altered: number): GateResult =>
  altered === 0
    ? { gate: "schema", result: "pass" }
    : {
        gate: "schema",
        result: "pass",
        reason: `${altered} column${altered === 1 ? " is" : "s are"} added or widened`,
      };

async function keyGates({ workbench, stage, key, books }: GateInput): Promise<GateResult[]> {
  if (key.length === 0) {
    const reason = "the mode has no key";
    return [
      { gate: "key_not_null", result: "skipped", reason },
      { gate: "key_unique", result: "skipped", reason },
    ];
  }
  const table = qualifiedName(stage);
  const names = key.map(quoteName);
  const nulls = await one(
    workbench,
    `select count(*) as n from ${table} where ${names.map((name) => `${name} is null`).join(" and ")}`,
  );
  // keepLatest has left one row per key; only where it had something to do is the result looked at again.
  const twice =
    books.deduplicated === 0
      ? 0
      : await one(
          workbench,
          `select count(*) as n from (select 1 from ${table} group by ${names.join(", ")} having count(*) > 1)`,
        );
  return [
    nulls === 0
      ? { gate: "key_not_null", result: "pass" }
      : {
          gate: "key_not_null",
          result: "fail",
          reason: `${nulls} row${nulls === 1 ? "" : "s"} without any value in the key (${key.join(", ")})`,
        },
    twice === 0
      ? { gate: "key_unique", result: "pass" }
      : {
          gate: "key_unique",
          result: "fail",
          reason: `${twice} keys stand more than once (${key.join(", ")})`,
        },
  ];
}

function quarantineGate({ books, maxQuarantine }: GateInput): GateResult {
  const { rows, percent } = maxQuarantine ?? usualQuarantine;
  const isOver = books.quarantined > rows && books.quarantined * 100 > percent * books.read;
  if (!isOver) return { gate: "quarantine_limit", result: "pass" };
  return {
    gate: "quarantine_limit",
    result: "fail",
    reason: `${books.quarantined} of ${books.read} rows do not fit, above the limit of ${rows} rows and ${percent} %`,
  };
}

function emptiedGate({ isReplacing, targetHasRows, books, allowEmpty }: GateInput): GateResult {
  if (!isReplacing || !targetHasRows || books.written > 0)
    return { gate: "not_emptied", result: "pass" };
  if (allowEmpty)
    return {
      gate: "not_emptied",
      result: "pass",
      reason: "the table becomes empty, which is allowed",
    };
  return {
    gate: "not_emptied",
    result: "fail",
    reason: `the table has rows and would become empty (${books.read} rows were read)`,
  };
}

async function one(workbench: Workbench, sql: string): Promise<number> {
  const rows = await workbench.all(sql);
  return Number(rows[0]?.n ?? 0);
}
