// Digests of a stream's rows (connector/digest.ts), computed by the server under the snapshot of the reads, and the
// condition that picks rows by key or by bucket.
import type { ReadContext } from "../../connector/context.ts";
import {
  cellSeparator,
  nullCell,
  type DigestBucket,
  type DigestForm,
  type DigestRequest,
  type RowPick,
} from "../../connector/digest.ts";
import { isAbort, throwIfAborted } from "../../kernel/abort.ts";
import { must } from "../../kernel/assert.ts";
import { equalsCondition } from "./cursor.ts";
import { checkWhere, describeColumns, readError } from "./look.ts";
import { quoteIdentifier, relationOf } from "./queries.ts";
import type { Session } from "./session.ts";
import type { Snapshot } from "./snapshot.ts";
import { canonicalSql } from "./text-sql.ts";
import { toCanonical, type MysqlType } from "./types.ts";

type Types = ReadonlyMap<string, MysqlType>;

export async function digestStream(
  snapshot: Snapshot,
  request: DigestRequest,
  ctx: ReadContext,
): Promise<DigestBucket[]> {
  const { stream, form, where } = request;
  throwIfAborted(ctx.signal);
  const session = await snapshot.acquire(ctx.signal);
  try {
    const types = await describeColumns(session, stream, namesOf(form));
    if (where !== null) await checkWhere(session, stream, where);
    const condition = where === null ? "" : ` where (\n${where}\n)`;
    const answer = await session.query(
      `select ${bucketSql(form, types)}, count(*), sum(${hexNumber(rowSql(form, types), 1, 15)}) from ${relationOf(stream)}${condition} group by 1`,
    );
    return answer.map(([at, rows, sum]) => ({
      bucket: Number(at),
      rows: Number(rows),
      sum: sum ?? "0",
    }));
  } catch (error) {
    throw isAbort(error) || ctx.signal.aborted ? error : readError(error, stream);
  } finally {
    await snapshot.release(session);
  }
}

/** The condition of a read that takes only some rows. */
export async function pickCondition(
  session: Session,
  request: Pick<DigestRequest, "stream">,
  pick: RowPick,
): Promise<string> {
  const isEmpty = pick.kind === "keys" ? pick.keys.length === 0 : pick.buckets.length === 0;
  if (isEmpty) return "false";
  const names = pick.kind === "keys" ? pick.columns : namesOf(pick.form);
  const types = await describeColumns(session, request.stream, names);
  return pick.kind === "keys"
    ? `(${pick.keys.map((key) => keyCondition(pick.columns, key, types)).join(" or ")})`
    : `${bucketSql(pick.form, types)} in (${pick.buckets.map(Number).join(", ")})`;
}

const keyCondition = (
  columns: readonly string[],
  key: readonly (string | null)[],
  types: Types,
): string =>
  `(${columns
    .map((column, i) => {
      const name = quoteIdentifier(column);
      const text = key[i] ?? null;
      return text === null ? `${name} is null` : equalsCondition(typeOf(types, column), name, text);
    })
    .join(" and ")})`;

const typeOf = (types: Types, name: string): MysqlType =>
  must(types.get(name), "a column of a digest that was described");

const namesOf = (form: DigestForm): string[] => [
  ...new Set(form.columns.map((column) => column.source)),
];

const joined = (cells: readonly string[]): string =>
  cells.length === 1
    ? (cells[0] ?? "''")
    : `concat_ws(${[`char(${cellSeparator.charCodeAt(0)})`, ...cells].join(", ")})`;

const rowSql = (form: DigestForm, types: Types): string =>
  joined(form.columns.map((column) => cellSql(column, types)));

const keySql = (form: DigestForm, types: Types): string =>
  joined(form.key.map((place) => cellSql(must(form.columns[place], "a key column"), types)));

/** A row longer than max_allowed_packet cannot be joined and is NULL then: its bucket differs, and the row itself is read. */
const hexNumber = (text: string, from: number, digits: number): string =>
  `cast(conv(substr(coalesce(md5(${text}), repeat('0', 32)), ${from}, ${digits}), 16, 10) as unsigned)`;

const bucketSql = (form: DigestForm, types: Types): string =>
  form.key.length > 0
    ? `${hexNumber(keySql(form, types), 1, 8)} % ${form.buckets}`
    : `${hexNumber(rowSql(form, types), 17, 8)} % ${form.buckets}`;

function cellSql(column: DigestForm["columns"][number], types: Types): string {
  const name = quoteIdentifier(column.source);
  const missing = `char(${nullCell.charCodeAt(0)})`;
  if (column.text === "presence") return `case when ${name} is null then ${missing} else '+' end`;
  const type = typeOf(types, column.source);
  const text = canonicalSql(type, name);
  if (column.text === "number")
    return `coalesce(case when locate('.', ${text}) > 0 then trim(trailing '.' from trim(trailing '0' from ${text})) else ${text} end, ${missing})`;
  if (toCanonical(type).kind !== "text") return `coalesce(${text}, ${missing})`;
  return `coalesce(concat(length(${text}), ':', ${text}), ${missing})`;
}
