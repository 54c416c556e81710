// How many rows a segment may have, by the columns of its table.
import { describe, expect, it } from "vitest";
import { manyColumns, rowsOfSegment, segmentRows } from "./segment.ts";

describe("rows of a segment", () => {
  it("are a row group's for usual tables, and bounded by cells for wide ones", () => {
    expect([1, 16, manyColumns].map(rowsOfSegment)).toEqual([
      segmentRows,
      segmentRows,
      segmentRows,
    ]);
    // Half a million cells, as long as that is at least 600 rows; else up to a million.
    expect(rowsOfSegment(500)).toBe(1000);
    expect(rowsOfSegment(1000)).toBe(600);
    expect(rowsOfSegment(1600)).toBe(600);
    expect(rowsOfSegment(5000)).toBe(256);
    expect(rowsOfSegment(100_000)).toBe(256);
  });
});
