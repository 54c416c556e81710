// `revos query` on a Postgres warehouse: one reading statement in a read-only transaction, as the role of the destination.
// The statement goes by the extended protocol, which takes exactly one: none can end the transaction that holds it.
import { throwIfAborted } from "../../../kernel/abort.ts";
import { RevosError } from "../../../kernel/error.ts";
import type { ConnectorContext } from "../../../connector/context.ts";
import type { QueryAnswer } from "../../../connector/destination.ts";
import type { PostgresConfig } from "../config.ts";
import { sqlState } from "../errors.ts";
import type { Answer, Session } from "../session.ts";
import { isLost, toDestinationError } from "./errors.ts";
import { Link } from "./link.ts";

/** Statements that a cursor can stand for; the others give few rows. */
const selects = /^(select|with|values|table)\b/i;
const reads = /^(select|with|values|table|show|explain)\b/i;

export async function queryWarehouse(
  config: PostgresConfig,
  ctx: ConnectorContext,
  { sql, limit }: { readonly sql: string; readonly limit?: number | undefined },
): Promise<QueryAnswer> {
  const start = skipComments(sql);
  if (start === "") throw new RevosError("query.failed", "There is no statement to run.");
  // COPY may write files of the server even where nothing else may be written.
  if (!reads.test(start.replace(/^\(+\s*/, "")))
    throw new RevosError(
      "query.failed",
      "Only statements that read are run: select, with, values, table, show, explain. Nothing was run.",
    );
  await using link = new Link(config, ctx);
  const session = await link.session();
  try {
    await session.run("begin transaction read only");
    const answer = await ask(session, sql, start, limit);
    const types = await typeNames(session, answer);
    await session.run("rollback");
    return {
      columns: answer.fields.map((field, i) => ({ name: field.name, type: types[i] ?? "text" })),
      rows: answer.rows.map((row) => row.map((cell, i) => toCell(cell, answer.fields[i]?.typeId))),
    };
  } catch (error) {
    throwIfAborted(ctx.signal);
    if (error instanceof RevosError) throw error;
    if (isLost(error) && session.isBroken)
      throw toDestinationError(error, `Could not ask ${link.place}`);
    // What the server says about the reader's own statement is for the reader.
    const said = error instanceof Error ? error.message : "";
    throw new RevosError("query.failed", `The warehouse refused the query: ${said}`, {
      cause: error,
      data: { sqlState: sqlState(error) },
    });
  }
}

async function ask(
  session: Session,
  sql: string,
  start: string,
  limit: number | undefined,
): Promise<Answer> {
  if (limit === undefined || !selects.test(start.replace(/^\(+\s*/, ""))) {
    const answer = await session.single(sql);
    return limit === undefined ? answer : { ...answer, rows: answer.rows.slice(0, limit) };
  }
  await session.single(`declare revos_query no scroll cursor for ${sql}`);
  return await session.single(`fetch ${Math.max(0, Math.floor(limit))} from revos_query`);
}

/** The statement without the comments and spaces before it. */
function skipComments(sql: string): string {
  let rest = sql.trimStart();
  for (;;) {
    const comment = /^(--[^\n]*(\n|$)|\/\*[\s\S]*?\*\/)/.exec(rest);
    if (!comment) return rest.replace(/^;+\s*$/, "");
    rest = rest.slice(comment[0].length).trimStart();
  }
}

async function typeNames(session: Session, { fields }: Answer): Promise<string[]> {
  if (fields.length === 0) return [];
  const { rows } = await session.query(
    "select pg_catalog.format_type(t.o, t.m) from rows from (pg_catalog.unnest($1::pg_catalog.oid[]), pg_catalog.unnest($2::pg_catalog.int4[])) with ordinality as t(o, m, n) order by t.n",
    [fields.map((field) => field.typeId), fields.map((field) => field.typeModifier)],
  );
  return rows.map((row) => row[0] ?? "text");
}

const boolean = 16;
const integers: readonly (number | undefined)[] = [20, 21, 23, 26];
const floats: readonly (number | undefined)[] = [700, 701];

/** Whole numbers that a double holds exactly become numbers; decimals, times and nested values stay exact text. */
function toCell(cell: string | null, typeId: number | undefined): string | number | boolean | null {
  if (cell === null) return null;
  if (typeId === boolean) return cell === "t";
  const value = Number(cell);
  if (integers.includes(typeId)) return Number.isSafeInteger(value) ? value : cell;
  if (floats.includes(typeId)) return Number.isFinite(value) ? value : cell;
  return cell;
}
