// Generates, for one list of column types, the WebAssembly that writes rows of Postgres binary COPY from columns of plain
// values (as Parquet has them: little-endian, texts with their length in front, NULLs left out). The way back of
// batch-decoder.ts. Every value it is given must fit: it knows no faults.
import {
  assembleModule,
  block,
  branchIf,
  choose,
  get,
  i32,
  loop,
  openModule,
  set,
  when,
  type Code,
} from "../wasm/assembler.ts";
import { big16, locals, move, places, valueCode, widths, type CopyColumn } from "./copy-cells.ts";
import { lookCode, lookLocals, type Looked } from "./copy-look.ts";

export type CopyEncoder = {
  /** Where the columns' values are to lie. */
  readonly input: Uint8Array;
  /** By column, one byte a row: 1 where there is a value. Read from its start after `point`. */
  readonly present: readonly Uint8Array[];
  /** One byte a row: 1 where the row is left out. Read from its start after `pointMarks`. */
  readonly marks: Uint8Array;
  /** By column; the fields of a `constant` as they are to stand in every row. */
  readonly constants: readonly Uint8Array[];
  /** The next row's values of a column begin at this place of the input. */
  point(column: number, at: number): void;
  pointMarks(): void;
  /** The next row's number, where there is a `serial`. */
  count(from: bigint): void;
  /** Looks at `rows` values of a column, marks of NULLs and all, from where `point` has it; the column stays there. */
  look(column: number, rows: number): Looked;
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
const { firstCursor, limit, mark, p, row, rows, start } = locals;

/** Bytes of a row, where the texts of its columns of bytes take at most `most` bytes each. */
export const rowBytes = (columns: readonly CopyColumn[], most: readonly number[]): number =>
  columns.reduce(
    (sum, column, i) =>
      sum + (column.kind === "constant" ? column.bytes : 4 + widths[column.kind] + (most[i] ?? 0)),
    2,
  );

export function makeCopyEncoder(columns: readonly CopyColumn[], bounds: CopyBounds): CopyEncoder {
  let end: number = places.cursors + align((columns.length + 1) * 8);
  const take = (bytes: number): number => {
    const from = end;
    end += align(bytes + slack);
    return from;
  };
  const outBytes = bounds.outBytes + bounds.rowBytes;
  const outsAt = [take(outBytes), take(outBytes)] as const;
  const presentAt = columns.map(() => take(bounds.rows));
  const marksAt = take(bounds.rows);
  const sizes = columns.map((column) => (column.kind === "constant" ? column.bytes : 0));
  const constantsAt = sizes.map((bytes) => (bytes === 0 ? 0 : take(bytes)));
  const inputAt = take(bounds.inputBytes);
  const pages = Math.ceil(end / pageBytes);
  const { memory, run, host } = openModule(
    assembleModule(
      pages,
      3,
      { i32: firstCursor - 3 + 2 * columns.length, i64: 2 },
      moduleBody(columns),
    ),
  );
  const cursors = new Int32Array(memory, places.cursors, columns.length * 2 + 1);
  cursors[columns.length * 2] = marksAt;
  constantsAt.forEach((at, i) => (cursors[i * 2 + 1] = at));
  const powers = new Int32Array(memory, places.powers, 9);
  powers.set(powers.map((_, i) => 10 ** i));
  const serial = new BigInt64Array(memory, places.serial, 1);
  const result = new Int32Array(memory, places.result, 1);
  let looker: ReturnType<typeof host> | null = null;
  let last = 0;
  return {
    input: new Uint8Array(memory, inputAt, bounds.inputBytes),
    present: presentAt.map((from) => new Uint8Array(memory, from, bounds.rows)),
    marks: new Uint8Array(memory, marksAt, bounds.rows),
    constants: constantsAt.map((from, i) => new Uint8Array(memory, from, sizes[i] ?? 0)),
    point(column, at) {
      cursors[column * 2] = presentAt[column] ?? 0;
      const place = inputAt + at;
      cursors[column * 2 + 1] = columns[column]?.kind === "bool" ? place * 8 : place;
    },
    pointMarks: () => (cursors[columns.length * 2] = marksAt),
    count: (from) => (serial[0] = from),
    look(column, count) {
      looker ??= host(assembleModule(pages, 4, lookLocals, lookCode, true));
      const kind = columns[column]?.kind;
      const [present = 0, values = 0] = cursors.subarray(column * 2);
      const isOdd = looker(
        present,
        values,
        count,
        kind === "bytes" ? 0 : kind === "date" ? 1 : kind === "timestamp" ? 2 : 3,
      );
      return { isOdd: isOdd !== 0, longest: result[0] ?? 0 };
    },
    encode(count, out, at) {
      const from = outsAt[out];
      const done = run(count, from + bounds.outBytes, from + at);
      last = (result[0] ?? 0) - from;
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

function moduleBody(columns: readonly CopyColumn[]): Code {
  const present = (i: number): number => firstCursor + 2 * i;
  const value = (i: number): number => firstCursor + 2 * i + 1;
  const v = firstCursor + 2 * columns.length;
  const fields = columns.flatMap((column, i) => {
    const code = valueCode(column, value(i), v);
    if (column.kind === "serial" || column.kind === "constant") return code;
    return [
      ...when(i32.load8(get(present(i))), code, [...i32.store(get(p), const32(-1)), ...move(p, 4)]),
      ...move(present(i), 1),
    ];
  });
  const count = columns.reduce(
    (sum, column) => sum + (column.kind === "constant" ? column.fields : 1),
    0,
  );
  const kept = [...columns.flatMap((_, i) => [present(i), value(i)]), mark];
  return [
    ...kept.flatMap((local, i) => set(local, i32.load(const32(places.cursors + i * 4)))),
    ...block(
      loop([
        ...branchIf(1, i32.geS(get(row), get(rows))),
        ...branchIf(1, i32.gtU(get(p), get(limit))),
        ...set(start, get(p)),
        ...i32.store16(get(p), const32(big16(count))),
        ...move(p, 2),
        ...fields,
        // A row that is left out is written over by the next one.
        ...set(p, choose(get(start), get(p), i32.load8(get(mark)))),
        ...move(mark, 1),
        ...move(row, 1),
        ...branchIf(0, const32(1)),
      ]),
    ),
    ...i32.store(const32(places.result), get(p)),
    ...kept.flatMap((local, i) => i32.store(const32(places.cursors + i * 4), get(local))),
    ...get(row),
  ];
}
