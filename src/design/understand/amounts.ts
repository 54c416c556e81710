// Amounts as a requirement file writes them: `60s`, `5 GB`, `1h`, `99.9%`, plain numbers. Null when it cannot be read.
import { findCadences } from "./cadences.ts";
import { findNumbers } from "./numbers.ts";

export type Written = string | number;

export function toSeconds(written: Written): number | null {
  if (typeof written === "number") return written;
  const flat = written.normalize("NFKC").toLowerCase().trim();
  if (/^\d+(?:\.\d+)?$/.test(flat)) return Number(flat);
  const short = /^(\d+(?:\.\d+)?)\s*m$/.exec(flat);
  if (short) return Number(short[1]) * 60;
  const compound = [...flat.matchAll(/(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)(?![a-z])/g)];
  if (compound.length > 1)
    return compound.reduce(
      (sum, one) =>
        sum + Number(one[1]) * ({ ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 }[one[2] ?? "s"] ?? 1),
      0,
    );
  const number = findNumbers(flat).find((one) => one.unit === "time");
  if (number) return number.value;
  return findCadences(flat).find((one) => one.kind === "update_interval")?.value ?? null;
}

export function toBytes(written: Written): number | null {
  if (typeof written === "number") return written;
  const flat = written.normalize("NFKC").toLowerCase().trim();
  if (/^\d+(?:\.\d+)?$/.test(flat)) return Number(flat);
  return findNumbers(flat).find((one) => one.unit === "size")?.upper ?? null;
}

export function toCount(written: Written): number | null {
  if (typeof written === "number") return written;
  return findNumbers(written.normalize("NFKC").toLowerCase().trim())[0]?.upper ?? null;
}

/** Seconds between runs of `daily 03:00`, `every 15 minutes`, `hourly`, or a cron line. */
export function toInterval(schedule: string): number | null {
  const cron = /^\s*(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s*$/.exec(schedule);
  if (cron && /^[\d*/,-]+$/.test(cron[1] ?? "")) return cronInterval(cron.slice(1, 6));
  return toSeconds(schedule);
}

function cronInterval([
  minutes = "*",
  hours = "*",
  days = "*",
  ,
  weekdays = "*",
]: string[]): number {
  const step = /^\*\/(\d+)$/;
  if (minutes === "*") return 60;
  const everyMinutes = step.exec(minutes);
  if (everyMinutes && hours === "*") return Number(everyMinutes[1]) * 60;
  const perHour = minutes.split(",").length;
  if (hours === "*") return 3600 / perHour;
  const everyHours = step.exec(hours);
  if (everyHours) return Number(everyHours[1]) * 3600;
  if (weekdays !== "*" && !/[-,]/.test(weekdays)) return 7 * 86_400;
  if (days !== "*" && !/[-,/]/.test(days)) return 30 * 86_400;
  return 86_400 / (hours.split(",").length * perHour);
}
