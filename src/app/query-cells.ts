// Cells of `revos query` as plain values that say what the warehouse holds. Floating point numbers are written by
// JavaScript's shortest text that reads back as the same number, not by DuckDB's cast, which is wrong for some (2^81).
import type { DuckDBType } from "@duckdb/node-api";

export type Cell = string | number | boolean | null;

/**
 * `cell` as DuckDB's client gives it for JSON. Whole numbers that a double holds exactly become numbers; decimals, times and
 * nested values stay exact text; NaN and the infinities, which JSON has no number for, are text, and so is minus zero.
 */
export function toCell(cell: unknown, type: DuckDBType | undefined): Cell {
  const name = String(type);
  if (cell === null || cell === undefined) return null;
  if (typeof cell === "boolean") return cell;
  if (typeof cell === "number") {
    if (Object.is(cell, -0)) return "-0";
    return name === "FLOAT" ? shortest32(cell) : cell;
  }
  if (typeof cell === "string") {
    const isInteger = /^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$/.test(name);
    return isInteger && Number.isSafeInteger(Number(cell)) ? Number(cell) : cell;
  }
  const nested = /\bFLOAT\b/.test(name) && !/\bDOUBLE\b/.test(name) ? shorten(cell) : cell;
  return JSON.stringify(nested);
}

/** The number with the fewest digits that is the same in 32 bits: 0.1 rather than 0.10000000149011612. */
export function shortest32(value: number): number {
  if (!Number.isFinite(value) || Number.isInteger(value)) return value;
  for (let digits = 1; digits <= 9; digits++) {
    const shorter = Number(value.toPrecision(digits));
    if (Math.fround(shorter) === value) return shorter;
  }
  return value;
}

/** Only fractions can have come from 32 bits; whole numbers of other columns stay what they are. */
function shorten(value: unknown): unknown {
  if (typeof value === "number") return Math.fround(value) === value ? shortest32(value) : value;
  if (Array.isArray(value)) return value.map(shorten);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shorten(one)]));
  return value;
}
