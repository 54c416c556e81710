// The low end of an incremental read.
import { describe, expect, it } from "vitest";
import { cursorFloor, isAtOrAfter } from "./cursor-floor.ts";
import { cursorPosition } from "./cursor-position.ts";

const timestamptz = { kind: "timestamptz" } as const;
const int64 = { kind: "int64" } as const;

describe("cursorFloor", () => {
  it("looks back below a time by the milliseconds asked for", () => {
    const from = cursorPosition(timestamptz, "2024-03-01 00:00:00+00");
    const floor = cursorFloor({ field: ["at"], type: timestamptz, from, lookbackMs: 7_200_000 })!;
    expect(isAtOrAfter(timestamptz, "2024-02-29T22:00:00Z", floor)).toBe(true);
    expect(isAtOrAfter(timestamptz, "2024-02-29 21:59:59.999999+00", floor)).toBe(false);
    expect(isAtOrAfter(timestamptz, "2024-02-29 23:00:00+02", floor)).toBe(false);
  });

  it("is the position itself without lookback, for numbers, and null at the start", () => {
    const from = cursorPosition(int64, "41");
    expect(cursorFloor({ field: ["id"], type: int64, from, lookbackMs: 0 })).toBe(from);
    expect(cursorFloor({ field: ["id"], type: int64, from, lookbackMs: 5 })).toBe(from);
    expect(cursorFloor({ field: ["id"], type: int64, from: null, lookbackMs: 0 })).toBe(null);
  });
});

describe("isAtOrAfter", () => {
  it("takes the place itself, what follows it, and what is no value of the type", () => {
    const floor = cursorPosition(int64, "41");
    expect(
      ["40", "41", "42", "100", "-50", "x", "1.5"].map((text) => isAtOrAfter(int64, text, floor)),
    ).toEqual([false, true, true, true, false, true, true]);
  });
});
