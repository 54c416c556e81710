// How far a marker may go when transactions were open at the source: to the fence, and no further than the values of such
// a transaction can reach. A time that is cut to the second, or to the day, lies below the start of its transaction.
import type { Position } from "../connector/position.ts";
import { positionText } from "../connector/position.ts";
import type { OpenSource } from "../connector/source.ts";
import type { Workbench } from "../connector/workbench.ts";
import type { CanonicalType } from "../model/types.ts";

const secondUs = 1_000_000n;
/** Coarser grains that values are cut to, the coarsest first; microseconds. */
const grains = [86_400n * secondUs, 3_600n * secondUs, 60n * secondUs] as const;

/**
 * The fence, moved down to where a value of its moment would be written. The grain is judged from the values just read:
 * the coarsest in which all of them lie apart. It is never finer than a second, because columns and programs that keep
 * seconds are common and reading one second again costs nothing. `values` is a select of one column `v`, without NULLs
 * and infinities.
 */
export async function reachOfFence(
  workbench: Workbench,
  values: string,
  type: CanonicalType,
  fence: Position,
  source: Pick<OpenSource, "toPosition">,
): Promise<Position> {
  if (type.kind !== "timestamp" && type.kind !== "timestamptz") return fence;
  const apart = grains.map(
    (grain, i) => `bool_and((epoch_us(m) - epoch_us(v)) % ${grain} = 0) as g${i}`,
  );
  const [row] = await workbench.all(
    `with v as materialized (${values}), top as (select max(v) as m from v) select any_value(epoch_us(m)) as most, ${apart.join(", ")} from v cross join top`,
  );
  const most = row?.most;
  if (typeof most !== "bigint") return fence;
  const at = microsOf(positionText(fence));
  if (at === null) return fence;
  const grain = grains.find((_, i) => row?.[`g${i}`] === true);
  const bySecond = at - (((at % secondUs) + secondUs) % secondUs);
  const byGrain = grain === undefined ? bySecond : most - ceilDivide(most - at, grain) * grain;
  return source.toPosition(type, toText(byGrain < bySecond ? byGrain : bySecond, type));
}

const ceilDivide = (value: bigint, by: bigint): bigint =>
  value > 0n ? (value + by - 1n) / by : -(-value / by);

/** Microseconds since 1970 of a source's `YYYY-MM-DD HH:MM:SS.ffffff`, with or without `+00`. */
function microsOf(text: string): bigint | null {
  const match = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:\+00(?::?00)?|Z)?$/.exec(
    text,
  );
  if (!match) return null;
  const ms = Date.parse(`${match[1]}T${match[2]}Z`);
  return Number.isNaN(ms) ? null : BigInt(ms) * 1000n + BigInt((match[3] ?? "").padEnd(6, "0"));
}

function toText(micros: bigint, type: CanonicalType): string {
  const second = micros / secondUs - (micros % secondUs < 0n ? 1n : 0n);
  const rest = micros - second * secondUs;
  const [date = "", time = ""] = new Date(Number(second) * 1000).toISOString().split(/[TZ.]/);
  const fraction = rest === 0n ? "" : `.${String(rest).padStart(6, "0")}`;
  return `${date} ${time}${fraction}${type.kind === "timestamptz" ? "+00" : ""}`;
}
