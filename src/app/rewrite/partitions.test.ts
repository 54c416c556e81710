// Partitions: what a calendar says in a zone, with days of 23 and 25 hours, hours that come twice, and bounds that cut.
import { describe, expect, it } from "vitest";
import {
  boundText,
  checkZone,
  namedPartition,
  parseBound,
  splitNumber,
  splitTime,
  type TimeScale,
} from "./partitions.ts";

const utc: TimeScale = { kind: "timestamptz", zone: "UTC" };
const newYork: TimeScale = { kind: "timestamptz", zone: "America/New_York" };
const tokyo: TimeScale = { kind: "timestamptz", zone: "Asia/Tokyo" };
const naive: TimeScale = { kind: "timestamp", zone: "America/New_York" };
const split = (from: string, to: string, unit: Parameters<typeof splitTime>[2], scale: TimeScale) =>
  splitTime(parseBound(from, scale, "from"), parseBound(to, scale, "to"), unit, scale);

describe("days", () => {
  it("begin at midnight of the zone", () => {
    expect(split("2026-03-01", "2026-03-03", "day", tokyo)).toEqual([
      { name: "2026-03-01", from: "2026-02-28 15:00:00+00", to: "2026-03-01 15:00:00+00" },
      { name: "2026-03-02", from: "2026-03-01 15:00:00+00", to: "2026-03-02 15:00:00+00" },
    ]);
  });

  it("are 23 and 25 hours long where the clock is changed, without gap or overlap", () => {
    const spring = split("2026-03-07", "2026-03-10", "day", newYork);
    const hours = spring.map(
      ({ from, to }) => (Date.parse(`${to}:00`) - Date.parse(`${from}:00`)) / 3_600_000,
    );
    expect(hours).toEqual([24, 23, 24]);
    const autumn = split("2026-10-31", "2026-11-03", "day", newYork);
    expect(
      autumn.map(({ from, to }) => (Date.parse(`${to}:00`) - Date.parse(`${from}:00`)) / 3_600_000),
    ).toEqual([24, 25, 24]);
    for (const days of [spring, autumn])
      for (const [index, day] of days.slice(1).entries()) expect(day.from).toBe(days[index]?.to);
  });

  it("of a column without a zone know no summer time", () => {
    expect(split("2026-03-08", "2026-03-09", "day", naive)).toEqual([
      { name: "2026-03-08", from: "2026-03-08 00:00:00", to: "2026-03-09 00:00:00" },
    ]);
    expect(split("2026-03-08", "2026-03-10", "day", { kind: "date", zone: "UTC" })).toEqual([
      { name: "2026-03-08", from: "2026-03-08", to: "2026-03-09" },
      { name: "2026-03-09", from: "2026-03-09", to: "2026-03-10" },
    ]);
  });

  it("begin where the gap ends when midnight does not exist", () => {
    const cairo: TimeScale = { kind: "timestamptz", zone: "Africa/Cairo" };
    const [day] = split("2026-04-24", "2026-04-25", "day", cairo);
    expect(day).toMatchObject({
      name: "2026-04-24",
      from: "2026-04-23 22:00:00+00",
      to: "2026-04-24 21:00:00+00",
    });
  });

  it("are cut where the range begins and ends", () => {
    expect(split("2026-03-01T06:00", "2026-03-02T06:30:00.250", "day", utc)).toEqual([
      { name: "2026-03-01", from: "2026-03-01 06:00:00+00", to: "2026-03-02 00:00:00+00" },
      { name: "2026-03-02", from: "2026-03-02 00:00:00+00", to: "2026-03-02 06:30:00.25+00" },
    ]);
  });
});

describe("hours", () => {
  it("that come twice have two names", () => {
    const names = split("2026-11-01", "2026-11-02", "hour", newYork).map((part) => part.name);
    expect(names).toHaveLength(25);
    expect(new Set(names).size).toBe(25);
    expect(names.filter((name) => name.startsWith("2026-11-01T01"))).toEqual([
      "2026-11-01T01-04:00",
      "2026-11-01T01-05:00",
    ]);
  });
});

describe("weeks, months and years", () => {
  it("begin on Monday, on the first, on New Year", () => {
    expect(split("2026-03-01", "2026-03-10", "week", utc).map((part) => part.name)).toEqual([
      "week 2026-02-23",
      "week 2026-03-02",
      "week 2026-03-09",
    ]);
    expect(
      split("2026-01-31", "2026-03-01", "month", utc).map((part) => [part.name, part.from]),
    ).toEqual([
      ["2026-01", "2026-01-31 00:00:00+00"],
      ["2026-02", "2026-02-01 00:00:00+00"],
    ]);
    expect(split("2023-12-31", "2025-01-01", "year", utc).map((part) => part.name)).toEqual([
      "2023",
      "2024",
    ]);
  });
});

describe("a named partition", () => {
  it("says its size by its form", () => {
    expect(namedPartition("2026-02", utc)).toMatchObject({ unit: "month" });
    const day = namedPartition("2026-02-28", tokyo);
    expect([boundText(day.start, tokyo), boundText(day.end, tokyo)]).toEqual([
      "2026-02-27 15:00:00+00",
      "2026-02-28 15:00:00+00",
    ]);
    expect(namedPartition("2024-02-29T05", utc)).toMatchObject({ unit: "hour" });
  });
});

describe("what is no bound", () => {
  it.each(["2026-02-30", "yesterday", "2026-13-01", "26-01-01"])(
    "%s is refused by name",
    (text) => {
      expect(() => parseBound(text, utc, "from")).toThrow(/--from/);
    },
  );
  it("an offset for a column without zone, and a zone nobody knows, are refused", () => {
    expect(() => parseBound("2026-03-01T00:00Z", naive, "from")).toThrow(/offset/);
    expect(() => checkZone("Asia/Tokio")).toThrow(/--timezone/);
    expect(parseBound("2026-03-01T09:00+09:00", utc, "from")).toBe(Date.parse("2026-03-01T00:00Z"));
  });
});

it("numbers are cut in steps", () => {
  expect(splitNumber(5n, 25n, 10n)).toEqual([
    { name: "5..15", from: "5", to: "15" },
    { name: "15..25", from: "15", to: "25" },
  ]);
});
