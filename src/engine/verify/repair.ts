// Repair of one stream: only what differs is read again (by key where the source can be asked by key), goes through the
// load's conversion, the key rules and the gates, and is published in one transaction together with what is taken away.
// Lane `repair`: the live position stays where it is.
import { rm } from "node:fs/promises";
import { quarantineScope } from "../../connector/quarantine-id.ts";
import type { RowPick } from "../../connector/digest.ts";
import type { MarkerKey, Staged, TableName } from "../../connector/destination.ts";
import { rowsOfSegment, segmentBytes } from "../../connector/segment.ts";
import { quoteName } from "../../connector/workbench.ts";
import { throwIfAborted } from "../../kernel/abort.ts";
import { toIso } from "../../kernel/clock.ts";
import { RevosError } from "../../kernel/error.ts";
import { openBadRows, qualifiedName, type BadRows } from "../bad-rows.ts";
import { cursorSql } from "../cursor.ts";
import { keepLatest } from "../dedupe.ts";
import { isBalanced, judgeStream, type Books } from "../gates.ts";
import { makeLander } from "../land.ts";
import { splitRead } from "../land-privacy.ts";
import { streamFolder } from "../landing.ts";
import { openLoader, rowBits, type Loader } from "../load.ts";
import { watchWideRows } from "../wide-rows.ts";
import type { Attempt, StreamContext } from "../work.ts";
import type { Fix } from "./fix.ts";
import { keyPicks } from "./keys.ts";
import { hashName, keyName, keyNames, sameKey } from "./names.ts";
import { badKeysSql } from "./read-rows.ts";
import { contentHash } from "./row-sql.ts";
import { existingRows } from "./stream.ts";

const removesTable: TableName = { schema: "temp", table: "_revos_verify_removes" };
const badKeys = "temp._revos_verify_bad_keys";

/** Gives how many rows were taken away. `attempt` is filled as by a sync; a failed gate leaves the table as it was. */
export async function repairStream(
  ctx: StreamContext,
  fix: Fix,
  index: number,
  attempt: Attempt,
): Promise<{ readonly removed: number; readonly isHeld: boolean }> {
  const { border, destination, run, clock } = ctx;
  const { workbench } = destination;
  const { compared } = fix;
  const { plan, shape, target } = compared;
  if (fix.counts.remove > 0 && fix.canRemove !== true)
    throw new RevosError(
      "verify.cannot_remove",
      `Repairing ${fix.counts.table} takes ${fix.counts.remove} rows away, which this destination cannot do. Nothing was changed.`,
      { data: { table: fix.counts.table, rows: fix.counts.remove } },
    );
  const startedAt = clock.now();
  const key: MarkerKey = { ...compared.key, lane: "repair" };
  const stage = destination.stageName(plan.target, run.runId);
  const folder = streamFolder(
    run.landing,
    run.runId,
    index,
    key.stream,
    key.namespace || undefined,
  );
  const badRows = await openBadRows(
    workbench,
    {
      scope: quarantineScope(key),
      connection: run.connection,
      namespace: key.namespace,
      stream: key.stream,
      runId: run.runId,
      mappersDigest: shape.setup.mappers.digest,
    },
    folder.path,
  );
  const taken = ((target.maxRowId ?? -1n) >> rowBits) + 1n;
  const ordinal = BigInt(run.runOrdinal) > taken ? BigInt(run.runOrdinal) : taken;
  let isDone = false;
  try {
    const loader = await border.destination("make the staging table", () =>
      openLoader({
        workbench,
        stage,
        setup: shape.setup,
        fields: shape.fields,
        badRows,
        runId: run.runId,
        generation: target.marker?.generation ?? 1,
        ordinal,
        wide: watchWideRows(workbench),
        over: (load) => border.destination("load a segment", load),
        isBelow: null,
      }),
    );
    await loader.during(async () => {
      for await (const pick of picksOf(ctx, fix)) await readInto(ctx, fix, loader, folder, pick);
    });
    const staged = await border.destination("check the staged rows", async () => {
      const unasked = await dropUnasked(ctx, fix, stage);
      const twice =
        shape.setup.key.length > 0
          ? await keepLatest({
              workbench,
              destination,
              stage,
              setup: shape.setup,
              fields: shape.fields,
              target: null,
              position: null,
              order: compared.order,
            })
          : 0;
      const removed = await findRemoved(ctx, fix, stage, badRows);
      const [counted] = await workbench.all(`select count(*) as n from ${qualifiedName(stage)}`);
      const books: Books = {
        read: loader.counts.read,
        written: Number(counted?.n ?? 0),
        quarantined: badRows.count,
        filtered: loader.counts.filtered,
        deduplicated: unasked + twice,
      };
      return { books, removed };
    });
    attempt.books = staged.books;
    attempt.bytes = loader.counts.bytes;
    attempt.reasons = await badRows.reasons();
    attempt.gates = await border.destination("run the gates", () =>
      judgeStream({
        workbench,
        stage,
        books: staged.books,
        key: shape.setup.key,
        isReplacing: false,
        targetHasRows: target.hasRows,
        allowEmpty: run.limits.allowEmpty,
        maxQuarantine: run.limits.maxQuarantine,
        altered: 0,
      }),
    );
    throwIfAborted(ctx.signal);
    const isHeld = attempt.gates.some((gate) => gate.result === "fail");
    const ready = toStaged(ctx, fix, {
      key,
      stage,
      books: staged.books,
      bytes: loader.counts.bytes,
      quarantine: await badRows.finish(),
      published: !isHeld,
      startedAt,
    });
    await border.destination(`publish ${key.target}`, async () => {
      if (isHeld) await destination.hold(ready);
      else await destination.publish(ready);
    });
    isDone = true;
    return { removed: isHeld ? 0 : staged.removed, isHeld };
  } finally {
    await badRows.drop().catch(() => {});
    for (const table of [qualifiedName(removesTable), badKeys])
      await workbench.run(`drop table if exists ${table}`).catch(() => {});
    if (!isDone)
      await workbench.run(`drop table if exists ${qualifiedName(stage)}`).catch(() => {});
    if (!isDone) await rm(folder.path, { recursive: true, force: true }).catch(() => {});
  }
}

/** By key where that can be, else the buckets that differed, else all rows. */
async function* picksOf(ctx: StreamContext, fix: Fix): AsyncGenerator<RowPick | null> {
  const { shape, digests } = fix.compared;
  const { workbench } = ctx.destination;
  const canPick = (await ctx.source.now()).digest !== undefined;
  if (canPick && shape.locator.source !== null && shape.locator.columns.length > 0) {
    yield* keyPicks(
      workbench,
      shape,
      `select distinct ${keyNames(shape).join(", ")} from ${fix.table}`,
    );
    return;
  }
  if (canPick && digests && !digests.readAll) {
    yield { kind: "buckets", form: digests.form, buckets: digests.differing };
    return;
  }
  yield null;
}

async function readInto(
  ctx: StreamContext,
  fix: Fix,
  loader: Loader,
  folder: { readonly path: string; readonly label: string },
  pick: RowPick | null,
): Promise<void> {
  const { border, destination, definition } = ctx;
  const { setup } = fix.compared.shape;
  const split = splitRead(setup.mappers, setup.stream, definition.capabilities);
  const lander = makeLander(
    destination.workbench,
    // Each batch of keys numbers its segments from where the last one stopped.
    { ...folder, first: loader.segments.length },
    split.privacy ? split.privacy(destination.workbench) : null,
  );
  const open = await border.source("open the source", () => ctx.source.now());
  const iterator = open
    .read(
      {
        stream: setup.stream,
        columns: split.columns,
        filter: split.filter,
        segmentRows: rowsOfSegment(split.columns.length),
        segmentBytes,
        where: definition.capabilities.where ? setup.plan.where : null,
        cursor: null,
        ...(pick ? { pick } : {}),
      },
      { signal: ctx.source.signal(), log: ctx.log, workbench: destination.workbench },
    )
    [Symbol.asyncIterator]();
  try {
    for (;;) {
      throwIfAborted(ctx.signal);
      const next = await border.source(`read stream ${setup.stream.name}`, () => iterator.next());
      if (next.done) return;
      const landed = await border.between("land a segment", () =>
        lander.land(next.value, ctx.clock.now()),
      );
      await loader.load(landed);
    }
  } finally {
    await iterator.return?.().catch(() => {});
  }
}

/** Staged rows as key, content hash and id. */
const rowsOf = (fix: Fix, table: TableName): string => {
  const { shape } = fix.compared;
  const keys = shape.locator.columns.map(
    (name, place) => `${quoteName(name)} as ${keyName(place)}, `,
  );
  return `(select ${keys.join("")}${contentHash(shape)} as ${hashName}, _revos_id as id from ${qualifiedName(table)})`;
};

/** Rows that were read with those that were asked for; of single rows no more than are missing. */
async function dropUnasked(ctx: StreamContext, fix: Fix, stage: TableName): Promise<number> {
  const { shape } = fix.compared;
  const rows = rowsOf(fix, stage);
  const part = [...keyNames(shape), hashName].join(", ");
  const unasked = fix.byKey
    ? `select id from ${rows} as s where not exists (select 1 from ${fix.table} as f where ${sameKey(shape, "f", "s")})`
    : `select id from (select *, row_number() over (partition by ${part} order by id) as place from ${rows}) as s
        where place > coalesce((select sum(f.n) from ${fix.table} as f where f.action = 'insert' and f.${hashName} = s.${hashName} and ${sameKey(shape, "f", "s")}), 0)`;
  return await ctx.destination.workbench.change(
    `delete from ${qualifiedName(stage)} where _revos_id in (${unasked})`,
  );
}

/** Ids of the rows that go. A key whose row at the source is held in quarantine keeps what the table has of it. */
async function findRemoved(
  ctx: StreamContext,
  fix: Fix,
  stage: TableName,
  badRows: BadRows,
): Promise<number> {
  const { workbench } = ctx.destination;
  const { shape, order } = fix.compared;
  const rows = rowsOf(fix, await existingRows(ctx, shape));
  const part = [...keyNames(shape), hashName].join(", ");
  let ids: string;
  if (fix.byKey) {
    const finished = badRows.count > 0 ? await badRows.finish() : null;
    if (finished)
      await workbench.run(
        `create or replace temp table ${badKeys.slice(5)} as ${badKeysSql(shape, order, finished)}`,
      );
    const isBad = finished
      ? `exists (select 1 from ${badKeys} as b where ${sameKey(shape, "b", "t")})`
      : "false";
    ids = `select id from ${rows} as t where exists (select 1 from ${fix.table} as f where ${sameKey(shape, "f", "t")})
      and (exists (select 1 from ${rowsOf(fix, stage)} as s where ${sameKey(shape, "s", "t")}) or not ${isBad})`;
  } else {
    ids = `select id from (select *, row_number() over (partition by ${part} order by id desc) as place from ${rows}) as t
      where place <= coalesce((select sum(f.n) from ${fix.table} as f where f.action = 'remove' and f.${hashName} = t.${hashName} and ${sameKey(shape, "f", "t")}), 0)`;
  }
  await workbench.run(`create or replace temp table ${removesTable.table} as ${ids}`);
  const [counted] = await workbench.all(`select count(*) as n from ${qualifiedName(removesTable)}`);
  return Number(counted?.n ?? 0);
}

type Ready = {
  readonly key: MarkerKey;
  readonly stage: TableName;
  readonly books: Books;
  readonly bytes: number;
  readonly quarantine: TableName | null;
  readonly published: boolean;
  readonly startedAt: number;
};

function toStaged(ctx: StreamContext, fix: Fix, ready: Ready): Staged {
  const { run, clock } = ctx;
  const { plan, shape, target, order } = fix.compared;
  const { cursor } = shape.setup;
  const endedAt = toIso(clock.now());
  const isDeduped = plan.syncMode === "incremental_deduped_history";
  return {
    target: plan.target,
    table: ready.stage,
    quarantine: ready.quarantine,
    resolves: null,
    ...(fix.canRemove === true ? { removes: removesTable } : {}),
    // What goes in stands beside what stays, whatever the mode of the stream.
    mode: isDeduped ? plan.syncMode : "incremental_append",
    key: shape.setup.key,
    newer: cursor ? [cursorSql(cursor, order)] : null,
    alter: [],
    history: plan.history && isDeduped,
    marker: {
      key: ready.key,
      connection: run.connection,
      position: null,
      generation: target.marker?.generation ?? 1,
      runId: run.runId,
      committedAt: endedAt,
    },
    ledger: {
      runId: run.runId,
      connection: run.connection,
      namespace: ready.key.namespace,
      stream: ready.key.stream,
      target: ready.key.target,
      lane: run.lane,
      startedAt: toIso(ready.startedAt),
      endedAt,
      ...ready.books,
      bytes: ready.bytes,
      balanced: isBalanced(ready.books),
      published: ready.published,
    },
  };
}
