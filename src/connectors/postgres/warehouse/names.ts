// Names in SQL of the warehouse. Everything is qualified and quoted; what is longer than Postgres allows is shortened the
// same way every time.
import { fitName } from "../../../connector/fit-name.ts";
import { fnv64 } from "../../../connector/quarantine-id.ts";
import type { TableName } from "../../../connector/destination.ts";
import { quoteIdentifier } from "../queries.ts";

export const nameBytes = 63;
export const maxColumns = 1600;
export const ownSchema = "_revos";
export const stageSchema = "_revos_stage";

export const ident = (name: string): string => quoteIdentifier(fitName(name, nameBytes));
export const qualified = ({ schema, table }: TableName): string =>
  `${ident(schema)}.${ident(table)}`;

export const historyName = (target: TableName): TableName => ({
  schema: target.schema,
  table: fitName(`${target.table}__history`, nameBytes),
});

/** A short name of our own for a table that lives within one transaction, or is renamed at its end. */
export const workName = (
  kind: "new" | "rows" | "held" | "ids" | "gone" | "keys" | "leave",
  of: string,
): string => `_revos_${kind}_${fnv64(of).toString(16).padStart(16, "0")}`;
