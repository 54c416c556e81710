// The source's rows (all, or those of some keys or buckets) through the load's own landing and conversion, kept as key,
// cursor and content hash. Rows that would go to quarantine are told apart with the id they would have there.
import { rm } from "node:fs/promises";
import { quarantineScope } from "../../connector/quarantine-id.ts";
import type { RowPick } from "../../connector/digest.ts";
import type { MarkerKey, TableName } from "../../connector/destination.ts";
import { rowsOfSegment, segmentBytes } from "../../connector/segment.ts";
import { quoteName, quoteText } from "../../connector/workbench.ts";
import { throwIfAborted } from "../../kernel/abort.ts";
import { formatType } from "../../model/types.ts";
import { openBadRows, qualifiedName, type BadRows } from "../bad-rows.ts";
import { convertSql } from "../convert.ts";
import { cursorSql, type NestedOrder } from "../cursor.ts";
import { makeLander, type Landed } from "../land.ts";
import { splitRead } from "../land-privacy.ts";
import { fileSize, streamFolder } from "../landing.ts";
import { compileLoad, originalSql, rowName, type LoadSql } from "../load-sql.ts";
import type { StreamContext } from "../work.ts";
import { cursorName, hashName, idName, keyName, keyNames, tables } from "./names.ts";
import { contentHash } from "./row-sql.ts";
import type { VerifyShape } from "./shape.ts";

/** Landed segments are kept this far, to look at whole rows of what differs without asking the source again. */
const keptBytes = 2_000_000_000;

export type RowsRead = {
  /** Rows of the source, filtered ones left out, bad ones counted. */
  readonly rows: number;
  /** Selects of converted rows over the kept segments; null when they were too many to keep. */
  readonly wholes: readonly string[] | null;
  /** Selects of the same rows as key, content hash and the original text that quarantine would keep of them. */
  readonly originals: readonly string[];
  /** Deletes what was landed. */
  close(): Promise<void>;
};

export type ReadRows = {
  readonly ctx: StreamContext;
  readonly shape: VerifyShape;
  readonly key: MarkerKey;
  readonly order: NestedOrder;
  readonly pick: RowPick | null;
  /** Where the rows go. */
  readonly into: string;
  /** Where the bad ones go. */
  readonly bad: string;
};

export async function readRows(request: ReadRows): Promise<RowsRead> {
  const { ctx, shape, key, pick, into } = request;
  const { border, destination, definition, run } = ctx;
  const { workbench } = destination;
  const { setup } = shape;
  const names = keyNames(shape);
  const label = [key.namespace, key.stream].filter(Boolean).join(".");
  const split = splitRead(setup.mappers, setup.stream, definition.capabilities);
  // A name of its own: two looks at one stream must not share a folder.
  const folder = streamFolder(
    run.landing,
    `${run.runId}_verify`,
    Number(looks++),
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
      mappersDigest: setup.mappers.digest,
    },
    folder.path,
  );
  const lander = makeLander(workbench, folder, split.privacy ? split.privacy(workbench) : null);
  const cursor = setup.cursor ? cursorSql(setup.cursor, request.order) : "null::varchar";
  const list = [
    ...shape.locator.columns.map((name, place) => `${quoteName(name)} as ${keyName(place)}`),
    `${cursor} as ${cursorName}`,
    `${contentHash(shape)} as ${hashName}`,
  ].join(", ");
  const compiled = new Map<string, LoadSql>();
  const sqlOf = (landed: Landed): LoadSql => {
    const form = JSON.stringify([
      landed.hasBad,
      ...landed.columns.map((column) => [
        column.name,
        formatType(column.type),
        column.wire,
        column.isNarrow === true,
      ]),
    ]);
    const known =
      compiled.get(form) ?? compileLoad(landed, shape.wanted, shape.fields, setup.filter);
    compiled.set(form, known);
    return known;
  };
  const wholes: string[] = [];
  const originals: string[] = [];
  let kept = 0;
  let rows = 0;
  let isMade = false;
  const close = async (): Promise<void> => {
    await rm(folder.path, { recursive: true, force: true }).catch(() => {});
  };
  const make = async (select: string): Promise<void> => {
    await workbench.run(`create or replace temp table ${into.slice(5)} as ${select} limit 0`);
    isMade = true;
  };
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
      { signal: ctx.source.signal(), log: ctx.log, workbench },
    )
    [Symbol.asyncIterator]();
  try {
    for (;;) {
      throwIfAborted(ctx.signal);
      const next = await border.source(`read stream ${label}`, () => iterator.next());
      if (next.done) break;
      const landed = await border.between(`land a segment of ${label}`, () =>
        lander.land(next.value, ctx.clock.now()),
      );
      const sql = sqlOf(landed);
      const typed = typedSql(shape, sql.good(landed.file));
      await border.destination(`compare a segment of ${label}`, async () => {
        const select = `select ${list} from (${typed})`;
        if (!isMade) await make(select);
        const good =
          landed.rows === 0 ? 0 : await workbench.change(`insert into ${into} ${select}`);
        rows += good;
        if (sql.canBeBad && good !== landed.rows)
          await badRows.add(sql.bad(landed.file), landed.label, landed.readAt);
      });
      kept += fileSize(landed.file);
      if (kept <= keptBytes) {
        wholes.push(typed);
        originals.push(originalsSql(shape, landed, sql));
      } else await rm(landed.file, { force: true });
    }
    if (!isMade) await makeEmpty(request, into, names);
    await border.destination("look up rows that do not fit", () =>
      findBad(request, badRows, names),
    );
    return {
      rows: rows + badRows.count,
      wholes: kept <= keptBytes ? wholes : null,
      originals,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  } finally {
    await iterator.return?.().catch(() => {});
    await badRows.drop().catch(() => {});
  }
}

let looks = 0;

/** The converted rows in the very types of the table. */
const typedSql = (shape: VerifyShape, good: string): string =>
  `select ${shape.compared
    .map(
      (column) =>
        `cast(${quoteName(column.field.name)} as ${column.tableType}) as ${quoteName(column.name)}`,
    )
    .join(", ")} from (${good})`;

function originalsSql(shape: VerifyShape, landed: Landed, sql: LoadSql): string {
  const list = [
    ...shape.compared.map(
      (column) =>
        `cast(${quoteName(column.field.name)} as ${column.tableType}) as ${quoteName(column.name)}`,
    ),
    `${quoteName(rowName)} as ${idName}`,
  ];
  const keys = shape.locator.columns.map(
    (name, place) => `${quoteName(name)} as ${keyName(place)}, `,
  );
  return `select ${keyNames(shape)
    .map((name) => `g.${name}, `)
    .join(
      "",
    )}g.${hashName}, o.original from (select ${keys.join("")}${contentHash(shape)} as ${hashName}, ${idName} from (select ${list.join(", ")} from (${sql.good(landed.file)}))) as g
    join (select file_row_number as n, ${originalSql(landed)} as original from read_parquet(${quoteText(landed.file)}, file_row_number = true)) as o on o.n = g.${idName}`;
}

/** The same columns as the table's side has. */
async function makeEmpty({ ctx }: ReadRows, into: string, names: readonly string[]): Promise<void> {
  await ctx.destination.workbench.run(
    `create or replace temp table ${into.slice(5)} as select ${[...names, cursorName, hashName].join(", ")} from ${tables.table} limit 0`,
  );
}

/** Bad rows with their key, and what the quarantine says of them. */
async function findBad(
  { ctx, shape, bad, key, order }: ReadRows,
  badRows: BadRows,
  names: readonly string[],
): Promise<void> {
  const { workbench } = ctx.destination;
  const finished = await badRows.finish();
  const columns = [...names, cursorName].join(", ");
  if (!finished) {
    await workbench.run(
      `create or replace temp table ${bad.slice(5)} as select ${columns}, null::varchar as id, null::varchar as status from ${tables.table} limit 0`,
    );
    return;
  }
  const held = await quarantineOf(ctx, key);
  await workbench.run(
    `create or replace temp table ${bad.slice(5)} as select b.*, ${held === null ? "null::varchar" : "q.status"} as status
      from (${badKeysSql(shape, order, finished)}) as b
      ${held === null ? "" : `left join ${held} as q on q.id = b.id`}`,
  );
}

/** Key, cursor and quarantine id of rows in the shape of `_revos.quarantine`; a part that is bad itself is NULL. */
export function badKeysSql(shape: VerifyShape, order: NestedOrder, finished: TableName): string {
  const { cursor } = shape.setup;
  const cells = shape.compared.map((column) => {
    const { field } = column;
    const text = `json_extract_string(original, ${pointer(field.from ?? field.name)})`;
    return `try_cast(${field.from === null ? "null" : convertSql(text, field.type).value} as ${column.tableType}) as ${quoteName(column.name)}`;
  });
  const list = [
    ...shape.locator.columns.map((name, place) => `${quoteName(name)} as ${keyName(place)}`),
    `${cursor ? cursorSql(cursor, order) : "null::varchar"} as ${cursorName}`,
    `${idName} as id`,
  ];
  return `select ${list.join(", ")} from (select id as ${idName}, ${cells.join(", ")} from ${qualifiedName(finished)})`;
}

/** A relation of the workbench with id and status of the stream's quarantined rows; null where there is none. */
export async function quarantineOf(ctx: StreamContext, key: MarkerKey): Promise<string | null> {
  const { destination } = ctx;
  const target = { schema: "_revos", table: "quarantine" };
  try {
    const name = destination.existing
      ? await destination.existing({
          target,
          columns: ["id", "status"],
          matching: null,
          from: null,
        })
      : target;
    const held = `(select id, status from ${qualifiedName(name)} where starts_with(id, ${quoteText(quarantineScope(key))}))`;
    await destination.workbench.all(`select count(*) as n from ${held}`);
    return held;
  } catch {
    // A warehouse without a quarantine holds nothing back.
    return null;
  }
}

const pointer = (name: string): string =>
  quoteText(`/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`);
