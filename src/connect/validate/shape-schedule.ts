// The schedule of a connection: an interval, a cron line with a time zone, or manual. Said more exactly than a union can.
import { timeUnits } from "../../model/connection.ts";

import { suggest } from "../text/suggest.ts";

import { isPlain } from "./raw.ts";
import { type Report } from "./report.ts";

import { addUnknownKeys } from "./shape-keys.ts";
import { show } from "./shape-words.ts";

export function addScheduleIssue(value: unknown, report: Report): void {
  const forms =
    '{ units: 24, timeUnit: hours }, { cron: "0 3 * * *", timezone: Asia/Tokyo }, or manual';
  const path = "spec.schedule";
  if (!isPlain(value))
    return report.add("value_invalid", path, `${show(value)} is not a schedule.`, {
      advice: `schedule: ${forms}`,
    });
  const isCron = "cron" in value || "timezone" in value;
  const known =
    isCron && !("units" in value) && !("timeUnit" in value)
      ? ["cron", "timezone"]
      : ["units", "timeUnit"];
  const mixed = isCron && ("units" in value || "timeUnit" in value);
  if (mixed)
    return report.add(
      "value_invalid",
      path,
      "A schedule is an interval or a cron line, not both.",
      { advice: `schedule: ${forms}` },
    );
  const unknown = Object.keys(value).filter((key) => !known.includes(key));
  if (unknown.length > 0) addUnknownKeys(unknown, path, report);
  const { units, timeUnit, cron, timezone } = value;
  if (isCron) {
    if (typeof cron !== "string" || cron === "")
      report.add("value_invalid", `${path}.cron`, "cron is missing or not a text.", {
        advice: 'cron: "0 3 * * *"',
      });
    else checkCron(cron, report);
    if (timezone !== undefined && !(typeof timezone === "string" && isTimeZone(timezone)))
      report.add("value_invalid", `${path}.timezone`, `${show(timezone)} is not a time zone.`, {
        advice: "timezone: Asia/Tokyo",
      });
    return;
  }
  if (typeof units !== "number" || !Number.isInteger(units) || units <= 0) {
    if (!(units === undefined && unknown.length > 0))
      report.add(
        "value_invalid",
        `${path}.units`,
        units === undefined ? "units is missing." : `${show(units)} is not a whole number above 0.`,
        { advice: "units: 24" },
      );
  }
  if (
    !timeUnits.some((unit) => unit === timeUnit) &&
    !(timeUnit === undefined && unknown.length > 0)
  ) {
    const near = suggest(typeof timeUnit === "string" ? timeUnit : "", timeUnits);
    report.add(
      "value_invalid",
      `${path}.timeUnit`,
      timeUnit === undefined ? "timeUnit is missing." : `${show(timeUnit)} is not a unit of time.`,
      { advice: `timeUnit: ${near[0] ?? timeUnits.join(" | ")}` },
    );
  }
}

/** Five or six fields of numbers, ranges, lists, steps and names of days and months. */
export function checkCron(cron: string, report: Report): void {
  const fields = cron.trim().split(/\s+/);
  const isField = (field: string) =>
    /^(?:\*|\?|L|(?:\d+|[A-Za-z]{3})(?:-(?:\d+|[A-Za-z]{3}))?(?:#\d|L|W)?)(?:\/\d+)?(?:,(?:\*|(?:\d+|[A-Za-z]{3})(?:-(?:\d+|[A-Za-z]{3}))?)(?:\/\d+)?)*$/.test(
      field,
    );
  if (/^@(?:hourly|daily|weekly|monthly|yearly|annually|midnight)$/.test(cron.trim())) return;
  if (fields.length < 5 || fields.length > 6 || !fields.every(isField))
    report.add(
      "value_invalid",
      "spec.schedule.cron",
      `${show(cron)} is not a cron line of five fields: minute, hour, day, month, weekday.`,
      { advice: 'cron: "0 3 * * *", every day at 3:00' },
    );
}

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
