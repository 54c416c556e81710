// Generates, for one list of column types, the WebAssembly that decodes many rows of MySQL's binary protocol at once: whole packets
// in, column values out. It does the plain case only. A row with anything unusual in it ends the batch before itself, and the
// row decoder in JavaScript judges it; so nothing here has to know what a fault looks like.
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
import type { BatchDecoder } from "../wasm/batch.ts";
import { layoutOf, type DecodedColumn, type WireColumn } from "./wire-column.ts";

/** Source bytes of one batch: with their columns they stay in the processor's second cache. */
const inputBytes = 64 * 1024;
/** Reads and copies of eight bytes may go this far behind what they are about; so may fixed fields of a row cut short. */
const slack = 2048;
/** Wider tables take the loop of the row decoder: their code would take longer to compile than it saves. */
const maxColumns = 128;
const pageBytes = 64 * 1024;
/** Length and number of a packet. */
const headerBytes = 4;
/** First bit of the NULL bitmap that belongs to a column. */
const nullOffset = 2;
/** A length of text takes one byte on the wire and four in a column. */
const lengthGrowth = 3;

type Target = {
  readonly wire: WireColumn;
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
const next = 6;
const n = 7;
const j = 8;
const t = 9;
const y = 10;
const m = 11;
const d = 12;
const c = 13;
/** The field that is being decoded. */
const f = 14;
const firstCursor = 15;

const consumedAt = 0;
const faultAt = 4;
const endsAt = 64;

/** Enclosing constructs of a field's code that a branch leaves to end the batch before the row. */
const fault = 2;

function targetWidth(wire: WireColumn): number | null {
  switch (wire.kind) {
    case "bytes":
      return null;
    case "flag":
      return 1;
    case "null":
      return 0;
    case "decimal":
      return wire.precision <= 9 ? 4 : 8;
    case "uint32":
    case "int64":
    case "uint64":
    case "float64":
    case "datetime":
    case "bits":
      return 8;
    default:
      return 4;
  }
}

/** Null where a batch does not pay or cannot be: very wide tables, fields that are to be skipped or have too many digits. */
export function makeBatchDecoder(columns: readonly DecodedColumn[]): BatchDecoder | null {
  if (columns.length === 0 || columns.length > maxColumns) return null;
  const isOther = ({ wire, isSkipped }: DecodedColumn): boolean =>
    isSkipped || wire.kind === "time" || (wire.kind === "decimal" && wire.precision > 18);
  if (columns.some(isOther)) return null;
  const nullBytes = (columns.length + nullOffset + 7) >> 3;
  const inputAt = endsAt + align(columns.length * 4);
  const rowsPerBatch = Math.ceil(inputBytes / (headerBytes + 1 + nullBytes));
  let at = inputAt + inputBytes + slack;
  const take = (bytes: number): number => {
    const from = at;
    at += align(bytes + 64);
    return from;
  };
  const targets = columns.map(({ wire }): Target => {
    const width = targetWidth(wire);
    const valueBytes =
      width === null ? inputBytes + rowsPerBatch * lengthGrowth : rowsPerBatch * width;
    return { wire, width, present: take(rowsPerBatch), values: take(valueBytes), valueBytes };
  });
  const v = firstCursor + columns.length;
  const { memory, run } = openModule(
    assembleModule(
      Math.ceil((at + pageBytes) / pageBytes),
      2,
      { i32: v - 2, i64: 1 },
      moduleBody(targets, inputAt, nullBytes, v),
    ),
  );
  const input = new Uint8Array(memory, inputAt, inputBytes + slack);
  const results = new Int32Array(memory, consumedAt, 2);
  const ends = new Int32Array(memory, endsAt, columns.length);
  const filled = new Int32Array(columns.length);
  const whole = new Uint8Array(memory);

  /** The row that ended the batch had moved the cursors of the columns before its fault. */
  const takeBack = (from: number, columnsDone: number): void => {
    let field = from + headerBytes + 1 + nullBytes;
    for (let i = 0; i < columnsDone; i++) {
      const target = targets[i];
      if (!target) return;
      const bit = i + nullOffset;
      if (((whole[from + headerBytes + 1 + (bit >> 3)] ?? 0) >> (bit & 7)) & 1) continue;
      const layout = layoutOf(target.wire);
      let length = typeof layout === "number" ? layout : (whole[field] ?? 0);
      if (typeof layout !== "number") field++;
      if (layout === "string" && length === 252) {
        length = (whole[field] ?? 0) | ((whole[field + 1] ?? 0) << 8);
        field += 2;
      }
      field += length;
      ends[i] = (ends[i] ?? 0) - (target.width ?? length + 4);
    }
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
      if (answer < 0) takeBack(results[0] ?? inputAt, results[1] ?? 0);
      targets.forEach((target, i) => {
        const used = Math.max(0, (ends[i] ?? 0) - target.values);
        filled[i] = target.width === null || target.width === 1 ? used : used / 4;
      });
      return answer < 0 ? -1 - answer : answer;
    },
  };
}

const align = (bytes: number): number => Math.ceil(bytes / 16) * 16;
const const32 = i32.const;

function moduleBody(
  targets: readonly Target[],
  inputAt: number,
  nullBytes: number,
  v: number,
): Code {
  const cursorOf = (i: number): number => firstCursor + i;
  const fields = targets.flatMap((target, i) => fieldCode(target, i, cursorOf(i), v));
  const finish: Code = [
    ...i32.store(const32(consumedAt), get(p)),
    ...targets.flatMap((_, i) => i32.store(const32(endsAt + i * 4), get(cursorOf(i)))),
  ];
  const done = 1;
  return [
    ...set(p, const32(inputAt)),
    ...targets.flatMap((target, i) => set(cursorOf(i), const32(target.values))),
    ...block([
      ...block([
        ...loop([
          ...branchIf(done, i32.geS(get(row), get(maxRows))),
          ...branchIf(done, i32.gtU(i32.add(get(p), const32(headerBytes + 1)), get(end))),
          ...set(
            next,
            i32.add(
              i32.add(get(p), const32(headerBytes)),
              i32.and(i32.load(get(p)), const32(0xff_ffff)),
            ),
          ),
          ...branchIf(done, i32.gtU(get(next), get(end))),
          // The end of the result and errors begin with other bytes.
          ...branchIf(done, i32.load8(get(p), headerBytes)),
          ...set(q, i32.add(get(p), const32(headerBytes + 1 + nullBytes))),
          ...fields,
          ...set(f, const32(targets.length)),
          ...branchIf(fault, i32.ne(get(q), get(next))),
          ...set(row, i32.add(get(row), const32(1))),
          ...set(p, get(next)),
          ...branchIf(0, const32(1)),
        ]),
      ]),
      ...finish,
      ...get(row),
      0x0f,
    ]),
    ...finish,
    ...i32.store(const32(faultAt), get(f)),
    ...i32.sub(const32(-1), get(row)),
  ];
}

function fieldCode(target: Target, i: number, cursor: number, v: number): Code {
  const bit = i + nullOffset;
  const isNull = i32.and(i32.load8(get(p), headerBytes + 1 + (bit >> 3)), const32(1 << (bit & 7)));
  return [
    ...set(f, const32(i)),
    ...when(isNull, i32.store8(get(row), const32(0), target.present), [
      ...i32.store8(get(row), const32(1), target.present),
      ...valueCode(target, cursor, v),
    ]),
  ];
}

/** Inside the `when` of its field, one construct deeper than the loop. */
const refuse = (condition: Code, depth = 1): Code => branchIf(fault + depth, condition);

function valueCode({ wire, width }: Target, cursor: number, v: number): Code {
  const here = get(q);
  const to = get(cursor);
  const moved = (sourceBytes: Code): Code => [
    ...set(q, i32.add(here, sourceBytes)),
    ...set(cursor, i32.add(to, const32(width ?? 0))),
  ];
  const fixed = (sourceWidth: number, stores: Code): Code => [
    ...stores,
    ...moved(const32(sourceWidth)),
  ];
  switch (wire.kind) {
    case "null":
    case "time":
      return refuse(const32(1));
    case "int8":
      return fixed(1, i32.store(to, i32.signExtend8(i32.load8(here))));
    case "uint8":
      return fixed(1, i32.store(to, i32.load8(here)));
    case "int16":
      return fixed(2, i32.store(to, i32.signExtend16(i32.load16(here))));
    case "uint16":
      return fixed(2, i32.store(to, i32.load16(here)));
    case "int32":
    case "float32":
      return fixed(4, i32.store(to, i32.load(here)));
    case "uint32":
      return fixed(4, i64.store(to, i64.extendU(i32.load(here))));
    case "int64":
    case "uint64":
    case "float64":
      return fixed(8, i64.store(to, i64.load(here)));
    case "date":
      return [
        ...refuse(i32.ne(i32.load8(here), const32(4))),
        ...dayCode,
        ...i32.store(to, get(d)),
        ...moved(const32(5)),
      ];
    case "datetime":
      return [...momentCode(cursor, v), ...moved(i32.add(get(l), const32(1)))];
    case "flag":
      return [
        ...refuse(i32.ne(i32.load8(here), const32(1))),
        ...i32.store8(to, i32.and(i32.load8(here, 1), const32(1))),
        ...moved(const32(2)),
      ];
    case "bits":
      return bitsCode(cursor, v);
    case "bytes":
      return bytesCode(cursor);
    case "decimal":
      return decimalCode(wire.precision, wire.scale, cursor, v);
  }
}

/**
 * `d` becomes days since 1970 of the year, month and day behind the length byte at `q`; refused where they are no day of the
 * calendar. Eras of 400 years that start on 1 March, as in the row decoder.
 */
const dayCode: Code = [
  ...set(y, i32.load16(get(q), 1)),
  ...set(m, i32.load8(get(q), 3)),
  ...set(d, i32.load8(get(q), 4)),
  ...refuse(
    i32.or(
      i32.or(i32.eqz(get(y)), i32.eqz(get(d))),
      i32.gtU(i32.sub(get(m), const32(1)), const32(11)),
    ),
  ),
  ...when(i32.gtU(get(d), const32(28)), [
    ...set(
      t,
      choose(
        i32.add(
          const32(28),
          i32.and(
            i32.eqz(i32.and(get(y), const32(3))),
            i32.or(
              i32.ne(i32.remU(get(y), const32(100)), const32(0)),
              i32.eqz(i32.remU(get(y), const32(400))),
            ),
          ),
        ),
        i32.add(const32(30), i32.and(i32.add(get(m), i32.shrU(get(m), const32(3))), const32(1))),
        i32.eq(get(m), const32(2)),
      ),
    ),
    ...refuse(i32.gtU(get(d), get(t)), 2),
  ]),
  ...set(t, i32.ltU(get(m), const32(3))),
  ...set(c, i32.sub(i32.add(get(y), const32(400)), get(t))),
  ...set(m, choose(i32.add(get(m), const32(9)), i32.sub(get(m), const32(3)), get(t))),
  ...set(
    d,
    i32.sub(
      i32.add(
        i32.add(
          i32.add(i32.mul(get(c), const32(365)), i32.shrU(get(c), const32(2))),
          i32.sub(i32.divU(get(c), const32(400)), i32.divU(get(c), const32(100))),
        ),
        i32.add(i32.divU(i32.add(i32.mul(get(m), const32(153)), const32(2)), const32(5)), get(d)),
      ),
      const32(865_566),
    ),
  ),
];

/** Microseconds since 1970: a day, a day with its clock, or with microseconds as well. */
function momentCode(cursor: number, v: number): Code {
  const seconds = i32.add(
    i32.add(
      i32.mul(i32.load8(get(q), 5), const32(3600)),
      i32.mul(i32.load8(get(q), 6), const32(60)),
    ),
    i32.load8(get(q), 7),
  );
  const add = (value: Code): Code => set(v, i64.add(get(v), value));
  return [
    ...set(l, i32.load8(get(q))),
    ...refuse(
      i32.and(
        i32.ne(get(l), const32(4)),
        i32.and(i32.ne(get(l), const32(7)), i32.ne(get(l), const32(11))),
      ),
    ),
    ...dayCode,
    ...set(v, i64.mul(i64.extendS(get(d)), i64.const(86_400_000_000n))),
    ...when(i32.gtU(get(l), const32(4)), add(i64.mul(i64.extendU(seconds), i64.const(1_000_000n)))),
    ...when(i32.gtU(get(l), const32(7)), add(i64.extendU(i32.load(get(q), 8)))),
    ...i64.store(get(cursor), get(v)),
  ];
}

/** `l` becomes the length of a string and `q` its first byte; refused where it goes beyond the row. */
const stringLength: Code = [
  ...set(l, i32.load8(get(q))),
  ...set(q, i32.add(get(q), const32(1))),
  ...when(i32.gtU(get(l), const32(250)), [
    ...refuse(i32.ne(get(l), const32(252)), 2),
    ...set(l, i32.load16(get(q))),
    ...set(q, i32.add(get(q), const32(2))),
  ]),
  ...refuse(i32.gtU(i32.add(get(q), get(l)), get(next))),
];

/** The first byte of the string is the highest one. */
function bitsCode(cursor: number, v: number): Code {
  return [
    ...stringLength,
    ...refuse(i32.gtU(get(l), const32(8))),
    ...set(v, i64.const(0n)),
    ...set(j, get(q)),
    ...set(q, i32.add(get(q), get(l))),
    ...block(
      loop([
        ...branchIf(1, i32.geU(get(j), get(q))),
        ...set(v, i64.or(i64.shl(get(v), i64.const(8n)), i64.extendU(i32.load8(get(j))))),
        ...set(j, i32.add(get(j), const32(1))),
        ...branchIf(0, const32(1)),
      ]),
    ),
    ...i64.store(get(cursor), get(v)),
    ...set(cursor, i32.add(get(cursor), const32(8))),
  ];
}

function bytesCode(cursor: number): Code {
  const from = (offset: Code): Code => i32.add(get(q), offset);
  const to = (offset: Code): Code => i32.add(get(cursor), offset);
  return [
    ...stringLength,
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
  ];
}

/** Text with all digits of its scale, summed as an integer scaled by it. Plain is what has at most 19 digits, and nothing else. */
function decimalCode(precision: number, scale: number, cursor: number, v: number): Code {
  const point = 46;
  const minus = 45;
  /** The digit at `j` plus an offset, refused where it is none. */
  const digit = (offset: number, depth: number): Code => [
    ...set(n, i32.sub(i32.load8(get(j), offset), const32(48))),
    ...refuse(i32.gtU(get(n), const32(9)), depth),
    ...set(v, i64.add(i64.mul(get(v), i64.const(10n)), i64.extendU(get(n)))),
  ];
  const behind = scale > 0 ? scale + 1 : 0;
  return [
    ...stringLength,
    ...set(c, i32.eq(i32.load8(get(q)), const32(minus))),
    // `y`: how many digits stand before the point.
    ...set(y, i32.sub(i32.sub(get(l), get(c)), const32(behind))),
    // Nineteen digits stay below 2^64, and the zero before the point of a fraction is one of them.
    ...refuse(i32.gtU(get(y), const32(19 - scale))),
    ...set(j, i32.add(get(q), get(c))),
    ...set(q, i32.add(get(q), get(l))),
    ...set(y, i32.add(get(j), get(y))),
    ...set(v, i64.const(0n)),
    ...block(
      loop([
        ...branchIf(1, i32.geU(get(j), get(y))),
        ...digit(0, 3),
        ...set(j, i32.add(get(j), const32(1))),
        ...branchIf(0, const32(1)),
      ]),
    ),
    ...(scale > 0
      ? [
          ...refuse(i32.ne(i32.load8(get(j)), const32(point))),
          ...Array.from({ length: scale }, (_, i) => digit(i + 1, 1)).flat(),
        ]
      : []),
    ...refuse(i64.geU(get(v), i64.const(10n ** BigInt(precision)))),
    ...set(v, choose(i64.sub(i64.const(0n), get(v)), get(v), get(c))),
    ...(precision <= 9 ? i32.store(get(cursor), i32.wrap(get(v))) : i64.store(get(cursor), get(v))),
    ...set(cursor, i32.add(get(cursor), const32(precision <= 9 ? 4 : 8))),
  ];
}
