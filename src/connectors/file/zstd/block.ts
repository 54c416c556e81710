// One compressed block of Zstandard (RFC 8878 §3.1.1.3): its literals, its sequences, and what both make of the window.
import { BackwardBits } from "./bits.ts";
import { zstdDamaged } from "./damaged.ts";
import { makeConstantTable, makeFseTable, readFseTable, type FseTable } from "./fse.ts";
import { decodeHuffman, readHuffmanTable, type HuffmanTable } from "./huffman.ts";

/** Output of the frame: `end` is where the next byte goes; matches reach back into what is there. */
export type Output = {
  bytes: Uint8Array;
  end: number;
  /** Bytes before `end` that a match may reach. */ reach: number;
};

const maxBlock = 128 * 1024;

const literalBases = [
  ...Array(16).keys(),
  16,
  18,
  20,
  22,
  24,
  28,
  32,
  40,
  48,
  64,
  128,
  256,
  512,
  1024,
  2048,
  4096,
  8192,
  16_384,
  32_768,
  65_536,
];
const literalBits = [
  ...Array<number>(16).fill(0),
  1,
  1,
  1,
  1,
  2,
  2,
  3,
  3,
  4,
  6,
  7,
  8,
  9,
  10,
  11,
  12,
  13,
  14,
  15,
  16,
];
const matchBases = [
  ...Array.from({ length: 32 }, (_, i) => i + 3),
  35,
  37,
  39,
  41,
  43,
  47,
  51,
  59,
  67,
  83,
  99,
  131,
  259,
  515,
  1027,
  2051,
  4099,
  8195,
  16_387,
  32_771,
  65_539,
];
const matchBits = [
  ...Array<number>(32).fill(0),
  1,
  1,
  1,
  1,
  2,
  2,
  3,
  3,
  4,
  4,
  5,
  7,
  8,
  9,
  10,
  11,
  12,
  13,
  14,
  15,
  16,
];

const literalDefault = makeFseTable(
  [
    4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1,
    -1, -1, -1, -1,
  ],
  6,
);
const matchDefault = makeFseTable(
  [1, 4, 3, 2, 2, 2, 2, 2, 2, ...Array<number>(37).fill(1), -1, -1, -1, -1, -1, -1, -1],
  6,
);
const offsetDefault = makeFseTable(
  [1, 1, 1, 1, 1, 1, 2, 2, 2, ...Array<number>(15).fill(1), -1, -1, -1, -1, -1],
  5,
);

/** What a block leaves to the next one of its frame. */
export class BlockDecoder {
  readonly #literals = new Uint8Array(maxBlock);
  readonly #offsets = [1, 4, 8];
  #huffman: HuffmanTable | null = null;
  #literalTable: FseTable | null = null;
  #offsetTable: FseTable | null = null;
  #matchTable: FseTable | null = null;

  /** Decodes the block that stands in `bytes` and adds its output, for which 128 KB must be free. */
  decode(bytes: Uint8Array, output: Output): void {
    const { count, next } = this.#readLiterals(bytes);
    this.#runSequences(bytes, next, count, output);
  }

  #readLiterals(bytes: Uint8Array): { readonly count: number; readonly next: number } {
    const head = bytes[0] ?? 0;
    const type = head & 3;
    const format = (head >> 2) & 3;
    const word = head | ((bytes[1] ?? 0) << 8) | ((bytes[2] ?? 0) << 16);
    if (type < 2) {
      const size = format === 1 ? 2 : format === 3 ? 3 : 1;
      const count = size === 1 ? head >> 3 : (word & (size === 2 ? 0xffff : 0xffffff)) >> 4;
      if (count > maxBlock) throw zstdDamaged("a block that is too large");
      if (type === 1) this.#literals.fill(bytes[size] ?? 0, 0, count);
      else if (size + count > bytes.length) throw zstdDamaged("literals that end too early");
      else this.#literals.set(bytes.subarray(size, size + count));
      return { count, next: size + (type === 1 ? 1 : count) };
    }
    const width = [10, 10, 14, 18][format] ?? 10;
    const head5 = word + (bytes[3] ?? 0) * 2 ** 24 + (bytes[4] ?? 0) * 2 ** 32;
    const count = Math.floor(head5 / 16) % 2 ** width;
    const packed = Math.floor(head5 / 2 ** (4 + width)) % 2 ** width;
    let at = [3, 3, 4, 5][format] ?? 3;
    const end = at + packed;
    if (end > bytes.length || count > maxBlock) throw zstdDamaged("literals that end too early");
    if (type === 2) {
      const read = readHuffmanTable(bytes, at, end);
      this.#huffman = read.table;
      at = read.next;
    }
    if (!this.#huffman) throw zstdDamaged("literals without a tree");
    if (format === 0) decodeHuffman(this.#huffman, bytes, at, end, this.#literals, 0, count);
    else this.#decodeFour(this.#huffman, bytes, at, end, count);
    return { count, next: end };
  }

  #decodeFour(
    table: HuffmanTable,
    bytes: Uint8Array,
    at: number,
    end: number,
    count: number,
  ): void {
    const sizes = [0, 2, 4].map((i) => (bytes[at + i] ?? 0) | ((bytes[at + i + 1] ?? 0) << 8));
    const share = (count + 3) >> 2;
    let start = at + 6;
    for (let i = 0; i < 4; i++) {
      const stop = i < 3 ? start + (sizes[i] ?? 0) : end;
      const symbols = i < 3 ? share : count - 3 * share;
      if (stop > end || symbols < 0) throw zstdDamaged("literals that end too early");
      decodeHuffman(table, bytes, start, stop, this.#literals, i * share, symbols);
      start = stop;
    }
  }

  #runSequences(bytes: Uint8Array, from: number, literalCount: number, output: Output): void {
    const first = bytes[from] ?? 0;
    let at = from + 1;
    let count = first;
    if (first === 255) {
      count = (bytes[at] ?? 0) + ((bytes[at + 1] ?? 0) << 8) + 0x7f00;
      at += 2;
    } else if (first > 127) count = ((first - 128) << 8) + (bytes[at++] ?? 0);
    let used = 0;
    if (count > 0) {
      at = this.#readTables(bytes, at);
      used = this.#execute(new BackwardBits(bytes, at, bytes.length), count, literalCount, output);
    }
    output.bytes.set(this.#literals.subarray(used, literalCount), output.end);
    output.end += literalCount - used;
    output.reach += literalCount - used;
  }

  #readTables(bytes: Uint8Array, from: number): number {
    const modes = bytes[from] ?? 0;
    let at = from + 1;
    const read = (
      mode: number,
      preset: FseTable,
      last: FseTable | null,
      maxLog: number,
      maxSymbol: number,
    ): FseTable => {
      if (mode === 0) return preset;
      if (mode === 1) {
        const symbol = bytes[at++] ?? 0;
        if (symbol > maxSymbol) throw zstdDamaged("an unknown code");
        return makeConstantTable(symbol);
      }
      if (mode === 2) {
        const { table, next } = readFseTable(bytes, at, bytes.length, maxLog, maxSymbol);
        at = next;
        return table;
      }
      if (!last) throw zstdDamaged("a table that was never given");
      return last;
    };
    this.#literalTable = read(modes >> 6, literalDefault, this.#literalTable, 9, 35);
    this.#offsetTable = read((modes >> 4) & 3, offsetDefault, this.#offsetTable, 8, 31);
    this.#matchTable = read((modes >> 2) & 3, matchDefault, this.#matchTable, 9, 52);
    return at;
  }

  /** Runs the sequences; gives how many literals they used. */
  #execute(bits: BackwardBits, count: number, literalCount: number, output: Output): number {
    const [literalTable, offsetTable, matchTable] = [
      this.#literalTable,
      this.#offsetTable,
      this.#matchTable,
    ];
    if (!literalTable || !offsetTable || !matchTable)
      throw zstdDamaged("a table that was never given");
    const start = output.end;
    let literalState = bits.read(literalTable.log);
    let offsetState = bits.read(offsetTable.log);
    let matchState = bits.read(matchTable.log);
    let used = 0;
    for (let i = 0; i < count; i++) {
      const offsetCode = offsetTable.symbols[offsetState] ?? 0;
      const matchCode = matchTable.symbols[matchState] ?? 0;
      const literalCode = literalTable.symbols[literalState] ?? 0;
      const value = 2 ** offsetCode + bits.read(offsetCode);
      const match = (matchBases[matchCode] ?? 0) + bits.read(matchBits[matchCode] ?? 0);
      const literals = (literalBases[literalCode] ?? 0) + bits.read(literalBits[literalCode] ?? 0);
      const offset = this.#offsetOf(value, literals);
      if (i < count - 1) {
        literalState =
          (literalTable.bases[literalState] ?? 0) + bits.read(literalTable.bits[literalState] ?? 0);
        matchState =
          (matchTable.bases[matchState] ?? 0) + bits.read(matchTable.bits[matchState] ?? 0);
        offsetState =
          (offsetTable.bases[offsetState] ?? 0) + bits.read(offsetTable.bits[offsetState] ?? 0);
      }
      const isTooLong =
        output.end - start + literals + match > maxBlock || used + literals > literalCount;
      if (isTooLong || bits.left < 0 || offset > output.reach + literals || offset < 1)
        throw zstdDamaged("a sequence that leads nowhere");
      output.bytes.set(this.#literals.subarray(used, used + literals), output.end);
      used += literals;
      output.end += literals;
      copyMatch(output.bytes, output.end, offset, match);
      output.end += match;
      output.reach += literals + match;
    }
    if (bits.left !== 0) throw zstdDamaged("sequences of another length");
    return used;
  }

  /** Small values name one of the last three offsets, shifted by one when no literals come before the match. */
  #offsetOf(value: number, literals: number): number {
    const last = this.#offsets;
    const [a = 1, b = 4, c = 8] = last;
    if (value > 3) {
      last[2] = b;
      last[1] = a;
      last[0] = value - 3;
      return value - 3;
    }
    const which = value + (literals === 0 ? 1 : 0);
    if (which === 1) return a;
    const offset = which === 2 ? b : which === 3 ? c : a - 1;
    if (which > 2) last[2] = b;
    last[1] = a;
    last[0] = offset;
    return offset;
  }
}

/** A match may overlap what it writes: then it repeats itself. */
function copyMatch(bytes: Uint8Array, at: number, offset: number, length: number): void {
  const from = at - offset;
  if (offset >= length && length > 16) bytes.copyWithin(at, from, from + length);
  else for (let i = 0; i < length; i++) bytes[at + i] = bytes[from + i] ?? 0;
}
