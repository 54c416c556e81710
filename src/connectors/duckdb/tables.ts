// The tables of revos's own in the warehouse (interface.md §6) and the tidying at the start of a run: what a killed run
// staged is dropped, what a gate held is kept for seven days.
import { quoteName, quoteText, type Workbench } from "../../connector/workbench.ts";
import type { DuckWorkbench } from "../../connector/duck/workbench.ts";
import type { TableColumn, TableName } from "../../connector/destination.ts";
import type { Inside } from "../../connector/rewrites/side.ts";
import { keptSchema, pruneKept, rewritesTable } from "../../connector/rewrites/kept.ts";
import { declareKey } from "./quarantine-key.ts";
import { segmentBytes, wideRowBytes } from "../../connector/segment.ts";

export const stagePrefix = "_revos_stage__";
export const heldSchema = "_revos_stage";
const heldDays = 7;

export const qualified = (name: TableName): string =>
  `${quoteName(name.schema)}.${quoteName(name.table)}`;

const ownNames = ["quarantine", "ledger", "windows", "positions", "seen", "rewrites"];

const ownTables: readonly string[] = [
  `create table if not exists _revos.quarantine (id varchar primary key, connection varchar, namespace varchar, stream varchar,
    run_id varchar, group_id varchar, quarantined_at timestamptz, reasons json, original json, contract_version varchar,
    mappers_digest varchar, segment varchar, row_number bigint, status varchar)`,
  `create table if not exists _revos.ledger (run_id varchar, connection varchar, namespace varchar, stream varchar, target varchar,
    lane varchar, started_at timestamptz, ended_at timestamptz, read bigint, written bigint, quarantined bigint, filtered bigint,
    deduplicated bigint, bytes bigint, balanced boolean, published boolean)`,
  `create table if not exists _revos.windows (connection varchar, namespace varchar, stream varchar, target varchar, lane varchar,
    run_id varchar, window_start timestamptz, window_end timestamptz, watermark timestamptz, late bigint, committed_at timestamptz)`,
  `create table if not exists _revos.positions (connection varchar, source_key varchar, namespace varchar, stream varchar,
    target varchar, lane varchar, position varchar, generation bigint, run_id varchar, committed_at timestamptz,
    primary key (source_key, namespace, stream, target, lane))`,
  `create table if not exists _revos.seen (source_key varchar, namespace varchar, stream varchar, target varchar, lane varchar,
    run_id varchar, seen varchar)`,
  rewritesTable,
];

/** Makes schemas and own tables, drops leftovers. Safe because DuckDB lets one process into the file at a time. */
export async function prepareTables(
  workbench: DuckWorkbench,
  schemas: readonly string[],
): Promise<void> {
  const known = new Set(
    (
      await workbench.all(
        "select schema_name from duckdb_schemas() where database_name = current_database()",
      )
    ).map((row) => String(row.schema_name)),
  );
  const isNew = !known.has("_revos");
  const missing = [...new Set([...schemas, "_revos", heldSchema, keptSchema])].filter(
    (schema) => !known.has(schema),
  );
  // One commit, for each waits for the disk.
  if (missing.length > 0)
    await workbench.transaction(async ({ run }) => {
      for (const schema of missing) await run(`create schema if not exists ${quoteName(schema)}`);
      if (isNew) for (const table of ownTables) await run(table);
    });
  if (!isNew) await ensureTables(workbench);
  await keepWideApart(workbench);
  await dropLeftovers(workbench);
  await dropOldHeld(workbench);
  await pruneKept({ ...workbench, qualified });
}

/**
 * Tables of very wide rows stand in row groups of few rows (engine/wide-rows.ts). DuckDB joins small row groups whenever it
 * writes to the file, which would take as much memory as their loads were spared.
 */
async function keepWideApart(workbench: Workbench): Promise<void> {
  const wide = await workbench.all(
    `select 1 from _revos.ledger where bytes >= ${segmentBytes} and bytes >= read * ${wideRowBytes} limit 1`,
  );
  if (wide.length > 0) await workbench.run("set max_vacuum_tasks = 0");
}

async function ensureTables(workbench: Workbench): Promise<void> {
  const rows = await workbench.all(
    `select count(*) as n from duckdb_tables() where database_name = current_database() and schema_name = '_revos' and table_name in (${ownNames.map(quoteText).join(", ")})`,
  );
  if (Number(rows[0]?.n) < ownTables.length)
    for (const table of ownTables) await workbench.run(table);
  await declareKey(workbench);
}

async function dropLeftovers(workbench: Workbench): Promise<void> {
  const left = await workbench.all(
    `select schema_name, table_name from duckdb_tables() where database_name = current_database() and starts_with(table_name, ${quoteText(stagePrefix)}) and schema_name <> ${quoteText(heldSchema)}`,
  );
  for (const row of left)
    await workbench.run(
      `drop table if exists ${qualified({ schema: String(row.schema_name), table: String(row.table_name) })}`,
    );
}

/** The comment of a held stage says when it was held. */
export const heldComment = (iso: string): string => `held at ${iso}`;

async function dropOldHeld(workbench: Workbench): Promise<void> {
  const held = await workbench.all(
    `select table_name from duckdb_tables() where database_name = current_database() and schema_name = ${quoteText(heldSchema)}
      and coalesce(try_cast(regexp_extract(comment, '^held at (.*)$', 1) as timestamptz), '-infinity'::timestamptz) < now() - interval ${heldDays} day`,
  );
  for (const row of held)
    await workbench.run(
      `drop table if exists ${qualified({ schema: heldSchema, table: String(row.table_name) })}`,
    );
}

/** Columns of a table in order, null when it is missing. (The catalog function that lists all columns costs with all tables.) */
export async function columnsOf(
  inside: Pick<Inside, "all">,
  table: TableName,
): Promise<TableColumn[] | null> {
  try {
    const rows = await inside.all(
      `select name, type, "notnull" as required from pragma_table_info(${quoteText(qualified(table))})`,
    );
    return rows.map((row) => ({
      name: String(row.name),
      type: String(row.type),
      nullable: row.required !== true,
    }));
  } catch (error) {
    // A name that does not resolve is found while binding, which leaves a transaction whole.
    if (error instanceof Error && /does not exist/.test(error.message)) return null;
    throw error;
  }
}
