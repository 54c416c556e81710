// Durations, sizes and limits as people write them.
import { expect, test } from "vitest";
import { parseDuration, parseLimit, parseSize } from "./duration.ts";

test.each([
  ["2h", 7_200_000],
  ["60s", 60_000],
  ["1m", 60_000],
  ["90 days", 7_776_000_000],
  ["1h30m", 5_400_000],
  ["1.5 hours", 5_400_000],
  ["PT15M", 900_000],
  ["P1D", 86_400_000],
  ["2 weeks", 1_209_600_000],
  ["", null],
  ["2", null],
  ["soon", null],
  ["2h soon", null],
  ["P", null],
  ["PT", null],
  ["-1h", null],
])("the duration %j is %j ms", (text, expected) => {
  expect(parseDuration(text)).toBe(expected);
});

test.each([
  ["512 MB", 512e6],
  ["20GiB", 20 * 1024 ** 3],
  ["1000", 1000],
  [4096, 4096],
  ["1.5 gb", 1.5e9],
  ["1 apple", null],
  ["", null],
  [-1, null],
  [1.5, null],
])("the size %j is %j bytes", (text, expected) => {
  expect(parseSize(text)).toBe(expected);
});

test.each([
  [13, { rows: 13 }],
  ["13", { rows: 13 }],
  ["5%", { percent: 5 }],
  ["0.5 %", { percent: 0.5 }],
  ["120%", null],
  ["-1", null],
  ["many", null],
  [0.5, null],
])("the limit %j is %j", (text, expected) => {
  expect(parseLimit(text)).toEqual(expected);
});
