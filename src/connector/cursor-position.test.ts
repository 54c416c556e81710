// The law of positions: string order is value order, whatever the type.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseType } from "../model/types.ts";
import { cursorPosition } from "./cursor-position.ts";
import { positionText } from "./position.ts";

const ordered = (typeText: string, values: readonly string[]) => {
  const type = parseType(typeText)!;
  const positions = values.map((value) => cursorPosition(type, value));
  expect([...positions].sort()).toEqual(positions);
  expect(positions.map(positionText)).toEqual(values);
};

describe("cursorPosition", () => {
  it("orders numbers of any size and sign", () => {
    ordered("number", [
      "-Infinity",
      "-12345678901234567890123456789012345678.5",
      "-1e10",
      "-100",
      "-99.5",
      "-1.51",
      "-1.5",
      "-1",
      "-0.25",
      "0",
      "0.001",
      "0.01",
      "1",
      "1.5",
      "1.51",
      "9",
      "10",
      "9007199254740993",
      "9223372036854775808",
      "1e300",
      "Infinity",
      "NaN",
    ]);
  });

  it("orders dates and times across eras, years above 9999 and offsets", () => {
    ordered("timestamp", [
      "-infinity",
      "4713-01-01 00:00:00 BC",
      "0044-03-15 00:00:00 (BC)",
      "0001-01-01 00:00:00",
      "1969-12-31 23:59:59.999999",
      "1970-01-01 00:00:00",
      "2024-02-29 12:00:00",
      "2024-02-29 12:00:00.000001",
      "2024-02-29T12:00:00.5",
      "10000-01-01 00:00:00",
      "infinity",
    ]);
    ordered("timestamptz", [
      "2024-01-01 12:00:00+09",
      "2024-01-01 03:30:00Z",
      "2024-01-01 00:00:00-05:30",
    ]);
  });

  it("orders text by code point, prefixes first", () => {
    ordered("text", ["", "A", "a", "aa", "a|b", "b", "é", "日本", "\u{1F600}"]);
  });

  it("holds for random pairs of integers and decimals", () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt(), (a, b) => {
        const [x, y] = [a, b].map((value) => cursorPosition({ kind: "number" }, value.toString()));
        expect(x! < y!).toBe(a < b);
      }),
    );
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (a, b) => {
        const [x, y] = [a, b].map((value) =>
          cursorPosition({ kind: "decimal", precision: 12, scale: 2 }, (value / 100).toFixed(2)),
        );
        expect(x! < y!).toBe(a < b);
      }),
    );
  });
});
