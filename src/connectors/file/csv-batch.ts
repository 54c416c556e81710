// Generates, for the columns of one CSV file, the WebAssembly that takes many records at once: bytes of whole lines in,
// column values out; or nothing out, where only the types are to be seen to. It does the plain case only. A record with
// anything unusual in it ends the batch before itself, and the scanner in JavaScript judges it; so nothing here has to know
// what a fault looks like.
import { narrowNumber } from "../../connector/segment.ts";
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
  type Code,
} from "../../protocols/wasm/assembler.ts";
import { dateCode, fillTables, timeCode, type TimeKind } from "./csv-batch-times.ts";
import {
  byteAt,
  cell,
  delimiterOf,
  fail,
  locals,
  move,
  stopsAtCell,
  tablesBytes,
} from "./csv-batch-code.ts";

/** What becomes of a field. All but `skip` and `text` accept only texts that they give back; the rest is not plain. */
export type BatchField =
  /** Passed over. */
  | { readonly kind: "skip" }
  /** `isEmptyText`: empty quotes are an empty text. `isNumber`: a text that begins like `007` or `+5` is not plain. */
  | { readonly kind: "text"; readonly isEmptyText: boolean; readonly isNumber: boolean }
  | { readonly kind: "bool" | TimeKind }
  | { readonly kind: "integer"; readonly digits: number }
  /** A narrow number (`narrowNumber`), as text. */
  | { readonly kind: "number" }
  /** Digits with or without a point, so many in all; seen to only. */
  | { readonly kind: "digits"; readonly integer: boolean; readonly decimal: boolean };

export type BatchTarget = BatchField & {
  /** The place of the column that it goes to; null: only its type is seen to. */
  readonly place: number | null;
  /** False: a field without value is not plain. */
  readonly mayBeNull: boolean;
};

export type CsvDialect = { readonly delimiter: number; readonly quote: number };

/** Views: valid until the next batch. Shapes as in the kit's column buffers. */
export type BatchColumn = {
  readonly present: Uint8Array;
  readonly values: Int32Array | Uint8Array;
};

export type CsvBatch = {
  /** By place. */
  readonly columns: readonly BatchColumn[];
  readonly filled: Int32Array;
  /** Bytes that the records of the last batch took. */
  readonly consumed: number;
  /** Takes up to `maxRows` whole records of `bytes[start..end)`, which ends with a line feed or is cut behind one. */
  decode(bytes: Uint8Array, start: number, end: number, maxRows: number): number;
};

/** Source bytes of one batch: with their columns they stay in the processor's second cache. */
const inputBytes = 64 * 1024;
const slack = 64;
const pageBytes = 64 * 1024;
/** Wider files would take longer to compile for than they save. */
const maxFields = 200;

const consumedAt = 0;
const cursorsAt = tablesBytes;

const { p, s, b, l, f, row, max, end, firstCursor } = locals;

/** Null where a batch does not pay. `fields`: one for each field of a record. */
export function makeCsvBatch(
  dialect: CsvDialect,
  fields: readonly BatchTarget[],
  places: number,
): CsvBatch | null {
  if (fields.length === 0 || fields.length > maxFields) return null;
  const inputAt = cursorsAt + align(places * 4);
  const rowsPerBatch = Math.ceil(inputBytes / fields.length);
  let at = inputAt + inputBytes + slack;
  const take = (bytes: number): number => {
    const from = at;
    at += align(bytes + slack);
    return from;
  };
  const stores = Array.from({ length: places }, (_, place): Store => {
    const field = fields.find((other) => other.place === place);
    const width = field ? widthOf(field) : 1;
    const valueBytes = width === null ? inputBytes + 4 * rowsPerBatch : rowsPerBatch * width;
    return { width, present: take(rowsPerBatch), values: take(valueBytes), valueBytes };
  });
  const code = assembleModule(
    Math.ceil(at / pageBytes),
    2,
    { i32: firstCursor - 2 + 2 * places, i64: 2 },
    moduleBody(dialect, fields, stores, inputAt),
  );
  const { memory, run } = openModule(code);
  fillTables(memory);
  const input = new Uint8Array(memory, inputAt, inputBytes + slack);
  const consumed = new Int32Array(memory, consumedAt, 1);
  const cursors = new Int32Array(memory, cursorsAt, places);
  const filled = new Int32Array(places);
  return {
    columns: stores.map(({ width, present, values, valueBytes }) => ({
      present: new Uint8Array(memory, present, rowsPerBatch),
      values:
        width === null || width === 1
          ? new Uint8Array(memory, values, valueBytes)
          : new Int32Array(memory, values, valueBytes / 4),
    })),
    filled,
    get consumed() {
      return (consumed[0] ?? inputAt) - inputAt;
    },
    decode(bytes, start, stop, maxRows) {
      const within = Math.min(stop, start + inputBytes);
      const size = bytes.lastIndexOf(10, within - 1) + 1 - start;
      consumed[0] = inputAt;
      if (size <= 0) return 0;
      input.set(bytes.subarray(start, start + size));
      stores.forEach((store, place) => (cursors[place] = store.values));
      const rows = run(inputAt + size, Math.min(maxRows, rowsPerBatch));
      stores.forEach(({ width, values }, place) => {
        const used = (cursors[place] ?? values) - values;
        filled[place] = width === null || width === 1 ? used : used / 4;
      });
      return rows;
    },
  };
}

type Store = {
  /** Bytes of a value; null: as many as it has, and four for their number. */
  readonly width: number | null;
  readonly present: number;
  readonly values: number;
  readonly valueBytes: number;
};

const align = (bytes: number): number => Math.ceil(bytes / 16) * 16;
const c = i32.const;

function widthOf({ kind }: BatchField): number | null {
  switch (kind) {
    case "text":
    case "number":
    case "digits":
    case "skip":
      return null;
    case "bool":
      return 1;
    case "date":
      return 4;
    default:
      return 8;
  }
}

function moduleBody(
  dialect: CsvDialect,
  fields: readonly BatchTarget[],
  stores: readonly Store[],
  inputAt: number,
): Code {
  const cursor = (place: number): number => firstCursor + 2 * place;
  const step = (place: number): number => firstCursor + 2 * place + 1;
  const wide = firstCursor + 2 * stores.length;
  return [
    ...set(p, c(inputAt)),
    ...stores.flatMap(({ values }, place) => set(cursor(place), c(values))),
    ...block(
      loop([
        ...branchIf(1, i32.geS(get(row), get(max))),
        ...branchIf(1, i32.geU(get(p), get(end))),
        ...fields.flatMap((field, i) => {
          const isLast = i === fields.length - 1;
          const store = field.place === null ? undefined : stores[field.place];
          const to: To | null =
            field.place === null || !store
              ? null
              : { cursor: cursor(field.place), step: step(field.place), present: store.present };
          return [
            ...fieldCode(field, to, dialect, isLast, wide),
            ...(isLast
              ? [...when(i32.eq(byteAt(p), c(13)), move(p, 1)), ...fail(i32.ne(byteAt(p), c(10)))]
              : fail(i32.ne(byteAt(p), c(dialect.delimiter)))),
            ...move(p, 1),
          ];
        }),
        // A record counts when all of it is plain: only now the columns move on.
        ...stores.flatMap((_, place) => [
          ...set(cursor(place), i32.add(get(cursor(place)), get(step(place)))),
          ...i32.store(c(cursorsAt + place * 4), get(cursor(place))),
        ]),
        ...i32.store(c(consumedAt), get(p)),
        ...move(row, 1),
        ...branchIf(0, c(1)),
      ]),
    ),
    ...get(row),
  ];
}

type To = { readonly cursor: number; readonly step: number; readonly present: number };

/** `f` is 1 inside quotes. The field's end is seen to by the caller. */
function fieldCode(
  field: BatchTarget,
  to: To | null,
  dialect: CsvDialect,
  isLast: boolean,
  wide: number,
): Code {
  const mark = (value: number): Code =>
    to === null ? [] : i32.store8(get(row), c(value), to.present);
  const missing: Code = field.mayBeNull
    ? [...mark(0), ...(to === null ? [] : set(to.step, c(0)))]
    : fail(c(1));
  if (field.kind === "text" || field.kind === "skip")
    return [
      ...textSpan(dialect, isLast),
      ...(field.kind === "skip"
        ? []
        : when(
            i32.eqz(get(l)),
            when(
              get(f),
              field.isEmptyText ? [...mark(1), ...(to ? copyTo(to) : [])] : fail(c(1)),
              missing,
            ),
            [...mark(1), ...(field.isNumber ? plainStart : []), ...(to ? copyTo(to) : [])],
          )),
    ];
  return [
    ...set(b, byteAt(p)),
    ...when(stopsAtCell(dialect, isLast), missing, [
      ...mark(1),
      ...set(f, dialect.quote < 0 ? c(0) : i32.eq(get(b), c(dialect.quote))),
      ...set(p, i32.add(get(p), get(f))),
      ...cellCode(field, to, wide),
      ...(dialect.quote < 0
        ? []
        : when(get(f), [...fail(i32.ne(byteAt(p), c(dialect.quote))), ...move(p, 1)])),
    ]),
  ];
}

/** From `p` to the end of a field: `s` its first byte, `l` its length, `f` whether it was quoted. */
function textSpan(dialect: CsvDialect, isLast: boolean): Code {
  const plain = [
    ...set(s, get(p)),
    ...set(f, c(0)),
    ...block(
      loop([
        ...set(b, byteAt(p)),
        ...branchIf(1, i32.or(delimiterOf(dialect, b), i32.eq(get(b), c(10)))),
        ...move(p, 1),
        ...branchIf(0, c(1)),
      ]),
    ),
    ...set(l, i32.sub(get(p), get(s))),
    ...(isLast
      ? when(
          i32.and(i32.ne(get(l), c(0)), i32.eq(i32.load8(i32.sub(get(p), c(1))), c(13))),
          move(l, -1),
        )
      : []),
  ];
  if (dialect.quote < 0) return plain;
  return when(
    i32.eq(byteAt(p), c(dialect.quote)),
    [
      ...move(p, 1),
      ...set(s, get(p)),
      ...set(f, c(1)),
      ...block(
        loop([
          ...set(b, byteAt(p)),
          ...branchIf(1, i32.eq(get(b), c(dialect.quote))),
          ...fail(i32.eq(get(b), c(10))),
          ...move(p, 1),
          ...branchIf(0, c(1)),
        ]),
      ),
      ...set(l, i32.sub(get(p), get(s))),
      ...move(p, 1),
    ],
    plain,
  );
}

/** The bytes from `s`, `l` of them, with their number in front. */
const copyTo = ({ cursor, step }: To): Code => [
  ...i32.store(get(cursor), get(l)),
  ...when(i32.gtU(get(l), c(64)), copyMemory(i32.add(get(cursor), c(4)), get(s), get(l)), [
    ...set(b, c(0)),
    ...loop([
      ...i64.store(i32.add(get(cursor), get(b)), i64.load(i32.add(get(s), get(b))), 4),
      ...move(b, 8),
      ...branchIf(0, i32.ltU(get(b), get(l))),
    ]),
  ]),
  ...set(step, i32.add(get(l), c(4))),
];

const digitAt = (place: Code): Code => i32.ltU(i32.sub(i32.load8(place), c(48)), c(10));

/** Of a number's text from `s`: neither blank nor plus in front, nor a zero before another digit. */
const plainStart: Code = [
  ...set(b, i32.load8(get(s))),
  ...fail(i32.or(i32.eq(get(b), c(43)), i32.eq(get(b), c(32)))),
  ...set(b, i32.add(get(s), i32.eq(get(b), c(45)))),
  ...fail(
    i32.and(
      i32.and(i32.eq(i32.load8(get(b)), c(48)), digitAt(i32.add(get(b), c(1)))),
      i32.ltU(i32.add(get(b), c(1)), i32.add(get(s), get(l))),
    ),
  ),
];

function cellCode(field: BatchTarget, to: To | null, wide: number): Code {
  switch (field.kind) {
    case "bool":
      return boolCode(to);
    case "integer":
      return integerCode(field.digits, to, wide);
    case "number":
      return [
        ...set(s, get(p)),
        ...numeral(narrowNumber.whole, narrowNumber.scale, null, true, true),
        ...set(l, i32.sub(get(p), get(s))),
        ...(to ? copyTo(to) : []),
      ];
    case "digits":
      return numeral(15, 14, 15, field.integer, field.decimal);
    case "date":
      return dateCode(to, wide);
    default:
      return field.kind === "timestamp" || field.kind === "timestamptz"
        ? timeCode(field.kind, to, wide)
        : [];
  }
}

const boolCode = (to: To | null): Code => {
  const word = (text: string): Code => c(Buffer.from(text).readInt32LE());
  const lower = i32.or(i32.load(get(p)), c(0x2020_2020));
  return [
    ...when(
      i32.eq(lower, word("true")),
      [...(to ? i32.store8(get(to.cursor), c(1)) : []), ...move(p, 4)],
      [
        ...fail(i32.ne(lower, word("fals"))),
        ...fail(i32.ne(i32.or(i32.load8(get(p), 4), c(32)), c(101))),
        ...(to ? i32.store8(get(to.cursor), c(0)) : []),
        ...move(p, 5),
      ],
    ),
    ...(to ? set(to.step, c(1)) : []),
  ];
};

/** Digits from `p` on; `each` may use the digit in `b`. */
const digitLoop = (each: Code): Code =>
  block(
    loop([
      ...set(b, i32.sub(byteAt(p), c(48))),
      ...branchIf(1, i32.gtU(get(b), c(9))),
      ...each,
      ...move(p, 1),
      ...branchIf(0, c(1)),
    ]),
  );

function integerCode(digits: number, to: To | null, wide: number): Code {
  const isNegative = cell;
  return [
    ...set(isNegative, i32.eq(byteAt(p), c(45))),
    ...set(p, i32.add(get(p), get(isNegative))),
    ...set(s, get(p)),
    ...set(wide, i64.const(0n)),
    ...digitLoop(
      to === null
        ? []
        : set(wide, i64.add(i64.mul(get(wide), i64.const(10n)), i64.extendU(get(b)))),
    ),
    ...set(l, i32.sub(get(p), get(s))),
    ...fail(i32.gtU(i32.sub(get(l), c(1)), c(digits - 1))),
    ...fail(i32.and(i32.eq(byteAt(s), c(48)), i32.or(i32.gtU(get(l), c(1)), get(isNegative)))),
    ...(to === null
      ? []
      : [
          ...when(get(isNegative), set(wide, i64.sub(i64.const(0n), get(wide)))),
          ...i64.store(get(to.cursor), get(wide)),
          ...set(to.step, c(8)),
        ]),
  ];
}

/** A sign or none, digits, a point with digits or none, within these bounds. */
function numeral(
  whole: number,
  scale: number,
  both: number | null,
  mayBeInteger: boolean,
  mayBeDecimal: boolean,
): Code {
  const first = cell;
  const isNegative = i32.ne(get(first), get(f));
  return [
    // `first` holds where the digits begin, `f` where the sign would stand; quotes come back by `l`.
    ...set(l, get(f)),
    ...set(f, get(p)),
    ...set(p, i32.add(get(p), i32.eq(byteAt(p), c(45)))),
    ...set(first, get(p)),
    ...digitLoop([]),
    ...fail(i32.gtU(i32.sub(i32.sub(get(p), get(first)), c(1)), c(whole - 1))),
    ...when(i32.eq(i32.load8(get(first)), c(48)), fail(i32.ne(i32.sub(get(p), get(first)), c(1)))),
    ...when(
      i32.eq(byteAt(p), c(46)),
      mayBeDecimal
        ? [
            ...move(p, 1),
            ...set(b, get(p)),
            ...set(f, get(p)),
            ...digitLoop([]),
            ...fail(i32.gtU(i32.sub(i32.sub(get(p), get(f)), c(1)), c(scale - 1))),
            ...(both === null ? [] : fail(i32.gtU(i32.sub(get(p), get(first)), c(both + 1)))),
          ]
        : fail(c(1)),
      mayBeInteger
        ? // "-0" is no number that gives itself back.
          fail(i32.and(isNegative, i32.eq(i32.load8(get(first)), c(48))))
        : fail(c(1)),
    ),
    ...set(f, get(l)),
  ];
}
