// Cuts a stream of bytes from a Postgres server into messages while a COPY runs, without copying: bytes are read into one
// fixed buffer, rows are handed on where they lie, and only a message larger than that buffer gets one of its own.
import { decoderSlack } from "./row-decoder.ts";

/** Bytes of one read. Larger ones brought nothing (measured with 64 KB to 4 MB). */
const readBytes = 256 * 1024;
/** A message of up to this size may wait at the end of a read for its rest. */
const carryBytes = 256 * 1024;
const copyData = 100; // "d"

export type MessageSink = {
  /**
   * Takes as many CopyData messages as it likes of those that lie whole at `bytes[start..end)`, types and lengths
   * included, and gives how many bytes that were. `isFull`: it wants no more, as if `data` had said so.
   */
  batch(bytes: Uint8Array, start: number, end: number): number;
  readonly isFull: boolean;
  /** A CopyData message; its content is `bytes[start..end)`, valid during the call. False: stop after this one. */
  data(bytes: Uint8Array, start: number, end: number): boolean;
  /** Any other message, complete with its type and length. */
  other(message: Uint8Array): void;
};

export function makeReadBuffer(): Uint8Array {
  return new Uint8Array(carryBytes + readBytes + decoderSlack);
}

export class MessageReader {
  readonly #sink: MessageSink;
  readonly #buffer: Uint8Array;
  readonly #readSpace: Uint8Array;
  #start = carryBytes;
  #end = carryBytes;
  /** The message that did not fit, with slack behind it; its final size; how much of it is here. */
  #large: Uint8Array | null = null;
  #largeSize = 0;
  #largeFill = 0;

  /** `buffer` comes from `makeReadBuffer` and may serve one reader after the other. */
  constructor(sink: MessageSink, buffer: Uint8Array = makeReadBuffer()) {
    this.#sink = sink;
    this.#buffer = buffer;
    this.#readSpace = buffer.subarray(carryBytes, carryBytes + readBytes);
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

  /** Largest piece that `feed` may be given. */
  get feedBytes(): number {
    return readBytes;
  }

  /** Hands on the messages that are here. False when the sink said stop, with unread bytes kept. */
  pump(): boolean {
    if (this.#large) {
      if (this.#largeFill < this.#largeSize) return true;
      const message = this.#large;
      const size = this.#largeSize;
      this.#large = null;
      if (!this.#hand(message, 0, size)) return false;
    }
    const buffer = this.#buffer;
    const end = this.#end;
    let at = this.#start;
    while (end - at >= 5) {
      const taken = this.#sink.batch(buffer, at, end);
      if (taken > 0) {
        at += taken;
        this.#start = at;
        if (this.#sink.isFull) return false;
        continue;
      }
      const size =
        1 +
        (((buffer[at + 1] ?? 0) << 24) |
          ((buffer[at + 2] ?? 0) << 16) |
          ((buffer[at + 3] ?? 0) << 8) |
          (buffer[at + 4] ?? 0));
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
    if (bytes[from] === copyData) return this.#sink.data(bytes, from + 5, to);
    this.#sink.other(bytes.slice(from, to));
    return true;
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
