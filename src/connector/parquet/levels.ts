// Definition levels of an OPTIONAL column: one bit a row, 1 for a value and 0 for NULL, in Parquet's hybrid of run
// lengths and bit packing. A column without NULLs costs a handful of bytes.

/** The levels of a data page (v1): four bytes of length, then one run. `present` holds one byte (0 or 1) a row. */
export function encodeLevels(present: Uint8Array, rows: number, hasNull: boolean): Uint8Array {
  if (!hasNull) return withLength([...varint(rows << 1), 1]);
  const groups = (rows + 7) >> 3;
  const head = varint((groups << 1) | 1);
  const levels = new Uint8Array(4 + head.length + groups);
  writeLength(levels, head.length + groups);
  levels.set(head, 4);
  packBits(present, rows, levels, 4 + head.length);
  return levels;
}

/** One bit a byte, lowest bit first: `from` holds zeros and ones. */
export function packBits(from: Uint8Array, count: number, to: Uint8Array, at: number): void {
  const whole = count >> 3;
  for (let group = 0; group < whole; group++) {
    const i = group << 3;
    to[at + group] =
      (from[i] ?? 0) |
      ((from[i + 1] ?? 0) << 1) |
      ((from[i + 2] ?? 0) << 2) |
      ((from[i + 3] ?? 0) << 3) |
      ((from[i + 4] ?? 0) << 4) |
      ((from[i + 5] ?? 0) << 5) |
      ((from[i + 6] ?? 0) << 6) |
      ((from[i + 7] ?? 0) << 7);
  }
  if ((count & 7) === 0) return;
  let last = 0;
  for (let i = whole << 3; i < count; i++) last |= (from[i] ?? 0) << (i & 7);
  to[at + whole] = last;
}

function withLength(run: readonly number[]): Uint8Array {
  const levels = new Uint8Array(4 + run.length);
  writeLength(levels, run.length);
  levels.set(run, 4);
  return levels;
}

function writeLength(into: Uint8Array, length: number): void {
  new DataView(into.buffer, into.byteOffset, 4).setUint32(0, length, true);
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value >>> 0;
  while (rest > 127) {
    bytes.push((rest & 127) | 128);
    rest >>>= 7;
  }
  bytes.push(rest);
  return bytes;
}
