// Loading: landed segments into the staging table, good rows and bad rows apart, with every row counted where it went.
import type { TableName } from "../connector/destination.ts";
import type { SegmentColumn } from "../connector/segment.ts";
import { quoteName, quoteText, type Workbench } from "../connector/workbench.ts";
import { toIso } from "../kernel/clock.ts";
import { formatType } from "../model/types.ts";
import { qualifiedName, type BadRows } from "./bad-rows.ts";
import type { Landed } from "./land.ts";
import { compileLoad, rowName, type LoadSql, type Refuses } from "./load-sql.ts";
import type { TableField } from "./fields.ts";
import { nameLargestColumn } from "./largest-column.ts";
import { makeStage, symbolTexts } from "./stage-table.ts";
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
  readonly refuses?: Refuses;
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
  /** `at`: the id of the first row, for a segment that was landed by an earlier run. */
  load(landed: Landed, at?: bigint): Promise<void>;
  /** Runs the reading that calls `load`: what it loads is committed when it ends, and rolled back when it fails. */
  during(reading: () => Promise<void>): Promise<void>;
};

/** Makes the (empty) staging table and gives the loader of it. */
export async function openLoader(options: LoadOptions): Promise<Loader> {
  const { workbench, stage, setup, fields, badRows } = options;
  const stageName = qualifiedName(stage);
  await makeStage(workbench, stage, fields);
  const counts: LoadCounts = { read: 0, filtered: 0, bytes: 0, staged: 0 };
  const segments: LoadedSegment[] = [];
  const wanted = new Map(setup.segment.map((column) => [column.name, column.type]));
  const keep =
    [setup.filter, options.isBelow === null ? null : `(${options.isBelow}) is not true`]
      .filter((part) => part !== null)
      .join(" and ") || null;
  const compiled = new Map<string, LoadSql>();
  const sqlFor = (landed: Landed): LoadSql => {
    const key = shapeKey(landed.columns, landed.hasBad);
    const known = compiled.get(key) ?? compileLoad(landed, wanted, fields, keep, options.refuses);
    compiled.set(key, known);
    return known;
  };
  const list = fields.map((field) => quoteName(field.name)).join(", ");
  let offset = options.ordinal << rowBits;
  let isEmpty = true;
  let loading: Landed | null = null;
  const group = makeGroup(workbench);
  return {
    counts,
    segments,
    async load(landed, at) {
      if (at !== undefined) offset = at;
      loading = landed;
      await group.enter(landed);
      await options.wide.expect(landed);
      if (isEmpty && landed.rows > 0) {
        isEmpty = false;
        const symbols = await symbolTexts(workbench, fields, landed);
        if (symbols.size > 0) await makeStage(workbench, stage, fields, symbols);
      }
      const sql = sqlFor(landed);
      const own = `${offset}::bigint + ${quoteName(rowName)}, ${quoteText(options.runId)}, ${quoteText(toIso(landed.readAt))}::timestamptz, ${options.generation}::bigint`;
      const staged =
        landed.rows === 0
          ? 0
          : await workbench.change(
              `insert into ${stageName} select ${list}, ${own} from (${sql.good(landed.file)})`,
            );
      let below = 0;
      if (staged !== landed.rows) {
        if (sql.canBeBad) await badRows.add(sql.bad(landed.file), landed.label, landed.readAt);
        const dropped = await count(workbench, sql.filtered(landed.file));
        if (options.isBelow !== null)
          below =
            dropped -
            (setup.filter === null
              ? 0
              : await count(
                  workbench,
                  compileLoad(landed, wanted, fields, setup.filter, options.refuses).filtered(
                    landed.file,
                  ),
                ));
        counts.filtered += dropped - below;
      }
      counts.read += landed.rows + landed.filtered - below;
      counts.filtered += landed.filtered;
      counts.bytes += landed.bytes;
      counts.staged += staged;
      segments.push({ landed, offset, sql });
      offset += BigInt(landed.rows);
    },
    async during(reading) {
      try {
        await reading();
        await group.commit();
      } catch (error) {
        await group.rollBack().catch(() => {});
        throw await nameLargestColumn(workbench, error, loading);
      }
    },
  };
}

/**
 * Segments share a transaction. One of its own for a segment that is smaller than a row group makes DuckDB write it to the
 * log, read it from there and compress its row group again with every segment that adds to it (measured: twice the processor
 * time of the load). Segments that fill a row group by their bytes are better off alone (wide-rows.ts).
 */
function makeGroup(workbench: Workbench) {
  let isOpen = false;
  const end = async (how: "commit" | "rollback"): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await workbench.run(how);
  };
  return {
    async enter(landed: Landed): Promise<void> {
      if (isWide(landed)) return await end("commit");
      if (!isOpen) await workbench.run("begin transaction");
      isOpen = true;
    },
    commit: async () => await end("commit"),
    rollBack: async () => await end("rollback"),
  };
}

async function count(workbench: Workbench, sql: string | null): Promise<number> {
  if (sql === null) return 0;
  const rows = await workbench.all(sql);
  return Number(rows[0]?.n ?? 0);
}

const shapeKey = (columns: readonly SegmentColumn[], hasBad: boolean): string =>
  JSON.stringify([
    hasBad,
    ...columns.map((column) => [column.name, formatType(column.type), column.wire]),
  ]);
