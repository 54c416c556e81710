// Finite state entropy tables of Zstandard (RFC 8878 §4.1.1): read from a block, or made of the fixed distributions.
import { zstdDamaged } from "./damaged.ts";

export type FseTable = {
  readonly log: number;
  readonly symbols: Uint8Array;
  readonly bits: Uint8Array;
  readonly bases: Uint16Array;
};

/** A table that always gives one symbol and takes no bits. */
export function makeConstantTable(symbol: number): FseTable {
  return {
    log: 0,
    symbols: Uint8Array.of(symbol),
    bits: new Uint8Array(1),
    bases: new Uint16Array(1),
  };
}

/** `counts`: how many states each symbol has; -1 stands for less than one. */
export function makeFseTable(counts: readonly number[], log: number): FseTable {
  const size = 1 << log;
  const symbols = new Uint8Array(size);
  const next = new Uint16Array(counts.length);
  let high = size - 1;
  counts.forEach((count, symbol) => {
    if (count === -1) symbols[high--] = symbol;
    next[symbol] = count === -1 ? 1 : count;
  });
  const step = (size >> 1) + (size >> 3) + 3;
  let at = 0;
  counts.forEach((count, symbol) => {
    for (let i = 0; i < count; i++) {
      symbols[at] = symbol;
      do at = (at + step) & (size - 1);
      while (at > high);
    }
  });
  const bits = new Uint8Array(size);
  const bases = new Uint16Array(size);
  for (let state = 0; state < size; state++) {
    const symbol = symbols[state] ?? 0;
    const value = next[symbol] ?? 0;
    next[symbol] = value + 1;
    const width = log - (31 - Math.clz32(value));
    bits[state] = width;
    bases[state] = (value << width) - size;
  }
  return { log, symbols, bits, bases };
}

/** Reads a table description; gives the table and the place behind it. */
export function readFseTable(
  bytes: Uint8Array,
  from: number,
  end: number,
  maxLog: number,
  maxSymbol: number,
): { readonly table: FseTable; readonly next: number } {
  let position = from * 8;
  const peek = (count: number): number => {
    const byte = position >> 3;
    const word =
      (bytes[byte] ?? 0) | ((bytes[byte + 1] ?? 0) << 8) | ((bytes[byte + 2] ?? 0) << 16);
    return (word >> (position & 7)) & ((1 << count) - 1);
  };
  const log = peek(4) + 5;
  position += 4;
  if (log > maxLog) throw zstdDamaged("a table with too many states");
  const counts: number[] = [];
  let threshold = 1 << log;
  let remaining = threshold + 1;
  let width = log + 1;
  while (remaining > 1) {
    if (counts.length > maxSymbol) throw zstdDamaged("a table with too many symbols");
    const spare = 2 * threshold - 1 - remaining;
    const value = peek(width);
    let count = value & (threshold - 1);
    if (count < spare) position += width - 1;
    else {
      count = value;
      if (count >= threshold) count -= spare;
      position += width;
    }
    count--;
    remaining -= Math.abs(count);
    counts.push(count);
    for (let repeat = count === 0 ? 3 : 0; repeat === 3;) {
      repeat = peek(2);
      position += 2;
      for (let i = 0; i < repeat; i++) counts.push(0);
    }
    while (remaining < threshold) {
      width--;
      threshold >>= 1;
    }
  }
  const next = (position + 7) >> 3;
  if (remaining !== 1 || next > end || counts.length > maxSymbol + 1)
    throw zstdDamaged("a table that does not add up");
  return { table: makeFseTable(counts, log), next };
}
