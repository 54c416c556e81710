// Which cells are narrow numbers: never one that decimal(18,6) would not give back exactly.
import { describe, expect, it } from "vitest";
import { isNarrowNumber } from "./numeral.ts";

const narrow = (text: string): boolean => {
  // What stands behind the cell is not part of it.
  const bytes = Buffer.from(`9${text}9.9`);
  return isNarrowNumber(bytes, 1, bytes.length - 3);
};

describe("a narrow number", () => {
  it.each([
    "0",
    "7",
    "-7",
    "0.5",
    "-0.000001",
    "999999999999",
    "999999999999.999999",
    "1.500000",
    "-0",
  ])("is %s", (text) => expect(narrow(text)).toBe(true));

  it.each([
    "",
    "-",
    "+5",
    "007",
    "00.5",
    ".5",
    "5.",
    "1.0.1",
    "1e3",
    "1E-3",
    "1,5",
    " 5",
    "5 ",
    "--5",
    "5-",
    "NaN",
    "1_000",
    "1000000000000",
    "0.0000001",
    "1.0000000",
    "\u0665",
  ])("is not %s", (text) => expect(narrow(text)).toBe(false));
});
