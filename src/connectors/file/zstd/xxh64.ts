// XXH64 with seed 0, whose low half Zstandard keeps as a frame's checksum. 64-bit arithmetic on pairs of 32-bit words: with
// bigint it would cost more than the decompression.

type Pair = { high: number; low: number };

const p1 = pair(0x9e3779b1, 0x85ebca87);
const p2 = pair(0xc2b2ae3d, 0x27d4eb4f);
const p3 = pair(0x165667b1, 0x9e3779f9);
const p4 = pair(0x85ebca77, 0xc2b2ae63);
const p5 = pair(0x27d4eb2f, 0x165667c5);

function pair(high: number, low: number): Pair {
  return { high: high | 0, low: low | 0 };
}

/** High word of the product of two unsigned words. */
function highOfProduct(a: number, b: number): number {
  const a0 = a & 0xffff;
  const a1 = a >>> 16;
  const b0 = b & 0xffff;
  const b1 = b >>> 16;
  const middle = Math.imul(a1, b0) >>> 0;
  const carry = (middle & 0xffff) + (Math.imul(a0, b1) >>> 0) + ((Math.imul(a0, b0) >>> 0) >>> 16);
  return (Math.imul(a1, b1) + (middle >>> 16) + Math.floor(carry / 65_536)) | 0;
}

function multiply(a: Pair, b: Pair): void {
  const high = highOfProduct(a.low, b.low) + Math.imul(a.high, b.low) + Math.imul(a.low, b.high);
  a.low = Math.imul(a.low, b.low);
  a.high = high | 0;
}

function add(a: Pair, high: number, low: number): void {
  const sum = (a.low >>> 0) + (low >>> 0);
  a.low = sum | 0;
  a.high = (a.high + high + (sum > 0xffffffff ? 1 : 0)) | 0;
}

/** By 1 to 31 bits. */
function rotate(a: Pair, bits: number): void {
  const { high, low } = a;
  a.high = (high << bits) | (low >>> (32 - bits));
  a.low = (low << bits) | (high >>> (32 - bits));
}

function xor(a: Pair, b: Pair): void {
  a.high ^= b.high;
  a.low ^= b.low;
}

/** By 1 to 63 bits. */
function xorShifted(a: Pair, bits: number): void {
  const { high, low } = a;
  a.low = low ^ (bits >= 32 ? high >>> (bits - 32) : (low >>> bits) | (high << (32 - bits)));
  a.high = bits >= 32 ? high : high ^ (high >>> bits);
}

function round(lane: Pair, high: number, low: number): void {
  const input = pair(high, low);
  multiply(input, p2);
  add(lane, input.high, input.low);
  rotate(lane, 31);
  multiply(lane, p1);
}

export class Xxh64 {
  readonly #lanes: readonly [Pair, Pair, Pair, Pair];
  #rest = new Uint8Array(0);
  #total = 0;

  constructor() {
    const first = pair(p1.high, p1.low);
    add(first, p2.high, p2.low);
    const last = pair(0, 0);
    add(last, ~p1.high, ~p1.low);
    add(last, 0, 1);
    this.#lanes = [first, pair(p2.high, p2.low), pair(0, 0), last];
  }

  update(chunk: Uint8Array): void {
    this.#total += chunk.length;
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const whole = bytes.length - (bytes.length % 32);
    const [a, b, c, d] = this.#lanes;
    for (let at = 0; at < whole; at += 32) {
      round(a, view.getInt32(at + 4, true), view.getInt32(at, true));
      round(b, view.getInt32(at + 12, true), view.getInt32(at + 8, true));
      round(c, view.getInt32(at + 20, true), view.getInt32(at + 16, true));
      round(d, view.getInt32(at + 28, true), view.getInt32(at + 24, true));
    }
    this.#rest = bytes.slice(whole);
  }

  /** The low 32 bits of the hash of all that was given. */
  low32(): number {
    const hash = pair(p5.high, p5.low);
    if (this.#total >= 32) {
      const [a, b, c, d] = this.#lanes;
      hash.high = 0;
      hash.low = 0;
      for (const [lane, bits] of [
        [a, 1],
        [b, 7],
        [c, 12],
        [d, 18],
      ] as const) {
        const turned = pair(lane.high, lane.low);
        rotate(turned, bits);
        add(hash, turned.high, turned.low);
      }
      for (const lane of this.#lanes) {
        const merged = pair(0, 0);
        round(merged, lane.high, lane.low);
        xor(hash, merged);
        multiply(hash, p1);
        add(hash, p4.high, p4.low);
      }
    }
    add(hash, Math.floor(this.#total / 2 ** 32), this.#total | 0);
    this.#finish(hash);
    return hash.low >>> 0;
  }

  #finish(hash: Pair): void {
    const rest = this.#rest;
    const view = new DataView(rest.buffer, rest.byteOffset, rest.byteLength);
    let at = 0;
    for (; at + 8 <= rest.length; at += 8) {
      const lane = pair(0, 0);
      round(lane, view.getInt32(at + 4, true), view.getInt32(at, true));
      xor(hash, lane);
      rotate(hash, 27);
      multiply(hash, p1);
      add(hash, p4.high, p4.low);
    }
    if (at + 4 <= rest.length) {
      const word = pair(0, view.getInt32(at, true));
      multiply(word, p1);
      xor(hash, word);
      rotate(hash, 23);
      multiply(hash, p2);
      add(hash, p3.high, p3.low);
      at += 4;
    }
    for (; at < rest.length; at++) {
      const byte = pair(0, rest[at] ?? 0);
      multiply(byte, p5);
      xor(hash, byte);
      rotate(hash, 11);
      multiply(hash, p1);
    }
    xorShifted(hash, 33);
    multiply(hash, p2);
    xorShifted(hash, 29);
    multiply(hash, p3);
    xorShifted(hash, 32);
  }
}
