// Loading: landed segments into the staging table, good rows and bad rows apart, with every row counted where it went.
import type { Inflow, TableName } from "../connector/destination.ts";
import type { SegmentColumn } from "../connector/segment.ts";
import { quoteName, quoteText, type Lane, type Workbench } from "../connector/workbench.ts";
import { toIso } from "../kernel/clock.ts";
import { formatType } from "../model/types.ts";
import { qualifiedName, type BadRows } from "./bad-rows.ts";
import type { Landed } from "./land.ts";
import { compileLoad, rowName, type LoadSql, type Refuses } from "./load-sql.ts";
import type { TableField } from "./fields.ts";
import { makeLanes } from "./lanes.ts";
import { nameLargestColumn } from "./largest-column.ts";
import { makeStage, symbolTexts } from "./stage-table.ts";
import { isStraight } from "./straight.ts";
import { isWide, type WideRows } from "./wide-rows.ts";
import type { StreamSetup } from "./stream-setup.ts";

/** `_revos_id` holds the run in its high part and the row's place in read order in the low 40 bits. */
export const rowBits = 40n;

export type LoadOptions = {
  readonly workbench: Workbench;
  readonly stage: TableName;
  readonly setup: StreamSetup;
  readonly fields: readonly TableField[];
  readonly badRows: BadRows;
  readonly runId: string;
  readonly generation: number;
  /** High part of the ids. */
  readonly ordinal: bigint;
  /** SQL over the segment that is true for rows the source should not have sent again (nested cursors). */
  readonly isBelow: string | null;
  readonly wide: WideRows;
  /** Watches a call of the workbench while it is open. */
  readonly over: <T>(work: () => Promise<T>) => Promise<T>;
  readonly refuses?: Refuses;
  /** Number fields that may be staged as decimals (`mayBeNarrow`). */
  readonly narrow?: ReadonlySet<string>;
  /** Takes segments that need no stage (straight.ts). */
  readonly inflow?: Inflow | null;
};

export type LoadCounts = { read: number; filtered: number; bytes: number; staged: number };

export type LoadedSegment = {
  readonly landed: Landed;
  readonly offset: bigint;
  readonly sql: LoadSql;
};

export type Loader = {
  readonly counts: Readonly<LoadCounts>;
  readonly segments: readonly LoadedSegment[];
  /** Number fields that are staged as decimals: their type is decided. */
  readonly decimals: ReadonlySet<string>;
  /**
   * Ids are given in the order of the calls, which need not wait for each other. `at`: the id of the first row, for a
   * segment that was landed by an earlier run.
   */
  load(landed: Landed, at?: bigint): Promise<void>;
  /** Rows that are with the destination already, beside the staged ones. */
  readonly sent: number;
  /** Stages what was sent: the destination has lost it. */
  takeBack(): Promise<void>;
  /** No segment comes any more. */
  last(): void;
  /** Runs the reading that calls `load`: what it loads is committed when it ends, and rolled back when it fails. */
  during(reading: () => Promise<void>): Promise<void>;
};

/** Makes the (empty) staging table and gives the loader of it. */
export async function openLoader(options: LoadOptions): Promise<Loader> {
  const { workbench, stage, setup, fields, badRows, inflow = null } = options;
  const stageName = qualifiedName(stage);
  await makeStage(workbench, stage, fields);
  const counts: LoadCounts = { read: 0, filtered: 0, bytes: 0, staged: 0 };
  const segments: LoadedSegment[] = [];
  const wanted = new Map(setup.segment.map((column) => [column.name, column.type]));
  const keep =
    [setup.filter, options.isBelow === null ? null : `(${options.isBelow}) is not true`]
      .filter((part) => part !== null)
      .join(" and ") || null;
  let decimals: ReadonlySet<string> = new Set();
  let symbols: ReadonlySet<string> = new Set();
  const compiled = new Map<string, LoadSql>();
  const sqlFor = (landed: Landed): LoadSql => {
    const key = shapeKey(landed.columns, landed.hasBad);
    const known =
      compiled.get(key) ?? compileLoad(landed, wanted, fields, keep, options.refuses, decimals);
    compiled.set(key, known);
    return known;
  };
  const list = fields.map((field) => quoteName(field.name)).join(", ");
  let offset = options.ordinal << rowBits;
  const lanes = makeLanes(workbench);
  /** The table is empty until a segment with rows has told how it is best made. */
  let prepared: Promise<void> | null = null;
  const prepare = async (landed: Landed): Promise<void> => {
    if (workbench.isScratch !== true) symbols = await symbolTexts(workbench, fields, landed);
    if (symbols.size + decimals.size > 0)
      await makeStage(workbench, stage, fields, { symbols, decimals });
  };
  let latest: Landed | null = null;

  const stageRows = async (lane: Lane, landed: Landed, sql: LoadSql, id: bigint) => {
    if (landed.rows === 0) return 0;
    const own = `${id}::bigint + ${quoteName(rowName)}, ${quoteText(options.runId)}, ${quoteText(toIso(landed.readAt))}::timestamptz, ${options.generation}::bigint`;
    return await lane.change(
      `insert into ${stageName} select ${list}, ${own} from (${sql.good(landed.file)})`,
    );
  };
  /** Rows of the segment that lie below the cursor's low end: not the run's. */
  const sortOut = async (landed: Landed, sql: LoadSql): Promise<number> => {
    if (sql.canBeBad) await badRows.add(sql.bad(landed.file), landed.label, landed.readAt);
    const dropped = await count(workbench, sql.filtered(landed.file));
    const { filter } = setup;
    const asked = (): string | null =>
      filter === null
        ? null
        : compileLoad(landed, wanted, fields, filter, options.refuses).filtered(landed.file);
    const below = options.isBelow === null ? 0 : dropped - (await count(workbench, asked()));
    counts.filtered += dropped - below;
    return below;
  };
  /** What the destination has of the stream. */
  const sent: { readonly segment: LoadedSegment; readonly rows: number }[] = [];
  const loadRows = (segment: LoadedSegment): Promise<number> =>
    lanes.load(roomOf(segment.landed, fields.length), (lane) =>
      options.over(() => stageRows(lane, segment.landed, segment.sql, segment.offset)),
    );
  const takeBack = async (): Promise<void> => {
    await Promise.all(sent.splice(0).map(({ segment }) => loadRows(segment)));
  };
  /** Gives null for what has to be staged. */
  const send = async (segment: LoadedSegment): Promise<number | null> => {
    const { landed, offset: id } = segment;
    if (!inflow || inflow.isLost || !isStraight(landed, wanted, fields, decimals)) return null;
    try {
      const rows = await options.over(() => inflow.send({ ...landed, id }));
      if (rows !== null) sent.push({ segment, rows });
      return rows;
    } catch (error) {
      if (!inflow.isLost) throw error;
      await takeBack();
      return null;
    }
  };
  const endInflow = async (): Promise<void> => {
    if (!inflow || inflow.isLost) return;
    try {
      await options.over(() => inflow.end());
    } catch (error) {
      if (!inflow.isLost) throw error;
      await takeBack();
    }
  };
  /** All loads so far; never fails. */
  let settled: Promise<unknown> = Promise.resolve();
  /** Loads that are asked for later wait for it. */
  let restaged: Promise<void> | null = null;
  /** A number came that is not narrow: texts are staged after all, and the end decides. */
  const stageTexts = async (): Promise<void> => {
    decimals = new Set();
    compiled.clear();
    const before = segments.map((one) => ({ ...one, sql: sqlFor(one.landed) }));
    segments.splice(0, segments.length, ...before);
    await settled;
    sent.length = 0;
    if (inflow) await options.over(() => inflow.abandon());
    await lanes.load("alone", (lane) =>
      options.over(async () => {
        await makeStage(workbench, stage, fields, { symbols });
        await lane.run("begin transaction");
        for (const one of before) await stageRows(lane, one.landed, one.sql, one.offset);
        await lane.run("commit");
      }),
    );
  };
  /** Loads that have been asked for and have no lane yet. */
  let coming = 0;
  const loadOne = async (landed: Landed, at?: bigint): Promise<void> => {
    latest = landed;
    const id = at ?? offset;
    offset = id + BigInt(landed.rows);
    if (landed.rows > 0 && prepared === null) decimals = narrowIn(landed, fields, options.narrow);
    if (!isNarrowIn(landed, fields, decimals)) {
      restaged = stageTexts();
      restaged.catch(() => {});
    }
    // What is asked for before it does not wait for it: it waits for that.
    const ready = restaged;
    const segment: LoadedSegment = { landed, offset: id, sql: sqlFor(landed) };
    segments.push(segment);
    if (landed.rows > 0) prepared ??= options.over(() => prepare(landed));
    await prepared;
    await ready;
    const straight = await send(segment);
    await lanes.load(roomOf(landed, fields.length), (lane) => {
      coming--;
      return options.over(async () => {
        await options.wide.expect(landed);
        const staged = straight ?? (await stageRows(lane, landed, segment.sql, id));
        const below = staged === landed.rows ? 0 : await sortOut(landed, segment.sql);
        counts.read += landed.rows + landed.filtered - below;
        counts.filtered += landed.filtered;
        counts.bytes += landed.bytes;
        counts.staged += staged;
      });
    });
  };
  return {
    counts,
    segments,
    get decimals() {
      return decimals;
    },
    get sent() {
      return sent.reduce((sum, { rows }) => sum + rows, 0);
    },
    async takeBack() {
      await takeBack();
      await lanes.commit();
      await lanes.close();
    },
    last: () => lanes.last(() => coming > 0),
    load(landed, at) {
      coming++;
      const loaded = loadOne(landed, at);
      settled = Promise.allSettled([settled, loaded]);
      return loaded;
    },
    async during(reading) {
      try {
        await reading();
        await endInflow();
        await options.over(lanes.commit);
      } catch (error) {
        throw await nameLargestColumn(workbench, error, latest);
      } finally {
        await lanes.close();
      }
    },
  };
}

const isNarrowIn = (
  landed: Landed,
  fields: readonly TableField[],
  names: ReadonlySet<string>,
): boolean =>
  landed.rows === 0 ||
  fields.every(
    ({ name, from }) =>
      !names.has(name) ||
      landed.columns.some((column) => column.name === from && column.isNarrow === true),
  );

/** The number fields that the first segment with rows lets be staged as decimals. */
const narrowIn = (
  landed: Landed,
  fields: readonly TableField[],
  may: ReadonlySet<string> = new Set(),
): ReadonlySet<string> =>
  new Set([...may].filter((name) => isNarrowIn(landed, fields, new Set([name]))));

/** Two lanes hold two row groups at once: of narrow rows only, and of not too many columns. */
const roomOf = (landed: Landed, columns: number): "alone" | "one" | "all" =>
  isWide(landed)
    ? "alone"
    : columns > mostColumns || landed.bytes > landed.rows * mostRowBytes
      ? "one"
      : "all";

const mostColumns = 64;
const mostRowBytes = 512;

async function count(workbench: Workbench, sql: string | null): Promise<number> {
  if (sql === null) return 0;
  const rows = await workbench.all(sql);
  return Number(rows[0]?.n ?? 0);
}

const shapeKey = (columns: readonly SegmentColumn[], hasBad: boolean): string =>
  JSON.stringify([
    hasBad,
    ...columns.map((column) => [
      column.name,
      formatType(column.type),
      column.wire,
      column.isNarrow === true,
    ]),
  ]);
