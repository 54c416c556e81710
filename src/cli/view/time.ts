// Times for people, in one zone that is always printed.

const zoneLocales = ["en-US", "en-GB", "ja-JP", "en-AU", "en-IN", "en-ZA"] as const;

/** `JST`, `UTC`, `CET`; `GMT+5:45` where no shorter name is known. */
export function zoneName(at: Date, zone: string): string {
  let fallback = zone;
  for (const locale of zoneLocales) {
    const parts = new Intl.DateTimeFormat(locale, {
      timeZone: zone,
      timeZoneName: "short",
    }).formatToParts(at);
    const name = parts.find((part) => part.type === "timeZoneName")?.value ?? zone;
    if (!/^(GMT|UTC)[+-]/.test(name)) return name;
    fallback = name;
  }
  return fallback;
}

type Parts = { readonly date: string; readonly minute: string; readonly second: string };

function parts(at: Date, zone: string): Parts {
  const made = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  }).formatToParts(at);
  const of = (type: string) => made.find((part) => part.type === type)?.value ?? "";
  const minute = `${of("hour")}:${of("minute")}`;
  return {
    date: `${of("year")}-${of("month")}-${of("day")}`,
    minute,
    second: `${minute}:${of("second")}`,
  };
}

/** `14:06:42 JST`. */
export function clockTime(iso: string | number, zone: string): string {
  const at = new Date(iso);
  return `${parts(at, zone).second} ${zoneName(at, zone)}`;
}

/** `14:06 JST` today, `2026-11-28 18:20 JST` on other days. */
export function shortTime(iso: string, zone: string, now: number): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const { date, minute } = parts(at, zone);
  const today = parts(new Date(now), zone).date;
  return `${date === today ? "" : `${date} `}${minute} ${zoneName(at, zone)}`;
}

/** `14:06:11+09:00`: the start of a log line. */
export function lineTime(ms: number, zone: string): string {
  const at = new Date(ms);
  const offset = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" })
    .formatToParts(at)
    .find((part) => part.type === "timeZoneName")?.value;
  const text = offset?.replace("GMT", "") ?? "";
  return `${parts(at, zone).second}${text === "" ? "Z" : text}`;
}

/** True when the platform knows the zone. */
export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
