// A look at the values of a column before they are encoded for COPY: whether the server may refuse one of them, and how long the
// longest is. It asks little and does not say which value it was: who hears that one is odd judges the rows in another way.
import {
  block,
  branchIf,
  choose,
  get,
  i32,
  i64,
  loop,
  set,
  when,
  type Code,
} from "../wasm/assembler.ts";
import { places } from "./copy-cells.ts";

export type Looked = {
  /** A text with the character NUL, or a time (infinity included) that is not within the years -4601 to 275760. */
  readonly isOdd: boolean;
  /** Bytes of the longest text. */
  readonly longest: number;
};

const present = 0;
const from = 1;
const rows = 2;
const kind = 3;
const row = 4;
const isOdd = 5;
const longest = 6;
const l = 7;
const j = 8;
const v = 9;

export const lookLocals = { i32: 5, i64: 1 } as const;

const c = i32.const;
const move = (local: number, by: Code): Code => set(local, i32.add(get(local), by));
const ones = i64.const(0x0101_0101_0101_0101n);
const highs = i64.const(0x8080_8080_8080_8080n);
const daysBefore = 2_400_000;
const daysAfter = 100_000_000;
const micros = (days: number): Code => i64.const(BigInt(days) * 86_400_000_000n);

/** Eight bytes at once: a byte of zeros lends the highest bit. Bytes behind the text are made none. */
const textCode: Code = [
  ...set(l, i32.load(get(from))),
  ...set(longest, choose(get(l), get(longest), i32.gtU(get(l), get(longest)))),
  ...move(from, c(4)),
  ...set(j, get(l)),
  ...block(
    loop([
      ...branchIf(1, i32.eqz(get(j))),
      ...set(v, i64.load(get(from))),
      ...when(
        i32.ltU(get(j), c(8)),
        [
          ...set(v, i64.or(get(v), i64.shl(i64.const(-1n), i64.extendU(i32.shl(get(j), c(3)))))),
          ...move(from, get(j)),
          ...set(j, c(0)),
        ],
        [...move(from, c(8)), ...move(j, c(-8))],
      ),
      ...set(
        isOdd,
        i32.or(
          get(isOdd),
          i64.ne(
            i64.and(i64.and(i64.sub(get(v), ones), i64.xor(get(v), i64.const(-1n))), highs),
            i64.const(0n),
          ),
        ),
      ),
      ...branchIf(0, c(1)),
    ]),
  ),
];

const dateCode: Code = [
  ...set(
    isOdd,
    i32.or(
      get(isOdd),
      i32.gtU(i32.add(i32.load(get(from)), c(daysBefore)), c(daysBefore + daysAfter)),
    ),
  ),
  ...move(from, c(4)),
];

const timeCode: Code = [
  ...set(v, i64.load(get(from))),
  ...set(
    isOdd,
    i32.or(
      get(isOdd),
      i32.or(i64.gtS(get(v), micros(daysAfter)), i64.ltS(get(v), micros(-daysBefore))),
    ),
  ),
  ...move(from, c(8)),
];

const through = (each: Code): Code =>
  block(
    loop([
      ...branchIf(1, i32.geS(get(row), get(rows))),
      ...when(i32.load8(get(present)), each),
      ...move(present, c(1)),
      ...move(row, c(1)),
      ...branchIf(0, c(1)),
    ]),
  );

/** Of `run(present, values, rows, kind)`; kinds: 0 text, 1 date, 2 timestamp. */
export const lookCode: Code = [
  ...when(i32.eqz(get(kind)), through(textCode)),
  ...when(i32.eq(get(kind), c(1)), through(dateCode)),
  ...when(i32.eq(get(kind), c(2)), through(timeCode)),
  ...i32.store(c(places.result), get(longest)),
  ...get(isOdd),
];
