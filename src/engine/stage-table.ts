// The staging table. It becomes the published table where a stream is loaded as a whole, so how its texts are compressed
// matters beyond the run.
import { quoteName, quoteText, type Workbench } from "../connector/workbench.ts";
import type { TableName } from "../connector/destination.ts";
import { qualifiedName } from "./bad-rows.ts";
import { firstDecimal } from "./numbers.ts";
import type { TableField } from "./fields.ts";
import type { Landed } from "./land.ts";

/** Rows of the first segment that tell what texts are like. Fewer are not worth a look. */
const sampleRows = 20_000;
/** Looking at more columns than this would cost more than it saves. */
const mostColumns = 64;
const longText = 12;
/** Of the texts in the sample, so many must differ. */
const mostlyDifferent = 0.5;

/** Makes it, empty. `symbols`: names of fields whose texts are compressed by symbol table. */
export async function makeStage(
  workbench: Workbench,
  stage: TableName,
  fields: readonly TableField[],
  {
    symbols = new Set(),
    decimals = new Set(),
  }: {
    readonly symbols?: ReadonlySet<string>;
    /** Names of number fields that are staged as decimals at once (numbers.ts). */
    readonly decimals?: ReadonlySet<string>;
  } = {},
): Promise<void> {
  const definitions = fields.map(
    ({ name, duck }) =>
      `${quoteName(name)} ${decimals.has(name) ? firstDecimal : duck}${symbols.has(name) ? " using compression fsst" : ""}`,
  );
  await workbench.run(
    `create or replace table ${qualifiedName(stage)} (${definitions.join(", ")}, _revos_id bigint, _revos_run_id varchar, _revos_extracted_at timestamptz, _revos_generation bigint)`,
  );
}

/**
 * Fields of long texts that mostly differ, judged by a first segment. DuckDB tries every method on every row group, and to
 * try a dictionary on such texts costs more than all the rest of their load (measured: 3.0 against 1.6 CPU s for five
 * million texts of 32 bytes, with the same size on disk); they are always best compressed by symbol table.
 */
export async function symbolTexts(
  workbench: Workbench,
  fields: readonly TableField[],
  landed: Landed,
): Promise<ReadonlySet<string>> {
  if (landed.rows < sampleRows) return new Set();
  const texts = fields.filter(
    (field) =>
      field.type.kind === "text" &&
      /^varchar$/i.test(field.duck) &&
      landed.columns.some((column) => column.name === field.from && column.type.kind === "text"),
  );
  if (texts.length === 0 || texts.length > mostColumns) return new Set();
  const names = texts.map((field) => quoteName(field.from ?? ""));
  const found = await workbench.all(
    `select ${names
      .map(
        (name, i) =>
          `avg(strlen(${name})) >= ${longText} and approx_count_distinct(${name}) >= count(${name}) * ${mostlyDifferent} as is${i}`,
      )
      .join(
        ", ",
      )} from (select ${names.join(", ")} from read_parquet(${quoteText(landed.file)}) limit ${sampleRows})`,
  );
  return new Set(texts.filter((_, i) => found[0]?.[`is${i}`] === true).map((field) => field.name));
}
