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
    expect(rowsOfSegment(1000)).toBe(1000);
    expect(rowsOfSegment(1600)).toBe(625);
    expect(rowsOfSegment(100_000)).toBe(256);
  });
});
