// Cuts a stream of bytes from a MySQL server into packets without copying: bytes are read into one fixed buffer, rows are
// handed on where they lie, and only a packet larger than that buffer gets one of its own. A payload of 16 MB and more
// comes in several packets, which are joined here.
import { decoderSlack } from "./row-decoder.ts";

/** Bytes of one read. Larger ones brought nothing for Postgres (measured with 64 KB to 4 MB); the loop is the same. */
const readBytes = 256 * 1024;
/** A packet of up to this size may wait at the end of a read for its rest. */
const carryBytes = 256 * 1024;
const headerBytes = 4;
/** A payload of this size goes on in the next packet. */
const fullPayload = 0xff_ffff;

export type PacketSink = {
  /**
   * Takes as many packets as it likes of those that lie whole at `bytes[start..end)`, headers included, and gives how many
   * bytes that were. `isFull`: it wants no more, as if `packet` had said so.
   */
  batch(bytes: Uint8Array, start: number, end: number): number;
  readonly isFull: boolean;
  /** A payload: `bytes[start..end)`, valid during the call, with slack behind it. False: stop after this one. */
  packet(bytes: Uint8Array, start: number, end: number, sequence: number): boolean;
};

export class PacketReader {
  readonly #sink: PacketSink;
  readonly #buffer = new Uint8Array(carryBytes + readBytes + decoderSlack);
  readonly #readSpace: Uint8Array;
  #start = carryBytes;
  #end = carryBytes;
  /** The packet that did not fit, with slack behind it; its final size; how much of it is here. */
  #large: Uint8Array | null = null;
  #largeSize = 0;
  #largeFill = 0;
  /** Payloads that go on in the next packet. */
  #parts: Uint8Array[] = [];

  constructor(sink: PacketSink) {
    this.#sink = sink;
    this.#readSpace = this.#buffer.subarray(carryBytes, carryBytes + readBytes);
  }

  /** Where the next read should put its bytes. Ask again before every read. */
  get space(): Uint8Array {
    return this.#large ? this.#large.subarray(this.#largeFill, this.#largeSize) : this.#readSpace;
  }

  /** `count` bytes were read into `into`, which was `space`. False: the sink wants no more; `pump` goes on later. */
  filled(count: number, into: Uint8Array): boolean {
    if (this.#large && into.buffer === this.#large.buffer) {
      this.#largeFill += count;
      return this.pump();
    }
    if (this.#large || into !== this.#readSpace) return this.feed(into.subarray(0, count));
    this.#end = carryBytes + count;
    return this.pump();
  }

  /** Largest piece that `feed` may be given. */
  get feedBytes(): number {
    return readBytes;
  }

  /** Bytes from elsewhere (TLS, a tunnel). They are copied in. False as in `filled`; all bytes are taken all the same. */
  feed(bytes: Uint8Array): boolean {
    let rest = bytes;
    if (this.#large) {
      const take = Math.min(rest.length, this.#largeSize - this.#largeFill);
      this.#large.set(rest.subarray(0, take), this.#largeFill);
      this.#largeFill += take;
      rest = rest.subarray(take);
    }
    // Callers do not feed while a stop is pending, so nothing unread lies in the read space.
    this.#buffer.set(rest, carryBytes);
    this.#end = carryBytes + rest.length;
    return this.pump();
  }

  /** Hands on the packets that are here. False when the sink said stop, with unread bytes kept. */
  pump(): boolean {
    if (this.#large) {
      if (this.#largeFill < this.#largeSize) return true;
      const packet = this.#large;
      const size = this.#largeSize;
      this.#large = null;
      if (!this.#hand(packet, 0, size)) return false;
    }
    const buffer = this.#buffer;
    const end = this.#end;
    let at = this.#start;
    while (end - at >= headerBytes) {
      const taken = this.#parts.length > 0 ? 0 : this.#sink.batch(buffer, at, end);
      if (taken > 0) {
        at += taken;
        this.#start = at;
        if (this.#sink.isFull) return false;
        continue;
      }
      const size =
        headerBytes +
        ((buffer[at] ?? 0) | ((buffer[at + 1] ?? 0) << 8) | ((buffer[at + 2] ?? 0) << 16));
      if (end - at < size) {
        if (size > carryBytes) return this.#openLarge(at, size);
        break;
      }
      const from = at;
      at += size;
      this.#start = at;
      if (!this.#hand(buffer, from, at)) return false;
    }
    const left = end - at;
    if (left > 0) buffer.copyWithin(carryBytes - left, at, end);
    this.#start = carryBytes - left;
    this.#end = carryBytes;
    return true;
  }

  #hand(bytes: Uint8Array, from: number, to: number): boolean {
    const sequence = bytes[from + 3] ?? 0;
    const start = from + headerBytes;
    const isFull = to - start === fullPayload;
    if (!isFull && this.#parts.length === 0) return this.#sink.packet(bytes, start, to, sequence);
    this.#parts.push(bytes.slice(start, to));
    if (isFull) return true;
    const size = this.#parts.reduce((sum, part) => sum + part.length, 0);
    const whole = new Uint8Array(size + decoderSlack);
    let at = 0;
    for (const part of this.#parts.splice(0)) {
      whole.set(part, at);
      at += part.length;
    }
    return this.#sink.packet(whole, 0, size, sequence);
  }

  #openLarge(at: number, size: number): boolean {
    this.#large = new Uint8Array(size + decoderSlack);
    this.#large.set(this.#buffer.subarray(at, this.#end));
    this.#largeSize = size;
    this.#largeFill = this.#end - at;
    this.#start = carryBytes;
    this.#end = carryBytes;
    return true;
  }
}

/** A payload as packets, numbered from `sequence` on. */
export function toPackets(payload: Uint8Array, sequence: number): Uint8Array {
  const count = Math.floor(payload.length / fullPayload) + 1;
  const packets = new Uint8Array(payload.length + count * headerBytes);
  for (let i = 0, at = 0; i < count; i++) {
    const part = payload.subarray(i * fullPayload, (i + 1) * fullPayload);
    packets.set(
      [part.length & 255, (part.length >> 8) & 255, part.length >> 16, (sequence + i) & 255],
      at,
    );
    packets.set(part, at + headerBytes);
    at += headerBytes + part.length;
  }
  return packets;
}
