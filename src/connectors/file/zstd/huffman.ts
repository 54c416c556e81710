// Huffman coding of Zstandard literals (RFC 8878 §4.2): the tree from its weights, and streams decoded with it.
import { BackwardBits } from "./bits.ts";
import { zstdDamaged } from "./damaged.ts";
import { readFseTable } from "./fse.ts";

export type HuffmanTable = {
  readonly log: number;
  readonly symbols: Uint8Array;
  readonly bits: Uint8Array;
};

/** Reads a tree description; gives the table and the place behind it. */
export function readHuffmanTable(
  bytes: Uint8Array,
  at: number,
  end: number,
): { readonly table: HuffmanTable; readonly next: number } {
  const head = bytes[at] ?? 0;
  const next = head < 128 ? at + 1 + head : at + 1 + ((head - 126) >> 1);
  if (next > end) throw zstdDamaged("a tree that ends too early");
  return {
    table: toTable(
      head < 128 ? packedWeights(bytes, at + 1, next) : plainWeights(bytes, at + 1, head - 127),
    ),
    next,
  };
}

function plainWeights(bytes: Uint8Array, at: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => {
    const byte = bytes[at + (i >> 1)] ?? 0;
    return i & 1 ? byte & 15 : byte >> 4;
  });
}

/** Two states take turns; when the bits run out under one, the other still holds a weight. */
function packedWeights(bytes: Uint8Array, from: number, end: number): number[] {
  const { table, next } = readFseTable(bytes, from, end, 6, 255);
  const bits = new BackwardBits(bytes, next, end);
  const states = [bits.read(table.log), bits.read(table.log)];
  const weights: number[] = [];
  for (let turn = 0; weights.length < 255; turn ^= 1) {
    const state = states[turn] ?? 0;
    weights.push(table.symbols[state] ?? 0);
    const width = table.bits[state] ?? 0;
    if (bits.left < width) {
      weights.push(table.symbols[states[turn ^ 1] ?? 0] ?? 0);
      return weights;
    }
    states[turn] = (table.bases[state] ?? 0) + bits.read(width);
  }
  throw zstdDamaged("a tree with too many weights");
}

/** The last weight is not stored: it is what makes the sum a power of two. */
function toTable(weights: readonly number[]): HuffmanTable {
  const sum = weights.reduce((total, weight) => total + (weight > 0 ? 1 << (weight - 1) : 0), 0);
  const log = 32 - Math.clz32(sum);
  const rest = (1 << log) - sum;
  if (sum === 0 || log > 11 || (rest & (rest - 1)) !== 0)
    throw zstdDamaged("a tree that does not add up");
  const all = [...weights, 32 - Math.clz32(rest)];
  const symbols = new Uint8Array(1 << log);
  const bits = new Uint8Array(1 << log);
  let at = 0;
  for (let weight = 1; weight <= log; weight++) {
    all.forEach((other, symbol) => {
      if (other !== weight) return;
      const span = 1 << (weight - 1);
      symbols.fill(symbol, at, at + span);
      bits.fill(log + 1 - weight, at, at + span);
      at += span;
    });
  }
  return { log, symbols, bits };
}

/** Decodes one stream into `into` from `at` on, exactly `count` symbols. */
export function decodeHuffman(
  { log, symbols, bits: widths }: HuffmanTable,
  bytes: Uint8Array,
  start: number,
  end: number,
  into: Uint8Array,
  at: number,
  count: number,
): void {
  const bits = new BackwardBits(bytes, start, end);
  for (let i = 0; i < count; i++) {
    const code = bits.peek(log);
    into[at + i] = symbols[code] ?? 0;
    bits.left -= widths[code] ?? 0;
  }
  if (bits.left !== 0) throw zstdDamaged("literals of another length");
}
