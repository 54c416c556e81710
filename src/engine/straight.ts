// Rows that need no stage: of a stream that is the whole table, without key, cursor and conditions, the segments whose values
// stand as they will be published go to the destination while the next are read. Where a destination takes none, or a segment
// holds what has to be judged, everything is as ever.
import type { Inflow, OpenDestination, TargetState } from "../connector/destination.ts";
import { isSameType, type CanonicalType } from "../model/types.ts";
import { duckType } from "./convert.ts";
import type { TableField } from "./fields.ts";
import type { Landed } from "./land.ts";
import { firstDecimal, mayBeNarrow } from "./numbers.ts";
import type { StreamPlan } from "./plan.ts";
import type { StreamSetup } from "./stream-setup.ts";
import { isWide } from "./wide-rows.ts";

export type StraightStream = {
  readonly destination: OpenDestination;
  readonly plan: StreamPlan;
  readonly setup: StreamSetup;
  readonly fields: readonly TableField[];
  readonly target: TargetState;
  readonly isReplacing: boolean;
  readonly runId: string;
  readonly generation: number;
};

/** Null where no row of the stream may go straight. */
export function offerInflow(stream: StraightStream): Inflow | null {
  const { destination, plan, setup, fields, target } = stream;
  if (!destination.inflow || plan.part || plan.history) return null;
  if (!stream.isReplacing && target.columns) return null;
  if (setup.key.length > 0 || setup.cursor || setup.eventTime || setup.filter !== null) return null;
  const narrow = mayBeNarrow(fields, plan.fromStart ? null : target.columns);
  const columns = fields.flatMap(({ name, type, duck, from }) => {
    const isFixed = type.kind !== "number" && duck === duckType(type);
    if (from === null || !(isFixed || narrow.has(name))) return [];
    return [{ name, type, from, duck: isFixed ? duck : firstDecimal }];
  });
  if (columns.length < fields.length || columns.length === 0) return null;
  const { runId, generation } = stream;
  return destination.inflow({ target: plan.target, columns, runId, generation });
}

/** Whether each value of a segment is one of the table as it stands. `decimals`: number fields that are decimals. */
export function isStraight(
  landed: Landed,
  wanted: ReadonlyMap<string, CanonicalType>,
  fields: readonly TableField[],
  decimals: ReadonlySet<string>,
): boolean {
  if (landed.rows === 0 || landed.isPlain !== true || isWide(landed)) return false;
  return fields.every(({ name, type, from }) => {
    const column = landed.columns.find((other) => other.name === from);
    const asked = wanted.get(from ?? "");
    if (!column || !asked || !isSameType(asked, type)) return false;
    if (type.kind === "number") return column.isNarrow === true && decimals.has(name);
    return isSameType(column.type, type) && (column.wire === "native" || type.kind === "text");
  });
}
