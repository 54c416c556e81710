// Generates, for one list of column types, the WebAssembly that decodes many rows of Postgres binary COPY at once: whole
// CopyData messages in, column values out. It does the plain case only. A row with anything unusual in it ends the batch
// before itself, and the row decoder in JavaScript judges it; so nothing here has to know what a fault looks like.
import {
  assembleModule,
  block,
  branchIf,
  copyMemory,
  get,
  i32,
  i64,
  loop,
  openModule,
  set,
  when,
  choose,
  type Code,
} from "../wasm/assembler.ts";
import type { BatchDecoder } from "../wasm/batch.ts";
import type { WireColumn } from "./row-decoder.ts";

/** Source bytes of one batch: with their columns they stay in the processor's second cache. */
const inputBytes = 64 * 1024;
/** Reads and copies of eight bytes may go this far behind what they are about. */
const slack = 64;
/** Wider tables take the loop of the row decoder: their code would take longer to compile than it saves. */
const maxColumns = 128;
const pageBytes = 64 * 1024;
/** Bytes of a message before its fields: type, length, field count. */
const rowHeader = 7;
const copyData = 100; // "d"
const maxGroups = 6;
/** The sign word of a negative numeric, 0x4000, as a little-endian load sees it. */
const minus = 0x40;

type Target = {
  readonly column: WireColumn;
  /** Bytes of a value; null: as many as it has, and four for their number. */
  readonly width: number | null;
  readonly present: number;
  readonly values: number;
  readonly valueBytes: number;
};

const end = 0;
const maxRows = 1;
const p = 2;
const q = 3;
const row = 4;
const l = 5;
const f = 6;
const next = 7;
const n = 8;
const j = 9;
const t = 10;
const e = 11;
const g = 12;
const firstCursor = 13;

const consumedAt = 0;
const powersAt = 64;
const endsAt = 256;

const targetWidth = (column: WireColumn): number | null => {
  switch (column.kind) {
    case "bool":
      return 1;
    case "int2":
    case "int4":
    case "float4":
    case "date":
      return 4;
    case "uuid":
      return 16;
    case "bytes":
      return null;
    case "numeric":
      return column.precision <= 9 ? 4 : 8;
    default:
      return 8;
  }
};

/** Null where a batch does not pay or cannot be: very wide tables, fields that are to be skipped. */
export function makeBatchDecoder(columns: readonly WireColumn[]): BatchDecoder | null {
  if (columns.length === 0 || columns.length > maxColumns) return null;
  if (columns.some((column) => column.kind === "skip")) return null;
  const inputAt = endsAt + align(columns.length * 4);
  const rowsPerBatch = Math.ceil(inputBytes / (rowHeader + 4 * columns.length));
  let at = inputAt + inputBytes + slack;
  const take = (bytes: number): number => {
    const from = at;
    at += align(bytes + slack);
    return from;
  };
  const targets = columns.map((column): Target => {
    const width = targetWidth(column);
    const valueBytes = width === null ? inputBytes : rowsPerBatch * width;
    return { column, width, present: take(rowsPerBatch), values: take(valueBytes), valueBytes };
  });
  const cursorOf = (i: number): number => firstCursor + i;
  const v = firstCursor + columns.length;
  const code = assembleModule(
    Math.ceil(at / pageBytes),
    2,
    { i32: v - 2, i64: 1 },
    moduleBody(targets, inputAt, cursorOf, v),
  );
  const { memory, run } = openModule(code);
  const powers = new BigInt64Array(memory, powersAt, 19);
  for (let exponent = 0; exponent < powers.length; exponent++)
    powers[exponent] = 10n ** BigInt(exponent);
  const input = new Uint8Array(memory, inputAt, inputBytes + slack);
  const results = new Int32Array(memory, consumedAt, 1);
  const ends = new Int32Array(memory, endsAt, columns.length);
  const filled = new Int32Array(columns.length);
  const view = new DataView(memory);

  /** The row that ended the batch had moved the cursors of the columns before its fault, and of those behind it. */
  const takeBack = (from: number): void => {
    let field = from + rowHeader;
    targets.forEach((target, i) => {
      const length = field + 4 <= memory.byteLength ? view.getInt32(field) : -1;
      field += 4 + Math.max(0, length);
      if (length >= 0) ends[i] = (ends[i] ?? 0) - (target.width ?? length + 4);
    });
  };
  return {
    columns: targets.map((target) => ({
      present: new Uint8Array(memory, target.present, rowsPerBatch),
      values:
        target.width === null || target.width === 1
          ? new Uint8Array(memory, target.values, target.valueBytes)
          : new Int32Array(memory, target.values, target.valueBytes / 4),
    })),
    filled,
    get consumed() {
      return (results[0] ?? inputAt) - inputAt;
    },
    decode(bytes, start, stop, rows) {
      const size = Math.min(stop - start, inputBytes);
      input.set(bytes.subarray(start, start + size));
      const answer = run(inputAt + size, Math.min(rows, rowsPerBatch));
      // A negative answer: so many rows, and one more that was begun.
      const isBegun = answer < 0;
      if (isBegun) takeBack(results[0] ?? inputAt);
      targets.forEach((target, i) => {
        const used = Math.max(0, (ends[i] ?? 0) - target.values);
        filled[i] = target.width === null || target.width === 1 ? used : used / 4;
      });
      return isBegun ? -1 - answer : answer;
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
/** A big-endian 32-bit integer at an address; `t` is used up. */
const big32 = (address: Code, offset = 0): Code => [
  ...set(t, i32.load(address, offset)),
  ...swap32(t),
];
const big16 = (address: Code, offset = 0): Code =>
  i32.or(i32.shl(i32.load8(address, offset), const32(8)), i32.load8(address, offset + 1));
const flag = (condition: Code): Code => set(f, i32.or(get(f), condition));
const power = (exponent: Code): Code => i64.load(i32.shl(exponent, const32(3)), powersAt);

function moduleBody(
  targets: readonly Target[],
  inputAt: number,
  cursorOf: (i: number) => number,
  v: number,
): Code {
  const fields = targets.flatMap((target, i) => fieldCode(target, cursorOf(i), v));
  const saveCursors = targets.flatMap((_, i) =>
    i32.store(const32(endsAt + i * 4), get(cursorOf(i))),
  );
  const finish: Code = [...i32.store(const32(consumedAt), get(p)), ...saveCursors];
  return [
    ...set(p, const32(inputAt)),
    ...targets.flatMap((target, i) => set(cursorOf(i), const32(target.values))),
    ...block([
      ...loop([
        ...branchIf(1, i32.geS(get(row), get(maxRows))),
        ...branchIf(1, i32.gtU(i32.add(get(p), const32(rowHeader)), get(end))),
        ...branchIf(1, i32.ne(i32.load8(get(p)), const32(copyData))),
        ...set(next, i32.add(i32.add(get(p), const32(1)), big32(get(p), 1))),
        ...branchIf(1, i32.gtU(get(next), get(end))),
        ...branchIf(1, i32.ltU(get(next), get(p))),
        ...branchIf(1, i32.ne(big16(get(p), 5), const32(targets.length))),
        ...set(q, i32.add(get(p), const32(rowHeader))),
        ...set(f, const32(0)),
        ...fields,
        ...when(i32.or(get(f), i32.ne(get(q), get(next))), [
          ...finish,
          ...i32.sub(const32(-1), get(row)),
          0x0f,
        ]),
        ...set(row, i32.add(get(row), const32(1))),
        ...set(p, get(next)),
        ...branchIf(0, const32(1)),
      ]),
    ]),
    ...finish,
    ...get(row),
  ];
}

function fieldCode(target: Target, cursor: number, v: number): Code {
  return [
    ...set(l, big32(get(q))),
    ...set(q, i32.add(get(q), const32(4))),
    ...when(i32.ltS(get(l), const32(0)), i32.store8(get(row), const32(0), target.present), [
      ...i32.store8(get(row), const32(1), target.present),
      ...valueCode(target, cursor, v),
    ]),
  ];
}

function valueCode({ column, width }: Target, cursor: number, v: number): Code {
  const here = get(q);
  const to = get(cursor);
  /** A field of fixed width: checked, stored, and both places moved on. */
  const fixed = (sourceWidth: number, stores: Code): Code => [
    ...flag(i32.ne(get(l), const32(sourceWidth))),
    ...stores,
    ...set(q, i32.add(here, const32(sourceWidth))),
    ...set(cursor, i32.add(to, const32(width ?? 0))),
  ];
  switch (column.kind) {
    case "bool":
      return fixed(1, i32.store8(to, i32.and(i32.load8(here), const32(1))));
    case "int2":
      return fixed(2, i32.store(to, i32.signExtend16(big16(here))));
    case "int4":
    case "float4":
      return fixed(4, i32.store(to, big32(here)));
    case "oid":
      return fixed(4, [...i32.store(to, big32(here)), ...i32.store(to, const32(0), 4)]);
    case "int8":
    case "float8":
    case "time":
      return fixed(8, [...i32.store(to, big32(here, 4)), ...i32.store(to, big32(here), 4)]);
    case "date":
      return fixed(4, dateCode(to));
    case "timestamp":
      return fixed(8, timestampCode(to, v));
    case "uuid":
      return fixed(16, [...i64.store(to, i64.load(here)), ...i64.store(to, i64.load(here, 8), 8)]);
    case "bytes":
      return bytesCode(cursor);
    case "numeric":
      return numericCode(column.precision, column.scale, cursor, v);
    case "skip":
      return [];
  }
}

/** Days since 2000 become days since 1970; Postgres's infinities become DuckDB's. */
function dateCode(to: Code): Code {
  return [
    ...set(n, big32(get(q))),
    ...i32.store(
      to,
      choose(
        get(n),
        choose(
          const32(-2147483647),
          i32.add(get(n), const32(10957)),
          i32.eq(get(n), const32(-2147483648)),
        ),
        i32.eq(get(n), const32(2147483647)),
      ),
    ),
  ];
}

/** Microseconds since 2000 become microseconds since 1970; a sum that leaves 64 bits is not plain. */
function timestampCode(to: Code, v: number): Code {
  const most = 2n ** 63n - 1n;
  const shift = 946_684_800_000_000n;
  const high = big32(get(q));
  const low = big32(get(q), 4);
  return [
    ...set(v, i64.or(i64.shl(i64.extendU(high), i64.const(32n)), i64.extendU(low))),
    ...flag(
      i32.and(
        i64.ltS(i64.const(most - shift - 1n), get(v)),
        i32.eqz(i64.eq(get(v), i64.const(most))),
      ),
    ),
    ...i64.store(
      to,
      choose(
        get(v),
        choose(
          i64.const(-most),
          i64.add(get(v), i64.const(shift)),
          i64.eq(get(v), i64.const(-(2n ** 63n))),
        ),
        i64.eq(get(v), i64.const(most)),
      ),
    ),
  ];
}

function bytesCode(cursor: number): Code {
  const from = (offset: Code): Code => i32.add(get(q), offset);
  const to = (offset: Code): Code => i32.add(get(cursor), offset);
  return when(
    i32.gtU(get(l), i32.sub(get(next), get(q))),
    [...set(f, const32(1)), ...set(cursor, i32.add(get(cursor), i32.add(get(l), const32(4))))],
    [
      ...i32.store(get(cursor), get(l)),
      ...set(cursor, i32.add(get(cursor), const32(4))),
      ...when(i32.gtU(get(l), const32(64)), copyMemory(get(cursor), get(q), get(l)), [
        ...set(j, const32(0)),
        ...loop([
          ...i64.store(to(get(j)), i64.load(from(get(j)))),
          ...set(j, i32.add(get(j), const32(8))),
          ...branchIf(0, i32.ltU(get(j), get(l))),
        ]),
      ]),
      ...set(cursor, i32.add(get(cursor), get(l))),
      ...set(q, i32.add(get(q), get(l))),
    ],
  );
}

/**
 * A numeric is groups of four decimal digits; the value is summed as an integer scaled by 10^scale. `e` is the decimal
 * exponent of the last group after scaling. It can be negative in one way only, by which the last group's digits below
 * the scale are cut off (they must be 0). Plain is what surely has at most 18 digits.
 */
function numericCode(precision: number, scale: number, cursor: number, v: number): Code {
  const here = get(q);
  const cut = scale % 4 === 0 ? 0 : 4 - (scale % 4);
  const group = big16(get(j));
  const add = (value: Code, times: Code): Code =>
    set(v, i64.add(i64.mul(get(v), times), i64.extendU(value)));
  const whole = [...add(group, i64.const(10_000n)), ...set(v, i64.mul(get(v), power(get(e))))];
  const divisor = 10 ** cut;
  const partly: Code =
    cut === 0
      ? set(f, const32(1))
      : [
          ...set(t, group),
          // `l` has been used: it holds the last group's leading digits.
          ...set(l, i32.divU(get(t), const32(divisor))),
          ...flag(i32.ne(i32.mul(get(l), const32(divisor)), get(t))),
          ...add(get(l), i64.const(BigInt(10 ** (4 - cut)))),
        ];
  /** Digits that the first group may have, if all groups together are to stay within 18. */
  const room = i32.sub(const32(18 + 4), i32.add(i32.shl(get(n), const32(2)), get(e)));
  return [
    ...set(n, big16(here)),
    ...set(g, i32.load16(here, 4)),
    ...set(
      e,
      i32.add(
        i32.shl(i32.add(i32.sub(i32.signExtend16(big16(here, 2)), get(n)), const32(1)), const32(2)),
        const32(scale),
      ),
    ),
    ...flag(i32.ne(get(l), i32.add(const32(8), i32.shl(get(n), const32(1))))),
    ...when(i32.gtU(get(n), const32(maxGroups)), [...set(f, const32(1)), ...set(n, const32(0))]),
    ...set(v, i64.const(0n)),
    ...set(j, i32.add(here, const32(8))),
    ...set(q, i32.add(get(j), i32.shl(get(n), const32(1)))),
    ...when(get(n), [
      ...set(t, room),
      ...when(
        i32.or(
          i32.or(i32.ltS(get(e), const32(-cut)), i32.gtS(get(e), const32(18))),
          i32.ltS(get(t), const32(1)),
        ),
        set(f, const32(1)),
        [
          ...when(
            i32.ltS(get(t), const32(4)),
            flag(i64.geU(i64.extendU(big16(get(j))), power(get(t)))),
          ),
          ...block(
            loop([
              ...branchIf(1, i32.ltU(get(n), const32(2))),
              ...add(group, i64.const(10_000n)),
              ...set(j, i32.add(get(j), const32(2))),
              ...set(n, i32.sub(get(n), const32(1))),
              ...branchIf(0, const32(1)),
            ]),
          ),
          ...when(i32.ltS(get(e), const32(0)), partly, whole),
        ],
      ),
    ]),
    ...flag(i64.geU(get(v), i64.const(10n ** BigInt(precision)))),
    ...flag(i32.and(i32.ne(get(g), const32(0)), i32.ne(get(g), const32(minus)))),
    ...set(v, choose(i64.sub(i64.const(0n), get(v)), get(v), i32.eq(get(g), const32(minus)))),
    ...(precision <= 9 ? i32.store(get(cursor), i32.wrap(get(v))) : i64.store(get(cursor), get(v))),
    ...set(cursor, i32.add(get(cursor), const32(precision <= 9 ? 4 : 8))),
  ];
}
