// The target's rows that the engine wants to compare staged ones with, brought to the workbench: only the columns and, where
// it can be told, only the rows that are asked for.
import type { ExistingRequest, TableName } from "../../../connector/destination.ts";
import { fnv64 } from "../../../connector/quarantine-id.ts";
import { quoteName } from "../../../connector/workbench.ts";
import { quoteLiteral } from "../queries.ts";
import type { Session } from "../session.ts";
import { fetchRows } from "./fetch.ts";
import { hasNull, keyConditions } from "./match.ts";
import { ident, qualified, stageSchema, workName } from "./names.ts";
import { benchColumns, benchName, type Bench } from "./bench-table.ts";
import { sendRows } from "./send.ts";
import { inside } from "./measure.ts";
import { columnsOf, type WarehouseColumn } from "./tables.ts";
import { postgresType } from "./types.ts";

export async function fetchExisting(
  session: Session,
  bench: Bench,
  request: ExistingRequest,
): Promise<TableName> {
  const name = `_revos_existing_${fnv64(JSON.stringify(request)).toString(16)}`;
  const found = (await columnsOf(session, request.target)) ?? [];
  const known = new Map(found.map((column) => [column.name.toLowerCase(), column.name]));
  const columns = request.columns.map((column) => {
    const stands = ident(known.get(column.toLowerCase()) ?? column);
    return stands === ident(column) ? `t.${stands}` : `t.${stands} as ${ident(column)}`;
  });
  const from = `select ${columns.join(", ")} from ${qualified(request.target)} as t`;
  const narrowed = [await lowEnd(session, request), rangeOf(found, request)].filter(
    (condition) => condition !== null,
  );
  if (!request.matching) {
    const where = narrowed.length === 0 ? "" : ` where ${narrowed.join(" and ")}`;
    await fetchRows(session, bench, [`${from}${where}`], name);
    return { schema: "temp", table: name };
  }
  const { table, columns: keyNames } = request.matching;
  const keys = (await benchColumns(bench, table)).filter((column) =>
    keyNames.includes(column.name),
  );
  await bench.workbench.run(
    `create or replace temp table _revos_asked as select distinct ${keys.map((key) => quoteName(key.name)).join(", ")} from ${benchName(table)}`,
  );
  const [nulls] = await bench.workbench.all(
    `select coalesce(bool_or(${keys.map((key) => `${quoteName(key.name)} is null`).join(" or ")}), false) as some from temp._revos_asked`,
  );
  // The keys go to the server in a transaction that is rolled back: nothing of them stays.
  await session.run("begin");
  try {
    const asked = qualified({
      schema: stageSchema,
      table: workName("keys", `${process.pid} ${name}`),
    });
    await session.run(
      `create unlogged table ${asked} (${keys.map((key) => `${ident(key.name)} ${postgresType(key.duck)}`).join(", ")})`,
    );
    await sendRows(session, bench, { schema: "temp", table: "_revos_asked" }, keys, asked, true);
    await session.run(`analyze ${asked}`);
    const [whole = "false"] = keyConditions("t", "s", keys, false);
    const also = narrowed.map((condition) => ` and ${condition}`).join("");
    const selects = [`${from} where exists (select from ${asked} as s where ${whole})${also}`];
    if (nulls?.some === true) selects.push(`${from} where ${hasNull("t", keys)}${also}`);
    await fetchRows(session, bench, selects, name);
  } finally {
    if (!session.isBroken) await session.run("rollback").catch(() => {});
    await bench.workbench.run("drop table if exists temp._revos_asked").catch(() => {});
  }
  return { schema: "temp", table: name };
}

/** Rows at or above a place of the cursor; null where Postgres would order the values otherwise than the engine does. */
async function lowEnd(session: Session, { target, from }: ExistingRequest): Promise<string | null> {
  if (!from) return null;
  const column = (await columnsOf(session, target))?.find(
    (one) => one.name.toLowerCase() === from.column.toLowerCase(),
  );
  if (!column) return null;
  const name = `t.${ident(column.name)}`;
  if (/^(JSON|INTERVAL|TIMETZ|TIME WITH|UUID|BLOB|BOOLEAN)|\[\]$/i.test(column.type)) return null;
  if (column.type === "VARCHAR") {
    // A number or a time that landed as text is ordered as what it was.
    if (/^[-\d]/.test(from.text)) return null;
    return withNulls(name, from, `${name} collate "C" >= ${quoteLiteral(from.text)}`);
  }
  const low = `${quoteLiteral(from.text)}::${column.sqlType}`;
  const reads = await session.query(`select ${low}`).then(
    () => true,
    () => false,
  );
  return reads ? withNulls(name, from, `${name} >= ${low}`) : null;
}

const withNulls = (
  name: string,
  { nulls }: NonNullable<ExistingRequest["from"]>,
  above: string,
): string => (nulls === false ? above : `(${name} is null or ${above})`);

/** The range as a condition; null where the column's order is not that of the range's values. */
function rangeOf(columns: readonly WarehouseColumn[], { within }: ExistingRequest): string | null {
  if (!within) return null;
  const column = columns.find((one) => one.name.toLowerCase() === within.column.toLowerCase());
  if (!column || (column.type === "VARCHAR" && within.type.kind !== "text")) return null;
  return inside(column, within, "t.");
}

export async function dropExisting(bench: Bench): Promise<void> {
  const rows = await bench.workbench.all(
    "select table_name from duckdb_tables() where temporary and starts_with(table_name, '_revos_existing_')",
  );
  for (const row of rows)
    await bench.workbench.run(`drop table if exists temp.${quoteName(String(row.table_name))}`);
}
