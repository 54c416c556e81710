// The low end of a cursor read, where it is long: a million rows of one value (an update of a whole table, a date as cursor), or
// all that came since an old transaction was opened. They were read, and would be read again by every run. With the marker
// it is noted at which moment of the source they were; the source then leaves them out as long as nothing came between.
import { createHash } from "node:crypto";
import type { TableName } from "../connector/destination.ts";
import type { Position } from "../connector/position.ts";
import type { CursorRange, OpenSource, ReadColumn, SeenRows } from "../connector/source.ts";
import type { Workbench } from "../connector/workbench.ts";
import { qualifiedName } from "./bad-rows.ts";
import { cursorSql, positionSql, type NestedOrder } from "./cursor.ts";
import { comparable } from "./dedupe.ts";
import type { StreamSetup } from "./stream-setup.ts";
import type { Work } from "./work.ts";

/** Fewer rows are read again: that is quicker than asking which are new. */
const worthRows = 10_000;

/** How the low end was read. Null: this source or this read has none that could be remembered. */
export type LowEnd = {
  readonly moment: string;
  readonly shape: string;
  /** What the read was told to leave out. */
  readonly known: Note | null;
};

/** As it is kept with the marker. `rows`: at or above the position and with a cursor; `nulls`: without. */
type Note = {
  readonly form: 1;
  readonly moment: string;
  readonly to: Position;
  readonly shape: string;
  readonly rows: number;
  readonly nulls: number;
};

export async function lookAtLowEnd(
  work: Work,
  open: OpenSource,
  columns: readonly ReadColumn[],
): Promise<LowEnd | null> {
  const { ctx, plan, setup, position, target } = work;
  const where = ctx.definition.capabilities.where ? plan.where : null;
  if (!open.moment || plan.part || !setup.cursor || setup.cursor.isNested) return null;
  const moment = await open.moment({ stream: setup.stream, where });
  if (moment === null) return null;
  const shape = shapeOf(setup, columns, where);
  const note = parseNote(target.marker?.seen);
  // Another set of columns, key or mapper is another read: what it has to bring again nobody can tell.
  const isSame = note !== null && note.shape === shape && position === target.marker?.position;
  return { moment, shape, known: isSame && position !== null ? note : null };
}

/** For the read: what it may leave out. */
export function seenRows(
  work: Work,
  { known }: LowEnd,
  columns: readonly ReadColumn[],
): Pick<CursorRange, "seen"> {
  if (known === null) return {};
  const seen: SeenRows = { moment: known.moment, to: known.to, alike: alikeBy(work, columns) };
  return { seen };
}

/**
 * Source columns that are equal wherever rows count as equal in the table: by key, or by content. Only columns that land as
 * they are; fewer are alike more often, which costs a read and no more.
 */
function alikeBy({ setup, fit, target }: Work, columns: readonly ReadColumn[]): string[] {
  const compared =
    setup.key.length > 0
      ? fit.fields.filter((field) => setup.key.includes(field.name))
      : comparable({ fields: fit.fields, target: target.columns, setup });
  return columns
    .filter(
      (column) =>
        !column.privacy &&
        column.wanted === undefined &&
        compared.some((field) => field.from === column.name),
    )
    .map((column) => column.source);
}

const shapeOf = (
  setup: StreamSetup,
  columns: readonly ReadColumn[],
  where: string | null,
): string =>
  createHash("sha256")
    .update(
      JSON.stringify([
        columns.map(({ source, name, type, wanted, privacy }) => [
          source,
          name,
          type,
          wanted ?? null,
          privacy !== undefined,
        ]),
        setup.fields.map(({ name, duck, from }) => [name, duck, from ?? null]),
        setup.mappers.digest,
        setup.filter,
        setup.key,
        setup.cursor?.field,
        setup.cursor?.type,
        [setup.plan.syncMode, setup.plan.lookbackMs, where],
      ]),
    )
    .digest("hex")
    .slice(0, 16);

function parseNote(text: string | null | undefined): Note | null {
  if (text === null || text === undefined) return null;
  const note = JSON.parse(text) as Note;
  return note.form === 1 ? note : null;
}

/**
 * What to keep with the marker: null where little would be read again. To be asked while all that was read is staged.
 * `after`: the position that the marker gets; `highest`: the largest finite value that was read.
 */
export async function noteLowEnd(
  workbench: Workbench,
  stage: TableName,
  work: Work,
  {
    low,
    after,
    highest,
    order,
  }: {
    readonly low: LowEnd | null;
    readonly after: Position | null;
    readonly highest: Position | null;
    readonly order: NestedOrder;
  },
): Promise<string | null> {
  const { cursor } = work.setup;
  if (low === null || !cursor || after === null) return null;
  const { known } = low;
  const to = known !== null && (highest === null || known.to > highest) ? known.to : highest;
  if (to === null) return null;
  const value = cursorSql(cursor, order);
  const reach = work.plan.lookbackMs > 0 ? "true" : `v >= ${positionSql(cursor, order, after)}`;
  const [row] = await workbench.all(
    `select count(*) filter (where ${reach} and v is not null) as n, count(*) filter (where v is null) as nulls from (select ${value} as v from ${qualifiedName(stage)})`,
  );
  const stays = known !== null && after <= known.to ? known.rows : 0;
  const rows = Number(row?.n ?? 0) + stays;
  const nulls = Number(row?.nulls ?? 0) + (known?.nulls ?? 0);
  if (rows + nulls < (work.ctx.run.limits.worthRows ?? worthRows)) return null;
  const note: Note = { form: 1, moment: low.moment, to, shape: low.shape, rows, nulls };
  return JSON.stringify(note);
}
