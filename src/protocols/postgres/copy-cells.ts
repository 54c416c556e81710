// What one cell of a binary COPY is made of: for each kind of column the code that writes a value, given where it lies.
import {
  block,
  branchIf,
  choose,
  copyMemory,
  get,
  i32,
  i64,
  loop,
  set,
  when,
  type Code,
} from "../wasm/assembler.ts";

/**
 * `date`: 32-bit days since 1970; `time`, `timestamp`: 64-bit microseconds; `numeric`: digits of 64 bits, or 32, at most
 * `numericDigits(scale)` of them; `numeral`: a numeric of six digits behind the point, given as the text of a number with at most
 * twelve digits before it and six behind; `bool`: a bit each; `bytes`: a 32-bit length and so many bytes.
 * Two take nothing from the input: `serial` counts rows up, `constant` is so many fields, always the same.
 */
export type CopyColumn =
  | {
      readonly kind:
        | "bool"
        | "int2"
        | "int4"
        | "int8"
        | "float4"
        | "float8"
        | "date"
        | "time"
        | "timestamp"
        | "uuid"
        | "bytes"
        | "numeral"
        | "serial";
    }
  | { readonly kind: "numeric"; readonly scale: number; readonly bits?: 32 | 64 }
  | { readonly kind: "constant"; readonly fields: number; readonly bytes: number };

/** Where the code finds what belongs to no row. */
export const places = {
  result: 0,
  serial: 8,
  /** Powers of ten from 10^0 to 10^8, of 32 bits. */
  powers: 16,
  cursors: 64,
} as const;

/** Locals of 32 bits; those of a column's cursors follow. */
export const locals = {
  rows: 0,
  limit: 1,
  p: 2,
  row: 3,
  l: 4,
  j: 5,
  t: 6,
  n: 7,
  d: 8,
  sign: 9,
  start: 10,
  mark: 11,
  firstCursor: 12,
} as const;

const { p, l, j, t, n, d, sign } = locals;
const group = 10_000n;
const padOf = (scale: number): number => (4 - (scale % 4)) % 4;

/** Digits that a numeric of this scale may have: with those that fill its last group they stay within 64 bits. */
export const numericDigits = (scale: number): number => 18 - padOf(scale);

/** Bytes of a value of each kind at most; of `bytes`, those that are none of the value. */
export const widths = {
  bool: 1,
  int2: 2,
  int4: 4,
  int8: 8,
  float4: 4,
  float8: 8,
  date: 4,
  time: 8,
  timestamp: 8,
  uuid: 16,
  numeric: 18,
  numeral: 18,
  serial: 8,
  bytes: 0,
} as const;

const const32 = i32.const;
const swap32 = (local: number): Code =>
  i32.or(
    i32.and(i32.rotl(get(local), const32(8)), const32(0x00ff_00ff)),
    i32.and(i32.rotl(get(local), const32(24)), const32(0xff00_ff00)),
  );
const big32 = (value: number): number => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value | 0);
  return bytes.readInt32LE();
};
export const big16 = (value: number): number => ((value & 255) << 8) | ((value >> 8) & 255);
/** Stores the 32-bit value big-endian at `p` and `offset`; `t` is used up. */
const putBig32 = (value: Code, offset: number): Code => [
  ...set(t, value),
  ...i32.store(get(p), swap32(t), offset),
];
const putBig16 = (value: Code, offset: number, at: number = p): Code => [
  ...set(t, value),
  ...i32.store16(get(at), swap16(t), offset),
];
const swap16 = (local: number): Code =>
  i32.or(
    i32.shl(i32.and(get(local), const32(255)), const32(8)),
    i32.and(i32.shrU(get(local), const32(8)), const32(255)),
  );
export const move = (local: number, by: number): Code =>
  set(local, i32.add(get(local), const32(by)));

/** The code of a value that lies at `from`; the 64-bit locals `v` and the one behind it are used up. */
export function valueCode(column: CopyColumn, from: number, v: number): Code {
  const here = get(from);
  const fixed = (sourceWidth: number, width: number, stores: Code): Code => [
    ...i32.store(get(p), const32(big32(width))),
    ...stores,
    ...move(p, 4 + width),
    ...move(from, sourceWidth),
  ];
  const wide = [...putBig32(i32.load(here, 4), 4), ...putBig32(i32.load(here), 8)];
  switch (column.kind) {
    case "bool":
      return fixed(1, 1, [
        ...i32.store8(
          get(p),
          i32.and(
            i32.shrU(i32.load8(i32.shrU(here, const32(3))), i32.and(here, const32(7))),
            const32(1),
          ),
          4,
        ),
      ]);
    case "int2":
      return fixed(4, 2, putBig16(i32.load(here), 4));
    case "int4":
    case "float4":
      return fixed(4, 4, putBig32(i32.load(here), 4));
    case "int8":
    case "float8":
    case "time":
      return fixed(8, 8, wide);
    case "date":
      return fixed(4, 4, dateCode(here));
    case "timestamp":
      return fixed(8, 8, timestampCode(here, v));
    case "uuid":
      return fixed(16, 16, [
        ...i64.store(get(p), i64.load(here), 4),
        ...i64.store(get(p), i64.load(here, 8), 12),
      ]);
    case "bytes":
      return bytesCode(from);
    case "numeric":
      return numericCode(column.scale, column.bits ?? 64, from, v);
    case "numeral":
      return numeralCode(from, v);
    case "serial":
      return [
        ...set(v, i64.load(const32(places.serial))),
        ...i64.store(const32(places.serial), i64.add(get(v), i64.const(1n))),
        ...i32.store(get(p), const32(big32(8))),
        ...putBig32(i32.wrap(i64.shrU(get(v), i64.const(32n))), 4),
        ...putBig32(i32.wrap(get(v)), 8),
        ...move(p, 12),
      ];
    case "constant":
      return [
        ...Array.from({ length: Math.ceil(column.bytes / 8) }, (_, i) =>
          i64.store(get(p), i64.load(here, i * 8), i * 8),
        ).flat(),
        ...move(p, column.bytes),
      ];
  }
}

/** Days since 1970 become days since 2000; DuckDB's infinities become Postgres's. */
const dateCode = (here: Code): Code => [
  ...set(n, i32.load(here)),
  ...putBig32(
    choose(
      get(n),
      choose(
        const32(-2147483648),
        i32.sub(get(n), const32(10_957)),
        i32.eq(get(n), const32(-2147483647)),
      ),
      i32.eq(get(n), const32(2147483647)),
    ),
    4,
  ),
];

function timestampCode(here: Code, v: number): Code {
  const most = 2n ** 63n - 1n;
  return [
    ...set(v, i64.load(here)),
    ...set(
      v,
      choose(
        get(v),
        choose(
          i64.const(-(2n ** 63n)),
          i64.sub(get(v), i64.const(946_684_800_000_000n)),
          i64.eq(get(v), i64.const(-most)),
        ),
        i64.eq(get(v), i64.const(most)),
      ),
    ),
    ...putBig32(i32.wrap(i64.shrU(get(v), i64.const(32n))), 4),
    ...putBig32(i32.wrap(get(v)), 8),
  ];
}

function bytesCode(from: number): Code {
  return [
    ...set(l, i32.load(get(from))),
    ...putBig32(get(l), 0),
    ...move(p, 4),
    ...move(from, 4),
    ...when(i32.gtU(get(l), const32(64)), copyMemory(get(p), get(from), get(l)), [
      ...set(j, const32(0)),
      ...loop([
        ...i64.store(i32.add(get(p), get(j)), i64.load(i32.add(get(from), get(j)))),
        ...move(j, 8),
        ...branchIf(0, i32.ltU(get(j), get(l))),
      ]),
    ]),
    ...set(p, i32.add(get(p), get(l))),
    ...set(from, i32.add(get(from), get(l))),
  ];
}

/** Groups of four digits from the last to the first; groups in front that are zero are left out. */
function numericCode(scale: number, bits: 32 | 64, from: number, v: number): Code {
  const pad = padOf(scale);
  const behind = (scale + pad) / 4;
  const u = v + 1;
  const isNegative = i64.ltS(get(v), i64.const(0n));
  return [
    ...set(v, bits === 64 ? i64.load(get(from)) : i64.extendS(i32.load(get(from)))),
    ...move(from, bits / 8),
    ...set(u, choose(i64.sub(i64.const(0n), get(v)), get(v), isNegative)),
    ...(pad === 0 ? [] : set(u, i64.mul(get(u), i64.const(10n ** BigInt(pad))))),
    ...set(
      n,
      i32.add(
        i32.add(
          i32.eqz(i64.eqz(get(u))),
          i32.add(i64.geU(get(u), i64.const(group)), i64.geU(get(u), i64.const(group ** 2n))),
        ),
        i32.add(i64.geU(get(u), i64.const(group ** 3n)), i64.geU(get(u), i64.const(group ** 4n))),
      ),
    ),
    ...putBig32(i32.add(const32(8), i32.shl(get(n), const32(1))), 0),
    ...putBig16(get(n), 4),
    ...putBig16(i32.sub(get(n), const32(behind + 1)), 6),
    ...i32.store16(get(p), i32.mul(isNegative, const32(big16(0x4000))), 8),
    ...i32.store16(get(p), const32(big16(scale)), 10),
    ...set(l, i32.add(get(p), i32.add(const32(12), i32.shl(get(n), const32(1))))),
    ...set(j, get(l)),
    ...block(
      loop([
        ...branchIf(1, i64.eqz(get(u))),
        ...set(v, i64.divU(get(u), i64.const(group))),
        ...set(t, i32.wrap(i64.sub(get(u), i64.mul(get(v), i64.const(group))))),
        ...move(j, -2),
        ...i32.store16(get(j), swap16(t)),
        ...set(u, get(v)),
        ...branchIf(0, const32(1)),
      ]),
    ),
    ...set(p, get(l)),
  ];
}

/** The text's digits as three groups before the point and two behind it; zeros at both ends are left out. */
function numeralCode(from: number, v: number): Code {
  const end = l;
  const digitsTo = (each: Code): Code =>
    block(
      loop([
        ...branchIf(1, i32.geU(get(j), get(end))),
        ...set(t, i32.sub(i32.load8(get(j)), const32(48))),
        ...branchIf(1, i32.gtU(get(t), const32(9))),
        ...each,
        ...move(j, 1),
        ...branchIf(0, const32(1)),
      ]),
    );
  const whole = [1n, group, group ** 2n].map((least) => i64.geU(get(v), i64.const(least)));
  const lead = whole.reduce((sum, one) => i32.add(sum, one));
  return [
    ...set(end, i32.add(i32.add(get(from), const32(4)), i32.load(get(from)))),
    ...move(from, 4),
    ...set(sign, i32.eq(i32.load8(get(from)), const32(45))),
    ...set(j, i32.add(get(from), get(sign))),
    ...set(v, i64.const(0n)),
    ...digitsTo(set(v, i64.add(i64.mul(get(v), i64.const(10n)), i64.extendU(get(t))))),
    ...set(d, const32(0)),
    ...when(i32.ltU(get(j), get(end)), [
      ...move(j, 1),
      ...set(n, i32.sub(get(end), get(j))),
      ...digitsTo(set(d, i32.add(i32.mul(get(d), const32(10)), get(t)))),
      ...set(
        d,
        i32.mul(get(d), i32.load(i32.shl(i32.sub(const32(8), get(n)), const32(2)), places.powers)),
      ),
    ]),
    ...set(from, get(end)),
    // `j` is where the groups begin, were all three of the whole part there: what is too much lies where the head comes.
    ...set(n, lead),
    ...set(j, i32.add(i32.add(get(p), const32(6)), i32.shl(get(n), const32(1)))),
    ...set(l, i32.wrap(i64.divU(get(v), i64.const(group ** 2n)))),
    ...putBig16(get(l), 0, j),
    ...set(l, i32.wrap(i64.sub(get(v), i64.mul(i64.extendU(get(l)), i64.const(group ** 2n))))),
    ...putBig16(i32.divU(get(l), const32(10_000)), 2, j),
    ...putBig16(i32.remU(get(l), const32(10_000)), 4, j),
    ...putBig16(i32.divU(get(d), const32(10_000)), 6, j),
    ...putBig16(i32.remU(get(d), const32(10_000)), 8, j),
    ...putBig16(i32.sub(get(n), const32(1)), 6),
    ...set(
      n,
      i32.add(
        get(n),
        i32.add(i32.ne(get(d), const32(0)), i32.ne(i32.remU(get(d), const32(10_000)), const32(0))),
      ),
    ),
    ...putBig32(i32.add(const32(8), i32.shl(get(n), const32(1))), 0),
    ...putBig16(get(n), 4),
    ...i32.store16(get(p), i32.mul(get(sign), const32(big16(0x4000))), 8),
    ...i32.store16(get(p), const32(big16(6)), 10),
    ...set(p, i32.add(get(p), i32.add(const32(12), i32.shl(get(n), const32(1))))),
  ];
}
