// The columns of a staged table that are the stream's own; revos adds some to every table (model/own-columns.ts).
import type { CanonicalType } from "../model/types.ts";

/** A column of the table, beside revos's own four. */
export type TableField = {
  readonly name: string;
  readonly type: CanonicalType;
  /** DuckDB type of the staged column; wider than `type` where the target already is. */
  readonly duck: string;
  /** Column of the segment. Null: computed from `sql` over the segment's converted columns (a nested key part). */
  readonly from: string | null;
  readonly sql: string;
  /** The user wrote the type. */
  readonly isExplicit: boolean;
};
