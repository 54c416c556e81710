// Generates, for one list of column types, the WebAssembly that writes rows of Postgres binary COPY from columns of plain
// values (as Parquet has them: little-endian, texts with their length in front, NULLs left out). The way back of
// batch-decoder.ts. Every value it is given must fit: it knows no faults.
import {
  assembleModule,
  block,
  branchIf,
  choose,
  copyMemory,
  get,
  i32,
  i64,
  loop,
  openModule,
  set,
  when,
  type Code,
} from "../wasm/assembler.ts";

/**
 * `date`: 32-bit days since 1970; `time`, `timestamp`: 64-bit microseconds; `numeric`: 64-bit digits, at most
 * `numericDigits(scale)` of them; `bool`: a bit each; `bytes`: a 32-bit length and so many bytes.
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
        | "bytes";
    }
  | { readonly kind: "numeric"; readonly scale: number };

export type CopyEncoder = {
  /** Where the columns' values are to lie. */
  readonly input: Uint8Array;
  /** By column, one byte a row: 1 where there is a value. Read from its start after `point`. */
  readonly present: readonly Uint8Array[];
  /** The next row's values of a column begin at this place of the input. */
  point(column: number, at: number): void;
  /** Encodes up to `rows` rows into `out`, of which there are two; `at` is where it begins. Fewer when `out` is full. */
  encode(rows: number, out: 0 | 1, at: number): number;
  readonly out: readonly [Buffer, Buffer];
  /** Where the last `encode` ended in its `out`. */
  readonly end: number;
};

export type CopyBounds = {
  readonly inputBytes: number;
  readonly outBytes: number;
  /** Rows that one page may have. */
  readonly rows: number;
  /** Bytes that no row exceeds when it is encoded (`rowBytes`). */
  readonly rowBytes: number;
};

const pageBytes = 64 * 1024;
const slack = 64;
const resultAt = 0;
const cursorsAt = 64;

const rows = 0;
const limit = 1;
const p = 2;
const row = 3;
const l = 4;
const j = 5;
const t = 6;
const n = 7;
const firstCursor = 8;

const group = 10_000n;
const padOf = (scale: number): number => (4 - (scale % 4)) % 4;

/** Digits that a numeric of this scale may have: with those that fill its last group they stay within 64 bits. */
export const numericDigits = (scale: number): number => 18 - padOf(scale);

const widths = {
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
} as const;

/** Bytes of a row, where the texts of its columns of bytes take at most `most` bytes each. */
export const rowBytes = (columns: readonly CopyColumn[], most: readonly number[]): number =>
  columns.reduce(
    (sum, { kind }, i) => sum + 4 + (kind === "bytes" ? (most[i] ?? 0) : widths[kind]),
    2,
  );

export function makeCopyEncoder(columns: readonly CopyColumn[], bounds: CopyBounds): CopyEncoder {
  let end = cursorsAt + align(columns.length * 8);
  const take = (bytes: number): number => {
    const from = end;
    end += align(bytes + slack);
    return from;
  };
  const outBytes = bounds.outBytes + bounds.rowBytes;
  const outsAt = [take(outBytes), take(outBytes)] as const;
  const presentAt = columns.map(() => take(bounds.rows));
  const inputAt = take(bounds.inputBytes);
  const code = assembleModule(
    Math.ceil(end / pageBytes),
    3,
    { i32: firstCursor - 3 + 2 * columns.length, i64: 2 },
    moduleBody(columns),
  );
  const { memory, run } = openModule(code);
  const cursors = new Int32Array(memory, cursorsAt, columns.length * 2);
  const result = new Int32Array(memory, resultAt, 1);
  let last = 0;
  return {
    input: new Uint8Array(memory, inputAt, bounds.inputBytes),
    present: presentAt.map((from) => new Uint8Array(memory, from, bounds.rows)),
    point(column, at) {
      cursors[column * 2] = presentAt[column] ?? 0;
      const place = inputAt + at;
      cursors[column * 2 + 1] = columns[column]?.kind === "bool" ? place * 8 : place;
    },
    encode(count, out, at) {
      const start = outsAt[out];
      const done = run(count, start + bounds.outBytes, start + at);
      last = (result[0] ?? 0) - start;
      return done;
    },
    out: [Buffer.from(memory, outsAt[0], outBytes), Buffer.from(memory, outsAt[1], outBytes)],
    get end() {
      return last;
    },
  };
}

const align = (bytes: number): number => Math.ceil(bytes / 16) * 16;
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
const big16 = (value: number): number => ((value & 255) << 8) | ((value >> 8) & 255);
/** Stores the 32-bit value big-endian at `p` and `offset`; `t` is used up. */
const putBig32 = (value: Code, offset: number): Code => [
  ...set(t, value),
  ...i32.store(get(p), swap32(t), offset),
];
const putBig16 = (value: Code, offset: number): Code => [
  ...set(t, value),
  ...i32.store16(get(p), swap16(t), offset),
];
const swap16 = (local: number): Code =>
  i32.or(
    i32.shl(i32.and(get(local), const32(255)), const32(8)),
    i32.and(i32.shrU(get(local), const32(8)), const32(255)),
  );
const move = (local: number, by: number): Code => set(local, i32.add(get(local), const32(by)));

function moduleBody(columns: readonly CopyColumn[]): Code {
  const present = (i: number): number => firstCursor + 2 * i;
  const value = (i: number): number => firstCursor + 2 * i + 1;
  const v = firstCursor + 2 * columns.length;
  const fields = columns.flatMap((column, i) => [
    ...when(i32.load8(get(present(i))), valueCode(column, value(i), v), [
      ...i32.store(get(p), const32(-1)),
      ...move(p, 4),
    ]),
    ...move(present(i), 1),
  ]);
  const places = columns.flatMap((_, i) => [present(i), value(i)]);
  return [
    ...places.flatMap((local, i) => set(local, i32.load(const32(cursorsAt + i * 4)))),
    ...block(
      loop([
        ...branchIf(1, i32.geS(get(row), get(rows))),
        ...branchIf(1, i32.gtU(get(p), get(limit))),
        ...i32.store16(get(p), const32(big16(columns.length))),
        ...move(p, 2),
        ...fields,
        ...move(row, 1),
        ...branchIf(0, const32(1)),
      ]),
    ),
    ...i32.store(const32(resultAt), get(p)),
    ...places.flatMap((local, i) => i32.store(const32(cursorsAt + i * 4), get(local))),
    ...get(row),
  ];
}

function valueCode(column: CopyColumn, from: number, v: number): Code {
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
      return numericCode(column.scale, from, v);
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
function numericCode(scale: number, from: number, v: number): Code {
  const pad = padOf(scale);
  const behind = (scale + pad) / 4;
  const u = v + 1;
  const isNegative = i64.ltS(get(v), i64.const(0n));
  return [
    ...set(v, i64.load(get(from))),
    ...move(from, 8),
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
