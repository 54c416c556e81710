// Generates, for one list of column types, the function that decodes a row of MySQL's binary protocol straight into typed
// column buffers. No JavaScript value is made per cell.
//
// The rules that keep it fast are those of the Postgres decoder beside it, learnt there by measurement: no cold branch
// inside, NULL is a mask and no branch (`m` is -1 for a value and 0 for NULL), and every branch that is left is run once
// with made-up rows (`warmUp`). What is unusual only sets a flag, and the caller looks again.
import { unreachable } from "../../kernel/assert.ts";
import { RevosError } from "../../kernel/error.ts";
import { sampleRows } from "./decoder-samples.ts";
import { layoutOf, type DecodedColumn, type WireColumn } from "./wire-column.ts";

/** The buffers a decoder writes to, in the order of the columns; `ends` has an entry more, the flag. */
export type RowBuffers = {
  readonly values: readonly (Int32Array | Uint8Array)[];
  readonly present: readonly Uint8Array[];
  readonly ends: Int32Array;
};

/**
 * Decodes the row whose payload starts at `start` into row `row`, and returns where it ends. The buffers must have room.
 * After it `ends[flag]` is not 0 when a cell could not be represented (a zero date, a day that no calendar has, a decimal
 * of unexpected size): the caller judges such a row by other means.
 */
export type RowDecoder = (
  bytes: Uint8Array,
  start: number,
  row: number,
  buffers: RowBuffers,
) => number;

/** Bytes that must be readable behind a row: decoders read fixed widths even where a NULL stands. */
export const decoderSlack = 64;

/** Columns of one generated function: V8 does not optimise functions beyond 60 KB of bytecode. */
const columnsOfOneFunction = 32;
/** Tables of more columns are decoded by a loop over their columns: unrolled code would take V8 seconds to compile. */
const unrolledColumns = 64;

type Part = (
  bytes: Uint8Array,
  start: number,
  row: number,
  values: RowBuffers["values"],
  present: RowBuffers["present"],
  ends: Int32Array,
  nulls: number,
) => number;

/** First bit of the NULL bitmap that belongs to a column. */
const nullOffset = 2;
const nullBytes = (columns: number): number => (columns + nullOffset + 7) >> 3;

/** `flag` is the place in `ends` that tells of cells that could not be represented: behind the last target column. */
export function makeRowDecoder(columns: readonly DecodedColumn[], flag: number): RowDecoder {
  const parts: Part[] = [];
  if (columns.length > unrolledColumns) parts.push(makeLoop(columns, flag));
  else
    for (let from = 0; from < columns.length; from += columnsOfOneFunction)
      parts.push(makePart(columns.slice(from, from + columnsOfOneFunction), from, flag));
  const fieldsAt = 1 + nullBytes(columns.length);
  const decode: RowDecoder = (bytes, start, row, buffers) => {
    let at = start + fieldsAt;
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i];
      if (part) at = part(bytes, at, row, buffers.values, buffers.present, buffers.ends, start + 1);
    }
    return at;
  };
  warmUp(columns, decode, flag);
  return decode;
}

const locals =
  "let p = start, l = 0, m = 0, k = 0, f = 0, q = 0, v = 0, c = 0, h = 0, n = 0, y = 0, z = 0, w = 0, a = 0, u = 0, x = 0;";

/** One piece of code for each different kind of column, and which column is of which. */
function makeLoop(columns: readonly DecodedColumn[], flag: number): Part {
  const keys = columns.map((column) => JSON.stringify(column));
  const kinds = [...new Set(keys)];
  const cases = kinds.map((key, number) => {
    const column = columns[keys.indexOf(key)];
    return column ? `case ${number}: { ${columnSource(column, "i")} break; }` : "";
  });
  const source = `
    ${locals}
    for (let i = 0; i < ${columns.length}; i++) switch (K[i]) { ${cases.join("\n")} }
    N[${flag}] |= f;
    return p;`;
  const make = new Function("K", `return function row(b, start, r, V, D, N, s) {${source}}`) as (
    kinds: Uint16Array,
  ) => Part;
  return make(Uint16Array.from(keys, (key) => kinds.indexOf(key)));
}

function makePart(columns: readonly DecodedColumn[], first: number, flag: number): Part {
  const body = columns.map((column, i) => columnSource(column, first + i)).join("\n");
  const source = `
    ${locals}
    ${body}
    N[${flag}] |= f;
    return p;`;
  const make = new Function(
    `return function row(b, start, r, V, D, N, s) {${source}}`,
  ) as () => Part;
  return make();
}

const uint16At = (at: string): string => `(b[${at}] | (b[${at} + 1] << 8))`;
const int32At = (at: string): string =>
  `(b[${at}] | (b[${at} + 1] << 8) | (b[${at} + 2] << 16) | (b[${at} + 3] << 24))`;

/** `l` becomes the length of a length-encoded string, `p` its first byte; both stay where a NULL stands. */
const stringLength = `l = b[p] & m; p -= m;
  if (l > 250) {
    if (l === 252) { l = ${uint16At("p")}; p += 2; }
    else if (l === 253) { l = ${uint16At("p")} | (b[p + 2] << 16); p += 3; }
    else { l = ${int32At("p")}; p += 8; }
  }`;

function columnSource({ wire, isSkipped }: DecodedColumn, i: number | string): string {
  const mask =
    typeof i === "number"
      ? `m = ((b[s + ${(i + nullOffset) >> 3}] >> ${(i + nullOffset) & 7}) & 1) - 1;`
      : `m = ((b[s + ((i + ${nullOffset}) >> 3)] >> ((i + ${nullOffset}) & 7)) & 1) - 1;`;
  const layout = layoutOf(wire);
  const length =
    layout === "string" ? stringLength : layout === "time" ? "l = b[p] & m; p -= m;" : "";
  const size = typeof layout === "number" ? String(layout) : "l";
  const over = `p += ${size} & m;`;
  if (isSkipped || wire.kind === "null") {
    const isNull = wire.kind === "null" && !isSkipped ? `D[${i}][r] = 0;` : "";
    return `${mask} ${length} ${isNull} ${over}`;
  }
  const advance = wire.kind === "bytes" ? `N[${i}] = k + ((l + 4) & m);` : `N[${i}] = k - m;`;
  return `${mask} ${length} D[${i}][r] = m & 1; k = N[${i}]; ${valueSource(wire, i)} ${advance} ${over}`;
}

function valueSource(wire: WireColumn, i: number | string): string {
  const word = (source: string): string => `V[${i}][k] = ${source};`;
  const pair = (low: string, high: string): string =>
    `V[${i}][2 * k] = ${low}; V[${i}][2 * k + 1] = ${high};`;
  switch (wire.kind) {
    case "int8":
      return word("(b[p] << 24) >> 24");
    case "uint8":
      return word("b[p]");
    case "int16":
      return word(`(${uint16At("p")} << 16) >> 16`);
    case "uint16":
      return word(uint16At("p"));
    case "int32":
    case "float32":
      return word(int32At("p"));
    case "uint32":
      return pair(int32At("p"), "0");
    case "int64":
    case "uint64":
    case "float64":
      return pair(int32At("p"), int32At("p + 4"));
    case "date":
      return `${dateSource} z |= l ^ 4; f |= z & m; ${word("v")}`;
    case "datetime":
      return `${dateSource} ${clockSource(pair)} f |= z & m;`;
    case "flag":
      return `f |= (l ^ 1) & m; ${word("b[p] & 1")}`;
    case "bits":
      return `n = 0; v = 0; f |= (l > 8 ? 1 : 0) & m;
        for (q = 0; q < (l & m); q++) { n = (n << 8) | (v >>> 24); v = (v << 8) | b[p + q]; }
        ${pair("v", "n")}`;
    case "bytes":
      return `{ const o = V[${i}]; n = l & m; o[k] = n & 255; o[k + 1] = (n >> 8) & 255; o[k + 2] = (n >> 16) & 255; o[k + 3] = n >>> 24; q = k + 4;
          if (n < 64) { let j = 0; for (const e = n & ~3; j < e; j += 4) { o[q + j] = b[p + j]; o[q + j + 1] = b[p + j + 1]; o[q + j + 2] = b[p + j + 2]; o[q + j + 3] = b[p + j + 3]; }
            for (; j < n; j++) o[q + j] = b[p + j]; } else o.set(b.subarray(p, p + n), q); }`;
    case "decimal":
      return decimalSource(wire.precision, wire.scale, word, pair);
    case "time":
    case "null":
      throw new RevosError("bug.assertion", `A field of kind ${wire.kind} cannot be decoded.`);
    default:
      return unreachable(wire);
  }
}

/**
 * `v` becomes days since 1970 of year, month and day; `z` is not 0 where they are no day of the calendar: zero dates, the
 * year 0, 30 February (which some server modes allow). Eras of 400 years that start on 1 March, as in canonical-text.ts.
 */
const dateSource = `y = ${uint16At("p")}; n = b[p + 2]; w = b[p + 3];
  z = y === 0 || n === 0 || n > 12 || w === 0 ? 1 : 0;
  if (w > 28) { c = n === 2 ? ((y & 3) === 0 && (y % 100 !== 0 || y % 400 === 0) ? 29 : 28) : 30 + ((n + (n >> 3)) & 1); if (w > c) z = 1; }
  c = y + 400 - (n < 3 ? 1 : 0);
  v = 365 * c + (c >> 2) - ((c / 100) | 0) + ((c / 400) | 0) + (((153 * (n < 3 ? n + 9 : n - 3) + 2) / 5) | 0) + w - 865566;`;

/**
 * Microseconds since 1970 of the day `v` and the clock behind it, exactly: seconds in units of 65536 and their rest, each
 * times a million, carried into two words.
 */
const clockSource = (pair: (low: string, high: string) => string): string => `
  h = 0; u = 0;
  if (l > 6) { h = b[p + 4] * 3600 + b[p + 5] * 60 + b[p + 6]; if (l > 7) u = ${int32At("p + 7")}; }
  z |= l === 4 || l === 7 || l === 11 ? 0 : 1;
  h += v * 86400; a = Math.floor(h / 65536); h -= a * 65536;
  a *= 1000000; q = Math.floor(a / 65536); h = (a - q * 65536) * 65536 + h * 1000000 + u;
  c = Math.floor(h / 4294967296); ${pair("(h - c * 4294967296) | 0", "(q + c) | 0")}`;

/**
 * A decimal comes as text with all digits of its scale. Up to nine digits are summed as an integer of 32 bits, up to 15 in a
 * double; above that the digits before the point and those behind it are summed apart and put together in two words. A
 * byte that is no digit makes `y` negative.
 */
function decimalSource(
  precision: number,
  scale: number,
  word: (source: string) => string,
  pair: (low: string, high: string) => string,
): string {
  const head = `c = b[p] === 45 ? 1 : 0; n = l & m; ${
    // The point stands `scale` digits before the end, and nowhere else.
    scale > 0
      ? `w = n - ${scale + 1}; if (w < c || b[p + w] !== 46) { f |= m & 1; n = 0; w = 0; }`
      : "w = n;"
  } y = 0; v = 0; h = 0; u = n - c - ${scale > 0 ? 1 : 0};`;
  const digits = (from: string, to: string, add: string): string =>
    `for (q = ${from}; q < ${to}; q++) { z = b[p + q] - 48; y |= z | (9 - z); ${add} }`;
  const toDouble = (into: string): string => `${into} = ${into} * 10 + z;`;
  const flag = "f |= (y >>> 31) & m;";
  if (precision <= 15) {
    const whole = (add: string): string =>
      `${digits("c", "w", add)} ${scale > 0 ? digits("w + 1", "n", add) : ""}`;
    return `${head}
      if (u < 10) { x = 0; ${whole("x = (x * 10 + z) | 0;")} v = x; } else { ${whole(toDouble("v"))} }
      if (v >= ${10 ** precision}) y = -1; ${flag} if (c !== 0) v = -v;
      ${precision <= 9 ? word("v") : `h = Math.floor(v / 4294967296); ${pair("(v - h * 4294967296) | 0", "h | 0")}`}`;
  }
  // Two parts that doubles hold exactly: the last `low` digits are `v`, those before them `h`. Where the part before the
  // point is short enough they are parted there, else before the last nine digits, on either side of the point.
  const isPartedAtPoint = scale <= 9 && precision - scale <= 15;
  const low = isPartedAtPoint ? scale : 9;
  const fraction = scale > 0 ? digits("w + 1", "n", toDouble("v")) : "";
  const parts = isPartedAtPoint
    ? `${digits("c", "w", toDouble("h"))} ${fraction}`
    : scale <= 9
      ? `x = w - ${low - scale}; if (x < c) x = c; ${digits("c", "x", toDouble("h"))} ${digits("x", "w", toDouble("v"))} ${fraction}`
      : `${digits("c", "w", toDouble("h"))} ${digits("w + 1", "n - 9", toDouble("h"))} ${digits("n < 9 ? n : n - 9", "n", toDouble("v"))}`;
  return `${head} ${parts}
    if (h >= ${10 ** (precision - low)}) y = -1; ${flag}
    a = Math.floor(h / 65536); h -= a * 65536; a *= ${10 ** low}; x = Math.floor(a / 65536);
    h = (a - x * 65536) * 65536 + h * ${10 ** low} + v; a = Math.floor(h / 4294967296); v = h - a * 4294967296; h = x + a;
    ${pair("c !== 0 ? -v | 0 : v | 0", "c !== 0 ? (v === 0 ? -h | 0 : ~h) : h | 0")}`;
}

/** Every branch is run with made-up rows, so that the first real value of an unusual kind does not undo the optimisation. */
function warmUp(columns: readonly DecodedColumn[], decode: RowDecoder, flag: number): void {
  const buffers = {
    values: columns.map(({ wire }) => scratchFor(wire)),
    present: columns.map(() => new Uint8Array(1)),
    ends: new Int32Array(Math.max(columns.length, flag) + 1),
  };
  const wires = columns.map(({ wire }) => wire);
  for (const row of sampleRows(wires, nullBytes(columns.length))) {
    const bytes = new Uint8Array(row.length + decoderSlack);
    bytes.set(row);
    buffers.ends.fill(0);
    const end = decode(bytes, 0, 0, buffers);
    if (end !== row.length)
      throw new RevosError(
        "bug.assertion",
        `A generated row decoder read ${end} of ${row.length} bytes.`,
      );
  }
}

const scratchFor = (wire: WireColumn): Int32Array | Uint8Array =>
  wire.kind === "bytes" || wire.kind === "flag" ? new Uint8Array(70_100) : new Int32Array(4);
