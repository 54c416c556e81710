// What the parts of a generated CSV batch share: its locals, and the few forms of code that all of them are made of.
import { get, i32, set, when, type Code } from "../../protocols/wasm/assembler.ts";
import type { CsvDialect } from "./csv-batch.ts";

/** Parameters and 32-bit locals by number; the columns' cursors follow. */
export const locals = {
  end: 0,
  max: 1,
  /** The next byte. */
  p: 2,
  row: 3,
  s: 4,
  b: 5,
  l: 6,
  f: 7,
  cell: 8,
  day: 9,
  sign: 10,
  minutes: 11,
  firstCursor: 12,
} as const;

export const { cell } = locals;

/** Bytes at the start of the memory: where the batch ended, days of months, powers of ten. */
export const tablesBytes = 128;
export const monthsAt = 16;
export const powersAt = 32;

export const byteAt = (local: number): Code => i32.load8(get(local));
export const move = (local: number, by: number): Code =>
  set(local, i32.add(get(local), i32.const(by)));

/** Ends the batch before the record that is at work. */
export const fail = (condition: Code): Code => when(condition, [...get(locals.row), 0x0f]);

export const delimiterOf = ({ delimiter }: CsvDialect, local: number): Code =>
  i32.eq(get(local), i32.const(delimiter));

/** True when the byte in `b` ends a field that has no value. */
export const stopsAtCell = (dialect: CsvDialect, isLast: boolean): Code =>
  isLast
    ? i32.or(i32.eq(get(locals.b), i32.const(10)), i32.eq(get(locals.b), i32.const(13)))
    : delimiterOf(dialect, locals.b);
