// Digests of a stream's rows (connector/digest.ts), computed by the server under the snapshot of the reads, and the
// condition that picks rows by key or by bucket. Every expression is one of built-in functions, so parallel plans may use it.
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
import { checkStorage, checkWhere, describeColumns, readError } from "./look.ts";
import { quoteIdentifier, quoteLiteral, relationOf } from "./queries.ts";
import type { Session } from "./session.ts";
import type { Snapshot } from "./snapshot.ts";
import { bpcharOid, textForm, toCanonical, type PostgresType } from "./types.ts";

/** A function takes at most 100 arguments. */
const joinedAtOnce = 90;

/** Null where the server keeps its texts in another encoding than UTF-8: its checksums would be of other bytes. */
export async function digestStream(
  snapshot: Snapshot,
  request: DigestRequest,
  ctx: ReadContext,
): Promise<DigestBucket[] | null> {
  const { stream, form, where } = request;
  throwIfAborted(ctx.signal);
  const session = await snapshot.acquire(ctx.signal);
  let isDone = false;
  try {
    const encoding = await session.query("select pg_catalog.current_setting('server_encoding')");
    if (encoding.rows[0]?.[0] !== "UTF8") {
      isDone = true;
      return null;
    }
    const types = await describeColumns(session, stream, namesOf(form));
    if (where !== null) await checkWhere(session, stream, where);
    await checkStorage(session, stream);
    const condition = where === null ? "" : ` where (\n${where}\n)`;
    const bucket =
      form.key.length > 0 ? bucketSql("k", 1, form.buckets) : bucketSql("r", 17, form.buckets);
    const answer = await session.query(
      `select b, count(*), sum(h) from (select ${bucket} as b, ${hexNumber("r", 1, 15)} as h
        from (select ${rowSql(form, types)} as r, ${keySql(form, types)} as k from ${relationOf(stream)}${condition}) t) d group by b`,
    );
    isDone = true;
    return answer.rows.map(([at, rows, sum]) => ({
      bucket: Number(at),
      rows: Number(rows),
      sum: sum ?? "0",
    }));
  } catch (error) {
    throw isAbort(error) || ctx.signal.aborted ? error : readError(error, stream);
  } finally {
    await snapshot.release(session, isDone);
  }
}

/** The condition of a read that takes only some rows. */
export async function pickCondition(
  session: Session,
  request: Pick<DigestRequest, "stream">,
  pick: RowPick,
): Promise<string> {
  if (pick.kind === "keys") return keysCondition(pick.columns, pick.keys);
  if (pick.buckets.length === 0) return "false";
  const types = await describeColumns(session, request.stream, namesOf(pick.form));
  const { form } = pick;
  const expression =
    form.key.length > 0
      ? bucketSql(keySql(form, types), 1, form.buckets)
      : bucketSql(rowSql(form, types), 17, form.buckets);
  return `${expression} = any (${quoteLiteral(`{${pick.buckets.join(",")}}`)}::pg_catalog.int8[])`;
}

/** Literals without a type take the column's own, so that an index over the key is used. */
function keysCondition(
  columns: readonly string[],
  keys: readonly (readonly (string | null)[])[],
): string {
  const names = columns.map(quoteIdentifier);
  const whole = keys.filter((key) => !key.includes(null));
  const conditions = keys
    .filter((key) => key.includes(null))
    .map((key) => {
      const parts = names.map((name, i) =>
        key[i] === null || key[i] === undefined
          ? `${name} is null`
          : `${name} = ${quoteLiteral(key[i])}`,
      );
      return `(${parts.join(" and ")})`;
    });
  if (whole.length > 0) {
    const list = whole.map((key) => {
      const texts = key.map((text) => quoteLiteral(text ?? ""));
      return texts.length === 1 ? texts[0] : `(${texts.join(", ")})`;
    });
    conditions.push(
      `${names.length === 1 ? names[0] : `(${names.join(", ")})`} in (${list.join(", ")})`,
    );
  }
  return conditions.length === 0 ? "false" : `(${conditions.join(" or ")})`;
}

const namesOf = (form: DigestForm): string[] => [
  ...new Set(form.columns.map((column) => column.source)),
];

const rowSql = (form: DigestForm, types: ReadonlyMap<string, PostgresType>): string =>
  joined(form.columns.map((column) => cellSql(column, types)));

const keySql = (form: DigestForm, types: ReadonlyMap<string, PostgresType>): string =>
  form.key.length === 0
    ? "null::pg_catalog.text"
    : joined(
        form.key.flatMap((place) => {
          const column = form.columns[place];
          return column ? [cellSql(column, types)] : [];
        }),
      );

const hexNumber = (text: string, from: number, digits: number): string =>
  `('x' || pg_catalog.substr(pg_catalog.md5(${text}), ${from}, ${digits}))::bit(${digits * 4})::pg_catalog.int8`;

const bucketSql = (text: string, from: number, buckets: number): string =>
  `(${hexNumber(text, from, 8)} % ${buckets})`;

function joined(cells: readonly string[]): string {
  const separator = `pg_catalog.chr(${cellSeparator.charCodeAt(0)})`;
  let parts = [...cells];
  while (parts.length > 1) {
    const next: string[] = [];
    for (let at = 0; at < parts.length; at += joinedAtOnce) {
      const some = parts.slice(at, at + joinedAtOnce);
      next.push(
        some.length === 1
          ? (some[0] ?? "")
          : `pg_catalog.concat_ws(${[separator, ...some].join(", ")})`,
      );
    }
    parts = next;
  }
  return parts[0] ?? "''::pg_catalog.text";
}

function cellSql(
  column: DigestForm["columns"][number],
  types: ReadonlyMap<string, PostgresType>,
): string {
  const name = quoteIdentifier(column.source);
  const missing = `pg_catalog.chr(${nullCell.charCodeAt(0)})`;
  const type = types.get(column.source);
  if (column.text === "presence" || !type)
    return `case when ${name} is null then ${missing} else '+' end`;
  const text = textOf(type, name);
  if (column.text === "number") {
    const own = `${name}::pg_catalog.text`;
    return `coalesce(case when pg_catalog.strpos(${own}, '.') > 0 then pg_catalog.rtrim(pg_catalog.rtrim(${own}, '0'), '.') else ${own} end, ${missing})`;
  }
  if (toCanonical(type).kind !== "text") return `coalesce(${text}, ${missing})`;
  return `case when ${name} is null then ${missing} else pg_catalog.octet_length(${text})::pg_catalog.text || ':' || ${text} end`;
}

/** A cast would take the padding of char(n) away; its own output function does not. */
const textOf = (type: PostgresType, name: string): string =>
  toCanonical(type).kind === "float32"
    ? `${name}::pg_catalog.float8::pg_catalog.text`
    : !type.element && type.oid === bpcharOid
      ? `pg_catalog.concat(${name})`
      : textForm(type, name).select;
