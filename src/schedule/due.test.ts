// Due times by interval and by calendar.
import { describe, expect, it } from "vitest";
import { nextDue } from "./due.ts";

const at = (text: string) => Date.parse(text);

describe("nextDue", () => {
  it("counts an interval from the last start, and never lies in the past", () => {
    const schedule = { units: 24, timeUnit: "hours" } as const;
    expect(nextDue(schedule, at("2026-03-01T10:00:00Z"), at("2026-03-01T12:00:00Z"))).toBe(
      at("2026-03-02T10:00:00Z"),
    );
    expect(nextDue(schedule, at("2026-02-01T10:00:00Z"), at("2026-03-01T12:00:00Z"))).toBe(
      at("2026-03-01T12:00:00Z"),
    );
    expect(nextDue(schedule, null, 7)).toBe(7);
  });

  it("reads a calendar in its own time zone", () => {
    expect(
      nextDue({ cron: "0 3 * * *", timezone: "Asia/Tokyo" }, null, at("2026-03-01T12:00:00Z")),
    ).toBe(at("2026-03-01T18:00:00Z"));
  });

  it("has no time for manual", () => {
    expect(nextDue("manual", null, 0)).toBeNull();
  });
});
