// The columns of a staged table: the stream's own and the four that revos adds to every table.
import type { CanonicalType } from "../model/types.ts";

export const ownColumns = [
  "_revos_id",
  "_revos_run_id",
  "_revos_extracted_at",
  "_revos_generation",
] as const;

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
