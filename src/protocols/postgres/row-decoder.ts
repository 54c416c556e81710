// Generates, for one list of column types, the function that decodes a row of Postgres binary COPY straight into typed
// column buffers. No JavaScript value is made per cell. Plain rows never come here: `batch-decoder.ts` takes them at half
// the cost. This one decodes what is left: rows with privacy or filters, huge ones, wide tables, and cells to be judged.
//
// Three rules keep it fast, each learnt by measurement:
// - No cold branch inside. Growing a buffer in here made 1 run in 10 twice as slow: V8 gave up on the function after the
//   first deoptimisation. Room is made before the call; what is unusual only sets a flag, and the caller looks again.
// - NULL is no branch either: the mask `m` is -1 for a value and 0 for NULL, a NULL's garbage is overwritten by the next.
// - Every branch that is left is run once with made-up rows (`warmUp`), so that the first real value of an unusual kind
//   does not deoptimise the function.
import { unreachable } from "../../kernel/assert.ts";
import { RevosError } from "../../kernel/error.ts";
import { samplesOf } from "./decoder-samples.ts";

/**
 * How a field stands on the wire and where it goes. Shapes of the target are those of the kit's column buffers:
 * `bool` → one byte; `int2`, `int4`, `float4`, `date`, `numeric` of up to 9 digits → one word; `int8`, `oid`, `float8`,
 * `time`, `timestamp`, `numeric` of 10 to 18 digits → two words; `uuid` → four words; `bytes` → length and bytes.
 * `skip` reads over the field and leaves the target alone.
 */
export type WireColumn =
  | {
      readonly kind:
        | "bool"
        | "int2"
        | "int4"
        | "int8"
        | "oid"
        | "float4"
        | "float8"
        | "date"
        | "time"
        | "timestamp"
        | "uuid"
        | "bytes"
        | "skip";
    }
  | { readonly kind: "numeric"; readonly precision: number; readonly scale: number };

/** The buffers a decoder writes to, in the order of the columns; `ends` has an entry more, the flag. */
export type RowBuffers = {
  readonly values: readonly (Int32Array | Uint8Array)[];
  readonly present: readonly Uint8Array[];
  readonly ends: Int32Array;
};

/**
 * Decodes the fields that start at `start` (after the field count) into row `row`, and returns where they end. The
 * buffers must have room. After it `ends[flag]` is not 0 when a cell could not be represented (NaN in a numeric, a
 * timestamp beyond 64 bits from 1970, a field of unexpected width): the caller judges such a row by other means.
 */
export type RowDecoder = (
  bytes: Uint8Array,
  start: number,
  row: number,
  buffers: RowBuffers,
) => number;

/** Bytes that must be readable behind the last field: decoders read fixed widths even where a NULL stands. */
export const decoderSlack = 64;

/** Columns of one generated function: V8 does not optimise functions beyond 60 KB of bytecode. */
const columnsOfOneFunction = 32;
/**
 * Tables of more columns are decoded by a loop over their columns. Per cell it costs about a fifth more (28 against 23
 * ns, measured), but for 1,600 columns the unrolled code took V8 many seconds to compile, in which rows crawled.
 */
const unrolledColumns = 64;

type Part = (
  bytes: Uint8Array,
  start: number,
  row: number,
  values: RowBuffers["values"],
  present: RowBuffers["present"],
  ends: Int32Array,
) => number;

const powers = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);

/** `flag` is the place in `ends` that tells of cells that could not be represented: behind the last target column. */
export function makeRowDecoder(columns: readonly WireColumn[], flag: number): RowDecoder {
  const parts: Part[] = [];
  if (columns.length > unrolledColumns) parts.push(makeLoop(columns, flag));
  else
    for (let from = 0; from < columns.length; from += columnsOfOneFunction) {
      parts.push(makePart(columns.slice(from, from + columnsOfOneFunction), from, flag));
    }
  const [only] = parts;
  const decode: RowDecoder =
    only && parts.length === 1
      ? (bytes, start, row, buffers) =>
          only(bytes, start, row, buffers.values, buffers.present, buffers.ends)
      : (bytes, start, row, buffers) => {
          let at = start;
          for (const part of parts)
            at = part(bytes, at, row, buffers.values, buffers.present, buffers.ends);
          return at;
        };
  warmUp(columns, decode, flag);
  return decode;
}

const locals =
  "let p = start, l = 0, m = 0, k = 0, f = 0, q = 0, v = 0, e = 0, g = 0, c = 0, h = 0, lo = 0, hi = 0, n = 0;";

/** One piece of code for each different kind of column, and which column is of which. */
function makeLoop(columns: readonly WireColumn[], flag: number): Part {
  const keys = columns.map((column) => JSON.stringify(column));
  const kinds = [...new Set(keys)];
  const cases = kinds.map(
    (key, number) =>
      `case ${number}: { ${columnSource(columns[keys.indexOf(key)] ?? { kind: "skip" }, "i")} break; }`,
  );
  const source = `
    ${locals}
    for (let i = 0; i < ${columns.length}; i++) switch (K[i]) { ${cases.join("\n")} }
    N[${flag}] |= f;
    return p;`;
  const make = new Function("P", "K", `return function row(b, start, r, V, D, N) {${source}}`) as (
    powers: readonly number[],
    kinds: Uint16Array,
  ) => Part;
  return make(
    powers,
    Uint16Array.from(keys, (key) => kinds.indexOf(key)),
  );
}

function makePart(columns: readonly WireColumn[], first: number, flag: number): Part {
  const body = columns.map((column, i) => columnSource(column, first + i)).join("\n");
  const source = `
    ${locals}
    ${body}
    N[${flag}] |= f;
    return p;`;
  const make = new Function("P", `return function row(b, start, r, V, D, N) {${source}}`) as (
    powers: readonly number[],
  ) => Part;
  return make(powers);
}

const int32At = (at: string): string =>
  `((b[${at}] << 24) | (b[${at} + 1] << 16) | (b[${at} + 2] << 8) | b[${at} + 3])`;

function columnSource(column: WireColumn, i: number | string): string {
  const length = `l = ${int32At("p")}; p += 4; m = ~(l >> 31);`;
  if (column.kind === "skip") return `${length} p += l & m;`;
  const value = valueSource(column, i);
  const width = value.width === null ? "" : `f |= (l ^ ${value.width}) & m;`;
  const advance = column.kind === "bytes" ? `N[${i}] = k + ((l + 4) & m);` : `N[${i}] = k - m;`;
  return `${length} D[${i}][r] = m & 1; k = N[${i}]; ${width} ${value.source} ${advance} p += l & m;`;
}

function valueSource(
  column: WireColumn,
  i: number | string,
): { width: number | null; source: string } {
  const word = (source: string): string => `V[${i}][k] = ${source};`;
  const pair = (low: string, high: string): string =>
    `V[${i}][2 * k] = ${low}; V[${i}][2 * k + 1] = ${high};`;
  switch (column.kind) {
    case "bool":
      return { width: 1, source: word("b[p] & 1") };
    case "int2":
      return { width: 2, source: word("((b[p] << 24) >> 16) | b[p + 1]") };
    case "int4":
    case "float4":
      return { width: 4, source: word(int32At("p")) };
    case "oid":
      return { width: 4, source: pair(int32At("p"), "0") };
    case "int8":
    case "float8":
    case "time":
      return { width: 8, source: pair(int32At("p + 4"), int32At("p")) };
    case "date":
      // Days since 2000 become days since 1970; Postgres's infinities become DuckDB's.
      return {
        width: 4,
        source: `v = ${int32At("p")}; ${word("v === 2147483647 ? 2147483647 : v === -2147483648 ? -2147483647 : v + 10957")}`,
      };
    case "timestamp":
      return { width: 8, source: timestampSource(pair) };
    case "uuid":
      return {
        width: 16,
        source: [0, 1, 2, 3]
          .map(
            (j) =>
              `V[${i}][4 * k + ${j}] = b[p + ${4 * j}] | (b[p + ${4 * j + 1}] << 8) | (b[p + ${4 * j + 2}] << 16) | (b[p + ${4 * j + 3}] << 24);`,
          )
          .join(" "),
      };
    case "bytes":
      return {
        width: null,
        source: `{ const o = V[${i}]; n = l & m; o[k] = n & 255; o[k + 1] = (n >> 8) & 255; o[k + 2] = (n >> 16) & 255; o[k + 3] = n >>> 24; q = k + 4;
          if (n < 48) { for (let j = 0; j < n; j++) o[q + j] = b[p + j]; } else o.set(b.subarray(p, p + n), q); }`,
      };
    case "numeric":
      return { width: null, source: numericSource(column.precision, column.scale, word, pair) };
    case "skip":
      return { width: null, source: "" };
    default:
      return unreachable(column);
  }
}

/** Microseconds since 2000 become microseconds since 1970: 946684800000000 is 220417 × 2^32 + 2149900288. */
function timestampSource(pair: (low: string, high: string) => string): string {
  const shift = 946_684_800_000_000n;
  const low = Number(shift & 0xffff_ffffn);
  const high = Number(shift >> 32n);
  return `hi = ${int32At("p")}; lo = (${int32At("p + 4")} >>> 0) + ${low}; c = lo > 4294967295 ? 1 : 0;
    v = hi === 2147483647 ? 0 : hi & m;
    if (v > ${2147483647 - high - 1}) f = 1;
    ${pair(
      "hi === 2147483647 ? -1 : hi === -2147483648 ? 1 : lo | 0",
      `hi === 2147483647 ? 2147483647 : hi === -2147483648 ? -2147483648 : (hi + ${high} + c) | 0`,
    )}`;
}

/**
 * A numeric is groups of four decimal digits. The value is summed exactly as an integer scaled by 10^scale: in a double
 * up to 15 digits, in two 32-bit words above. `e` is the decimal exponent of the last group after scaling; it is
 * negative (to -3) when the last group ends below the scale, and then only its leading digits count (the others are 0).
 */
function numericSource(
  precision: number,
  scale: number,
  word: (source: string) => string,
  pair: (low: string, high: string) => string,
): string {
  const group = "((b[q] << 8) | b[q + 1])";
  const carry = "c = Math.floor(v * 2.3283064365386963e-10); v -= c * 4294967296;";
  const lastGroup = `c = ${group} / P[-e]; if (c !== Math.floor(c)) f = 1;`;
  const head = `
    n = ((b[p] << 8) | b[p + 1]) & m; g = b[p + 4] & m;
    if (g > 64) { f = 1; n = 0; }
    if (n > 6) { f = 1; n = 0; }
    v = 0; h = 0; q = p + 8;
    e = ((((b[p + 2] << 24) >> 16) | b[p + 3]) - n + 1) * 4 + ${scale};
    if (n > 0 && (e < -3 || e > 18)) { f = 1; n = 0; }`;
  if (precision <= 15) {
    return `${head}
    for (; n > 1; n--) { v = v * 10000 + ${group}; q += 2; }
    if (n > 0) {
      if (e >= 0) v = (v * 10000 + ${group}) * P[e];
      else { ${lastGroup} v = v * P[4 + e] + c; }
    }
    if (v >= ${10 ** precision}) f = 1;
    v *= 1 - ((g >> 5) & 2);
    ${precision <= 9 ? word("v") : `h = Math.floor(v / 4294967296); ${pair("v - h * 4294967296", "h")}`}`;
  }
  return `${head}
    for (; n > 1; n--) { v = v * 10000 + ${group}; ${carry} h = h * 10000 + c; q += 2; }
    if (n > 0) {
      if (e >= 0) { v = v * 10000 + ${group}; ${carry} h = h * 10000 + c; }
      else { ${lastGroup} v = v * P[4 + e] + c; ${carry} h = h * P[4 + e] + c; }
      for (; e > 0; e -= 4) { v = v * P[e > 4 ? 4 : e]; ${carry} h = h * P[e > 4 ? 4 : e] + c; }
    }
    if (h * 4294967296 + v >= ${10 ** precision}) f = 1;
    ${pair("g === 64 ? -v | 0 : v | 0", "g === 64 ? (v === 0 ? -h | 0 : ~h) : h | 0")}`;
}

function warmUp(columns: readonly WireColumn[], decode: RowDecoder, flag: number): void {
  const rounds = 40;
  const widest = 104;
  const buffers = {
    values: columns.map((column) => scratchFor(column)),
    present: columns.map(() => new Uint8Array(1)),
    ends: new Int32Array(Math.max(columns.length, flag) + 1),
  };
  const samples = columns.map((column) => [null, ...samplesOf(column)]);
  const bytes = new Uint8Array(columns.length * (4 + widest) + decoderSlack);
  const view = new DataView(bytes.buffer);
  for (let round = 0; round < rounds; round++) {
    let at = 0;
    for (const choices of samples) {
      const field = choices[round % choices.length] ?? null;
      view.setInt32(at, field ? field.length : -1);
      at += 4;
      if (field) bytes.set(field, at);
      at += field?.length ?? 0;
    }
    buffers.ends.fill(0);
    const end = decode(bytes, 0, 0, buffers);
    if (end !== at)
      throw new RevosError("bug.assertion", `A generated row decoder read ${end} of ${at} bytes.`);
  }
}

function scratchFor(column: WireColumn): Int32Array | Uint8Array {
  return column.kind === "bytes" || column.kind === "bool" || column.kind === "skip"
    ? new Uint8Array(256)
    : new Int32Array(4);
}
