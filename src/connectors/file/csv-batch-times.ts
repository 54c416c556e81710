// Dates and times in a generated CSV batch: eight bytes are seen to at once, and become days and microseconds since 1970.
import {
  get,
  i32,
  i64,
  set,
  when,
  block,
  loop,
  branchIf,
  type Code,
} from "../../protocols/wasm/assembler.ts";
import { byteAt, fail, locals, monthsAt, move, powersAt } from "./csv-batch-code.ts";

export type TimeKind = "date" | "timestamp" | "timestamptz";

type To = { readonly cursor: number; readonly step: number };

const { p, s, b, l, cell, day, sign, minutes } = locals;
const c = i32.const;

/** Days that surely are in a month (the 29th of February is not plain), and powers of ten. */
export function fillTables(memory: ArrayBuffer): void {
  new Uint8Array(memory, monthsAt, 13).set([0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]);
  new Int32Array(memory, powersAt, 7).set([1, 10, 100, 1000, 10_000, 100_000, 1_000_000]);
}

/**
 * The eight bytes at `p` and `offset` into `v`, digits as numbers and marks as zeros; what is not of the form of `like` (digits
 * as 0) is not plain.
 */
function eight(like: string, offset: number, v: number): Code {
  const bytes = Buffer.from(like, "latin1");
  const form = bytes.readBigUInt64LE();
  // Added to a byte that may be so large at most, it sets the highest bit of a larger one.
  const over = Buffer.from(bytes.map((byte) => (byte === 48 ? 0x76 : 0x7f))).readBigUInt64LE();
  return [
    ...set(v, i64.xor(i64.load(get(p), offset), i64.const(BigInt.asIntN(64, form)))),
    ...fail(
      i64.ne(
        i64.and(
          i64.or(i64.add(get(v), i64.const(BigInt.asIntN(64, over))), get(v)),
          i64.const(BigInt.asIntN(64, 0x8080_8080_8080_8080n)),
        ),
        i64.const(0n),
      ),
    ),
  ];
}

const digit = (v: number, place: number): Code =>
  i32.and(i32.wrap(i64.shrU(get(v), i64.const(BigInt(place * 8)))), c(255));
const two = (v: number, place: number): Code =>
  i32.add(i32.mul(digit(v, place), c(10)), digit(v, place + 1));

/** `yyyy-mm-dd` at `p` as days into `day`; `p` is moved behind it. */
function dayCode(v: number): Code {
  const year = s;
  const month = l;
  const earlier = i32.ltU(get(month), c(3));
  const date = cell;
  return [
    ...eight("0000-00-", 0, v),
    ...set(year, i32.add(i32.mul(two(v, 0), c(100)), two(v, 2))),
    ...set(month, two(v, 5)),
    ...set(date, i32.sub(i32.load8(get(p), 8), c(48))),
    ...set(b, i32.sub(i32.load8(get(p), 9), c(48))),
    ...fail(i32.or(i32.gtU(get(date), c(9)), i32.gtU(get(b), c(9)))),
    ...set(date, i32.add(i32.mul(get(date), c(10)), get(b))),
    ...fail(i32.or(i32.eqz(get(year)), i32.gtU(i32.sub(get(month), c(1)), c(11)))),
    ...fail(i32.or(i32.eqz(get(date)), i32.gtU(get(date), i32.load8(get(month), monthsAt)))),
    // Years begin in March, so that the odd day is the last one.
    ...set(year, i32.sub(get(year), earlier)),
    ...set(
      day,
      i32.add(
        i32.divU(
          i32.add(
            i32.mul(i32.sub(i32.add(get(month), i32.mul(earlier, c(12))), c(3)), c(153)),
            c(2),
          ),
          c(5),
        ),
        i32.sub(get(date), c(719_469)),
      ),
    ),
    ...set(
      day,
      i32.add(
        get(day),
        i32.add(
          i32.add(i32.mul(get(year), c(365)), i32.divU(get(year), c(4))),
          i32.sub(i32.divU(get(year), c(400)), i32.divU(get(year), c(100))),
        ),
      ),
    ),
    ...move(p, 10),
  ];
}

export function dateCode(to: To | null, v: number): Code {
  return [
    ...dayCode(v),
    ...(to === null ? [] : [...i32.store(get(to.cursor), get(day)), ...set(to.step, c(4))]),
  ];
}

export function timeCode(kind: "timestamp" | "timestamptz", to: To | null, v: number): Code {
  const micros = v + 1;
  const seconds = cell;
  return [
    ...dayCode(v),
    ...set(b, byteAt(p)),
    ...fail(i32.and(i32.ne(get(b), c(32)), i32.ne(get(b), c(84)))),
    ...eight("00:00:00", 1, v),
    ...fail(i32.gtU(two(v, 0), c(23))),
    ...fail(i32.or(i32.gtU(two(v, 3), c(59)), i32.gtU(two(v, 6), c(59)))),
    ...set(
      seconds,
      i32.add(i32.add(i32.mul(two(v, 0), c(3600)), i32.mul(two(v, 3), c(60))), two(v, 6)),
    ),
    ...move(p, 9),
    ...fractionCode,
    ...(kind === "timestamptz" ? zoneCode(seconds) : []),
    ...(to === null
      ? []
      : [
          ...set(
            micros,
            i64.add(i64.mul(i64.extendS(get(day)), i64.const(86_400n)), i64.extendS(get(seconds))),
          ),
          ...i64.store(
            get(to.cursor),
            i64.add(i64.mul(get(micros), i64.const(1_000_000n)), i64.extendU(get(l))),
          ),
          ...set(to.step, c(8)),
        ]),
  ];
}

/** Up to six digits behind a point as microseconds into `l`. */
const fractionCode: Code = [
  ...set(l, c(0)),
  ...when(i32.eq(byteAt(p), c(46)), [
    ...move(p, 1),
    ...set(s, get(p)),
    ...block(
      loop([
        ...set(b, i32.sub(byteAt(p), c(48))),
        ...branchIf(1, i32.gtU(get(b), c(9))),
        ...set(l, i32.add(i32.mul(get(l), c(10)), get(b))),
        ...move(p, 1),
        ...branchIf(0, c(1)),
      ]),
    ),
    ...set(s, i32.sub(get(p), get(s))),
    ...fail(i32.gtU(i32.sub(get(s), c(1)), c(5))),
    ...set(l, i32.mul(get(l), i32.load(i32.shl(i32.sub(c(6), get(s)), c(2)), powersAt))),
  ]),
];

/** Two digits at `p` into `into`; `b` is used up. */
const pair = (into: number, most: number): Code => [
  ...set(into, i32.sub(byteAt(p), c(48))),
  ...set(b, i32.sub(i32.load8(get(p), 1), c(48))),
  ...fail(i32.or(i32.gtU(get(into), c(9)), i32.gtU(get(b), c(9)))),
  ...set(into, i32.add(i32.mul(get(into), c(10)), get(b))),
  ...fail(i32.gtU(get(into), c(most))),
  ...move(p, 2),
];

/** `Z`, `+09`, `+0900` or `+09:00`, taken off the seconds. */
function zoneCode(seconds: number): Code {
  const offset = s;
  return when(i32.eq(byteAt(p), c(90)), move(p, 1), [
    ...set(sign, byteAt(p)),
    ...fail(i32.and(i32.ne(get(sign), c(43)), i32.ne(get(sign), c(45)))),
    ...move(p, 1),
    ...pair(offset, 15),
    ...set(offset, i32.mul(get(offset), c(3600))),
    ...set(b, byteAt(p)),
    ...when(i32.or(i32.eq(get(b), c(58)), i32.ltU(i32.sub(get(b), c(48)), c(10))), [
      ...set(p, i32.add(get(p), i32.eq(get(b), c(58)))),
      ...pair(minutes, 59),
      ...set(offset, i32.add(get(offset), i32.mul(get(minutes), c(60)))),
    ]),
    ...set(seconds, i32.add(get(seconds), i32.mul(get(offset), i32.sub(get(sign), c(44))))),
  ]);
}
