// The two sides before their rows are looked at: digests of the source beside digests of the table, bucket by bucket, and
// the table's rows of the buckets that differ.
import type { DigestBucket, DigestForm } from "../../connector/digest.ts";
import type { TableName } from "../../connector/destination.ts";
import { quoteName } from "../../connector/workbench.ts";
import { qualifiedName } from "../bad-rows.ts";
import { cursorSql, type NestedOrder } from "../cursor.ts";
import type { StreamContext } from "../work.ts";
import { cursorName, hashName, idName, keyName, tables } from "./names.ts";
import { contentHash, digestSql } from "./row-sql.ts";
import type { VerifyShape } from "./shape.ts";

/** Rows a bucket should hold: so many are read for one row that differs. */
const bucketRows = 512;
const mostBuckets = 65_536;
const leastBuckets = 16;
/** When more of the buckets differ, all rows are read: dealing them out again at the source would cost more. */
const mostPicked = 0.5;

/** A power of two by the size of the table. */
export function bucketsFor(rows: number): number {
  let buckets = leastBuckets;
  while (buckets < mostBuckets && buckets * bucketRows < rows) buckets *= 2;
  return buckets;
}

export type DigestsCompared = {
  readonly form: DigestForm;
  readonly sourceRows: number;
  readonly differing: readonly number[];
  /** Too many buckets differ to pick them out. */
  readonly readAll: boolean;
};

/** Null: the source gives no digests of this stream. */
export async function compareDigests(
  ctx: StreamContext,
  shape: VerifyShape,
  existing: TableName,
  tableRows: number,
): Promise<DigestsCompared | null> {
  const { border, definition, destination } = ctx;
  if (shape.digest === null) return null;
  const open = await border.source("open the source", () => ctx.source.now());
  if (!open.digest) return null;
  const form: DigestForm = { ...shape.digest, buckets: bucketsFor(tableRows) };
  const { setup } = shape;
  const theirs = await border.source(
    `ask for digests of ${setup.stream.name}`,
    async () =>
      (await open.digest?.(
        {
          stream: setup.stream,
          form,
          where: definition.capabilities.where ? setup.plan.where : null,
        },
        { signal: ctx.source.signal(), log: ctx.log, workbench: destination.workbench },
      )) ?? null,
  );
  if (theirs === null) return null;
  const ours = await border.destination("take digests of the table", () =>
    tableDigests(ctx, shape, existing, form.buckets),
  );
  const differing = differ(theirs, ours);
  return {
    form,
    sourceRows: theirs.reduce((sum, bucket) => sum + bucket.rows, 0),
    differing,
    readAll: differing.length > form.buckets * mostPicked,
  };
}

async function tableDigests(
  ctx: StreamContext,
  shape: VerifyShape,
  existing: TableName,
  buckets: number,
): Promise<DigestBucket[]> {
  const { bucket, hash } = digestSql(shape, buckets);
  const rows = await ctx.destination.workbench.all(
    `select b, count(*) as n, sum(h)::varchar as total from (select ${bucket} as b, ${hash} as h from ${qualifiedName(existing)}) group by b`,
  );
  return rows.map((row) => ({
    bucket: Number(row.b),
    rows: Number(row.n),
    sum: String(row.total),
  }));
}

function differ(theirs: readonly DigestBucket[], ours: readonly DigestBucket[]): number[] {
  const text = (bucket: DigestBucket): string => `${bucket.rows}/${bucket.sum}`;
  const left = new Map(ours.map((bucket) => [bucket.bucket, text(bucket)]));
  const differing: number[] = [];
  for (const bucket of theirs) {
    if (left.get(bucket.bucket) !== text(bucket)) differing.push(bucket.bucket);
    left.delete(bucket.bucket);
  }
  return [...differing, ...left.keys()].sort((a, b) => a - b);
}

/** The table's rows (of these buckets, or all) as key, cursor, content hash and id. Made before the source's rows. */
export async function makeTableRows(
  ctx: StreamContext,
  shape: VerifyShape,
  existing: TableName,
  order: NestedOrder,
  picked: { readonly buckets: number; readonly wanted: readonly number[] } | null,
): Promise<void> {
  const { setup } = shape;
  const list = [
    ...shape.locator.columns.map((name, place) => `${quoteName(name)} as ${keyName(place)}`),
    `${setup.cursor ? cursorSql(setup.cursor, order) : "null::varchar"} as ${cursorName}`,
    `${contentHash(shape)} as ${hashName}`,
    `_revos_id as ${idName}`,
  ];
  const where =
    picked === null
      ? ""
      : picked.wanted.length === 0
        ? " where false"
        : ` where ${digestSql(shape, picked.buckets).bucket} in (${picked.wanted.join(", ")})`;
  await ctx.destination.workbench.run(
    `create or replace temp table ${tables.table.slice(5)} as select ${list.join(", ")} from ${qualifiedName(existing)}${where}`,
  );
}
