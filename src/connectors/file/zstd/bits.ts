// Bits of a Zstandard stream that is read from its end to its start (RFC 8878 §4.1): the last byte's highest set bit marks
// where the data ends. Bits before the start read as zero, and `left` then is negative: the decoders check it.
import { zstdDamaged } from "./damaged.ts";

export class BackwardBits {
  readonly #bytes: Uint8Array;
  readonly #start: number;
  /** Bits not read yet. */
  left: number;

  constructor(bytes: Uint8Array, start: number, end: number) {
    const last = end > start ? (bytes[end - 1] ?? 0) : 0;
    if (last === 0) throw zstdDamaged("a bit stream without end mark");
    this.#bytes = bytes;
    this.#start = start;
    this.left = (end - start - 1) * 8 + 31 - Math.clz32(last);
  }

  /** The next `count` bits (at most 24) without taking them. */
  peek(count: number): number {
    const at = this.left - count;
    if (at < 0) return this.left <= 0 ? 0 : (this.peek(this.left) << -at) & ((1 << count) - 1);
    const byte = this.#start + (at >> 3);
    const bytes = this.#bytes;
    const word =
      (bytes[byte] ?? 0) |
      ((bytes[byte + 1] ?? 0) << 8) |
      ((bytes[byte + 2] ?? 0) << 16) |
      ((bytes[byte + 3] ?? 0) << 24);
    return (word >>> (at & 7)) & ((1 << count) - 1);
  }

  read(count: number): number {
    if (count === 0) return 0;
    if (count > 24) {
      const high = this.read(count - 16);
      return high * 65_536 + this.read(16);
    }
    const value = this.peek(count);
    this.left -= count;
    return value;
  }
}
