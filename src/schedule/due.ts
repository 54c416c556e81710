// When a connection is due next, by its schedule. Embedded mode starts nothing by itself: this says when a run is
// expected, and a server's workers will start it then.
import { Cron } from "croner";

export type Schedule =
  | { readonly units: number; readonly timeUnit: "minutes" | "hours" | "days" | "weeks" }
  | { readonly cron: string; readonly timezone?: string | undefined }
  | "manual";

const unitMs = { minutes: 60_000, hours: 3_600_000, days: 86_400_000, weeks: 604_800_000 } as const;

/** The interval of a schedule in milliseconds, or null where it is a calendar or manual. */
export function intervalMs(schedule: Schedule): number | null {
  return typeof schedule === "object" && "units" in schedule
    ? schedule.units * unitMs[schedule.timeUnit]
    : null;
}

/** Milliseconds since 1970 of the next start, never before `now`; null for manual. Never run: due now. */
export function nextDue(schedule: Schedule, lastStart: number | null, now: number): number | null {
  if (schedule === "manual") return null;
  if ("units" in schedule)
    return lastStart === null
      ? now
      : Math.max(now, lastStart + schedule.units * unitMs[schedule.timeUnit]);
  const next = new Cron(schedule.cron, {
    paused: true,
    ...(schedule.timezone ? { timezone: schedule.timezone } : {}),
  }).nextRun(new Date(now));
  return next ? next.getTime() : null;
}
