// Reading and writing the fields of MySQL packets: little-endian integers, length-encoded integers and texts. For the small
// packets of sign-in and metadata; rows have their own decoder.
import { RevosError } from "../../kernel/error.ts";

const utf8 = new TextDecoder();
const encoder = new TextEncoder();

export class PayloadReader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #at: number;

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  get left(): number {
    return this.#end - this.#at;
  }

  /** An integer of one to six bytes. */
  integer(size: number): number {
    const from = this.#claim(size);
    let value = 0;
    for (let i = size - 1; i >= 0; i--) value = value * 256 + (this.#bytes[from + i] ?? 0);
    return value;
  }

  /** A length-encoded integer; null where NULL stands in its place. */
  lengthOrNull(): number | null {
    const first = this.integer(1);
    if (first < 0xfb) return first;
    if (first === 0xfb) return null;
    if (first === 0xfc) return this.integer(2);
    if (first === 0xfd) return this.integer(3);
    const low = this.integer(4);
    return this.integer(4) * 2 ** 32 + low;
  }

  bytes(size: number): Uint8Array {
    const from = this.#claim(size);
    return this.#bytes.slice(from, from + size);
  }

  rest(): Uint8Array {
    return this.bytes(this.left);
  }

  text(size: number): string {
    const from = this.#claim(size);
    return utf8.decode(this.#bytes.subarray(from, from + size));
  }

  /** A length-encoded text. */
  lengthText(): string {
    return this.text(this.lengthOrNull() ?? 0);
  }

  /** The same; null where NULL stands. */
  lengthTextOrNull(): string | null {
    const size = this.lengthOrNull();
    return size === null ? null : this.text(size);
  }

  /** Text up to the next zero byte, or to the end. */
  zeroText(): string {
    let end = this.#at;
    while (end < this.#end && this.#bytes[end] !== 0) end++;
    const text = this.text(end - this.#at);
    if (this.left > 0) this.#at++;
    return text;
  }

  #claim(size: number): number {
    const from = this.#at;
    if (size > this.#end - from)
      throw new RevosError(
        "source.unreachable",
        "Could not understand the server: a packet ends too early.",
        { advice: "Check that host and port lead to a MySQL or MariaDB server." },
      );
    this.#at += size;
    return from;
  }
}

/** Puts together a payload of fields. */
export class PayloadWriter {
  readonly #parts: Uint8Array[] = [];

  integer(value: number, size: number): this {
    const bytes = new Uint8Array(size);
    for (let i = 0, rest = value; i < size; i++, rest = Math.floor(rest / 256))
      bytes[i] = rest % 256;
    this.#parts.push(bytes);
    return this;
  }

  bytes(value: Uint8Array): this {
    this.#parts.push(value);
    return this;
  }

  text(value: string): this {
    return this.bytes(encoder.encode(value));
  }

  zeroText(value: string): this {
    return this.text(value).integer(0, 1);
  }

  lengthBytes(value: Uint8Array): this {
    const size = value.length;
    if (size < 0xfb) this.integer(size, 1);
    else if (size < 0x1_0000) this.integer(0xfc, 1).integer(size, 2);
    else this.integer(0xfd, 1).integer(size, 3);
    return this.bytes(value);
  }

  lengthText(value: string): this {
    return this.lengthBytes(encoder.encode(value));
  }

  take(): Uint8Array {
    const whole = new Uint8Array(this.#parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of this.#parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }
}
