// Partitions of a range: hours, days, weeks, months or years of a time column, in a zone where the column is an instant, or steps
// of a number. A day in a zone with summer time is 23 or 25 hours long; a partition is what a calendar says, not 24 hours.
import { daysFromCivil, formatTimestamp } from "../../connector/canonical-text.ts";
import { badBound } from "./bad-bound.ts";

export const windowUnits = ["hour", "day", "week", "month", "year"] as const;
export type WindowUnit = (typeof windowUnits)[number];

export type Partition = {
  readonly name: string;
  readonly from: string | null;
  readonly to: string | null;
};

/** How a time column writes its values. A zone is used for instants only. */
export type TimeScale = {
  readonly kind: "date" | "timestamp" | "timestamptz";
  readonly zone: string;
};

export const mostPartitions = 5000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The milliseconds of a bound as a person writes it; local time of the zone unless it says an offset. */
export function parseBound(text: string, scale: TimeScale, flag: string): number {
  const match =
    /^(\d{4})-(\d\d)(?:-(\d\d)(?:[T ](\d\d)(?::(\d\d)(?::(\d\d)(?:\.(\d{1,3})\d*)?)?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?)?$/i.exec(
      text.trim(),
    );
  if (!match) throw badBound(flag, text, "a time such as 2026-03-01 or 2026-03-01T06:00");
  const [, year, month, day = "01", hour = "0", minute = "0", second = "0", ms = "0", offset] =
    match;
  const days = daysFromCivil(Number(year), Number(month), Number(day));
  const local =
    days * dayMs +
    Number(hour) * hourMs +
    Number(minute) * 60_000 +
    Number(second) * 1000 +
    Number(ms.padEnd(3, "0"));
  const back = new Date(local);
  if (back.getUTCMonth() + 1 !== Number(month) || back.getUTCDate() !== Number(day))
    throw badBound(flag, text, "a date that exists");
  if (scale.kind !== "timestamptz") {
    if (offset) throw badBound(flag, text, "a time without an offset, because the column has none");
    return local;
  }
  if (!offset) return toInstant(local, scale.zone);
  if (/^z$/i.test(offset)) return local;
  const [hours = 0, minutes = 0] = (offset.match(/\d\d/g) ?? []).map(Number);
  return local - (offset.startsWith("-") ? -1 : 1) * (hours * hourMs + minutes * 60_000);
}

/** The milliseconds of a value as the source writes it (canonical text); null when it is no time. */
export function parseValue(text: string): number | null {
  const match =
    /^(\d{4,})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d):(\d\d)(?:\.(\d+))?)?(?:Z|\+00(?::?00)?)?$/.exec(
      text,
    );
  if (!match) return null;
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = ""] = match;
  return (
    daysFromCivil(Number(year), Number(month), Number(day)) * dayMs +
    Number(hour) * hourMs +
    Number(minute) * 60_000 +
    Number(second) * 1000 +
    Number(fraction.padEnd(3, "0").slice(0, 3))
  );
}

/** Canonical text of a bound for the column. */
export function boundText(ms: number, { kind }: TimeScale): string {
  const text = formatTimestamp(BigInt(ms) * 1000n, kind === "timestamptz" ? "+00" : "");
  return kind === "date" ? text.slice(0, 10) : text;
}

/** `[from, to)` in calendar steps; the first and the last are cut where the range ends. */
export function splitTime(
  from: number,
  to: number,
  unit: WindowUnit,
  scale: TimeScale,
): Partition[] {
  const parts: Partition[] = [];
  for (let start = floorTo(from, unit, scale); start < to;) {
    const next = step(start, unit, scale);
    parts.push({
      name: nameOf(start, unit, scale),
      from: boundText(Math.max(start, from), scale),
      to: boundText(Math.min(next, to), scale),
    });
    start = next;
    if (parts.length > mostPartitions) break;
  }
  return parts;
}

/** One named partition: `2026`, `2026-03`, `2026-03-01`, `2026-03-01T06`; the unit is read off its form. */
export function namedPartition(
  text: string,
  scale: TimeScale,
): { readonly unit: WindowUnit; readonly start: number; readonly end: number } {
  const flag = "partitions";
  const unit: WindowUnit | null = /^\d{4}$/.test(text)
    ? "year"
    : /^\d{4}-\d\d$/.test(text)
      ? "month"
      : /^\d{4}-\d\d-\d\d$/.test(text)
        ? "day"
        : /^\d{4}-\d\d-\d\d[T ]\d\d/.test(text)
          ? "hour"
          : null;
  if (unit === null) throw badBound(flag, text, "2026-03-01, 2026-03 or 2026-03-01..2026-03-07");
  const start = parseBound(unit === "year" ? `${text}-01` : text, scale, flag);
  return { unit, start, end: step(start, unit, scale) };
}

/** Steps of a number column. */
export function splitNumber(from: bigint, to: bigint, size: bigint): Partition[] {
  const parts: Partition[] = [];
  for (let start = from; start < to && parts.length <= mostPartitions; start += size) {
    const end = start + size < to ? start + size : to;
    parts.push({ name: `${start}..${end}`, from: String(start), to: String(end) });
  }
  return parts;
}

function floorTo(ms: number, unit: WindowUnit, scale: TimeScale): number {
  if (unit === "hour") return Math.floor(ms / hourMs) * hourMs;
  const local = new Date(toLocal(ms, scale));
  const [y, m, d] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  const start =
    unit === "year"
      ? Date.UTC(y, 0, 1)
      : unit === "month"
        ? Date.UTC(y, m, 1)
        : unit === "week"
          ? Date.UTC(y, m, d - ((local.getUTCDay() + 6) % 7))
          : Date.UTC(y, m, d);
  return fromLocal(start, scale);
}

/** The start of the next partition. */
function step(ms: number, unit: WindowUnit, scale: TimeScale): number {
  if (unit === "hour") return ms + hourMs;
  const local = new Date(toLocal(ms, scale));
  const [y, m, d] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  const next =
    unit === "year"
      ? Date.UTC(y + 1, 0, 1)
      : unit === "month"
        ? Date.UTC(y, m + 1, 1)
        : Date.UTC(y, m, d + (unit === "week" ? 7 : 1));
  return fromLocal(next, scale);
}

function nameOf(ms: number, unit: WindowUnit, scale: TimeScale): string {
  const local = toLocal(ms, scale);
  const iso = new Date(local).toISOString();
  if (unit === "year") return iso.slice(0, 4);
  if (unit === "month") return iso.slice(0, 7);
  if (unit === "week") return `week ${iso.slice(0, 10)}`;
  if (unit === "day") return iso.slice(0, 10);
  // Where the clock is put back one hour comes twice: only the offset tells them apart.
  const offset = scale.kind === "timestamptz" ? local - ms : 0;
  return offset === 0 ? iso.slice(0, 13) : `${iso.slice(0, 13)}${formatOffset(offset)}`;
}

function formatOffset(ms: number): string {
  const minutes = Math.abs(ms) / 60_000;
  const two = (n: number): string => String(Math.floor(n)).padStart(2, "0");
  return `${ms < 0 ? "-" : "+"}${two(minutes / 60)}:${two(minutes % 60)}`;
}

const toLocal = (ms: number, scale: TimeScale): number =>
  scale.kind === "timestamptz" ? ms + offsetAt(ms, scale.zone) : ms;
const fromLocal = (local: number, scale: TimeScale): number =>
  scale.kind === "timestamptz" ? toInstant(local, scale.zone) : local;

/** The instant of a local time: the first of two where the clock is put back, the end of the gap where it is put forward. */
function toInstant(local: number, zone: string): number {
  const before = local - offsetAt(local - dayMs, zone);
  const after = local - offsetAt(local + dayMs, zone);
  const real = [before, after].filter((ms) => ms + offsetAt(ms, zone) === local);
  return real.length > 0 ? Math.min(...real) : before;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function offsetAt(ms: number, zone: string): number {
  if (zone === "UTC") return 0;
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  formats.set(zone, format);
  const at = Object.fromEntries(format.formatToParts(ms).map((part) => [part.type, part.value]));
  const local = Date.UTC(
    Number(at.year),
    Number(at.month) - 1,
    Number(at.day),
    Number(at.hour),
    Number(at.minute),
    Number(at.second),
  );
  return local - Math.floor(ms / 1000) * 1000;
}

/** `usage.bad_value` for a zone nobody knows. */
export function checkZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: zone }).resolvedOptions().timeZone === "UTC"
      ? "UTC"
      : zone;
  } catch {
    throw badBound("timezone", zone, "a time zone such as Asia/Tokyo");
  }
}
