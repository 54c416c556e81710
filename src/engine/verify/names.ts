// Names of the temp tables of a comparison. Names inside hold a space, which no name of ours in a table has, so that a
// column of the source may be called anything.
import { quoteName } from "../../connector/workbench.ts";
import type { VerifyShape } from "./shape.ts";

export const tables = {
  /** Source rows: key, cursor, content hash. */
  source: "temp._revos_verify_source",
  /** The same of the table, with the row's id. */
  table: "temp._revos_verify_table",
  /** Source rows that do not fit: key, cursor, quarantine id, status (null: not in quarantine). */
  bad: "temp._revos_verify_bad",
  /** Rows that one side has more often. */
  differing: "temp._revos_verify_differing",
  /** What was made of them. */
  verdicts: "temp._revos_verify_verdicts",
  /** A second look at the source's rows of some keys. */
  again: "temp._revos_verify_again",
  /** Keys to look at again, or to repair. */
  keys: "temp._revos_verify_keys",
  /** Whole source rows of changed keys. */
  whole: "temp._revos_verify_whole",
} as const;

export const keyName = (place: number): string => quoteName(`_revos k${place}`);
export const cursorName = quoteName("_revos cursor");
export const hashName = quoteName("_revos hash");
export const idName = quoteName("_revos id");

export const keyNames = (shape: VerifyShape): string[] =>
  shape.locator.columns.map((_, place) => keyName(place));

/** `a.k0 is not distinct from b.k0 and ...`; true where there is no key. */
export const sameKey = (shape: VerifyShape, a: string, b: string): string =>
  keyNames(shape)
    .map((name) => `${a}.${name} is not distinct from ${b}.${name}`)
    .join(" and ") || "true";
