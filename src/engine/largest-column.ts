// A load that ran out of memory says which column weighs most: the advice to give it more leaves open whether that will do.
import { quoteText, type Workbench } from "../connector/workbench.ts";
import { RevosError } from "../kernel/error.ts";
import type { Landed } from "./land.ts";

const mb = 1_000_000;

/** The error, with the largest column of the segment that was loaded when memory ran out; any other error as it is. */
export async function nameLargestColumn(
  workbench: Workbench,
  error: unknown,
  landed: Pick<Landed, "file" | "rows"> | null,
): Promise<unknown> {
  if (!(error instanceof RevosError) || error.code !== "destination.out_of_memory" || !landed)
    return error;
  const [largest] = await workbench
    .all(
      `select path_in_schema as name, sum(total_uncompressed_size)::bigint as bytes from parquet_metadata(${quoteText(landed.file)}) group by 1 order by 2 desc, 1 limit 1`,
    )
    .catch(() => []);
  if (!largest) return error;
  const column = String(largest.name);
  const bytes = Number(largest.bytes);
  return new RevosError(
    error.code,
    `${error.message} Its largest column is ${column}: ${(bytes / mb).toFixed(1)} MB in ${landed.rows} rows.`,
    { cause: error.cause, data: { ...error.data, column, bytes, rows: landed.rows } },
  );
}
