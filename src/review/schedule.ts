// How often a schedule starts a run: enough to say that whole tables are read many times a day. A cron line counts the minutes and
// hours it names; day fields make it rarer and are left out.
import { asMap } from "./file.ts";

const unitSeconds: Readonly<Record<string, number>> = {
  minutes: 60,
  hours: 3600,
  days: 86_400,
  weeks: 604_800,
};

/** Runs on a day it runs at all; null when nothing starts it or the schedule cannot be read. */
export function runsPerDay(schedule: unknown): number | null {
  const { units, timeUnit, cron } = asMap(schedule);
  if (typeof cron === "string") {
    const [minute, hour] = cron.trim().split(/\s+/);
    const [minutes, hours] = [valuesOf(minute, 60), valuesOf(hour, 24)];
    return minutes === null || hours === null ? null : minutes * hours;
  }
  const size = unitSeconds[String(timeUnit)];
  return typeof units === "number" && units > 0 && size ? 86_400 / (units * size) : null;
}

/** How many values of 0..size-1 a cron field names: all, steps, ranges, lists. */
function valuesOf(field: string | undefined, size: number): number | null {
  if (field === undefined) return null;
  const named = new Set<number>();
  for (const part of field.split(",")) {
    const hit = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part);
    if (!hit) return null;
    const step = Number(hit[3] ?? 1);
    const from = Number(hit[1] ?? 0);
    const to =
      hit[1] === undefined || (hit[3] && hit[2] === undefined)
        ? size - 1
        : Number(hit[2] ?? hit[1]);
    if (step < 1) return null;
    for (let value = from; value <= Math.min(to, size - 1); value += step) named.add(value);
  }
  return named.size;
}
